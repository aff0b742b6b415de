"""Instructions that move, turn, shuffle and write components (the program's side of `cards.py`)."""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import NONE, READY
from rulewright.dsl.source import Span
from rulewright.dsl.types import Set, Thing
from rulewright.interpreter.engines.reference.sight import BOXED
from rulewright.interpreter.program import knowledge
from rulewright.interpreter.program.blocks import INSTRUCTIONS, Blocks
from rulewright.interpreter.program.build import add, cell, const, op, pick
from rulewright.interpreter.program.chance_points import next_place, several, zone_of
from rulewright.interpreter.program.context import Code
from rulewright.interpreter.program.dispatch import each, value
from rulewright.interpreter.program.families import base_of, spot
from rulewright.interpreter.program.form import Call, Const, Row, Value
from rulewright.interpreter.program.plain_steps import guarded
from rulewright.interpreter.program.waiting import drawn_inside


def at_least(c: Code, e: typed.Expr | None, least: int = 0) -> Value:
    """Return a count, cut to what it can be; one where nothing is said."""
    if e is None:
        return const(1)
    found = value(c, e)
    if isinstance(found, Const):
        return const(max(found.value, least))
    kept = c.b.let("wanted", found)
    with c.b.when(op("<", kept, const(least))):
        c.b.set(kept, const(least))
    return kept


def ready(blocks: Blocks, c: Code, pc: int, i: g.Ready) -> int:
    if i.place.zone is None or not i.place.zone.lazy:
        return pc + 1
    number = c.b.held("spot", spot(c, i.place))
    count = at_least(c, i.count)
    decide_next(c, pc, i, number, i.place.zone, i.top, count)
    return pc + 1


def decide_next(
    c: Code, pc: int, i: g.Instruction, number: Value, zone: typed.Zone, top: bool, count: Value
) -> None:
    """Have so many cards at an end of a lazy pile decided: by chance outside, or at once in a playout."""
    b = c.b
    wanted = Call("wanted", (number, const(int(top)), count))
    if count == const(1):
        with b.when(wanted):
            decide_one(c, pc, i, number, zone, top)
        return
    with b.loop("undecided") as label:
        with b.when(op("==", wanted, const(0))):
            b.leave(label)
        decide_one(c, pc, i, number, zone, top)


def decide_one(c: Code, pc: int, i: g.Instruction, number: Value, zone: typed.Zone, top: bool) -> None:
    """Have one more card at an end of a lazy pile decided."""
    b = c.b
    base = b.let("base", base_of(c, number, zone))
    start = b.let("start", add(op("+", base, cell(base, 1)), 3))
    left = b.let("left", op("-", cell(base, 2), cell(base, 1)))
    place = b.let("place", const(0))
    with b.when(several(c, zone, start, left)), drawn_inside(c, pc, i.span):
        b.set(place, next_place(c, zone, start, left))
    b.call("decide", number, place, const(int(top)))


def ends_start(blocks: Blocks, c: Code, pc: int, i: g.EndsStart) -> int:
    b = c.b
    b.put(const(i.cell), spot(c, i.to))
    b.put(const(i.cell + 1), value(c, i.at) if i.at is not None else const(NONE))
    b.put(const(i.cell + 2), at_least(c, i.count))
    b.put(const(i.cell + 3), spot(c, i.place))
    return pc + 1


def ends_ready(blocks: Blocks, c: Code, pc: int, i: g.EndsReady) -> int:
    b = c.b
    with b.when(op("<=", cell(const(i.cell + 2)), const(0))):
        blocks.go(c, i.done.at)
    number = b.let("spot", cell(const(i.cell + 3)))
    zone = zone_of(c.work, i)
    if zone is not None and zone.lazy:
        decide_next(c, pc, i, number, zone, i.top, const(1))
    with b.when(op("==", cell(base_of(c, number, zone)), const(0))):
        blocks.go(c, i.done.at)
    return pc + 1


def ends_next(blocks: Blocks, c: Code, pc: int, i: g.EndsNext) -> int:
    left = const(i.cell + 2)
    c.b.put(left, op("-", cell(left), const(1)))
    spot_ = c.b.let("from", cell(const(i.cell + 3)))
    zone = zone_of(c.work, i)
    at_last = i.top != (zone is not None and zone.form == "row")
    to, at = cell(const(i.cell)), cell(const(i.cell + 1))
    if at_last and zone is not None and not c.work.tracking:
        component = c.b.let("card", Call("take_last", (spot_,)))
        move_one(c, component, to, at, i.move, source=spot_, followed=True)
    else:
        component = c.b.let("card", Call("end_of", (spot_, const(int(i.top)))))
        move_one(c, component, to, at, i.move, followed=True)
    return pc + 1


def move_start(blocks: Blocks, c: Code, pc: int, i: g.MoveStart) -> int:
    b = c.b
    done = blocks.work.graph.code[pc + 1]
    assert isinstance(done, g.MoveNext)
    if blocks.plan.moves_at_once(pc):
        move_all(c, i, done.move)
        return done.done.at + 1
    n = selected(c, i.what, i.cell + 4)
    b.put(const(i.cell), spot(c, i.to))
    b.put(const(i.cell + 1), value(c, i.at) if i.at is not None else const(NONE))
    b.put(const(i.cell + 2), n)
    b.put(const(i.cell + 3), const(0))
    return pc + 1


def move_all(c: Code, i: g.MoveStart, move: typed.Move) -> None:
    """Move everything at once; what is on its way isn't kept in the state."""
    b, what = c.b, i.what
    if isinstance(what, typed.Expr) and not isinstance(what.type, Set):
        component = b.let("card", value(c, what))
        to = b.held("to", spot(c, i.to))
        at: Value = b.held("at", value(c, i.at)) if i.at is not None else const(NONE)
        move_one(c, component, to, at, move, followed=False)
        return
    start = c.work.scratch(len(c.work.load.cards) + 1)
    n = selected(c, what, start)
    to = b.held("to", spot(c, i.to))
    at = b.held("at", value(c, i.at)) if i.at is not None else const(NONE)
    whole = whole_zone(what) if not (move.fields or move.at is not None or c.work.tracking) else None
    source = b.let("from", spot(c, whole)) if whole is not None else None
    if whole is not None and source is not None:
        base = b.let("base", base_of(c, source, whole.zone))
        b.call("empty", base, const(3 if whole.zone is not None and whole.zone.lazy else 1))
    place = b.let("next", const(0))
    with b.loop("moved") as label:
        with b.when(op(">=", place, n)):
            b.leave(label)
        component = b.let("card", cell(place, start))
        b.set(place, add(place, 1))
        every = isinstance(move.what, typed.AllOf)
        last = op("==", place, n) if every else const(1)
        move_one(c, component, to, at, move, last, source, followed=every)


def whole_zone(what: typed.Selection) -> typed.Place | None:
    """Return the one zone that is moved as a whole, unless it is the box."""
    if isinstance(what, typed.AllOf) and isinstance(what.of, typed.Place):
        place = what.of
        if place.zone is not None and None not in place.indexes:
            return place
    return None


def selected(c: Code, what: typed.Selection, start: int) -> Value:
    """Write what a move, turn or look takes into memory, in source order; return how many."""
    b = c.b
    if isinstance(what, typed.Expr) and not isinstance(what.type, Set):
        b.put(const(start), value(c, what))
        return const(1)
    n = b.let("number", const(0))
    most: Value | None = None
    if isinstance(what, typed.AllOf):
        source: typed.Expr = what.of
    elif isinstance(what, typed.Some):
        source = typed.Every(what.span, what.source.type, what.local, what.source, what.where)
        most = at_least(c, what.count) if what.count is not None else None
    else:
        source = what

    def member(found: Value, over: str) -> None:
        if most is not None:
            with b.when(op(">=", n, most)):
                b.leave(over)
        b.put(op("+", const(start), n), found)
        b.set(n, add(n, 1))

    each(c, source, member)
    return n


def move_next(blocks: Blocks, c: Code, pc: int, i: g.MoveNext) -> int:
    b = c.b
    at = b.let("next", cell(const(i.cell + 3)))
    with b.when(op(">=", at, cell(const(i.cell + 2)))):
        blocks.go(c, i.done.at)
    b.put(const(i.cell + 3), add(at, 1))
    component = b.let("card", cell(at, i.cell + 4))
    last: Value = const(1)
    every = isinstance(i.move.what, typed.AllOf)
    if every:
        last = op("==", cell(const(i.cell + 3)), cell(const(i.cell + 2)))
    move_one(c, component, cell(const(i.cell)), cell(const(i.cell + 1)), i.move, last, followed=every)
    return pc + 1


def move_one(
    c: Code,
    component: Value,
    to: Value,
    at: Value,
    move: typed.Move,
    last: Value = const(1),  # noqa: B008
    source: Value | None = None,
    *,
    followed: bool,
) -> None:
    """Move one component, then let the pile it came from refill; `source` is where it was taken from already."""
    b, work = c.b, c.work
    what = move.what.of if isinstance(move.what, typed.AllOf) else move.what
    kind = what.source.type if isinstance(what, typed.Some) else what.type
    optional = kind.optional or (isinstance(kind, Set) and kind.of.optional)
    if optional:
        with b.when(op("==", component, const(NONE))):
            b.fault(work.site("none", move.span))
    fields = [(a, e, b.let("field", value(c, e))) for a, e in move.fields]
    zone = move.to.zone
    target = b.held("to", to)
    left: tuple[Value, ...] = ()
    if work.tracking:
        left = knowledge.leaves(c, component, target, move, followed=followed)
        source = left[0]
    elif source is None:
        source = b.let("from", Call("remove", (component,)))
    if zone is not None:
        of = kind.of if isinstance(kind, Set) else kind
        kinds = of.kinds if isinstance(of, Thing) else tuple(work.load.rules.kinds)
        if not set(kinds) <= set(zone.kinds):
            holds = work.table(
                f"holds_{zone.name}", [int(k.kind.name in zone.kinds) for k in work.load.cards]
            )
            with b.when(op("==", Row(holds, component), const(0))):
                b.fault(work.site("gap", move.span))
    if move.at is not None:
        place = b.held("at", at)
        count = cell(base_of(c, target, zone))
        with b.when(pick(op("<", place, const(1)), const(1), op(">", place, add(count, 1)))):
            b.fault(work.site("index", move.span))
        b.call("insert", component, target, op("-", place, const(1)))
    else:
        b.call("put_under" if move.to_bottom else "append", component, target)
    if work.tracking:
        knowledge.arrives(c, component, move, left)
    elif zone is None:
        with b.when(cell(const(READY))):
            b.put(component, const(BOXED), work.cells.facing)
    for attribute, e, found in fields:
        set_attribute(c, attribute, component, found, e, move.span)
        if work.tracking:
            knowledge.field_changed(c, component, attribute, e, move)
    if any(s.zone.refill_when == "empty" for s in work.load.spots):
        with b.when(last):
            b.call("refill", source)


def set_attribute(
    c: Code, attribute: typed.Attribute, component: Value, found: Value, source: typed.Expr, span: Span
) -> None:
    """Set a changing attribute (all its indexes) of a component, guarding its range."""
    work = c.work
    found = guarded(c, attribute.type, found, source, span)
    found = c.b.held("field", found)
    for (kind, name), cells in work.cells.keeps.items():
        if name != attribute.name:
            continue
        width, first, many = work.cells.widths[kind, name], work.load.first[kind], work.load.many[kind]
        inside = pick(op(">=", component, const(first)), op("<", component, const(first + many)), const(0))
        with c.b.when(inside):
            for n in range(width):
                at = op("*", component, const(width))
                c.b.put(at, found, cells - first * width + n)
                if work.tracking:
                    c.b.call("touch", op("+", at, const(cells - first * width + n)))


def swap_places(blocks: Blocks, c: Code, pc: int, i: g.SwapPlaces) -> int:
    c.b.call("swap_zones", spot(c, i.left), spot(c, i.right))
    return pc + 1


def shuffle(blocks: Blocks, c: Code, pc: int, i: g.Shuffle) -> int:
    b = c.b
    number = b.held("spot", spot(c, i.place))
    zone = i.place.zone
    if zone is None or zone.lazy:
        b.call("shuffle", number)
        return pc + 1
    left = const(i.cell)
    base = b.let("base", base_of(c, number, zone))
    with b.when(op("==", cell(left), const(0))):
        b.put(left, cell(base))
        b.call("sort_words", add(base, 1), cell(base))
    with b.loop("shuffling") as label:
        with b.when(op("<=", cell(left), const(1))):
            b.leave(label)
        start = add(base, 1)
        place = b.let("place", const(0))
        with b.when(several(c, zone, start, cell(left))), drawn_inside(c, pc, i.span):
            b.set(place, next_place(c, zone, start, cell(left)))
        b.call("raise_to", number, place, op("-", cell(left), const(1)))
        b.put(left, op("-", cell(left), const(1)))
    b.put(left, const(0))
    b.call("shuffle", number)
    return pc + 1


def turn(blocks: Blocks, c: Code, pc: int, i: g.Turn) -> int:
    b = c.b
    start = c.work.scratch(len(c.work.load.cards) + 1)
    n = selected(c, i.what, start)
    at = b.let("at", const(0))
    with b.loop("turned") as label:
        with b.when(op(">=", at, n)):
            b.leave(label)
        component = b.let("card", cell(at, start))
        with b.when(op("!=", component, const(NONE))):
            if c.work.tracking and i.up:
                knowledge.turned_up(c, component)
            b.put(component, const(1 if i.up else 2), c.work.cells.facing)
            if c.work.tracking:
                b.call("touch", op("+", component, const(c.work.cells.facing)))
        b.set(at, add(at, 1))
    return pc + 1


def show(blocks: Blocks, c: Code, pc: int, i: g.Show) -> int:
    if not c.work.tracking:
        return pc + 1
    b, work = c.b, c.work
    who = b.let("who", const(0))
    if isinstance(i.to.type, Set):
        each(c, i.to, lambda seat, over: b.set(who, op("|", who, op("<<", const(1), seat))))
    else:
        b.set(who, op("<<", const(1), value(c, i.to)))
    with b.when(op("==", who, const((1 << work.load.players) - 1))):
        b.set(who, const(knowledge.all_seats(work)))
    start = work.scratch(len(work.load.cards) + 1)
    n = b.let("number", selected(c, i.what, start))
    with b.when(pick(n, op("==", cell(const(start)), const(NONE)), const(0))):
        b.set(n, const(0))
    b.call("show_all", const(start), n, who)
    return pc + 1


def write(blocks: Blocks, c: Code, pc: int, i: g.Write) -> int:
    b, kind = c.b, i.write.kind
    first, many = c.work.load.first[kind.name], c.work.load.many[kind.name]
    component = b.let("slip", const(first))
    with b.loop("unused") as label:
        with b.when(op(">=", component, const(first + many))):
            b.fault(c.work.site("supply", i.write.span))
        with b.when(op("==", cell(component, c.work.cells.spot_of), const(0))):
            b.leave(label)
        b.set(component, add(component, 1))
    fields = [(a, e, b.let("field", value(c, e))) for a, e in i.write.fields]
    number = b.held("spot", spot(c, i.write.on))
    for attribute, e, found in fields:
        set_attribute(c, attribute, component, found, e, i.span)
    b.call("remove", component)
    b.call("append", component, number)
    if c.work.tracking:
        knowledge.written(c, component)
    return pc + 1


INSTRUCTIONS |= {
    g.Ready: ready,
    g.EndsStart: ends_start,
    g.EndsReady: ends_ready,
    g.EndsNext: ends_next,
    g.MoveStart: move_start,
    g.MoveNext: move_next,
    g.SwapPlaces: swap_places,
    g.Shuffle: shuffle,
    g.Turn: turn,
    g.Show: show,
    g.Write: write,
}
