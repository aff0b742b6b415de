"""Typed expressions -> values of the program form, with the steps and guards that they need first."""

from __future__ import annotations

from itertools import product

from rulewright.dsl import typed
from rulewright.dsl.cells import FIRST, NONE
from rulewright.dsl.load import Load
from rulewright.dsl.types import LARGEST, SMALLEST, Thing
from rulewright.interpreter.program.bounds import bounds, raw
from rulewright.interpreter.program.build import cell, const, negate, op, pick
from rulewright.interpreter.program.context import Code, cell_value
from rulewright.interpreter.program.dispatch import VALUES, lazily, plain, sure, value
from rulewright.interpreter.program.families import (
    attribute_cell,
    base_of,
    member_of,
    offset,
    slot_start,
    spot,
    strides,
    variable_cell,
)
from rulewright.interpreter.program.folds import any_member, contains, count_members
from rulewright.interpreter.program.form import Call, Const, Get, If, Row, Step, Sure, Value
from rulewright.interpreter.program.form import Set as Assign

# -- plain forms ----------------------------------------------------------------------------------


def known(c: Code, e: typed.Value) -> Value:
    return const(cell_value(e.value))


def constant(c: Code, e: typed.ConstantRef) -> Value:
    load, of = c.work.load, e.constant
    if not e.indexes:
        return const(cell_value(load.constant(of, ())))
    kinds = [by for by in of.by if not isinstance(by, str)]
    total: Value = const(0)
    for kind, index, stride in zip(kinds, e.indexes, strides(c.work, tuple(kinds)), strict=True):
        total = op("+", total, member_of(c, kind, index, stride, e.span))
    entries = c.work.entries.get(("constant", of.name))
    if entries is None:
        keys = product(*(load.values(kind) for kind in kinds))
        entries = tuple(cell_value(load.constant(of, key)) for key in keys)
        c.work.entries["constant", of.name] = entries
    if isinstance(total, Const):
        return const(entries[total.value])
    return Row(c.work.table(of.name, entries), total)


def parameter(c: Code, e: typed.ParameterRef) -> Value:
    return const(cell_value(c.work.load.settings[e.parameter.name]))


def local(c: Code, e: typed.LocalRef) -> Value:
    found = c.env.get(e.local)
    if found is None:
        return cell(slot_start(c.work.graph.slots[e.local]))
    assert not callable(found), e.local.name
    return found


def first_player(c: Code, e: typed.FirstPlayer) -> Value:
    return cell(const(FIRST))


def variable(c: Code, e: typed.VariableRef) -> Value:
    return cell(variable_cell(c, e))


def attribute(c: Code, e: typed.AttributeRef) -> Value:
    first = e.attributes[0]
    if first.each and not e.indexes:
        return const(0)
    if not all(a.fixed for a in e.attributes):
        return cell(attribute_cell(c, e))
    of = sure(c, e.of)
    entries = c.work.entries.get(("attribute", first.name))
    if entries is None:
        entries = c.work.entries["attribute", first.name] = attribute_entries(c.work.load, first.name)
    width = len(entries) // len(c.work.load.cards)
    shift = offset(c, first.each, e.indexes, e.span)
    at = op("+", op("*", of, const(width)), shift)
    if isinstance(at, Const):
        return const(entries[at.value])
    return Row(c.work.table(first.name, entries), at)


def attribute_entries(load: Load, name: str) -> tuple[int, ...]:
    """Return a fixed attribute of all components, those of one index behind each other."""
    width = max(len(card.values.get(name, (0,))) for card in load.cards)
    entries = [0] * (width * len(load.cards))
    for card in load.cards:
        for n, v in enumerate(card.values.get(name, (0,))):
            entries[card.id * width + n] = cell_value(v)
    return tuple(entries)


def single(c: Code, e: typed.Single) -> Value:
    return const(c.work.load.first[e.kind.name])


def neighbour(c: Code, e: typed.Neighbour) -> Value:
    of, last = c.b.held("seat", sure(c, e.of)), c.work.load.players - 1
    if e.left:
        return pick(op("==", of, const(last)), const(0), op("+", of, const(1)))
    return pick(op("==", of, const(0)), const(last), op("-", of, const(1)))


def owner(c: Code, e: typed.Owner) -> Value:
    of = sure(c, e.of)
    kinds = e.of.type.kinds if isinstance(e.of.type, Thing) else ()
    if kinds and all(c.work.load.rules.kinds[k].each_player for k in kinds):
        return Row("OWNED", of)
    return Call("owner", (of,))


def extreme(c: Code, e: typed.Extreme) -> Value:
    found = c.b.let("best", value(c, e.items[0]))
    for item in e.items[1:]:
        other = plain(c, item)
        with c.b.when(op("<" if e.least else ">", other, found)):
            c.b.set(found, other)
    return found


def count(c: Code, e: typed.Count) -> Value:
    if isinstance(e.of, typed.Place) and (e.of.zone is None or None not in e.of.indexes):
        return cell(base_of(c, spot(c, e.of), e.of.zone))
    return count_members(c, e.of)


def position(c: Code, e: typed.Position) -> Value:
    return op("+", Call("place_in", (sure(c, e.of),)), const(1))


def end_of(c: Code, e: typed.EndOf) -> Value:
    assert isinstance(e.of, typed.Place)
    zone = e.of.zone
    if zone is None:
        c.b.call("order_box")
    base = c.b.held("base", base_of(c, spot(c, e.of), e.of.zone))
    n = c.b.held("count", cell(base))
    head = 3 if zone is not None and zone.lazy else 1
    from_start = e.top if zone is not None and zone.form == "row" else not e.top
    there = cell(base, head) if from_start else cell(op("+", base, n), head - 1)
    return pick(n, there, const(NONE))


# -- numbers and conditions -----------------------------------------------------------------------


def minus(c: Code, e: typed.Minus) -> Value:
    low, _ = bounds(c.work.load, e.of)
    of = sure(c, e.of)
    return op("-", const(0), of) if low > SMALLEST else Sure("-", const(0), of, c.work.site("range", e.span))


def arithmetic(c: Code, e: typed.Arithmetic) -> Value:
    left, right = sure(c, e.left), sure(c, e.right)
    if e.op in "+-*":
        low, high = raw(c.work.load, e)
        if low < SMALLEST or high > LARGEST:
            return Sure(e.op, left, right, c.work.site("range", e.span))
        return op(e.op, left, right)
    low, high = bounds(c.work.load, e.right)
    if low <= 0 <= high:
        right = c.b.held("divisor", right)
        with c.b.when(op("==", right, const(0))):
            c.b.fault(c.work.site("range", e.span))
    if e.op == "mod":
        return op("%", left, right)
    if e.rounded == "up":
        return op("-", const(0), op("//", op("-", const(0), left), right))
    return op("//", left, right)


def two(c: Code, a: typed.Expr, b: typed.Expr, *, guarded: bool) -> tuple[Value, Value]:
    """Return both sides of a comparison."""
    read = sure if guarded else value
    left = read(c, a)
    return left, read(c, b)


def compare(c: Code, e: typed.Compare) -> Value:
    left, right = two(c, e.left, e.right, guarded=True)
    return op(e.op, left, right)


def same(c: Code, e: typed.Same) -> Value:
    left, right = two(c, e.left, e.right, guarded=False)
    return op("!=" if e.negated else "==", left, right)


def empty(c: Code, e: typed.Empty) -> Value:
    if isinstance(e.of, typed.Place) and (e.of.zone is None or None not in e.of.indexes):
        found: Value = cell(base_of(c, spot(c, e.of), e.of.zone))
        return op("!=" if e.negated else "==", found, const(0))
    found = any_member(c, e.of)
    return found if e.negated else negate(found)


def of_kind(c: Code, e: typed.OfKind) -> Value:
    of = plain(c, e.of)
    low = c.work.load.first[e.kind]
    high = low + c.work.load.many[e.kind]
    if low == high:
        return const(int(e.negated))
    above, below = op(">=", of, const(low)), op("<", of, const(high))
    if low == 0 and not e.of.type.optional:
        above = const(1)
    found = above if high == len(c.work.load.cards) else pick(above, below, const(0))
    return negate(found) if e.negated else found


def member(c: Code, e: typed.Member) -> Value:
    of = plain(c, e.of)
    if isinstance(e.source, typed.Place) and (e.source.zone is None or None not in e.source.indexes):
        lies = op("==", cell(of, c.work.cells.spot_of), spot(c, e.source))
        if e.of.type.optional:
            lies = pick(op("!=", of, const(NONE)), lies, const(0))
        return negate(lies) if e.negated else lies
    found = contains(c, of, e.source)
    return negate(found) if e.negated else found


def facing(c: Code, e: typed.Facing) -> Value:
    of = c.b.held("of", sure(c, e.of))
    side = c.b.held("side", cell(of, c.work.cells.facing))
    asks = "everyone" if e.up else "nobody"
    shows = c.work.table(f"seen_by_{asks}", [int(s.zone.seen_by == asks) for s in c.work.load.spots])
    found = pick(side, op("==", side, const(1 if e.up else 2)), Row(shows, cell(of, c.work.cells.spot_of)))
    return negate(found) if e.negated else found


def negation(c: Code, e: typed.Not) -> Value:
    return negate(value(c, e.of))


def chain(c: Code, items: tuple[typed.Expr, ...], *, both: bool) -> Value:
    """Return `and` or `or`: later items are only worked out when they count."""
    found = value(c, items[0])
    for item in items[1:]:
        if isinstance(found, Const):
            if bool(found.value) != both:
                return found
            found = value(c, item)
            continue
        steps, then = lazily(c, item)
        if not steps:
            found = pick(found, then, const(0)) if both else pick(found, const(1), then)
        else:
            kept = found if is_own(c, found) else c.b.let("holds", found)
            assert isinstance(kept, Get)
            last: Step = Assign(kept.local, then)
            c.b.add(If(kept if both else negate(kept), (*steps, last)))
            found = kept
    return found


def is_own(c: Code, found: Value) -> bool:
    """Tell whether a local was made here for this and may be given another value."""
    return isinstance(found, Get) and c.b.locals[found.local] == "holds"


def conjunction(c: Code, e: typed.And) -> Value:
    return chain(c, e.items, both=True)


def disjunction(c: Code, e: typed.Or) -> Value:
    return chain(c, e.items, both=False)


def reveal(c: Code, e: typed.Reveal) -> Value:
    return value(c, e.of)


def either(c: Code, e: typed.Either) -> Value:
    test = value(c, e.condition)
    if isinstance(test, Const):
        return value(c, e.then if test.value else e.otherwise)
    steps, then = lazily(c, e.then)
    others, otherwise = lazily(c, e.otherwise)
    if not steps and not others:
        return pick(test, then, otherwise)
    found = c.b.local("chosen")
    first: Step = Assign(found.local, then)
    second: Step = Assign(found.local, otherwise)
    c.b.add(If(test, (*steps, first), (*others, second)))
    return found


VALUES |= {
    typed.Value: known,
    typed.ConstantRef: constant,
    typed.ParameterRef: parameter,
    typed.LocalRef: local,
    typed.FirstPlayer: first_player,
    typed.VariableRef: variable,
    typed.AttributeRef: attribute,
    typed.Single: single,
    typed.Neighbour: neighbour,
    typed.Owner: owner,
    typed.Extreme: extreme,
    typed.Count: count,
    typed.EndOf: end_of,
    typed.Position: position,
    typed.Minus: minus,
    typed.Arithmetic: arithmetic,
    typed.Compare: compare,
    typed.Same: same,
    typed.Empty: empty,
    typed.OfKind: of_kind,
    typed.Member: member,
    typed.Facing: facing,
    typed.Not: negation,
    typed.And: conjunction,
    typed.Or: disjunction,
    typed.Reveal: reveal,
    typed.Either: either,
}
