"""Laws of every game: nothing is lost, every stop can be answered, the same answers give the same game."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.playing import replayed, step, stops
from laws.rulesets import make
from oracle import shipped
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Chance, Game, Joint, Race, State, Terminal

MOST_STOPS = 100
TESTS = Path(__file__).parents[1]


def components_are_conserved(state: State) -> None:
    """Every component lies in exactly one zone, and every zone knows how many lie in it."""
    game, cells = state.game, state.game.graph.cells
    places = game.machine.places
    lying = Counter(c for spot in game.load.spots for c in places.stored(state.cells, spot.number))
    assert lying == dict.fromkeys(range(len(game.load.cards)), 1)
    for spot in game.load.spots:
        inside = places.stored(state.cells, spot.number)
        assert len(inside) == state.cells[cells.spots[spot.number]] <= cells.rooms[spot.number]
        assert all(places.spot_of(state.cells, c) == spot.number for c in inside)
        assert all(game.load.cards[c].kind.name in spot.zone.kinds for c in inside)
    for spot in game.load.spots:
        if spot.zone.lazy:
            base = cells.spots[spot.number]
            assert 0 <= state.cells[base + 1] <= state.cells[base + 2] <= state.cells[base]


def something_can_be_answered(state: State) -> None:
    """A decision has an option, a chance point at least two outcomes; asking changes nothing, twice is the same."""
    cells = list(state.cells)
    match state.stop:
        case Terminal():
            return
        case Chance():
            outcomes = [(o.value, o.weight) for o in state.outcomes()]
            assert len(outcomes) > 1
            assert all(weight > 0 for _, weight in outcomes)
            assert outcomes == [(o.value, o.weight) for o in state.outcomes()]
        case stop:
            players = stop.players if isinstance(stop, Joint | Race) else (stop.player,)
            assert players
            for player in players:
                options = [(o.value, o.form, o.text) for o in state.options(player)]
                assert options
                assert options == [(o.value, o.form, o.text) for o in state.options(player)]
                assert state.observe(player).options == tuple(text for _, _, text in options)
    assert state.cells == cells


def a_clone_is_independent(state: State) -> None:
    """What happens in a copy doesn't happen in the original; the copy starts from the same."""
    if state.over:
        return
    cells, answers, log = list(state.cells), list(state.answers), list(state.log or [])
    clone = state.clone()
    assert clone.digest() == state.digest()
    try:
        step(clone, Random(1))
    except Fault:
        pass
    else:
        assert clone.cells != cells
    assert (state.cells, state.answers, state.log) == (cells, answers, log)


def laws_hold(state: State, most: int) -> None:
    """Play a random game to its end, trying the laws at every stop; replay it to its last."""
    last = state
    for found in stops(state, Random(state.seed), most):
        components_are_conserved(found)
        something_can_be_answered(found)
        a_clone_is_independent(found)
        last = found.clone()
    again = replayed(state.game, state.seed, last.answers)
    assert (again.cells, again.log, again.held) == (last.cells, last.log, last.held)


@pytest.mark.parametrize("name", shipped.names())
def test_laws_hold_in_shipped_games(name: str) -> None:
    low, high = shipped.rules(name).written.players
    for players in dict.fromkeys((low, high)):
        laws_hold(shipped.game(name, players).new(players), MOST_STOPS)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32 - 1))
def test_laws_hold_in_made_up_games(seed: int) -> None:
    rules, report = make(Random(seed)).typed()
    if rules is None or report.failed:
        return
    for players in dict.fromkeys(rules.written.players):
        try:
            state = Game.of(rules, players).new(seed)
        except Fault:
            continue
        laws_hold(state, MOST_STOPS)


@pytest.mark.parametrize("name", shipped.names())
def test_random_games_end(name: str) -> None:
    """A game ends by its own rules, far from its limits, and its result adds up."""
    rules = shipped.rules(name)
    game = shipped.game(name, rules.written.players[0])
    state = game.new(3, log=False)
    for _ in stops(state, Random(3), 5_000):
        pass
    assert state.over
    result = state.result()
    assert sum(result.returns) == 0 or rules.returns is not None
    assert sorted(p for group in result.ranking for p in group) == list(range(game.players))


def test_the_same_seed_gives_the_same_bytes_in_every_process() -> None:
    """Neither the order of sets nor hashes of strings show in a game."""
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "laws.digests"],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(TESTS)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    one, two = (run.communicate()[0] for run in runs)
    assert all(run.returncode == 0 for run in runs)
    assert one == two
    assert len(one.splitlines()) > 20
