"""The public surface: game, state, stops, options, apply, observe, result. It fits one screen.

game = Game.of(rules, players=4, settings={...})
state = game.new(seed=7)
while not isinstance(state.stop, Terminal):
    match state.stop:
        case Chance():   state.draw()
        case Decision(player=p) : state.apply(p, 0)
        case Joint(players=ps) | Race(players=ps): state.apply(ps[0], 0)
state.result().returns
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

from attrs import define, evolve, field, frozen

from rulewright.dsl import typed
from rulewright.dsl.cells import CHANCE, DECISION, JOINT, KIND, MASK, PC, RACE, STEPS, STOPS, TURNS
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.graph import Graph, JointNext
from rulewright.dsl.known import Known
from rulewright.dsl.load import Load, load
from rulewright.dsl.lower import lower
from rulewright.dsl.settings import settings_of
from rulewright.interpreter.chance import pick, point_key
from rulewright.interpreter.engines.reference.engine import Machine
from rulewright.interpreter.engines.reference.options import Option
from rulewright.interpreter.events import Event
from rulewright.interpreter.observe import Observation, observe, prompt_of
from rulewright.interpreter.results import Result, result

__all__ = [
    "Chance",
    "Decision",
    "Game",
    "Joint",
    "Option",
    "Race",
    "State",
    "Stop",
    "Terminal",
]


@frozen
class Decision:
    """One player must choose. `question` is its public name: the path of the rule and what is chosen."""

    player: int
    question: str


@frozen
class Joint:
    """These players choose unseen by each other; who has answered isn't in it any more."""

    players: tuple[int, ...]
    question: str


@frozen
class Race:
    """These players may react first; who has answered isn't in it any more."""

    players: tuple[int, ...]
    question: str


@frozen
class Chance:
    """Chance must choose; `point` is the name of the chance point."""

    point: str


@frozen
class Terminal:
    """The game is over."""


Stop = Decision | Joint | Race | Chance | Terminal


@define(eq=False)
class Game:
    """A ruleset for a number of players and one value of each parameter. Frozen; states are made from it."""

    load: Load
    graph: Graph
    machine: Machine

    @classmethod
    def of(
        cls,
        rules: typed.Rules,
        players: int,
        settings: Mapping[str, str] | None = None,
        *,
        language: str = "",
        seats: list[str] | None = None,
        report: Report | None = None,
    ) -> Game:
        """Return the game of checked rules. `settings` are parameter values as written; raises ValueError when
        the number of players or a setting isn't possible, with a message for the designer."""
        low, high = rules.written.players
        if not low <= players <= high:
            raise ValueError(
                f"this game is for {low} to {high} players, not {players}"
                if low < high
                else f"this game is for {low} players, not {players}"
            )
        values, wrong = settings_of(rules, settings or {})
        if wrong:
            raise ValueError("; ".join(wrong))
        return cls.with_values(rules, players, values, language=language, seats=seats, report=report)

    @classmethod
    def with_values(
        cls,
        rules: typed.Rules,
        players: int,
        values: Mapping[str, Known],
        *,
        language: str = "",
        seats: list[str] | None = None,
        report: Report | None = None,
    ) -> Game:
        """Return the game for parameter values that are already looked up."""
        report = report if report is not None else Report()
        made = load(rules, players, values, report)
        if made is None:
            first = report.sorted()[0]
            raise ValueError(f"{first.span}: {first.message}")
        graph = lower(made)
        return cls(made, graph, Machine(graph, language, list(seats or [])))

    @property
    def players(self) -> int:
        """The number of players."""
        return self.load.players

    @property
    def rules(self) -> typed.Rules:
        """The typed rules."""
        return self.load.rules

    def seat(self, player: int) -> str:
        """Return a player's name."""
        return self.machine.writer.seat(player)

    def new(self, seed: int = 0, *, first_player: int | None = None, log: bool = True) -> State:
        """Return a new state, run to its first stop. Without `log` nothing is recorded (faster)."""
        state = State(self, [], seed, [] if log else None)
        with_events = self.machine.events
        self.machine.events = state.fresh()
        state.cells = self.machine.start(first_player)
        state.settle()
        self.machine.events = with_events
        return state

    def at(self, cells: list[int], seed: int = 0) -> State:
        """Return a state of these cells, without a log."""
        return State(self, list(cells), seed, None)


@define(eq=False)
class State:
    """A game in progress: the cells, and outside them the seed, the log and the answers given."""

    game: Game
    cells: list[int]
    seed: int
    log: list[Event] | None
    held: list[Event] = field(factory=list)
    """What a joint decision keeps back until it is over."""
    curtain: bool = False
    part: int | None = None
    """In whose part of a joint decision the machine is."""
    answers: list[tuple[int, int]] = field(factory=list)
    """(player, option) in order; chance is the number of players."""

    @property
    def stop(self) -> Stop:
        """What the machine waits for."""
        s, m = self.cells, self.game.machine
        kind = s[KIND]
        if kind == CHANCE:
            return Chance(m.point(s))
        if kind not in (DECISION, JOINT, RACE):
            return Terminal()
        players = tuple(p for p in range(self.game.players) if s[MASK] >> p & 1)
        if kind == DECISION:
            return Decision(players[0], m.asked(s, players[0]).name)
        here = m.graph.code[s[PC]]
        question = m.graph.rules[s[PC]] if isinstance(here, JointNext) else m.asked(s, players[0]).name
        return Joint(players, question) if kind == JOINT else Race(players, question)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.stop, Terminal)

    def options(self, player: int) -> list[Option]:
        """Return the options of a player who is asked, in their fixed order."""
        return self.game.machine.options(self.cells, player)

    def outcomes(self) -> list[Option]:
        """Return the outcomes of the chance point at which the machine waits, with their weights."""
        return self.game.machine.outcomes(self.cells)

    def prompt(self, player: int) -> str:
        """Return the prompt of a player who is asked."""
        return prompt_of(self.game.machine, self.cells, player)

    def apply(self, player: int, option: int) -> None:
        """Take an answer by its place in the list; `Refused` when it isn't possible, and nothing has changed."""
        m = self.game.machine
        before, m.events = m.events, self.fresh()
        try:
            m.apply(self.cells, player, option)
        finally:
            self.settle()
            m.events = before
        self.answers.append((player, option))

    def anytime(self, player: int) -> list[Option]:
        """Return the actions a player may hand in now though nobody asked (fouls); never for bots."""
        return self.game.machine.anytime(self.cells, player)

    def hand_in(self, player: int, option: int) -> None:
        """Hand in an action at any time, by its place in `anytime`. It is kept among the answers as
        (player + number of players + 1, option)."""
        m = self.game.machine
        before, m.events = m.events, self.fresh()
        try:
            m.hand_in(self.cells, player, option)
        finally:
            self.settle()
            m.events = before
        self.answers.append((player + self.game.players + 1, option))

    def choose(self, outcome: int) -> None:
        """Answer for chance, by the place of the outcome in its list."""
        self.apply(self.game.players, outcome)

    def draw(self) -> int:
        """Let the seed answer for chance: f(seed, name of the point, its counter). Returns the outcome's place."""
        stop = self.stop
        assert isinstance(stop, Chance)
        counter = self.cells[self.game.graph.cells.counters[stop.point]]
        place = pick(self.seed, point_key(stop.point), counter, [o.weight for o in self.outcomes()])
        self.choose(place)
        return place

    def draw_all(self) -> None:
        """Let the seed answer until a player is asked or the game is over."""
        while self.cells[KIND] == CHANCE:
            self.draw()

    def observe(self, seat: int) -> Observation:
        """Return what a seat sees now (the audience is the number of players)."""
        return observe(self.game.machine, self.cells, seat)

    def own(self, seat: int) -> list[Event]:
        """Return what a seat has heard and done behind the curtain of a joint decision that is still open."""
        return [event for event in self.held if event.by == seat]

    def knows(self, seat: int, component: int) -> bool:
        """Tell whether a seat knows the face of a component."""
        return self.game.machine.effects.sight.knows(self.cells, seat, component)

    def result(self) -> Result:
        """Return score sheet, ranking, winners and returns."""
        return result(self.game.machine, self.cells)

    def clone(self) -> State:
        """Return an independent copy."""
        log = list(self.log) if self.log is not None else None
        copy = State(self.game, list(self.cells), self.seed, log, list(self.held), self.curtain)
        copy.part, copy.answers = self.part, list(self.answers)
        return copy

    def key(self) -> tuple[int, ...]:
        """Return the position: the cells without counters, sets in component order. Equal keys play on alike."""
        return position_key(self.game, self.cells)

    def digest(self) -> str:
        """Return a hash of the whole state, the same on every platform."""
        return blake2b(b",".join(str(c).encode() for c in self.cells), digest_size=16).hexdigest()

    def fresh(self) -> list[Event] | None:
        """Return a list for the events of one step, or None where nothing is recorded."""
        return [] if self.log is not None else None

    def settle(self) -> None:
        """Take the events of a step into the log; what a joint decision brings is held back until it is over."""
        events = self.game.machine.events
        if events is None or self.log is None:
            return
        for event in events:
            if event.kind == "curtain":
                self.part = event.actor if event.text == "parts" else None
                self.curtain = event.text != "rises"
                if not self.curtain:
                    self.log += self.held
                    self.held = []
            elif self.curtain:
                self.held.append(evolve(event, by=self.part))
            else:
                self.log.append(event)


def position_key(game: Game, cells: list[int]) -> tuple[int, ...]:
    """Return a position as a tuple: counters of chance and limits left out, sets sorted, knowledge left out."""
    layout = game.graph.cells
    s = list(cells)
    for cell in (TURNS, STOPS, STEPS):
        s[cell] = 0
    for cell in layout.counters.values():
        s[cell] = 0
    s[layout.known : layout.armed] = [0] * (layout.armed - layout.known)
    if layout.shared:
        s[layout.veil : layout.frames] = [0] * (layout.frames - layout.veil)
    for spot in game.load.spots:
        if spot.zone.form == "set":
            base = layout.spots[spot.number]
            start = base + layout.heads[spot.number]
            s[start : start + s[base]] = sorted(s[start : start + s[base]])
    return tuple(s)
