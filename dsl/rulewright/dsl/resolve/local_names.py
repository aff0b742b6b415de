"""Names that rules bind and sections declare: reserved words refused, nothing hidden (3.3)."""

from __future__ import annotations

from rulewright.dsl import tree, typed
from rulewright.dsl.diagnostics import Related
from rulewright.dsl.parse import RESERVED
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.source import Span


def check_name(context: Context, word: tree.Word) -> None:
    """Refuse reserved words as names."""
    if word.value in RESERVED:
        context.error(
            "name-reserved",
            f"`{word.value}` is a word of the language",
            word.span,
            help="choose another name",
        )


def local_name(context: Context, name: str, span: Span) -> None:
    """Refuse a local that is a reserved word or hides another value."""
    if name in RESERVED:
        context.error(
            "name-reserved", f"`{name}` is a word of the language", span, help="choose another name"
        )
    elif name in context.values:
        context.error(
            "name-hidden",
            f"`{name}` would hide the {kind_of(context, name)} of that name",
            span,
            help="choose another name",
            related=[Related(context.values[name][1], "declared here")],
        )
    elif name in context.enum_values:
        enum = context.enum_values[name][0]
        context.error(
            "name-hidden",
            f"`{name}` would hide a value of `{enum.name}`",
            span,
            help="choose another name",
            related=[Related(enum.span, "the type")],
        )


def enter(context: Context, local: typed.Local, scope: Scope) -> typed.Local:
    """Bind a local for the rest of the block that a scope stands for."""
    local_name(context, local.name, local.span)
    seen = scope.find(local.name)
    if seen is not None:
        context.error(
            "name-hidden",
            f"`{local.name}` is used already",
            local.span,
            help="choose another name",
            related=[Related(seen.span, "first used here")],
        )
    scope.locals[local.name] = local
    return local


def kind_of(context: Context, name: str) -> str:
    """Return what a name is, for messages."""
    thing = context.values[name][0]
    return {
        typed.Constant: "constant",
        typed.Parameter: "parameter",
        typed.EnumDecl: "type",
        typed.Variable: "variable",
        typed.Zone: "zone",
        typed.Function: "function",
        typed.Odds: "odds",
        typed.Kind: "component",
    }[type(thing)]
