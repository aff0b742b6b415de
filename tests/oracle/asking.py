"""Decisions, races, chance, and what all decide together (4.3, 6.3, 6.4)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from oracle import choices
from oracle.choices import NOTHING
from oracle.effects import Effects
from oracle.table import Stop, Stops, Wrong
from oracle.values import Env, members, number, present, sorted_by, value
from rulewright.dsl import typed
from rulewright.dsl.walk import statements


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


class Asking(Effects, ABC):
    """Asks, and does what was chosen; whoever carries out blocks knows the other statements in them."""

    @abstractmethod
    def block(self, block: typed.Block, env: Env, here: Here) -> Stops:
        """Carry out statements."""

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
