"""Check whole rulesets: every case file gives exactly the messages beside it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from rulewright.dsl import check
from rulewright.dsl.codes import CODES
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.frames import render
from rulewright.dsl.read import read_ruleset
from rulewright.dsl.resolve import resolve
from rulewright.dsl.source import Source
from rulewright.dsl.yaml_nodes import read_source

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
FAMILIES = ("names", "types", "finite", "decisions", "info", "chance", "components", "reading")
BAD = sorted(path for family in FAMILIES for path in (CASES / family / "bad").glob("*.yaml"))
GOOD = sorted(path for family in FAMILIES for path in (CASES / family / "good").glob("*.yaml"))
SHIPPED = sorted((ROOT / "rulesets").glob("**/*.yaml"))
REVEAL = re.compile(r"(?<=[ {(])reveal (?=[a-z(])")
OWNED = (
    "name",
    "type",
    "finite",
    "decide",
    "chance",
    "info",
    "reveal",
    "component",
    "text",
    "number",
    "tie",
    "phase",
    "ranked",
)


def look(path: Path) -> Report:
    """Return what is found in a ruleset, from its text to the checks."""
    report = Report()
    source = read_source(path, report, name=path.name)
    tree = None if source is None else read_ruleset(source, report, path.parent)
    assert tree is not None
    assert not report.failed, messages(report)
    rules = resolve(tree, report)
    if not report.failed:
        check.run(rules, report)
    return report


def messages(report: Report) -> str:
    return "\n\n".join(render(found) for found in report.sorted()) + "\n"


@pytest.mark.parametrize("path", BAD, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_bad_case_gives_the_messages_beside_it(path: Path) -> None:
    """UPDATE_CASES=1 writes the messages anew."""
    report = look(path)
    beside = path.with_suffix(".txt")
    if os.environ.get("UPDATE_CASES"):
        beside.write_text(messages(report), encoding="utf-8")
    assert report.found
    assert messages(report) == beside.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GOOD, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_good_case_passes_without_a_finding(path: Path) -> None:
    assert messages(look(path)) == "\n"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_rulesets_hold(path: Path) -> None:
    """Notes may remain; errors and warnings may not."""
    found = [render(one) for one in look(path).sorted() if one.severity != "note"]
    assert found == []


def test_every_code_of_meaning_has_a_case() -> None:
    owned = {code for code in CODES if code.split("-")[0] in OWNED}
    seen = {found.code for path in BAD for found in look(path).found}
    assert owned - seen == set()


@pytest.mark.parametrize(
    ("path", "number"),
    [
        pytest.param(path, number, id=f"{path.stem}-{number}")
        for path in SHIPPED
        for number in range(len(REVEAL.findall(path.read_text(encoding="utf-8"))))
    ],
)
def test_every_reveal_of_a_shipped_ruleset_is_needed(path: Path, number: int) -> None:
    """Without the word the same line tells a secret."""
    text = path.read_text(encoding="utf-8")
    found = list(REVEAL.finditer(text))[number]
    report = Report()
    changed = text[: found.start()] + text[found.end() :]
    tree = read_ruleset(Source(path.name, changed), report, path.parent)
    assert tree is not None
    rules = resolve(tree, report)
    check.run(rules, report)
    assert [one.code for one in report.found if one.code.startswith("info-")]
