"""A ruleset -> the same ruleset with every name changed at random: zones, kinds, values, locals, all of them.

The words of the language stay, and so do texts for people. Names are found by the spans that the reader and the
parser keep, so a word of the language that is also a name somewhere is never mistaken for it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import attrs

from rulewright.dsl import parse, syntax, tree
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.read import load_tree
from rulewright.dsl.reserved import RESERVED
from rulewright.dsl.source import RuleText, Source, Span

LEFT_OUT = ("words", "screen", "tests")
"""Sections without rules: labels, the order of lines on the table, scenarios."""

FIXED = RESERVED | {"shared", "rematch", "nobody"}
BUILT_IN = ("left", "right", "score", "owner")
"""What can stand behind any dot."""

LETTERS = "abcdefghijklmnopqrstuvwxyzäéøчщλ山川"
WORD = re.compile(r"[^\W\d]\w*")
KEY = re.compile(r"[\w.]+(?=\s*:)")
HOLE = re.compile(r"\{[^{}]*\}")

PARSERS: dict[str, Callable[[RuleText, Report], Any]] = {
    **dict.fromkeys(("do", "turn", "setup", "flow"), parse.parse_block),
    **dict.fromkeys(("turns", "ranked", "arranged"), parse.parse_order),
    "choice": parse.parse_choice,
    "type": parse.parse_type,
}
"""What a rule string is, by the field that holds it; else an expression."""


def renamed(path: Path, folder: Path, r: Random) -> Path:
    """Write a ruleset with other names, and its CSV tables, into a folder; return where it stands."""
    ruleset, _ = load_tree(path)
    assert ruleset is not None
    walk = Walk(ruleset)
    names = new_names(sorted(walk.declared - FIXED), r)
    edits = {(s.start, s.end): change(s.text, names) for s in walk.spans} | dict.fromkeys(
        left_out(ruleset), ""
    )
    text = ruleset.source.text
    for (start, end), new in sorted(edits.items(), reverse=True):
        text = text[:start] + new + text[end:]
    target = folder / path.name
    target.write_text(text, encoding="utf-8")
    for table in sorted(path.with_suffix("").glob("*.csv")):
        copy = folder / path.stem / table.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(changed_table(table.read_text(encoding="utf-8"), names), encoding="utf-8")
    return target


def change(text: str, names: dict[str, str]) -> str:
    """Return a text with every word that is a name changed."""
    return WORD.sub(lambda m: names.get(m[0], m[0]), text)


def changed_table(text: str, names: dict[str, str]) -> str:
    """Return a CSV table with the names of its columns and the names in its cells changed."""
    rows = list(csv.reader(StringIO(text)))
    columns = [
        change(column, names) if "@" not in column else change_called(column, names) for column in rows[0]
    ]
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([names.get(cell, cell) for cell in row] for row in rows[1:])
    return out.getvalue()


def change_called(column: str, names: dict[str, str]) -> str:
    """Return a column of translations, `called.upper@ja`, with its name changed and its language kept."""
    name, _, language = column.partition("@")
    return f"{change(name, names)}@{language}"


def new_names(old: list[str], r: Random) -> dict[str, str]:
    """Return a new name for each, all different and none a word of the language."""
    found: dict[str, str] = {}
    taken: set[str] = set(FIXED)
    for name in old:
        new = ""
        while not new or new in taken:
            new = "".join(r.choice(LETTERS) for _ in range(r.randint(2, 9))) + r.choice(
                ["", "", "_", "_7", "x1"]
            )
        taken.add(new)
        found[name] = new
    return found


def left_out(ruleset: tree.Ruleset) -> Iterator[tuple[int, int]]:
    """Yield the stretches of the sections without rules."""
    starts = [*sorted(span.start for span in ruleset.keys.values()), len(ruleset.source.text)]
    for key in LEFT_OUT:
        if key in ruleset.keys:
            start = ruleset.keys[key].start
            yield start, next(s for s in starts if s > start)


class Walk:
    """Finds the names that a ruleset declares, and every place where a name can stand."""

    def __init__(self, ruleset: tree.Ruleset) -> None:
        self.source = ruleset.source
        self.declared: set[str] = set()
        self.spans: list[Span] = []
        for field in attrs.fields(tree.Ruleset):
            if field.name not in (
                "game",
                "draft",
                "language",
                "notes",
                "sections",
                "limits",
                "keys",
                *LEFT_OUT,
            ):
                self.node(getattr(ruleset, field.name), field.name)

    def add(self, span: Span) -> None:
        """Take down a place, unless it is in another file."""
        if span.source is self.source:
            self.spans.append(span)

    def node(self, node: Any, field: str) -> None:
        """Go through a part of the tree."""
        match node:
            case tree.Notes() | Source() | Span() | frozenset() | str() | int() | None:
                return
            case tree.Text():
                if field == "shown_as":
                    self.shown_as(node.span)
            case tree.Word():
                if field == "name":
                    self.declared.add(node.value)
                if field not in ("is_", "when"):
                    self.add(node.span)
            case tree.Literal():
                if isinstance(node.value, str):
                    self.add(node.span)
            case RuleText():
                self.rule(node, field)
            case tuple():
                for item in node:
                    self.node(item, field)
            case _:
                self.entry(node)

    def entry(self, node: Any) -> None:
        """Go through an entry of a section."""
        if isinstance(node, tree.EnumType):
            self.declared |= {word.value for word in node.values}
        if isinstance(node, tree.Parameter):
            self.declared |= {v.value for v in node.one_of or () if isinstance(v.value, str)}
        if isinstance(node, tree.CardRow):
            if node.span.source is self.source:
                self.spans += [piece(node.span, m) for m in KEY.finditer(node.span.text)]
            self.node(tuple(node.values.values()), "values")
            self.node(node.copies, "copies")
            return
        for field in attrs.fields(type(node)):
            self.node(getattr(node, field.name), field.name)

    def shown_as(self, span: Span) -> None:
        """Take down the holes of a printed form."""
        self.spans += [piece(span, m) for m in HOLE.finditer(span.text)]

    def rule(self, text: RuleText, field: str) -> None:
        """Parse a rule string and go through it."""
        report = Report()
        found = PARSERS.get(field, parse.parse_expression)(text, report)
        assert not report.failed, [d.message for d in report.sorted()]
        self.syntax(found)

    def syntax(self, node: Any) -> None:
        """Take down the names of a rule, and of what it binds."""
        if isinstance(node, tuple):
            for item in node:
                self.syntax(item)
            return
        if not attrs.has(type(node)) or isinstance(node, Span):
            return
        match node:
            case syntax.Name():
                self.add(node.span)
            case syntax.Bound(value=str()):
                self.add(node.span)
            case syntax.Binder() | syntax.Let() | syntax.Choose() | syntax.Race():
                self.declared.add(node.name)
        for field in attrs.fields(type(node)):
            found = getattr(node, field.name)
            if field.name in ("name_span", "kind_span"):
                if not (isinstance(node, syntax.Dot) and node.name in BUILT_IN):
                    self.add(found)
            else:
                self.syntax(found)


def piece(span: Span, match: re.Match[str]) -> Span:
    """Return the stretch of a match in the text of a span."""
    return Span(span.source, span.start + match.start(), span.start + match.end())
