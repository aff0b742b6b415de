"""Games are data: with every name changed at random the same game is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from laws.rename import FIXED, Walk, renamed
from oracle import shipped
from rulewright.dsl.read import load_tree
from rulewright.interpreter.analysis import asked
from rulewright.interpreter.game import Chance, Game, State

MOST_STOPS = 150
SEEDS = 2


@pytest.mark.parametrize("name", shipped.whole())
def test_other_names_play_the_same_game(name: str, tmp_path: Path) -> None:
    """Draws depend on the names of chance points; so what chance gave is given to the other game too."""
    other, report = shipped.read(renamed(shipped.FOLDER / f"{name}.yaml", tmp_path, Random(name)))
    assert not report.failed, "\n".join(f"{d.span}: {d.message}" for d in report.sorted())
    assert other is not None
    for players in dict.fromkeys(other.written.players):
        game, twin = shipped.game(name, players), Game.of(other, players)
        for seed in range(SEEDS):
            assert list(play(game, twin, seed))


@pytest.mark.parametrize("name", shipped.whole())
def test_no_name_is_left(name: str, tmp_path: Path) -> None:
    path = shipped.FOLDER / f"{name}.yaml"
    before, _ = load_tree(path)
    after, _ = load_tree(renamed(path, tmp_path, Random(1)))
    assert before is not None
    assert after is not None
    old, new = Walk(before).declared - FIXED, Walk(after).declared - FIXED
    assert len(old) == len(new) > 5
    assert not old & new


def play(game: Game, twin: Game, seed: int) -> Iterator[int]:
    """Play both with the same places in their lists; yield how long these were."""
    luck = Random(seed)
    one, two = game.new(seed, log=False), twin.new(seed, log=False)
    for _ in range(MOST_STOPS):
        who = asked(one)
        assert asked(two) == who
        if who is None:
            assert one.result().returns == two.result().returns
            assert list(one.result().lines.values()) == list(two.result().lines.values())
            return
        options = choices(one, who)
        assert choices(two, who) == options
        place = luck.randrange(len(options))
        if isinstance(one.stop, Chance):
            place = one.draw()
        else:
            one.apply(who, place)
        two.apply(who, place)
        yield len(options)


def choices(state: State, who: int) -> list[tuple[object, int]]:
    """Return the values of the options at a stop with their weights."""
    found = state.outcomes() if who == state.game.players else state.options(who)
    return [(option.value, option.weight) for option in found]
