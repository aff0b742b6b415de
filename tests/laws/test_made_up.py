"""The reference engine and the second opinion agree at every stop of made-up games."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from laws.rulesets import make
from oracle.lockstep import Pair, Played
from rulewright.dsl import typed
from rulewright.interpreter.game import Game

MOST_STOPS = 300

STATEMENTS = {
    name
    for name, found in vars(typed).items()
    if isinstance(found, type) and issubclass(found, typed.Statement) and found is not typed.Statement
}


def played(rules: typed.Rules, seed: int) -> list[Played]:
    """Play one game for each number of players."""
    low, high = rules.written.players
    return [
        Pair(Game.of(rules, players), seed).play(Random(seed), MOST_STOPS) for players in range(low, high + 1)
    ]


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32 - 1))
def test_engine_and_second_opinion_agree(seed: int) -> None:
    rules, report = make(Random(seed)).typed()
    if rules is not None and not report.failed:
        assert played(rules, seed)


def test_made_up_games_are_worth_playing() -> None:
    """Nearly all are right, most pass the checks, nearly all reach their end; together they try every statement."""
    count: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    done: set[str] = set()
    for seed in range(50):
        rules, report = make(Random(seed)).checked()
        count["clean"] += not report.failed
        if rules is None:
            continue
        count["typed"] += 1
        for game in played(rules, seed):
            count["games"] += 1
            count["ended"] += game.ended
            kinds.update(game.kinds)
            done |= game.done
    assert count["typed"] >= 48
    assert count["clean"] >= 45
    assert count["ended"] >= 0.9 * count["games"]
    assert min(kinds[kind] for kind in ("decision", "joint", "race", "chance")) >= 15
    assert done == STATEMENTS
