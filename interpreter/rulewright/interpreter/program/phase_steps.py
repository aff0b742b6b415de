"""Phases and turns (the program's side of `phases.py`)."""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import ACTOR, NONE, PHASE_END, TURN_END, TURNS
from rulewright.dsl.types import PLAYER, Set
from rulewright.dsl.walk import expressions
from rulewright.interpreter.engines.reference.phases import (
    FLAG,
    LIMIT,
    NEXT,
    OLD_ACTOR,
    OLD_PHASE,
    OLD_TURN,
    ORDER,
    ROUND,
)
from rulewright.interpreter.program.blocks import INSTRUCTIONS, Blocks
from rulewright.interpreter.program.build import add, cell, const, negate, op, pick
from rulewright.interpreter.program.context import Code
from rulewright.interpreter.program.dispatch import plain, value
from rulewright.interpreter.program.form import Value
from rulewright.interpreter.program.order import snapshot
from rulewright.interpreter.program.plain_steps import clear_cells, count_limit


def call_phase(blocks: Blocks, c: Code, pc: int, i: g.CallPhase) -> None:
    c.b.put(const(i.frame.back), const(pc + 1))
    c.b.give(const(blocks.numbers[i.frame.entry.at]))


def phase_start(blocks: Blocks, c: Code, pc: int, i: g.PhaseStart) -> int:
    at, phase, b = i.frame.cell, i.frame.phase, c.b
    for old, now in ((OLD_TURN, TURN_END), (OLD_PHASE, PHASE_END), (OLD_ACTOR, ACTOR)):
        b.put(const(at + old), cell(const(now)))
    b.put(const(PHASE_END), const(i.frame.phase_end.at))
    if phase.turns is None or phase.member is None:
        return pc + 1
    seat_order(c, phase.turns, phase.member, at + ORDER, i)
    for cleared in (NEXT, ROUND, FLAG):
        b.put(const(at + cleared), const(0))
    b.put(const(at + LIMIT), value(c, phase.rounds) if phase.rounds is not None else const(NONE))
    return pc + 1


def seat_order(c: Code, order: typed.Order, member: typed.Local, start: int, i: g.PhaseStart) -> None:
    """Write the seats in the order of turns; around the table from a seat needs no sorting."""
    count = c.work.load.players
    only = order.keys[0] if len(order.keys) == 1 else None
    around = (
        isinstance(only, typed.Seats)
        and isinstance(only.of, typed.LocalRef)
        and only.of.local is member
        and not only.start.type.optional
        and not any(isinstance(e, typed.LocalRef) and e.local is member for e in expressions(only.start))
    )
    if around and isinstance(only, typed.Seats):
        seat = c.b.let("seat", value(c, only.start))
        for n in range(count):
            c.b.put(const(start + n), seat)
            if n < count - 1:
                c.b.set(seat, beside(seat, count, left=only.clockwise))
        return
    everyone = typed.Everyone(i.span, Set(False, PLAYER))
    snapshot(c, ((member, everyone),), None, order, start, count)


def beside(seat: Value, count: int, *, left: bool) -> Value:
    """Return the next seat around the table."""
    if left:
        return pick(op("==", seat, const(count - 1)), const(0), op("+", seat, const(1)))
    return pick(op("==", seat, const(0)), const(count - 1), op("-", seat, const(1)))


def turn_start(blocks: Blocks, c: Code, pc: int, i: g.TurnStart) -> int:
    at, phase, b = i.frame.cell, i.frame.phase, c.b
    count = c.work.load.players
    over = const(blocks.numbers[i.frame.phase_end.at])
    assert i.frame.me is not None
    begins = cell(const(at + NEXT))
    tries = b.let("tries", const(0))
    with b.loop("seats") as label:
        if phase.rounds is not None or phase.skip is not None:
            with b.when(op("==", begins, const(0))):
                if phase.rounds is not None:
                    with b.when(op(">=", cell(const(at + ROUND)), cell(const(at + LIMIT)))):
                        b.give(over)
                if phase.skip is not None:
                    playing = b.let("playing", const(0))
                    for n in range(count):
                        with b.when(op("==", playing, const(0))):
                            b.set(playing, negate(skipped(c, phase, cell(const(at + ORDER + n)))))
                    with b.when(op("==", playing, const(0))):
                        b.give(over)
        ends(c, i.frame, over)
        seat = b.let("seat", cell(op("+", begins, const(at)), ORDER))
        if phase.skip is None:
            b.leave(label)
        else:
            with b.when(negate(skipped(c, phase, seat))):
                b.leave(label)
            advance(c, at, count)
            b.set(tries, add(tries, 1))
            with b.when(op(">", tries, const(count))):
                b.give(over)
    b.put(const(i.frame.me.cell), seat)
    b.put(const(ACTOR), seat)
    b.put(const(TURN_END), const(i.frame.turn_end.at))
    b.put(const(PHASE_END), const(i.frame.phase_end.at))
    count_limit(c, TURNS, "turns", i.span)
    return pc + 1


def skipped(c: Code, phase: typed.Phase, seat: Value) -> Value:
    """Return whether a seat is passed over."""
    assert phase.skip is not None
    inner = c.inner({**c.env, phase.me: c.b.let("seat", seat)})
    return plain(inner, phase.skip)


def ends(c: Code, frame: g.PhaseFrame, over: Value) -> None:
    """Leave the phase where `until` says so; with `finish_round` only between rounds."""
    phase, at, b = frame.phase, frame.cell, c.b
    if phase.until is None:
        return
    found = value(c, phase.until)
    if not phase.written.finish_round:
        with b.when(found):
            b.give(over)
        return
    with b.when(found):
        b.put(const(at + FLAG), const(1))
    between = op("==", cell(const(at + NEXT)), const(0))
    with b.when(pick(cell(const(at + FLAG)), between, const(0))):
        b.give(over)


def advance(c: Code, at: int, count: int) -> None:
    """Go on to the next place in the order."""
    b = c.b
    following = b.let("following", add(cell(const(at + NEXT)), 1))
    with b.when(op("==", following, const(count))):
        b.set(following, const(0))
        b.put(const(at + ROUND), add(cell(const(at + ROUND)), 1))
    b.put(const(at + NEXT), following)


def turn_close(blocks: Blocks, c: Code, pc: int, i: g.TurnClose) -> int:
    at, phase, b = i.frame.cell, i.frame.phase, c.b
    b.put(const(TURN_END), cell(const(at + OLD_TURN)))
    b.put(const(ACTOR), cell(const(at + OLD_ACTOR)))
    b.put(const(PHASE_END), const(i.frame.phase_end.at))
    if phase.written.finish_round and phase.until is not None:
        with b.when(value(c, phase.until)):
            b.put(const(at + FLAG), const(1))
    advance(c, at, c.work.load.players)
    return pc + 1


def phase_close(blocks: Blocks, c: Code, pc: int, i: g.PhaseClose) -> int:
    at = i.frame.cell
    for old, now in ((OLD_TURN, TURN_END), (OLD_PHASE, PHASE_END), (OLD_ACTOR, ACTOR)):
        c.b.put(const(now), cell(const(at + old)))
    width = ORDER + c.work.load.players if i.frame.phase.turns is not None else 3
    clear_cells(c, at, at + width)
    return pc + 1


def phase_return(blocks: Blocks, c: Code, pc: int, i: g.PhaseReturn) -> None:
    blocks.go_to_cell(c, cell(const(i.frame.back)), blocks.callers(i.frame))


INSTRUCTIONS |= {
    g.CallPhase: call_phase,
    g.PhaseStart: phase_start,
    g.TurnStart: turn_start,
    g.TurnClose: turn_close,
    g.PhaseClose: phase_close,
    g.PhaseReturn: phase_return,
}
