"""Typed statements -> what they read and write, to see which may change places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

from rulewright.dsl import typed, walk
from rulewright.dsl.types import Set, Thing, Type

Resource = tuple[str, ...]


@frozen
class Effects:
    """What a statement touches. Resources are zones, variables, changing attributes, facing, speech.

    `asks`: a player is asked. `draws`: chance may be asked. `visible`: somebody can see that something was done.
    `leaves`: what follows may not be carried out. `anything`: it may do whatever the rules can do.
    """

    reads: frozenset[Resource] = frozenset()
    writes: frozenset[Resource] = frozenset()
    asks: bool = False
    draws: bool = False
    visible: bool = False
    leaves: bool = False
    anything: bool = False

    def __or__(self, other: Effects) -> Effects:
        return Effects(
            self.reads | other.reads,
            self.writes | other.writes,
            self.asks or other.asks,
            self.draws or other.draws,
            self.visible or other.visible,
            self.leaves or other.leaves,
            self.anything or other.anything,
        )


NONE = Effects()


def independent(left: Effects, right: Effects) -> bool:
    """Tell whether two neighbours may change places without anybody being able to tell."""
    if left.leaves or right.leaves or left.anything or right.anything:
        return False
    if (left.asks or left.draws) and (right.asks or right.draws):
        return False
    if (left.asks and right.visible) or (right.asks and left.visible):
        return False
    return not (left.writes & right.writes or left.writes & right.reads or left.reads & right.writes)


@define(eq=False)
class Touch:
    """Finds effects; those of functions and procedures once."""

    rules: typed.Rules
    _functions: dict[typed.Function, Effects] = field(factory=dict)
    _procedures: dict[typed.Procedure, Effects] = field(factory=dict)

    def block(self, block: typed.Block) -> Effects:
        """Return the effects of all statements of a block."""
        return union(self.statement(s) for s in block)

    def procedure(self, procedure: typed.Procedure) -> Effects:
        """Return the effects of doing a procedure."""
        if procedure not in self._procedures:
            self._procedures[procedure] = (
                self.block(procedure.do) | self.reading(procedure.when) | self.reading(procedure.on_turn)
            )
        return self._procedures[procedure]

    def function(self, function: typed.Function) -> Effects:
        """Return what a function reads."""
        if function not in self._functions:
            self._functions[function] = self.reading(function.body)
        return self._functions[function]

    def reading(self, node: object) -> Effects:
        """Return what an expression, or everything inside a part of a statement, reads."""
        return union(self._read(e) for e in walk.expressions(node))

    def _read(self, e: typed.Expr) -> Effects:
        match e:
            case typed.Place(zone=zone):
                return reads([("zone", zone.name if zone is not None else "box")])
            case typed.VariableRef(variable=variable):
                return reads([("variable", variable.name)])
            case typed.AttributeRef(attributes=attributes):
                return reads([("attribute", a.kind, a.name) for a in attributes if not a.fixed])
            case typed.Call(function=function):
                return self.function(function)
            case typed.Score():
                return union(self.reading(line.value) for line in self.rules.score.values())
            case typed.Owner(of=of) | typed.Position(of=of):
                return reads(self.zones_of(of.type))
            case typed.Facing():
                return reads([("facing",)])
            case typed.Reveal():
                return Effects(writes=frozenset([("heard",)]), visible=True)
            case typed.Can(deeds=deeds):
                found = union(self.procedure(d) for d in deeds)
                return Effects(reads=found.reads | found.writes)
            case _:
                return NONE

    def zones_of(self, kind: Type) -> Iterator[Resource]:
        """Yield every zone in which a component of a type can lie."""
        inner = kind.of if isinstance(kind, Set) else kind
        kinds = inner.kinds if isinstance(inner, Thing) else tuple(self.rules.kinds)
        yield ("zone", "box")
        for zone in self.rules.zones.values():
            if set(zone.kinds) & set(kinds):
                yield ("zone", zone.name)

    def statement(self, s: typed.Statement) -> Effects:
        """Return the effects of a statement with all inside it."""
        own = self.own(s)
        for block in walk.inner_blocks(s):
            own |= self.block(block)
        return own

    def own(self, s: typed.Statement) -> Effects:
        """Return the effects of a statement without its inner blocks."""
        match s:
            case typed.If(branches=branches):
                return union(self.reading(condition) for condition, _ in branches)
            case typed.For(binders=binders, where=where, order=order):
                return self.reading((binders, where, order)) | self.drawing(tuple(b[1] for b in binders))
            case typed.Together(source=source, where=where):
                return self.reading((source, where)) | Effects(visible=True)
            case typed.Repeat(value=value):
                return self.reading(value)
            case typed.Menu(who=who, cases=cases):
                return self.reading((who, tuple(c.condition for c in cases))) | ASKS
            case typed.Offer(who=who):
                return self.reading(who) | ASKS
            case typed.Choose(who=who, choice=choice):
                stop = ASKS if who is not None else Effects(draws=True, visible=True)
                return self.reading((who, choice)) | stop | self.drawing((choice.source,))
            case typed.Race():
                return self.reading(s) | ASKS
            case typed.Take():
                return Effects(anything=True, asks=True, visible=True)
            case typed.DoPhase():
                return Effects(anything=True, asks=True, visible=True)
            case typed.DoProcedure(deeds=deeds):
                return self.reading(s) | union(self.procedure(d) for d in deeds)
            case typed.End() | typed.Wins():
                return self.reading(s) | Effects(leaves=True, visible=True)
            case typed.Say() | typed.Announce():
                return self.reading(s) | HEARD
            case typed.Show(what=what):
                return self.reading(s) | HEARD | self.drawing((what,))
            case typed.Let(value=value):
                return self.reading(value) | self.drawing((value,))
            case typed.Store(target=target):
                return self.reading(s) | writes(targets(target))
            case typed.SwapValues(left=left, right=right):
                return self.reading(s) | writes([*targets(left), *targets(right)])
            case typed.SwapPlaces(left=left, right=right):
                moved = [("zone", p.zone.name if p.zone is not None else "box") for p in (left, right)]
                return self.reading(s) | writes([*moved, ("facing",)])
            case typed.Shuffle(what=place):
                return self.shuffling(place)
            case typed.Turn(what=what):
                return self.reading(s) | writes([("facing",)]) | self.drawing((what,))
            case typed.Write(kind=kind, on=on, fields=fields):
                zone = on.zone.name if on.zone is not None else "box"
                marks = [("attribute", kind.name, name) for name in kind.keeps]
                return self.reading((on, tuple(v for _, v in fields))) | writes(
                    [("zone", zone), ("zone", "box"), *marks]
                )
            case typed.Move():
                return self.moving(s)
            case _:
                return NONE

    def shuffling(self, place: typed.Place) -> Effects:
        """Return the effects of a shuffle: nobody can tell when a pile that nobody sees is shuffled."""
        zone = place.zone
        name = zone.name if zone is not None else "box"
        unseen = zone is not None and zone.seen_by == "nobody" and zone.lazy
        return self.reading(place.indexes) | Effects(
            frozenset([("zone", name)]), frozenset([("zone", name)]), draws=not unseen, visible=not unseen
        )

    def moving(self, s: typed.Move) -> Effects:
        """Return the effects of a move: the zone it goes to and every zone it may come from."""
        to = s.to.zone.name if s.to.zone is not None else "box"
        gone: list[Resource] = [("zone", to), ("facing",)]
        what = s.what
        source = (
            what.of
            if isinstance(what, typed.AllOf)
            else what.source
            if isinstance(what, typed.Some)
            else what
        )
        if isinstance(source, typed.EndOf | typed.EndsOf):
            source = source.of
        if isinstance(source, typed.Place):
            gone.append(("zone", source.zone.name if source.zone is not None else "box"))
        else:
            gone += self.zones_of(source.type)
        gone += [("attribute", a.kind, a.name) for a, _ in s.fields]
        fields = tuple(v for _, v in s.fields)
        return (
            self.reading((what, s.to, s.at, fields))
            | writes(gone)
            | self.drawing((what, *refilled(gone, self)))
        )

    def drawing(self, parts: Iterable[object]) -> Effects:
        """Return what looking at the ends of shuffled piles does: chance may be asked, discards may be taken in."""
        found = NONE
        for part in parts:
            for e in walk.expressions(part):
                inner = e.of if isinstance(e, typed.EndOf | typed.EndsOf) else e
                if isinstance(inner, typed.Place) and inner.zone is not None:
                    zone = inner.zone
                    names = [("zone", zone.name)]
                    if zone.refill_from is not None:
                        names.append(("zone", zone.refill_from.name))
                    if zone.lazy:
                        found |= Effects(frozenset(names), frozenset(names), draws=True, visible=True)
        return found


def refilled(gone: list[Resource], touch: Touch) -> Iterator[typed.Place]:
    """Yield the piles among the zones that a move may empty, for refilling takes the discards."""
    for resource in gone:
        zone = touch.rules.zones.get(resource[1]) if resource[0] == "zone" else None
        if zone is not None and zone.refill_from is not None:
            yield typed.Place(zone.span, Thing(False, zone.kinds), zone, ())


def targets(target: typed.VariableRef | typed.AttributeRef) -> list[Resource]:
    """Return what a store changes."""
    if isinstance(target, typed.VariableRef):
        return [("variable", target.variable.name)]
    return [("attribute", a.kind, a.name) for a in target.attributes]


def reads(names: Iterable[Resource]) -> Effects:
    """Return effects that only read."""
    return Effects(reads=frozenset(names))


def writes(names: Iterable[Resource]) -> Effects:
    """Return effects that change something people can see."""
    return Effects(writes=frozenset(names), visible=True)


def union(found: Iterable[Effects]) -> Effects:
    """Return all effects together."""
    total = NONE
    for one in found:
        total |= one
    return total


ASKS = Effects(asks=True, visible=True)
HEARD = Effects(writes=frozenset([("heard",)]), visible=True)
