"""A running program, a seed -> games played by luck alone, one record each; and the same games, one by one, by the
reference engine.

Every player answers with each option equally often. Game number i of a series depends on the seed and on i alone: on
no engine, on no other game, on no chunk it is played in.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import define, frozen

from rulewright.interpreter.chance import below, game_seed, mix, point_key
from rulewright.interpreter.engines.fast import FaultAt, Runner

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game, State

CHUNK = 256
"""So many games are played in one call, unless somebody wants fewer."""
GAMES = 1024
"""How many games of a series are played in one call, at most."""
OUTCOMES = ("win", "shared", "rematch", "nobody", "draw")
"""How a game can end, by the number that programs give it."""
BOTS = point_key("bots")
"""Whoever answers by luck draws at this point."""


@frozen
class Played:
    """A game that came to its end.

    `decisions` counts the answers of players. `winners` are seats; `totals` and `returns` have an entry for each seat.
    """

    index: int
    decisions: int
    outcome: str
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    returns: tuple[Fraction, ...]


@frozen
class Broken:
    """A game that a fault has ended: its code, the number of the fault among the program's, and the instruction of
    the control graph at which it happened. The reference engine tells no number: `site` is -1 then."""

    index: int
    code: str
    site: int
    instruction: int


def bots_seed(seed: int) -> int:
    """Return the seed of those who answer by luck: their draws have nothing to do with the game's."""
    return mix(seed ^ BOTS)


def begin(runner: Runner, seed: int) -> None:
    """Choose the seed of the series that is played from now on."""
    runner.seed(seed, bots_seed(seed))


def chunk(runner: Runner, first: int, count: int) -> tuple[list[int], Broken | None]:
    """Play games in one call; return the results of those that came to their ends, one after the other, and what has
    ended the next one, if that didn't. Results are `width` words each. After a fault memory is as in a new engine."""
    names, broken = runner.program.names, None
    try:
        done = runner.call("many", first, count)
    except FaultAt as fault:
        index, pc = runner.read(names["GAME"], 1)[0], runner.read(names["PC"], 1)[0]
        broken = Broken(index, runner.program.sites[fault.site].code, fault.site, pc)
        done = index - first
    words = runner.read(names["RESULTS"], done * width(runner))
    if broken is not None:
        runner.write(0, [0] * runner.program.words)
    return words, broken


def width(runner: Runner) -> int:
    """Return how many words a result takes."""
    return runner.program.names["RESULT_WIDTH"]


def series(runner: Runner, seed: int, first: int, count: int) -> Iterator[Played | Broken]:
    """Yield the games of a series from number `first` on, in order. One that ends in a fault is a record too, and the
    next goes on."""
    begin(runner, seed)
    size, index, end = width(runner), first, first + count
    while index < end:
        words, broken = chunk(runner, index, min(CHUNK, end - index))
        for start in range(0, len(words), size):
            yield record(index, words[start : start + size], runner.program.names["PLAYERS"])
            index += 1
        if broken is not None:
            yield broken
            index += 1


def record(index: int, words: list[int], players: int) -> Played:
    """Return a result that a program has left in memory."""
    decisions, outcome, mask, worth = words[:4]
    winners = tuple(seat for seat in range(players) if mask >> seat & 1)
    totals, returns = words[4 : 4 + players], words[4 + players : 4 + 2 * players]
    return Played(
        index,
        decisions,
        OUTCOMES[outcome],
        winners,
        tuple(totals),
        tuple(Fraction(numerator, worth) for numerator in returns),
    )


# -- the same games by the reference engine -------------------------------------------------------


def reference_series(game: Game, seed: int, first: int, count: int) -> Iterator[Played | Broken]:
    """Yield the same games with the same draws, played by the reference engine."""
    from rulewright.interpreter.faults import Fault

    for index in range(first, first + count):
        single = Single(game, seed, index)
        try:
            yield single.played()
        except Fault as fault:
            yield Broken(index, fault.code, -1, single.instruction)


@define(eq=False)
class Single:
    """One game of a series, in the hands of the reference engine."""

    game: Game
    seed: int
    index: int
    state: State | None = None

    def played(self) -> Played:
        """Play it to its end; raises Fault."""
        state = self.state = self.game.new(game_seed(self.seed, self.index), log=False)
        decisions = self.answered(state, game_seed(bots_seed(self.seed), self.index))
        found = state.result()
        return Played(self.index, decisions, found.outcome, found.winners, found.totals, found.returns)

    @property
    def instruction(self) -> int:
        """Where it is: an instruction of the control graph."""
        from rulewright.dsl.cells import PC

        return self.state.cells[PC] if self.state is not None else 0

    def answered(self, state: State, bots: int) -> int:
        """Let luck answer to the end and return how many decisions there were."""
        from rulewright.dsl.cells import CHANCE, KIND, MASK, OVER

        cells, decisions, drawn = state.cells, 0, 0
        while cells[KIND] != OVER:
            if cells[KIND] == CHANCE:
                state.draw()
                continue
            player = (cells[MASK] & -cells[MASK]).bit_length() - 1
            count, number = len(state.options(player)), 0
            if count > 1:
                number = below(bots, BOTS, drawn, count)
                drawn += 1
            state.apply(player, number)
            decisions += 1
        return decisions
