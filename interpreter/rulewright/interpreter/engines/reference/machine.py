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
    OVER,
    PC,
    RACE,
    READY,
    ROUNDS,
    RUNNING,
    STEPS,
    STOPS,
    TURN_END,
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
        self.tell("takes", player, option.text)
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


# -- steps ----------------------------------------------------------------------------------------


def bind(m: Machine, s: State, i: g.Bind) -> None:
    m.put(s, i.slot, m.root(i.value)(s))


def store(m: Machine, s: State, i: g.Store) -> None:
    m.effects.store(s, i.target, m.root(i.value)(s), i.value)


def jump(m: Machine, s: State, i: g.Jump) -> int:
    return i.to.at


def test(m: Machine, s: State, i: g.Test) -> int | None:
    return None if m.root(i.condition)(s) else i.otherwise.at


def tick(m: Machine, s: State, i: g.Tick) -> None:
    s[STEPS] += 1
    if s[STEPS] > m.limits.get("steps", 100_000):
        raise Fault("loop", "goes on without a stop", i.span)
    if i.round_:
        s[ROUNDS] += 1
        m.limit(s[ROUNDS], "rounds", i.span)


def clear(m: Machine, s: State, i: g.Clear) -> None:
    s[i.start : i.end] = [0] * (i.end - i.start)


def for_start(m: Machine, s: State, i: g.ForStart) -> None:
    members = m.lists.members(i)(s)
    s[i.cell], s[i.cell + 1] = len(members), 0
    flat = [v for member in members for v in member]
    s[i.cell + 2 : i.cell + 2 + len(flat)] = flat


def for_next(m: Machine, s: State, i: g.ForNext) -> int | None:
    count, at = s[i.cell], s[i.cell + 1]
    if at >= count:
        return i.done.at
    s[i.cell + 1] = at + 1
    width = len(i.slots)
    for n, slot in enumerate(i.slots):
        m.put(s, slot, s[i.cell + 2 + at * width + n])
    return None


def times_start(m: Machine, s: State, i: g.TimesStart) -> None:
    s[i.cell] = max(m.root(i.value)(s), 0)


def times_next(m: Machine, s: State, i: g.TimesNext) -> int | None:
    if s[i.cell] <= 0:
        return i.done.at
    s[i.cell] -= 1
    return None


def ready(m: Machine, s: State, i: g.Ready) -> int | None:
    spot = m.lists.spot(i.place)(s)
    count = 1 if i.count is None else max(m.root(i.count)(s), 0)
    return m.stop(s, CHANCE, 0, i) if draws(m, s, spot, i.top, count) else None


def draws(m: Machine, s: State, spot: int, top: bool, count: int) -> bool:
    """Prepare an end of a pile; True when chance must decide the next card. One outcome is no chance point."""
    while m.effects.wanted(s, spot, top, count):
        outcomes = m.lists.undecided(s, spot)
        if len(outcomes) > 1:
            return True
        m.places.decide(s, spot, outcomes[0].value, top)
    return False


def ready_resume(m: Machine, s: State, i: g.Ready) -> int:
    m.effects.decide(s, m.lists.spot(i.place)(s), answer_of_chance(m, s), i.top)
    return s[PC]


def answer_of_chance(m: Machine, s: State) -> Any:
    """Return the outcome that chance gave."""
    return outcome_of_chance(m, s).value


def outcome_of_chance(m: Machine, s: State) -> Option:
    """Return the outcome that chance gave, with its text."""
    return m.answered or m.outcomes(s)[s[ANSWERS + m.graph.cells.load.players]]


def ends_start(m: Machine, s: State, i: g.EndsStart) -> None:
    s[i.cell] = m.lists.spot(i.to)(s)
    s[i.cell + 1] = m.root(i.at)(s) if i.at is not None else NONE
    s[i.cell + 2] = 1 if i.count is None else max(m.root(i.count)(s), 0)
    s[i.cell + 3] = m.lists.spot(i.place)(s)


def ends_ready(m: Machine, s: State, i: g.EndsReady) -> int | None:
    spot = s[i.cell + 3]
    if s[i.cell + 2] <= 0:
        return i.done.at
    if draws(m, s, spot, i.top, 1):
        return m.stop(s, CHANCE, 0, i)
    return i.done.at if m.places.count(s, spot) == 0 else None


def ends_resume(m: Machine, s: State, i: g.EndsReady) -> int:
    m.effects.decide(s, s[i.cell + 3], answer_of_chance(m, s), i.top)
    return s[PC]


def ends_next(m: Machine, s: State, i: g.EndsNext) -> None:
    s[i.cell + 2] -= 1
    component = m.places.ends(s, s[i.cell + 3], i.top, 1)[0]
    m.effects.move(s, component, s[i.cell], s[i.cell + 1], i.move, m.events, followed=True)


def move_start(m: Machine, s: State, i: g.MoveStart) -> None:
    chosen = m.lists.selected(i.what)(s)
    s[i.cell] = m.lists.spot(i.to)(s)
    s[i.cell + 1] = m.root(i.at)(s) if i.at is not None else NONE
    s[i.cell + 2], s[i.cell + 3] = len(chosen), 0
    s[i.cell + 4 : i.cell + 4 + len(chosen)] = chosen


def move_next(m: Machine, s: State, i: g.MoveNext) -> int | None:
    at = s[i.cell + 3]
    if at >= s[i.cell + 2]:
        return i.done.at
    s[i.cell + 3] = at + 1
    followed = isinstance(i.move.what, typed.AllOf)
    m.effects.move(
        s,
        s[i.cell + 4 + at],
        s[i.cell],
        s[i.cell + 1],
        i.move,
        m.events,
        followed=followed,
        last=at + 1 == s[i.cell + 2],
    )
    return None


def swap_places(m: Machine, s: State, i: g.SwapPlaces) -> None:
    m.effects.swap(s, m.lists.spot(i.left)(s), m.lists.spot(i.right)(s), m.events)


def swap_values(m: Machine, s: State, i: g.SwapValues) -> None:
    left, right = m.root(i.left)(s), m.root(i.right)(s)
    m.effects.store(s, i.left, right)
    m.effects.store(s, i.right, left)


def shuffle(m: Machine, s: State, i: g.Shuffle) -> int | None:
    spot = m.lists.spot(i.place)(s)
    if m.places.lazy[spot]:
        m.effects.shuffle(s, spot)
        m.tell("shuffles", NONE, f"{m.effects.spot_name(spot)}: shuffled")
        return None
    if s[i.cell] == 0:
        s[i.cell] = m.places.count(s, spot)
        m.places.sort(s, spot)
    while s[i.cell] > 1:
        outcomes = m.lists.outcomes(s, i)
        if len(outcomes) > 1:
            return m.stop(s, CHANCE, 0, i)
        m.places.raise_to(s, spot, outcomes[0].value, s[i.cell] - 1)
        s[i.cell] -= 1
    s[i.cell] = 0
    m.effects.shuffle(s, spot)
    m.tell("shuffles", NONE, f"{m.effects.spot_name(spot)}: shuffled")
    return None


def shuffle_resume(m: Machine, s: State, i: g.Shuffle) -> int:
    spot = m.lists.spot(i.place)(s)
    m.places.raise_to(s, spot, answer_of_chance(m, s), s[i.cell] - 1)
    m.effects.count_draw(s, m.places.zone(spot))
    s[i.cell] -= 1
    return s[PC]


def turn(m: Machine, s: State, i: g.Turn) -> None:
    for component in m.lists.selected(i.what)(s):
        m.effects.turn(s, component, i.up, m.events)


def write(m: Machine, s: State, i: g.Write) -> None:
    component = m.effects.unused(s, i.write)
    values = [(a, m.root(e)(s)) for a, e in i.write.fields]
    spot = m.lists.spot(i.write.on)(s)
    for attribute, value in values:
        m.effects.set_attribute(s, attribute, component, value, i.span)
    m.effects.write(s, component, spot, m.events)


def show(m: Machine, s: State, i: g.Show) -> None:
    to = m.root(i.to)(s)
    m.effects.show(s, m.lists.selected(i.what)(s), to if isinstance(to, list) else [to], m.events)


def announce(m: Machine, s: State, i: g.Announce) -> None:
    m.tell("announces", NONE, m.lists.text(i.text)(s), fleeting=True)


def say(m: Machine, s: State, i: g.Say) -> None:
    if m.events is None:
        return
    who = m.root(i.who)(s)
    text = m.lists.text(i.text)(s)
    if i.to is None:
        m.tell("says", who, text, fleeting=True)
        return
    to = m.root(i.to)(s)
    mask = 1 << who
    for seat in to if isinstance(to, list) else [to]:
        mask |= 1 << seat
    m.tell("says", who, text, mask, "…", fleeting=True)


def told(m: Machine, s: State, i: g.Told) -> None:
    m.effects.told(s, i.value, m.tell if m.events is not None else None)


def call(m: Machine, s: State, i: g.Call) -> int:
    s[STEPS] += 1
    if s[STEPS] > m.limits.get("steps", 100_000):
        raise Fault("loop", "goes on without a stop", i.span)
    frame = i.frames[0]
    if i.through is not None:
        name = list(m.compiler.load.rules.procedures)[m.root(i.through)(s)]
        frame = next(f for f in i.frames if f.name == name)
    values = [m.root(a)(s) for a in i.arguments]
    s[frame.back] = s[PC] + 1
    for slot, value in zip(frame.arguments, values, strict=True):
        if not slot.is_set and value == NONE and slot is frame.arguments[0] and _has_subject(m, frame):
            raise Fault("none", f"`{i.span.text}`: nobody is there to do it", i.span)
        m.put(s, slot, value)
    return frame.entry.at


def _has_subject(m: Machine, frame: g.Frame) -> bool:
    procedure = m.compiler.load.rules.procedures.get(frame.name)
    return procedure is not None and procedure.subject is not None


def guard(m: Machine, s: State, i: g.Guard) -> None:
    frame = i.frame
    if frame.when is not None and not m.root(frame.when)(s):
        raise Fault("gap", f"`{frame.name}` is done although its `when` doesn't hold", i.span)
    if frame.on_turn is not None and m.root(frame.on_turn)(s) != s[ACTOR]:
        raise Fault("turn", f"`{frame.name}` is done by somebody who isn't on turn", i.span)


def return_(m: Machine, s: State, i: g.Return) -> int:
    back = s[i.frame.back]
    s[i.frame.start : i.frame.end] = [0] * (i.frame.end - i.frame.start)
    return back


def goto(m: Machine, s: State, i: g.Goto) -> int:
    if not s[i.cell]:
        raise Fault(
            "turn", "there is no turn to end" if i.cell == TURN_END else "there is no phase to end", i.span
        )
    return s[i.cell]


def finish(m: Machine, s: State, i: g.Finish) -> int:
    s[WINNER] = m.root(i.winner)(s) if i.winner is not None else NONE
    s[KIND], s[MASK], s[ACTOR] = OVER, 0, NONE
    m.tell("over", s[WINNER], "")
    return WAIT


def set_up(m: Machine, s: State, i: g.SetUp) -> None:
    s[READY] = 1
    for spot in range(len(m.compiler.load.spots)):
        s[m.graph.cells.armed + spot] = 1


def first_player(m: Machine, s: State, i: g.FirstPlayer) -> int | None:
    if s[FIRST] != NONE:
        return None
    return m.stop(s, CHANCE, 0, i)


def first_resume(m: Machine, s: State, i: g.FirstPlayer) -> None:
    s[FIRST] = answer_of_chance(m, s)
    s[m.graph.cells.counters["first_player"]] += 1
    m.effects.start_values(s)


def choose(m: Machine, s: State, i: g.Choose) -> int | None:
    who = m.root(i.choose.who)(s) if i.choose.who is not None else NONE
    if who == NONE:
        raise Fault("none", f"`{i.span.text}`: nobody is there to choose", i.span)
    if not m.lists.stops(s, who, i):
        m.put(s, i.slot, [] if i.slot.is_set else NONE)
        return None
    return m.stop(s, DECISION, 1 << who, i)


def chosen(m: Machine, s: State, stop: g.Stop, player: int) -> Option:
    """Return the option that a player took."""
    if m.answered is not None:
        return m.answered
    return m.lists.options(s, player, stop)[s[ANSWERS + player]]


def decider(s: State, i: g.Stop, m: Machine) -> int:
    """Return who was asked at a single decision."""
    match i:
        case g.Choose():
            assert i.choose.who is not None
            return int(m.root(i.choose.who)(s))
        case g.Take():
            return int(m.root(i.take.who)(s))
        case g.Menu():
            return int(m.root(i.menu.who)(s))
        case g.Offer():
            return int(m.root(i.offer.who)(s))
        case _:
            raise AssertionError(i)


def choose_resume(m: Machine, s: State, i: g.Choose) -> None:
    m.put(s, i.slot, chosen(m, s, i, decider(s, i, m)).value)


def draw(m: Machine, s: State, i: g.Draw) -> int | None:
    if i.cell is not None and s[i.cell] == 0:
        s[i.cell] = 1 + m.lists.draws(s, i)
        m.put(s, i.slot, [])
    if i.cell is not None and s[i.cell] == 1:
        s[i.cell] = 0
        return None
    outcomes = m.lists.outcomes(s, i)
    if len(outcomes) > 1:
        return m.stop(s, CHANCE, 0, i)
    if not outcomes and not i.choose.if_any:
        raise Fault("deadlock", "chance has nothing to choose from", i.span)
    return take_outcome(m, s, i, outcomes[0].value if outcomes else NONE)


def take_outcome(m: Machine, s: State, i: g.Draw, value: Any) -> int | None:
    """Keep what chance chose; go on drawing where several are wanted."""
    if i.cell is None:
        m.put(s, i.slot, value)
        return None
    if value == NONE:
        s[i.cell] = 0
        return None
    m.put(s, i.slot, [*m.compiler.slot(i.slot)(s, []), value])
    s[i.cell] -= 1
    return s[PC]


def draw_resume(m: Machine, s: State, i: g.Draw) -> int | None:
    outcome = outcome_of_chance(m, s)
    s[i.counter] += 1
    m.effects.tell_outcome(s, i.choose, outcome, m.tell if m.events is not None else None)
    return take_outcome(m, s, i, outcome.value)


def take(m: Machine, s: State, i: g.Take) -> int | None:
    who = m.root(i.take.who)(s)
    if who == NONE:
        raise Fault("none", f"`{i.span.text}`: nobody is there to choose", i.span)
    return m.stop(s, DECISION, 1 << who, i) if m.lists.stops(s, who, i) else None


def take_resume(m: Machine, s: State, i: g.Take) -> int | None:
    who = decider(s, i, m)
    option = chosen(m, s, i, who)
    if m.events is not None:
        m.tell("takes", who, option.text)
    if option.action < 0:
        return None
    frame = i.frames[option.action]
    s[frame.back] = s[PC] + 1
    for slot, value in zip(frame.arguments, (who, *option.value), strict=True):
        m.put(s, slot, list(value) if isinstance(value, tuple) else value)
    return frame.entry.at


def menu(m: Machine, s: State, i: g.Menu) -> int | None:
    who = m.root(i.menu.who)(s)
    return m.stop(s, DECISION, 1 << who, i) if m.lists.stops(s, who, i) else i.done.at


def menu_resume(m: Machine, s: State, i: g.Menu) -> int:
    number = chosen(m, s, i, decider(s, i, m)).value
    return i.done.at if number == NONE else i.cases[number].at


def offer(m: Machine, s: State, i: g.Offer) -> int | None:
    return m.stop(s, DECISION, 1 << m.root(i.offer.who)(s), i)


def offer_resume(m: Machine, s: State, i: g.Offer) -> int | None:
    return None if chosen(m, s, i, decider(s, i, m)).value else i.otherwise.at


def race(m: Machine, s: State, i: g.Race) -> int | None:
    order = m.lists.racers(i)(s)
    s[i.cell] = len(order)
    s[i.cell + 1 : i.cell + 1 + len(order)] = order
    if not order:
        m.put(s, i.slot, NONE)
        return None
    mask = 0
    for seat in order:
        mask |= 1 << seat
    return m.stop(s, RACE, mask, i)


def race_resume(m: Machine, s: State, i: g.Race) -> None:
    order = s[i.cell + 1 : i.cell + 1 + s[i.cell]]
    first = next((seat for seat in order if s[ANSWERS + seat] == 0), NONE)
    m.put(s, i.slot, first)
    if first != NONE:
        m.tell("takes", first, m.effects.reaction(s, i))


STEPS_OF: dict[type[g.Instruction], Any] = {
    g.Bind: bind,
    g.Store: store,
    g.Jump: jump,
    g.Test: test,
    g.Tick: tick,
    g.Clear: clear,
    g.ForStart: for_start,
    g.ForNext: for_next,
    g.TimesStart: times_start,
    g.TimesNext: times_next,
    g.Ready: ready,
    g.EndsStart: ends_start,
    g.EndsReady: ends_ready,
    g.EndsNext: ends_next,
    g.MoveStart: move_start,
    g.MoveNext: move_next,
    g.SwapPlaces: swap_places,
    g.SwapValues: swap_values,
    g.Shuffle: shuffle,
    g.Turn: turn,
    g.Write: write,
    g.Show: show,
    g.Announce: announce,
    g.Say: say,
    g.Told: told,
    g.Call: call,
    g.Guard: guard,
    g.Return: return_,
    g.Goto: goto,
    g.Finish: finish,
    g.SetUp: set_up,
    g.FirstPlayer: first_player,
    g.Choose: choose,
    g.Draw: draw,
    g.Take: take,
    g.Menu: menu,
    g.Offer: offer,
    g.Race: race,
}

RESUMES: dict[type[g.Instruction], Any] = {
    g.Ready: ready_resume,
    g.EndsReady: ends_resume,
    g.Shuffle: shuffle_resume,
    g.FirstPlayer: first_resume,
    g.Choose: choose_resume,
    g.Draw: draw_resume,
    g.Take: take_resume,
    g.Menu: menu_resume,
    g.Offer: offer_resume,
    g.Race: race_resume,
}
