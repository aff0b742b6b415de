"""What statements do to the flat state: moves with refills, slips, facing, values; and what is heard of it.

One method a statement: a catalogue, longer than other modules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import CURTAIN, NONE, READY
from rulewright.dsl.known import word_of
from rulewright.dsl.source import Span
from rulewright.dsl.types import Enum, Int, Player, Set, Thing, Type
from rulewright.interpreter.engines.reference.compiler import Compiler, Unit
from rulewright.interpreter.engines.reference.hearing import Hearing
from rulewright.interpreter.engines.reference.places import Places, State
from rulewright.interpreter.engines.reference.sight import BOXED, Sight
from rulewright.interpreter.engines.reference.telling import telling
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
    hearing: Hearing = field(init=False)
    cells_of: dict[int, Any] = field(factory=dict)
    fields: dict[int, list[tuple[typed.Attribute, Any]]] = field(factory=dict)
    stores: dict[int, tuple[bool, bool]] = field(factory=dict)
    followed: dict[int, bool] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.places = self.compiler.places
        self.sight = Sight(self.compiler.graph.cells, self.places)
        self.hearing = Hearing(self.compiler.load, self.sight)

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

    def store(
        self,
        s: State,
        target: typed.VariableRef | typed.AttributeRef,
        value: int,
        source: typed.Expr | None = None,
    ) -> None:
        """Assign, guarding the declared range. `source` is where the value comes from, if a rule says so."""
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
        cell = find(s)
        s[cell] = value
        self.sight.touch(s, cell)
        if cell in self.sight.hidden and isinstance(target, typed.AttributeRef):
            facet, component = self.sight.hidden[cell]
            public, pointed = self.followable(target, source)
            self.sight.changed(s, component, facet, public=public and not s[CURTAIN], pointed=pointed)

    def followable(self, target: typed.AttributeRef, source: typed.Expr | None) -> tuple[bool, bool]:
        """Tell whether everyone can tell what is assigned, and to which component."""
        found = self.stores.get(id(target))
        if found is None:
            public = source is not None and self.hearing.open(source)
            found = self.stores[id(target)] = public, self.hearing.points(target.of)
        return found

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
        if isinstance(kind, Enum) and kind.part and value not in self.compiler.load.values(kind):
            word = word_of(self.compiler.load, kind, value)
            raise Fault("range", f"`{span.text}` becomes {word}, which isn't a {kind.part}", span)

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
        for cell in range(base, base + width):
            self.sight.touch(s, cell)

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
        sight = self.sight
        source = self.places.spot_of(s, component)
        before = sight.mask(s, component)
        sight.learn(s, component, before)
        place = self.place_told(s, component, source)
        self.places.remove(s, component)
        rest = sight.like(s, component, source)
        whole = (followed or self.follows(move)) and (sight.tracked(source) or not sight.tracked(to))
        lost = sight.leave(s, source, rest, before, followed=whole)
        self.place(s, component, to, at, move)
        self.note_arrival(s, component)
        if to == 0 and s[READY]:
            s[self.compiler.graph.cells.facing + component] = BOXED + before
        named, heard = self.hearing.named.get(id(move), (False, frozenset[typed.Local]()))
        sight.arrive(s, component, rest, lost, sight.all if named and not s[CURTAIN] else 0)
        for (attribute, value), (_, expression) in zip(values, move.fields, strict=True):
            self.set_attribute(s, attribute, component, value, move.span)
            kind = self.compiler.load.cards[component].kind.name
            facet = self.compiler.graph.cells.facets.get((kind, attribute.name))
            if facet is not None:
                spoken = isinstance(expression, typed.LocalRef) and expression.local in heard
                public = (spoken or self.hearing.open(expression)) and not s[CURTAIN]
                sight.changed(s, component, facet, public=public, pointed=True)
        if events is not None:
            self.tell_move(s, component, source, to, before | sight.mask(s, component), events, place)
        self.refill(s, source, at_end=isinstance(move.what, typed.AllOf) and not last)

    def follows(self, move: typed.Move) -> bool:
        """Tell whether everyone can point at what a move takes."""
        found = self.followed.get(id(move))
        if found is None:
            what = move.what
            if isinstance(what, typed.AllOf):
                place = isinstance(what.of, typed.Place | typed.Union)
                found = self.hearing.open(what.of) if place else self.hearing.followed(what.of)
            else:
                found = isinstance(what, typed.Expr) and self.hearing.points(what)
            self.followed[id(move)] = found
        return found

    def note_arrival(self, s: State, component: int) -> None:
        """In a joint decision, remember when a component arrived and who moved it."""
        if s[CURTAIN]:
            cells = self.compiler.graph.cells
            s[cells.curtain + component] = s[CURTAIN]
            self.sight.touch(s, cells.spot_of + component)
            self.sight.touch(s, cells.facing + component)

    def place_told(self, s: State, component: int, spot: int) -> str:
        """Return the place of a component among others whose places can be followed, as it is offered."""
        if (
            self.places.forms[spot] == "pile"
            or not self.sight.tracked(spot)
            or self.places.count(s, spot) < 2
        ):
            return ""
        return f" {self.places.stored(s, spot).index(component) + 1}"

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
        for component in ids:
            self.note_arrival(s, component)
        self.sight.mixed(s, ids)
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
        self.sight.mixed(s, self.places.stored(s, spot))

    def swap(self, s: State, left: int, right: int, events: list[Event] | None = None) -> None:
        """Exchange the contents of two zones; knowledge travels with them, but for the order of a hand."""
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
        for source, to, group in ((left, right, first), (right, left, second)):
            if len(group) > 1 and self.sight.tracked(to) and not self.sight.tracked(source):
                self.sight.forget(s, group, self.sight.all & ~self.sight.spot_mask(s, source))
            for component in self.sight.with_load(s, group):
                self.sight.learn(s, component, self.sight.mask(s, component))
        for component in (*first, *second):
            self.note_arrival(s, component)
        if events is not None:
            events.append(Event("moves", NONE, f"{self.spot_name(left)} ↔ {self.spot_name(right)}"))

    def turn(self, s: State, component: int, up: bool, events: list[Event] | None) -> None:
        """Turn a component face up or down."""
        if component == NONE:
            return
        cell = self.compiler.graph.cells.facing + component
        if up:
            self.sight.show(s, [component], self.sight.all)
        s[cell] = 1 if up else 2
        self.sight.touch(s, cell)
        if events is not None and up:
            events.append(
                Event("turns", NONE, self.writer.told("turned up", self.writer.component(s, component)))
            )

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
        self.note_arrival(s, component)
        self.sight.forget(s, [component], self.sight.all)
        self.sight.learn(s, component, self.sight.mask(s, component))
        if events is not None:
            self.tell_move(s, component, 0, spot, self.sight.mask(s, component), events)

    def show(self, s: State, components: list[int], seats: list[int], events: list[Event] | None) -> None:
        """Let some players look at components."""
        mask = sum(1 << seat for seat in dict.fromkeys(seats))
        if len(dict.fromkeys(seats)) == self.compiler.load.players:
            mask = self.sight.all
        components = [c for c in components if c != NONE]
        self.sight.show(s, components, mask)
        if events is not None and components:
            spot = self.spot_name(self.places.spot_of(s, components[0]))
            faces = ", ".join(self.writer.component(s, c) for c in components)
            who = ", ".join(self.writer.seat(p) for p in seats)
            looks = self.writer.told("looks", who, len(components), spot)
            events.append(
                Event("shows", NONE, self.writer.told("of", spot, faces), mask, looks, mask != self.sight.all)
            )

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
        self,
        s: State,
        component: int,
        source: int,
        to: int,
        mask: int,
        events: list[Event],
        place: str = "",
    ) -> None:
        """Record a move: the face for those who see it before or after, the back for the others. How slips come
        from the box and go back to it is no event: they are written and wiped."""
        if 0 in (source, to) and self.compiler.load.cards[component].kind.written.is_.value == "slip":
            return
        route = f"{self.spot_name(source)} → {self.spot_name(to)}"
        face = f"{self.writer.component(s, component)}: {route}"
        back = f"{self.writer.back(s, component)}{place}: {route}"
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
        """Record the values that a condition reveals, as far as it is evaluated; who hears them learns by them."""
        for found, known in self.revealed(s, value):
            if not s[CURTAIN]:
                self.taught(s, found, known)
            if tell is not None:
                about, text = telling(self, s, found, known)
                tell("reveals", about, text, EVERYONE, "", fleeting=True)

    def heard(self, s: State, kind: Type, value: Any) -> str:
        """Return a value as everyone may hear it: a component that not all see is named by its place."""
        if isinstance(value, list) and isinstance(kind, Set) and value:
            return " + ".join(self.heard(s, kind.of, v) for v in value)
        hidden = isinstance(kind, Thing) and value != NONE and self.sight.mask(s, value) != self.sight.all
        if not hidden:
            return self.writer.value(s, kind, value)
        spot = self.places.spot_of(s, value)
        place = self.places.listed(s, spot).index(value) + 1 if self.sight.tracked(spot) else ""
        return f"{self.writer.back(s, value)} {place}".rstrip()

    def taught(self, s: State, found: typed.Expr, value: Any) -> None:
        """Those who hear a value learn the facet that it tells of a component they can point at."""
        if isinstance(found, typed.AttributeRef):
            self.tells(s, found, self.sight.all)
        elif isinstance(found, typed.Same) and bool(value) != found.negated:
            for side, other in ((found.left, found.right), (found.right, found.left)):
                if isinstance(side, typed.AttributeRef):
                    self.tells(s, side, self.informed(s, other))

    def informed(self, s: State, found: typed.Expr) -> int:
        """Return who knows a value that is compared with."""
        if self.hearing.open(found):
            return self.sight.all
        if not isinstance(found, typed.AttributeRef) or not self.hearing.points(found.of):
            return 0
        component = self.compiler.root(found.of)(s)
        if component == NONE:
            return 0
        facet = self.compiler.graph.cells.facets.get((found.attributes[0].kind, found.attributes[0].name), 0)
        count = len(self.compiler.load.cards)
        return int(s[self.compiler.graph.cells.known + facet * count + component])

    def tells(self, s: State, found: typed.AttributeRef, mask: int) -> None:
        """Some observers have heard an attribute: they know its facet, if it tells that wholly."""
        if not mask or not self.hearing.points(found.of) or found.indexes:
            return
        component = self.compiler.root(found.of)(s)
        if component == NONE:
            return
        load, sight = self.compiler.load, self.sight
        kind, name = load.cards[component].kind.name, found.attributes[0].name
        facet = self.compiler.graph.cells.facets.get((kind, name))
        if facet is not None:
            sight.hear(s, component, facet, mask)
        elif name in load.cards[component].values:
            value = load.cards[component].values[name]
            faces = {
                sight.faces[card.id]
                for card in load.cards
                if sight.backs[card.id] == sight.backs[component] and card.values.get(name) == value
            }
            if len(faces) == 1:
                sight.hear(s, component, 0, mask)

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
