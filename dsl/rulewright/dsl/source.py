"""File text -> positions: every later form points back into the designer's file."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path

from attrs import define, field, frozen

from rulewright.dsl.pickled import by_fields


@define(eq=False, repr=False)
class Source:
    """One file as the designer wrote it. `name` is what messages print; offsets are in characters."""

    name: str
    text: str
    folder: Path | None = None
    """Where the file lies: paths in it begin here."""
    _starts: list[int] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        self._starts = starts

    def __repr__(self) -> str:
        return f"Source({self.name!r})"

    def place(self, offset: int) -> tuple[int, int]:
        """Return (line, column) of a character offset, both counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a 1-based line and column, kept inside the text."""
        if line > len(self._starts):
            return len(self.text)
        return min(self._starts[line - 1] + column - 1, len(self.text))

    def line(self, number: int) -> str:
        """Return the text of a 1-based line without its line end."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return (self.text[start:] if end < 0 else self.text[start:end]).rstrip("\r")

    @property
    def lines(self) -> int:
        """The number of lines."""
        return len(self._starts)


@by_fields
@frozen(repr=False)
class Span:
    """A stretch of a source, `start` included, `end` not."""

    source: Source
    start: int
    end: int

    def __repr__(self) -> str:
        line, column = self.source.place(self.start)
        return f"{self.source.name}:{line}:{column}"

    @property
    def line(self) -> int:
        """The 1-based line where the stretch begins."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """The 1-based column where the stretch begins."""
        return self.source.place(self.start)[1]

    @property
    def text(self) -> str:
        """The characters of the stretch."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """Return the stretch from the beginning of this one to the end of another in the same source."""
        return Span(self.source, self.start, max(self.end, other.end))


@by_fields
@frozen
class RuleText:
    """A string of the rule language taken out of YAML, with the way back into the file.

    `segments` are pairs (offset in `text`, offset in the file), ascending; between two pairs characters
    correspond one to one. A literal block is dedented, a folded one has blanks for its line ends.
    `block` says whether the designer wrote `|` (several statements), a one-line scalar otherwise.
    """

    text: str
    source: Source
    segments: tuple[tuple[int, int], ...]
    block: bool

    def offset(self, position: int) -> int:
        """Return the file offset of a position in `text`."""
        index = bisect_right(self.segments, (position, 1 << 60)) - 1
        inner, outer = self.segments[max(index, 0)]
        return outer + position - inner

    def span(self, start: int, end: int) -> Span:
        """Return the span in the file of `text[start:end]`; an empty stretch marks one character."""
        if len(self.segments) == 1:
            shift = self.segments[0][1] - self.segments[0][0]
            return Span(self.source, start + shift, max(end, start + 1) + shift)
        first = self.offset(start)
        last = self.offset(end - 1) + 1 if end > start else first + 1
        return Span(self.source, first, max(last, first + 1))

    @property
    def whole(self) -> Span:
        """The span of the whole text."""
        return self.span(0, len(self.text))
