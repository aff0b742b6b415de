"""Words side by side that are compared with one value -> bits of one number; rows of them -> shifts.

`cell[1] is me and cell[2] is me and … or cell[2] is me and …`: a line on a board. Rows of the same form, begun at different
words, are found at once: shifted upon itself, the number keeps a bit where a whole row holds.
"""

from __future__ import annotations

from attrs import frozen

from rulewright.interpreter.engines.wasm import encode as e
from rulewright.interpreter.program.form import Cell, Const, Get, Op, Value

BITS = 64
FEWEST = 12
"""Fewer comparisons are faster one by one."""


@frozen
class Rows:
    """Whether any of some rows of words holds one value everywhere.

    The words begin at `first`; each shape is the distances in a row, the first 0, and the bits where such a row begins.
    """

    first: int
    count: int
    same: Const | Get
    shapes: tuple[tuple[tuple[int, ...], int], ...]


def rows(value: Value) -> Rows | None:
    """Return a condition as rows, if it is nothing else."""
    found: list[list[int]] = []
    same: Const | Get | None = None
    for line in parts("|", value):
        words: list[int] = []
        for test in parts("&", line):
            match test:
                case Op(
                    op="==", left=Cell(at=Const(value=at), offset=offset), right=Const() | Get() as other
                ):
                    words.append(at + offset)
                case _:
                    return None
            if same is not None and other != same:
                return None
            same = other
        found.append(sorted(set(words)))
    if same is None or sum(map(len, found)) < FEWEST:
        return None
    first, last = min(row[0] for row in found), max(row[-1] for row in found)
    if first < 0 or last - first >= BITS:
        return None
    shapes: dict[tuple[int, ...], int] = {}
    for row in found:
        shape = tuple(word - row[0] for word in row)
        shapes[shape] = shapes.get(shape, 0) | 1 << (row[0] - first)
    return Rows(first, last - first + 1, same, tuple(shapes.items()))


def parts(op: str, value: Value) -> list[Value]:
    """Return what is joined by one operation."""
    if isinstance(value, Op) and value.op == op:
        return [*parts(op, value.left), *parts(op, value.right)]
    return [value]


def code(found: Rows, same: bytes, wide: int) -> bytes:
    """Return what leaves 0 or 1 on the stack; `same` leaves the value, `wide` is a local of 64 bits."""
    out = bytearray()
    get, put = bytes((e.LOCAL_GET,)) + e.unsigned(wide), bytes((e.LOCAL_SET,)) + e.unsigned(wide)
    for n in range(0, found.count, 4):
        out += e.i32(0) + e.V128_LOAD + b"\2" + e.unsigned(4 * (found.first + n)) + same
        out += e.I32X4_SPLAT + e.I32X4_EQ + e.I32X4_BITMASK + bytes((e.I64_EXTEND_U,))
        if n:
            out += e.i64(n) + bytes((e.I64_SHL, e.I64_OR))
    out += put
    for number, (shape, begins) in enumerate(found.shapes):
        out += get
        for distance in shape[1:]:
            out += get + e.i64(distance) + bytes((e.I64_SHR_U, e.I64_AND))
        out += e.i64(begins) + bytes((e.I64_AND,))
        if number:
            out.append(e.I64_OR)
    return bytes(out + e.i64(0) + bytes((e.I64_NE,)))
