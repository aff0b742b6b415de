"""`chance chooses x from …` -> the list of its outcomes with their weights, and the draw."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import NONE
from rulewright.interpreter.chance import point_key
from rulewright.interpreter.program.bounds import bounds
from rulewright.interpreter.program.build import add, cell, const, op, pick
from rulewright.interpreter.program.chance_points import drawn, is_thing
from rulewright.interpreter.program.choices import has_twins
from rulewright.interpreter.program.context import Code, Each, Lowering, cell_value
from rulewright.interpreter.program.dispatch import SOURCES, each, plain, value, when
from rulewright.interpreter.program.families import member_of, slot_start
from rulewright.interpreter.program.form import Call, Draw, Get, Row, Value
from rulewright.interpreter.program.loops import counted
from rulewright.interpreter.program.waiting import drawn_inside

Weighed = Callable[[Value, Value, str], None]
"""What is done with each outcome: it, its weight and the label behind the last."""


def outcome_lister(work: Lowering, i: g.Draw) -> str:
    """Return the function that lists outcomes: records of a value and its weight; the sum of the weights is left in
    TOTAL. Beside it, `…_wanted` tells how many are drawn where several are."""
    key = ("outcomes", id(i))
    if key not in work.functions:
        code = work.code("outcomes_" + i.name.rpartition(".")[2], i.name)
        work.functions[key] = code.b.name
        n = code.b.let("n", const(0))
        total = code.b.let("total", const(0))
        list_outcomes(code, i, n, total)
        code.b.put(const(work.cell("TOTAL")), total)
        code.b.give(n)
        work.finish(code)
        if i.cell is not None:
            wanted(work, i)
    return work.functions[key]


def wanted(work: Lowering, i: g.Draw) -> None:
    """Write the function that tells how many chance draws, cut to what is there."""
    choice = i.choose.choice
    quantity = choice.quantity
    assert quantity is not None
    assert quantity.high is not None
    code = work.code(f"{outcome_lister(work, i)}_wanted", i.name)
    b = code.b
    most = b.let("wanted", value(code, quantity.high))
    with b.when(op("<", most, const(0))):
        b.set(most, const(0))
    there = b.let("there", const(0))

    def member(found: Value, over: str) -> None:
        code.bound(choice.local, found)
        with when(code, choice.where):
            b.set(there, add(there, 1))

    members(code, choice, member)
    if not i.choose.if_any:
        with b.when(pick(op("==", there, const(0)), most, const(0))):
            b.fault(work.site("deadlock", i.span))
    b.give(pick(op("<", there, most), there, most))
    work.finish(code)


def members(c: Code, choice: typed.Choice, do: Each) -> None:
    """Go over what is drawn from, whatever its weight."""
    if isinstance(choice.source, typed.OddsRef):
        odds_rows(c, choice.source, lambda found, weight, over: do(found, over))
    else:
        each(c, choice.source, do)


def odds_rows(c: Code, e: typed.OddsRef, do: Weighed) -> None:
    """Go over the rows of a distribution: value, weight and the label behind the last."""
    load, odds = c.work.load, e.odds
    rows = load.odds[odds.name]
    if isinstance(odds.by, str):
        row = rows[load.players if odds.by == "players" else load.settings[odds.by]]
    elif odds.by is None:
        row = rows[None]
    else:
        assert e.index is not None
        known = load.values(odds.by)
        number = c.b.let("row", member_of(c, odds.by, e.index, 1, e.span))
        for n, v in enumerate(known):
            with c.b.when(op("==", number, const(n))):
                from_row(c, f"{odds.name}_{v}", rows[v], do)
        return
    from_row(c, odds.name, row, do)


def odds_members(c: Code, e: typed.OddsRef, do: Each) -> None:
    """Go over the values of a distribution, whatever their weights."""
    odds_rows(c, e, lambda found, weight, over: do(found, over))


def from_row(c: Code, name: str, row: tuple[tuple[int | None, int], ...], do: Weighed) -> None:
    """Go over one distribution."""
    found = c.work.table(name, [cell_value(v) for v, _ in row])
    weights = c.work.table(f"{name}_weights", [w for _, w in row])

    def entry(n: Value, over: str) -> None:
        do(c.b.let("outcome", Row(found, n)), c.b.let("weight", Row(weights, n)), over)

    counted(c, const(0), const(len(row)), entry)


def list_outcomes(c: Code, i: g.Draw, n: Get, total: Get) -> None:
    """Write the records of all outcomes."""
    b, choice = c.b, i.choose.choice
    options = const(c.work.cell("OPTIONS"))

    def record(found: Value, weight: Value) -> None:
        at = op("+", op("*", n, const(2)), options)
        if is_thing(choice.source) and has_twins(c.work, choice.source) == "looks":
            same = b.let("same", Call("merged", (options, n, found)))
            with b.when(op(">=", same, const(0))):
                there = op("+", op("*", same, const(2)), options)
                b.put(there, op("+", cell(there, 1), weight), 1)
            with b.when(op("<", same, const(0))):
                b.put(at, found)
                b.put(at, weight, 1)
                b.set(n, add(n, 1))
        else:
            b.put(at, found)
            b.put(at, weight, 1)
            b.set(n, add(n, 1))
        b.set(total, op("+", total, weight))

    def allowed(found: Value, then: Callable[[], None]) -> None:
        c.bound(choice.local, found)
        free: Value = const(1)
        if i.slot.is_set:
            start = slot_start(i.slot)
            free = op("==", Call("seen_value", (add(start, 1), cell(start), found)), const(0))
        with b.when(free), when(c, choice.where):
            then()

    if isinstance(choice.source, typed.OddsRef):

        def row(found: Value, weight: Value, over: str) -> None:
            with b.when(op(">", weight, const(0))):
                allowed(found, lambda: record(found, weight))

        odds_rows(c, choice.source, row)
        return
    some = b.let("some", const(0))

    def member(found: Value, over: str) -> None:
        def weighed() -> None:
            b.set(some, const(1))
            if choice.weighted is None:
                record(found, const(1))
                return
            weight = b.let("weight", value(c, choice.weighted))
            with b.when(op("<", weight, const(0))):
                b.fault(c.work.site("range", i.span))
            with b.when(weight):
                record(found, weight)

        allowed(found, weighed)

    each(c, choice.source, member)
    if choice.weighted is not None:
        with b.when(pick(some, op("==", total, const(0)), const(0))):
            b.fault(c.work.site("range", i.span))


def draw_record(c: Code, pc: int, i: g.Draw) -> Value:
    """Return the address of what chance chose: outside, or at once in a playout. One outcome is no chance point."""
    b, choice = c.b, i.choose.choice
    options = const(c.work.cell("OPTIONS"))
    record = b.let("record", options)
    source = choice.source
    even = (
        isinstance(source, typed.Span_)
        and choice.where is None
        and choice.weighted is None
        and i.cell is None
        and bounds(c.work.load, source.high)[0] > bounds(c.work.load, source.low)[1]
    )
    if even and isinstance(source, typed.Span_):
        low = plain(c, source.low)
        count = b.let("count", add(op("-", value(c, source.high), low), 1))
        with drawn_inside(c, pc, i.span):
            b.put(options, op("+", low, drawn(c, i.name, count)))
        return record
    count = b.let("count", Call(outcome_lister(c.work, i)))
    with b.when(op(">", count, const(1))), drawn_inside(c, pc, i.span):
        counter = const(i.counter)
        number = Draw(0, point_key(i.name), cell(counter), cell(const(c.work.cell("TOTAL"))))
        b.set(record, Call("weighted", (number,)))
        b.put(counter, add(cell(counter), 1))
    with b.when(op("==", count, const(0))):
        if not i.choose.if_any:
            b.fault(c.work.site("deadlock", i.span))
        b.put(options, const(NONE))
    return record


SOURCES[typed.OddsRef] = odds_members
