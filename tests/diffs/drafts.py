"""BBQP draft 14 and its edits, one by one, for the tests of `diff`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from attrs import evolve, fields

from rulewright.dsl import tree
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.diff import diff
from rulewright.dsl.diff.as_overlay import overlay_text
from rulewright.dsl.frames import render
from rulewright.dsl.overlay import Draft, whole_draft
from rulewright.dsl.read import read_ruleset
from rulewright.dsl.resolve import resolve
from rulewright.dsl.show import HIDDEN
from rulewright.dsl.show import line as on_one_line
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


def draft_in(path: Path) -> Draft:
    """Return the data that a file stands for."""
    report = Report()
    source = read_source(path, report)
    draft = None if source is None else whole_draft(source, report, path.parent)
    assert draft is not None, [found.message for found in report.found]
    return draft


known = lru_cache(rules_of)


def rules_in(path: Path) -> Rules:
    """Return the typed rules of a file."""
    return known(path.read_text(encoding="utf-8"), path.name, path.parent)


def told_as_overlay(before: Path, now: Path) -> str:
    """Return the overlay that makes one file of another in the same folder."""
    renames = diff(rules_in(before), rules_in(now)).renames
    return overlay_text(draft_in(before), draft_in(now), renames, before.name, now.stem, now.parent)


def applied(before: Path, now: Path) -> Rules:
    """Return the rules that the overlay between two files of a folder stands for, read from that folder."""
    return rules_of(told_as_overlay(before, now), "overlay.yaml", before.parent)


def by_entry(rules: Rules) -> dict[str, str]:
    """Return what is written, entry by entry, whatever their order and that of rows; which draft it is and why stays aside."""
    found = {}
    for section in fields(tree.Ruleset):
        value = getattr(rules.written, section.name)
        if section.name in (*HIDDEN, "draft", "why", "tests", "base_tests", "keys"):
            continue
        for number, entry in enumerate(value if isinstance(value, tuple) else (value,)):
            named = entry[0] if isinstance(entry, tuple) else entry
            key = getattr(named, "name", getattr(named, "key", named))
            if isinstance(entry, tree.Constant) and isinstance(entry.value, tree.Table):
                rows = tuple(sorted(entry.value.rows, key=on_one_line))
                entry = evolve(entry, value=evolve(entry.value, rows=rows))
            found[f"{section.name}.{getattr(key, 'value', number)}"] = on_one_line(entry)
    return found


def text_of_draft14() -> str:
    """Return the file of draft 14."""
    return (RULESETS / "bbqp_draft14.yaml").read_text(encoding="utf-8")


def whole_draft15() -> str:
    """Return draft 15 as one whole file: the text of draft 14 with every change of the overlay made by hand."""
    text = text_of_draft14()
    overlay = (RULESETS / "bbqp_draft15.yaml").read_text(encoding="utf-8")
    text = text[: text.index("\ntests:\n") + 1]
    text = text.replace("stock_cards", "storage_cards")
    for old, new in (
        ('draft: "14"\n', 'draft: "15"\n'),
        ("why: {en: Complete revision., ja: 全面改訂}\n", between(overlay, "why:\n", "\nrename:") + "\n"),
        (
            "  value_tokens: {is: 24, assumed: the text names them without a number}\n",
            "  value_tokens: {is: 24, cite: BB-18}\n",
        ),
        ("  flames: {by: 1..8, 1..2: 4, 3..6: 3, 7..8: 2}\n", FLAMES),
        ("  side_base: 1\n", "  side_base: {is: 2, why: About one roast of a middle number.}\n"),
        ("ja: ストックカード}", "ja: ストレージカード}"),
        ("{en: stock cards,", "{en: storage cards,"),
        (
            "{en: take stock card, ja: ストックカードを得る}",
            "{en: take storage card, ja: ストレージカードを得る}",
        ),
        (
            between(text, "setup: |\n", "\nphases:") + "\n",
            dedented(between(overlay, "  setup: |\n", "  words:")),
        ),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    for action in ("side_dish", "appeal", "take_storage", "heat"):
        text = with_keys(text, "actions", action, overlay)
    return with_keys(text, "zones", "storage_cards", overlay)


FLAMES = "  flames: {by: 1..8, 1: 4, 2..3: 3, 4..5: 2, 6..7: 3, 8: 4}\n"


def between(text: str, start: str, end: str) -> str:
    """Return a text from a beginning up to an end."""
    at = text.index(start)
    return text[at : text.index(end, at)]


def dedented(text: str) -> str:
    """Return lines two blanks further left."""
    return "".join(line[2:] if line.startswith("  ") else line for line in text.splitlines(keepends=True))


def entry_lines(text: str, head: str, indent: int) -> list[str]:
    """Return the lines of an entry below its head."""
    lines = text.splitlines(keepends=True)
    start = lines.index(head) + 1
    inside = []
    for line in lines[start:]:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        inside.append(line)
    return inside


def keys_of(lines: list[str], indent: int) -> dict[str, list[str]]:
    """Return the keys of an entry with their lines."""
    found: dict[str, list[str]] = {}
    key = ""
    for line in lines:
        if line.strip() and len(line) - len(line.lstrip()) == indent:
            key = line.strip().partition(":")[0]
        found.setdefault(key, []).append(line)
    return found


def with_keys(text: str, section: str, name: str, overlay: str) -> str:
    """Return a ruleset with the keys that the overlay gives an entry in place of its own."""
    given = keys_of([line[2:] for line in entry_lines(overlay, f"    {name}:\n", 4)], 4)
    part = text.index(f"\n{section}:\n")
    old = entry_lines(text[part:], f"  {name}:\n", 2)
    keys = {**keys_of(old, 4), **given}
    new = "".join(line for lines in keys.values() for line in lines)
    before = "".join(old)
    at = text.index(f"  {name}:\n", part) + len(f"  {name}:\n")
    assert text[at:].startswith(before)
    return text[:at] + new + text[at + len(before) :]
