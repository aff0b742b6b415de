"""A second opinion: typed rules carried out by plain recursion, written from the page of the language.

Statements are generators: they yield a `Stop` and are sent, for each player asked, the place of the answer. Nothing
is shared with the engine but typed rules, the load and the function from seed, point and counter to a draw.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from attrs import define, evolve, field, frozen

from oracle import choices
from oracle.choices import NOTHING
from oracle.table import Stop, Stops, Table, Wrong
from oracle.values import (
    Env,
    arguments,
    holds,
    key_of,
    members,
    named,
    number,
    present,
    sort_key,
    sorted_by,
    value,
)
from rulewright.dsl import typed
from rulewright.dsl.load import Load
from rulewright.dsl.types import Enum, Int, Type
from rulewright.dsl.walk import expressions, statements

STEPS = 100_000


class EndTurn(Exception):
    """`end turn`"""


class EndPhase(Exception):
    """`end phase`"""


class EndLoop(Exception):
    """`end loop`"""


class EndGame(Exception):
    """`end game`, or `P wins`"""

    def __init__(self, winner: int | None) -> None:
        super().__init__(winner)
        self.winner = winner


WAYS_OUT = {"turn": EndTurn, "phase": EndPhase, "loop": EndLoop}


@frozen(eq=False)
class Here:
    """Where a rule stands and what surrounds it. `joint` counts, in a joint decision, the choices written before
    each of its statements; `rounds` tells that a loop here stands directly in `flow`."""

    path: str
    on_turn: int | None = None
    joint: dict[typed.Statement, int] | None = None
    rounds: bool = False


@frozen(eq=False)
class Wait:
    """A member of a joint decision is about to pass this many choices, or to make the next one."""

    passed: int
    choice: typed.Statement | None = None
    env: Env | None = None


@define(eq=False)
class Direct:
    """One game being played."""

    load: Load
    seed: int
    table: Table = field(init=False)
    winner: int | None = None
    counts: dict[str, int] = field(factory=lambda: dict.fromkeys(("turns", "rounds", "stops", "steps"), 0))

    def __attrs_post_init__(self) -> None:
        self.table = Table(self.load, self.seed)

    def run(self) -> Stops:
        """Play the game from the beginning, one stop after another."""
        course, answers = self.course(), None
        while True:
            try:
                stop = course.send(answers)
            except StopIteration:
                return
            except EndGame as end:
                self.winner = end.winner
                return
            self.count("stops")
            self.counts["steps"] = 0
            answers = yield stop

    def count(self, what: str) -> None:
        """Count something that the limits limit."""
        self.counts[what] += 1
        most = self.load.rules.limits.get(what, STEPS if what == "steps" else None)
        if most is not None and self.counts[what] > most:
            raise Wrong("limit")

    def course(self) -> Stops:
        """Components in their zones, first player, set-up, flow (6.6)."""
        t, rules = self.table, self.load.rules
        self.start_values()
        seats = list(range(self.load.players))
        drawn = rules.written.first_player is not None
        t.first_player = (yield from t.draw("first_player", seats, [1] * len(seats))) if drawn else 0
        self.start_values()
        yield from self.block(rules.setup, {}, Here("setup"))
        t.set_up = True
        yield from self.block(rules.flow, {}, Here("flow", rounds=True))

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

    # -- statements -------------------------------------------------------------------------------

    def block(self, block: typed.Block, env: Env, here: Here) -> Stops:
        """Carry out statements; what they name is seen to the end of the block."""
        for node in block:
            if here.joint is not None:
                yield Wait(here.joint[node])
            if isinstance(node, typed.If | typed.For | typed.Repeat | typed.Together):
                yield from self.control(node, env, here)
            elif isinstance(node, typed.Choose | typed.Take | typed.Menu | typed.Offer | typed.Race):
                yield from self.decision(node, env, here)
            elif isinstance(node, typed.DoProcedure | typed.DoPhase | typed.End | typed.Wins):
                yield from self.lead(node, env, here)
            else:
                yield from self.effect(node, env)

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

    # -- control ----------------------------------------------------------------------------------

    def control(self, node: typed.Statement, env: Env, here: Here) -> Stops:
        """Carry out a statement with blocks in it (4.2)."""
        t = self.table
        match node:
            case typed.If():
                written = here.joint[node] if here.joint is not None else 0
                for condition, body in node.branches:
                    if here.joint is not None:
                        yield Wait(written)
                    if holds(t, condition, env):
                        yield from self.block(body, dict(env), here)
                        return
                    written += sum(is_choice(s) for s in statements(body))
                yield from self.block(node.otherwise, dict(env), here)
            case typed.For():
                yield from self.ready(tuple(source for _, source in node.binders), env)
                found = list(members(t, node.binders, node.where, env))
                if node.order is not None:
                    found = sorted_by(t, node.order, found)
                yield from self.loop(node.body, iter(found), here)
            case typed.Repeat():
                yield from self.loop(node.body, self.passes(node, env), here)
            case typed.Together():
                yield from self.together(node, env, here)

    def passes(self, node: typed.Repeat, env: Env) -> Iterator[Env]:
        """Yield an environment for each pass of a loop."""
        if node.limit == "times":
            for _ in range(number(self.table, node.value, env)):
                yield dict(env)
            return
        wanted = node.limit != "until"
        while node.limit is None or holds(self.table, node.value, env) == wanted:
            yield dict(env)

    def loop(self, body: typed.Block, passes: Iterator[Env], here: Here) -> Stops:
        """Carry out the passes of a loop."""
        inner = evolve(here, rounds=False)
        for env in passes:
            self.count("steps")
            if here.rounds:
                self.count("rounds")
            try:
                yield from self.block(body, env, inner)
            except EndLoop:
                return

    def lead(self, node: typed.Statement, env: Env, here: Here) -> Stops:
        """Go elsewhere: into a procedure or phase, or out of something."""
        match node:
            case typed.End(what="turn") if here.on_turn is None:
                raise Wrong("turn")
            case typed.End(what=what):
                raise EndGame(None) if what == "game" else WAYS_OUT[what]
            case typed.Wins(who=who):
                raise EndGame(present(value(self.table, who, env)))
            case typed.DoPhase(phase=phase):
                yield from self.phase(phase, here)
            case typed.DoProcedure():
                deed = node.deeds[0] if node.through is None else named(self.table, node, env)
                yield from self.procedure(present(deed), node, env, here)

    def procedure(self, deed: typed.Procedure, node: typed.DoProcedure, env: Env, here: Here) -> Stops:
        """Carry out a procedure that may be done now."""
        self.count("steps")
        inner = arguments(self.table, deed, node.arguments, env)
        if deed.on_turn is not None and value(self.table, deed.on_turn, inner) != here.on_turn:
            raise Wrong("turn")
        if not holds(self.table, deed.when, inner):
            raise Wrong("gap")
        yield from self.block(deed.do, inner, Here(f"procedures.{deed.name}", here.on_turn))

    # -- phases -----------------------------------------------------------------------------------

    def phase(self, phase: typed.Phase, around: Here) -> Stops:
        """Carry out a phase (2.10)."""
        if not holds(self.table, phase.when, {}):
            return
        here = Here(f"phases.{phase.name}", around.on_turn)
        try:
            if phase.turns is None:
                yield from self.block(phase.do, {}, here)
            else:
                yield from self.turns(phase, here)
        except EndPhase:
            return

    def turns(self, phase: typed.Phase, here: Here) -> Stops:
        """One player after another has a turn, until the phase is over."""
        t = self.table
        assert phase.turns is not None
        seats = sorted(range(self.load.players), key=lambda p: sort_key(t, phase.turns, {phase.member: p}))
        rounds = None if phase.rounds is None else number(t, phase.rounds, {})
        over, round_ = False, 0
        while rounds is None or round_ < rounds:
            for seat in seats:
                over = over or (phase.until is not None and holds(t, phase.until, {}))
                if over and (not phase.written.finish_round or seat == seats[0]):
                    return
                if phase.skip is not None:
                    if all(holds(t, phase.skip, {phase.me: p}) for p in seats):
                        return
                    if holds(t, phase.skip, {phase.me: seat}):
                        continue
                self.count("turns")
                with contextlib.suppress(EndTurn):
                    yield from self.block(phase.turn, {phase.me: seat}, evolve(here, on_turn=seat))
                if phase.written.finish_round:
                    over = over or holds(t, phase.until, {})
            round_ += 1

    # -- decisions --------------------------------------------------------------------------------

    def decision(self, node: typed.Statement, env: Env, here: Here) -> Stops:
        """Ask, and do what was chosen (4.3)."""
        t = self.table
        match node:
            case typed.Choose(who=None):
                yield from self.chance(node, env, here)
            case typed.Choose(choice=choice):
                yield from self.ready(choice.source, env)
                found = yield from self.ask(node, env, here)
                nothing = None if choice.quantity is None else []
                env[choice.local] = nothing if found == NOTHING else found
            case typed.Menu(cases=cases):
                found = yield from self.ask(node, env, here)
                if found != NOTHING:
                    yield from self.block(cases[found].body, dict(env), here)
            case typed.Offer():
                found = yield from self.ask(node, env, here)
                yield from self.block(node.body if found == "yes" else node.otherwise, dict(env), here)
            case typed.Take(who=who):
                found = yield from self.ask(node, env, here)
                if found != NOTHING:
                    action = self.load.rules.actions[found[0]]
                    parts = (local for local, _ in action.parts)
                    inner = {action.me: value(t, who, env), **dict(zip(parts, found[1:], strict=True))}
                    yield from self.block(action.do, inner, Here(f"actions.{action.name}", here.on_turn))
            case typed.Race():
                env[node.local] = yield from self.race(node, env)

    def ask(self, node: Any, env: Env, here: Here) -> Iterator[Any]:
        """Ask one player and return the answer."""
        if here.joint is not None:
            return (yield Wait(here.joint[node], node, env))
        found = self.offered(node, env)
        if found is None:
            return NOTHING
        player = present(value(self.table, node.who, env))
        answers = yield Stop("decision", {player: found})
        return found[answers[player]]

    def offered(self, node: Any, env: Env) -> list[Any] | None:
        """Return what is offered, or None where `if any` passes in silence (6.7.5)."""
        found = choices.options(self.table, node, env)
        if found:
            return found
        if not node.if_any:
            raise Wrong("deadlock")
        return None if choices.public(self.table, node) else [NOTHING]

    def chance(self, node: typed.Choose, env: Env, here: Here) -> Stops:
        """Let chance choose, several one after another without laying back."""
        t, choice = self.table, node.choice
        yield from self.ready(choice.source, env)
        count = 1 if choice.quantity is None else number(t, choice.quantity.low, env)
        drawn: list[Any] = []
        for _ in range(count):
            found = choices.outcomes(t, choice, env, drawn)
            if not found:
                if not drawn and not node.if_any:
                    raise Wrong("deadlock")
                break
            values, weights = [v for v, _ in found], [w for _, w in found]
            drawn.append((yield from t.draw(f"{here.path}.{node.name}", values, weights)))
        single_value = drawn[0] if drawn else None
        env[choice.local] = single_value if choice.quantity is None else drawn

    def race(self, node: typed.Race, env: Env) -> Iterator[Any]:
        """Ask all candidates at once; the first by the order among those who react (6.4)."""
        t = self.table
        found = sorted_by(t, node.order, list(members(t, ((node.member, node.source),), node.where, env)))
        seats = [inner[node.member] for inner in found]
        if not seats:
            return None
        answers = yield Stop("race", {seat: ["react", "quiet"] for seat in sorted(seats)})
        return next((seat for seat in seats if answers[seat] == 0), None)

    def together(self, node: typed.Together, env: Env, here: Here) -> Stops:
        """A joint decision, segment by segment (6.3)."""
        t = self.table
        found = members(t, ((node.local, node.source),), node.where, env)
        seats = sorted({inner[node.local] for inner in found})
        written: dict[typed.Statement, int] = {}
        last = 0
        for statement in statements(node.body):
            written[statement] = last
            last += is_choice(statement)
        inside = evolve(here, joint=written)
        runs = {seat: self.block(node.body, {**env, node.local: seat}, inside) for seat in seats}
        waits: dict[int, Wait] = {seat: Wait(0) for seat in seats}
        chosen: dict[int, Any] = dict.fromkeys(seats)
        for segment in range(1, last + 2):
            for seat in seats:
                if seat in waits and waits[seat].passed < segment:
                    wait = yield from self.member(runs[seat], segment, chosen.pop(seat, None))
                    if wait is None:
                        del waits[seat]
                    else:
                        waits[seat] = wait
            reached = {s: w for s, w in waits.items() if w.choice is not None and w.passed == segment - 1}
            offered = {s: self.offered(w.choice, w.env or {}) for s, w in reached.items()}
            asked = {s: o for s, o in offered.items() if o is not None}
            answers = (yield Stop("joint", asked)) if asked else {}
            for seat, options in offered.items():
                chosen[seat] = NOTHING if options is None else options[answers[seat]]

    def member(self, run: Stops, segment: int, answer: Any) -> Iterator[Any]:
        """Let a member carry out its part of a segment; return what it waits for, or None when it is done."""
        while True:
            try:
                found: Any = run.send(answer)
            except StopIteration:
                return None
            answer = None
            if isinstance(found, Stop):
                answer = yield found
            elif found.choice is not None or found.passed >= segment:
                return found


def is_choice(node: typed.Statement) -> bool:
    """Tell whether a statement of a joint decision is one of its numbered choices."""
    if isinstance(node, typed.Choose):
        return node.who is not None
    return isinstance(node, typed.Menu | typed.Offer)


def single(e: typed.Expr) -> bool:
    """Tell whether a place is one zone, not several of a family."""
    return isinstance(e, typed.Place) and None not in e.indexes
