"""The reference engine and the second opinion agree at every stop of the shipped games."""

from __future__ import annotations

from random import Random

import pytest

from oracle import shipped
from oracle.lockstep import Pair
from rulewright.dsl import typed
from rulewright.dsl.types import Bool, Int
from rulewright.interpreter.game import Game

MOST_STOPS = 200


@pytest.mark.parametrize(("name", "players"), shipped.tables())
def test_engine_and_second_opinion_agree(name: str, players: int) -> None:
    """With every parameter at its default, for every number of players."""
    played = Pair(shipped.game(name, players), players).play(Random(players), MOST_STOPS)
    assert played.stops > 0
    assert not played.fault


@pytest.mark.parametrize("name", [n for n in shipped.names() if shipped.rules(n).parameters])
@pytest.mark.parametrize("seed", range(3))
def test_engine_and_second_opinion_agree_on_other_readings(name: str, seed: int) -> None:
    """With parameters set at random."""
    luck = Random(seed)
    rules = shipped.rules(name)
    settings = {p.name: luck.choice(values(p)) for p in rules.parameters.values()}
    players = luck.randint(*rules.written.players)
    played = Pair(Game.of(rules, players, settings), seed).play(luck, MOST_STOPS)
    assert played.stops > 0
    assert not played.fault, settings


def values(parameter: typed.Parameter) -> list[str]:
    """Return the values a parameter can have, as written; of a wide range only its default."""
    kind, default = parameter.type, str(parameter.written.default.value)
    if parameter.values is not None:
        return [str(v) for v in parameter.values]
    if isinstance(kind, Bool):
        return ["true", "false"]
    if isinstance(kind, Int) and isinstance(kind.low, int) and isinstance(kind.high, int):
        near = range(kind.low, kind.high + 1)
        return [str(v) for v in near] if len(near) <= 3 else [default]
    return [default]
