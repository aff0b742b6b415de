"""Real dice and cards, terminal -> answers for chance: a person says what came out, where others don't look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cli.columns import clean, flow, pad, width, wrap
from rulewright.cli.output import paint
from rulewright.cli.play.luck import Draw, Unclear, draw_of, folded, knowers, places_of
from rulewright.cli.play.prompts import numbers
from rulewright.cli.play.rulebook import passage
from rulewright.cli.play.undo import Step
from rulewright.cli.words import word
from rulewright.interpreter.questions import Asked
from rulewright.interpreter.scenarios.naming import Names

if TYPE_CHECKING:
    from rulewright.cli.play.session import Session

PROGRAM = "r"
"""The key by which the program draws."""


@define(eq=False)
class TableLuck:
    """Asks at a chance stop what came out on the table."""

    session: Session
    names: Names = field(init=False)
    answered: int = field(default=-1, init=False)
    """How many answers there were after the last draw that was asked."""
    seat: int = field(default=-1, init=False)
    """Who was asked then."""

    def __attrs_post_init__(self) -> None:
        self.names = Names(self.session.match.game.machine, {})

    def ask(self) -> None:
        """Ask who draws, or everybody, what came out, and go on with it."""
        session = self.session
        state = session.match.state
        seat, alone, remark = self.person(knowers(state))
        self.screen(seat, alone)
        draw = draw_of(state, seat, session.language)
        self.show(draw, remark)
        step = Step(state.clone(), session.match.game.players, tuple(session.shown))
        places = self.read(draw, seat, remark)
        session.steps.append(step)
        if not places:
            session.match.draw()
        for place in places:
            session.match.draw(place)
        if alone:
            session.terminal.clear()
        self.answered, self.seat = len(session.match.state.answers), seat
        session.keep(session.shown)

    def person(self, who: int) -> tuple[int, bool, str]:
        """Return who is asked (the audience: everybody), whether alone, and what must be said beside it."""
        match, language = self.session.match, self.session.language
        people = match.people
        knowing = [seat for seat in people if who >> seat & 1]
        host = people[0] if len(people) == 1 else match.game.players
        if len(knowing) == len(people):
            return host, False, ""
        if knowing and self.session.shared:
            return knowing[0], True, ""
        others = [match.game.seat(seat) for seat in range(match.game.players) if who >> seat & 1]
        if others:
            return host, False, word(language, "host sees", clean(", ".join(others)))
        return host, False, word(language, "nobody sees")

    def screen(self, seat: int, alone: bool) -> None:
        """Bring the screen to who is asked: the table first, between two draws only what is new."""
        session = self.session
        if self.answered == len(session.match.state.answers) and self.seat == seat:
            session.terminal.write(session.reader(seat).lines(session.news(seat)))
        elif alone:
            session.show_table(seat, session.hand_over(seat))
        elif session.shared:
            session.holder = None
            session.public_news()
        else:
            session.show_table(seat, False)

    def show(self, draw: Draw, remark: str, *, whole: bool = False) -> None:
        """Write the question and what may have come out."""
        terminal = self.session.terminal
        columns = terminal.columns
        on = terminal.colour
        terminal.write([paint(line, "bold", on=on) for line in wrap(clean(draw.question), columns)])
        if remark:
            terminal.write([paint(line, "dim", on=on) for line in wrap(f"  {remark}", columns, "  ")])
        texts = [clean(text) for text in draw.listed]
        if draw.numbered:
            texts = numbers(texts)
            column = max(width(text) for text in texts)
            lines = flow((pad(text, column) for text in texts), columns - 2, between="   ")
        else:
            lines = wrap(folded(texts), columns - 2)
        most = terminal.rows // 2
        if not whole and len(lines) > most:
            lines = [*lines[: most - 1], f"… ({len(texts)}: ?)"]
        terminal.write([f"  {line.rstrip()}" for line in lines])

    def read(self, draw: Draw, seat: int, remark: str) -> list[int]:
        """Return the places of what came out; empty when the program is to draw."""
        session = self.session
        terminal, language = session.terminal, session.language
        hint = word(language, "keys chance host" if remark else "keys chance")
        asked = Asked(seat, draw.question, "list", (), None, draw.rule, {})
        while True:
            typed = terminal.read(paint(f"({hint})", "dim", on=terminal.colour) + " > ")
            if typed == PROGRAM or (not typed and remark):
                return []
            if typed == "?":
                self.help(draw, remark)
            elif typed in ("", "q", "t", "l", "u"):
                if typed:
                    session.on_key(typed, asked)
                self.show(draw, remark)
            else:
                try:
                    return places_of(session.match.state, self.names, draw, typed, language)
                except Unclear as problem:
                    terminal.write(wrap(clean(str(problem)), terminal.columns, "  "))

    def help(self, draw: Draw, remark: str) -> None:
        """Explain the question: the rule that asks, all outcomes, the keys."""
        session = self.session
        columns, language = session.terminal.columns, session.language
        found = passage(session.match.game, draw.rule)
        lines = ["", word(language, "asked by", found.title)]
        lines += wrap(f"  {clean(found.text)}", columns, "  ") if found.text else []
        lines += ["", *wrap(word(language, "help chance"), columns), ""]
        session.terminal.pages(lines, session.more)
        self.show(draw, remark, whole=True)
