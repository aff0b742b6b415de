"""Typing of any expression: the table of forms, and what every place asks of a value.

The forms register themselves here, so that paths, operators and functions can type what stands inside them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import syntax, typed
from rulewright.dsl.diagnostics import nearest
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.types import (
    BAD,
    BOOL,
    INT,
    Bool,
    Int,
    Limit,
    Nothing,
    Set,
    Thing,
    Type,
    fits,
    is_bad,
    named,
)

Form = Callable[[Context, Any, Scope, Type | None], typed.Expr]

FORMS: dict[type[syntax.Expr], Form] = {}


def expression(context: Context, node: syntax.Expr, scope: Scope, wanted: Type | None = None) -> typed.Expr:
    """Type an expression; `wanted` is the type of the other side, for values that are private to it."""
    return FORMS[type(node)](context, node, scope, wanted)


def check(
    context: Context, node: syntax.Expr, scope: Scope, wanted: Type, what: str, *, code: str = "type-mismatch"
) -> typed.Expr:
    """Type an expression that must have a type; `none` counts only where it can be nothing else."""
    found = expression(context, node, scope, wanted)
    if isinstance(found.type, Nothing) and not wanted.optional:
        context.error(code, f"{what} can't be `none`", node.span)
        return typed.Value(node.span, BAD, 0)
    if not fits(found.type, wanted):
        context.error(
            code,
            f"{what} must be {named(wanted)}, not {named(found.type)}",
            node.span,
            help=hint(found.type, wanted),
        )
        return typed.Value(node.span, BAD, 0)
    careless(context, found, wanted)
    return found


def careless(context: Context, found: typed.Expr, wanted: Type) -> None:
    """Report the unguarded result of an optional question."""
    if (
        isinstance(found, typed.LocalRef)
        and found.local in context.careless
        and found.type.optional
        and not wanted.optional
    ):
        context.error(
            "type-unguarded",
            f"`{found.local.name}` may be `none` here",
            found.span,
            help=f"ask first: `if {found.local.name} is not none:`",
        )


def hint(found: Type, wanted: Type) -> str:
    """Say what may have been meant."""
    if isinstance(found, Set) and isinstance(wanted, Int):
        return "how many there are is `count(…)`"
    if isinstance(found, Set) and isinstance(wanted, Bool):
        return "whether there are any is `… is not empty`"
    if isinstance(found, Set) and isinstance(wanted, Thing):
        return "one of them is `top of …`, `only(x in …)` or `first(x in …)`"
    if isinstance(found, Int) and isinstance(wanted, Bool):
        return "compare it: `… > 0`"
    return ""


def condition(context: Context, node: syntax.Expr, scope: Scope, what: str = "the condition") -> typed.Expr:
    """Type a condition."""
    return check(context, node, scope, BOOL, what)


def number(context: Context, node: syntax.Expr, scope: Scope, what: str = "this") -> typed.Expr:
    """Type a number."""
    return check(context, node, scope, INT, what)


def source(context: Context, node: syntax.Expr, scope: Scope, *, function: bool = False) -> typed.Expr:
    """Type what stands behind `in` or `from`: a set, a type or a range. With `function`, any value too."""
    if isinstance(node, syntax.Range):
        low, high = number(context, node.low, scope, "a bound"), number(context, node.high, scope, "a bound")
        return typed.Span_(node.span, Set(False, Int(False, known(low, False), known(high, True))), low, high)
    if isinstance(node, syntax.Name) and not function and node.name in context.types:
        kind = context.types[node.name][0]
        return typed.TypeValues(node.span, Set(False, kind))
    if isinstance(node, syntax.Name) and not function and node.name == "player":
        return context.bad("name-misplaced", "`player` is a type", node.span, help="write `players`")
    if isinstance(node, syntax.Name) and not function and context.is_unknown(node.name, scope):
        known_here = [*scope.names(), *context.values, *context.types, "players", "box"]
        near = nearest(node.name, known_here)
        context.unknown(
            "zone" if near in context.rules.zones else "zone, set or type", node.name, node.span, known_here
        )
        return typed.Value(node.span, BAD, 0)
    found = expression(context, node, scope)
    if function or is_bad(found.type):
        return found
    if not isinstance(found.type, Set):
        return context.bad(
            "type-mismatch",
            f"a set, zone, type or range is expected, not {named(found.type)}",
            node.span,
            help=f"`1..{node.span.text}`" if isinstance(found.type, Int) else "",
        )
    return found


def known(bound: typed.Expr, high: bool) -> Limit | None:
    """Return a bound that is a plain number or a name each load knows."""
    match bound:
        case typed.Value(value=int() as value):
            return value
        case typed.ConstantRef(constant=constant, indexes=()):
            return constant.name
        case typed.ParameterRef(parameter=parameter):
            return parameter.name
        case _:
            kind = bound.type
            return (kind.high if high else kind.low) if isinstance(kind, Int) else None


def members(of: Type) -> Type:
    """Return the type of a source's members."""
    return of.of.sure() if isinstance(of, Set) else BAD
