"""An engine, a stretch of time -> how fast it plays, in CPU time of one core."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import TYPE_CHECKING

from attrs import field, frozen

from rulewright.interpreter.engines.fast import Runner
from rulewright.interpreter.series import GAMES, Broken, begin, chunk, reference_series, width

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

CALLS = 2000
"""So often something short is done to find what it costs."""


@frozen
class Speed:
    """What an engine did: games that came to their ends, their decisions, and the CPU seconds they took."""

    games: int
    decisions: int
    seconds: float
    broken: tuple[Broken, ...] = field(default=())


def speed(runner: Runner, seed: int, seconds: float) -> Speed:
    """Play the games of a series for so long, in calls as large as that allows."""
    begin(runner, seed)
    chunk(runner, 0, 1)
    size, games, decisions, index, count = width(runner), 0, 0, 0, 1
    broken: list[Broken] = []
    start = last = process_time()
    while True:
        words, fault = chunk(runner, index, count)
        games += len(words) // size
        decisions += sum(words[::size])
        index += len(words) // size
        if fault is not None:
            broken.append(fault)
            index += 1
        now = process_time()
        if now - start >= seconds:
            return Speed(games, decisions, now - start, tuple(broken))
        if now - last < seconds / 20:
            count = min(2 * count, GAMES)
        last = now


def reference_speed(game: Game, seed: int, seconds: float) -> Speed:
    """Let the reference engine play the same games for so long."""
    list(reference_series(game, seed, 0, 1))
    games, decisions, index = 0, 0, 0
    broken: list[Broken] = []
    start = process_time()
    while True:
        for record in reference_series(game, seed, index, 1):
            if isinstance(record, Broken):
                broken.append(record)
            else:
                games += 1
                decisions += record.decisions
        index += 1
        now = process_time()
        if now - start >= seconds:
            return Speed(games, decisions, now - start, tuple(broken))


def copy_cost(runner: Runner) -> tuple[float, float]:
    """Return the CPU seconds that a call from Python takes, and those that copying a state takes inside a call."""
    call = cost_of(lambda: runner.call("perft", 0, 0))
    return call, max(cost_of(lambda: runner.call("save", 1)) - call, 0.0)


def cost_of(action: Callable[[], object]) -> float:
    """Return the CPU seconds that something short takes: the least of several series."""
    found = []
    for _ in range(5):
        start = process_time()
        for _ in range(CALLS):
            action()
        found.append((process_time() - start) / CALLS)
    return min(found)
