"""Control graph -> play: runs instructions on the flat state from one stop to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import (
    ACTOR,
    ANSWERS,
    CHANCE,
    DECISION,
    FIRST,
    KIND,
    MASK,
    NONE,
    PC,
    RUNNING,
    STEPS,
    STOPS,
    WINNER,
    Slot,
)
from rulewright.dsl.graph import Graph
from rulewright.dsl.source import Span
from rulewright.interpreter.engines.reference.compiler import Compiler, Root
from rulewright.interpreter.engines.reference.effects import Effects
from rulewright.interpreter.engines.reference.options import Lists, Option
from rulewright.interpreter.engines.reference.places import Places, State
from rulewright.interpreter.engines.reference.words import Writer
from rulewright.interpreter.events import Event
from rulewright.interpreter.faults import Fault, Refused

Step = Callable[[State, Any], int]
MOST = 1_000_000
"""What a limit is where the ruleset gives none."""
WAIT = -1
"""What a step returns when the machine stops at it."""


STEPS_OF: dict[type[g.Instruction], Any] = {}
"""What each instruction does; returns where to go on, None for the next, or WAIT. The modules beside enter theirs."""

RESUMES: dict[type[g.Instruction], Any] = {}
"""How each stop goes on when it is answered."""


@define(eq=False)
class Machine:
    """Runs one graph. Everything that changes is in the state; `events` collects what is heard, if wanted."""

    graph: Graph
    language: str = ""
    seats: list[str] = field(factory=list)
    places: Places = field(init=False)
    compiler: Compiler = field(init=False)
    writer: Writer = field(init=False)
    effects: Effects = field(init=False)
    lists: Lists = field(init=False)
    events: list[Event] | None = None
    listed: tuple[int, State, list[Option]] | None = None
    """The last list that was made, for whom (chance: -1) and from which cells: asked again, it isn't made again. The
    texts of its options are written from these cells, whatever becomes of the state."""
    answered: Option | None = None
    """What the only one who is asked has answered, while the machine takes it in."""
    roots: dict[int, Root] = field(factory=dict)
    limits: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        load = self.graph.cells.load
        self.places = Places(self.graph.cells)
        self.compiler = Compiler(self.graph, self.places)
        self.language = self.language or load.rules.written.language
        self.seats = self.seats or [f"P{n + 1}" for n in range(load.players)]
        self.writer = Writer(self.compiler, self.language, self.seats)
        self.effects = Effects(self.compiler, self.writer)
        self.lists = Lists(self.compiler, self.writer)
        self.limits = load.rules.limits

    # -- running ----------------------------------------------------------------------------------

    def start(self, first_player: int | None = None) -> State:
        """Return a new state, run to its first stop."""
        s = self.fresh(first_player)
        self.run(s)
        return s

    def fresh(self, first_player: int | None = None) -> State:
        """Return the state before set-up: components in their zones, start values."""
        load, cells = self.graph.cells.load, self.graph.cells
        s: State = [0] * cells.size
        s[FIRST] = NONE if first_player is None else first_player
        if first_player is None and load.rules.written.first_player is None:
            s[FIRST] = 0
        s[ACTOR], s[WINNER] = NONE, NONE
        for card in load.cards:
            spot = self.effects.home(card.id)
            if self.places.forms[spot] == "pile":
                self.places.put_under(s, card.id, spot)
            else:
                self.places.append(s, card.id, spot)
        self.effects.start_values(s)
        self.effects.sight.begin(s)
        return s

    def run(self, s: State) -> None:
        """Run to the next stop."""
        code = self.graph.code
        pc, s[STEPS] = s[PC], 0
        while True:
            instruction = code[pc]
            s[PC] = pc
            try:
                then = STEPS_OF[type(instruction)](self, s, instruction)
            except Fault as fault:
                fault.rule = fault.rule or self.graph.rules[pc]
                raise
            if then is None:
                pc += 1
            elif then >= 0:
                pc = then
            else:
                return

    def stop(self, s: State, kind: int, mask: int, instruction: g.Instruction) -> int:
        """Wait for the players of a mask (for chance: none)."""
        s[KIND], s[MASK] = kind, mask
        s[STOPS] += 1
        self.limit(s[STOPS], "stops", instruction.span)
        return WAIT

    def limit(self, count: int, name: str, span: Span) -> None:
        """Refuse to pass a limit."""
        most = self.limits.get(name, MOST)
        if count > most:
            raise Fault("limit", f"more than {most} {name}", span)

    def apply(self, s: State, player: int, number: int) -> None:
        """Take a player's answer (or chance's: player is the number of players), by its place in the list."""
        if s[KIND] == CHANCE:
            listed = self.outcomes(s)
        else:
            if not s[MASK] >> player & 1:
                raise Refused(f"{self.writer.seat(player)} isn't asked now")
            listed = self.options(s, player)
        if not 0 <= number < len(listed):
            raise Refused(f"there is no option {number + 1}: the list has {len(listed)}")
        s[ANSWERS + player] = number
        s[MASK] &= ~(1 << player)
        if s[KIND] in (CHANCE, DECISION):
            self.answered = listed[number]
        if s[KIND] == CHANCE or s[MASK] == 0:
            self.resume(s)

    def resume(self, s: State) -> None:
        """Go on when all have answered."""
        pc = s[PC]
        instruction = self.graph.code[pc]
        try:
            then = RESUMES[type(instruction)](self, s, instruction)
        except Fault as fault:
            fault.rule = fault.rule or self.graph.rules[pc]
            raise
        finally:
            self.answered = None
        s[KIND], s[MASK] = RUNNING, 0
        for cell in range(ANSWERS, ANSWERS + self.graph.cells.load.players + 1):
            s[cell] = 0
        s[PC] = pc + 1 if then is None else then
        self.run(s)

    # -- actions at any time ----------------------------------------------------------------------

    def anytime(self, s: State, player: int) -> list[Option]:
        """Return the actions that a player may hand in now, though nobody asked (6.5)."""
        if s[KIND] not in (DECISION, CHANCE):
            return []
        rules = self.compiler.load.rules
        found = []
        for action in rules.actions.values():
            if action.anytime is not None and self.allowed(action, action.anytime)(s, player):
                found += self.lists.tuples_of(s, player, action)
        return found

    def allowed(self, action: typed.Action, anytime: typed.Expr) -> Callable[[State, int], int]:
        """Return the compiled condition of an action at any time."""
        found: Callable[[State, int], int] = self.lists.once(
            "anytime", action, lambda: self.compiler.with_local(anytime, action.me)
        )
        return found

    def hand_in(self, s: State, player: int, number: int) -> None:
        """Carry out an action at any time; the pending stop is built anew."""
        option = self.anytime(s, player)[number]
        frame = self.graph.actions[option.name]
        pc, steps = s[PC], s[STEPS]
        for slot, value in zip(frame.arguments, (player, *option.value), strict=True):
            self.put(s, slot, list(value) if isinstance(value, tuple) else value)
        at = frame.entry.at
        self.tell_taken(s, player, option)
        while not isinstance(self.graph.code[at], g.Return):
            s[PC] = at
            instruction = self.graph.code[at]
            then = STEPS_OF[type(instruction)](self, s, instruction)
            if then is not None and then < 0:
                raise Fault("gap", "an action at any time can't stop", instruction.span, self.graph.rules[at])
            at = at + 1 if then is None else then
        s[frame.start : frame.end] = [0] * (frame.end - frame.start)
        s[PC], s[STEPS] = pc, steps

    # -- what can be answered ---------------------------------------------------------------------

    def asked(self, s: State, player: int) -> g.Stop:
        """Return the sentence that a player is asked by."""
        instruction = self.graph.code[s[PC]]
        if isinstance(instruction, g.JointNext):
            cell = instruction.frame.cell + 3 + instruction.frame.players
            choice = self.graph.code[s[cell + player]]
            assert isinstance(choice, g.JointChoice)
            return choice.stop
        assert isinstance(instruction, g.Stop)
        return instruction

    def options(self, s: State, player: int) -> list[Option]:
        """Return the options of a player who is asked, in their fixed order."""
        kept = self.listed
        if kept is not None and kept[0] == player and kept[1] == s:
            return kept[2]
        still = list(s)
        self.listed = (player, still, self.list_options(still, player))
        return self.listed[2]

    def list_options(self, s: State, player: int) -> list[Option]:
        """List the options of a player who is asked; in a joint decision the cells become that player's own view."""
        instruction = self.graph.code[s[PC]]
        stop = self.asked(s, player)
        if isinstance(instruction, g.JointNext):
            s[instruction.frame.cell] = player
        return self.lists.options(s, player, stop)

    def outcomes(self, s: State) -> list[Option]:
        """Return the outcomes of a chance point with their weights."""
        kept = self.listed
        if kept is not None and kept[0] < 0 and kept[1] == s:
            return kept[2]
        still = list(s)
        self.listed = (-1, still, self.lists.outcomes(still, self.graph.code[s[PC]]))
        return self.listed[2]

    def point(self, s: State) -> str:
        """Return the name of the chance point at which the machine waits."""
        return self.lists.point(s, self.graph.code[s[PC]])

    # -- helpers of steps -------------------------------------------------------------------------

    def root(self, e: typed.Expr) -> Root:
        """Return the compiled form of an expression of a statement."""
        found = self.roots.get(id(e))
        if found is None:
            found = self.roots[id(e)] = self.compiler.root(e)
        return found

    def put(self, s: State, slot: Slot, value: Any) -> None:
        """Write a slot."""
        cell = slot.cell if slot.member is None else slot.cell + slot.size * s[slot.member]
        if slot.is_set:
            if len(value) >= slot.size:
                raise AssertionError(f"a set of {len(value)} in {slot.size - 1} cells")
            s[cell] = len(value)
            s[cell + 1 : cell + 1 + len(value)] = value
        else:
            s[cell] = value

    def tell(
        self, kind: str, actor: int, text: str, to: int = -1, public: str = "", *, fleeting: bool = False
    ) -> None:
        """Record an event, if anybody listens."""
        if self.events is not None:
            self.events.append(Event(kind, actor, text, to, public, fleeting))

    def tell_taken(self, s: State, who: int, option: Option) -> None:
        """Record that a player has taken an action: what it was chosen for is told as far as all see it."""
        if self.events is not None:
            text, public = option.text, self.lists.told(s, option)
            self.tell("takes", who, text, -1 if text == public else 1 << who, public)


def answer_of_chance(m: Machine, s: State) -> Any:
    """Return the outcome that chance gave."""
    return outcome_of_chance(m, s).value


def outcome_of_chance(m: Machine, s: State) -> Option:
    """Return the outcome that chance gave, with its text."""
    return m.answered or m.outcomes(s)[s[ANSWERS + m.graph.cells.load.players]]
