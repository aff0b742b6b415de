"""Loops: over numbers, known values, and the zones of a family."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import typed
from rulewright.interpreter.program.build import add, const, op
from rulewright.interpreter.program.context import Code, Each, KnownSet
from rulewright.interpreter.program.families import first_spot, member_of, strides
from rulewright.interpreter.program.form import Const, Row, Value
from rulewright.interpreter.program.walk import size_of

FEW, WRITTEN_OUT = 8, 800
"""Loops over at most so many known values are written out, if that makes at most so many values and steps."""


def counted(c: Code, low: Value, high: Value, do: Each) -> None:
    """Go over numbers from `low` to just below `high`; a few known ones inside an aggregate are written out."""
    b = c.b
    if c.unrolls and isinstance(low, Const) and isinstance(high, Const) and high.value - low.value <= FEW:
        trips = high.value - low.value
        with b.block() as probe:
            do(low, b.label())
        if size_of(tuple(probe)) * trips <= WRITTEN_OUT:
            KnownSet(tuple(const(n) for n in range(low.value, high.value)))(c, do)
            return
    n = b.let("n", low)
    end = b.held("end", high)
    with b.loop() as label:
        with b.when(op(">=", n, end)):
            b.leave(label)
        here = b.let("at", n)
        b.set(n, add(n, 1))
        do(here, label)


def from_table(c: Code, name: str, items: list[int], do: Each) -> None:
    """Go over known values."""
    if items == list(range(items[0], items[0] + len(items))) if items else False:
        counted(c, const(items[0]), const(items[0] + len(items)), do)
    elif items:
        table = c.work.table(name, items)

        def entry(n: Value, over: str) -> None:
            do(const(items[n.value]) if isinstance(n, Const) else c.b.let("member", Row(table, n)), over)

        counted(c, const(0), const(len(items)), entry)


def each_spot(c: Code, e: typed.Place, do: Callable[[Value, str], None]) -> None:
    """Go over the zones of a family that a place means; `do` gets the zone's number and the label behind all, empty
    if there is but one."""
    zone = e.zone
    assert zone is not None
    total: Value = const(first_spot(c.work, zone))
    free: list[tuple[int, int]] = []
    for kind, index, stride in zip(zone.each, e.indexes, strides(c.work, zone.each), strict=True):
        if index is None:
            free.append((len(c.work.load.values(kind)), stride))
        else:
            total = op("+", total, member_of(c, kind, index, stride, e.span))

    def go(at: Value, left: list[tuple[int, int]], over: str) -> None:
        if not left:
            do(at, over)
            return
        (count, stride), rest = left[0], left[1:]

        def inner(n: Value, label: str) -> None:
            go(op("+", at, op("*", n, const(stride))), rest, over or label)

        counted(c, const(0), const(count), inner)

    go(c.b.held("spot", total), free, "")
