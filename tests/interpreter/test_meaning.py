"""What the language means, paragraph by paragraph: the case files hold the smallest games that show it.

Every case is carried out by the engine, and the games are played by the second opinion too.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from oracle.lockstep import Pair
from rulewright.dsl import typed
from rulewright.dsl.compile import check_file
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Game, Race, State
from rulewright.interpreter.scenarios import run_tests

FOLDER = Path(__file__).parents[1] / "cases" / "meaning"
CASES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


def rules(name: str) -> typed.Rules:
    """Return the rules of a case file, checked."""
    found, report = check_file(FOLDER / f"{name}.yaml")
    assert found is not None, "\n".join(f"{d.span}: {d.message}" for d in report.sorted())
    return found


@pytest.mark.parametrize("name", CASES)
def test_cases_hold(name: str) -> None:
    found = run_tests(rules(name))
    assert {o.name: o.message for o in found if o.status != "pass"} == {}


@pytest.mark.parametrize("name", CASES)
def test_the_second_opinion_agrees(name: str) -> None:
    game_rules = rules(name)
    game = Game.of(game_rules, game_rules.written.players[0])
    for seed in range(40):
        Pair(game, seed).play(Random(seed))


@pytest.mark.parametrize(
    ("case", "reacting", "first"),
    [("round", (0, 1, 2), 1), ("round", (0, 2), 2), ("quickest", (0, 1, 2), 2), ("quickest", (0, 1), 0)],
)
def test_of_several_who_react_the_order_names_the_first(
    case: str, reacting: tuple[int, ...], first: int
) -> None:
    """From the left of the first player clockwise; by quickness, the first player first where it is equal (6.4)."""
    state = Game.of(rules("races"), 3).new(1)
    state.apply(0, [option.text for option in state.options(0)].index(case))
    assert isinstance(state.stop, Race)
    for player in (2, 0, 1):
        state.apply(player, 0 if player in reacting else 1)
    assert variable(state, "first_one") == first


@pytest.mark.parametrize(
    ("case", "code", "text", "rule"),
    [
        ("too large", "range", "small", "flow"),
        ("too small", "range", "small", "flow"),
        ("overflow", "range", "big * 2", "flow"),
        ("wrong part", "range", "shade", "flow"),
        ("none stored", "none", "leader", "flow"),
        ("of none", "none", "holder.left", "flow"),
        ("no member", "index", "grid", "flow"),
        ("no place", "index", "move c to row at 4", "flow"),
        ("no choice", "deadlock", "first_player chooses missing from empty_place", "flow"),
        ("no slip", "supply", "write note on notes with author = leader", "flow"),
        ("not allowed", "gap", "never", "procedures.never"),
        ("not on turn", "turn", "on_own_turn", "procedures.on_own_turn"),
        ("no end", "loop", "repeat until small > 2:", "procedures.spin"),
        ("rounds", "limit", "repeat 2 times:", "flow"),
        ("too many stops", "limit", 'first_player may "Go on":', "flow"),
    ],
)
def test_a_mistake_in_play_names_the_rule(case: str, code: str, text: str, rule: str) -> None:
    """A fault has its code, its place and the rule it stands in: the same for every engine (3.2, 2.11)."""
    with pytest.raises(Fault) as found:
        finish(Game.of(rules("faults"), 2).new(1), case)
    assert (found.value.code, found.value.rule) == (code, rule)
    assert found.value.span.text.startswith(text)


def finish(state: State, case: str) -> None:
    """Choose a case of the menu with which a case file begins, and go on with the first option."""
    state.apply(0, [option.text for option in state.options(0)].index(case))
    while not state.over:
        state.apply(0, 0)


def variable(state: State, name: str) -> int | None:
    """Return a variable that has one value."""
    return dict(state.observe(0).variables)[name][0]
