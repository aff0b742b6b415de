"""docs/diagnostics.md is written from the codes; every code has a case with its exact message."""

from __future__ import annotations

import os
import re
from pathlib import Path

from rulewright.dsl.codes import CODES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "diagnostics.md"
ELSEWHERE = {
    "file-unreadable",
    "file-not-text",
    "file-empty",
    "file-too-large",
    "overlay-base",
    "overlay-header",
    "overlay-change",
    "overlay-add",
    "overlay-remove",
    "overlay-rename",
    "syntax-depth",
}
"""Codes whose cases need more than one file, or a file that can't be a case: `test_yaml_nodes`, `test_overlay`."""


def page() -> str:
    """Return the page as it should be."""
    lines = [
        "# Findings of `rules check`",
        "",
        "Written from `codes.py`: `UPDATE_CASES=1 pytest tests/dsl`.",
        "",
    ]
    lines += ["| code | severity | finding | about |", "|---|---|---|---|"]
    lines += [f"| `{code}` | {c.severity} | {c.title} | {c.about} |" for code, c in sorted(CODES.items())]
    return "\n".join(lines) + "\n"


def test_the_page_lists_every_code() -> None:
    """The committed page is the generated one."""
    if os.environ.get("UPDATE_CASES"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_code_has_a_case() -> None:
    """Each code stands in a golden message, or is tested where more than one file is needed. Faults in play have
    their own tests."""
    shown: set[str] = set()
    for path in (ROOT / "tests" / "cases").rglob("*.txt"):
        text = path.read_text(encoding="utf-8")
        shown |= set(re.findall(r"(?:error|warning|note)\[([\w-]+)\]", text))
        shown |= set(re.findall(r"^([a-z-]+) \d+:\d+ ", text, re.M))
    here = Path(__file__).name
    tests = "".join(
        p.read_text(encoding="utf-8") for p in (ROOT / "tests").rglob("test_*.py") if p.name != here
    )
    without = {code for code in CODES if code not in shown and not code.startswith("fault-")}
    assert without <= ELSEWHERE
    assert {code for code in ELSEWHERE if f'"{code}"' not in tests} == set()
