"""Stop, player -> why an action or a case isn't offered: what fails first, in the rulebook's words.

Only what the player may read is looked at: conditions of options read what the decider sees now (8.2).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.walk import expressions
from rulewright.interpreter.engines.reference.machine import Machine
from rulewright.interpreter.engines.reference.places import State as Cells
from rulewright.interpreter.engines.reference.tuples import Tuples
from rulewright.interpreter.game import State


@frozen
class Refusal:
    """What isn't offered, and why: the sentence of the rule that fails, or the condition as written."""

    label: str
    reason: str
    line: int


def why_not(state: State, player: int) -> list[Refusal]:
    """Return what a player who is asked can't do now, with reasons."""
    m, s = state.game.machine, state.cells
    stop = m.asked(s, player)
    code = m.graph.code[s[0]]
    if isinstance(code, g.JointNext):
        cell = code.frame.cell
        before, s[cell] = s[cell], player
        found = refusals(m, s, player, stop)
        s[cell] = before
        return found
    return refusals(m, s, player, stop)


def refusals(m: Machine, s: Cells, player: int, stop: g.Stop) -> list[Refusal]:
    """Return what is missing from the options of a stop."""
    if isinstance(stop, g.Take):
        offered = {option.name for option in m.lists.real_options(s, player, stop)}
        missing = [action for action in stop.take.actions if action.name not in offered]
        return [action_refused(m, s, player, action) for action in missing]
    if isinstance(stop, g.Menu):
        return [
            Refusal(
                m.lists.text(case.text)(s), *first_failing(m, case.condition, lambda e: m.lists.root(e)(s))
            )
            for case in stop.menu.cases
            if case.condition is not None and not m.lists.root(case.condition)(s)
        ]
    return []


def action_refused(m: Machine, s: Cells, player: int, action: typed.Action) -> Refusal:
    """Return why an action has no complete tuple."""
    label = m.writer.label(action.name)
    tuples: Tuples = m.lists.once("tuples", action, lambda: Tuples(m.lists, action))
    read = {local for local, _ in action.parts}
    for condition in conjuncts(action.when):
        names = {e.local for e in expressions(condition) if isinstance(e, typed.LocalRef)}
        if not read & names and not m.compiler.with_local(condition, action.me)(s, player):
            return Refusal(label, sentence(m, condition), condition.span.line)
    depth, given = deepest(tuples, s, (player,), 0)
    if depth < len(action.parts):
        local, choice = action.parts[depth]
        span = choice.where.span if choice.where is not None else choice.span
        return Refusal(label, m.writer.told("of", m.writer.label(local.name), narrowed(m, choice)), span.line)
    assert action.when is not None
    locals_ = (action.me, *(local for local, _ in action.parts))
    reason, line = first_failing(m, action.when, lambda e: m.compiler.with_local(e, *locals_)(s, *given))
    return Refusal(label, reason, line)


def deepest(tuples: Tuples, s: Cells, given: tuple[Any, ...], number: int) -> tuple[int, tuple[Any, ...]]:
    """Return how many parts can be chosen one after another, and the first such choice."""
    best = (number, given)
    if number == len(tuples.parts):
        return best
    for value in tuples.parts[number].values(s, given):
        found = deepest(tuples, s, (*given, value), number + 1)
        if found[0] > best[0]:
            best = found
        if best[0] == len(tuples.parts):
            return best
    return best


def conjuncts(condition: typed.Expr | None) -> list[typed.Expr]:
    """Return the conditions that must all hold."""
    if condition is None:
        return []
    if isinstance(condition, typed.And):
        return [part for item in condition.items for part in conjuncts(item)]
    return [condition]


def first_failing(
    m: Machine, condition: typed.Expr | None, holds: Callable[[typed.Expr], Any]
) -> tuple[str, int]:
    """Return the first part of a condition that doesn't hold, as a sentence, and its line."""
    parts = conjuncts(condition)
    failing = next((part for part in parts if not holds(part)), parts[-1])
    return sentence(m, failing), failing.span.line


def sentence(m: Machine, condition: typed.Expr) -> str:
    """Return a condition that must hold, in the rulebook's words where its function has some."""
    negated = isinstance(condition, typed.Not)
    inner = condition.of if isinstance(condition, typed.Not) else condition
    if isinstance(inner, typed.Call):
        text = m.writer.text_of(inner.function.written.notes.text).strip()
        if text:
            return f"not so: {text}" if negated else text
    return " ".join(condition.span.text.split())


def narrowed(m: Machine, choice: typed.Choice) -> str:
    """Return what a choice asks of its members, as written or in the rulebook's words."""
    if choice.where is None:
        return " ".join(choice.source.span.text.split())
    return "; ".join(sentence(m, part) for part in conjuncts(choice.where))
