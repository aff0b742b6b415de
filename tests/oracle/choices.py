"""Decisions -> what can be answered, in order; chance -> its outcomes with weights (6.7, 7.1)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from oracle.looks import appearances, grouped
from oracle.table import Table, Wrong
from oracle.values import Env, bound, holds, number, value
from rulewright.dsl import typed
from rulewright.dsl.types import Set as SetType
from rulewright.dsl.types import Thing
from rulewright.dsl.walk import expressions

NOTHING = "nothing"
MOST = 4096


def chosen(t: Table, choice: typed.Choice, env: Env, *, if_any: bool = False) -> list[Any]:
    """Return what can be chosen: members of the source, or sets of them, without `nothing`.

    Where nothing is there, an empty set can be chosen if no lower bound forbids it, but not `if any`.
    """
    source = value(t, choice.source, env)
    inner = dict(env)
    if choice.quantity is None:
        found = [m for m in source if holds(t, choice.where, bound(inner, choice.local, m))]
    else:
        low, high = quantity(t, choice.quantity, len(source), env)
        wanted = 0 if choice.quantity.low is None else number(t, choice.quantity.low, env)
        sizes = range(low, high + 1) if source or (wanted <= 0 and not if_any) else ()
        found = [
            list(group)
            for size in sizes
            for group in combinations(source, size)
            if holds(t, choice.where, bound(inner, choice.local, list(group)))
        ]
    if things(choice.source):
        found = list(grouped(t, found).values())
    elif choice.quantity is None:
        found = list(dict.fromkeys(found))
    if len(found) > MOST:
        raise Wrong("limit")
    return found


def quantity(t: Table, found: typed.Quantity, there: int, env: Env) -> tuple[int, int]:
    """Return the least and most that can be chosen, cut to what is there."""
    low = 0 if found.low is None else number(t, found.low, env)
    high = there if found.high is None else number(t, found.high, env)
    return max(min(low, there), 0), max(min(high, there), 0)


def things(source: typed.Expr) -> bool:
    """Tell whether a source has components for members."""
    return isinstance(source.type, SetType) and isinstance(source.type.of, Thing)


# -- sentences ------------------------------------------------------------------------------------


def options(t: Table, node: typed.Statement, env: Env) -> list[Any]:
    """Return the answers a sentence allows, `nothing` last where it may be declined."""
    match node:
        case typed.Choose():
            found = chosen(t, node.choice, env, if_any=node.if_any)
            empty = any(isinstance(option, list | tuple) and not option for option in found)
            return [*found, NOTHING] if node.may and not empty else found
        case typed.Take(who=who):
            player = value(t, who, env)
            found = [option for action in node.actions for option in ways(t, action, player)]
            if len(found) > MOST:
                raise Wrong("limit")
            return [*found, NOTHING] if node.may else found
        case typed.Menu():
            found = [n for n, case in enumerate(node.cases) if holds(t, case.condition, env)]
            return [*found, NOTHING] if node.may else found
        case typed.Offer():
            return ["yes", "no"]
    raise AssertionError(node)


def public(t: Table, node: typed.Statement) -> bool:
    """Tell whether everyone can see that there is nothing to choose (6.7.5)."""
    match node:
        case typed.Choose():
            return node.choice.public
        case typed.Take():
            return all(t.load.rules.public_actions[a.name] for a in node.actions)
        case typed.Menu():
            return node.public
    raise AssertionError(node)


def ways(t: Table, action: typed.Action, player: int) -> list[tuple[Any, ...]]:
    """Return the complete tuples of an action: its name and its parts, the last part fastest."""
    parts = {local for local, _ in action.parts}
    late = any(isinstance(e, typed.LocalRef) and e.local in parts for e in expressions(action.when))
    env: Env = {action.me: player}
    if not late and not holds(t, action.when, env):
        return []
    found: list[tuple[Any, ...]] = []

    def go_on(rest: tuple[tuple[typed.Local, typed.Choice], ...], inner: Env, sofar: tuple[Any, ...]) -> None:
        if not rest:
            if not late or holds(t, action.when, inner):
                found.append(sofar)
            return
        local, choice = rest[0]
        for part in chosen(t, choice, inner):
            go_on(rest[1:], {**inner, local: part}, (*sofar, part))

    go_on(action.parts, env, (action.name,))
    return found


def outcomes(t: Table, choice: typed.Choice, env: Env, gone: list[Any]) -> list[tuple[Any, int]]:
    """Return what chance can choose with its weights; `gone` was drawn before."""
    inner = dict(env)
    if isinstance(choice.source, typed.OddsRef):
        pairs = distribution(t, choice.source, env)
    else:
        pairs = [(m, 1) for m in value(t, choice.source, env)]
    found, there = [], False
    for member, weight in pairs:
        if member in gone or not holds(t, choice.where, bound(inner, choice.local, member)):
            continue
        if choice.weighted is not None:
            weight = number(t, choice.weighted, inner)
            if weight < 0:
                raise Wrong("range")
        there = True
        if weight:
            found.append((member, weight))
    if there and not found:
        raise Wrong("range")
    if not things(choice.source):
        return found
    looks = appearances(t)
    total: dict[str, int] = {}
    for member, weight in found:
        total[looks(member)] = total.get(looks(member), 0) + weight
    return [(first, total[looks(first)]) for first in grouped(t, [m for m, _ in found]).values()]


def distribution(t: Table, source: typed.OddsRef, env: Env) -> list[tuple[Any, int]]:
    """Return the values of a distribution with their weights."""
    by = source.odds.by
    if by is None:
        index = None
    elif isinstance(by, str):
        index = t.load.players if by == "players" else t.load.settings[by]
    else:
        index = value(t, source.index, env)
    if index not in t.load.odds[source.odds.name]:
        raise Wrong("index")
    return list(t.load.odds[source.odds.name][index])


def beginnings(t: Table, block: typed.Block, env: Env) -> bool:
    """Tell whether the choices with which a block begins can be made."""
    if not block:
        return True
    first, rest = block[0], block[1:]
    match first:
        case typed.Choose(who=who) if who is not None and not first.may and not first.if_any:
            return any(beginnings(t, rest, {**env, first.choice.local: o}) for o in options(t, first, env))
        case typed.Take() | typed.Menu() if not first.may and not first.if_any:
            return bool(options(t, first, env))
    return True
