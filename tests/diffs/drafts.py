"""BBQP draft 14 and its edits, one by one, for the tests of `diff`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.frames import render
from rulewright.dsl.read import read_ruleset
from rulewright.dsl.resolve import resolve
from rulewright.dsl.source import Source
from rulewright.dsl.typed import Rules
from rulewright.dsl.yaml_nodes import read_source

RULESETS = Path(__file__).parents[2] / "rulesets"
HEAD = 'extends: bbqp_draft14.yaml\ndraft: "14, one edit"\nwhy: One edit alone.\n'

EDITS = {
    "E1": """
change:
  constants: {side_base: 2}
""",
    "E2": """
change:
  actions:
    side_dish:
      do: |
        move worker to workers_at[side_area] with placed_by = me
        do me.may_flip
        do me.may_grow(worker)
        me.side_tokens += 1
""",
    "E3": """
change:
  constants:
    flames: {1: 4, 2..3: 3, 4..5: 2, 6..7: 3, 8: 4}
""",
    "E4a": """
change:
  constants:
    limit:
      heat_area: {3: 1, 4: 2}
      prep_area: {3: 2, 4: 3}
      side_area: {3: 2, 4: 3}
      sauce_area: {3: 2, 4: 3}
""",
    "E4b": """
change:
  actions:
    heat:
      do: |
        move worker to workers_at[heat_area] with placed_by = me
        do me.may_change_face(heat_step)
        do me.adjust_heat
""",
    "E5": """
rename:
  zones: {stock_cards: storage_cards}
remove:
  constants: [value_tokens]
add:
  constants:
    value_tokens: {is: 24, cite: BB-18}
change:
  setup: |
    shuffle characters
    shuffle idea_pile
    do shuffle_grill_cards
    shuffle meat_pile
    shuffle storage_pile
    shuffle challenge_pile
    do deal_characters
    do hand_out_dice
    do draw_ideas
    do light_grills
    do deal_meat
    do exchange_meat
    do reward_restraint
    do lay_out_meat
    do lay_out_table
""",
}


def rules_of(text: str, name: str = "draft.yaml", folder: Path = RULESETS) -> Rules:
    """Return the typed rules of a text; the files it names lie in a folder."""
    report = Report()
    written = read_ruleset(Source(name, text), report, folder)
    assert written is not None, "\n".join(render(found) for found in report.found)
    rules = resolve(written, report)
    assert not report.failed, "\n".join(
        render(found) for found in report.sorted() if found.severity == "error"
    )
    return rules


@lru_cache
def shipped(name: str) -> Rules:
    """Return the typed rules of a shipped ruleset."""
    report = Report()
    source = read_source(RULESETS / f"{name}.yaml", report, name=f"{name}.yaml")
    written = None if source is None else read_ruleset(source, report, RULESETS)
    assert written is not None, "\n".join(render(found) for found in report.found)
    rules = resolve(written, report)
    assert not report.failed
    return rules


@lru_cache
def edited(edit: str) -> Rules:
    """Return draft 14 with one edit."""
    return rules_of(HEAD + EDITS[edit], f"{edit}.yaml")


def text_of_draft14() -> str:
    """Return the file of draft 14."""
    return (RULESETS / "bbqp_draft14.yaml").read_text(encoding="utf-8")
