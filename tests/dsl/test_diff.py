"""What `diff` says: every case gives exactly the page beside it; the diff tests of BBQP."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from diffs.drafts import EDITS, RULESETS, edited, rules_of, shipped, text_of_draft14, whole_draft15
from rulewright.cli.diff_pages.page import page
from rulewright.cli.diff_pages.text import text
from rulewright.dsl.diff import Diff, diff
from rulewright.dsl.typed import Rules

CASES = Path(__file__).parents[1] / "cases" / "diff"
EDIT = re.compile(r"<<<\n(.*?)===\n(.*?)>>>\n", re.DOTALL)
ALL = sorted(CASES.glob("*/*.edit"))


def base() -> Rules:
    """Return the ruleset that the cases change."""
    return rules_of((CASES / "base.yaml").read_text(encoding="utf-8"), "base.yaml", CASES)


def case(path: Path) -> Rules:
    """Return the base with the edits of a case."""
    found = (CASES / "base.yaml").read_text(encoding="utf-8")
    for old, new in EDIT.findall(path.read_text(encoding="utf-8")):
        assert found.count(old) == 1, f"{path.stem}: {old!r}"
        found = found.replace(old, new)
    return rules_of(found, "now.yaml", CASES)


def written(found: Diff) -> str:
    """Return a diff as the page in plain text."""
    return "\n".join(text(page(found, None))) + "\n"


def same_as_beside(told: str, beside: Path) -> None:
    """Compare with the file beside a case; UPDATE_CASES=1 writes it anew."""
    if os.environ.get("UPDATE_CASES"):
        beside.write_text(told, encoding="utf-8")
    assert told == beside.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_case_gives_the_page_beside_it(path: Path) -> None:
    same_as_beside(written(diff(base(), case(path))), path.with_suffix(".txt"))


@pytest.mark.parametrize("path", sorted(CASES.glob("same/*.edit")), ids=lambda path: path.stem)
def test_the_same_game_is_proved(path: Path) -> None:
    """Nothing but words, each with its reason; in both directions."""
    for found in (diff(base(), case(path)), diff(case(path), base())):
        assert {c.severity for c in found.changes} <= {"text"}
        assert all(c.proof for c in found.changes)
        assert not any(c.breaks_saves for c in found.changes)
        assert found.reached == ()


@pytest.mark.parametrize("path", sorted(CASES.glob("other/*.edit")), ids=lambda path: path.stem)
def test_another_game_is_told(path: Path) -> None:
    """Something more than words, in both directions; ids are unique."""
    for found in (diff(base(), case(path)), diff(case(path), base())):
        assert found.rules or found.options
        ids = [c.id for c in found.changes]
        assert len(ids) == len(set(ids))


def test_a_number_that_only_the_score_reads_breaks_no_save() -> None:
    found = diff(base(), case(CASES / "other" / "only_the_score.edit"))
    assert [(c.id, c.breaks_saves) for c in found.rules] == [("actions.rest", False)]
    found = diff(base(), case(CASES / "other" / "step_changed.edit"))
    assert [(c.id, c.breaks_saves) for c in found.rules] == [("actions.sell", True)]


def test_fingerprints_follow_the_content() -> None:
    """The same change has the same one, another change another."""
    number, cards = (CASES / "other" / f"{name}.edit" for name in ("number", "cards"))
    first, again = diff(base(), case(number)).rules[0], diff(base(), case(number)).rules[0]
    assert first.fingerprint == again.fingerprint
    assert first.fingerprint != diff(base(), case(cards)).rules[0].fingerprint


# -- BBQP -------------------------------------------------------------------------------------------


def test_dt1_nothing_differs_from_itself() -> None:
    """Nor from itself with keys in another order, other comments, other translations."""
    one = text_of_draft14()
    other = one.replace("# Every other open question", "# Each other question that is open")
    other = other.replace(
        "  rounds: {is: 4, cite: BB-40}\n  ideas_dealt: {is: 2, cite: BB-22}\n",
        "  ideas_dealt: {is: 2, cite: BB-22}\n  rounds: {cite: BB-40, is: 4}\n",
    )
    other = other.replace("beef: {en: beef, ja: 牛}", "beef: {ja: 牛肉, en: beef}")
    assert other.count("牛肉") == 1
    for text_ in (one, other):
        found = diff(shipped("bbqp_draft14"), rules_of(text_))
        assert found.changes == ()
        assert written(found).splitlines()[0].endswith("no differences")


def test_dt2_draft_15_is_told_as_a_designer_would() -> None:
    found = diff(shipped("bbqp_draft14"), shipped("bbqp_draft15"))
    same_as_beside(written(found), CASES / "bbqp_14_15.txt")
    assert [c.id for c in found.rules] == ["actions.side_dish", "constants.flames", "constants.side_base"]
    assert [c.id for c in found.wording] == [
        "setup", "actions.heat", "constants.value_tokens.assumed", "zones.storage_cards.name", "wording.storage_card",
    ]  # fmt: skip
    assert found.options == ()


def test_dt2_backwards_is_the_mirror_image() -> None:
    there = diff(shipped("bbqp_draft14"), shipped("bbqp_draft15"))
    back = diff(shipped("bbqp_draft15"), shipped("bbqp_draft14"))
    same_as_beside(written(back), CASES / "bbqp_15_14.txt")
    assert sorted((c.section, c.old_name, c.severity, c.before, c.now) for c in there.changes) == sorted(
        (c.section, c.name, c.severity, c.now, c.before) for c in back.changes
    )


def test_dt3_flames_are_five_groups_of_cards() -> None:
    found = diff(shipped("bbqp_draft14"), edited("E3"))
    (change,) = found.changes
    (grid,) = change.grids
    assert [h for h, m in zip(grid.heads, grid.marks, strict=True) if m] == ["2", "4", "5", "7", "8"]
    assert (grid.before[-1], grid.now[-1]) == ("24", "24")
    (meat,) = found.printed
    assert (len(meat.changed), meat.same, meat.by) == (25, 15, ("rank", "2", "4", "5", "7", "8"))
    assert meat.totals == (("printed flames", 120, 120),)


def test_dt4_the_shared_growth_stays_as_it_is() -> None:
    found = diff(shipped("bbqp_draft14"), edited("E2"))
    (change,) = found.rules
    assert change.id == "actions.side_dish"
    assert [(s.kind, s.now, s.optional) for s in change.steps] == [("added", "do me.may_grow(worker)", True)]
    assert "procedures.may_grow" in found.unchanged
    assert not {r.id for r in found.reached} & {
        "procedures.may_grow",
        "procedures.grow",
        "actions.heat",
        "actions.sauce",
    }


GROWTH = """\
      if any(d in me.growth_stock where d.follows(worker)):
          me may "Grow {worker}?":
              if worker is in me.workers:
                  move 1 d in me.growth_stock where d.follows(worker) to me.workers with face = worker.face
              for spot in area where worker is in workers_at[spot]:
                  move 1 d in me.growth_stock where d.follows(worker) to workers_at[spot] with placed_by = me
              move worker to me.stock with face = 0, placed_by = none
"""


def test_dt5_growth_written_out_is_the_same_game() -> None:
    """The draft repeats it word for word at two areas."""
    shared = "      do me.may_grow(worker)\n"
    assert text_of_draft14().count(shared) == 2
    found = diff(shipped("bbqp_draft14"), rules_of(text_of_draft14().replace(shared, GROWTH)))
    assert [(c.id, c.severity) for c in found.changes] == [
        ("actions.heat.form", "text"),
        ("actions.sauce.form", "text"),
    ]
    other = GROWTH.replace("with placed_by = me", "with placed_by = none")
    found = diff(shipped("bbqp_draft14"), rules_of(text_of_draft14().replace(shared, other)))
    assert [c.id for c in found.rules] == ["actions.heat", "actions.sauce"]


def test_dt7_limits_are_told_by_player_count() -> None:
    found = diff(shipped("bbqp_draft15"), shipped("bbqp_draft15_heat_limit"))
    assert [c.told for c in found.changes] == [
        "limit: 2 Heat, with 3 players 1 instead of 2 (1 less), with 4 players 2 instead of 3 (1 less)"
    ]
    assert found.changes[0].breaks_saves


def test_dt8_another_default_is_an_option() -> None:
    """Apart from rules, with the mark of what the source leaves open."""
    text_ = text_of_draft14().replace("    default: one_choice\n", "    default: per_card\n")
    found = diff(shipped("bbqp_draft14"), rules_of(text_))
    assert found.rules == ()
    (change,) = found.options
    assert (change.id, change.severity, change.assumed) == ("parameters.roast_sign.default", "tune", True)
    assert 'Now "per card" instead of "one choice".' in change.told
    assert "(Assumed: the source leaves it open.)" in written(found)


def test_heat_without_growth_loses_an_optional_step() -> None:
    found = diff(shipped("bbqp_draft15"), shipped("bbqp_draft15_heat_growth"))
    (change,) = found.rules
    assert [(s.kind, s.before, s.optional) for s in change.steps] == [
        ("removed", "do me.may_grow(worker)", True)
    ]


def test_a_branch_differs_by_its_base_and_its_own_edit() -> None:
    """diff(14, 15b) = diff(14, 15) and the edit of the branch."""
    both = diff(shipped("bbqp_draft14"), shipped("bbqp_draft15_heat_limit"))
    one = diff(shipped("bbqp_draft14"), shipped("bbqp_draft15"))
    assert {(c.id, c.fingerprint) for c in both.changes} - {(c.id, c.fingerprint) for c in one.changes} == {
        (c.id, c.fingerprint)
        for c in diff(shipped("bbqp_draft15"), shipped("bbqp_draft15_heat_limit")).changes
    }


def test_the_edits_together_are_draft_15() -> None:
    """Each edit of draft 15 alone tells its part of the whole."""
    whole = {c.id: c.fingerprint for c in diff(shipped("bbqp_draft14"), shipped("bbqp_draft15")).rules}
    parts = [
        c.id for edit in ("E1", "E2", "E3", "E5") for c in diff(shipped("bbqp_draft14"), edited(edit)).rules
    ]
    assert sorted(parts) == sorted(whole)
    assert set(EDITS) == {"E1", "E2", "E3", "E4a", "E4b", "E5"}
    assert (RULESETS / "bbqp_draft15.yaml").is_file()


def test_overlay_and_whole_file_are_the_same_draft() -> None:
    """Draft 15 by overlay, and the file of draft 14 with all changes made in it."""
    whole = rules_of(whole_draft15())
    found = diff(shipped("bbqp_draft15"), whole)
    assert found.changes == ()
    assert diff(whole, shipped("bbqp_draft15")).changes == ()
    same_as_whole = diff(shipped("bbqp_draft14"), whole)
    assert {c.id: c.fingerprint for c in same_as_whole.changes} == {
        c.id: c.fingerprint for c in diff(shipped("bbqp_draft14"), shipped("bbqp_draft15")).changes
    }
    assert [
        written_draft.written.draft.value for written_draft in (whole,) if written_draft.written.draft
    ] == ["15"]
