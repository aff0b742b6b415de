"""Many games in one call: every engine plays the same ones, those of the reference engine with the same draws."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.lockstep import ending, runners_of, told
from laws.rulesets import make
from oracle import shipped
from rulewright.dsl.cells import CHANCE, KIND, MASK, OVER
from rulewright.interpreter.chance import below, game_seed, point_key
from rulewright.interpreter.engines.fast import FaultAt, Runner
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Game, State

GAME, BOTS = 3, 2**63 + 5
"""Seeds of the two streams of draws."""


def ends(name: str) -> list[tuple[str, int]]:
    """Return a ruleset with the least and the greatest number of players."""
    return [(name, players) for players in sorted(set(shipped.rules(name).written.players))]


def words_of(runner: Runner, first: int, count: int) -> list[list[int]]:
    """Return what a call leaves: the words of each game."""
    names = runner.program.names
    assert runner.call("many", first, count) == count
    width = names["RESULT_WIDTH"]
    words = runner.read(names["RESULTS"], count * width)
    return [words[at : at + width] for at in range(0, len(words), width)]


def answered(state: State, index: int) -> int:
    """Let the draws of game `index` answer to the end; return how many decisions there were."""
    seed, decisions, drawn = game_seed(BOTS, index), 0, 0
    while state.cells[KIND] != OVER:
        if state.cells[KIND] == CHANCE:
            state.draw()
            continue
        player = next(seat for seat in range(state.game.players) if state.cells[MASK] >> seat & 1)
        count, number = len(state.options(player)), 0
        if count > 1:
            number = below(seed, point_key("bots"), drawn, count)
            drawn += 1
        state.apply(player, number)
        decisions += 1
    return decisions


def reference_words(game: Game, index: int) -> list[int]:
    """Return what the reference engine says of a game, as the words of a program."""
    state = game.new(game_seed(GAME, index), log=False)
    return [answered(state, index), *result_words(state)]


def result_words(state: State) -> list[int]:
    """Return outcome, winners, what returns are fractions of, totals and returns."""
    found = state.result()
    outcome = ("win", "shared", "rematch", "nobody", "draw").index(found.outcome)
    mask = sum(1 << seat for seat in found.winners)
    own = state.game.rules.returns is not None
    worth = 1 if own or not found.winners else len(found.winners)
    return [outcome, mask, worth, *found.totals, *(int(r * worth) for r in found.returns)]


@pytest.mark.parametrize(("name", "players"), [t for n in shipped.whole() for t in ends(n)])
def test_same_games(name: str, players: int) -> None:
    """Decisions, outcome, winners, totals and returns, word for word."""
    game, first = shipped.game(name, players), players * 1000
    found = {}
    for engine, runner in runners_of(game).items():
        runner.seed(GAME, BOTS)
        found[engine] = words_of(runner, first, 3)
    assert found["python"] == found["wasm"]
    assert found["wasm"][1] == reference_words(game, first + 1)


@pytest.mark.parametrize(("name", "players"), [("classics/pig", 2), ("classics/leduc_poker", 2)])
def test_a_call_is_its_games(name: str, players: int) -> None:
    """Games depend on seed and number alone, up to the most that a call plays."""
    runner = runners_of(shipped.game(name, players))["wasm"]
    runner.seed(GAME, BOTS)
    whole = words_of(runner, 0, 1024)
    assert whole[1000:] == words_of(runner, 1000, 24)
    assert [words_of(runner, n, 1)[0] for n in (0, 7, 1023)] == [whole[n] for n in (0, 7, 1023)]
    runner.seed(GAME + 1, BOTS)
    assert whole != words_of(runner, 0, 1024)


def test_made_up_games() -> None:
    """So do made-up games, those too that a fault ends."""
    count: Counter[str] = Counter()
    for seed in range(200, 208):
        rules, report = make(Random(seed)).typed()
        if rules is None or report.failed:
            continue
        game = Game.of(rules, rules.written.players[0])
        for runner in runners_of(game).values():
            runner.seed(GAME, BOTS)
            for index in range(4):
                count[one_alike(game, runner, index)] += 1
    assert count[""] >= 40
    assert len(count) >= 2


def one_alike(game: Game, runner: Runner, index: int) -> str:
    """See to it that a game goes as in the reference engine; return the code of the fault it ends in."""
    wanted: list[int] | str
    try:
        wanted = reference_words(game, index)
    except Fault as fault:
        wanted = fault.code
    found: list[int] | str
    try:
        found = words_of(runner, index, 1)[0]
    except FaultAt as fault_at:
        found = runner.program.sites[fault_at.site].code
        runner.write(0, [0] * runner.program.words)
    assert found == wanted
    return wanted if isinstance(wanted, str) else ""


@pytest.mark.parametrize(("name", "players"), [("classics/hearts", 4), ("usagi_curry", 3), ("garcon", 4)])
def test_rollouts(name: str, players: int) -> None:
    """Play from a kept state and a given answer goes on as in the reference engine; the kept state stays."""
    game, luck = shipped.game(name, players), Random(4)
    state = game.new(1, log=False)
    while state.cells[KIND] == CHANCE or (state.cells[KIND] != OVER and len(state.answers) < 60):
        if state.cells[KIND] == CHANCE:
            state.draw()
        else:
            seat = next(seat for seat in range(players) if state.cells[MASK] >> seat & 1)
            state.apply(seat, luck.randrange(len(state.options(seat))))
    seat = next(seat for seat in range(players) if state.cells[MASK] >> seat & 1)
    for runner in runners_of(game).values():
        runner.seed(GAME, BOTS)
        runner.write(0, state.cells)
        runner.write(runner.program.names["LISTED"], [0])
        runner.call("save", 3)
        for index in range(6):
            copy = game.at(state.cells, game_seed(GAME, index))
            number = index % len(copy.options(seat))
            copy.apply(seat, number)
            assert runner.call("rollout", 3, seat, number, index) == answered(copy, index)
            assert ending(runner) == told(copy.result())
