"""More classic games have exactly the numbers that independent engines found."""

from __future__ import annotations

from fractions import Fraction

from oracle import shipped
from rulewright.interpreter.analysis import tree
from rulewright.interpreter.game import Game


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
