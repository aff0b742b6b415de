"""Sources -> loops: everything that has members, gone over in the order of options."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.types import Enum, Set
from rulewright.interpreter.program.build import add, cell, const, op, pick
from rulewright.interpreter.program.context import Code, Each, cell_value
from rulewright.interpreter.program.dispatch import SOURCES, each, value, when
from rulewright.interpreter.program.families import base_of, slot_start, spot
from rulewright.interpreter.program.form import Const, Get, Value
from rulewright.interpreter.program.loops import counted, each_spot, from_table


def spot_members(c: Code, spot: Value, zone: typed.Zone | None, do: Each) -> None:
    """Go over what lies in a zone, in the order of options: piles from the top, the undecided by number, the box by
    number, too."""
    b = c.b
    if zone is None:

        def boxed(n: Value, over: str) -> None:
            with b.when(op("==", cell(n, c.work.cells.spot_of), spot)):
                do(n, over)

        counted(c, const(0), const(len(c.work.load.cards)), boxed)
        return
    base = b.held("base", base_of(c, spot, zone))
    head = 3 if zone.lazy else 1
    count = b.let("count", cell(base))

    def stored(n: Value, over: str) -> None:
        place: Value = n
        if zone.form == "pile":
            place = op("-", op("-", count, const(1)), n)
            if zone.lazy:
                inside = pick(
                    op(">=", n, op("-", count, cell(base, 2))),
                    op("<", n, op("-", count, cell(base, 1))),
                    const(0),
                )
                at = op("+", op("-", n, count), op("+", cell(base, 1), cell(base, 2)))
                place = pick(inside, at, place)
        do(b.let("member", cell(op("+", base, place), head)), over)

    counted(c, const(0), count, stored)


def place(c: Code, e: typed.Place, do: Each) -> None:
    if e.zone is None or None not in e.indexes:
        spot_members(c, spot(c, e), e.zone, do)
    else:
        each_spot(c, e, lambda at, over: spot_members(c, at, e.zone, lambda m, own: do(m, over or own)))


def union(c: Code, e: typed.Union, do: Each) -> None:
    def inner(member: Value, over: str) -> None:
        c.bound(e.member, member)
        each(c, e.each, lambda m, _: do(m, over))

    each(c, e.over, inner)


def every(c: Code, e: typed.Every, do: Each) -> None:
    def inner(member: Value, over: str) -> None:
        c.bound(e.local, member)
        with when(c, e.where):
            do(member, over)

    each(c, e.source, inner)


def listing(c: Code, e: typed.Listing, do: Each) -> None:
    items = [value(c, i) for i in e.items]
    if all(isinstance(i, Const) for i in items):
        from_table(c, "listed", [i.value for i in items if isinstance(i, Const)], do)
        return
    items = [c.b.held("item", i) for i in items]

    def inner(n: Value, over: str) -> None:
        found = items[-1]
        for number in range(len(items) - 2, -1, -1):
            found = pick(op("==", n, const(number)), items[number], found)
        do(c.b.let("member", found), over)

    counted(c, const(0), const(len(items)), inner)


def span(c: Code, e: typed.Span_, do: Each) -> None:
    low = value(c, e.low)
    counted(c, low, add(value(c, e.high), 1), do)


def everyone(c: Code, e: typed.Everyone, do: Each) -> None:
    counted(c, const(0), const(c.work.load.players), do)


def type_values(c: Code, e: typed.TypeValues, do: Each) -> None:
    kind = e.type.of if isinstance(e.type, Set) else e.type
    name = f"values_{kind.part or kind.name}" if isinstance(kind, Enum) else "values"
    from_table(c, name, list(c.work.load.values(kind)), do)


def constant(c: Code, e: typed.ConstantRef, do: Each) -> None:
    from_table(c, e.constant.name, [cell_value(v) for v in c.work.load.lists[e.constant.name]], do)


def local(c: Code, e: typed.LocalRef, do: Each) -> None:
    found = c.env.get(e.local)
    if found is not None:
        assert callable(found)
        found(c, do)
        return
    slot = c.work.graph.slots[e.local]
    memory_set(c, slot_start(slot), do)


def memory_set(c: Code, start: Value, do: Each) -> None:
    """Go over a set kept in memory: its length, then its members."""
    start = c.b.held("start", start)
    counted(
        c,
        const(0),
        cell(start),
        lambda n, over: do(c.b.let("member", cell(op("+", start, n), 1)), over),
    )


def ends_of(c: Code, e: typed.EndsOf, do: Each) -> None:
    assert isinstance(e.of, typed.Place)
    zone = e.of.zone
    b = c.b
    if zone is None:
        b.call("order_box")
    base = b.held("base", base_of(c, spot(c, e.of), e.of.zone))
    count = b.let("count", cell(base))
    wanted = b.let("wanted", value(c, e.count))
    with b.when(op(">", wanted, count)):
        b.set(wanted, count)
    head = 3 if zone is not None and zone.lazy else 1
    from_start = e.top if zone is not None and zone.form == "row" else not e.top

    def inner(n: Value, over: str) -> None:
        at = n if from_start else op("-", op("-", count, const(1)), n)
        do(b.let("member", cell(op("+", base, at), head)), over)

    counted(c, const(0), wanted, inner)


def either(c: Code, e: typed.Either, do: Each) -> None:
    test = c.b.let("test", value(c, e.condition))
    with c.b.when(test):
        each(c, e.then, do)
    with c.b.when(op("==", test, const(0))):
        each(c, e.otherwise, do)


def reveal(c: Code, e: typed.Reveal, do: Each) -> None:
    each(c, e.of, do)


def collect(c: Code, source: typed.Expr, start: int) -> Get:
    """Write the members of a source into memory and return how many."""
    n = c.b.let("found", const(0))

    def inner(member: Value, over: str) -> None:
        c.b.put(op("+", const(start), n), member)
        c.b.set(n, add(n, 1))

    each(c, source, inner)
    return n


SOURCES |= {
    typed.Place: place,
    typed.Union: union,
    typed.Every: every,
    typed.Listing: listing,
    typed.Span_: span,
    typed.Everyone: everyone,
    typed.TypeValues: type_values,
    typed.ConstantRef: constant,
    typed.LocalRef: local,
    typed.EndsOf: ends_of,
    typed.Either: either,
    typed.Reveal: reveal,
}
