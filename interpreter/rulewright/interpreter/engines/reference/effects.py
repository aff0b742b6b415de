"""What statements do to the flat state: moves with refills, slips, facing, values; and what is heard of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import CURTAIN, NONE, READY
from rulewright.dsl.source import Span
from rulewright.dsl.types import Enum, Int, Player, Set, Thing, Type
from rulewright.interpreter.engines.reference.compiler import Compiler, Unit
from rulewright.interpreter.engines.reference.places import Places, State
from rulewright.interpreter.engines.reference.sight import BOXED, Sight
from rulewright.interpreter.engines.reference.words import Writer
from rulewright.interpreter.events import EVERYONE, Event
from rulewright.interpreter.faults import Fault

Tell = Callable[..., None]


@define(eq=False)
class Effects:
    """Changes the state as statements say."""

    compiler: Compiler
    writer: Writer
    places: Places = field(init=False)
    sight: Sight = field(init=False)
    cells_of: dict[int, Any] = field(factory=dict)
    fields: dict[int, list[tuple[typed.Attribute, Any]]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.places = self.compiler.places
        self.sight = Sight(self.compiler.graph.cells, self.places)

    # -- the beginning ----------------------------------------------------------------------------

    def home(self, component: int) -> int:
        """Return the zone where a component starts: of a family the member its owner or its attributes name."""
        load = self.compiler.load
        card = load.cards[component]
        zone = card.kind.starts_in
        if zone is None:
            return 0
        index: list[int] = []
        for kind in zone.each:
            value = self.home_index(component, kind)
            if value is None:
                return 0
            index.append(value)
        return load.spot_at[zone.name, tuple(index)]

    def home_index(self, component: int, kind: Type) -> int | None:
        """Return the index of a family that fits a component."""
        card = self.compiler.load.cards[component]
        if isinstance(kind, Player):
            return card.owner
        for attribute in card.kind.has.values():
            same_enum = (
                isinstance(kind, Enum)
                and isinstance(attribute.type, Enum)
                and attribute.type.name == kind.name
            )
            if (same_enum or (isinstance(kind, Int) and attribute.type == kind)) and not attribute.each:
                return card.values[attribute.name][0]
        return None

    def start_values(self, s: State) -> None:
        """Give every variable and changing attribute its start value."""
        cells, load = self.compiler.graph.cells, self.compiler.load
        for variable in load.rules.variables.values():
            value = self.compiler.root(variable.start)(s) if variable.start is not None else NONE
            base = cells.variables[variable.name]
            for member, _ in enumerate(load.families(variable.each)):
                s[base + member] = value
        for kind in load.rules.kinds.values():
            for attribute in kind.keeps.values():
                value = self.compiler.root(attribute.start)(s) if attribute.start is not None else NONE
                base = cells.keeps[kind.name, attribute.name]
                width = cells.widths[kind.name, attribute.name]
                for cell in range(base, base + width * load.many[kind.name]):
                    s[cell] = value

    def start_attributes(self, s: State, component: int) -> None:
        """Give every changing attribute of one component its start value."""
        cells, load = self.compiler.graph.cells, self.compiler.load
        kind = load.cards[component].kind
        for attribute in kind.keeps.values():
            value = self.compiler.root(attribute.start)(s) if attribute.start is not None else NONE
            width = cells.widths[kind.name, attribute.name]
            base = cells.keeps[kind.name, attribute.name] + width * (component - load.first[kind.name])
            s[base : base + width] = [value] * width

    # -- values -----------------------------------------------------------------------------------

    def store(self, s: State, target: typed.VariableRef | typed.AttributeRef, value: int) -> None:
        """Assign, guarding the declared range."""
        self.guard(target.type, value, target.span)
        find = self.cells_of.get(id(target))
        if find is None:
            unit = Unit()
            closure = (
                self.compiler.variable_cell(target, unit)
                if isinstance(target, typed.VariableRef)
                else self.compiler.attribute_cell(target, unit)
            )
            find = self.cells_of[id(target)] = lambda s: closure(s, [NONE] * unit.size)
        s[find(s)] = value

    def guard(self, kind: Type, value: int, span: Span) -> None:
        """Refuse a value outside the promised range."""
        if value == NONE:
            if not kind.optional:
                raise Fault("none", f"`{span.text}` becomes `none`", span)
            return
        if isinstance(kind, Int):
            load = self.compiler.load
            low, high = load.bound(kind.low), load.bound(kind.high)
            if (low is not None and value < low) or (high is not None and value > high):
                limits = f"{'any' if low is None else low}..{'any' if high is None else high}"
                raise Fault("range", f"`{span.text}` becomes {value}, outside {limits}", span)

    def set_attribute(
        self, s: State, attribute: typed.Attribute, component: int, value: int, span: Span
    ) -> None:
        """Set a changing attribute (all its indexes) of a component."""
        self.guard(attribute.type, value, span)
        cells = self.compiler.graph.cells
        load = self.compiler.load
        kind = load.cards[component].kind.name
        if (kind, attribute.name) not in cells.keeps:
            return
        width = cells.widths[kind, attribute.name]
        base = cells.keeps[kind, attribute.name] + width * (component - load.first[kind])
        s[base : base + width] = [value] * width

    # -- moves ------------------------------------------------------------------------------------

    def move(
        self,
        s: State,
        component: int,
        to: int,
        at: int,
        move: typed.Move,
        events: list[Event] | None,
        *,
        followed: bool,
        last: bool = True,
    ) -> None:
        """Move one component, then let the pile it came from refill."""
        if component == NONE:
            raise Fault("none", f"`{move.span.text}`: there is nothing to move", move.span)
        values = self.field_values(s, move)
        source = self.places.spot_of(s, component)
        before = self.sight.mask(s, component)
        pile_end = self.places.forms[source] != "pile" or component in self.pile_ends(s, source)
        self.places.remove(s, component)
        rest = self.places.stored(s, source)
        lost = 0
        if not s[CURTAIN]:
            public = followed or (self.places.forms[source] == "pile" and pile_end)
            lost = self.sight.leave(s, [component], source, rest, followed=public)
        self.place(s, component, to, at, move)
        if to == 0 and s[READY]:
            s[self.compiler.graph.cells.facing + component] = BOXED + before
        for attribute, value in values:
            self.set_attribute(s, attribute, component, value, move.span)
        if not s[CURTAIN]:
            self.sight.arrive(s, component, rest, lost)
        if events is not None:
            self.tell_move(s, component, source, to, before | self.sight.mask(s, component), events)
        self.refill(s, source, at_end=isinstance(move.what, typed.AllOf) and not last)

    def pile_ends(self, s: State, spot: int) -> list[int]:
        """Return the components at the two ends of a pile."""
        ids = self.places.stored(s, spot)
        return [ids[0], ids[-1]] if ids else []

    def field_values(self, s: State, move: typed.Move) -> list[tuple[typed.Attribute, int]]:
        """Return the values behind `with`."""
        if not move.fields:
            return []
        compiled = self.fields.get(id(move))
        if compiled is None:
            compiled = self.fields[id(move)] = [(a, self.compiler.root(e)) for a, e in move.fields]
        return [(a, e(s)) for a, e in compiled]

    def place(self, s: State, component: int, to: int, at: int, move: typed.Move) -> None:
        """Lay a component down where a move says."""
        zone = self.places.zone(to)
        if to and self.compiler.load.cards[component].kind.name not in zone.kinds:
            raise Fault(
                "gap",
                f"`{zone.name}` doesn't hold a {self.compiler.load.cards[component].kind.name}",
                move.span,
            )
        if at != NONE:
            count = self.places.count(s, to)
            if not 1 <= at <= count + 1:
                raise Fault("index", f"`{zone.name}` has no place {at}", move.span)
            self.places.insert(s, component, to, at - 1)
        elif move.to_bottom:
            self.places.put_under(s, component, to)
        else:
            self.places.append(s, component, to)

    def refill(self, s: State, spot: int, *, at_end: bool = False) -> None:
        """Refill a pile that has become empty, if it does so by itself."""
        zone = self.places.zone(spot)
        if zone.refill_when != "empty" or self.places.count(s, spot) or at_end:
            return
        if s[READY] or s[self.compiler.graph.cells.armed + spot]:
            self.take_in(s, spot)

    def source_of(self, spot: int) -> int:
        """Return the zone a pile is refilled from."""
        zone, load = self.places.zone(spot), self.compiler.load
        assert zone.refill_from is not None
        indexes = load.spots[spot].indexes
        key = (zone.refill_from.name, indexes if zone.refill_from.each else ())
        return load.spot_at[key]

    def take_in(self, s: State, spot: int, *, top: bool = True) -> bool:
        """Shuffle everything of the refill zone into the pile, behind what is decided at the wanted end; False if
        there is nothing."""
        source = self.source_of(spot)
        ids = self.places.stored(s, source)
        if not ids:
            return False
        for component in ids:
            self.places.remove(s, component)
        base = self.places.bases[spot]
        under = 0 if top else self.places.count(s, spot)
        for component in sorted(ids, reverse=True):
            self.places.insert(s, component, spot, under)
        s[base + 1], s[base + 2] = under, under + len(ids)
        if not s[CURTAIN]:
            keep = self.sight.spot_mask(s, spot)
            for component in ids:
                s[self.compiler.graph.cells.known + component] &= keep
        return True

    def wanted(self, s: State, spot: int, top: bool, count: int) -> bool:
        """Prepare an end of a pile for `count` cards; True when chance must decide the next."""
        if not self.places.lazy[spot]:
            return False
        while self.places.decided(s, spot, top) < count:
            left = len(self.places.undecided(s, spot))
            if left > 1:
                return True
            if left == 1:
                self.places.decide(s, spot, 0, top)
            elif self.places.zone(spot).refill_when != "needed" or not self.take_in(s, spot, top=top):
                return False
        return False

    def decide(self, s: State, spot: int, index: int, top: bool) -> None:
        """Let chance's answer decide the next card of a pile."""
        self.count_draw(s, self.places.zone(spot))
        self.places.decide(s, spot, index, top)

    def count_draw(self, s: State, zone: typed.Zone) -> None:
        """Count one draw of a zone's chance point."""
        s[self.compiler.graph.cells.counters[f"shuffle {zone.name}"]] += 1

    def shuffle(self, s: State, spot: int) -> None:
        """Make a pile's order unknown."""
        if self.places.lazy[spot]:
            self.places.mix(s, spot)
        s[self.compiler.graph.cells.armed + spot] = 1
        self.sight.shuffled(s, spot)

    def swap(self, s: State, left: int, right: int) -> None:
        """Exchange the contents of two zones; knowledge travels with them."""
        if left == right:
            return
        first, second = self.places.stored(s, left), self.places.stored(s, right)
        stretch_of_left = tuple(s[self.places.bases[left] + 1 : self.places.bases[left] + 3])
        stretch_of_right = tuple(s[self.places.bases[right] + 1 : self.places.bases[right] + 3])
        for component in (*first, *second):
            self.places.remove(s, component)
        for component in first:
            self.places.insert(s, component, right, self.places.count(s, right))
        for component in second:
            self.places.insert(s, component, left, self.places.count(s, left))
        if self.places.lazy[left] and self.places.lazy[right]:
            a, b = self.places.bases[left], self.places.bases[right]
            s[a + 1], s[a + 2], s[b + 1], s[b + 2] = stretch_of_right + stretch_of_left
        for component in (*first, *second):
            self.sight.learn(s, component, self.sight.mask(s, component))

    def turn(self, s: State, component: int, up: bool, events: list[Event] | None) -> None:
        """Turn a component face up or down."""
        if component == NONE:
            return
        s[self.compiler.graph.cells.facing + component] = 1 if up else 2
        self.sight.learn(s, component, self.sight.mask(s, component))
        if events is not None and up:
            events.append(Event("turns", NONE, f"{self.writer.component(s, component)} is turned face up"))

    def unused(self, s: State, write: typed.Write) -> int:
        """Return the slip with the lowest number in the box."""
        first = self.compiler.load.first[write.kind.name]
        for component in range(first, first + self.compiler.load.many[write.kind.name]):
            if self.places.spot_of(s, component) == 0:
                return component
        raise Fault("supply", f"no {write.kind.name} is left to write", write.span)

    def write(self, s: State, component: int, spot: int, events: list[Event] | None) -> None:
        """Lay a written slip on a zone."""
        self.places.remove(s, component)
        self.places.append(s, component, spot)
        s[self.compiler.graph.cells.known + component] = 0
        self.sight.learn(s, component, self.sight.mask(s, component))
        if events is not None:
            self.tell_move(s, component, 0, spot, self.sight.mask(s, component), events)

    def show(self, s: State, components: list[int], seats: list[int], events: list[Event] | None) -> None:
        """Let some players look at components."""
        mask = sum(1 << seat for seat in dict.fromkeys(seats))
        if len(dict.fromkeys(seats)) == self.compiler.load.players:
            mask = self.sight.all
        components = [c for c in components if c != NONE]
        for component in components:
            self.sight.show(s, component, mask)
        if events is not None and components:
            spot = self.spot_name(self.places.spot_of(s, components[0]))
            faces = ", ".join(self.writer.component(s, c) for c in components)
            who = ", ".join(self.writer.seat(p) for p in seats)
            looks = f"{who} looks at {len(components)} of {spot}"
            events.append(Event("shows", NONE, f"{spot}: {faces}", mask, looks, mask != self.sight.all))

    # -- what is heard ----------------------------------------------------------------------------

    def spot_name(self, spot: int) -> str:
        """Return a zone with its indexes, as people read it."""
        place = self.compiler.load.spots[spot]
        names = [
            self.writer.value([], k, v) if not isinstance(k, Thing) else ""
            for k, v in zip(place.zone.each, place.indexes, strict=True)
        ]
        return " ".join(filter(None, [*names, self.writer.label(place.zone.name)]))

    def tell_move(
        self, s: State, component: int, source: int, to: int, mask: int, events: list[Event]
    ) -> None:
        """Record a move: the face for those who see it before or after, the back for the others. How slips come
        from the box and go back to it is no event: they are written and wiped."""
        if 0 in (source, to) and self.compiler.load.cards[component].kind.written.is_.value == "slip":
            return
        route = f"{self.spot_name(source)} → {self.spot_name(to)}"
        face = f"{self.writer.component(s, component)}: {route}"
        back = f"{self.writer.back(s, component)}: {route}"
        mask = EVERYONE if mask == self.sight.all else mask
        events.append(Event("moves", NONE, face, mask, back))

    def tell_outcome(self, s: State, choose: typed.Choose, outcome: Any, tell: Tell | None) -> None:
        """Record what chance chose: a number or value for all, a component by where it lies."""
        if tell is None:
            return
        prompt = choose.choice.prompt
        name = choose.name.replace("_", " ") if prompt is None else self.writer.words(prompt)(s, [])
        value = outcome.value
        kind = choose.choice.source.type
        if isinstance(kind, Set) and isinstance(kind.of, Thing) and value != NONE:
            mask = self.sight.mask(s, value)
            tell(
                "chance",
                NONE,
                f"{name}: {outcome.text}",
                EVERYONE if mask == self.sight.all else mask,
                f"{name}: …",
            )
        else:
            tell("chance", NONE, f"{name}: {outcome.text}")

    def told(self, s: State, value: typed.Expr, tell: Tell | None) -> None:
        """Record the values that a condition reveals, as far as it is evaluated."""
        for found in self.revealed(s, value):
            if tell is not None:
                text = self.writer.value(s, found[0].type, found[1])
                tell("reveals", NONE, text, EVERYONE, "", fleeting=True)

    def revealed(self, s: State, value: typed.Expr) -> list[tuple[typed.Expr, Any]]:
        """Return what a condition reveals, in the order in which it is evaluated."""
        match value:
            case typed.Reveal(of=of):
                return [(of, self.compiler.root(of)(s))]
            case typed.Not(of=of):
                return self.revealed(s, of)
            case typed.And(items=items):
                found: list[tuple[typed.Expr, Any]] = []
                for item in items:
                    found += self.revealed(s, item)
                    if not self.compiler.root(item)(s):
                        break
                return found
            case _:
                return []

    def reaction(self, s: State, race: g.Race) -> str:
        """Return how a reaction in a race is told."""
        prompt = race.race.prompt
        return (
            self.writer.words(prompt)(s, [])
            if prompt is not None
            else self.writer.label(race.race.local.name)
        )
