"""Aggregates -> loops with a result; orders -> keys."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import typed
from rulewright.dsl.cells import NONE
from rulewright.dsl.types import Set, Thing
from rulewright.interpreter.program.build import add, cell, const, negate, op, pick
from rulewright.interpreter.program.context import Code, KnownSet, StoredSet
from rulewright.interpreter.program.dispatch import VALUES, each, members, plain, value
from rulewright.interpreter.program.families import base_of, slot_start, spot
from rulewright.interpreter.program.form import Const, Get, If, Leave, Loop, Value
from rulewright.interpreter.program.form import Set as Assign
from rulewright.interpreter.program.loops import each_spot

WRITTEN = 24
"""So many tests are joined in one value, at most."""


def count_members(c: Code, source: typed.Expr) -> Value:
    """Return how many members a source has."""
    if isinstance(source, typed.LocalRef):
        found = c.env.get(source.local)
        if isinstance(found, KnownSet):
            return const(len(found.members))
        if isinstance(found, StoredSet):
            return cell(const(found.start))
        if found is None:
            return cell(slot_start(c.work.graph.slots[source.local]))
    n = c.b.let("found", const(0))
    if isinstance(source, typed.Place) and source.zone is not None:
        zone = source.zone
        each_spot(
            c, source, lambda at, over: c.b.set(n, op("+", n, cell(base_of(c, c.b.held("spot", at), zone))))
        )
    elif isinstance(source, typed.Union):

        def more(member: Value, over: str) -> None:
            c.bound(source.member, member)
            c.b.set(n, op("+", n, count_members(c, source.each)))

        each(c, source.over, more)
    else:
        each(c, source, lambda m, over: c.b.set(n, add(n, 1)))
    return n


def any_member(c: Code, source: typed.Expr) -> Value:
    """Return whether a source has members."""
    if isinstance(source, typed.LocalRef | typed.Place):
        return op("!=", count_members(c, source), const(0))
    found = c.b.let("found", const(0))

    def one(member: Value, over: str) -> None:
        c.b.set(found, const(1))
        c.b.leave(over)

    def part(member: Value, over: str) -> None:
        assert isinstance(source, typed.Union)
        c.bound(source.member, member)
        with c.b.when(any_member(c, source.each)):
            one(member, over)

    if isinstance(source, typed.Union):
        each(c, source.over, part)
    else:
        each(c, source, one)
    return found


def contains(c: Code, of: Value, source: typed.Expr) -> Value:
    """Return whether a value is a member of a source."""
    if isinstance(source, typed.Everyone):
        return op("!=", of, const(NONE))
    if is_place(source):
        return lies_in(c, of, source)
    if isinstance(source, typed.Span_):
        low, high = plain(c, source.low), plain(c, source.high)
        return pick(op(">=", of, low), op("<=", of, high), const(0))
    if isinstance(source, typed.Listing):
        items = [value(c, i) for i in source.items]
        if all(isinstance(i, Const) for i in items):
            hit: Value = const(0)
            for item in reversed(items):
                hit = pick(op("==", of, item), const(1), hit)
            return hit
    match source:
        case typed.Every(source=typed.Everyone() | typed.Expr(type=Set(of=Thing()))):
            return contains_such(c, of, source)
    found = c.b.let("found", const(0))

    def inner(member: Value, over: str) -> None:
        with c.b.when(op("==", member, of)):
            c.b.set(found, const(1))
            c.b.leave(over)

    each(c, source, inner)
    return found


def contains_such(c: Code, of: Value, source: typed.Every) -> Value:
    """Return whether a value is a member of `all x in z where c`: it lies there, and the condition holds of it."""
    inside = contains(c, of, source.source) if not is_place(source.source) else lies_in(c, of, source.source)
    if source.where is None:
        return inside
    found = c.b.let("found", const(0))
    with c.b.when(inside):
        c.bound(source.local, of)
        c.b.set(found, value(c, source.where))
    return found


def is_place(source: typed.Expr) -> bool:
    """Tell whether a source is one zone."""
    return isinstance(source, typed.Place) and (source.zone is None or None not in source.indexes)


def lies_in(c: Code, of: Value, source: typed.Expr) -> Value:
    """Return whether a component lies in a zone."""
    assert isinstance(source, typed.Place)
    lies = op("==", cell(of, c.work.cells.spot_of), spot(c, source))
    return pick(op("!=", of, const(NONE)), lies, const(0))


def over(c: Code, e: typed.Over) -> Value:
    """Return an aggregate with binders; loops over a few known values in it are written out."""
    before_, c.unrolls = c.unrolls, True
    found = AGGREGATES[e.fn](c, e)
    c.unrolls = before_
    return found


def counting(c: Code, e: typed.Over) -> Value:
    n = c.b.let("found", const(0))
    members(c, e.binders, e.where, lambda over: c.b.set(n, add(n, 1)))
    return n


def some(c: Code, e: typed.Over) -> Value:
    found = c.b.let("found", const(0))

    def hit(over: str) -> None:
        c.b.set(found, const(1))
        c.b.leave(over)

    members(c, e.binders, e.where, hit)
    return collapsed(c, found, 0)


def collapsed(c: Code, found: Get, first: int) -> Value:
    """Return a result as one value, if the loop before was written out and nothing but tests came of it.

    `first` is what the local is at the beginning; each test that holds makes it the other.
    """
    steps = c.b.open[-1]
    if len(steps) < 2 or not isinstance(steps[-1], Loop) or steps[-2] != Assign(found.local, Const(first)):
        return found
    *tests, last = steps[-1].body
    ends_it = (Assign(found.local, Const(1 - first)), Leave(steps[-1].label))
    if last != Leave(steps[-1].label) or len(tests) > WRITTEN:
        return found
    value_: Value = Const(first)
    for step in reversed(tests):
        if not isinstance(step, If) or step.then != ends_it or step.otherwise:
            return found
        value_ = pick(negate(step.test), value_, const(0)) if first else pick(step.test, const(1), value_)
    del steps[-2:]
    return value_


def every(c: Code, e: typed.Over) -> Value:
    assert e.value is not None
    of = e.value
    found = c.b.let("holds", const(1))

    def hit(over: str) -> None:
        with c.b.when(negate(value(c, of))):
            c.b.set(found, const(0))
            c.b.leave(over)

    members(c, e.binders, e.where, hit)
    return collapsed(c, found, 1)


def total(c: Code, e: typed.Over) -> Value:
    assert e.value is not None
    of = e.value
    found = c.b.let("total", const(0))
    members(c, e.binders, e.where, lambda over: c.b.set(found, op("+", found, value(c, of))))
    return found


def extreme(c: Code, e: typed.Over) -> Value:
    assert e.value is not None
    of = e.value
    some_, best = c.b.let("some", const(0)), c.b.let("best", const(0))

    def hit(over: str) -> None:
        found = c.b.let("value", value(c, of))
        better = op("<" if e.fn == "min" else ">", found, best)
        with c.b.when(pick(some_, better, const(1))):
            c.b.set(best, found)
            c.b.set(some_, const(1))

    members(c, e.binders, e.where, hit)
    return fallback(c, e, some_, best)


def fallback(c: Code, e: typed.Over, some_: Value, found: Get) -> Value:
    """Return what was found, or what `otherwise` says."""
    with c.b.when(negate(some_)):
        c.b.set(found, value(c, e.otherwise) if e.otherwise is not None else const(NONE))
    return found


def only(c: Code, e: typed.Over) -> Value:
    local = e.binders[0][0]
    n, found = c.b.let("number", const(0)), c.b.let("one", const(NONE))

    def hit(over: str) -> None:
        member = c.env[local]
        assert not callable(member)
        c.b.set(n, add(n, 1))
        c.b.set(found, member)
        with c.b.when(op("==", n, const(2))):
            c.b.leave(over)

    members(c, e.binders, e.where, hit)
    found_one = pick(op("==", n, const(1)), op("!=", found, const(NONE)), const(0))
    return fallback(c, e, found_one, found)


def first(c: Code, e: typed.Over) -> Value:
    local = e.binders[0][0]
    some_, found = c.b.let("some", const(0)), c.b.let("one", const(NONE))
    best = [c.b.local("key") for _ in e.order.keys] if e.order is not None else []

    def hit(over: str) -> None:
        member = c.env[local]
        assert not callable(member)
        if e.order is None:
            c.b.set(found, member)
            c.b.set(some_, const(1))
            c.b.leave(over)
            return
        here = [c.b.let("key", key(c, k)) for k in e.order.keys]
        with c.b.when(pick(some_, before(here, best), const(1))):
            c.b.set(found, member)
            c.b.set(some_, const(1))
            for kept, new in zip(best, here, strict=True):
                c.b.set(kept, new)

    members(c, e.binders, e.where, hit)
    return fallback(c, e, some_, found)


def before(here: list[Get], best: list[Get]) -> Value:
    """Return whether keys come strictly before others."""
    found: Value = const(0)
    for new, kept in reversed(list(zip(here, best, strict=True))):
        found = pick(op("==", new, kept), found, op("<", new, kept))
    return found


def key(c: Code, k: typed.SortKey | typed.Seats) -> Value:
    """Return one key of an order: smaller comes first."""
    if isinstance(k, typed.SortKey):
        found = value(c, k.value)
        return op("-", const(0), found) if k.descending else found
    start = plain(c, k.start)
    of = plain(c, k.of) if k.of is not None else const(0)
    count = const(c.work.load.players)
    distance = op("-", of, start) if k.clockwise else op("-", start, of)
    seat = op("%", distance, count)
    if k.of is not None and k.of.type.optional:
        return pick(op("==", of, const(NONE)), count, seat)
    return seat


AGGREGATES: dict[str, Callable[[Code, typed.Over], Value]] = {
    "count": counting,
    "any": some,
    "all": every,
    "sum": total,
    "max": extreme,
    "min": extreme,
    "first": first,
    "only": only,
}
VALUES[typed.Over] = over
