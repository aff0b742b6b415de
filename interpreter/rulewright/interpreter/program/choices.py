"""Stops -> functions that list the options of a player in their fixed order, one record each (6.7)."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, prod

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import NONE
from rulewright.dsl.types import Set, Thing
from rulewright.dsl.walk import expressions
from rulewright.interpreter.program.bounds import bounds, room
from rulewright.interpreter.program.build import add, cell, const, negate, op, pick
from rulewright.interpreter.program.context import Code, KnownSet, Lowering, StoredSet
from rulewright.interpreter.program.dispatch import each, plain, value, when
from rulewright.interpreter.program.form import Call, Const, Copy, Fault, Get, Sure, Value
from rulewright.interpreter.program.holding import held_values
from rulewright.interpreter.program.sources import collect
from rulewright.interpreter.program.walk import all_of, steps_in

MOST_OPTIONS = 4096
SMALL = 3
"""Sets of at most so many members are gone over by loops inside loops."""
Then = Callable[[Code], None]


def part_width(work: Lowering, choice: typed.Choice) -> int:
    """Return how many words a chosen part takes: a set is its length and then its members."""
    return 1 if choice.quantity is None else 1 + set_room(work, choice)


def set_room(work: Lowering, choice: typed.Choice) -> int:
    """Return how many members a chosen set can have."""
    assert choice.quantity is not None
    most = room(work.load, choice.source)
    high = choice.quantity.high
    return min(most, max(bounds(work.load, high)[1], 0)) if high is not None else most


def width_of(work: Lowering, stop: g.Stop) -> int:
    """Return how many words a record of a stop takes."""
    match stop:
        case g.Choose(choose=choose):
            return part_width(work, choose.choice)
        case g.Take(take=take):
            return 1 + max(
                (sum(part_width(work, choice) for _, choice in action.parts) for action in take.actions),
                default=0,
            )
        case _:
            return 1


def lister(work: Lowering, stop: g.Stop) -> str:
    """Return the function that lists a player's options at a stop; it gives back how many there are, *nothing*
    included, and leaves the number of the others in REAL and the words that one takes in WIDTH."""
    key = ("list", id(stop))
    if key not in work.functions:
        code = work.code("list_" + stop.name.rpartition(".")[2], stop.name)
        work.functions[key] = code.b.name
        player = code.b.parameter("player")
        n = code.b.let("n", const(0))
        code.bounded = most_options(work, stop) < MOST_OPTIONS
        code.unrolls = not keeps_room(work, stop)
        write(code, stop, player, n)
        code.b.put(const(work.cell("REAL")), n)
        code.b.put(const(work.cell("WIDTH")), const(width_of(work, stop)))
        nothing(code, stop, n)
        code.b.give(n)
        work.finish(code)
    return work.functions[key]


def finder(work: Lowering, stop: g.Choose | g.Menu) -> str | None:
    """Return the function that tells whether a player has any option but *nothing* at a stop: it looks no further than
    the first. None where looking further could come to a fault."""
    key = ("find", id(stop))
    if key not in work.functions:
        code = work.code("any_" + stop.name.rpartition(".")[2], stop.name)
        code.b.parameter("player")
        code.unrolls = not keeps_room(work, stop)
        match stop:
            case g.Choose(choose=choose):
                part(code, choose.choice, lambda c: c.b.give(const(1)), if_any=choose.if_any)
            case g.Menu(menu=menu):
                for case in menu.cases:
                    with when(code, case.condition):
                        code.b.give(const(1))
        name = work.finish(code)
        work.functions[key] = name if sound(work, name, set()) else ""
    return work.functions[key] or None


def sound(work: Lowering, name: str, met: set[str]) -> bool:
    """Tell whether a function can't end in a fault."""
    if name in met:
        return True
    met.add(name)
    made = work.program.functions.get(name)
    if made is None or not made.body:
        return False
    for step in steps_in(made.body):
        if isinstance(step, Fault) or any(isinstance(v, Sure) for v in all_of(step)):
            return False
        if not all(sound(work, v.function, met) for v in all_of(step) if isinstance(v, Call)):
            return False
    return True


def most_options(work: Lowering, stop: g.Stop) -> int:
    """Return how many options a stop can have at most, *nothing* not counted."""

    def most(choice: typed.Choice) -> int:
        count = room(work.load, choice.source)
        if choice.quantity is None or count > MOST_OPTIONS:
            return count
        return sum(comb(count, size) for size in range(set_room(work, choice) + 1))

    match stop:
        case g.Choose(choose=choose):
            return most(choose.choice)
        case g.Take(take=take):
            return sum(prod(most(choice) for _, choice in action.parts) for action in take.actions)
        case _:
            return 0


def keeps_room(work: Lowering, stop: g.Stop) -> bool:
    """Tell whether listing a stop's options takes memory of its own, so that it is written only once."""
    match stop:
        case g.Choose(choose=choose):
            choices = [choose.choice]
        case g.Take(take=take):
            choices = [choice for action in take.actions for _, choice in action.parts]
        case _:
            return False
    return any(choice.quantity is not None or has_twins(work, choice.source) for choice in choices)


def write(c: Code, stop: g.Stop, player: Get, n: Get) -> None:
    """Write the records of the options that aren't *nothing*."""
    match stop:
        case g.Choose(choose=choose):
            local = choose.choice.local
            width = part_width(c.work, choose.choice)
            part(c, choose.choice, lambda c: record(c, n, width, [local]), if_any=choose.if_any)
        case g.Take(take=take):
            for number, action in enumerate(take.actions):
                tuples(c, number, action, player, n, width_of(c.work, stop))
        case g.Menu(menu=menu):
            for number, case in enumerate(menu.cases):
                with when(c, case.condition):
                    record(c, n, 1, [], number)
        case g.Offer():
            record(c, n, 1, [], 1)
            record(c, n, 1, [], 0)
        case g.Race():
            record(c, n, 1, [], 0)
            record(c, n, 1, [], 1)
        case _:
            raise AssertionError(stop)


def nothing(c: Code, stop: g.Stop, n: Get) -> None:
    """Add the option *nothing* where there is one; where something must be chosen, nothing to choose is a fault."""
    b, width = c.b, width_of(c.work, stop)
    match stop:
        case g.Choose(choose=node):
            number = 0 if stop.slot.is_set else NONE
        case g.Take(take=node):
            number = -1
        case g.Menu(menu=node):
            number = NONE
        case _:
            return
    none_found = op("==", n, const(0))
    if not (node.may or node.if_any):
        with b.when(none_found):
            b.fault(c.work.site("deadlock", stop.span))
        return
    test: Value = const(1) if node.may else none_found
    if node.may and isinstance(stop, g.Choose) and stop.slot.is_set:
        first = op("==", cell(const(c.work.cell("OPTIONS"))), const(0))
        test = negate(pick(n, first, const(0)))
    with b.when(test):
        record(c, n, width, [], number)


def record(c: Code, n: Get, width: int, locals_: list[typed.Local], first: int | None = None) -> None:
    """Write a record: a number, if any, then what the locals stand for. Past the most options it is only counted."""
    b = c.b
    with b.when(const(1) if c.bounded else op("<", n, const(MOST_OPTIONS))):
        at = op("+", op("*", n, const(width)), const(c.work.cell("OPTIONS")))
        shift = 0
        if first is not None:
            b.put(at, const(first))
            shift = 1
        for local in locals_:
            found = c.env[local]
            if isinstance(found, KnownSet):
                for place, member in enumerate((const(len(found.members)), *found.members)):
                    b.put(at, member, shift + place)
                shift += c.work.set_rooms[local]
            elif isinstance(found, StoredSet):
                size = op("+", cell(const(found.start)), const(1))
                b.add(Copy(op("+", at, const(shift)), const(found.start), size))
                shift += c.work.set_rooms[local]
            else:
                assert not callable(found)
                b.put(at, found, shift)
                shift += 1
    b.set(n, add(n, 1))


def tuples(c: Code, number: int, action: typed.Action, player: Get, n: Get, width: int) -> None:
    """Write the complete tuples of an action, the last part fastest."""
    c.bound(action.me, player)
    locals_ = [local for local, _ in action.parts]
    read = (
        {e.local for e in expressions(action.when) if isinstance(e, typed.LocalRef)} if action.when else set()
    )
    early = not read & set(locals_)

    def extend(c: Code, at: int) -> None:
        if at == len(action.parts):
            with when(c, None if early else action.when):
                record(c, n, width, locals_, number)
            return
        part(c, action.parts[at][1], lambda c: extend(c, at + 1), local=locals_[at])

    with when(c, action.when if early else None):
        extend(c, 0)


def part(
    c: Code, choice: typed.Choice, then: Then, *, if_any: bool = False, local: typed.Local | None = None
) -> None:
    """Go over what can be chosen, the choice's local bound to it: single values, or sets by size and then in order."""
    if choice.quantity is None:
        single(c, choice, then, local or choice.local)
    else:
        sets(c, choice, then, local or choice.local, if_any=if_any)


def single(c: Code, choice: typed.Choice, then: Then, local: typed.Local) -> None:
    """Go over single values, of equal-looking ones the first."""
    b = c.b
    twins = has_twins(c.work, choice.source)
    if twins:
        kept = c.work.scratch(min(room(c.work.load, choice.source), 1 << 16))
        seen = b.let("seen", const(0))

    held = held_values(c, choice.local, choice.where)

    def member(found: Value, over: str) -> None:
        c.bound(choice.local, found)
        c.bound(local, found)
        with when(c, choice.where) if held is None else b.when(held(found)):
            if not twins:
                then(c)
                return
            ask = Call("seen_twin" if twins == "looks" else "seen_value", (const(kept), seen, found))
            with b.when(op("==", ask, const(0))):
                b.put(op("+", const(kept), seen), found)
                b.set(seen, add(seen, 1))
                then(c)

    each(c, choice.source, member)


def has_twins(work: Lowering, source: typed.Expr) -> str:
    """Tell how members of a source can be the same to a chooser: `looks`, `values`, or not at all."""
    kind = source.type.of if isinstance(source.type, Set) else source.type
    match source:
        case typed.Every(source=of) | typed.Reveal(of=of):
            return has_twins(work, of)
        case typed.Either(then=then, otherwise=otherwise):
            return has_twins(work, then) or has_twins(work, otherwise)
        case typed.Call(function=function) if function.body is not None:
            return has_twins(work, function.body)
        case _:
            pass
    if isinstance(kind, Thing):
        if isinstance(source, typed.Place) and source.zone is not None and source.zone.form != "set":
            return ""
        cards = [card for card in work.load.cards if card.kind.name in kind.kinds]
        faces = {work.faces[card.id] for card in cards}
        if len(faces) < len(cards):
            return "looks"
        return "" if isinstance(source, typed.Place | typed.TypeValues) else "values"
    alone = isinstance(source, typed.Everyone | typed.TypeValues | typed.Span_)
    return "" if alone else "values"


def sets(c: Code, choice: typed.Choice, then: Then, local: typed.Local, *, if_any: bool) -> None:
    """Go over sets in lexicographic order; of equal-looking members the first are taken first."""
    work, b = c.work, c.b
    quantity = choice.quantity
    assert quantity is not None
    most = room(work.load, choice.source)
    start = work.scratch(most)
    there = b.let("there", collect(c, choice.source, start))
    low = limit(c, quantity.low)
    high = limit(c, quantity.high)
    small = b.let("size", low if low is not None else const(0))
    big = b.let("most", high if high is not None else there)
    none_there = b.let("none", pick(op("==", there, const(0)), op(">", small, const(0)), const(0)))
    for cut in (small, big):
        with b.when(op(">", cut, there)):
            b.set(cut, there)
    with b.when(none_there):
        b.set(big, const(-1))
    twins = has_twins(work, choice.source)
    twin = work.scratch(most) if twins else 0
    if twins:
        b.call("find_twins", const(start), there, const(twin), const(int(twins == "looks")))

    def chosen(size: Value) -> None:
        allowed = pick(op("==", size, const(0)), there, const(1)) if if_any else const(1)
        with b.when(allowed), when(c, choice.where):
            then(c)

    work.set_rooms[local] = 1 + set_room(work, choice)
    if set_room(work, choice) <= SMALL:
        for size in range(set_room(work, choice) + 1):
            with b.when(pick(op(">=", const(size), small), op("<=", const(size), big), const(0))):
                small_sets(
                    c, (choice.local, local), [], size, (start, there, twin), lambda n: chosen(const(n))
                )
        return
    held = work.scratch(1 + most)
    stack, taken = work.scratch(most + 1), work.scratch(most)
    for name in (choice.local, local):
        c.bound(name, StoredSet(held))
    with b.loop("size") as sizes:
        with b.when(op(">", small, big)):
            b.leave(sizes)
        first = b.let("first", const(1))
        with b.loop("set") as label:
            given = (const(stack), const(taken), const(twin if twins else -1), small, there, first)
            with b.when(op("==", Call("next_set", given), const(0))):
                b.leave(label)
            b.set(first, const(0))
            b.call("take_set", const(held), const(start), const(stack), small)
            chosen(small)
        b.set(small, add(small, 1))


def small_sets(
    c: Code,
    names: tuple[typed.Local, typed.Local],
    places: list[Get],
    size: int,
    memory: tuple[int, Get, int],
    then: Callable[[int], None],
) -> None:
    """Go over sets of a small known size, one loop inside another; the places of those chosen so far are given."""
    b = c.b
    start, there, twin = memory
    if len(places) == size:
        members = tuple(b.let("chosen", cell(place, start)) for place in places)
        for name in names:
            c.bound(name, KnownSet(members))
        then(size)
        return
    place = b.let("place", add(places[-1], 1) if places else const(0))
    with b.loop("places") as label:
        with b.when(op(">", place, op("-", there, const(size - len(places))))):
            b.leave(label)
        allowed: Value = const(1)
        if twin:
            other = b.let("twin", cell(place, twin))
            allowed = op("<", other, const(0))
            for before in places:
                allowed = pick(op("==", other, before), const(1), allowed)
        with b.when(allowed):
            small_sets(c, names, [*places, place], size, memory, then)
        b.set(place, add(place, 1))


def limit(c: Code, e: typed.Expr | None) -> Value | None:
    """Return a bound of a quantity, from 0 up."""
    if e is None:
        return None
    found = value(c, e)
    if isinstance(found, Const):
        return const(max(found.value, 0))
    if bounds(c.work.load, e)[0] >= 0:
        return found
    kept = c.b.let("limit", found)
    with c.b.when(op("<", kept, const(0))):
        c.b.set(kept, const(0))
    return kept


__all__ = ["lister", "part", "plain", "width_of"]
