"""A second opinion: typed rules carried out by plain recursion, written from the page of the language.

Statements are generators: they yield a `Stop` and are sent, for each player asked, the place of the answer.
Nothing is shared with the engine but typed rules, the load and the function from seed, point and counter to a draw.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from attrs import define, evolve, field

from oracle.asking import Asking, Here, Wait, is_choice
from oracle.table import Stops, Wrong
from oracle.values import Env, arguments, holds, members, named, number, present, sort_key, sorted_by, value
from rulewright.dsl import typed
from rulewright.dsl.walk import statements

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


@define(eq=False)
class Direct(Asking):
    """One game being played."""

    winner: int | None = None
    done: set[str] = field(factory=set)
    """Which kinds of statement have been carried out."""
    counts: dict[str, int] = field(factory=lambda: dict.fromkeys(("turns", "rounds", "stops", "steps"), 0))

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
            raise Wrong("loop" if what == "steps" else "limit")

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

    # -- statements -------------------------------------------------------------------------------

    def block(self, block: typed.Block, env: Env, here: Here) -> Stops:
        """Carry out statements; what they name is seen to the end of the block."""
        for node in block:
            self.done.add(type(node).__name__)
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
        if not holds(self.table, deed.when, inner):
            raise Wrong("gap")
        if deed.on_turn is not None and value(self.table, deed.on_turn, inner) != here.on_turn:
            raise Wrong("turn")
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
            if phase.skip is not None and all(holds(t, phase.skip, {phase.me: p}) for p in seats):
                return
            for seat in seats:
                over = over or (phase.until is not None and holds(t, phase.until, {}))
                if over and (not phase.written.finish_round or seat == seats[0]):
                    return
                if phase.skip is not None and holds(t, phase.skip, {phase.me: seat}):
                    continue
                self.count("turns")
                with contextlib.suppress(EndTurn):
                    yield from self.block(phase.turn, {phase.me: seat}, evolve(here, on_turn=seat))
                if phase.written.finish_round:
                    over = over or holds(t, phase.until, {})
            round_ += 1
