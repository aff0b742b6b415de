"""A game of bots -> what each seat's log must bear out: every bit by an event, every line by the log of the play."""

from __future__ import annotations

from attrs import define, field

from leaks.alike import told
from leaks.worlds import settled
from rulewright.cli.play import history, resume, save
from rulewright.cli.play.dialogue import Plan
from rulewright.cli.play.match import Match
from rulewright.cli.play.transcript import Reader
from rulewright.interpreter.game import Game, State

TOO_SHORT = 3
"""Names up to so long stand in other words, so they aren't searched for."""


@define(eq=False)
class Witness:
    """What one observer has seen and heard of a game so far."""

    seat: int
    known: set[int]
    """The components whose face it knew when the game was last looked at."""
    ever: set[str]
    """The names of all it has seen, and of all whose face its bits claim."""
    texts: list[str] = field(factory=list)
    """What it has heard since."""
    events: int = 0
    """How many bits were set by an event that left nothing in sight."""

    def look(self, state: State) -> list[str]:
        """Take in a step; return the names of components whose bit was set though nothing in this observer's log or
        in its sight says so (P4)."""
        self.texts += [text for _, text in told(state, self.seat)]
        if not settled(state):
            return []
        names = names_of(state)
        seen = {c for c in names if state.game.machine.effects.sight.mask(state.cells, c) >> self.seat & 1}
        now = {c for c in names if state.cells[state.game.graph.cells.known + c] >> self.seat & 1}
        new = sorted(now - self.known)
        view = repr(state.observe(self.seat)) if new else ""
        silent = [
            names[c]
            for c in new
            if not (c in seen and names[c] in view) and not any(said(state, c, text) for text in self.texts)
        ]
        self.events += sum(c not in seen for c in new)
        self.known, self.texts = now, []
        self.ever |= {names[c] for c in seen | now}
        return silent


def names_of(state: State) -> dict[int, str]:
    """Return how each component is printed when its face is seen."""
    return {c.id: state.game.machine.writer.component(state.cells, c.id) for c in state.game.load.cards}


def said(state: State, component: int, text: str) -> bool:
    """Tell whether a text names a component: as it is printed, or by one of the words on it."""
    card = state.game.load.cards[component]
    words = [word.in_language("", "en") for texts in card.texts.values() for word in texts]
    printed = state.game.machine.writer.component(state.cells, component)
    return any(name and name in text for name in (printed, *words))


def witnesses(game: Game, state: State) -> list[Witness]:
    """Return the observers of a new game: what lies in the box is public."""
    start = game.new(state.seed, log=False)
    start.cells[:] = game.machine.fresh()
    names = names_of(start)
    found = []
    for seat in range(game.players + 1):
        public = {c for c in names if game.machine.effects.sight.sees(start.cells, seat, c)}
        found.append(Witness(seat, set(public), {names[c] for c in public}))
    return found


def bots_play(game: Game, seed: int, most: int) -> tuple[Match, list[Witness], list[str]]:
    """Let bots play a game, or its first answers; return it, its witnesses and what their logs don't bear out."""
    match = Match(game, seed, ["random"] * game.players, game.new(seed))
    log = match.state.log
    assert log is not None
    seats, wrong, heard = witnesses(game, match.state), [], 0
    for number in range(most):
        step = match.state.clone()
        step.log, heard = log[heard:], len(log)
        for witness in seats:
            wrong += [f"answer {number}, seat {witness.seat}: {name}" for name in witness.look(step)]
        if not match.step():
            break
    return match, seats, wrong


def replayed(match: Match, seat: int) -> tuple[list[str], list[str]]:
    """Return the lines of a saved and replayed game for an observer, and those of the log of the play itself."""
    game = match.game
    plan = Plan(game.players, [game.seat(n) for n in range(game.players)], match.seats, {}, None)
    found = save.unpacked(save.packed(resume.saved(match, plan, "en", [0] * (game.players + 1))))
    again = history.lines(game, found, seat, full=False, colour=False)
    lines = Reader(game, seat, history.COLUMNS, "en").lines(match.state.log or [])
    return again[: len(lines)], lines


def strangers(match: Match, witness: Witness, lines: list[str]) -> list[str]:
    """Return the names in a replay that its observer has never seen nor heard (P7). A name that is part of one it
    has seen isn't searched for there."""
    text = " ".join(line.strip() for line in lines)
    for name in sorted(witness.ever, key=lambda name: (-len(name), name)):
        text = text.replace(name, "·")
    names = {name for name in names_of(match.state).values() if len(name) > TOO_SHORT}
    return sorted(name for name in names - witness.ever if name in text)
