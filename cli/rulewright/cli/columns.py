"""Text -> terminal columns: widths of all scripts, padding, cutting, wrapping."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

NARROWEST = 8


def width(text: str) -> int:
    """Return how many columns a text takes; East Asian characters take two."""
    if text.isascii():
        return len(text)
    return sum(columns_of(character) for character in text)


def columns_of(character: str) -> int:
    """Return how many columns a character takes."""
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clean(text: str) -> str:
    """Return a text without characters that a terminal would obey."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " for c in text)


def pad(text: str, columns: int) -> str:
    """Return a text filled up with blanks."""
    return text + " " * (columns - width(text))


def cut(text: str, columns: int) -> str:
    """Return a text that takes no more columns than there are."""
    if width(text) <= columns:
        return text
    taken, used = [], 0
    for character in text:
        used += columns_of(character)
        if used > columns - 1:
            break
        taken.append(character)
    return "".join(taken) + "…"


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """Return a text in lines broken at blanks or wide characters; those behind the first are indented."""
    lines: list[str] = []
    line = ""
    for piece in pieces(text):
        start = indent if lines else ""
        if line.strip() and width(line) + width(piece.rstrip()) > columns:
            lines.append(line.rstrip())
            start, line = indent, ""
        if not line:
            line = start + (piece.lstrip() if lines else piece)
        else:
            line += piece
        while width(line) > columns and width(line.rstrip()) > columns:
            head = hard(line, columns)
            lines.append(head)
            line = indent + line[len(head) :]
    if line.strip() or not lines:
        lines.append(line.rstrip())
    return lines


def hard(text: str, columns: int) -> str:
    """Return as much of a text as fits, for words longer than a line."""
    used = 0
    for number, character in enumerate(text):
        used += columns_of(character)
        if used > columns:
            return text[: max(number, 1)]
    return text


def pieces(text: str) -> Iterable[str]:
    """Yield a text in pieces behind which a line may end: words with their blanks, single wide characters."""
    piece = ""
    for character in text:
        piece += character
        if character == " " or columns_of(character) == 2:
            yield piece
            piece = ""
    if piece:
        yield piece


def flow(items: Iterable[str], columns: int, hang: str = "  ", between: str = " · ") -> list[str]:
    """Return items in lines, broken between items; one that is longer than a line goes on indented."""
    lines: list[str] = []
    line = ""
    for item in items:
        if line and width(line) + width(between) + width(item) <= columns:
            line += between + item
            continue
        if line:
            lines.append(line)
        *full, line = wrap(item, columns, hang) if width(item) > columns else [item]
        lines += full
    return [*lines, line]
