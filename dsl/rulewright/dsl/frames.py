"""Findings -> text and JSON: each with its frame, the lines of the file with marks under them."""

from __future__ import annotations

import unicodedata
from typing import Any

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.source import Span

WIDTH = 110
"""The longest piece of a line that is shown, in terminal columns."""


def render(diagnostic: Diagnostic, rulebook: str = "") -> str:
    """Return a finding with its frame, without a line end. `rulebook` names the section of the source."""
    spans = [diagnostic.span, *(other.span for other in diagnostic.related)]
    gutter = max(2, *(len(str(span.line)) for span in spans))
    lines = [f"{diagnostic.severity}[{diagnostic.code}]: {_clean(diagnostic.message)}"]
    lines.append(f"{' ' * gutter}┌─ {_heading(diagnostic.span, rulebook)}")
    lines += _marked(diagnostic.span, "^", diagnostic.label, gutter)
    last = diagnostic.span
    for other in diagnostic.related:
        if other.span.source is not last.source:
            lines.append(f"{' ' * gutter}┌─ {_heading(other.span, '')}")
        marked = _marked(other.span, "-", other.label, gutter)
        same = (
            other.span.source is last.source and other.span.line == last.line and marked[:1] == lines[-2:-1]
        )
        lines += marked[1:] if same else marked
        last = other.span
    for word, content in (
        ("help", diagnostic.help),
        ("note", diagnostic.note),
        ("more", f"rules explain {diagnostic.code}"),
    ):
        if content:
            first, *rest = _clean(content, keep="\n").split("\n")
            lines.append(f"{' ' * gutter}= {word}: {first}")
            lines += [f"{' ' * (gutter + len(word) + 4)}{line}" for line in rest]
    return "\n".join(lines)


def to_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return a finding as plain data: places counted from 1, the end not included."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "label": diagnostic.label,
        "help": diagnostic.help,
        "note": diagnostic.note,
        "related": [{**_place(other.span), "label": other.label} for other in diagnostic.related],
    }


def _place(span: Span) -> dict[str, Any]:
    end_line, end_column = span.source.place(max(span.end, span.start))
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }


def _heading(span: Span, rulebook: str) -> str:
    """Return the place of a span; a file that couldn't be read has no lines."""
    place = f"{span.source.name}:{span.line}:{span.column}" if span.source.text else span.source.name
    return f"{place:<40}  rulebook: {rulebook}" if rulebook else place


def _marked(span: Span, mark: str, label: str, gutter: int) -> list[str]:
    """Return the first line of a span and the marks under it."""
    if not span.source.text:
        return []
    line = span.source.line(span.line)
    start = min(span.column - 1, len(line))
    end = min(start + max(span.end - span.start, 1), max(len(line), start + 1))
    line, start, end = _window(line, start, end)
    shown = "".join(map(_shown, line))
    marks = mark * max(_width(line[start:end]), 1)
    below = f"{' ' * _width(line[:start])}{marks}"
    if label:
        below += f" {_clean(label)}"
    return [f"{span.line:>{gutter}}│ {shown}".rstrip(), f"{' ' * gutter}│ {below}"]


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Cut a very long line to what is around the mark."""
    if _width(line) <= WIDTH:
        return line, start, end
    left = max(0, start - WIDTH // 4)
    right = left
    room = WIDTH - 2
    while right < len(line) and room > 0:
        room -= _width(line[right])
        right += 1
    before = "…" if left else ""
    after = "…" if right < len(line) else ""
    shift = len(before) - left
    return before + line[left:right] + after, start + shift, min(end, right) + shift


def _width(text: str) -> int:
    """Return how many terminal columns a text takes."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _shown(character: str) -> str:
    if character == "\t":
        return "→"
    return character if character.isprintable() else "\ufffd"


def _clean(text: str, keep: str = "") -> str:
    """Return a text without characters that a terminal would obey."""
    return "".join(character if character in keep else _shown(character) for character in text)
