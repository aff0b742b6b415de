"""What a state holds that names components, and what of it can be told apart: for dealing out anew."""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl.cells import CURTAIN, JOINT, KIND, MASK, NONE, PC, RACE, Slot
from rulewright.dsl.types import Set, Thing
from rulewright.interpreter.program.blocks import Blocks
from rulewright.interpreter.program.build import cell, const, op, pick
from rulewright.interpreter.program.context import Code, Lowering, pointers
from rulewright.interpreter.program.form import Call, Fill, If, Value
from rulewright.interpreter.program.joint_steps import chooses_now, place_of

SEEN_BY = {"nobody": 0, "everyone": 1, "owner": 2}
"""Who sees into a zone, as a number; 3: everyone but the owner."""


def write_worlds(work: Lowering, blocks: Blocks) -> None:
    """Enter the tables and functions that `routines/worlds.py` needs."""
    load, count = work.load, len(work.load.cards)
    backs = list(dict.fromkeys(work.sight.backs))
    kinds = list(load.rules.kinds)
    work.program.tables |= {
        "SEEN_BY": tuple(SEEN_BY.get(s.zone.seen_by, 3) for s in load.spots),
        "BACK": tuple(backs.index(b) for b in work.sight.backs) or (0,),
        "KIND_OF": tuple(kinds.index(card.kind.name) for card in load.cards) or (0,),
    }
    widest = max((work.cells.widths[key] * load.many[key[0]] for key in work.cells.keeps), default=0)
    for name in ("TO", "FREE", "TAKEN", "LEAD", "NUMBER"):
        work.numbers[name] = work.scratch(count)
    work.numbers["VALUES"] = work.scratch(widest)
    work.numbers |= {"KNOWN": work.cells.known, "POOL": work.cells.pool, "SPOTS": len(load.spots)}
    ways = [frame.back for frame in (*work.graph.actions.values(), *work.graph.procedures.values())]
    ways += [phase.back for phase in work.graph.phases.values()]
    work.program.tables["BACKS"] = tuple(ways) or (0,)
    work.numbers["MANY_BACKS"] = len(ways)
    write_carries(work)
    write_rename(work)
    write_has_answered(work, blocks)


def write_carries(work: Lowering) -> None:
    """Write `carries(c)`: whether something lies in a zone that goes with a component."""
    c = work.code("carries")
    b = c.b
    component = b.parameter("c")
    carriers = {-2 - owner for owner in work.places.owners if owner != NONE and owner <= -2}
    for carrier in sorted(carriers):
        for spot in work.sight.carried[carrier]:
            lies = cell(const(work.cells.spots[spot]))
            with b.when(pick(op("==", component, const(carrier)), op("!=", lies, const(0)), const(0))):
                b.give(const(1))
    b.give(const(0))
    work.finish(c)


def write_rename(work: Lowering) -> None:
    """Write `rename()`: every component gets the name that TO says, everywhere in the state."""
    c = work.code("rename")
    b, cells, load, count = c.b, work.cells, work.load, len(work.load.cards)
    columns = [cells.spot_of, cells.facing, cells.pool, cells.curtain]
    columns += range(cells.known, cells.pool, max(count, 1))
    if cells.shared:
        was = 2 * cells.veil - cells.spots[0]
        width = cells.known - cells.open
        columns += [start + base - cells.open for base in columns[:2] for start in (was, was + width)]
    for column in columns:
        b.call("rename_column", const(column))
    b.call("rename_pools")
    for (kind, name), base in cells.keeps.items():
        numbers_ = (base, load.first[kind], load.many[kind], cells.widths[kind, name])
        b.call("rename_values", *(const(n) for n in numbers_))
    for base, size in pointers(work.cells):
        b.call("rename_cells", const(base), const(size), const(1))
    rename_locals(c)
    rename_lists(c)
    b.call("rename_zones", const(0))
    if cells.shared:
        with b.when(cell(const(CURTAIN))):
            b.call("rename_zones", const(cells.veil - cells.spots[0]))
    work.finish(c)


def rename_lists(c: Code) -> None:
    """Rename the members of loops that are under way."""
    for i in c.work.graph.code:
        if isinstance(i, g.ForStart) and i.cell not in c.work.clean:
            for n, (local, _) in enumerate(i.binders):
                if isinstance(local.type, Thing):
                    given = (const(i.cell + 2 + n), cell(const(i.cell)), const(len(i.binders)))
                    c.b.call("rename_cells", *given)


def rename_locals(c: Code) -> None:
    """Rename what locals hold. What one that isn't in force still holds is forgotten: it may tell a place."""
    work, b = c.work, c.b
    scopes = scopes_of(work.graph)
    for local, slot in work.graph.slots.items():
        of = local.type.of if isinstance(local.type, Set) else local.type
        scope = scopes.get(id(slot))
        if not isinstance(of, Thing) or slot.cell in work.clean or scope is None:
            continue
        for seat in range(work.load.players if slot.member is not None else 1):
            start = const(slot.cell + seat * slot.size)
            with b.block() as renamed:
                if slot.is_set:
                    b.call("rename_cells", op("+", start, const(1)), cell(start), const(1))
                else:
                    b.call("rename_cells", start, const(1), const(1))
            forgotten = Fill(start, const(slot.size))
            b.add(If(in_force(work, scope, slot, seat), tuple(renamed), (forgotten,)))


def scopes_of(graph: g.Graph) -> dict[int, tuple[int, int]]:
    """Return the instructions between which each local is in force: where it gets its value, and where it is cleared."""
    found: dict[int, tuple[int, int]] = {}
    backs = {id(i.frame): pc for pc, i in reversed([*enumerate(graph.code)]) if isinstance(i, g.Return)}
    for frame in (*graph.actions.values(), *graph.procedures.values()):
        for slot in frame.arguments:
            found.setdefault(id(slot), (frame.entry.at - 1, backs[id(frame)]))
    clears = [(pc, i) for pc, i in enumerate(graph.code) if isinstance(i, g.Clear)]
    for pc, i in enumerate(graph.code):
        stop = i.stop if isinstance(i, g.JointChoice) else i
        for slot in (*getattr(stop, "slots", ()), getattr(stop, "slot", None)):
            if slot is not None and id(slot) not in found:
                ends = (end for end, clear in clears if end >= pc and clear.start <= slot.cell < clear.end)
                found[id(slot)] = pc, next(ends, len(graph.code))
    return found


def in_force(work: Lowering, scope: tuple[int, int], slot: Slot, seat: int) -> Value:
    """Return whether a local is in force: play is in its scope, or will come back into it."""
    start, end = scope
    graph = work.graph
    if slot.member is not None:
        frame = next(
            i.frame for i in graph.code if isinstance(i, g.JointStart) and i.frame.cell == slot.member
        )
        return within(cell(const(place_of(frame) + seat)), start, end)
    return Call("in_scope", (const(start), const(end)))


def within(pc: Value, start: int, end: int) -> Value:
    """Return whether an instruction lies behind a first one and not behind a last one."""
    return pick(op(">", pc, const(start)), op("<=", pc, const(end)), const(0))


def write_has_answered(work: Lowering, blocks: Blocks) -> None:
    """Write `has_answered(player)`: whether a player has answered a joint decision or race that is still open."""
    c = work.code("has_answered")
    b = c.b
    player = b.parameter("player")
    asked = op("&", op(">>", cell(const(MASK)), player), const(1))
    with b.when(asked):
        b.give(const(0))
    for pc, i in enumerate(work.graph.code):
        here = op("==", cell(const(PC)), const(pc))
        if isinstance(i, g.JointNext):
            frame = i.frame
            joint = op("==", cell(const(KIND)), const(JOINT))
            with b.when(pick(here, joint, const(0))):
                b.give(chooses_now(blocks, frame, player))
        elif isinstance(i, g.Race):
            races = op("==", cell(const(KIND)), const(RACE))
            with b.when(pick(here, races, const(0))):
                at = b.let("at", const(0))
                with b.loop("racers") as label:
                    with b.when(op(">=", at, cell(const(i.cell)))):
                        b.leave(label)
                    with b.when(op("==", cell(at, i.cell + 1), player)):
                        b.give(const(1))
                    b.set(at, op("+", at, const(1)))
                b.give(const(0))
    b.give(const(0))
    work.finish(c)
