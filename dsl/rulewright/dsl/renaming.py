"""Data of a ruleset + new names -> the same data with the names changed wherever they are used.

The text of each file is rewritten as a whole and every place is carried over, so that rule strings and messages
still point at their lines.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from rulewright.dsl.source import Source, Span
from rulewright.dsl.tree import Data, Mapping, Scalar, Sequence

PROSE = (
    "title",
    "why",
    "text",
    "asks",
    "because",
    "assumed",
    "document",
    "sections",
    "first_player",
    "language",
    "draft",
    "game",
    "cite",
)
"""Keys whose content is prose for people, not names."""


@frozen
class Renaming:
    """A name of a section and its new name."""

    section: str
    old: str
    new: str


@define(eq=False)
class Rewritten:
    """A source with some stretches replaced, and the way from old offsets to new ones."""

    source: Source
    stops: list[int] = field(factory=list)
    shifts: list[int] = field(factory=list)

    def offset(self, old: int) -> int:
        """Return where an old offset lies now."""
        index = bisect_right(self.stops, old) - 1
        return old + (self.shifts[index] if index >= 0 else 0)


def rename(root: Mapping, changes: list[Renaming]) -> Mapping:
    """Return the data with all renamings carried out."""
    names = {c.old: c.new for c in changes}
    word = re.compile(
        "|".join(rf"(?<![\w]){re.escape(old)}(?![\w])" for old in sorted(names, key=len, reverse=True))
    )
    places: dict[int, dict[int, str]] = {}
    sources: dict[int, Source] = {}
    for scalar in name_scalars(root, ()):
        span = scalar.span
        for match in word.finditer(span.text):
            if not in_prose(span.text, match.start()):
                sources[id(span.source)] = span.source
                places.setdefault(id(span.source), {})[span.start + match.start()] = match.group()
    rewritten = {key: rewrite(sources[key], found, names) for key, found in places.items()}
    moved = carry(root, rewritten, places, names, word)
    assert isinstance(moved, Mapping)
    return moved


def name_scalars(data: Data, path: tuple[str, ...]) -> Iterator[Scalar]:
    """Yield the scalars in which names can stand: keys, rule strings, names; not the prose."""
    match data:
        case Scalar():
            if not any(step in PROSE for step in path) and path[:1] != ("words",):
                yield data
        case Sequence(items=items):
            for item in items:
                yield from name_scalars(item, path)
        case Mapping(pairs=pairs):
            for key, value in pairs:
                if not any(step in PROSE for step in path):
                    yield key
                yield from name_scalars(value, (*path, key.text))


def in_prose(text: str, at: int) -> bool:
    """Tell whether a place in a rule string lies inside quotes and outside a hole."""
    quoted = hole = False
    for char in text[:at]:
        if char == '"':
            quoted = not quoted
        elif quoted and char in "{}":
            hole = char == "{"
    return quoted and not hole and not text.startswith('"')


def rewrite(source: Source, found: dict[int, str], names: dict[str, str]) -> Rewritten:
    """Replace names in a file's text."""
    result = Rewritten(Source(source.name, "", source.folder))
    pieces, last, shift = [], 0, 0
    for start in sorted(found):
        old = found[start]
        pieces += [source.text[last:start], names[old]]
        last = start + len(old)
        shift += len(names[old]) - len(old)
        result.stops.append(last)
        result.shifts.append(shift)
    pieces.append(source.text[last:])
    result.source = Source(source.name, "".join(pieces), source.folder)
    return result


def carry(
    data: Data,
    rewritten: dict[int, Rewritten],
    touched: dict[int, dict[int, str]],
    names: dict[str, str],
    word: re.Pattern[str],
) -> Data:
    """Carry data over to the rewritten texts."""

    def moved(span: Span) -> Span:
        new = rewritten.get(id(span.source))
        return span if new is None else Span(new.source, new.offset(span.start), new.offset(span.end))

    match data:
        case Scalar():
            starts = touched.get(id(data.span.source), {})
            changed = any(start in starts for start in range(data.span.start, data.span.end))
            text = word.sub(lambda m: names[m.group()], data.text) if changed else data.text
            return Scalar(text, data.quoted, moved(data.span))
        case Sequence(items=items):
            new_items = tuple(carry(item, rewritten, touched, names, word) for item in items)
            return evolve(data, items=new_items, span=moved(data.span))
        case Mapping(pairs=pairs):
            new_pairs = []
            for key, value in pairs:
                new_key = carry(key, rewritten, touched, names, word)
                assert isinstance(new_key, Scalar)
                new_pairs.append((new_key, carry(value, rewritten, touched, names, word)))
            return evolve(data, pairs=tuple(new_pairs), span=moved(data.span))
