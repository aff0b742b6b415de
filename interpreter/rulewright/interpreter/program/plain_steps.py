"""Plain instructions: values, loops, calls, the end of set-up and game (the program's side of `steps.py`)."""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import (
    ACTOR,
    KIND,
    MASK,
    NONE,
    OVER,
    PC,
    READY,
    ROUNDS,
    STEPS,
    WINNER,
    Slot,
)
from rulewright.dsl.source import Span
from rulewright.dsl.types import LARGEST, SMALLEST, Enum, Int, Set, Type
from rulewright.interpreter.engines.reference.machine import MOST
from rulewright.interpreter.program.blocks import INSTRUCTIONS, WAITS, Blocks
from rulewright.interpreter.program.bounds import bounds
from rulewright.interpreter.program.build import add, cell, const, negate, op, pick
from rulewright.interpreter.program.context import Code
from rulewright.interpreter.program.dispatch import each, plain, value
from rulewright.interpreter.program.families import attribute_cell, slot_start, variable_cell
from rulewright.interpreter.program.form import Const, Copy, Fill, Value
from rulewright.interpreter.program.knowledge import stored
from rulewright.interpreter.program.order import snapshot


def put(c: Code, slot: Slot, e: typed.Expr) -> None:
    """Give a local its value."""
    if not slot.is_set:
        found = value(c, e)
        c.b.put(slot_start(slot), found)
        return
    start = c.b.held("slot", slot_start(slot))
    room = c.work.scratch(slot.size)
    n = c.b.let("number", const(0))

    def member(found: Value, over: str) -> None:
        c.b.put(op("+", const(room), n), found, 1)
        c.b.set(n, add(n, 1))

    each(c, e, member)
    c.b.put(start, n)
    c.b.add(Copy(op("+", start, const(1)), const(room + 1), n))


def bind(blocks: Blocks, c: Code, pc: int, i: g.Bind) -> int:
    local = blocks.local_of(i.slot) if c.registers else None
    if local is not None:
        c.bound(local, c.b.let(local.name, value(c, i.value)))
        return pc + 1
    put(c, i.slot, i.value)
    return pc + 1


def store(blocks: Blocks, c: Code, pc: int, i: g.Store) -> int:
    assign(c, i.target, value(c, i.value), i.value, i.value)
    return pc + 1


def assign(
    c: Code,
    target: typed.VariableRef | typed.AttributeRef,
    found: Value,
    source: typed.Expr,
    told: typed.Expr | None,
) -> None:
    """Assign, guarding the declared range; `told` is where the value comes from, if a rule says so."""
    found = guarded(c, target.type, found, source, target.span)
    if not c.work.tracking:
        c.b.put(target_cell(c, target), found)
        return
    found = c.b.held("value", found)
    at = c.b.let("cell", target_cell(c, target))
    c.b.put(at, found)
    stored(c, target, at, told)


def target_cell(c: Code, target: typed.VariableRef | typed.AttributeRef) -> Value:
    """Return the cell that is assigned to."""
    return variable_cell(c, target) if isinstance(target, typed.VariableRef) else attribute_cell(c, target)


def guarded(c: Code, kind: Type, found: Value, source: typed.Expr, span: Span) -> Value:
    """Return a value that a type promises; another is a fault."""
    b, work = c.b, c.work
    if source.type.optional and not kind.optional:
        found = b.held("value", found)
        with b.when(op("==", found, const(NONE))):
            b.fault(work.site("none", span))
    bad: Value = const(0)
    if isinstance(kind, Int):
        least, most = work.load.bound(kind.low), work.load.bound(kind.high)
        low, high = bounds(work.load, source)
        if (least is not None and low < least) or (most is not None and high > most):
            found = b.held("value", found)
            under = op("<", found, const(SMALLEST if least is None else least))
            bad = pick(under, const(1), op(">", found, const(LARGEST if most is None else most)))
    elif isinstance(kind, Enum) and kind.part:
        values = work.load.values(kind)
        if not (isinstance(source.type, Enum) and set(work.load.values(source.type)) <= set(values)):
            found = b.held("value", found)
            bad = const(1)
            for v in values:
                bad = pick(op("==", found, const(v)), const(0), bad)
    if kind.optional and source.type.optional and bad != const(0):
        bad = pick(op("==", found, const(NONE)), const(0), bad)
    with b.when(bad):
        b.fault(work.site("range", span))
    return found


def swap_values(blocks: Blocks, c: Code, pc: int, i: g.SwapValues) -> int:
    left, right = c.b.let("left", value(c, i.left)), c.b.let("right", value(c, i.right))
    assign(c, i.left, right, i.right, None)
    assign(c, i.right, left, i.left, None)
    return pc + 1


def jump(blocks: Blocks, c: Code, pc: int, i: g.Jump) -> int | None:
    blocks.go(c, i.to.at)
    return None


def test(blocks: Blocks, c: Code, pc: int, i: g.Test) -> int | None:
    holds = value(c, i.condition)
    if isinstance(holds, Const):
        blocks.go(c, pc + 1 if holds.value else i.otherwise.at)
        return None
    with c.b.when(negate(holds)):
        blocks.go(c, i.otherwise.at)
    return pc + 1


def count_step(c: Code, span: Span) -> None:
    """Count one step of a loop or call; passing the limit is a fault."""
    c.b.put(const(STEPS), add(cell(const(STEPS)), 1))
    most = c.work.load.rules.limits.get("steps", 100_000)
    with c.b.when(op(">", cell(const(STEPS)), const(most))):
        c.b.fault(c.work.site("loop", span))


def count_limit(c: Code, counter: int, name: str, span: Span) -> None:
    """Count something that has a limit."""
    c.b.put(const(counter), add(cell(const(counter)), 1))
    most = c.work.load.rules.limits.get(name, MOST)
    with c.b.when(op(">", cell(const(counter)), const(most))):
        c.b.fault(c.work.site("limit", span))


def tick(blocks: Blocks, c: Code, pc: int, i: g.Tick) -> int:
    count_step(c, i.span)
    if i.round_:
        count_limit(c, ROUNDS, "rounds", i.span)
    return pc + 1


def clear(blocks: Blocks, c: Code, pc: int, i: g.Clear) -> int:
    if not c.registers:
        clear_cells(c, i.start, i.end)
    return pc + 1


def clear_cells(c: Code, start: int, end: int) -> None:
    """Forget a stretch of cells; of a list only what was written, and nothing where nothing ever is."""
    b, work = c.b, c.work
    at = first = start
    while at < end:
        if at in work.lists and at + work.lists[at][3] <= end and at not in work.clean:
            zeros(c, first, at)
            number, head, width, cells = work.lists[at]
            b.add(Fill(const(at), add(op("*", cell(const(at + number)), const(width)), head)))
            first = at = at + cells
        elif at in work.clean:
            zeros(c, first, at)
            first = at = at + 1
        else:
            at += 1
    zeros(c, first, end)


def zeros(c: Code, start: int, end: int) -> None:
    """Make a stretch of cells 0."""
    if end - start <= 8:
        for at in range(start, end):
            c.b.put(const(at), const(0))
    else:
        c.b.add(Fill(const(start), const(end - start)))


def for_start(blocks: Blocks, c: Code, pc: int, i: g.ForStart) -> int:
    if pc in blocks.plan.whole:
        return for_whole(blocks, c, pc, i)
    n = snapshot(c, i.binders, i.where, i.order, i.cell + 2, i.room)
    c.b.put(const(i.cell), n)
    c.b.put(const(i.cell + 1), const(0))
    return pc + 1


def for_whole(blocks: Blocks, c: Code, pc: int, i: g.ForStart) -> int:
    """Write a loop in which nothing stops, its members outside the state."""
    b, over = c.b, blocks.plan.whole[pc]
    start = c.work.scratch(i.room * len(i.binders))
    n = snapshot(c, i.binders, i.where, i.order, start, i.room)
    at = b.let("next", const(0))
    with b.loop("each") as label:
        with b.when(op(">=", at, n)):
            b.leave(label)
        place = op("+", op("*", at, const(len(i.binders))), const(start))
        found = [b.let(local.name, cell(place, k)) for k, (local, _) in enumerate(i.binders)]
        b.set(at, add(at, 1))
        inner = blocks.inside(c, pc + 1, over, label)
        for (local, _), member in zip(i.binders, found, strict=True):
            inner.bound(local, member)
        blocks.instructions(inner, pc + 2, None)
    return over + 1


def for_next(blocks: Blocks, c: Code, pc: int, i: g.ForNext) -> int:
    at = c.b.let("next", cell(const(i.cell + 1)))
    with c.b.when(op(">=", at, cell(const(i.cell)))):
        blocks.go(c, i.done.at)
    c.b.put(const(i.cell + 1), add(at, 1))
    place = op("+", op("*", at, const(len(i.slots))), const(i.cell + 2))
    for n, slot in enumerate(i.slots):
        c.b.put(slot_start(slot), cell(place, n))
    return pc + 1


def times_start(blocks: Blocks, c: Code, pc: int, i: g.TimesStart) -> int:
    found = c.b.let("times", value(c, i.value))
    if pc in blocks.plan.whole:
        over = blocks.plan.whole[pc]
        with c.b.loop("times") as label:
            with c.b.when(op("<=", found, const(0))):
                c.b.leave(label)
            c.b.set(found, op("-", found, const(1)))
            blocks.instructions(blocks.inside(c, pc + 1, over, label), pc + 2, None)
        return over + 1
    c.b.put(const(i.cell), pick(op(">", found, const(0)), found, const(0)))
    return pc + 1


def times_next(blocks: Blocks, c: Code, pc: int, i: g.TimesNext) -> int:
    with c.b.when(op("<=", cell(const(i.cell)), const(0))):
        blocks.go(c, i.done.at)
    c.b.put(const(i.cell), op("-", cell(const(i.cell)), const(1)))
    return pc + 1


def nothing(blocks: Blocks, c: Code, pc: int, i: g.Instruction) -> int:
    """Write nothing: what is said and told is for people."""
    return pc + 1


def call(blocks: Blocks, c: Code, pc: int, i: g.Call) -> None:
    count_step(c, i.span)
    through = plain(c, i.through) if i.through is not None else None
    procedures = c.work.load.rules.procedures
    names = list(procedures)
    single = [plain(c, a) if not isinstance(a.type, Set) else None for a in i.arguments]
    for n, frame in enumerate(i.frames):
        last = n == len(i.frames) - 1
        chosen = const(1) if through is None or last else op("==", through, const(names.index(frame.name)))
        with c.b.when(chosen):
            c.b.put(const(frame.back), const(pc + 1))
            for k, (slot, argument, found) in enumerate(
                zip(frame.arguments, i.arguments, single, strict=True)
            ):
                if found is None:
                    put(c, slot, argument)
                    continue
                if k == 0 and procedures[frame.name].subject is not None and argument.type.optional:
                    with c.b.when(op("==", found, const(NONE))):
                        c.b.fault(c.work.site("none", i.span))
                c.b.put(slot_start(slot), found)
            c.b.give(const(blocks.numbers[frame.entry.at]))


def guard(blocks: Blocks, c: Code, pc: int, i: g.Guard) -> int:
    frame = i.frame
    if frame.when is not None:
        with c.b.when(negate(value(c, frame.when))):
            c.b.fault(c.work.site("gap", i.span))
    if frame.on_turn is not None:
        with c.b.when(op("!=", value(c, frame.on_turn), cell(const(ACTOR)))):
            c.b.fault(c.work.site("turn", i.span))
    return pc + 1


def return_(blocks: Blocks, c: Code, pc: int, i: g.Return) -> None:
    back = c.b.let("back", cell(const(i.frame.back)))
    clear_cells(c, i.frame.start, i.frame.end)
    blocks.go_to_cell(c, back, blocks.callers(i.frame))


def goto(blocks: Blocks, c: Code, pc: int, i: g.Goto) -> None:
    at = c.b.let("end", cell(const(i.cell)))
    with c.b.when(op("==", at, const(0))):
        c.b.fault(c.work.site("turn", i.span))
    blocks.go_to_cell(c, at)


def finish(blocks: Blocks, c: Code, pc: int, i: g.Finish) -> None:
    c.b.put(const(WINNER), value(c, i.winner) if i.winner is not None else const(NONE))
    for at, found in ((KIND, OVER), (MASK, 0), (ACTOR, NONE), (PC, pc)):
        c.b.put(const(at), const(found))
    c.b.give(const(WAITS))


def set_up(blocks: Blocks, c: Code, pc: int, i: g.SetUp) -> int:
    c.b.put(const(READY), const(1))
    for spot in range(len(c.work.load.spots)):
        c.b.put(const(c.work.cells.armed + spot), const(1))
    return pc + 1


INSTRUCTIONS |= {
    g.Bind: bind,
    g.Store: store,
    g.SwapValues: swap_values,
    g.Jump: jump,
    g.Test: test,
    g.Tick: tick,
    g.Clear: clear,
    g.ForStart: for_start,
    g.ForNext: for_next,
    g.TimesStart: times_start,
    g.TimesNext: times_next,
    g.Announce: nothing,
    g.Say: nothing,
    g.Call: call,
    g.Guard: guard,
    g.Return: return_,
    g.Goto: goto,
    g.Finish: finish,
    g.SetUp: set_up,
}
