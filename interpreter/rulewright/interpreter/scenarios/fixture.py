"""`players`, `set`, `cards`, `at`, `given` -> a state from which a test plays."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from attrs import evolve

from rulewright.dsl import graph as g
from rulewright.dsl import tree, typed
from rulewright.dsl.cells import ANSWERS, KIND, PC, RUNNING, STEPS
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.read import read_card_rows
from rulewright.dsl.resolve import resolve
from rulewright.dsl.walk import blocks, statements
from rulewright.interpreter.chance import pick, point_key
from rulewright.interpreter.engines.reference.engine import RESUMES, STEPS_OF
from rulewright.interpreter.engines.reference.phases import NEXT, ORDER
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Chance, Game, State
from rulewright.interpreter.scenarios.given import Given
from rulewright.interpreter.scenarios.model import Scenario, Wrong, number, scalar, words
from rulewright.interpreter.scenarios.table import Frame, Table, make_frame


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
    replaced by what the test names. Where the flow doesn't come there by itself, begin at its call."""
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
    holders = containing(table.game.rules, phase)
    skip = {name for name in graph.phases if name != phase and name not in holders}
    before = list(s)
    try:
        until(table, lambda i: isinstance(i, g.CallPhase) and i.frame is frame, skip)
    except (Wrong, Fault):
        if straight is None or binds(table.game.rules.flow):
            raise
        s[:] = before
        s[PC] = straight
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
