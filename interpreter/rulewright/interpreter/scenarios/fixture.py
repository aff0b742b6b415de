"""`players`, `set`, `cards`, `at`, `given` -> a state from which a test plays."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from attrs import define, evolve, field

from rulewright.dsl import graph as g
from rulewright.dsl import tree, typed
from rulewright.dsl.cells import ANSWERS, KIND, NONE, PC, RUNNING, STEPS
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.read import read_card_rows
from rulewright.dsl.resolve import resolve, type_outside
from rulewright.dsl.source import RuleText, Span
from rulewright.dsl.types import Player, Thing, Type
from rulewright.dsl.walk import blocks, statements
from rulewright.interpreter.chance import pick, point_key
from rulewright.interpreter.engines.reference.compiler import Unit
from rulewright.interpreter.engines.reference.engine import RESUMES, STEPS_OF
from rulewright.interpreter.engines.reference.phases import NEXT, ORDER
from rulewright.interpreter.game import Chance, Game, State
from rulewright.interpreter.scenarios.contents import items
from rulewright.interpreter.scenarios.model import Scenario, Wrong, number, scalar, words
from rulewright.interpreter.scenarios.naming import Names, tokens

Laid = tuple[int, tuple[tuple[str, int], ...]]
"""A component, and what is said of its changing attributes."""


@define(eq=False)
class Frame:
    """What tests of the same game share: the names known in their expressions, and those expressions, typed."""

    names: Names
    locals: dict[str, typed.Local] = field(factory=dict)
    values: dict[str, int] = field(factory=dict)
    known: dict[str, typed.Expr] = field(factory=dict)


def make_frame(game: Game, scenario: Scenario) -> Frame:
    """Return the names a test may use: its seats and its short names of components."""
    names = Names(game.machine, {k: tokens(v) for k, v in scenario.names.items()})
    frame = Frame(names)
    for player in range(game.players):
        seat = game.seat(player)
        if re.fullmatch(r"[^\W\d]\w*", seat):
            frame.locals[seat] = typed.Local(seat, Player(), scenario.span)
            frame.values[seat] = player
    blank = [0] * game.graph.cells.size
    for alias, long in names.aliases.items():
        for card in game.load.cards:
            if names.named(blank, card.id, long) is not None:
                frame.locals[alias] = typed.Local(alias, Thing(False, (card.kind.name,)), scenario.span)
                frame.values[alias] = card.id
                break
    return frame


@define(eq=False)
class Table:
    """A game set up for one test."""

    scenario: Scenario
    game: Game
    frame: Frame
    state: State

    @property
    def names(self) -> Names:
        """How words name components and values here."""
        return self.frame.names

    @property
    def locals(self) -> dict[str, typed.Local]:
        """Seat names and short names."""
        return self.frame.locals

    @property
    def values(self) -> dict[str, int]:
        """What they stand for."""
        return self.frame.values

    def expression(self, text: str, span: Span) -> typed.Expr:
        """Type an expression of the test; seat names and short names are known in it."""
        known = self.frame.known
        if text not in known:
            self.know_names(text)
            report = Report()
            rule = RuleText(text, span.source, ((0, span.start),), False)
            found = type_outside(self.game.rules, rule, self.locals, report)
            if found is None or report.failed:
                first = report.sorted()[0]
                raise Wrong(f"`{text}`: {first.message}" + (f" ({first.help})" if first.help else ""), span)
            known[text] = found
        return known[text]

    def know_names(self, text: str) -> None:
        """Let components be named in expressions by one word of theirs that means nothing else."""
        rules = self.game.rules
        for word_ in dict.fromkeys(re.findall(r"[^\W\d]\w*", text)):
            taken = word_ in self.locals or any(
                word_ in space
                for space in (
                    rules.constants,
                    rules.parameters,
                    rules.zones,
                    rules.variables,
                    rules.functions,
                    rules.odds,
                    rules.kinds,
                    rules.procedures,
                    rules.enums,
                )
            )
            bound = re.search(rf"\b{word_}\s+in\b", text) is not None
            if taken or bound or any(word_ in enum.values for enum in rules.enums.values()):
                continue
            for card in self.game.load.cards:
                if (word_,) in self.names.forms(self.state.cells, card.id):
                    self.locals[word_] = typed.Local(
                        word_, Thing(False, (card.kind.name,)), self.scenario.span
                    )
                    self.values[word_] = card.id
                    break

    def evaluate(self, found: typed.Expr, state: State | None = None) -> object:
        """Evaluate a typed expression of the test."""
        locals_ = list(self.locals.values())
        compiler = self.game.machine.compiler
        closure = self.game.machine.lists.once("test", found, lambda: compiler.with_local(found, *locals_))
        return closure((state or self.state).cells, *(self.values[local.name] for local in locals_))

    def seat(self, name: str) -> int | None:
        """Return the seat of this name, or None."""
        return next((p for p in range(self.game.players) if self.game.seat(p) == name), None)


class Tables:
    """Makes tables, keeping games of equal rules and parameters."""

    def __init__(self, rules: typed.Rules) -> None:
        self.rules = rules
        self.games: dict[object, Game] = {}
        self.frames: dict[object, Frame] = {}
        self.starts: dict[object, list[int]] = {}
        """States after set-up, by game, seed and first player."""
        self.variants: dict[object, typed.Rules] = {(): rules}

    def table(self, scenario: Scenario, seed: int) -> Table:
        """Return the table of a test for one seed of whatever luck is left."""
        rules = self.with_cards(scenario)
        seats = seat_names(rules, scenario)
        key = (id(rules), tuple(seats), tuple(sorted(scenario.set.items())))
        if key not in self.games:
            try:
                self.games[key] = Game.of(rules, len(seats), scenario.set, seats=seats)
            except ValueError as error:
                raise Wrong(str(error), scenario.span) from None
        game = self.games[key]
        frame_key = (key, tuple(sorted(scenario.names.items())))
        if frame_key not in self.frames:
            self.frames[frame_key] = make_frame(game, scenario)
        table = Table(scenario, game, self.frames[frame_key], State(game, [], seed, []))
        set_up(self, table, seed)
        return table

    def start(self, table: Table, seed: int, first_player: int | None) -> list[int]:
        """Return the cells after an ordinary set-up, luck drawn by the seed."""
        key = (id(table.game), seed, first_player)
        if key not in self.starts:
            table.state.cells = table.game.machine.fresh(first_player)
            until(table, lambda i: isinstance(i, g.SetUp))
            self.starts[key] = table.state.cells
        return list(self.starts[key])

    def with_cards(self, scenario: Scenario) -> typed.Rules:
        """Return the rules with the card rows of this test."""
        key = tuple(sorted((kind, data.span.start) for kind, data in scenario.cards.items()))
        if key not in self.variants:
            self.variants[key] = other_cards(self.rules, scenario)
        return self.variants[key]


def other_cards(rules: typed.Rules, scenario: Scenario) -> typed.Rules:
    """Resolve the ruleset again with other card rows."""
    report = Report()
    components = []
    for component in rules.written.components:
        data = scenario.cards.get(component.name.value)
        if data is not None:
            rows = read_card_rows(component, data, report)
            component = evolve(component, cards=rows, copies=None)
        components.append(component)
    made = resolve(evolve(rules.written, components=tuple(components)), report)
    if report.failed:
        first = report.sorted()[0]
        raise Wrong(f"`cards`: {first.message}", first.span)
    return made


def seat_names(rules: typed.Rules, scenario: Scenario) -> list[str]:
    """Return the seats of a test: as named, or P1 … for a number; the fewest that the test speaks of by default."""
    low, high = rules.written.players
    if isinstance(scenario.players, tree.Sequence):
        return words(scenario.players)
    if scenario.players is not None:
        return [f"P{n + 1}" for n in range(number(scenario.players))]
    spoken = [*scenario.given, *scenario.expect, *scenario.options, *(s.who for s in scenario.play)]
    numbers = [int(n) for text in spoken for n in re.findall(r"\bP(\d+)\b", text)]
    return [f"P{n + 1}" for n in range(min(max([low, *numbers]), high))]


def set_up(tables: Tables, table: Table, seed: int) -> None:
    """Bring a table to where its test begins."""
    scenario, state = table.scenario, table.state
    machine = table.game.machine
    machine.events = None
    first = table.scenario.given.get("first_player")
    first_player = None
    if first is not None:
        first_player = table.seat(scalar(first))
        if first_player is None:
            raise Wrong(f"`{scalar(first)}` is no seat", first.span)
    if not scenario.at and not set(scenario.given) - {"first_player"}:
        state.cells = machine.start(first_player)
        return
    state.cells = s = tables.start(table, seed, first_player)
    STEPS_OF[g.SetUp](machine, s, machine.graph.code[s[PC]])
    s[PC] += 1
    Given(table, random.Random(seed)).lay()
    phase, _, seat = (part.strip() for part in scenario.at.partition(","))
    if phase:
        enter(table, phase, lambda: Given(table, random.Random(seed)).lay())
        if seat:
            give_turn(table, phase, seat)
    machine.run(s)
    machine.events = None


def until(table: Table, there: object, skip: set[str] | None = None) -> None:
    """Run to an instruction, luck drawn by the seed and questions answered by their first option; phases named in
    `skip` are passed over."""
    machine, state = table.game.machine, table.state
    s = state.cells
    code = machine.graph.code
    for _ in range(1_000_000):
        instruction = code[s[PC]]
        if callable(there) and there(instruction):
            return
        if skip is not None and isinstance(instruction, g.CallPhase) and instruction.frame.phase.name in skip:
            s[PC] += 1
            continue
        then = STEPS_OF[type(instruction)](machine, s, instruction)
        if then is None:
            s[PC] += 1
        elif then >= 0:
            s[PC] = then
        else:
            if table.state.over:
                break
            answer_first(table)
    raise Wrong(
        f"play doesn't come to `{table.scenario.at or 'the end of set-up'}` from here", table.scenario.span
    )


def answer_first(table: Table) -> None:
    """Answer whatever stops set-up: chance by the seed, players by their first option."""
    machine, state = table.game.machine, table.state
    s = state.cells
    stop = state.stop
    if isinstance(stop, Chance):
        counter = s[machine.graph.cells.counters[stop.point]]
        weights = [o.weight for o in state.outcomes()]
        s[ANSWERS + table.game.players] = pick(state.seed, point_key(stop.point), counter, weights)
    instruction = machine.graph.code[s[PC]]
    then = RESUMES[type(instruction)](machine, s, instruction)
    s[KIND], s[STEPS] = RUNNING, 0
    for cell in range(ANSWERS, ANSWERS + table.game.players + 1):
        s[cell] = 0
    s[PC] = s[PC] + 1 if then is None else then


def enter(table: Table, phase: str, lay_again: Callable[[], None]) -> None:
    """Go to the beginning of a phase, earlier ones passed over; what the flow deals out or sets on the way there is
    replaced by what the test names."""
    machine, s = table.game.machine, table.state.cells
    graph = machine.graph
    if phase not in graph.phases:
        known = ", ".join(graph.phases)
        raise Wrong(f"no phase is called `{phase}`; there are {known}", table.scenario.span)
    frame = graph.phases[phase]
    straight = next(
        (
            pc
            for pc, i in enumerate(graph.code)
            if isinstance(i, g.CallPhase) and i.frame is frame and graph.rules[pc] == "flow"
        ),
        None,
    )
    if straight is not None and not binds(table.game.rules.flow):
        s[PC] = straight
        return
    holders = containing(table.game.rules, phase)
    skip = {name for name in graph.phases if name != phase and name not in holders}
    until(table, lambda i: isinstance(i, g.CallPhase) and i.frame is frame, skip)
    lay_again()


def give_turn(table: Table, phase: str, seat: str) -> None:
    """Go on to this player's turn of the phase that begins."""
    s = table.state.cells
    frame = table.game.graph.phases[phase]
    player = table.seat(seat)
    if player is None:
        raise Wrong(f"`{seat}` is no seat", table.scenario.span)
    if frame.phase.turns is None:
        raise Wrong(f"`{phase}` has no turns", table.scenario.span)
    until(table, lambda i: isinstance(i, g.TurnStart) and i.frame is frame)
    order = s[frame.cell + ORDER : frame.cell + ORDER + table.game.players]
    s[frame.cell + NEXT] = order.index(player)


def binds(flow: typed.Block) -> bool:
    """Tell whether the flow names or counts something, so that a phase can't be begun without coming by."""
    return any(
        isinstance(s, typed.Let | typed.For | typed.Choose)
        or (isinstance(s, typed.Repeat) and s.limit == "times")
        for s in statements(flow)
    )


def containing(rules: typed.Rules, phase: str) -> set[str]:
    """Return the phases inside which a phase is done, directly or through others and through procedures."""
    inside: dict[str, set[str]] = {}
    for path, block in blocks(rules):
        called = {s.phase.name for s in statements(block) if isinstance(s, typed.DoPhase)}
        called |= {d.name for s in statements(block) if isinstance(s, typed.DoProcedure) for d in s.deeds}
        inside[path.partition(".")[2]] = called
    found: set[str] = set()
    while True:
        more = {name for name, called in inside.items() if called & (found | {phase})} - found
        if not more:
            return {name for name in found if name in rules.phases}
        found |= more


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
