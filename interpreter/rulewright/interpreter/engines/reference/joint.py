"""Joint decisions: segments, barriers, one curtain for the whole block (6.3)."""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl.cells import BEHIND, CURTAIN, JOINT, NONE, PC
from rulewright.interpreter.engines.reference.machine import RESUMES, STEPS_OF, Machine
from rulewright.interpreter.engines.reference.places import State
from rulewright.interpreter.engines.reference.stops import chosen
from rulewright.interpreter.faults import Fault

MEMBER, SEGMENT, COUNT, MEMBERS = range(4)
OUT, RUNS, CHOOSES, WAITS, DONE = range(5)


def joint_start(m: Machine, s: State, i: g.JointStart) -> int:
    frame, cell = i.frame, i.frame.cell
    together = frame.together
    members = m.lists.once(
        "joint",
        together,
        lambda: m.lists.make_members(((together.local, together.source),), together.where, None),
    )
    seats = sorted({seat for (seat,) in members(s)})
    s[cell + MEMBER], s[cell + SEGMENT], s[cell + COUNT] = NONE, 1, len(seats)
    for seat in range(frame.players):
        s[cell + MEMBERS + frame.players + seat] = frame.start.at
        s[cell + MEMBERS + 2 * frame.players + seat] = RUNS if seat in seats else OUT
    s[CURTAIN] = 1
    m.tell("curtain", NONE, "falls")
    m.effects.sight.curtain_falls(s)
    return frame.next.at


def place_of(frame: g.JointFrame, seat: int) -> int:
    """Return the cell of a member's program counter."""
    return frame.cell + MEMBERS + frame.players + seat


def state_of(frame: g.JointFrame, seat: int) -> int:
    """Return the cell of a member's state."""
    return frame.cell + MEMBERS + 2 * frame.players + seat


def joint_next(m: Machine, s: State, i: g.JointNext) -> int | None:
    frame = i.frame
    for seat in range(frame.players):
        if s[state_of(frame, seat)] == RUNS:
            s[frame.cell + MEMBER], s[BEHIND] = seat, seat + 1
            m.tell("curtain", seat, "parts")
            return s[place_of(frame, seat)]
    s[frame.cell + MEMBER], s[BEHIND] = NONE, 0
    segment = s[frame.cell + SEGMENT]
    mask = 0
    waiting = False
    for seat in range(frame.players):
        state = s[state_of(frame, seat)]
        if state == CHOOSES and number_at(m, s, frame, seat) == segment and asks(m, s, frame, seat):
            mask |= 1 << seat
        waiting = waiting or state in (CHOOSES, WAITS)
    if mask:
        return m.stop(s, JOINT, mask, i)
    if not waiting:
        return frame.done.at
    next_segment(m, s, frame)
    return s[PC]


def asks(m: Machine, s: State, frame: g.JointFrame, seat: int) -> bool:
    """Tell whether a member has something to choose, now that all have come this far; else it waits."""
    instruction = m.graph.code[s[place_of(frame, seat)]]
    assert isinstance(instruction, g.JointChoice)
    stop = instruction.stop
    s[frame.cell + MEMBER] = seat
    found = not isinstance(stop, g.Choose | g.Menu) or m.lists.stops(s, seat, stop)
    if not found:
        if isinstance(stop, g.Choose):
            m.put(s, stop.slot, [] if stop.slot.is_set else NONE)
        s[state_of(frame, seat)] = WAITS
    s[frame.cell + MEMBER] = NONE
    return found


def number_at(m: Machine, s: State, frame: g.JointFrame, seat: int) -> int:
    """Return the number of the choice or barrier at which a member stands."""
    instruction = m.graph.code[s[place_of(frame, seat)]]
    assert isinstance(instruction, g.JointChoice | g.Barrier)
    return instruction.number


def next_segment(m: Machine, s: State, frame: g.JointFrame) -> None:
    """Begin the next segment: who waited for the choice just made runs on."""
    s[frame.cell + SEGMENT] += 1
    s[CURTAIN] = s[frame.cell + SEGMENT]
    for seat in range(frame.players):
        state = s[state_of(frame, seat)]
        if state == WAITS and number_at(m, s, frame, seat) < s[frame.cell + SEGMENT]:
            s[state_of(frame, seat)] = RUNS
            instruction = m.graph.code[s[place_of(frame, seat)]]
            if isinstance(instruction, g.JointChoice) and isinstance(instruction.stop, g.Menu):
                s[place_of(frame, seat)] = instruction.stop.done.at
            else:
                s[place_of(frame, seat)] += 1


def joint_choice(m: Machine, s: State, i: g.JointChoice) -> int:
    frame = i.frame
    seat = s[frame.cell + MEMBER]
    s[state_of(frame, seat)] = CHOOSES
    s[place_of(frame, seat)] = s[PC]
    return frame.next.at


def barrier(m: Machine, s: State, i: g.Barrier) -> int | None:
    frame = i.frame
    if i.number < s[frame.cell + SEGMENT]:
        return None
    seat = s[frame.cell + MEMBER]
    s[place_of(frame, seat)] = s[PC]
    s[state_of(frame, seat)] = WAITS
    return frame.next.at


def joint_done(m: Machine, s: State, i: g.JointDone) -> int:
    s[state_of(i.frame, s[i.frame.cell + MEMBER])] = DONE
    return i.frame.next.at


def joint_resume(m: Machine, s: State, i: g.JointNext) -> int:
    frame = i.frame
    segment = s[frame.cell + SEGMENT]
    ready = [
        seat
        for seat in range(frame.players)
        if s[state_of(frame, seat)] == CHOOSES and number_at(m, s, frame, seat) == segment
    ]
    answers = []
    for seat in ready:
        s[frame.cell + MEMBER] = seat
        answers.append(chosen(m, s, m.asked(s, seat), seat))
    for seat, option in zip(ready, answers, strict=True):
        s[frame.cell + MEMBER] = seat
        take_answer(m, s, frame, seat, option.value)
    s[frame.cell + MEMBER] = NONE
    next_segment(m, s, frame)
    return s[PC]


def take_answer(m: Machine, s: State, frame: g.JointFrame, seat: int, value: object) -> None:
    """Give a member its answer and let it run on from there."""
    place = place_of(frame, seat)
    instruction = m.graph.code[s[place]]
    assert isinstance(instruction, g.JointChoice)
    stop = instruction.stop
    then = s[place] + 1
    if isinstance(stop, g.Choose):
        m.put(s, stop.slot, value)
    elif isinstance(stop, g.Menu):
        then = stop.done.at if value == NONE else stop.cases[int(str(value))].at
    elif isinstance(stop, g.Offer) and not value:
        then = stop.otherwise.at
    elif not isinstance(stop, g.Offer):
        raise Fault("gap", "this can't be decided together", stop.span)
    s[place], s[state_of(frame, seat)] = then, RUNS


def joint_close(m: Machine, s: State, i: g.JointClose) -> None:
    m.effects.sight.curtain_rises(s)
    s[CURTAIN] = 0
    m.tell("curtain", NONE, "rises")


STEPS_OF.update(
    {
        g.JointStart: joint_start,
        g.JointNext: joint_next,
        g.JointChoice: joint_choice,
        g.Barrier: barrier,
        g.JointDone: joint_done,
        g.JointClose: joint_close,
    }
)
RESUMES[g.JointNext] = joint_resume
