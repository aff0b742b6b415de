"""Simple effects: what changes on the table without anybody being asked (4.1)."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from oracle.table import Stops, Table, Wrong
from oracle.values import Env, key_of, members, number, value
from rulewright.dsl import typed
from rulewright.dsl.load import Load
from rulewright.dsl.types import Enum, Int, Type
from rulewright.dsl.walk import expressions


@define(eq=False)
class Effects:
    """A game on the table, and what statements do to it."""

    load: Load
    seed: int
    table: Table = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.table = Table(self.load, self.seed)

    def start_values(self) -> None:
        """Give everything that changes its start value."""
        t, rules = self.table, self.load.rules
        for kind in rules.kinds.values():
            for attribute in kind.keeps.values():
                for component in self.load.values(kind.this.type):
                    for index in self.load.families(attribute.each):
                        t.keeps[component, attribute.name, index] = self.start(attribute)
        for variable in rules.variables.values():
            for index in self.load.families(variable.each):
                t.variables[variable.name, index] = self.start(variable)

    def start(self, declared: typed.Attribute | typed.Variable) -> Any:
        """Return a start value."""
        return None if declared.start is None else value(self.table, declared.start, {})

    def effect(self, node: typed.Statement, env: Env) -> Stops:
        """Carry out a simple effect (4.1)."""
        t = self.table
        match node:
            case typed.Let():
                yield from self.ready(node.value, env)
                env[node.local] = value(t, node.value, env)
            case typed.Store():
                self.store(node.target, value(t, node.value, env), env)
            case typed.SwapValues():
                left, right = value(t, node.left, env), value(t, node.right, env)
                self.store(node.left, right, env)
                self.store(node.right, left, env)
            case typed.Move():
                yield from self.move(node, env)
            case typed.SwapPlaces():
                yield from self.swap(self.spot(node.left, env), self.spot(node.right, env))
            case typed.Shuffle():
                yield from t.shuffle(self.spot(node.what, env))
            case typed.Turn():
                yield from self.ready(node.what, env)
                for component in self.selected(node.what, env):
                    t.facing[component] = 1 if node.up else 2
            case typed.Write():
                self.write(node, env)
            case typed.Show():
                yield from self.ready(node.what, env)
            case typed.Announce() | typed.Say() | typed.Pass():
                pass
            case _:
                raise AssertionError(node)

    def ready(self, found: object, env: Env) -> Stops:
        """Refill and decide what a statement reads at the ends of shuffled piles (7.2.3)."""
        for e in expressions(found):
            if isinstance(e, typed.EndOf | typed.EndsOf) and isinstance(e.of, typed.Place):
                count = number(self.table, e.count, env) if isinstance(e, typed.EndsOf) else 1
                if e.of.zone is not None and e.of.zone.lazy:
                    yield from self.table.need(self.spot(e.of, env), count, top=e.top)

    def spot(self, e: typed.Place, env: Env) -> int:
        """Return which zone a place is."""
        return self.table.spot(e.zone, tuple(value(self.table, index, env) for index in e.indexes))

    def store(self, target: typed.VariableRef | typed.AttributeRef, found: Any, env: Env) -> None:
        """Store a value that fits what was promised."""
        key = key_of(self.table, target, env)
        found = self.kept(target.type, found)
        (self.table.variables if isinstance(target, typed.VariableRef) else self.table.keeps)[key] = found

    def kept(self, kind: Type, found: Any) -> Any:
        """Return a value to be stored; a fault where it doesn't fit."""
        if found is None:
            if not kind.optional:
                raise Wrong("none")
            return None
        if isinstance(kind, Int):
            low, high = self.load.bound(kind.low), self.load.bound(kind.high)
            if (low is not None and found < low) or (high is not None and found > high):
                raise Wrong("range")
        if isinstance(kind, Enum) and found not in self.load.values(kind):
            raise Wrong("range")
        return int(found)

    def selected(self, what: typed.Selection, env: Env) -> list[int]:
        """Return the components that a statement speaks of."""
        t = self.table
        if isinstance(what, typed.AllOf):
            return list(value(t, what.of, env))
        if isinstance(what, typed.Some):
            found = [e[what.local] for e in members(t, ((what.local, what.source),), what.where, env)]
            return found if what.count is None else found[: max(number(t, what.count, env), 0)]
        found = value(t, what, env)
        return list(found) if isinstance(found, list) else [] if found is None else [found]

    def move(self, node: typed.Move, env: Env) -> Stops:
        """Move components one by one (4.1), with a refill check after each."""
        t, what = self.table, node.what
        if isinstance(what, typed.EndOf | typed.EndsOf) and isinstance(what.of, typed.Place):
            source, target = self.spot(what.of, env), self.spot(node.to, env)
            count = number(t, what.count, env) if isinstance(what, typed.EndsOf) else 1
            place = None if node.at is None else number(t, node.at, env)
            for _ in range(count):
                yield from t.need(source, 1, top=what.top)
                component = t.end(source, top=what.top)
                if component is None:
                    return
                yield from self.shift(component, target, place, node, env)
            return
        whole = self.spot(what.of, env) if isinstance(what, typed.AllOf) and single(what.of) else None
        if whole is not None and node.to.zone is not None and node.to.zone.form != "set":
            yield from t.need(whole, len(t.piles[whole]), top=True)
        components = self.selected(what, env)
        target = self.spot(node.to, env)
        place = None if node.at is None else number(t, node.at, env)
        for component in components:
            yield from self.shift(component, target, place, node, env, refill=whole is None)
        if whole is not None and components:
            yield from t.after_removal(whole)

    def shift(
        self,
        component: int,
        target: int,
        place: int | None,
        node: typed.Move,
        env: Env,
        *,
        refill: bool = True,
    ) -> Stops:
        """Move one component and set what is given with it."""
        t = self.table
        source = t.at[component]
        there = len(t.piles[target]) - (source == target)
        if place is not None and not 1 <= place <= there + 1:
            raise Wrong("index")
        t.put(component, target, bottom=node.to_bottom, place=place)
        for attribute, e in node.fields:
            own = t.load.cards[component].kind.keeps.get(attribute.name)
            if own is not None:
                t.keeps[component, attribute.name, ()] = self.kept(own.type, value(t, e, env))
        if refill:
            yield from t.after_removal(source)

    def swap(self, left: int, right: int) -> Stops:
        """Exchange the contents of two zones; what nobody has decided is decided where its order begins to count."""
        t = self.table
        if left == right:
            return
        for spot, other in ((left, right), (right, left)):
            zone = t.load.spots[other].zone
            if not zone.lazy and zone.form != "set":
                yield from t.need(spot, len(t.piles[spot]), top=True)
        t.piles[left], t.piles[right] = t.piles[right], t.piles[left]
        for spot in (left, right):
            pile = t.piles[spot]
            for component in pile.everything():
                t.at[component], t.facing[component] = spot, 0
            if not t.load.spots[spot].zone.lazy:
                pile.top, pile.bottom, pile.loose = pile.everything(), [], []

    def write(self, node: typed.Write, env: Env) -> None:
        """Lay the unused slip with the lowest number down, written on."""
        t = self.table
        free = [c for c in self.load.values(node.kind.this.type) if t.at[c] == 0]
        if not free:
            raise Wrong("supply")
        target = self.spot(node.on, env)
        written = [(attribute, self.kept(attribute.type, value(t, e, env))) for attribute, e in node.fields]
        t.put(free[0], target)
        for attribute, found in written:
            for index in self.load.families(attribute.each):
                t.keeps[free[0], attribute.name, index] = found


def single(e: typed.Expr) -> bool:
    """Tell whether a place is one zone, not several of a family."""
    return isinstance(e, typed.Place) and None not in e.indexes
