"""Typed rules -> who carries out whom: procedures, actions and phases, and what they reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.source import Span
from rulewright.dsl.walk import blocks, inner_blocks, statements

Rule = typed.Procedure | typed.Action | typed.Phase


def body(rule: Rule) -> typed.Block:
    """Return what a rule does."""
    return (rule.do or rule.turn) if isinstance(rule, typed.Phase) else rule.do


def kind_of(rule: Rule) -> str:
    """Return the section where a rule stands, in the singular."""
    return type(rule).__name__.lower()


def called(statement: typed.Statement) -> tuple[Rule, ...]:
    """Return the rules that a statement itself carries out: all an attribute can name, all of a list."""
    match statement:
        case typed.DoProcedure(deeds=deeds):
            return deeds
        case typed.DoPhase(phase=phase):
            return (phase,)
        case typed.Take(actions=actions):
            return actions
        case _:
            return ()


def reached(
    block: typed.Block, into: Callable[[Rule], bool] = lambda rule: True
) -> Iterator[typed.Statement]:
    """Yield the statements of a block and of every rule that it reaches, each rule once."""
    seen: set[int] = set()
    pending = [block]
    while pending:
        for statement in statements(pending.pop()):
            yield statement
            for rule in called(statement):
                if id(rule) not in seen and into(rule):
                    seen.add(id(rule))
                    pending.append(body(rule))


def stops(statement: typed.Statement) -> bool:
    """Tell whether the machine waits for an answer at a statement, draws from piles apart."""
    return isinstance(
        statement, typed.Choose | typed.Take | typed.Menu | typed.Offer | typed.Race | typed.Together
    )


@define(eq=False)
class Reach:
    """Which rules can be carried out while somebody is on turn, which inside a phase, and which at all."""

    in_turn: set[int] = field(factory=set)
    in_phase: set[int] = field(factory=set)
    at_all: set[int] = field(factory=set)


def reach(rules: typed.Rules) -> Reach:
    """Follow all calls from set-up and flow, from turns and from phases."""
    found = Reach()
    for phase in rules.phases.values():
        if phase.turns is not None:
            follow(phase.turn, found.in_turn)
        follow(body(phase), found.in_phase)
    for _, block in blocks(rules):
        follow(block, found.at_all)
    return found


def follow(block: typed.Block, seen: set[int]) -> None:
    """Add every rule that a block reaches."""
    for statement in statements(block):
        for rule in called(statement):
            if id(rule) not in seen:
                seen.add(id(rule))
                follow(body(rule), seen)


def cycles(rules: typed.Rules) -> Iterator[tuple[list[Rule], list[Span]]]:
    """Yield each circle of rules that carry each other out, once, with the places of the calls."""
    everything: list[Rule] = [*rules.procedures.values(), *rules.actions.values(), *rules.phases.values()]
    done: set[int] = set()
    for rule in everything:
        yield from circles_from(rule, [], [], done)


def circles_from(
    rule: Rule, path: list[Rule], places: list[Span], done: set[int]
) -> Iterator[tuple[list[Rule], list[Span]]]:
    """Go on along a path of calls; a rule that is on it already closes a circle."""
    if any(rule is other for other in path):
        start = next(n for n, other in enumerate(path) if other is rule)
        yield path[start:], places[start:]
        return
    if id(rule) in done:
        return
    for statement in statements(body(rule)):
        for other in called(statement):
            yield from circles_from(other, [*path, rule], [*places, statement.span], done)
    done.add(id(rule))


__all__ = [
    "Reach",
    "Rule",
    "body",
    "called",
    "cycles",
    "inner_blocks",
    "kind_of",
    "reach",
    "reached",
    "stops",
]
