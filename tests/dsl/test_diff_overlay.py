"""The changes between two drafts as an overlay: laid over the earlier draft it is the later one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from diffs.drafts import RULESETS, applied, by_entry, draft_in, rules_in, told_as_overlay, whole_draft15
from dsl.test_diff import ALL, CASES, EDIT, same_as_beside
from dsl.test_overlay import BASE, HEAD
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.diff import diff
from rulewright.dsl.diff.as_overlay import overlay_text
from rulewright.dsl.diff.as_yaml import lines
from rulewright.dsl.diff.own_tests import CannotTell
from rulewright.dsl.source import Source
from rulewright.dsl.tree import Data, Mapping, Scalar, Sequence
from rulewright.dsl.yaml_nodes import compose
from rulewright.interpreter.scenarios import run_tests

BRANCHES = ("bbqp_draft15_heat_limit", "bbqp_draft15_heat_growth")


def holds(before: Path, now: Path) -> None:
    """See to it that the overlay between two files stands for the second one: the same rules, the same words."""
    there, wanted = applied(before, now), rules_in(now)
    assert diff(there, wanted).changes == ()
    assert by_entry(there) == by_entry(wanted)


def both(tmp_path: Path, before: str, now: str) -> tuple[Path, Path]:
    """Write two drafts beside each other."""
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    one.write_text(before, encoding="utf-8")
    two.write_text(now, encoding="utf-8")
    return one, two


def edits(path: Path) -> tuple[str, str]:
    """Return the ruleset of the cases before and after the edits of a case."""
    before = now = (CASES / "base.yaml").read_text(encoding="utf-8")
    for old, new in EDIT.findall(path.read_text(encoding="utf-8")):
        now = now.replace(old, new)
    return before, now


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_case_can_be_told(tmp_path: Path, path: Path) -> None:
    one, two = both(tmp_path, *edits(path))
    holds(one, two)
    holds(two, one)


def test_it_reads_as_a_designer_writes(tmp_path: Path) -> None:
    """All the cases that fit together at once, exactly as they are told."""
    now, before = (CASES / "base.yaml").read_text(encoding="utf-8"), ""
    for path in ALL:
        before = now
        found = EDIT.findall(path.read_text(encoding="utf-8"))
        if all(now.count(old) == 1 for old, _ in found):
            for old, new in found:
                now = now.replace(old, new)
        try:
            rules_in(both(tmp_path, before, now)[1])
        except AssertionError:
            now = before
    one, two = both(tmp_path, (CASES / "base.yaml").read_text(encoding="utf-8"), now)
    same_as_beside(told_as_overlay(one, two), CASES / "overlay.yaml")
    holds(one, two)
    holds(two, one)


def test_bbqp_as_one_whole_file_becomes_an_overlay_again(tmp_path: Path) -> None:
    """Draft 15 written as a whole file says what the overlay of the designer says, and the other way round."""
    for name in ("bbqp_draft14", "bbqp_draft15"):
        shutil.copy(RULESETS / f"{name}.yaml", tmp_path)
    shutil.copytree(RULESETS / "bbqp_draft14", tmp_path / "bbqp_draft14")
    whole = tmp_path / "whole15.yaml"
    whole.write_text(whole_draft15(), encoding="utf-8")
    same_as_beside(told_as_overlay(tmp_path / "bbqp_draft14.yaml", whole), CASES / "bbqp_14_15.yaml")
    holds(tmp_path / "bbqp_draft14.yaml", whole)
    holds(whole, tmp_path / "bbqp_draft14.yaml")
    assert (
        diff(applied(tmp_path / "bbqp_draft14.yaml", whole), rules_in(tmp_path / "bbqp_draft15.yaml")).changes
        == ()
    )


@pytest.mark.parametrize("branch", BRANCHES)
def test_branches_of_bbqp(branch: str) -> None:
    """From the draft they extend, from the one before it, and back."""
    for earlier in ("bbqp_draft15", "bbqp_draft14"):
        holds(RULESETS / f"{earlier}.yaml", RULESETS / f"{branch}.yaml")
        holds(RULESETS / f"{branch}.yaml", RULESETS / f"{earlier}.yaml")


def test_from_branch_to_branch() -> None:
    one, two = (RULESETS / f"{name}.yaml" for name in BRANCHES)
    holds(one, two)
    holds(two, one)


def test_another_game_altogether() -> None:
    """Nothing is alike, and still it can be said."""
    holds(RULESETS / "garcon.yaml", RULESETS / "chaos_terria.yaml")


def test_tests_that_both_have_are_only_named(tmp_path: Path) -> None:
    """What differs is written out, and so is what it is like; each gives what it gave."""
    more = """\
  other:
    like: sale
    play:
      - P2: sell pear 1
"""
    before = BASE + more + "  fixture: {at: 'market, P1'}\n"
    now = before.replace("P2: sell pear 1", "P2: sell fig 1").replace("why: x", "")
    one, two = both(tmp_path, before, now + "  last: {like: fixture, expect: {P1.coins: 0}}\n")
    text = told_as_overlay(one, two)
    assert text.endswith("""\
tests:
  sale:
    at: market, P1
    given: {P1.hand: [fig 3, pear 1, pear 2]}
    play:
      - P1: sell fig 3
    expect: {P1.coins: 7, shop: [fig 3]}
  other:
    like: sale
    play:
      - P2: sell fig 1
  fixture: {at: 'market, P1'}
  last: {like: fixture, expect: {P1.coins: 0}}
""")
    two.write_text(before.replace("prize: 2", "prize: 3").replace("coins: 7", "coins: 8"), encoding="utf-8")
    assert "  fixture: {like: fixture}\n" in told_as_overlay(one, two)
    assert results(applied(one, two)) == results(rules_in(two))


def results(rules: object) -> list[tuple[str, str]]:
    """Return how each test ends."""
    return [(o.name, o.status) for o in run_tests(rules)]  # type: ignore[arg-type]


def test_a_test_that_hangs_on_another_base_is_refused(tmp_path: Path) -> None:
    """A test of a draft that is like one of its base can't be said over a draft without that one."""
    one, two = both(
        tmp_path,
        BASE.replace("  sale:\n", "  trade:\n"),
        HEAD + "tests: {sale: {like: sale, at: 'market, P2'}}\n",
    )
    (tmp_path / "market.yaml").write_text(BASE, encoding="utf-8")
    with pytest.raises(CannotTell, match="`sale` of the later draft is like the test `sale` of the ruleset"):
        told_as_overlay(one, two)


def test_card_tables_are_found_from_the_later_draft(tmp_path: Path) -> None:
    """The overlay lies beside the later draft; a table that says the same is no change."""
    old = BASE.replace("cards: [{good: each, size: 1..3}]", "cards: cards.csv")
    for folder, rows in (
        ("a", "good,size\nfig,1\n"),
        ("b", "good,size\nfig,2\n"),
        ("c", "good,size\nfig,2\n"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "cards.csv").write_text(rows, encoding="utf-8")
        (tmp_path / folder / "market.yaml").write_text(old, encoding="utf-8")
    drafts = {name: draft_in(tmp_path / name / "market.yaml") for name in "abc"}
    text = overlay_text(drafts["a"], drafts["b"], (), "../a/market.yaml", "b", tmp_path / "b")
    assert "change:\n  components:\n    fruit: {cards: cards.csv}\n" in text
    text = overlay_text(drafts["b"], drafts["c"], (), "../b/market.yaml", "c", tmp_path / "c")
    assert "change:" not in text
    text = overlay_text(drafts["a"], drafts["b"], (), "a/market.yaml", "b", tmp_path)
    assert "cards: b/cards.csv" in text


AWKWARD = """\
rules: 1
x-note: &note {a: 1, b: [x, "y, z", 'it''s']}
copy: *note
plain: several words
  on two lines
quoted: "several words
  on two \\
  lines, \\"so\\""
single: 'several words

  in two parts'
folded: >-
  a long

    sentence
  goes on
literal: |+
  first
    # not a comment
  last

shifted: |2
    begins with blanks
  and goes on
listed: [
  a,   # a comment
  {b: 1},
  "c"
]
empty: {}
nothing:
none_listed: []
mixed:
- a
- - b
  - c: 1
    d: {e: f}
"a key, quoted": {ja: 火, "Which?": 1..2}
"""


@pytest.mark.parametrize(
    "text",
    [
        *(pytest.param(p.read_text(encoding="utf-8"), id=p.stem) for p in sorted(RULESETS.rglob("*.yaml"))),
        pytest.param(AWKWARD, id="awkward"),
        pytest.param(AWKWARD.replace("\n", "\r\n"), id="line ends of Windows"),
    ],
)
def test_what_is_written_again_reads_the_same(text: str) -> None:
    """Whatever way a piece is written: block or brackets, folded, quoted, copied, on several lines."""
    first = compose(Source("first", text), Report())
    assert first is not None
    written = "\n".join(lines(first)) + "\n"
    report = Report()
    again = compose(Source("again", written), report)
    assert again is not None, [found.message for found in report.found]
    assert bare(again) == bare(first)
    assert "\n".join(lines(again)) + "\n" == written


def bare(data: Data) -> object:
    """Return data without places; line ends behind a text don't count."""
    match data:
        case Scalar(text=text):
            return text.rstrip("\n")
        case Sequence(items=items):
            return [bare(item) for item in items]
        case Mapping(pairs=pairs):
            return [(key.text, bare(value)) for key, value in pairs]
