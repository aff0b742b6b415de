"""Joint decisions: segments and barriers (the program's side of `joint.py`)."""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl.cells import ANSWERS, BEHIND, CURTAIN, JOINT, NONE
from rulewright.interpreter.engines.reference.joint import (
    CHOOSES,
    COUNT,
    DONE,
    MEMBER,
    MEMBERS,
    OUT,
    RUNS,
    SEGMENT,
    WAITS,
)
from rulewright.interpreter.program.blocks import INSTRUCTIONS, Blocks
from rulewright.interpreter.program.build import add, cell, const, op, pick
from rulewright.interpreter.program.choices import finder, lister, width_of
from rulewright.interpreter.program.context import Code
from rulewright.interpreter.program.dispatch import members
from rulewright.interpreter.program.families import slot_start
from rulewright.interpreter.program.form import Call, Copy, Get, Row, Value
from rulewright.interpreter.program.stop_steps import RESUMES, put_record
from rulewright.interpreter.program.waiting import wait


def place_of(frame: g.JointFrame) -> int:
    """Return the first of the cells of the members' program counters."""
    return frame.cell + MEMBERS + frame.players


def state_of(frame: g.JointFrame) -> int:
    """Return the first of the cells of the members' states."""
    return frame.cell + MEMBERS + 2 * frame.players


def numbers(blocks: Blocks) -> str:
    """Return the table of the numbers of choices and barriers, by instruction."""
    found = [i.number if isinstance(i, g.JointChoice | g.Barrier) else 0 for i in blocks.work.graph.code]
    return blocks.work.table("CHOICE_NUMBER", found)


def choices_of(blocks: Blocks, frame: g.JointFrame) -> list[tuple[int, g.JointChoice]]:
    """Return the choices of a joint decision with their instructions."""
    code = blocks.work.graph.code
    return [(pc, i) for pc, i in enumerate(code) if isinstance(i, g.JointChoice) and i.frame is frame]


def places(blocks: Blocks, frame: g.JointFrame) -> list[int]:
    """Return the instructions at which a member can run on."""
    found = [frame.start.at]
    for pc, i in enumerate(blocks.work.graph.code):
        match i:
            case g.Barrier(frame=of) if of is frame:
                found.append(pc + 1)
            case g.JointChoice(frame=of, stop=stop) if of is frame:
                found.append(pc + 1)
                match stop:
                    case g.Menu(cases=cases, done=done):
                        found += [done.at, *(label.at for label in cases)]
                    case g.Offer(otherwise=otherwise):
                        found.append(otherwise.at)
                    case _:
                        pass
            case _:
                pass
    return sorted(set(found))


def chooses_now(blocks: Blocks, frame: g.JointFrame, seat: Value) -> Value:
    """Return whether a member has come to the choice that the decision is at."""
    chooses = op("==", cell(seat, state_of(frame)), const(CHOOSES))
    number = Row(numbers(blocks), cell(seat, place_of(frame)))
    return pick(chooses, op("==", number, cell(const(frame.cell + SEGMENT))), const(0))


def joint_start(blocks: Blocks, c: Code, pc: int, i: g.JointStart) -> None:
    b, frame = c.b, i.frame
    together = frame.together
    for seat in range(frame.players):
        b.put(const(place_of(frame) + seat), const(frame.start.at))
        b.put(const(state_of(frame) + seat), const(OUT))
    count = b.let("count", const(0))

    inner = c.inner(c.env)

    def member(over: str) -> None:
        seat = inner.env[together.local]
        assert not callable(seat)
        with b.when(op("==", cell(seat, state_of(frame)), const(OUT))):
            b.put(seat, const(RUNS), state_of(frame))
            b.set(count, add(count, 1))

    members(inner, ((together.local, together.source),), together.where, member)
    b.put(const(frame.cell + MEMBER), const(NONE))
    b.put(const(frame.cell + SEGMENT), const(1))
    b.put(const(frame.cell + COUNT), count)
    b.put(const(CURTAIN), const(1))
    if c.work.tracking:
        b.call("curtain_falls")
    b.give(const(blocks.numbers[frame.next.at]))


def joint_next(blocks: Blocks, c: Code, pc: int, i: g.JointNext) -> None:
    b, frame = c.b, i.frame
    member = const(frame.cell + MEMBER)
    for seat in range(frame.players):
        with b.when(op("==", cell(const(state_of(frame) + seat)), const(RUNS))):
            b.put(member, const(seat))
            b.put(const(BEHIND), const(seat + 1))
            blocks.go_to_cell(c, cell(const(place_of(frame) + seat)), places(blocks, frame))
    b.put(member, const(NONE))
    b.put(const(BEHIND), const(0))
    asks = asker(blocks, frame, i)
    mask, waiting = b.let("mask", const(0)), b.let("waiting", const(0))
    for seat in range(frame.players):
        state = b.let("state", cell(const(state_of(frame) + seat)))
        here = chooses_now(blocks, frame, const(seat))
        with b.when(here), b.when(Call(asks, (const(seat),))):
            b.set(mask, op("|", mask, const(1 << seat)))
        b.set(
            waiting,
            pick(
                op("==", state, const(CHOOSES)),
                const(1),
                pick(op("==", state, const(WAITS)), const(1), waiting),
            ),
        )
    with b.when(mask):
        wait(c, pc, JOINT, mask, i.span)
    with b.when(op("==", waiting, const(0))):
        b.give(const(blocks.numbers[frame.done.at]))
    next_segment(blocks, c, frame)
    b.give(const(blocks.numbers[pc]))


def asker(blocks: Blocks, frame: g.JointFrame, i: g.JointNext) -> str:
    """Return the function that tells whether a member has something to choose, now that all have come this far; one
    that hasn't waits."""
    work = blocks.work
    key = ("asks", id(frame))
    if key in work.functions:
        return work.functions[key]
    code = work.code("joint_asks", i.name)
    work.functions[key] = code.b.name
    b = code.b
    seat = b.parameter("seat")
    b.put(const(frame.cell + MEMBER), seat)
    found = b.let("found", const(1))
    place = b.let("place", cell(seat, place_of(frame)))
    for pc, choice in choices_of(blocks, frame):
        stop = choice.stop
        if not isinstance(stop, g.Choose | g.Menu):
            continue
        node = stop.choose if isinstance(stop, g.Choose) else stop.menu
        public = stop.choose.choice.public if isinstance(stop, g.Choose) else stop.menu.public
        if node.may or (node.if_any and not public):
            continue
        finds = finder(work, stop)
        here = op("==", place, const(pc))
        with b.when(here), b.when(op("==", Call(finds, (seat,)), const(0)) if finds else const(1)):
            b.call(lister(work, stop), seat)
            with b.when(op("==", cell(const(work.cell("REAL"))), const(0))):
                if isinstance(stop, g.Choose):
                    b.put(slot_start(stop.slot), const(0 if stop.slot.is_set else NONE))
                b.put(seat, const(WAITS), state_of(frame))
                b.set(found, const(0))
    b.put(const(frame.cell + MEMBER), const(NONE))
    b.give(found)
    return work.finish(code)


def next_segment(blocks: Blocks, c: Code, frame: g.JointFrame) -> None:
    """Begin the next segment: who waited for the choice just made runs on."""
    b = c.b
    segment = b.let("segment", add(cell(const(frame.cell + SEGMENT)), 1))
    b.put(const(frame.cell + SEGMENT), segment)
    b.put(const(CURTAIN), segment)
    menus = [(pc, i.stop) for pc, i in choices_of(blocks, frame) if isinstance(i.stop, g.Menu)]
    for seat in range(frame.players):
        place, state = const(place_of(frame) + seat), const(state_of(frame) + seat)
        before = op("<", Row(numbers(blocks), cell(place)), segment)
        with b.when(pick(op("==", cell(state), const(WAITS)), before, const(0))):
            b.put(state, const(RUNS))
            then = b.let("then", add(cell(place), 1))
            for pc, menu in menus:
                with b.when(op("==", cell(place), const(pc))):
                    b.set(then, const(menu.done.at))
            b.put(place, then)


def joint_choice(blocks: Blocks, c: Code, pc: int, i: g.JointChoice) -> None:
    seat = c.b.let("seat", cell(const(i.frame.cell + MEMBER)))
    c.b.put(seat, const(CHOOSES), state_of(i.frame))
    c.b.put(seat, const(pc), place_of(i.frame))
    c.b.give(const(blocks.numbers[i.frame.next.at]))


def barrier(blocks: Blocks, c: Code, pc: int, i: g.Barrier) -> int:
    b, frame = c.b, i.frame
    with b.when(op(">=", const(i.number), cell(const(frame.cell + SEGMENT)))):
        seat = b.let("seat", cell(const(frame.cell + MEMBER)))
        b.put(seat, const(pc), place_of(frame))
        b.put(seat, const(WAITS), state_of(frame))
        b.give(const(blocks.numbers[frame.next.at]))
    return pc + 1


def joint_done(blocks: Blocks, c: Code, pc: int, i: g.JointDone) -> None:
    seat = cell(const(i.frame.cell + MEMBER))
    c.b.put(seat, const(DONE), state_of(i.frame))
    c.b.give(const(blocks.numbers[i.frame.next.at]))


def joint_close(blocks: Blocks, c: Code, pc: int, i: g.JointClose) -> int:
    if c.work.tracking:
        c.b.call("curtain_rises")
    c.b.put(const(CURTAIN), const(0))
    return pc + 1


def joint_resume(blocks: Blocks, c: Code, pc: int, i: g.JointNext, record: Value) -> None:
    """Give all members of the segment their answers: first all are looked up, then taken."""
    b, frame = c.b, i.frame
    member = const(frame.cell + MEMBER)
    choices = choices_of(blocks, frame)
    kept, width = c.work.cell("KEPT"), c.work.cell("KEPT_WIDTH")
    joined = cell(const(c.work.cell("JOINED")))
    known = b.let("known", pick(cell(const(c.work.cell("LISTED"))), joined, const(0)))
    ready = b.let("ready", const(0))
    for seat in range(frame.players):
        place = const(place_of(frame) + seat)
        with b.when(chooses_now(blocks, frame, const(seat))):
            b.set(ready, op("|", ready, const(1 << seat)))
            with b.when(op("==", op("&", known, const(1 << seat)), const(0))):
                b.put(member, const(seat))
                for at, choice in choices:
                    with b.when(op("==", cell(place), const(at))):
                        b.call(lister(c.work, choice.stop), const(seat))
                        size = width_of(c.work, choice.stop)
                        start = op("*", cell(const(ANSWERS + seat)), const(size))
                        found = add(start, c.work.cell("OPTIONS"))
                        b.add(Copy(const(kept + width * seat), found, const(size)))
    for seat in range(frame.players):
        with b.when(op("&", ready, const(1 << seat))):
            b.put(member, const(seat))
            take_answer(blocks, c, frame, seat, const(kept + width * seat))
    b.put(member, const(NONE))
    next_segment(blocks, c, frame)
    b.give(const(blocks.numbers[pc]))


def take_answer(blocks: Blocks, c: Code, frame: g.JointFrame, seat: int, record: Value) -> None:
    """Give a member its answer and let it run on from there."""
    b = c.b
    place = const(place_of(frame) + seat)
    at = b.let("place", cell(place))
    then = b.let("then", add(at, 1))
    for pc, choice in choices_of(blocks, frame):
        stop = choice.stop
        with b.when(op("==", at, const(pc))):
            answer(c, stop, record, then)
    b.put(place, then)
    b.put(const(state_of(frame) + seat), const(RUNS))


def answer(c: Code, stop: g.Stop, record: Value, then: Get) -> None:
    """Take one answer: give a local its value, or say where to go on."""
    b = c.b
    match stop:
        case g.Choose(slot=slot):
            put_record(c, slot, record, 0)
        case g.Menu(cases=cases, done=done):
            b.set(then, const(done.at))
            for n, label in enumerate(cases):
                with b.when(op("==", cell(record), const(n))):
                    b.set(then, const(label.at))
        case g.Offer(otherwise=otherwise):
            with b.when(op("==", cell(record), const(0))):
                b.set(then, const(otherwise.at))
        case _:
            b.fault(c.work.site("gap", stop.span))


INSTRUCTIONS |= {
    g.JointStart: joint_start,
    g.JointNext: joint_next,
    g.JointChoice: joint_choice,
    g.Barrier: barrier,
    g.JointDone: joint_done,
    g.JointClose: joint_close,
}
RESUMES[g.JointNext] = joint_resume
