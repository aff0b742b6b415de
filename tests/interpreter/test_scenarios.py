"""How tests beside the rules are played: races, luck, chances, shuffles, refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.compile import check_file
from rulewright.interpreter.scenarios import Outcome, run_tests

GAME = """\
rules: 1
game: bells
players: 3
components:
  card: {is: card, has: {rank: 1..4}, cards: [{rank: 1..4}], starts_in: deck}
  grain: {is: token, has: {taste: taste}, cards: [{taste: salt, copies: 2}, {taste: sweet}], starts_in: jar}
types: {taste: [salt, sweet]}
zones:
  deck: {holds: card, as: pile, seen_by: nobody}
  hand: {each: player, holds: card, seen_by: owner}
  jar: {holds: grain}
  bowl: {holds: grain}
variables:
  rung: {is: 0..9 each player}
setup: |
  shuffle deck
phases:
  bell:
    do: |
      race ringer among p in players clockwise from first_player "Ring?"
      if ringer is not none:
          ringer.rung += 1
  shake:
    do: |
      chance chooses 2 grains from jar
      move all g in grains to bowl
  draw:
    do: |
      move top of deck to first_player.hand
      first_player chooses c from first_player.hand
flow: |
  do bell
  do shake
  do draw
tests:
"""


def outcomes(tmp_path: Path, tests: str) -> dict[str, Outcome]:
    """Run tests of the little game."""
    path = tmp_path / "bells.yaml"
    path.write_text(GAME + tests, encoding="utf-8")
    rules, report = check_file(path)
    assert rules is not None, [d.message for d in report.found]
    return {o.name: o for o in run_tests(rules)}


@pytest.mark.parametrize(
    ("play", "rung"),
    [("- P2: ringer", 2), ("- {P3: ringer, P2: ringer}", 2), ("- P3: ringer", 3)],
)
def test_the_first_in_order_wins_a_race(tmp_path: Path, play: str, rung: int) -> None:
    """Several seats of one step react at once; all others are quiet."""
    tests = f"  one:\n    at: bell\n    play:\n      {play}\n    expect: {{P{rung}.rung: 1, sum(p.rung for p in players): 1}}\n"
    assert outcomes(tmp_path, tests)["one"].message == ()


def test_a_race_nobody_mentions_is_nobodys(tmp_path: Path) -> None:
    """The end of a test lets an open race pass."""
    tests = "  one:\n    at: bell\n    expect: {sum(p.rung for p in players): 0}\n"
    assert outcomes(tmp_path, tests)["one"].status == "pass"


def test_several_draws_in_one_answer(tmp_path: Path) -> None:
    """Chance may be told several draws at once; what it can't choose is refused."""
    tests = (
        "  two: {at: shake, play: [{chance: salt and sweet}], expect: {bowl: [salt, sweet]}}\n"
        "  both: {at: shake, play: [{chance: 2 of salt}], expect: {bowl: [2 of salt]}}\n"
        "  not: {at: shake, play: [{refused: {chance: pepper}}], expect: {count(bowl): 2}}\n"
    )
    assert {o.status for o in outcomes(tmp_path, tests).values()} == {"pass"}


def test_exact_chances(tmp_path: Path) -> None:
    """All luck after the steps is enumerated; a wrong probability and a missing value are told."""
    right = "  right: {at: shake, chances: {bowl: {2 of salt: 1/3, salt and sweet: 2/3}}}\n"
    wrong = "  wrong: {at: shake, chances: {bowl: {2 of salt: 1/2, salt and sweet: 1/2}}}\n"
    missing = "  missing: {at: shake, chances: {bowl: {2 of salt: 0.33}}}\n"
    found = outcomes(tmp_path, right + wrong + missing)
    assert found["right"].status == "pass"
    assert "expected 1/2, found 1/3" in found["wrong"].message[0]
    assert "other values have 2/3" in found["missing"].message[0]


def test_luck_that_matters_is_named(tmp_path: Path) -> None:
    """A result that isn't the same for every seed is no pass."""
    found = outcomes(tmp_path, "  luck: {at: draw, expect: {P1.hand: [3]}}\n")["luck"]
    assert found.status == "fail"
    assert found.message[0] == "depends on luck: name `deck`" or found.message[0].startswith(
        "P1.hand: expected [3]"
    )


def test_a_scripted_shuffle_and_one_that_never_comes(tmp_path: Path) -> None:
    """`shuffle ZONE` names what is drawn; if nothing is drawn, the test says so."""
    tests = (
        "  named: {at: draw, play: [{shuffle deck: [3, ...]}], expect: {P1.hand: [3]}}\n"
        "  never: {at: shake, given: {deck: [2]}, play: [{shuffle deck: [2]}, {P1: 2}], expect: {count(deck): 0}}\n"
    )
    found = outcomes(tmp_path, tests)
    assert found["named"].message == ()
    assert "isn't shuffled here" in found["never"].message[-1]


def test_an_impossible_answer_prints_the_list(tmp_path: Path) -> None:
    """A step that can't be played says what can."""
    found = outcomes(
        tmp_path,
        "  one: {at: draw, given: {deck: [2, ...], P1.hand: [1]}, play: [{P1: 4}], expect: {count(deck): 2}}\n",
    )
    assert found["one"].status == "fail"
    assert "possible: 1, 2" in found["one"].message[0]


def test_mistakes_of_a_test_are_told(tmp_path: Path) -> None:
    """Unknown keys, seats, places and phases."""
    tests = (
        "  key: {plays: 3, expect: {count(deck): 4}}\n"
        "  seat: {at: draw, play: [{P9: 1}], expect: {count(deck): 4}}\n"
        "  place: {at: draw, given: {decks: [1]}, expect: {count(deck): 4}}\n"
        "  phase: {at: drawing, expect: {count(deck): 4}}\n"
        "  like: {like: nothing_there, expect: {count(deck): 4}}\n"
    )
    found = {name: o.message[0] for name, o in outcomes(tmp_path, tests).items()}
    assert "no key `plays`" in found["key"]
    assert "`P9` is no seat" in found["seat"]
    assert "`decks`" in found["place"]
    assert "no phase is called `drawing`" in found["phase"]
    assert "no test is called `nothing_there`" in found["like"]
