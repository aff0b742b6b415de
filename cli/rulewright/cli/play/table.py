"""Plan or save -> a game played to its end: bots only, or people at a terminal, saved as it goes."""

from __future__ import annotations

import sys
from pathlib import Path

from attrs import define, field

from rulewright.cli.faulty import show_fault
from rulewright.cli.output import Ended, Exit, coloured, note
from rulewright.cli.play import public, resume, save
from rulewright.cli.play.dialogue import Plan
from rulewright.cli.play.layout import Look
from rulewright.cli.play.match import Match
from rulewright.cli.play.session import Session, notes_forbidden
from rulewright.cli.play.sheet import sheet
from rulewright.cli.play.terminal import Terminal
from rulewright.cli.words import agrees, word
from rulewright.dsl.typed import Rules
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Game

PLAIN_COLUMNS = 100
"""How wide a transcript is that goes to a file."""


@define(eq=False)
class Host:
    """Begins a game or goes on with one. `file` is the ruleset, `wanted` where the game is to be saved."""

    rules: Rules
    terminal: Terminal
    lang: str | None
    file: str
    wanted: Path | None
    people: bool
    at_table: bool = False
    """Whether luck happens on a real table."""
    warned: bool = field(default=False, init=False)

    @property
    def language(self) -> str:
        """The language of play."""
        return self.lang or self.rules.written.language

    @property
    def place(self) -> Path:
        """Where the game is saved."""
        return self.wanted or save.usual_place(self.rules.written.game.value)

    # -- going on ---------------------------------------------------------------------------------

    def wants_to_go_on(self) -> bool:
        """Ask whether to go on with an unfinished game, if there is one that can go on."""
        try:
            found = save.read(self.place)
            if found.finished:
                return False
            resume.game_of(self.rules, found, self.language)
        except save.NoSave:
            return False
        typed = self.terminal.read(word(self.language, "resume?"))
        return not typed or agrees(typed)

    def go_on(self) -> int:
        """Go on with the saved game."""
        try:
            found = save.read(self.place)
            if found.finished:
                raise save.NoSave("that game has been played to its end")
            self.lang = self.lang or found.language
            match = resume.match_of(self.rules, found, self.language)
            match.at_table = match.at_table or self.at_table
        except save.NoSave as problem:
            raise Ended(Exit.NOT_LOADED, f"rules: {self.place}: {problem}") from None
        return self.play(match, resume.plan_of(found), self.place, found.shown)

    # -- beginning --------------------------------------------------------------------------------

    def begin(self, plan: Plan, seed: int) -> int:
        """Begin a new game."""
        try:
            game = Game.of(self.rules, plan.players, plan.settings, language=self.language, seats=plan.names)
        except ValueError as error:
            raise Ended(Exit.USAGE, f"rules: {error}") from None
        if self.wanted is not None and not save.free(self.wanted):
            what = "holds an unfinished game or something else"
            raise Ended(Exit.USAGE, f"rules: --save: {self.wanted} {what}, and is left as it is")
        place = self.wanted or (save.place_for_new(self.place) if self.people else self.place)
        try:
            match = Match(game, seed, plan.seats, game.new(seed, first_player=plan.first))
            match.at_table = self.at_table
        except Fault as fault:
            show_fault(fault, game, plays_again(seed))
            return Exit.FAULT
        return self.play(match, plan, place, None)

    def play(self, match: Match, plan: Plan, place: Path, shown: list[int] | None) -> int:
        """Play a game to its end and show its result."""
        columns = self.terminal.columns if self.terminal.real else PLAIN_COLUMNS
        look = Look(columns, self.language, coloured(sys.stdout))
        try:
            if not match.people and not match.at_table:
                public.play(match, look)
            else:
                self.with_people(match, plan, place, shown, look)
        except Fault as fault:
            saved = f"saved: `rules run {self.command(place)} --resume` comes to it again"
            show_fault(fault, match.game, saved if shared(match) else plays_again(match.seed))
            return Exit.FAULT
        sys.stdout.flush()
        if match.state.over or not shared(match):
            note(word(self.language, "seed", match.seed))
        return Exit.HOLDS

    def with_people(self, match: Match, plan: Plan, place: Path, shown: list[int] | None, look: Look) -> None:
        """Let people play at the terminal."""
        self.terminal.paged = len(match.people) > 1 or notes_forbidden(self.rules)

        def keep(so_far: list[int], *, finished: bool = False) -> None:
            self.keep(place, resume.saved(match, plan, self.language, so_far, finished=finished))

        session = Session(match, self.terminal, self.language, keep)
        if shown is not None and len(shown) == len(session.shown):
            session.shown = list(shown)
        save.sweep(place)
        keep(session.shown)
        if session.play():
            keep(session.shown, finished=True)
            self.terminal.write(["", *sheet(match.game, match.state.result(), look)])
        else:
            self.terminal.write(["", word(self.language, "left")])
            if not self.warned:
                self.terminal.write([word(self.language, "saved", self.command(place))])

    def command(self, place: Path) -> str:
        """Return how the game goes on."""
        usual = save.usual_place(self.rules.written.game.value)
        return self.file if place == usual else f"{self.file} --save {place}"

    def keep(self, place: Path, content: save.Save) -> None:
        """Save the game; where that isn't possible, say so once."""
        try:
            save.write(place, content)
        except OSError as error:
            if not self.warned:
                self.warned = True
                note(f"rules: the game can't be saved in {place}: {error.strerror}")


def shared(match: Match) -> bool:
    """Tell whether several people play. While they may go on with a game its seed isn't said: with it anyone could look
    at what is hidden."""
    return len(match.people) > 1


def plays_again(seed: int) -> str:
    """Return the words for a seed that plays a game again."""
    return f"seed {seed} plays it again"
