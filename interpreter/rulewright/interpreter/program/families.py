"""Families -> members: which cell, which zone, which row of a table an index means."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.cells import Slot
from rulewright.dsl.source import Span
from rulewright.dsl.types import Bool, Enum, Int, Player, Private, Thing, Type
from rulewright.interpreter.program.bounds import bounds
from rulewright.interpreter.program.build import cell, const, op, pick
from rulewright.interpreter.program.context import Code, Lowering
from rulewright.interpreter.program.dispatch import sure, value
from rulewright.interpreter.program.form import Const, Row, Value


def strides(work: Lowering, each: tuple[Type, ...]) -> list[int]:
    """Return by how much each index of a family counts."""
    found: list[int] = []
    stride = 1
    for kind in reversed(each):
        found.insert(0, stride)
        stride *= len(work.load.values(kind))
    return found


def member_of(c: Code, kind: Type, index: typed.Expr, stride: int, span: Span) -> Value:
    """Return what one index adds to the number of a member; a missing member is a fault."""
    known = c.work.load.values(kind)
    found = value(c, index)
    if isinstance(found, Const) and found.value in known:
        return const(known.index(found.value) * stride)
    if not inside(c.work, kind, index):
        found = c.b.held("index", found)
        if known == tuple(range(known[0], known[0] + len(known))):
            bad = pick(op("<", found, const(known[0])), const(1), op(">", found, const(known[-1])))
        else:
            bad = const(1)
            for v in known:
                bad = pick(op("==", found, const(v)), const(0), bad)
        with c.b.when(bad):
            c.b.fault(c.work.site("index", span))
    if known == tuple(range(known[0], known[0] + len(known))):
        return op("*", op("-", found, const(known[0])), const(stride))
    table = [known.index(v) * stride if v in known else 0 for v in range(max(known) + 1)]
    return Row(c.work.table("member", table), found)


def inside(work: Lowering, kind: Type, index: typed.Expr) -> bool:
    """Tell whether an index is always a member."""
    of = index.type
    if of.optional:
        return False
    match kind, of:
        case Player(), Player():
            return True
        case Bool(), Bool():
            return True
        case (Enum(name=a), Enum(name=b)) if a == b:
            return set(work.load.values(of)) <= set(work.load.values(kind))
        case Thing(), Thing():
            return set(work.load.values(of)) <= set(work.load.values(kind))
        case Private(), Private():
            return True
        case Int(), Int():
            low, high = bounds(work.load, index)
            known = work.load.values(kind)
            return known[0] <= low and high <= known[-1]
        case _:
            return False


def offset(c: Code, each: tuple[Type, ...], indexes: tuple[typed.Expr | None, ...], span: Span) -> Value:
    """Return the number of a member of a family."""
    total: Value = const(0)
    for kind, index, stride in zip(each, indexes, strides(c.work, each), strict=True):
        assert index is not None
        total = op("+", total, member_of(c, kind, index, stride, span))
    return total


def first_spot(work: Lowering, zone: typed.Zone) -> int:
    """Return the number of the first zone of a family."""
    return work.load.spot_at[zone.name, next(iter(work.load.families(zone.each)))]


def spot(c: Code, e: typed.Place) -> Value:
    """Return which zone a place with all its indexes is."""
    if e.zone is None:
        return const(0)
    return op("+", offset(c, e.zone.each, e.indexes, e.span), const(first_spot(c.work, e.zone)))


def base_of(c: Code, number: Value, zone: typed.Zone | None) -> Value:
    """Return where a zone begins in memory; the zones of a family lie side by side."""
    bases = c.work.cells.spots
    if isinstance(number, Const):
        return const(bases[number.value])
    if zone is None:
        return Row("BASE", number)
    first = first_spot(c.work, zone)
    size = c.work.cells.heads[first] + c.work.cells.rooms[first]
    return op("+", op("*", number, const(size)), const(bases[first] - first * size))


def variable_cell(c: Code, e: typed.VariableRef) -> Value:
    """Return which cell a variable is."""
    base = c.work.cells.variables[e.variable.name]
    return op("+", offset(c, e.variable.each, e.indexes, e.span), const(base))


def attribute_cell(c: Code, e: typed.AttributeRef) -> Value:
    """Return which cell a changing attribute is."""
    of = sure(c, e.of)
    cells, load = c.work.cells, c.work.load
    shift = offset(c, e.attributes[0].each, e.indexes, e.span)
    if len(e.attributes) == 1:
        kind, name = e.attributes[0].kind, e.attributes[0].name
        width, base, first = cells.widths[kind, name], cells.keeps[kind, name], load.first[kind]
        return op("+", op("+", op("*", of, const(width)), shift), const(base - first * width))
    bases = [0] * len(load.cards)
    for a in e.attributes:
        width, base, first = cells.widths[a.kind, a.name], cells.keeps[a.kind, a.name], load.first[a.kind]
        for number in range(load.many[a.kind]):
            bases[first + number] = base + number * width
    return op("+", Row(c.work.table(f"cell_{e.attributes[0].name}", bases), of), shift)


def slot_start(slot: Slot) -> Value:
    """Return where a slot begins."""
    if slot.member is None:
        return const(slot.cell)
    return op("+", op("*", cell(const(slot.member)), const(slot.size)), const(slot.cell))
