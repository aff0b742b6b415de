"""More classic games have the numbers that independent engines found: exact ones, and means of random play."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from oracle import shipped
from rulewright.interpreter.analysis import perft, tree
from rulewright.interpreter.game import Chance, Decision, Game, State


def test_pig_tree() -> None:
    """A small Pig: four points, a die of three sides, twelve decisions at most."""
    settings = {"target": "4", "sides": "3", "horizon": "12"}
    found = tree(Game.of(shipped.rules("classics/pig"), 2, settings), information=False)
    assert (found.histories, found.decision, found.chance, found.terminal) == (
        1_151_626,
        467_845,
        116_961,
        566_820,
    )
    assert found.value == (Fraction(137_321, 1_417_176), Fraction(-137_321, 1_417_176))
    assert round(float(found.value[0]), 9) == 0.096897633
    assert round(float(found.decisions), 4) == 7.8591


def test_perft_of_othello() -> None:
    assert perft(shipped.game("classics/othello", 2), 5) == [4, 12, 56, 244, 1_396]


def test_a_deal_of_hearts_has_52_decisions_and_9_where_cards_are_passed() -> None:
    """Three cards each are passed in three of four deals: 61 decisions on average."""
    game = shipped.game("classics/hearts", 4)
    first = game.new(0, log=False)
    counts = []
    for outcome in range(len(first.outcomes())):
        state = first.clone()
        state.choose(outcome)
        counts.append(sum(1 for _ in decisions(state, Random(outcome))))
        assert sum(state.result().returns) in (78, 26)
    assert counts == [52, 64, 64, 64]
    assert sum(counts) / len(counts) == 61


@pytest.mark.parametrize(
    ("name", "players", "games", "mean", "deviation"),
    [("go_fish", 2, 40, 55.46, 2.9), ("crazy_eights", 5, 40, 80.5, 14.4)],
)
def test_random_games_are_as_long_as_elsewhere(
    name: str, players: int, games: int, mean: float, deviation: float
) -> None:
    """The mean lies within four standard errors; the seeds are fixed."""
    game = shipped.game(f"classics/{name}", players)
    lengths = [sum(1 for _ in decisions(game.new(seed, log=False), Random(seed))) for seed in range(games)]
    assert abs(sum(lengths) / games - mean) < 4 * deviation / games**0.5


def decisions(state: State, luck: Random) -> Iterator[Decision]:
    """Play a random game to its end and yield its decisions."""
    while not state.over:
        stop = state.stop
        if isinstance(stop, Chance):
            state.draw()
            continue
        assert isinstance(stop, Decision)
        yield stop
        state.apply(stop.player, luck.randrange(len(state.options(stop.player))))
