"""Typed expressions -> values, by plain recursion: environments are dicts, sets are lists, none is None."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from oracle.table import Table, Wrong
from rulewright.dsl import typed
from rulewright.dsl.types import LARGEST, SMALLEST
from rulewright.dsl.types import Set as SetType

Env = dict[typed.Local, Any]


def value(t: Table, e: Any, env: Env) -> Any:
    """Return the value of an expression."""
    match e:
        case typed.Value():
            return e.value
        case typed.ConstantRef():
            return constant(t, e, env)
        case typed.ParameterRef():
            return t.load.settings[e.parameter.name]
        case typed.LocalRef():
            return env[e.local]
        case typed.FirstPlayer():
            return t.first_player
        case typed.VariableRef() | typed.AttributeRef():
            return read(t, e, env)
        case typed.Place():
            return place(t, e, env)
        case typed.Union():
            return [
                x for member in value(t, e.over, env) for x in value(t, e.each, {**env, e.member: member})
            ]
        case typed.Single():
            return t.load.first[e.kind.name]
        case typed.Listing():
            return [value(t, item, env) for item in e.items]
        case typed.Span_():
            return list(range(number(t, e.low, env), number(t, e.high, env) + 1))
        case typed.Everyone():
            return list(range(t.load.players))
        case typed.TypeValues():
            return list(t.load.values(e.type.of if isinstance(e.type, SetType) else e.type))
        case typed.Call():
            return call(t, e, env)
        case typed.Neighbour():
            return (present(value(t, e.of, env)) + (1 if e.left else -1)) % t.load.players
        case typed.Owner():
            return t.owner(present(value(t, e.of, env)))
        case typed.Score():
            return score(t, e, env)
        case typed.Extreme():
            return (min if e.least else max)([number(t, item, env) for item in e.items])
        case typed.Count():
            return len(value(t, e.of, env))
        case typed.Over():
            return over(t, e, env)
        case typed.Every():
            inner = dict(env)
            return [m for m in value(t, e.source, env) if holds(t, e.where, bound(inner, e.local, m))]
        case typed.EndOf():
            found = value(t, e.of, env)
            return ends(t, e, found, 1)[0] if found else None
        case typed.EndsOf():
            return ends(t, e, value(t, e.of, env), max(number(t, e.count, env), 0))
        case typed.Position():
            component = present(value(t, e.of, env))
            return t.listed(t.at[component]).index(component) + 1
        case _:
            return calculated(t, e, env)


def calculated(t: Table, e: Any, env: Env) -> Any:
    """Return the value of a calculation or condition."""
    match e:
        case typed.Minus():
            return fit(-number(t, e.of, env))
        case typed.Arithmetic():
            return arithmetic(e.op, number(t, e.left, env), number(t, e.right, env), e.rounded)
        case typed.Compare():
            left, right = number(t, e.left, env), number(t, e.right, env)
            return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[e.op]
        case typed.Same():
            return (value(t, e.left, env) == value(t, e.right, env)) != e.negated
        case typed.Empty():
            return (not value(t, e.of, env)) != e.negated
        case typed.OfKind():
            found = value(t, e.of, env)
            return (found is not None and t.load.cards[found].kind.name == e.kind) != e.negated
        case typed.Member():
            return (value(t, e.of, env) in value(t, e.source, env)) != e.negated
        case typed.Facing():
            return t.lies(present(value(t, e.of, env)), up=e.up) != e.negated
        case typed.Not():
            return not value(t, e.of, env)
        case typed.And():
            return all(value(t, item, env) for item in e.items)
        case typed.Or():
            return any(value(t, item, env) for item in e.items)
        case typed.Reveal():
            return value(t, e.of, env)
        case typed.Can():
            return can(t, e, env)
        case typed.Either():
            return value(t, e.then if value(t, e.condition, env) else e.otherwise, env)
    raise AssertionError(e)


def present(found: Any) -> Any:
    """Refuse `none` where something must be there."""
    if found is None:
        raise Wrong("none")
    return found


def number(t: Table, e: Any, env: Env) -> int:
    """Return a number."""
    return int(present(value(t, e, env)))


def fit(found: int) -> int:
    """Refuse a number that is too large for the language."""
    if not SMALLEST <= found <= LARGEST:
        raise Wrong("range")
    return found


def holds(t: Table, condition: Any, env: Env) -> bool:
    """Tell whether a condition holds; none given always does."""
    return condition is None or bool(value(t, condition, env))


def bound(env: Env, local: typed.Local, found: Any) -> Env:
    """Bind a local in place."""
    env[local] = found
    return env


def arithmetic(op: str, left: int, right: int, rounded: str | None) -> int:
    """Calculate exactly; a division says how it rounds, `mod` takes the sign of the divisor."""
    if op in ("+", "-", "*"):
        return fit({"+": left + right, "-": left - right, "*": left * right}[op])
    if right == 0:
        raise Wrong("range")
    if op == "mod":
        return left % right
    return fit(-(-left // right) if rounded == "up" else left // right)


def constant(t: Table, e: typed.ConstantRef, env: Env) -> Any:
    """Return a number, a list, or an entry of a table."""
    if e.constant.items is not None:
        return list(t.load.lists[e.constant.name])
    try:
        return t.load.constant(e.constant, tuple(value(t, index, env) for index in e.indexes))
    except KeyError:
        raise Wrong("index") from None


def place(t: Table, e: typed.Place, env: Env) -> list[int]:
    """Return what lies in a zone, or in those of a family that the given indexes leave open."""
    if e.zone is None or None not in e.indexes:
        return t.listed(t.spot(e.zone, tuple(value(t, index, env) for index in e.indexes)))
    wanted = [None if index is None else value(t, index, env) for index in e.indexes]
    return [
        component
        for member in t.load.families(e.zone.each)
        if all(w is None or w == m for w, m in zip(wanted, member, strict=True))
        for component in t.listed(t.spot(e.zone, member))
    ]


def key_of(t: Table, e: typed.VariableRef | typed.AttributeRef, env: Env) -> Any:
    """Return which variable or attribute is meant, as a key of its dict."""
    indexes = tuple(value(t, index, env) for index in e.indexes)
    if isinstance(e, typed.VariableRef):
        if (e.variable.name, indexes) not in t.variables:
            raise Wrong("index")
        return e.variable.name, indexes
    key = (present(value(t, e.of, env)), e.attributes[0].name, indexes)
    if not e.attributes[0].fixed and key not in t.keeps:
        raise Wrong("index")
    return key


def read(t: Table, e: typed.VariableRef | typed.AttributeRef, env: Env) -> Any:
    """Return a variable or an attribute."""
    key = key_of(t, e, env)
    if isinstance(e, typed.VariableRef):
        return t.variables[key]
    component, name, indexes = key
    if not e.attributes[0].fixed:
        return t.keeps[key]
    members = list(t.load.families(e.attributes[0].each))
    if indexes not in members:
        raise Wrong("index")
    return t.load.cards[component].values[name][members.index(indexes)]


def call(t: Table, e: typed.Call, env: Env) -> Any:
    """Return the value of a function for its arguments."""
    function = e.function
    arguments = [value(t, a, env) for a in e.arguments]
    if function.subject is not None:
        present(arguments[0])
    names = ((function.subject,) if function.subject is not None else ()) + function.given
    return value(t, function.body, dict(zip(names, arguments, strict=True)))


def score(t: Table, e: typed.Score, env: Env) -> int:
    """Return the score of a player, or one line of it."""
    who = present(value(t, e.of, env))
    lines = [line for line in t.load.rules.score.values() if e.line in (None, line.name)]
    return sum(number(t, line.value, {line.me: who}) for line in lines)


def members(t: Table, binders: Any, where: Any, env: Env) -> Iterator[Env]:
    """Yield an environment for every member of a product of sources for which a condition holds."""
    if not binders:
        if holds(t, where, env):
            yield env
        return
    (local, source), *rest = binders
    for member in value(t, source, env):
        yield from members(t, rest, where, {**env, local: member})


def over(t: Table, e: typed.Over, env: Env) -> Any:
    """Return an aggregate; it stops as soon as the result is fixed."""
    found = members(t, e.binders, e.where, env)
    match e.fn:
        case "count":
            return sum(1 for _ in found)
        case "any":
            return any(True for _ in found)
        case "all":
            return all(value(t, e.value, inner) for inner in found)
        case "sum":
            return fit(sum(number(t, e.value, inner) for inner in found))
        case "max" | "min":
            values = [number(t, e.value, inner) for inner in found]
            if values:
                return max(values) if e.fn == "max" else min(values)
        case "first":
            best = next(found if e.order is None else iter(sorted_by(t, e.order, list(found))), None)
            if best is not None:
                return best[e.binders[0][0]]
        case "only":
            two = list(islice(found, 2))
            if len(two) == 1:
                return two[0][e.binders[0][0]]
    return None if e.otherwise is None else value(t, e.otherwise, env)


def ends(t: Table, e: typed.EndOf | typed.EndsOf, found: list[int], count: int) -> list[int]:
    """Return the components at an end, that end first."""
    return found[:count] if e.top else found[::-1][:count]


def sorted_by(t: Table, order: typed.Order, envs: list[Env]) -> list[Env]:
    """Return members in an order; ties keep the order of the source."""
    return sorted(envs, key=lambda env: sort_key(t, order, env))


def sort_key(t: Table, order: typed.Order, env: Env) -> tuple[int, ...]:
    """Return the values to sort by, the smallest first; `none` comes before all numbers."""
    found = []
    for key in order.keys:
        if isinstance(key, typed.SortKey):
            by = value(t, key.value, env)
            by = SMALLEST - 1 if by is None else int(by)
            found.append(-by if key.descending else by)
        else:
            start, seat = present(value(t, key.start, env)), value(t, key.of, env)
            step = 1 if key.clockwise else -1
            found.append(t.load.players if seat is None else step * (seat - start) % t.load.players)
    return tuple(found)


def can(t: Table, e: typed.Can, env: Env) -> bool:
    """Tell whether a procedure may be done, and the choices with which it begins can be made."""
    from oracle.choices import beginnings

    deed = e.deeds[0] if e.through is None else named(t, e, env)
    if deed is None:
        return False
    inner = arguments(t, deed, e.arguments, env)
    return holds(t, deed.when, inner) and beginnings(t, deed.do, inner)


def named(t: Table, e: typed.Can | typed.DoProcedure, env: Env) -> typed.Procedure | None:
    """Return the procedure that an attribute names."""
    number_ = value(t, e.through, env)
    return None if number_ is None else list(t.load.rules.procedures.values())[number_]


def arguments(t: Table, deed: typed.Procedure, given: tuple[typed.Expr, ...], env: Env) -> Env:
    """Return the environment in which a procedure is done."""
    values = [value(t, argument, env) for argument in given]
    if deed.subject is not None:
        present(values[0])
    names = ((deed.subject,) if deed.subject is not None else ()) + deed.given
    return dict(zip(names, values, strict=True))
