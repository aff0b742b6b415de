"""Conditions that cost nothing to work out -> one value without jumps.

A jump that can't be foretold costs as much as a dozen comparisons of words that are at hand; and side by side, equal
comparisons are worked out once.
"""

from __future__ import annotations

from attrs import define, field

from rulewright.interpreter.engines.wasm.rows import FEWEST, Rows, parts, rows
from rulewright.interpreter.program.form import Cell, Const, Get, Op, Pick, Value

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
SHORT = 8
"""So many comparisons are worked out though one before them may have said no already."""


@define(eq=False)
class Joins:
    """The joined forms of one function's values, each found once."""

    known: dict[int, tuple[Value, Value | None, int]] = field(factory=dict)
    lines: dict[int, tuple[Value, Rows | None]] = field(factory=dict)

    def of(self, value: Value) -> Value | Rows | None:
        """Return a condition without jumps, or None where it needs some."""
        joined, size = self.found(value)
        if joined is None or size < FEWEST:
            return joined
        if id(value) not in self.lines:
            self.lines[id(value)] = value, rows(joined)
        return self.lines[id(value)][1] or joined

    def found(self, value: Value) -> tuple[Value | None, int]:
        """Return the joined form and how many comparisons it has."""
        kept = self.known.get(id(value))
        if kept is None:
            kept = self.known[id(value)] = (value, *self.make(value))
        return kept[1], kept[2]

    def make(self, value: Value) -> tuple[Value | None, int]:
        """Join a condition: 0 or 1 of words whose places are known."""
        match value:
            case Const(value=0 | 1):
                return value, 0
            case Op(op=op, left=left, right=right) if op in COMPARISONS and at_hand(left) and at_hand(right):
                return value, 1
            case Op(op="==", left=Pick() as of, right=Const(value=0)):
                inside, size = self.found(of)
                return (None if inside is None else Op("==", inside, Const(0))), size
            case Pick(test=test, then=then, otherwise=Const(value=0)):
                return self.both("&", test, then, SHORT)
            case Pick(test=test, then=Const(value=1), otherwise=otherwise):
                return self.both("|", test, otherwise, 1 << 30)
            case _:
                return None, 0

    def both(self, op: str, first: Value, second: Value, most: int) -> tuple[Value | None, int]:
        """Join two conditions, the second of at most so many comparisons."""
        (one, size), (other, more) = self.found(first), self.found(second)
        if one is None or other is None or more > most:
            return None, 0
        return paired(op, [*parts(op, one), *parts(op, other)]), size + more


def paired(op: str, items: list[Value]) -> Value:
    """Join neighbours first, so that rows that overlap share them."""
    while len(items) > 1:
        rest = items[len(items) // 2 * 2 :]
        items = [Op(op, a, b) for a, b in zip(items[::2], items[1::2], strict=False)] + rest
    return items[0]


def at_hand(value: Value) -> bool:
    """Tell whether a value is a number, a local or a word at a known place."""
    match value:
        case Const() | Get():
            return True
        case Cell(at=Const()):
            return True
        case _:
            return False
