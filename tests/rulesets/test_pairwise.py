"""The games of the sources with every two values of their parameters: they end, without a fault, and nothing is lost.

`PAIRWISE_SEEDS=200` plays as many games of each row; one is enough for the gate.
"""

from __future__ import annotations

import os
from itertools import combinations

import pytest
from attrs import evolve

from leaks.alike import Tally, play
from rulesets.pairwise import Course, adds_up, conserved, covering, game_of, pairs_of, played, values
from rulewright.interpreter.game import State

GAMES = ["a_la_carte", "bbqp_draft14", "bbqp_draft15", "chaos_terria", "garcon", "usagi_curry"]
SEEDS = int(os.environ.get("PAIRWISE_SEEDS", "1"))


def test_every_two_values_meet() -> None:
    """The rows hold all pairs, each row has every parameter, and they are far fewer than all tables."""
    factors = {"a": ["1", "2", "3"], "b": ["1", "2"], "c": ["x", "y"], "d": ["1", "2", "3", "4"]}
    rows = covering(factors)
    met = {pair for row in rows for pair in pairs_of(row)}
    wanted = {
        (a, one, b, other) for a, b in combinations(factors, 2) for one in factors[a] for other in factors[b]
    }
    assert met == wanted
    assert all(list(row) == list(factors) for row in rows)
    assert 12 <= len(rows) <= 16
    assert rows == covering(factors)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_table_plays(name: str) -> None:
    """At each row games end without a fault, all components are still there, and the score sheet holds together;
    nothing that an observer can't know tells two states apart."""
    course, tally = Course(), Tally()
    rows = covering(values(name))
    for row in rows:
        game = game_of(name, row)
        for seed in range(SEEDS):
            assert not (wrong := played(game, seed, course)), (wrong, seed, row)
        assert list(play(game, 0, steps=24, every=8, tally=tally)) == [], row
    assert course.games == len(rows) * SEEDS


def test_a_lost_component_is_noticed() -> None:
    """A component that lies nowhere any more is found."""
    game = game_of("usagi_curry", covering(values("usagi_curry"))[0])
    state = game.new(1)
    state.draw_all()
    assert conserved(state)
    at = next(base for base in game.graph.cells.spots[1:] if state.cells[base] > 1)
    state.cells[at] -= 1
    assert not conserved(state)
    state.cells[at] += 1
    assert conserved(state)


def test_a_sheet_that_does_not_add_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Totals that aren't sums, and winners who don't stand first, are found."""
    state = game_of("garcon", covering(values("garcon"))[0]).new(1)
    result = state.result()
    assert adds_up(state)
    for wrong in (
        evolve(result, totals=tuple(total + 1 for total in result.totals)),
        evolve(result, ranking=result.ranking[:-1]),
        evolve(result, returns=tuple(share + 1 for share in result.returns)),
    ):
        monkeypatch.setattr(State, "result", lambda _, wrong=wrong: wrong)
        assert not adds_up(state)
