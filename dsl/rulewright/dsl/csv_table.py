"""CSV text -> rows of cells, each with its place in the file."""

from __future__ import annotations

import re

from attrs import frozen

from rulewright.dsl.source import Source, Span

_CELL = re.compile(r'[ \t]*"((?:[^"]|"")*)"[ \t]*(?=,|\r?\n|\Z)|([^,\r\n]*)')


@frozen
class Cell:
    """One cell: its content without quotes and blanks around it, and where it stands.

    `torn` cells begin with a quote that isn't closed before the next comma or line end.
    """

    text: str
    span: Span
    torn: bool = False


def cells(source: Source) -> list[list[Cell]]:
    """Return the rows of a CSV file (commas, `"` for quotes, `""` inside them); blank lines are left out."""
    text = source.text
    rows: list[list[Cell]] = []
    at = 0
    while at < len(text):
        line: list[Cell] = []
        while True:
            match = _CELL.match(text, at)
            assert match is not None
            quoted = match.group(1)
            content = quoted.replace('""', '"') if quoted is not None else match.group(2).strip()
            torn = quoted is None and content.startswith('"')
            line.append(Cell(content, Span(source, at, match.end()), torn))
            at = match.end()
            if at < len(text) and text[at] == ",":
                at += 1
                continue
            break
        end = re.compile(r"\r?\n|\r|").match(text, at)
        at = end.end() if end and end.end() > at else at + 1
        if any(cell.text for cell in line) or len(line) > 1:
            rows.append(line)
    return rows
