"""Indexes and arguments: zones, variables and functions with what they are asked of."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import syntax, typed
from rulewright.dsl.resolve import functions
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import check, source
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    BAD,
    Set,
    Thing,
    Type,
    fits,
    named,
)


def check_indexes(
    context: Context, text: str, span: Span, wanted: Sequence[Type], indexes: Sequence[typed.Expr]
) -> bool:
    """Check number and types of the indexes in brackets."""
    if len(wanted) != len(indexes):
        if not wanted:
            context.error("type-index", f"`{text}` takes no index", span)
        else:
            names = ", ".join(named(w).removeprefix("a ") for w in wanted)
            context.error(
                "type-index",
                f"`{text}` needs {len(wanted)} index{'es' if len(wanted) > 1 else ''}",
                span,
                help=f"write `{text}[{names}]`",
            )
        return False
    for kind, index in zip(wanted, indexes, strict=True):
        if not fits(index.type, kind.maybe()):
            context.error("type-index", f"the index is {named(kind)}, not {named(index.type)}", index.span)
            return False
    return True


def place(
    context: Context, zone: typed.Zone, span: Span, subject: typed.Expr | None, indexes: Sequence[typed.Expr]
) -> typed.Expr:
    """Type a zone with its subject and indexes; fewer indexes make a union."""
    kind = Set(False, Thing(False, tuple(sorted(zone.kinds))))
    slots: list[typed.Expr | None] = [None] * len(zone.each)
    if zone.dot is not None:
        slots[zone.dot] = subject
    free = [n for n in range(len(zone.each)) if n != zone.dot]
    if len(indexes) > len(free):
        context.error("type-index", f"`{zone.name}` has too many indexes here", span)
        return typed.Value(span, BAD, 0)
    for number, index in zip(free, indexes, strict=False):
        wanted = zone.each[number]
        if not fits(index.type, wanted.maybe()):
            context.error("type-index", f"the index is {named(wanted)}, not {named(index.type)}", index.span)
        slots[number] = index
    return typed.Place(span, kind, zone, tuple(slots))


def variable_of(
    context: Context, variable: typed.Variable, of: typed.Expr, span: Span, indexes: Sequence[typed.Expr]
) -> typed.Expr:
    """Type a variable that belongs to a player or component."""
    others = [i for n, i in enumerate(variable.each) if n != variable.dot]
    if not check_indexes(context, variable.name, span, others, indexes):
        return typed.Value(span, BAD, 0)
    slots = list(indexes)
    slots.insert(variable.dot or 0, of)
    return typed.VariableRef(span, variable.type, variable, tuple(slots))


def argument_list(
    context: Context, function: typed.Function, span: Span, scope: Scope, args: Sequence[syntax.Expr] | None
) -> list[typed.Expr]:
    """Type the arguments of a call against `given`."""
    return arguments(context, function.name, function.given, span, scope, args or ())


def arguments(
    context: Context,
    name_: str,
    given: Sequence[typed.Local],
    span: Span,
    scope: Scope,
    args: Sequence[syntax.Expr],
) -> list[typed.Expr]:
    """Type arguments against the declared ones, reporting number and types."""
    found = []
    for local, node in zip(given, args, strict=False):
        if isinstance(local.type, Set):
            value = source(context, node, scope)
            if not fits(value.type, local.type):
                context.error(
                    "type-arguments",
                    f"`{local.name}` is {named(local.type)}, not {named(value.type)}",
                    value.span,
                )
        else:
            value = check(context, node, scope, local.type, f"`{local.name}`")
        found.append(value)
    if len(args) != len(given):
        wanted = ", ".join(f"{g.name} ({named(g.type)})" for g in given) or "none"
        context.error(
            "type-arguments",
            f"`{name_}` takes {len(given)} argument{'' if len(given) == 1 else 's'}, not {len(args)}",
            span,
            help=f"its arguments: {wanted}",
        )
        found += [typed.Value(span, BAD, 0)] * (len(given) - len(found))
    return found


def call(
    context: Context,
    function: typed.Function,
    span: Span,
    args: Sequence[typed.Expr],
    subject: typed.Expr | None = None,
) -> typed.Expr:
    """Type the call of a function whose arguments are typed."""
    result = functions.result_type(context, function, span)
    everything = ([subject] if subject is not None else []) + list(args)
    return typed.Call(span, result, function, tuple(everything))
