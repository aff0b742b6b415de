"""Statements -> what observers know by them (the program's side of `effects.py` and `hearing.py`), for tracking programs.

What can be followed and what is heard is known from the rules; the routines in `routines/sight.py` do the rest.
"""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import CURTAIN, NONE
from rulewright.interpreter.engines.reference.effects import Effects
from rulewright.interpreter.program.blocks import INSTRUCTIONS, Blocks
from rulewright.interpreter.program.build import cell, const, negate, op, pick
from rulewright.interpreter.program.context import Code, Lowering
from rulewright.interpreter.program.dispatch import plain, value
from rulewright.interpreter.program.form import Call, Row, Value
from rulewright.interpreter.program.looks import differ, inside


def all_seats(work: Lowering) -> int:
    """Return the mask of all observers."""
    return (1 << (work.load.players + 1)) - 1


def name_knowledge(work: Lowering) -> None:
    """Reserve the memory and enter the tables that `routines/sight.py` needs."""
    cells, load, count = work.cells, work.load, len(work.load.cards)
    facets = 1 + max(cells.facets.values(), default=0)
    has = [0] * (facets * count)
    for card in load.cards:
        has[card.id] = 1
        for name in card.kind.keeps:
            facet = cells.facets.get((card.kind.name, name))
            if facet is not None:
                has[facet * count + card.id] = 1
    carried = [work.sight.carried.get(card.id, []) for card in load.cards]
    firsts = [sum(len(c) for c in carried[:n]) for n in range(count)]
    work.program.tables |= {
        "HAS_FACET": tuple(has) or (0,),
        "CARRY_FIRST": tuple(firsts) or (0,),
        "CARRY_MANY": tuple(len(c) for c in carried) or (0,),
        "CARRY": tuple(spot for of in carried for spot in of) or (0,),
        "TRACKED": tuple(int(work.sight.tracked(s.number)) for s in load.spots),
        "FIRST_OF_KIND": tuple(load.first[card.kind.name] for card in load.cards) or (0,),
        "MANY_OF_KIND": tuple(load.many[card.kind.name] for card in load.cards) or (0,),
    }
    before = 2 * cells.veil - cells.spots[0]
    work.numbers |= {
        "ALL": all_seats(work),
        "FACETS": facets,
        "CURTAIN_OF": cells.curtain,
        "SHARED": int(cells.shared),
        "VEIL": cells.veil,
        "ZONES": cells.spots[0],
        "OPEN": cells.open,
        "BEFORE": before,
        "AUTHORS": before + cells.known - cells.open,
        "LOADED": work.scratch(2 * count + 1),
        "REST": work.scratch(count + 1) + 1,
        "ONE": work.scratch(1),
        "TURNED": work.scratch(1),
        "SHOWN": work.scratch(count + 1),
    }


def write_values_apart(work: Lowering) -> None:
    """Write `values_apart(c, other)`: for whom hidden values that are known tell one component from another."""
    c = work.code("values_apart")
    b, cells, load, count = c.b, work.cells, work.load, len(work.load.cards)
    one, other = b.parameter("c"), b.parameter("other")
    apart = b.let("apart", const(0))
    for (kind, name), facet in cells.facets.items():
        first, many = load.first[kind], load.many[kind]
        width = cells.widths[kind, name]
        base = cells.keeps[kind, name] - first * width
        with b.when(inside(other, first, many)):
            unlike = pick(inside(one, first, many), differ(one, other, base, width), const(1))
            with b.when(unlike):
                b.set(apart, op("|", apart, cell(other, cells.known + facet * count)))
    b.give(apart)
    work.finish(c)


def effects(work: Lowering) -> Effects:
    """Return the reference engine's view of the rules: what can be followed and heard."""
    return work.machine.effects


def leaves(c: Code, component: Value, to: Value, move: typed.Move, *, followed: bool) -> tuple[Value, ...]:
    """Take a component out of its zone; return the zone, who saw it there, how many it could have been instead, and
    who loses track."""
    b, work = c.b, c.work
    before = b.let("before", Call("depart", (component,)))
    source = b.let("from", Call("remove", (component,)))
    count = b.let("rest", Call("like", (component, source)))
    whole: Value = const(int(followed or effects(work).follows(move)))
    there = pick(Row("TRACKED", source), const(1), op("==", Row("TRACKED", to), const(0)))
    whole = pick(whole, there, const(0))
    lost = b.let("lost", Call("leave", (source, count, before, whole)))
    return source, before, count, lost


def arrives(c: Code, component: Value, move: typed.Move, left: tuple[Value, ...]) -> None:
    """A component lies at its new place: who sees or has heard its face knows it."""
    named, _ = effects(c.work).hearing.named.get(id(move), (False, frozenset()))
    source, before, count, lost = left
    heard = const(all_seats(c.work) if named else 0)
    c.b.call("settle", component, source, before, count, lost, heard)


def field_changed(
    c: Code, component: Value, attribute: typed.Attribute, e: typed.Expr, move: typed.Move
) -> None:
    """A hidden value has been written on what was moved."""
    work = c.work
    _, heard = effects(work).hearing.named.get(id(move), (False, frozenset()))
    spoken = isinstance(e, typed.LocalRef) and e.local in heard
    public = spoken or effects(work).hearing.open(e)
    for (kind, name), facet in work.cells.facets.items():
        if name == attribute.name:
            with c.b.when(inside(component, work.load.first[kind], work.load.many[kind])):
                changed(c, component, facet, public=public, pointed=True)


def changed(c: Code, component: Value, facet: int, *, public: bool, pointed: bool) -> None:
    """A hidden value of a component has been set."""
    told = op("==", cell(const(CURTAIN)), const(0)) if public else const(0)
    c.b.call("changed", component, const(facet), told, const(int(pointed)))


def stored(
    c: Code, target: typed.VariableRef | typed.AttributeRef, at: Value, source: typed.Expr | None
) -> None:
    """A cell has been written."""
    work = c.work
    c.b.call("touch", at)
    if not isinstance(target, typed.AttributeRef):
        return
    public, pointed = effects(work).followable(target, source)
    for attribute in target.attributes:
        facet = work.cells.facets.get((attribute.kind, attribute.name))
        if facet is None:
            continue
        component = plain(c, target.of)
        with c.b.when(inside(component, work.load.first[attribute.kind], work.load.many[attribute.kind])):
            changed(c, component, facet, public=public, pointed=pointed)


def told(blocks: Blocks, c: Code, pc: int, i: g.Told) -> int:
    if c.work.tracking:
        with c.b.when(op("==", cell(const(CURTAIN)), const(0))):
            revealed(c, i.value)
    return pc + 1


def revealed(c: Code, e: typed.Expr) -> None:
    """Make known what a condition reveals, in the order in which it is evaluated."""
    match e:
        case typed.Reveal(of=of):
            taught(c, of)
        case typed.Not(of=of):
            revealed(c, of)
        case typed.And(items=items):
            one_by_one(c, items)
        case _:
            pass


def one_by_one(c: Code, items: tuple[typed.Expr, ...]) -> None:
    """Make known what the items of an `and` reveal, as far as they are evaluated."""
    if items:
        revealed(c, items[0])
        with c.b.when(value(c, items[0])):
            one_by_one(c, items[1:])


def taught(c: Code, found: typed.Expr) -> None:
    """Those who hear a value learn the facet that it tells of a component they can point at."""
    if isinstance(found, typed.AttributeRef):
        tells(c, found, const(all_seats(c.work)))
    elif isinstance(found, typed.Same):
        holds = value(c, found)
        with c.b.when(negate(holds) if found.negated else holds):
            for side, other in ((found.left, found.right), (found.right, found.left)):
                if isinstance(side, typed.AttributeRef):
                    tells(c, side, informed(c, other))


def informed(c: Code, found: typed.Expr) -> Value:
    """Return who knows a value that is compared with."""
    hearing, work = effects(c.work).hearing, c.work
    if hearing.open(found):
        return const(all_seats(work))
    if not isinstance(found, typed.AttributeRef) or not hearing.points(found.of):
        return const(0)
    component = plain(c, found.of)
    facet = work.cells.facets.get((found.attributes[0].kind, found.attributes[0].name), 0)
    known = cell(component, work.cells.known + facet * len(work.load.cards))
    return c.b.let("informed", pick(op("==", component, const(NONE)), const(0), known))


def tells(c: Code, found: typed.AttributeRef, who: Value) -> None:
    """Some observers have heard an attribute: they know its facet, if it tells that wholly."""
    work, b = c.work, c.b
    if not effects(work).hearing.points(found.of) or found.indexes or who == const(0):
        return
    component = plain(c, found.of)
    name = found.attributes[0].name
    with b.when(pick(op("!=", component, const(NONE)), who, const(0))):
        if any(a.fixed for a in found.attributes):
            table = work.table(f"tells_{name}", telling(work, name))
            with b.when(Row(table, component)):
                b.call("hear", component, const(0), who)
        for kind in work.load.rules.kinds:
            facet = work.cells.facets.get((kind, name))
            if facet is not None:
                with b.when(inside(component, work.load.first[kind], work.load.many[kind])):
                    b.call("hear", component, const(facet), who)


def telling(work: Lowering, name: str) -> list[int]:
    """Return for each component whether its value of a fixed attribute belongs, among its back, to its face only."""
    found = []
    for card in work.load.cards:
        faces = {
            work.sight.faces[other.id]
            for other in work.load.cards
            if work.sight.backs[other.id] == work.sight.backs[card.id]
            and other.values.get(name) == card.values.get(name)
        }
        found.append(int(name in card.values and len(faces) == 1))
    return found


def turned_up(c: Code, component: Value) -> None:
    """Everyone sees a component that is turned face up."""
    c.b.put(const(c.work.cell("TURNED")), component)
    c.b.call("show_all", const(c.work.cell("TURNED")), const(1), const(all_seats(c.work)))


def written(c: Code, component: Value) -> None:
    """A slip has been written and laid down: who sees it there knows it."""
    b, at = c.b, const(c.work.cell("TURNED"))
    b.call("note_arrival", component)
    b.put(at, component)
    b.call("forget", at, const(1), const(all_seats(c.work)))
    b.call("learn", component, Call("mask", (component,)))


INSTRUCTIONS[g.Told] = told
