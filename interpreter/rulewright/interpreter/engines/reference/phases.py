"""Phases and turns: whose turn it is, when a phase ends, and where `end turn` leads (2.10, 6.1)."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import ACTOR, NONE, PC, PHASE_END, TURN_END, TURNS
from rulewright.interpreter.engines.reference.machine import STEPS_OF, Machine
from rulewright.interpreter.engines.reference.places import State

OLD_TURN, OLD_PHASE, OLD_ACTOR, NEXT, ROUND, LIMIT, FLAG, ORDER = range(8)
"""Cells of the frame of a phase with turns; one without has the first three."""


def call_phase(m: Machine, s: State, i: g.CallPhase) -> int:
    s[i.frame.back] = s[PC] + 1
    return i.frame.entry.at


def phase_start(m: Machine, s: State, i: g.PhaseStart) -> None:
    frame, cell = i.frame, i.frame.cell
    s[cell + OLD_TURN], s[cell + OLD_PHASE], s[cell + OLD_ACTOR] = s[TURN_END], s[PHASE_END], s[ACTOR]
    s[PHASE_END] = frame.phase_end.at
    phase = frame.phase
    m.tell("phase", NONE, m.writer.label(phase.name))
    turns, member = phase.turns, phase.member
    if turns is None or member is None:
        return
    key = m.lists.once("turns", phase, lambda: m.compiler.with_key(turns, member))
    seats = sorted(range(m.compiler.load.players), key=lambda p: (key(s, p), p))
    s[cell + NEXT], s[cell + ROUND], s[cell + FLAG] = 0, 0, 0
    s[cell + LIMIT] = m.root(phase.rounds)(s) if phase.rounds is not None else NONE
    s[cell + ORDER : cell + ORDER + len(seats)] = seats


def turn_start(m: Machine, s: State, i: g.TurnStart) -> int | None:
    frame, cell, phase = i.frame, i.frame.cell, i.frame.phase
    count = m.compiler.load.players
    seats = s[cell + ORDER : cell + ORDER + count]
    skip = skipped(m, phase)
    for _ in range(count + 1):
        if s[cell + NEXT] == 0:
            if s[cell + LIMIT] != NONE and s[cell + ROUND] >= s[cell + LIMIT]:
                return frame.phase_end.at
            if skip is not None and all(skip(s, seat) for seat in seats):
                return frame.phase_end.at
        if ends(m, s, frame):
            return frame.phase_end.at
        seat = seats[s[cell + NEXT]]
        if skip is None or not skip(s, seat):
            begin_turn(m, s, i, seat)
            return None
        advance(s, cell, count)
    return frame.phase_end.at


def skipped(m: Machine, phase: typed.Phase) -> Callable[[State, int], int] | None:
    """Return the compiled `skip` of a phase."""
    skip = phase.skip
    if skip is None:
        return None
    found: Callable[[State, int], int] = m.lists.once(
        "skip", phase, lambda: m.compiler.with_local(skip, phase.me)
    )
    return found


def ends(m: Machine, s: State, frame: g.PhaseFrame) -> bool:
    """Tell whether `until` ends the phase now; with `finish_round` only between rounds."""
    phase, cell = frame.phase, frame.cell
    if phase.until is None:
        return False
    if not phase.written.finish_round:
        return bool(m.root(phase.until)(s))
    if m.root(phase.until)(s):
        s[cell + FLAG] = 1
    return bool(s[cell + FLAG]) and s[cell + NEXT] == 0


def begin_turn(m: Machine, s: State, i: g.TurnStart, seat: int) -> None:
    """Begin a player's turn."""
    frame = i.frame
    assert frame.me is not None
    s[frame.me.cell], s[ACTOR] = seat, seat
    s[TURN_END], s[PHASE_END] = frame.turn_end.at, frame.phase_end.at
    s[TURNS] += 1
    m.limit(s[TURNS], "turns", i.span)
    m.tell("turn", seat, m.writer.seat(seat))


def advance(s: State, cell: int, count: int) -> None:
    """Go on to the next place in the order."""
    s[cell + NEXT] += 1
    if s[cell + NEXT] == count:
        s[cell + NEXT] = 0
        s[cell + ROUND] += 1


def turn_close(m: Machine, s: State, i: g.TurnClose) -> None:
    frame, cell, phase = i.frame, i.frame.cell, i.frame.phase
    s[TURN_END], s[ACTOR] = s[cell + OLD_TURN], s[cell + OLD_ACTOR]
    s[PHASE_END] = frame.phase_end.at
    if phase.written.finish_round and phase.until is not None and m.root(phase.until)(s):
        s[cell + FLAG] = 1
    advance(s, cell, m.compiler.load.players)


def phase_close(m: Machine, s: State, i: g.PhaseClose) -> None:
    frame, cell = i.frame, i.frame.cell
    s[TURN_END], s[PHASE_END], s[ACTOR] = s[cell + OLD_TURN], s[cell + OLD_PHASE], s[cell + OLD_ACTOR]
    width = ORDER + m.compiler.load.players if frame.phase.turns is not None else 3
    s[cell : cell + width] = [0] * width


def phase_return(m: Machine, s: State, i: g.PhaseReturn) -> int:
    return s[i.frame.back]


STEPS_OF.update(
    {
        g.CallPhase: call_phase,
        g.PhaseStart: phase_start,
        g.TurnStart: turn_start,
        g.TurnClose: turn_close,
        g.PhaseClose: phase_close,
        g.PhaseReturn: phase_return,
    }
)
