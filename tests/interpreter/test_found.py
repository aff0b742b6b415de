"""What games written from the language page alone brought to light."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.compile import check_file
from rulewright.interpreter.scenarios import Outcome, run_tests

GAME = """\
rules: 1
game: dealt_in_the_flow
players: 2..3
types: {hue: [red, blue]}
components:
  card:
    is: card
    has: {hue: hue, rank: 1..3}
    keeps: {told: hue or none open, worn: bool}
    cards: [{hue: each, rank: each, copies: 2}]
    starts_in: deck
zones:
  deck: {holds: card, as: pile, seen_by: nobody}
  hand: {each: player, holds: card, as: row, seen_by: others}
  laid: {holds: card}
variables:
  dealer: player
  leader: player
  deals: 0..3
procedures:
  deal:
    do: |
      shuffle deck
      for p in players:
          move top 2 of deck to p.hand
actions:
  lay:
    choose:
      card: from me.hand
    do: |
      move card to laid
  tell:
    choose:
      other: from players where other is not me
      colour: from hue where any(c in other.hand where c.hue is colour)
    do: |
      for c in other.hand:
          if reveal c.hue is colour:
              c.told = colour
setup: |
  dealer = first_player
phases:
  play:
    turns: clockwise from leader
    rounds: 1
    turn: |
      me takes one of lay, tell
flow: |
  repeat 3 times:
      deals += 1
      do deal
      leader = dealer.left
      do play
tests:
"""


def outcome(tmp_path: Path, test: str) -> Outcome:
    """Run one test of the little game."""
    path = tmp_path / "dealt.yaml"
    path.write_text(
        GAME + "  one:\n" + "".join(f"    {line}\n" for line in test.splitlines()), encoding="utf-8"
    )
    rules, report = check_file(path)
    assert rules is not None, [d.message for d in report.found]
    return run_tests(rules)[0]


def test_what_a_test_names_replaces_what_the_flow_deals(tmp_path: Path) -> None:
    """`at` a phase behind a deal in the flow: hands are exactly as given, the rest is an ordinary deal."""
    found = outcome(
        tmp_path,
        "players: [A, B]\nat: play, B\ngiven: {B.hand: [red 1]}\n"
        "expect: {B.hand: [red 1], count(A.hand): 2, count(deck): 9}",
    )
    assert found.message == ()


def test_the_flow_reads_what_a_test_names(tmp_path: Path) -> None:
    """What the flow works out on the way follows from the variables a test gives."""
    found = outcome(
        tmp_path,
        "players: [A, B, C]\nat: play\ngiven: {dealer: B, deals: 2}\nexpect: {leader: C, deals: 2, next: C}",
    )
    assert found.message == ()


@pytest.mark.parametrize("answer", ["lay card 2", "lay · card 2", "lay blue 3"])
def test_a_hidden_card_is_answered_as_it_is_listed_or_by_its_face(tmp_path: Path, answer: str) -> None:
    """The decider sees only places; the test may name either."""
    found = outcome(
        tmp_path,
        f"players: [A, B]\nat: play, B\ngiven: {{B.hand: [red 1, blue 3]}}\nplay:\n  - B: {answer}\n"
        "expect: {laid: [blue 3], B.hand: [red 1]}",
    )
    assert found.message == ()


@pytest.mark.parametrize(
    ("seen", "passes"),
    [
        ("[hidden told red, hidden]", True),
        ("[hidden (red), hidden]", True),
        ("[hidden, hidden told red]", False),
        ("[hidden told blue, hidden]", False),
    ],
)
def test_open_marks_are_seen_on_hidden_cards(tmp_path: Path, seen: str, passes: bool) -> None:
    """`hidden told red` is a card whose face isn't seen, but whose mark is."""
    found = outcome(
        tmp_path,
        "players: [A, B]\nat: play, B\ngiven: {A.hand: [red 1, blue 3]}\nplay:\n  - B: tell A red\n"
        f"expect:\n  A sees A.hand: {seen}",
    )
    assert (found.message == ()) is passes
    if not passes:
        assert "found [hidden (red), hidden]" in found.message[0]


def test_marks_that_are_not_open_are_never_beside_a_hidden_face(tmp_path: Path) -> None:
    """Only open attributes are seen wherever a card lies."""
    found = outcome(
        tmp_path,
        "players: [A, B]\nat: play, B\ngiven: {A.hand: [red 1 worn]}\nexpect:\n  A sees A.hand: [hidden worn]",
    )
    assert found.status == "fail"


def test_a_failing_test_says_where_it_stands(tmp_path: Path) -> None:
    """The line of the test, and the line of the step that can't be played."""
    found = outcome(tmp_path, "players: [A, B]\nat: play, B\nplay:\n  - B: sing\nexpect: {count(laid): 1}")
    line = GAME.count("\n") + 1
    assert line <= found.line <= line + 1
    assert found.message[0].startswith(f"step 1 (line {line + 4}): B can't answer `sing` here")


def test_what_lies_somewhere_is_named_with_what_changed(tmp_path: Path) -> None:
    """A name that fits nothing gets a word about attributes that change."""
    found = outcome(tmp_path, "at: play\ngiven: {laid: [green 3]}\nexpect: {count(laid): 1}")
    assert (
        "there is no green 3 to lay there; what changes follows by name, as in `card told …`"
        in found.message[0]
    )


def test_a_misspelt_key_is_one_mistake(tmp_path: Path) -> None:
    """A zone that can't be read isn't unknown to every rule that uses it."""
    path = tmp_path / "misspelt.yaml"
    path.write_text(
        GAME.replace("laid: {holds: card}", "laid: {hold: card}").removesuffix("tests:\n"), encoding="utf-8"
    )
    rules, report = check_file(path)
    assert rules is None
    assert [(d.code, d.help.partition(";")[0]) for d in report.found] == [("shape-key", "write `holds`")]


def test_a_number_sign_in_a_text_is_no_comment(tmp_path: Path) -> None:
    """`text: card #3` would silently end before the sign."""
    path = tmp_path / "sign.yaml"
    text = GAME.replace("  deal:\n    do: |", "  deal:\n    text: Deal card #1 first.\n    do: |")
    path.write_text(text.removesuffix("tests:\n"), encoding="utf-8")
    _, report = check_file(path)
    assert [d.code for d in report.found if d.severity == "error"] == ["shape-comment"]


def test_what_changed_is_told_in_words(tmp_path: Path) -> None:
    """Players by their seats, no numbers of the machine."""
    found = outcome(
        tmp_path,
        "players: [A, B]\nat: play, A\ngiven: {leader: A}\nplay: [{A: lay card 1}, {B: lay card 1}]\n"
        "expect: {next: B}\nunchanged: [leader, dealer]",
    )
    assert found.message == ("leader has changed from A to B",)


@pytest.mark.parametrize(
    ("sentence", "listed"),
    [
        (
            "me may choose 2 to 3 cs from me.hand where all(c.hue is red for c in cs)",
            "[card 1 and card 2, nothing]",
        ),
        ("me may choose 3 cs from me.hand where all(c.hue is blue for c in cs)", "[nothing]"),
        ("me may choose up to 1 cs from me.hand", "[nothing, card 1, card 2]"),
        ("me may choose c from me.hand where c.hue is red", "[card 1, card 2, nothing]"),
    ],
)
def test_several_may_be_declined_too(tmp_path: Path, sentence: str, listed: str) -> None:
    """`may` adds *nothing* last, unless choosing none is among the sets anyway."""
    path = tmp_path / "declined.yaml"
    game = GAME.replace("seen_by: others", "seen_by: everyone").replace(
        "      me takes one of lay, tell\n", f"      {sentence}\n      me takes one of lay, tell\n"
    )
    wanted = listed.replace("card 1", "red 1").replace("card 2", "red 2")
    test = (
        "  one:\n    players: [A, B]\n    at: play, B\n    given: {B.hand: [red 1, red 2]}\n"
        f"    options: {{B: {wanted}}}\n"
    )
    path.write_text(game + test, encoding="utf-8")
    rules, report = check_file(path)
    assert rules is not None, [d.message for d in report.found]
    assert run_tests(rules)[0].message == ()


def test_a_loop_of_the_flow_deals_before_its_phase(tmp_path: Path) -> None:
    """Whatever its loop is: hands that a test doesn't name are dealt."""
    path = tmp_path / "looped.yaml"
    game = GAME.replace("repeat 3 times:", "repeat until deals is 3:")
    test = "  one: {players: [A, B], at: play, given: {A.hand: [red 1]}, expect: {count(B.hand): 2, A.hand: [red 1]}}\n"
    test += "  two: {players: [A, B], at: play, given: {deals: 3, A.hand: [red 1]}, expect: {A.hand: [red 1], deals: 3}}\n"
    path.write_text(game + test, encoding="utf-8")
    rules, report = check_file(path)
    assert rules is not None, [d.message for d in report.found]
    assert [o.message for o in run_tests(rules)] == [(), ()]
