"""Chance points: what can come, what comes (7.1), and what is listed for whoever answers for chance."""

from __future__ import annotations

from itertools import pairwise

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import PC
from rulewright.dsl.types import Set, Thing
from rulewright.interpreter.chance import point_key
from rulewright.interpreter.program.blocks import Blocks
from rulewright.interpreter.program.build import add, cell, const, op
from rulewright.interpreter.program.context import Code, Lowering
from rulewright.interpreter.program.families import base_of, spot
from rulewright.interpreter.program.form import Call, Draw, Row, Value
from rulewright.interpreter.program.leaving import left
from rulewright.interpreter.program.plan import begun_anew


def plain_looks(work: Lowering, zone: typed.Zone) -> str:
    """Tell how the looks of what lies in a pile can be compared while it is in order of number: `different` all,
    copies `together`, or not so simply (empty)."""
    cards = [card for card in work.load.cards if card.kind.name in zone.kinds]
    faces = [work.faces[card.id] for card in cards]
    if len(set(faces)) == len(faces):
        return "different"
    if any(work.fixed[card.id] == 0 for card in cards) or set(zone.kinds) & turned(work):
        return ""
    changes = sum(a != b for a, b in pairwise(faces))
    return "together" if changes + 1 == len(set(faces)) else ""


def turned(work: Lowering) -> set[str]:
    """Return the kinds of components that can be turned."""
    found: set[str] = set()
    for i in work.graph.code:
        if isinstance(i, g.Turn):
            what = i.what.of if isinstance(i.what, typed.AllOf) else i.what
            kind = what.source.type if isinstance(what, typed.Some) else what.type
            of = kind.of if isinstance(kind, Set) else kind
            found |= set(of.kinds) if isinstance(of, Thing) else set(work.load.rules.kinds)
    return found


def several(c: Code, zone: typed.Zone, start: Value, count: Value) -> Value:
    """Return whether chance has more than one outcome: not where all look alike."""
    match plain_looks(c.work, zone):
        case "different":
            return op(">", count, const(1))
        case "together":
            first, last = cell(start), cell(add(op("+", start, count), -1))
            return op("!=", Row("FACE", first), Row("FACE", last))
        case _:
            return op("==", Call("only_alike", (start, count)), const(0))


def next_place(c: Code, zone: typed.Zone, start: Value, count: Value) -> Value:
    """Draw the place of a component among those that may be next, and count the draw."""
    found = c.b.let("drawn", drawn(c, f"shuffle {zone.name}", count))
    match plain_looks(c.work, zone):
        case "different":
            return found
        case "together":
            return Call("alike_plain", (start, found))
        case _:
            return Call("alike_place", (start, count, found))


def drawn(c: Code, point: str, bound: Value) -> Value:
    """Draw a number below a bound and count the draw of its point."""
    counter = const(c.work.cells.counters[point])
    found = c.b.let("number", Draw(0, point_key(point), cell(counter), bound))
    c.b.put(counter, add(cell(counter), 1))
    return found


def is_thing(source: typed.Expr) -> bool:
    """Tell whether the members of a source are components."""
    kind = source.type.of if isinstance(source.type, Set) else source.type
    return isinstance(kind, Thing)


def pile_of(c: Code, blocks: Blocks, i: g.Instruction) -> tuple[Value, Value, Value]:
    """Return the zone of an undecided stretch, where that begins and how many lie in it."""
    b = c.b
    match i:
        case g.Ready(place=place):
            number = b.let("spot", spot(c, place))
        case g.EndsReady(cell=at):
            number = b.let("spot", cell(const(at + 3)))
        case g.Shuffle(place=place, cell=at):
            number = b.let("spot", spot(c, place))
            return number, add(base_of(c, number, place.zone), 1), cell(const(at))
        case _:
            raise AssertionError(i)
    base = b.let("base", base_of(c, number, zone_of(c.work, i)))
    return number, add(op("+", base, cell(base, 1)), 3), op("-", cell(base, 2), cell(base, 1))


def zone_of(work: Lowering, i: g.Instruction) -> typed.Zone | None:
    """Return the zone whose order an instruction has decided."""
    match i:
        case g.Ready(place=place) | g.Shuffle(place=place):
            return place.zone
        case g.EndsReady(cell=at) | g.EndsNext(cell=at):
            return next(o.place.zone for o in work.graph.code if isinstance(o, g.EndsStart) and o.cell == at)
        case _:
            raise AssertionError(i)


def write_piles(work: Lowering, blocks: Blocks) -> None:
    """Write `list_pile`, the outcomes at a pile or shuffle, and `resume_pile`, how that goes on."""
    lists, resumes = work.code("list_pile"), work.code("resume_pile")
    number_of_answer = resumes.b.parameter("number")
    record = op("+", op("*", number_of_answer, const(2)), const(work.cell("OPTIONS")))
    for pc, i in enumerate(work.graph.code):
        if not isinstance(i, g.Ready | g.EndsReady | g.Shuffle):
            continue
        zone = zone_of(work, i)
        if zone is None or not begun_anew(work.graph, pc):
            continue
        with lists.b.when(op("==", cell(const(PC)), const(pc))):
            _, start, count = pile_of(lists, blocks, i)
            lists.b.give(Call("list_alike", (start, count)))
        c = resumes
        with c.b.when(op("==", cell(const(PC)), const(pc))):
            number, _, count = pile_of(c, blocks, i)
            counter = const(work.cells.counters[f"shuffle {zone.name}"])
            c.b.put(counter, add(cell(counter), 1))
            if isinstance(i, g.Shuffle):
                last = c.b.let("left", op("-", count, const(1)))
                c.b.call("raise_to", number, cell(record), last)
                c.b.put(const(i.cell), last)
            else:
                c.b.call("decide", number, cell(record), const(int(i.top)))
            c.b.give(const(blocks.numbers[pc]))
    work.finish(lists)
    left(resumes, together=False)
    work.finish(resumes)
