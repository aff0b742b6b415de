"""What stands behind `do` and `can` -> procedures and phases with typed arguments."""

from __future__ import annotations

from rulewright.dsl import syntax, typed
from rulewright.dsl.resolve.calls import arguments
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import FORMS, expression
from rulewright.dsl.types import BAD, BOOL, Deed, Thing, Type, fits, is_bad, named


def deed(context: Context, node: syntax.Expr, scope: Scope) -> typed.DoProcedure | typed.DoPhase | None:
    """Type a deed, or report why it is none."""
    match node:
        case syntax.Name(name=name):
            return bare(context, node, name, None, scope)
        case syntax.Call(name=name, args=args):
            return bare(context, node, name, args, scope)
        case syntax.Dot():
            return dotted(context, node, scope)
        case _:
            context.error(
                "name-misplaced",
                "a procedure or phase is expected",
                node.span,
                help="`do refill`, `do p.draw_up`",
            )
            return None


def bare(
    context: Context, node: syntax.Expr, name: str, args: tuple[syntax.Expr, ...] | None, scope: Scope
) -> typed.DoProcedure | typed.DoPhase | None:
    """Type a deed without a dot."""
    rules = context.rules
    if name in rules.phases:
        if args:
            context.error("type-arguments", "a phase takes no arguments", node.span)
        return typed.DoPhase(node.span, rules.phases[name])
    procedure = rules.procedures.get(name)
    if procedure is None:
        if name in rules.actions:
            context.error(
                "name-misplaced",
                f"`{name}` is an action",
                node.span,
                help=f"who does it chooses it: `me takes one of {name}`",
            )
        else:
            context.unknown("procedure or phase", name, node.span, [*rules.procedures, *rules.phases])
        return None
    if procedure.subject is not None:
        whose = "me" if procedure.subject.name == "me" else "this"
        context.error(
            "name-misplaced",
            f"`{name}` is done by somebody or something",
            node.span,
            help=f"write `do {whose}.{name}`",
        )
        return None
    found = arguments(context, name, procedure.given, node.span, scope, args or ())
    return typed.DoProcedure(node.span, (procedure,), None, tuple(found))


def dotted(context: Context, node: syntax.Dot, scope: Scope) -> typed.DoProcedure | None:
    """Type a deed behind a dot: a procedure of a player or kind, or one that an attribute names."""
    rules = context.rules
    of = expression(context, node.of, scope)
    if is_bad(of.type):
        return None
    if isinstance(of.type, Thing):
        attributes = [
            rules.kinds[k].has[node.name]
            for k in of.type.kinds
            if k in rules.kinds and node.name in rules.kinds[k].has
        ]
        if attributes and len(attributes) == len(of.type.kinds) and isinstance(attributes[0].type, Deed):
            return through(context, node, of, attributes, scope)
    procedure = rules.procedures.get(node.name)
    if procedure is None or procedure.subject is None:
        known = [
            p.name
            for p in rules.procedures.values()
            if p.subject is not None and fits(of.type.sure(), p.subject.type)
        ]
        if procedure is not None:
            context.error(
                "name-misplaced",
                f"`{node.name}` belongs to nobody",
                node.name_span,
                help=f"write `do {node.name}`",
            )
        else:
            context.unknown("procedure", node.name, node.name_span, known)
        return None
    if not fits(of.type.sure(), procedure.subject.type):
        context.error(
            "type-mismatch",
            f"`{node.name}` is done by {named(procedure.subject.type)}, not {named(of.type)}",
            node.of.span,
        )
        return None
    if isinstance(of, typed.LocalRef) and of.local in context.careless and of.type.optional:
        context.error(
            "type-unguarded",
            f"`{of.local.name}` may be `none` here",
            of.span,
            help=f"ask first: `if {of.local.name} is not none:`",
        )
    found = arguments(context, node.name, procedure.given, node.span, scope, node.args or ())
    return typed.DoProcedure(node.span, (procedure,), None, (of, *found))


def through(
    context: Context, node: syntax.Dot, of: typed.Expr, attributes: list[typed.Attribute], scope: Scope
) -> typed.DoProcedure | None:
    """Type a deed printed on a component."""
    deeds = named_deeds(context, attributes)
    if not deeds:
        context.error("type-mismatch", f"no component names a procedure in `{node.name}`", node.name_span)
        return None
    given = deeds[0].given
    for other in deeds[1:]:
        if [(g.name, g.type) for g in other.given] != [(g.name, g.type) for g in given]:
            context.error(
                "type-arguments",
                f"`{deeds[0].name}` and `{other.name}` take different arguments",
                node.name_span,
                help="all procedures that one attribute names have the same `given`",
            )
            return None
    found = arguments(context, node.name, given, node.span, scope, node.args or ())
    ref = typed.AttributeRef(node.span, attributes[0].type, of, tuple(attributes), ())
    return typed.DoProcedure(node.span, tuple(deeds), ref, (of, *found))


def named_deeds(context: Context, attributes: list[typed.Attribute]) -> list[typed.Procedure]:
    """Return the procedures that rows of cards name in these attributes, in declared order."""
    rules = context.rules
    words: set[str] = set()
    for attribute in attributes:
        for row in rules.kinds[attribute.kind].written.cards or ():
            value = row.values.get(attribute.name)
            for literal in value if isinstance(value, tuple) else (value,):
                if literal is not None and isinstance(getattr(literal, "value", None), str):
                    words.add(str(literal.value))  # type: ignore[union-attr]
    return [p for name, p in rules.procedures.items() if name in words]


def can(context: Context, node: syntax.Can, scope: Scope, wanted: Type | None) -> typed.Expr:
    """Type `can D(args)`."""
    found = deed(context, node.deed, scope)
    if found is None:
        return typed.Value(node.span, BAD, 0)
    if isinstance(found, typed.DoPhase):
        return context.bad("name-misplaced", "`can` asks of a procedure, not of a phase", node.span)
    return typed.Can(node.span, BOOL, found.deeds, found.through, found.arguments)


FORMS[syntax.Can] = can
