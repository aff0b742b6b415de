"""Instructions at which the machine waits, and how it goes on (the program's side of `stops.py`).

What was answered is a record of the list of options; `resume` gets its address.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import ANSWERS, DECISION, FIRST, NONE, RACE, Slot
from rulewright.interpreter.program.blocks import INSTRUCTIONS, Blocks
from rulewright.interpreter.program.build import add, cell, const, op
from rulewright.interpreter.program.chance_points import drawn
from rulewright.interpreter.program.choices import lister, part_width
from rulewright.interpreter.program.context import Code, Lowering
from rulewright.interpreter.program.dispatch import value
from rulewright.interpreter.program.families import slot_start
from rulewright.interpreter.program.form import Call, Copy, Value
from rulewright.interpreter.program.order import snapshot
from rulewright.interpreter.program.outcomes import draw_record, outcome_lister
from rulewright.interpreter.program.waiting import drawn_inside, wait

Resume = Callable[[Blocks, Code, int, Any, Value], None]
RESUMES: dict[type[g.Instruction], Resume] = {}
"""How a stop goes on: from the record that was chosen to the next block."""


def asked(c: Code, pc: int, who: Value, stop: Any, node: Any, *, public: bool) -> None:
    """Wait for a player, unless there is nothing to choose and everyone can tell (6.7.5); then the steps behind go
    on without an answer."""
    b = c.b
    mask = op("<<", const(1), who)
    if node.may:
        wait(c, pc, DECISION, mask, stop.span)
        return
    count = b.let("count", Call(lister(c.work, stop), (who,)))
    if node.if_any and public:
        with b.when(cell(const(c.work.cell("REAL")))):
            keep(c, who, count)
            wait(c, pc, DECISION, mask, stop.span)
        return
    keep(c, who, count)
    wait(c, pc, DECISION, mask, stop.span)


def keep(c: Code, who: Value, count: Value) -> None:
    """Remember that the options of a player are listed already."""
    c.b.put(const(c.work.cell("LISTED")), add(count, 1))
    c.b.put(const(c.work.cell("LISTED_FOR")), who)


def going_on(node: Any, *, public: bool) -> bool:
    """Tell whether a sentence can go on without an answer."""
    return bool(not node.may and node.if_any and public)


def decider(c: Code, who: typed.Expr | None, stop: g.Stop) -> Value:
    """Return who is asked; nobody is a fault."""
    assert who is not None
    found = c.b.held("who", value(c, who))
    if who.type.optional:
        with c.b.when(op("==", found, const(NONE))):
            c.b.fault(c.work.site("none", stop.span))
    return found


def asks_first(work: Lowering) -> bool:
    """Tell whether chance says who is first where nobody did."""
    return work.load.rules.written.first_player is not None


def first_player(blocks: Blocks, c: Code, pc: int, i: g.FirstPlayer) -> int:
    if not asks_first(c.work):
        return pc + 1
    with c.b.when(op("==", cell(const(FIRST)), const(NONE))), drawn_inside(c, pc, i.span):
        set_first(c, drawn(c, "first_player", const(c.work.load.players)))
    return pc + 1


def set_first(c: Code, player: Value) -> None:
    """Say who is first, and give variables their start values anew."""
    c.b.put(const(FIRST), player)
    c.b.call("start_values")


def first_resume(blocks: Blocks, c: Code, pc: int, i: g.FirstPlayer, record: Value) -> None:
    counter = const(c.work.cells.counters["first_player"])
    c.b.put(counter, add(cell(counter), 1))
    set_first(c, cell(record))
    blocks.run(c, pc + 1, None)


def choose(blocks: Blocks, c: Code, pc: int, i: g.Choose) -> int | None:
    node = i.choose
    asked(c, pc, decider(c, node.who, i), i, node, public=node.choice.public)
    if not going_on(node, public=node.choice.public):
        return None
    c.b.put(slot_start(i.slot), const(0 if i.slot.is_set else NONE))
    return pc + 1


def choose_resume(blocks: Blocks, c: Code, pc: int, i: g.Choose, record: Value) -> None:
    put_record(c, i.slot, record, 0)
    blocks.run(c, pc + 1, None)


def put_record(c: Code, slot: Slot, record: Value, offset: int) -> None:
    """Give a local what stands in a record."""
    if slot.is_set:
        start = c.b.held("slot", slot_start(slot))
        c.b.add(Copy(start, add(record, offset), add(cell(record, offset), 1)))
    else:
        c.b.put(slot_start(slot), cell(record, offset))


def draw(blocks: Blocks, c: Code, pc: int, i: g.Draw) -> int | None:
    b = c.b
    if i.cell is not None:
        left = const(i.cell)
        with b.when(op("==", cell(left), const(0))):
            b.put(left, add(Call(f"{outcome_lister(c.work, i)}_wanted"), 1))
        with b.loop("drawing") as label:
            with b.when(op("==", cell(left), const(1))):
                b.put(left, const(0))
                b.leave(label)
            record = draw_record(c, pc, i)
            add_drawn(c, i, record, label)
        return pc + 1
    take_outcome(c, i, draw_record(c, pc, i))
    return pc + 1


def take_outcome(c: Code, i: g.Draw, record: Value) -> None:
    """Keep what chance chose."""
    c.b.put(slot_start(i.slot), cell(record))


def add_drawn(c: Code, i: g.Draw, record: Value, label: str) -> None:
    """Add what chance chose to what was drawn before."""
    b = c.b
    assert i.cell is not None
    with b.when(op("==", cell(record), const(NONE))):
        b.put(const(i.cell), const(0))
        b.leave(label)
    add_to_slot(c, i, record)


def add_to_slot(c: Code, i: g.Draw, record: Value) -> None:
    """Put one more into the set that is drawn."""
    assert i.cell is not None
    start = c.b.held("slot", slot_start(i.slot))
    size = c.b.let("size", add(cell(start), 1))
    c.b.put(op("+", start, size), cell(record))
    c.b.put(start, size)
    c.b.put(const(i.cell), op("-", cell(const(i.cell)), const(1)))


def draw_resume(blocks: Blocks, c: Code, pc: int, i: g.Draw, record: Value) -> None:
    counter = const(i.counter)
    c.b.put(counter, add(cell(counter), 1))
    if i.cell is None:
        take_outcome(c, i, record)
        blocks.run(c, pc + 1, None)
    else:
        add_to_slot(c, i, record)
        c.b.give(const(blocks.numbers[pc]))


def take(blocks: Blocks, c: Code, pc: int, i: g.Take) -> int | None:
    public = all(c.work.load.rules.public_actions.get(a.name, False) for a in i.take.actions)
    asked(c, pc, decider(c, i.take.who, i), i, i.take, public=public)
    return pc + 1 if going_on(i.take, public=public) else None


def take_resume(blocks: Blocks, c: Code, pc: int, i: g.Take, record: Value) -> None:
    b = c.b
    who = b.let("who", value(c, i.take.who))
    number = b.let("action", cell(record))
    for n, (action, frame) in enumerate(zip(i.take.actions, i.frames, strict=True)):
        with b.when(op("==", number, const(n))):
            b.put(const(frame.back), const(pc + 1))
            b.put(slot_start(frame.arguments[0]), who)
            shift = 1
            for slot, (_, choice) in zip(frame.arguments[1:], action.parts, strict=True):
                put_record(c, slot, record, shift)
                shift += part_width(c.work, choice)
            b.give(const(blocks.numbers[frame.entry.at]))
    blocks.run(c, pc + 1, None)


def menu(blocks: Blocks, c: Code, pc: int, i: g.Menu) -> int | None:
    asked(c, pc, decider(c, i.menu.who, i), i, i.menu, public=i.menu.public)
    if going_on(i.menu, public=i.menu.public):
        blocks.go(c, i.done.at)
    return None


def menu_resume(blocks: Blocks, c: Code, pc: int, i: g.Menu, record: Value) -> None:
    for n, label in enumerate(i.cases):
        with c.b.when(op("==", cell(record), const(n))):
            blocks.go(c, label.at)
    blocks.go(c, i.done.at)


def offer(blocks: Blocks, c: Code, pc: int, i: g.Offer) -> None:
    wait(c, pc, DECISION, op("<<", const(1), value(c, i.offer.who)), i.span)


def offer_resume(blocks: Blocks, c: Code, pc: int, i: g.Offer, record: Value) -> None:
    with c.b.when(op("==", cell(record), const(0))):
        blocks.go(c, i.otherwise.at)
    blocks.run(c, pc + 1, None)


def race(blocks: Blocks, c: Code, pc: int, i: g.Race) -> int:
    b, node = c.b, i.race
    room = c.work.load.players
    mask = b.let("mask", const(0))

    def also(seat: Value) -> None:
        b.set(mask, op("|", mask, op("<<", const(1), seat)))

    n = snapshot(c, ((node.member, node.source),), node.where, node.order, i.cell + 1, room, also)
    b.put(const(i.cell), n)
    with b.when(n):
        wait(c, pc, RACE, mask, i.span)
    b.put(slot_start(i.slot), const(NONE))
    return pc + 1


def race_resume(blocks: Blocks, c: Code, pc: int, i: g.Race, record: Value) -> None:
    b = c.b
    first, at = b.let("first", const(NONE)), b.let("at", const(0))
    with b.loop("racers") as label:
        with b.when(op(">=", at, cell(const(i.cell)))):
            b.leave(label)
        seat = b.let("seat", cell(at, i.cell + 1))
        with b.when(op("==", cell(seat, ANSWERS), const(0))):
            b.set(first, seat)
            b.leave(label)
        b.set(at, add(at, 1))
    b.put(slot_start(i.slot), first)
    blocks.run(c, pc + 1, None)


INSTRUCTIONS |= {
    g.FirstPlayer: first_player,
    g.Choose: choose,
    g.Draw: draw,
    g.Take: take,
    g.Menu: menu,
    g.Offer: offer,
    g.Race: race,
}
RESUMES |= {
    g.FirstPlayer: first_resume,
    g.Choose: choose_resume,
    g.Draw: draw_resume,
    g.Take: take_resume,
    g.Menu: menu_resume,
    g.Offer: offer_resume,
    g.Race: race_resume,
}
