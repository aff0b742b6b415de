"""What tells components from others that have the same face: what they carry, and what points at them (6.7.6)."""

from __future__ import annotations

from rulewright.interpreter.program.build import add, cell, const, negate, op, pick
from rulewright.interpreter.program.context import Code, Lowering, pointers
from rulewright.interpreter.program.form import Call, Get, Row, Value


def write_alike(work: Lowering) -> None:
    """Write `alike_state(a, b)` for two components with the same face and facing."""
    c = work.code("alike_state")
    b = c.b
    one, other = b.parameter("a"), b.parameter("b")
    for base, count in pointers(work.cells):
        at = b.let("at", const(base))
        with b.loop("pointers") as label:
            with b.when(op(">=", at, const(base + count))):
                b.leave(label)
            here = b.let("to", cell(at))
            with b.when(pick(op("==", here, one), const(1), op("==", here, other))):
                b.give(const(0))
            b.set(at, add(at, 1))
    for kind in work.load.rules.kinds.values():
        first, many = work.load.first[kind.name], work.load.many[kind.name]
        if many < 2:
            continue
        with b.when(inside(one, first, many)):
            for attribute in kind.keeps.values():
                width = work.cells.widths[kind.name, attribute.name]
                base = work.cells.keeps[kind.name, attribute.name] - first * width
                with b.when(differ(one, other, base, width)):
                    b.give(const(0))
            carried(c, kind.name, one, other)
    b.give(const(1))
    work.finish(c)


def carried(c: Code, kind: str, one: Get, other: Get) -> None:
    """Compare what lies in the zones that go with two components of a kind."""
    work, b = c.work, c.b
    first, many = work.load.first[kind], work.load.many[kind]
    zones: list[list[int]] = [
        [n for n, owner in enumerate(work.places.owners) if owner == -2 - component]
        for component in range(first, first + many)
    ]
    for n in range(len(zones[0])):
        table = work.table(f"carried_{kind}", [of[n] for of in zones])
        left = b.let("left", Row(table, op("-", one, const(first))))
        right = b.let("right", Row(table, op("-", other, const(first))))
        ordered = work.places.forms[zones[0][n]] != "set"
        with b.when(negate(Call("carries_alike", (left, right, const(int(ordered)))))):
            b.give(const(0))


def inside(of: Value, first: int, many: int) -> Value:
    """Return whether a component is of a kind."""
    return pick(op(">=", of, const(first)), op("<", of, const(first + many)), const(0))


def differ(one: Get, other: Get, base: int, width: int) -> Value:
    """Return whether two components have different values from a place on."""
    found: Value = const(0)
    for n in range(width):
        left = cell(op("*", one, const(width)), base + n)
        right = cell(op("*", other, const(width)), base + n)
        found = pick(op("!=", left, right), const(1), found)
    return found
