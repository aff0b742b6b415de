"""Data -> YAML as a designer writes it: every piece in the style in which it was written."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator

from rulewright.dsl.scalars import style
from rulewright.dsl.source import Source, Span
from rulewright.dsl.tree import Data, Mapping, Scalar, Sequence

WIDTH = 110
STEP = "  "
_PLAIN = re.compile(r"[\w./](?:[\w./ -]*[\w./])?")
"""What needs no quotes, wherever it stands."""
_NOT_IN_BRACES = re.compile(r"[,\[\]{}\n]")
_HEADER = re.compile(r"([|>])([-+]?)(\d?)([-+]?)")
NOWHERE = Span(Source("", ""), 0, 0)


def scalar(text: str, *, quoted: bool = False) -> Scalar:
    """Return a scalar that stands in no file."""
    return Scalar(text, quoted or _PLAIN.fullmatch(text) is None, NOWHERE)


def mapping(pairs: dict[str, Data]) -> Mapping:
    """Return a mapping that stands in no file, its entries below each other."""
    return Mapping(tuple((scalar(key), value) for key, value in pairs.items()), False, NOWHERE)


def lines(data: Mapping, indent: str = "") -> Iterator[str]:
    """Yield the lines of a mapping whose keys stand below each other."""
    for key, value in data.pairs:
        yield from entry(f"{indent}{word(key)}:", value, indent)


def entry(start: str, value: Data, indent: str) -> Iterator[str]:
    """Yield what stands behind a key or a dash: on its line where it fits or was written so, else below it."""
    inline = flow(value)
    if inline is not None and (stays_on_a_line(value) or len(start) + 1 + len(inline) <= WIDTH):
        yield f"{start} {inline}".rstrip()
        return
    inner = indent + STEP
    match value:
        case Scalar():
            first, *rest = block(value, inner)
            yield f"{start} {first}"
            yield from rest
        case Mapping() if start.endswith("-"):
            first, *rest = lines(value, inner)
            yield f"{start} {first.lstrip()}"
            yield from rest
        case Mapping():
            yield start
            yield from lines(value, inner)
        case Sequence(items=items, flow=True) if all(flow(item, inside=True) for item in items):
            yield from filled(f"{start} [", [f"{flow(item)}," for item in items], inner)
        case Sequence(items=items):
            yield start
            for item in items:
                yield from entry(f"{inner}-", item, inner)


def filled(start: str, pieces: list[str], indent: str) -> Iterator[str]:
    """Yield a list in brackets over as many lines as it needs."""
    row = start + pieces[0]
    for piece in pieces[1:]:
        if len(row) + 1 + len(piece) > WIDTH:
            yield row
            row = indent + piece
        else:
            row += f" {piece}"
    yield f"{row.removesuffix(',')}]"


def stays_on_a_line(data: Data) -> bool:
    """Tell whether something was written on one line, however long that line was."""
    return bool(data.span.text) and "\n" not in data.span.text


def flow(data: Data, *, inside: bool = False) -> str | None:
    """Return something on one line, or None where it can't be or wasn't written so."""
    match data:
        case Scalar():
            text = word(data)
            plain = not style(data) and not data.quoted
            return None if "\n" in text or (inside and plain and _NOT_IN_BRACES.search(text)) else text
        case Sequence(items=items, flow=brackets):
            parts = [flow(item, inside=True) for item in items]
            return f"[{', '.join(map(str, parts))}]" if fits(parts, brackets) else None
        case Mapping(pairs=pairs, flow=brackets):
            parts = [flow(part, inside=True) for pair in pairs for part in pair]
            content = zip(parts[::2], parts[1::2], strict=True)
            return "{" + ", ".join(f"{k}: {v}" for k, v in content) + "}" if fits(parts, brackets) else None


def fits(parts: list[str | None], brackets: bool) -> bool:
    """Tell whether a list or mapping can stand in brackets and was written so, or is empty."""
    return not parts or (brackets and None not in parts)


def word(data: Scalar) -> str:
    """Return a scalar as it was written; several lines stay several lines."""
    if data.span.text or not (data.text or data.quoted):
        return data.span.text.replace("\r", "")
    return json.dumps(data.text, ensure_ascii=False) if data.quoted else data.text


def block(data: Scalar, indent: str) -> Iterator[str]:
    """Yield the lines of a scalar that has several: the first one stands behind its key."""
    first, _, rest = word(data).partition("\n")
    header = _HEADER.match(first)
    if header is None:
        yield first.rstrip()
        yield from (f"{indent}{line.strip()}".rstrip() for line in rest.split("\n"))
        return
    kind, keep, number, keep_behind = header.groups()
    if number:
        yield from indented_by_number(data, kind, keep or keep_behind, indent)
        return
    yield f"{kind}{keep or keep_behind}"
    yield from textwrap.indent(textwrap.dedent(rest), indent).rstrip().split("\n")


def indented_by_number(data: Scalar, kind: str, keep: str, indent: str) -> Iterator[str]:
    """Yield a block that begins with blanks; a folded one of that kind stands in quotes."""
    if kind == ">":
        yield json.dumps(data.text, ensure_ascii=False)
        return
    yield f"|{len(STEP)}{keep}"
    yield from textwrap.indent(data.text, indent).rstrip().split("\n")
