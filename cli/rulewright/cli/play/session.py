"""Match, terminal -> a game played by people: news, table, question, screens handed over, undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field

from rulewright.cli.columns import clean, wrap
from rulewright.cli.output import paint
from rulewright.cli.play.layout import Look, table
from rulewright.cli.play.match import Match
from rulewright.cli.play.prompts import Key, Prompter
from rulewright.cli.play.rulebook import passage
from rulewright.cli.play.table_luck import TableLuck
from rulewright.cli.play.terminal import Left, Terminal, drop_typed
from rulewright.cli.play.transcript import Reader, opening
from rulewright.cli.play.undo import Step, can_go_back
from rulewright.cli.words import agrees, word
from rulewright.dsl.typed import Rules
from rulewright.interpreter.events import Event
from rulewright.interpreter.game import Chance, Race
from rulewright.interpreter.questions import Asked, ask
from rulewright.interpreter.table_view import table_view
from rulewright.interpreter.why_not import why_not


@define(eq=False)
class Session:
    """People at one terminal. With several, or without notes, every screen is cleared before the next."""

    match: Match
    terminal: Terminal
    language: str
    keep: Callable[[list[int]], None] = field(default=lambda shown: None)
    """Saves the game, with how much of the log has been shown."""
    steps: list[Step] = field(factory=list)
    shown: list[int] = field(init=False)
    """How much of the log each seat, and the whole table, has been shown."""
    told: list[int] = field(init=False)
    """How much of its own part of a joint decision still open each seat has been shown."""
    prompter: Prompter = field(init=False)
    luck: TableLuck = field(init=False)
    holder: int | None = field(default=None, init=False)
    """Who has the screen, where several share it."""

    def __attrs_post_init__(self) -> None:
        self.shown = [0] * (self.match.game.players + 1)
        self.told = [0] * (self.match.game.players + 1)
        self.prompter = Prompter(self.terminal, self.language, self.on_key)
        self.luck = TableLuck(self)

    # -- the course -------------------------------------------------------------------------------

    def play(self) -> bool:
        """Play to the end; False when somebody leaves before it."""
        self.terminal.enter()
        try:
            while True:
                while self.match.step():
                    self.private_looks()
                self.private_looks()
                waiting = self.match.waiting()
                at_chance = isinstance(self.match.state.stop, Chance)
                if not waiting and not at_chance:
                    return True
                try:
                    if at_chance:
                        self.luck.ask()
                    else:
                        self.question(waiting)
                except Key as key:
                    if key.key == "q":
                        return self.left()
                    self.take_back()
        except Left:
            return self.left()
        finally:
            self.terminal.leave()

    @property
    def shared(self) -> bool:
        """Whether several people share the screen."""
        return len(self.match.people) > 1

    @property
    def forbidden(self) -> bool:
        """Whether players may take no notes."""
        return notes_forbidden(self.match.game.rules)

    def question(self, waiting: Sequence[int]) -> None:
        """Put the next question to the people who are asked."""
        if self.shared and isinstance(self.match.state.stop, Race):
            self.race(waiting)
            return
        seat = waiting[0]
        asked = ask(self.match.state, seat)
        if not self.shared and len(asked.answers) == 1:
            self.match.answer(seat, asked.answers[0].place)
            return
        handed = self.hand_over(seat)
        step = self.step(seat)
        self.show_table(seat, handed)
        place = self.prompter.ask(self.match.state, asked)
        self.steps.append(step)
        self.terminal.clear()
        self.match.answer(seat, place)
        self.keep(self.shown)

    def race(self, waiting: Sequence[int]) -> None:
        """Ask several people on one screen who reacts first."""
        self.holder = None
        self.public_news()
        asked = {seat: ask(self.match.state, seat) for seat in waiting}
        prompt = next(iter(asked.values())).prompt
        keys = " · ".join(f"{n} {clean(self.match.game.seat(seat))}" for n, seat in enumerate(waiting, 1))
        self.terminal.write([paint(clean(prompt), "bold", on=self.terminal.colour)])
        while True:
            typed = self.terminal.read(f"{word(self.language, 'race keys', keys)} > ")
            if typed == "q":
                self.on_key("q", asked[waiting[0]])
                continue
            numbers = (
                typed.replace(",", " ").split() if " " in typed or "," in typed else [typed] if typed else []
            )
            if all(n.isdigit() and 1 <= int(n) <= len(waiting) for n in numbers):
                break
            self.terminal.write([word(self.language, "no number", 1, len(waiting))])
        reacting = {waiting[int(n) - 1] for n in numbers}
        self.terminal.clear()
        for seat in waiting:
            quiet = asked[seat].answers[-1].place
            self.match.answer(seat, asked[seat].answers[0].place if seat in reacting else quiet)
        self.keep(self.shown)

    # -- screens ----------------------------------------------------------------------------------

    def reader(self, seat: int) -> Reader:
        """Return who turns events into lines for a seat (or the table: the number of players)."""
        return Reader(self.match.game, seat, self.terminal.columns, self.language, self.terminal.colour)

    def log(self) -> list[Event]:
        """Return all events so far."""
        return self.match.state.log or []

    def unseen(self, seat: int) -> list[Event]:
        """Return the events that a seat hasn't been shown; of set-up not the moves, the table has those."""
        log, start, told = self.log(), self.shown[seat], self.told[seat]
        before = opening(log)
        found = []
        for number, event in enumerate(log[start:], start):
            if told and event.by == seat:
                told -= 1
            elif number >= before or event.kind != "moves":
                found.append(event)
        return found

    def news(self, seat: int) -> list[Event]:
        """Return the events that a seat hasn't been shown, which it will be now. The save learns of it when
        somebody has answered: what was on the screen when the process ended comes again."""
        found = self.unseen(seat)
        self.shown[seat] = len(self.log())
        if not self.match.state.curtain:
            self.told[seat] = 0
        return found

    def own_part(self, seat: int) -> list[Event]:
        """Return what a seat has done and heard behind the curtain of a joint decision and hasn't been shown,
        which it will be now."""
        found = self.match.state.own(seat)
        start, self.told[seat] = self.told[seat], len(found)
        return found[start:]

    def hand_over(self, seat: int) -> bool:
        """Where people share the screen, show the news and hand it to who is asked; False who has it."""
        if not self.shared or self.holder == seat:
            return False
        everybody = self.match.game.players
        lines = self.reader(everybody).lines(self.news(everybody))
        who = paint(clean(self.match.game.seat(seat)), "bold", on=self.terminal.colour)
        self.terminal.clear()
        self.terminal.pages(lines, word(self.language, "more"))
        self.terminal.write(["", f"  {word(self.language, 'give', who)}", ""])
        drop_typed()
        if self.terminal.read(f"  {word(self.language, 'ready')} ") == "q":
            self.confirm_leaving()
        self.terminal.clear()
        self.keep(self.shown)
        self.holder = seat
        return True

    def public_news(self) -> None:
        """Show everybody what everybody may see."""
        everybody = self.match.game.players
        self.terminal.clear()
        lines = self.reader(everybody).lines(self.news(everybody))
        view = table_view(self.match.state, everybody)
        self.terminal.pages([*lines, *table(view, self.look(), self.subtitle(everybody)), ""], self.more)

    @property
    def more(self) -> str:
        """What waits between pages."""
        return word(self.language, "more")

    def show_table(self, seat: int, handed: bool) -> None:
        """Show a seat what is new for it (just handed over: what only it may see), then its table. Where notes are
        forbidden, a hand-over tells no moves again: what is in sight stands on the table."""
        events = self.news(seat)
        if handed:
            audience = self.match.game.players
            events = [event for event in events if event.for_seat(seat) != event.for_seat(audience)]
            past = ("shows", "moves") if self.forbidden else ("shows",)
            events = [event for event in events if event.kind not in past]
        self.terminal.clear()
        if self.forbidden:
            events = self.once(seat, events)
        lines = self.reader(seat).lines([*events, *self.own_part(seat)])
        view = table_view(self.match.state, seat)
        self.terminal.pages([*lines, *table(view, self.look(), self.subtitle(seat)), ""], self.more)

    def once(self, seat: int, events: list[Event]) -> list[Event]:
        """Show what was said and looked at before this turn on pages of its own, cleared before the question;
        return what goes with the question: this turn, as far as the seat was shown nothing in it."""
        turns = [n for n, event in enumerate(events) if event.kind in ("turn", "phase")]
        start = turns[-1] if turns else 0
        looked = [n for n, event in enumerate(events) if event.kind == "shows" and event.fleeting]
        if looked and events[looked[-1]].to >> seat & 1:
            start = max(start, looked[-1] + 1)
        if any(event.fleeting and event.for_seat(seat) for event in events[:start]):
            self.terminal.pages(self.reader(seat).lines(events[:start]), self.more)
            self.terminal.read(self.more)
            self.terminal.clear()
            return events[start:]
        return events

    def private_looks(self) -> None:
        """Where people share the screen, let each see alone what only they are shown."""
        if not self.shared:
            return
        everybody = self.match.game.players
        for seat in self.match.people:
            mine = [
                event
                for event in self.unseen(seat)
                if event.kind == "shows" and event.to >> seat & 1 and not event.to >> everybody & 1
            ]
            if not mine:
                continue
            name = clean(self.match.game.seat(seat))
            self.terminal.hidden_from(
                [word(self.language, "give", name), word(self.language, "looks", name)],
                word(self.language, "ready"),
            )
            lines = self.reader(seat).lines(mine)
            self.terminal.write(["", word(self.language, "only you", name), *lines, ""])
            self.terminal.read(f"{word(self.language, 'then cleared')} ")
            self.terminal.clear()
            self.news(seat)
            self.keep(self.shown)
            self.holder = None

    def look(self, *, whole: bool = False) -> Look:
        """Return how tables are laid out."""
        return Look(self.terminal.columns, self.language, self.terminal.colour, whole)

    def subtitle(self, seat: int) -> str:
        """Return whose turn it is and in which phase, from what everybody has heard."""
        turns = [event for event in self.log() if event.kind == "turn"]
        phases = [event for event in self.log() if event.kind == "phase"]
        parts = []
        actor = self.match.state.observe(seat).actor
        if actor is not None:
            whose = "your turn" if actor == seat else "turn of"
            parts.append(word(self.language, whose, clean(self.match.game.seat(actor))))
            parts.append(f"({word(self.language, 'turn', len(turns))})")
        if phases:
            parts.append(clean(phases[-1].text))
        return "  ".join(parts)

    # -- keys -------------------------------------------------------------------------------------

    def on_key(self, key: str, asked: Asked) -> None:
        """Do what a key asks for."""
        served: dict[str, Callable[[Asked], None]] = {
            "?": self.help,
            "t": self.whole_table,
            "l": self.own_log,
            "q": self.leave,
            "u": self.undo,
        }
        served[key](asked)

    def help(self, asked: Asked) -> None:
        """Explain the question: the rule that asks, what is not possible and why, the keys."""
        columns, colour = self.terminal.columns, self.terminal.colour
        found = passage(self.match.game, asked.rule)
        lines = [word(self.language, "asked by", found.title)]
        lines += wrap(f"  {clean(found.text)}", columns, "  ") if found.text else []
        lines += [
            paint(line, "dim", on=colour) for text in found.sections for line in wrap(f"  § {text}", columns)
        ]
        for label, text in asked.about.items():
            lines += wrap("  " + word(self.language, "of", clean(label), clean(text)), columns, "    ")
        refused = why_not(self.match.state, asked.player)
        if refused:
            lines += ["", word(self.language, "not possible")]
        for refusal in refused:
            text = word(self.language, "fails", clean(refusal.label), clean(refusal.reason), refusal.line)
            lines += wrap(f"  {text}", columns, "    ")
        lines += ["", *wrap(word(self.language, "help keys"), columns), ""]
        self.terminal.write([""])
        self.terminal.pages(lines, self.more)

    def whole_table(self, asked: Asked) -> None:
        """Show the whole table, nothing left out."""
        view = table_view(self.match.state, asked.player)
        self.terminal.clear()
        self.terminal.pages(
            ["", *table(view, self.look(whole=True), self.subtitle(asked.player)), ""], self.more
        )

    def own_log(self, asked: Asked) -> None:
        """Show what the seat saw and heard, unless the game forbids notes."""
        if self.forbidden:
            self.terminal.write([word(self.language, "no log")])
            return
        events = [*self.log(), *self.match.state.own(asked.player)]
        self.terminal.pages(self.reader(asked.player).lines(events), self.more)

    def left(self) -> bool:
        """End before the game does; where notes are forbidden, what was said on the screen doesn't come again."""
        if self.forbidden:
            self.keep(self.shown)
        return False

    def leave(self, _asked: Asked) -> None:
        """Leave the game, if that is meant."""
        self.confirm_leaving()

    def confirm_leaving(self) -> None:
        """Leave the game after a second question."""
        if agrees(self.terminal.read(word(self.language, "quit?"))):
            raise Key("q")

    # -- taking back ------------------------------------------------------------------------------

    def step(self, seat: int) -> Step:
        """Return the point before an answer."""
        return Step(self.match.state.clone(), seat, tuple(self.shown))

    def undo(self, asked: Asked) -> None:
        """Take the last answer of this person back, if nobody has learned anything since."""
        if not self.steps or not can_go_back(self.match, self.steps[-1], asked.player):
            self.terminal.write([word(self.language, "no undo")])
            return
        raise Key("u")

    def take_back(self) -> None:
        """Go back to the last answer."""
        step = self.steps.pop()
        self.shown = list(step.shown)
        self.match.go_back(step.state)
        self.told = [min(told, len(self.match.state.own(seat))) for seat, told in enumerate(self.told)]
        self.keep(self.shown)
        self.terminal.write([word(self.language, "undone")])


def notes_forbidden(rules: Rules) -> bool:
    """Tell whether a ruleset lets players take no notes."""
    return rules.written.notes == "forbidden"
