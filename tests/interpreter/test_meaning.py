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
    assert found
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


def test_a_mistake_in_play_names_the_rule() -> None:
    """A division by zero is a fault with its place, and the rule that it stands in (3.2.3)."""
    state = Game.of(rules("numbers"), 2).new(1)
    place = [option.text for option in state.options(0)].index("by zero")
    with pytest.raises(Fault, match="0") as found:
        state.apply(0, place)
    assert (found.value.code, found.value.rule) == ("range", "flow")
    assert found.value.span.text == "1 / (minus + 7) rounded down"


def variable(state: State, name: str) -> int | None:
    """Return a variable that has one value."""
    return dict(state.observe(0).variables)[name][0]
