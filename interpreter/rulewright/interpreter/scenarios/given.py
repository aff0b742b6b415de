"""`given` of a test -> components laid where it names them, variables set (section 12)."""

from __future__ import annotations

import random
import re

from attrs import define, field

from rulewright.dsl import tree, typed
from rulewright.dsl.cells import NONE
from rulewright.dsl.types import Thing, Type
from rulewright.interpreter.engines.reference.compiler import Unit
from rulewright.interpreter.scenarios.contents import items
from rulewright.interpreter.scenarios.model import Wrong, scalar
from rulewright.interpreter.scenarios.naming import tokens
from rulewright.interpreter.scenarios.table import Table

Laid = tuple[int, tuple[tuple[str, int], ...]]
"""A component, and what is said of its changing attributes."""


@define(eq=False)
class Given:
    """Lays what `given` says over a set-up."""

    table: Table
    luck: random.Random
    taken: set[int] = field(factory=set)

    def lay(self) -> None:
        """Set variables, then fill the named places."""
        places: list[tuple[int, tree.Data, int]] = []
        for key, data in self.table.scenario.given.items():
            if key == "first_player":
                continue
            found = self.table.expression(key, data.span)
            if isinstance(found, typed.Place):
                layer = self.table.scenario.layers.get(key, 0)
                places += [(spot, content, layer) for spot, content in self.members(found, data)]
            elif isinstance(found, typed.VariableRef | typed.AttributeRef):
                self.store(found, data)
            else:
                raise Wrong(f"`{key}` is neither a place nor a variable", data.span)
        self.fill(places)

    def store(self, target: typed.VariableRef | typed.AttributeRef, data: tree.Data) -> None:
        """Set a variable or an attribute."""
        value = self.value(target.type, data)
        machine = self.table.game.machine
        unit = Unit()
        locals_ = list(self.table.locals.values())
        for local in locals_:
            unit.take(local)
        compiler = machine.compiler
        cell = (
            compiler.variable_cell(target, unit)
            if isinstance(target, typed.VariableRef)
            else compiler.attribute_cell(target, unit)
        )
        registers = [self.table.values[local.name] for local in locals_] + [NONE] * (unit.size - len(locals_))
        self.table.state.cells[cell(self.table.state.cells, registers)] = value

    def value(self, kind: Type, data: tree.Data) -> int:
        """Read a plain value."""
        text = scalar(data)
        if isinstance(kind, Thing):
            for card in self.table.game.load.cards:
                if card.kind.name in kind.kinds and self.table.names.named(
                    self.table.state.cells, card.id, self.table.names.expand(tokens(text))
                ):
                    return card.id
        value = self.table.names.value_of(kind, text)
        if value is None:
            raise Wrong(f"`{text}` isn't possible here", data.span)
        return value

    def members(self, place: typed.Place, data: tree.Data) -> list[tuple[int, tree.Data]]:
        """Return the zones a key names, each with its content."""
        machine = self.table.game.machine
        load = self.table.game.load
        if place.zone is None:
            return [(0, data)]
        if None not in place.indexes:
            unit = Unit()
            locals_ = list(self.table.locals.values())
            for local in locals_:
                unit.take(local)
            closure = machine.compiler.spot(place, unit)
            registers = [self.table.values[local.name] for local in locals_] + [NONE] * (
                unit.size - len(locals_)
            )
            return [(closure(self.table.state.cells, registers), data)]
        given = [None if i is None else self.table.evaluate(i) for i in place.indexes]
        spots = [
            spot
            for spot in load.spots[1:]
            if spot.zone is place.zone
            and all(w is None or w == v for w, v in zip(given, spot.indexes, strict=True))
        ]
        if not isinstance(data, tree.Mapping):
            if items(data):
                raise Wrong("which of these places? Write a mapping: index → content", data.span)
            return [(spot.number, data) for spot in spots]
        free = [n for n, w in enumerate(given) if w is None]
        empty = tree.Sequence((), True, data.span)
        result = []
        unused = {key.text for key, _ in data.pairs}
        for spot in spots:
            words_ = [self.table.names.word(spot.zone.each[n], spot.indexes[n]) for n in free]
            content = data.get(" ".join(words_)) or data.get(", ".join(words_))
            unused -= {" ".join(words_), ", ".join(words_)}
            result.append((spot.number, content if content is not None else empty))
        if unused:
            raise Wrong(f"`{sorted(unused)[0]}` is none of these places", data.span)
        return result

    def fill(self, places: list[tuple[int, tree.Data, int]]) -> None:
        """Choose the components first, latest statements before earlier ones; empty the places; lay them down."""
        s = self.table.state.cells
        machine = self.table.game.machine
        named = {spot for spot, _, _ in places}
        full = {spot for spot, data, _ in places if not any(i.rest for i in items(data))}
        final = {spot: (data, layer) for spot, data, layer in sorted(places, key=lambda p: p[2])}
        chosen: dict[int, list[Laid]] = {}
        newest = max((layer for _, layer in final.values()), default=0)
        for spot in sorted(final, key=lambda n: -final[n][1]):
            data, layer = final[spot]
            chosen[spot] = self.choose(spot, data, named, strict=layer == newest)
        for spot, (data, _) in final.items():
            if not any(i.rest for i in items(data)):
                for component in machine.places.stored(s, spot):
                    if component not in self.taken:
                        self.send_home(component, full)
        for spot in final:
            self.put(spot, chosen[spot])

    def choose(self, spot: int, data: tree.Data, named: set[int], *, strict: bool) -> list[Laid]:
        """Return the components a content names, and what it says of them. What a later statement has named already
        is lost to an earlier one (not `strict`)."""
        result = []
        if isinstance(data, tree.Scalar) and re.fullmatch(r"\d+", data.text.strip()):
            data = tree.Scalar(f"{data.text.strip()} of hidden", False, data.span)
        for entry in items(data):
            for _ in range(entry.count):
                found = (
                    self.any_hidden(spot, named, self.table.names.expand(entry.words))
                    if entry.hidden
                    else self.find(spot, self.table.names.expand(entry.words), named)
                )
                if (
                    found is None
                    and not strict
                    and not entry.hidden
                    and self.exists(spot, self.table.names.expand(entry.words))
                ):
                    continue
                if found is None:
                    said = "more" if entry.words == ("hidden",) else " ".join(entry.words)
                    raise Wrong(f"there is no {said} to lay there{self.hint(spot)}", data.span)
                self.taken.add(found[0])
                result.append(found)
        return result

    def hint(self, spot: int) -> str:
        """Say how what changes on a component is written, where something does."""
        kinds = self.table.game.machine.places.zone(spot).kinds
        for kind in (self.table.game.rules.kinds[name] for name in kinds):
            for attribute in kind.keeps.values():
                if not attribute.each:
                    return f"; what changes follows by name, as in `{kind.name} {attribute.name} …`"
        return ""

    def exists(self, spot: int, words_: tuple[str, ...]) -> bool:
        """Tell whether a component of these words exists, free or not."""
        kinds = self.table.game.machine.places.zone(spot).kinds
        s = self.table.state.cells
        return any(
            card.kind.name in kinds and self.table.names.named(s, card.id, words_) is not None
            for card in self.table.game.load.cards
        )

    def find(self, spot: int, words_: tuple[str, ...], named: set[int]) -> Laid | None:
        """Return a free component of these words: one that lies there, else in a place that isn't named, else any."""
        s, load = self.table.state.cells, self.table.game.load
        machine = self.table.game.machine
        kinds = machine.places.zone(spot).kinds
        owner = machine.places.spot_owner(s, spot)
        fitting: list[tuple[int, int, tuple[tuple[str, int], ...]]] = []
        for card in load.cards:
            if card.kind.name not in kinds or card.id in self.taken:
                continue
            reading = self.table.names.named(s, card.id, words_)
            if reading is None:
                continue
            lies = machine.places.spot_of(s, card.id)
            spare = lies in named or lies in (0, machine.effects.home(card.id))
            near = 0 if lies == spot else 1 if spare else 2
            foreign = card.owner is not None and owner != NONE and card.owner != owner
            fitting.append((near + (4 if foreign else 0), card.id, reading.says))
        if not fitting:
            return None
        _, component, says = min(fitting, key=lambda f: (f[0], f[1]))
        return component, says

    def any_hidden(self, spot: int, named: set[int], words_: tuple[str, ...]) -> Laid | None:
        """Return a free component whose face doesn't matter: it differs from seed to seed."""
        s, load = self.table.state.cells, self.table.game.load
        machine = self.table.game.machine
        kinds = machine.places.zone(spot).kinds
        free = [c.id for c in load.cards if c.kind.name in kinds and c.id not in self.taken]
        here = [c for c in free if machine.places.spot_of(s, c) == spot]
        elsewhere = [c for c in free if machine.places.spot_of(s, c) not in named]
        pool = here or elsewhere or free
        if not pool:
            return None
        component = self.luck.choice(pool)
        says = self.table.names.beside(component, words_)
        return None if says is None else (component, says)

    def send_home(self, component: int, named: set[int]) -> None:
        """Send a component that must leave a named place to where it starts, or to the box."""
        s, machine = self.table.state.cells, self.table.game.machine
        home = machine.effects.home(component)
        if home in named:
            home = 0
        machine.places.remove(s, component)
        machine.places.append(s, component, home)
        machine.effects.start_attributes(s, component)

    def put(self, spot: int, found: list[Laid]) -> None:
        """Lay components down: piles top first, rows from the left."""
        s, machine = self.table.state.cells, self.table.game.machine
        order = found[::-1] if machine.places.forms[spot] == "pile" else found
        for component, says in order:
            machine.places.remove(s, component)
            machine.places.append(s, component, spot)
            machine.effects.start_attributes(s, component)
            for name, value in says:
                attribute = machine.compiler.load.cards[component].kind.keeps[name]
                machine.effects.set_attribute(s, attribute, component, value, self.table.scenario.span)
        machine.effects.sight.laid(s, [component for component, _ in found])
