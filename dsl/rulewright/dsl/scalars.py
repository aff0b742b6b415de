"""YAML scalars -> rule texts: each character with its way back into the file.

Everything is computed from the raw file. A literal block keeps its lines, dedented; a folded block and a
plain or quoted scalar over several lines become one line, joined with blanks.
"""

from __future__ import annotations

import re

from rulewright.dsl.source import RuleText
from rulewright.dsl.tree import Scalar

_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX = {"x": 2, "u": 4, "U": 8}


def style(scalar: Scalar) -> str:
    """Return how a scalar is written: `|`, `>`, `"`, `'`, or the empty string for a plain one."""
    source = scalar.span.source.text
    first = source[scalar.span.start : scalar.span.start + 1] if scalar.span.end > scalar.span.start else ""
    return first if first in ("|", ">", '"', "'") else ""


def rule_text(scalar: Scalar) -> RuleText:
    """Return the rule string of a scalar. A literal block ends with one line end, others with none."""
    match style(scalar):
        case "|":
            return _literal(scalar)
        case ">":
            return _joined(scalar, _block_lines(scalar))
        case '"' | "'" as quote:
            return _quoted(scalar, quote)
    return _joined(scalar, _plain_lines(scalar))


def _block_lines(scalar: Scalar) -> list[tuple[int, str]]:
    """Return the lines below the header of a block: (offset in the file, line), blank ones at the end cut."""
    raw = scalar.span.text
    header = raw.find("\n")
    if header < 0:
        return []
    lines = []
    offset = scalar.span.start + header + 1
    for line in raw[header + 1 :].split("\n"):
        lines.append((offset, line.rstrip("\r")))
        offset += len(line) + 1
    return lines


def _indent(lines: list[tuple[int, str]], scalar: Scalar) -> int:
    """Return the block's indentation: that of its first line with content, less what an indicator keeps."""
    for _, line in lines:
        if line.strip(" "):
            written = len(line) - len(line.lstrip(" "))
            kept = next((x for x in scalar.text.split("\n") if x.strip(" ")), "")
            return written - (len(kept) - len(kept.lstrip(" ")))
    return 0


def _literal(scalar: Scalar) -> RuleText:
    lines = _block_lines(scalar)
    indent = _indent(lines, scalar)
    parts: list[str] = []
    segments: list[tuple[int, int]] = []
    position = 0
    for offset, line in lines:
        kept = line[indent:]
        segments.append((position, offset + min(indent, len(line))))
        parts.append(kept)
        position += len(kept) + 1
    text = "\n".join(parts).rstrip("\n") + "\n"
    return RuleText(text, scalar.span.source, _start(segments, scalar), True)


def _plain_lines(scalar: Scalar) -> list[tuple[int, str]]:
    lines = []
    offset = scalar.span.start
    for line in scalar.span.text.split("\n"):
        lines.append((offset, line))
        offset += len(line) + 1
    return lines


def _joined(scalar: Scalar, lines: list[tuple[int, str]]) -> RuleText:
    text = ""
    segments: list[tuple[int, int]] = []
    for offset, line in lines:
        kept = line.strip(" \t\r")
        if not kept:
            continue
        if text:
            text += " "
        segments.append((len(text), offset + line.index(kept)))
        text += kept
    return RuleText(text, scalar.span.source, _start(segments, scalar), False)


def _quoted(scalar: Scalar, quote: str) -> RuleText:
    """Decode a quoted scalar, with a segment wherever the file has more characters than the text."""
    source = scalar.span.source
    raw = source.text
    at, end = scalar.span.start + 1, scalar.span.end - 1
    text = ""
    segments: list[tuple[int, int]] = []
    while at < end:
        fold = re.compile(r"[ \t]*\r?\n[ \t\r\n]*").match(raw, at, end)
        if fold:
            piece, length = " ", fold.end() - at
        elif quote == "'" and raw.startswith("''", at):
            piece, length = "'", 2
        elif quote == '"' and raw[at] == "\\":
            piece, length = _escape(raw, at, end)
        else:
            piece, length = raw[at], 1
        if piece:
            if not segments or segments[-1][1] - segments[-1][0] != at - len(text):
                segments.append((len(text), at))
            text += piece
        at += length
    return RuleText(text, source, _start(segments, scalar), False)


def _escape(raw: str, at: int, end: int) -> tuple[str, int]:
    """Return what the escape at `at` stands for, and its length in the file."""
    line_end = re.compile(r"\\\r?\n[ \t]*").match(raw, at, end)
    if line_end:
        return "", line_end.end() - at
    letter = raw[at + 1]
    if letter in _HEX:
        return chr(int(raw[at + 2 : at + 2 + _HEX[letter]], 16)), 2 + _HEX[letter]
    return _ESCAPES.get(letter, letter), 2


def _start(segments: list[tuple[int, int]], scalar: Scalar) -> tuple[tuple[int, int], ...]:
    return tuple(segments) or ((0, scalar.span.start),)
