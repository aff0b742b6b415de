"""A game of bots -> what each seat's log must bear out: every bit by an event, every line by the log of the play."""

from __future__ import annotations

from attrs import define, field

from leaks.alike import met, names_in, names_of, telling, told
from leaks.worlds import settled
from rulewright.cli.play import history, resume, save
from rulewright.cli.play.dialogue import Plan
from rulewright.cli.play.match import Match
from rulewright.cli.play.transcript import Reader, opening
from rulewright.interpreter.game import Game, State


@define(eq=False)
class Witness:
    """What one observer has seen and heard of a game so far."""

    seat: int
    known: set[int]
    """The components whose face it knew when the game was last looked at."""
    ever: set[int] = field(factory=set)
    """The components it has met since set-up was over."""
    texts: list[str] = field(factory=list)
    """What it has heard since."""
    events: int = 0
    """How many bits were set by an event that left nothing in sight."""

    def look(self, state: State, *, playing: bool) -> list[str]:
        """Take in a step; return the names of components whose bit was set though nothing in this observer's log or
        in its sight says so (P4)."""
        self.texts += [text for _, text in told(state, self.seat)]
        if playing:
            self.ever |= met(state, self.seat)
        if not settled(state):
            return []
        s, cells, names = state.cells, state.game.graph.cells, names_of(state)
        now = {c for c in names if s[cells.known + c] >> self.seat & 1}
        seen = {c for c in now if state.game.machine.effects.sight.mask(s, c) >> self.seat & 1}
        new = sorted(now - self.known)
        view = repr(state.observe(self.seat)) if new else ""
        silent = [
            names[c]
            for c in new
            if not (c in seen and names[c] in view) and not any(said(state, c, text) for text in self.texts)
        ]
        self.events += sum(c not in seen for c in new)
        self.known, self.texts = now, []
        return silent


def said(state: State, component: int, text: str) -> bool:
    """Tell whether a text names a component: as it is printed, or by one of the words on it."""
    card = state.game.load.cards[component]
    words = [word.in_language("", "en") for texts in card.texts.values() for word in texts]
    printed = state.game.machine.writer.component(state.cells, component)
    return any(name and name in text for name in (printed, *words))


def witnesses(game: Game) -> list[Witness]:
    """Return the observers of a new game: what lies in the box is public."""
    cells, sees = game.machine.fresh(), game.machine.effects.sight.sees
    cards = [card.id for card in game.load.cards]
    return [Witness(seat, {c for c in cards if sees(cells, seat, c)}) for seat in range(game.players + 1)]


def bots_play(game: Game, seed: int, most: int) -> tuple[Match, list[Witness], list[str]]:
    """Let bots play a game, or its first answers; return it, its witnesses and what their logs don't bear out."""
    match = Match(game, seed, ["random"] * game.players, game.new(seed))
    log = match.state.log
    assert log is not None
    seats, wrong, heard = witnesses(game), [], 0
    for number in range(most + 1):
        step = match.state.clone()
        step.log, heard = log[heard:], len(log)
        playing = opening(log) < len(log)
        for witness in seats:
            silent = witness.look(step, playing=playing)
            wrong += [f"answer {number}, seat {witness.seat}: {name}" for name in silent]
        if number == most or not match.step():
            break
    return match, seats, wrong


def replayed(match: Match, seat: int) -> tuple[list[str], list[str], int]:
    """Return the lines of a saved and replayed game for an observer, those of the log of the play itself, and how
    many of them tell of set-up."""
    game, log = match.game, match.state.log or []
    plan = Plan(game.players, [game.seat(n) for n in range(game.players)], match.seats, {}, None)
    found = save.unpacked(save.packed(resume.saved(match, plan, "en", [0] * (game.players + 1))))
    again = history.lines(game, found, seat, full=False, colour=False)
    reader = Reader(game, seat, history.COLUMNS, "en")
    lines, before = reader.lines(log), reader.lines(log[: opening(log)])
    return again[: len(lines)], lines, len(before)


def hidden_from(match: Match, witness: Witness) -> list[str]:
    """Return the names of components that an observer hasn't met since set-up was over."""
    return sorted(name for c, name in telling(match.state).items() if c not in witness.ever)


def strangers(match: Match, witness: Witness, lines: list[str]) -> list[str]:
    """Return which of those names stand in some lines of play, wrapped or not (P7)."""
    return names_in([" ".join(line.strip() for line in lines)], hidden_from(match, witness))
