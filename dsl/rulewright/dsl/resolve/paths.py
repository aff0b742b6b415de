"""Names, dots, indexes and calls -> typed expressions (3.3)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import syntax, typed
from rulewright.dsl.resolve.calls import argument_list, call, check_indexes, place, variable_of
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import check, expression, source
from rulewright.dsl.resolve.types_of import private
from rulewright.dsl.resolve.unknown import COUNTS, explain_attribute, explain_unknown, names_of_player
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    BAD,
    BOOL,
    INT,
    NOTHING,
    PLAYER,
    Bad,
    Deed,
    Enum,
    Player,
    Private,
    Set,
    Thing,
    Type,
    Words,
    fits,
    is_bad,
    join,
    named,
)

FOREIGN_FUNCTIONS = {
    **dict.fromkeys(
        ("random", "rand", "randint", "roll", "dice", "die"), "write `chance chooses NAME from 1..6`"
    ),
    **dict.fromkeys(("len", "size", "length"), "write `count(…)`"),
    "range": "write `1..4`, as in `for n in 1..4:`",
    "abs": "write `max(a - b, b - a)`",
}
"""What other languages call so."""


def name(context: Context, node: syntax.Name, scope: Scope, wanted: Type | None) -> typed.Expr:
    """Type a bare name."""
    if isinstance(wanted, Private) and node.name in (context.rules.parameters[wanted.parameter].values or ()):
        return private(context, wanted, node.name, node.span)
    if isinstance(wanted, Deed) and scope.find(node.name) is None and node.name in context.rules.procedures:
        return typed.Value(node.span, wanted.sure(), list(context.rules.procedures).index(node.name))
    found = bare(context, node.name, node.span, scope, ())
    if found is not None:
        return found
    context.unknown("value", node.name, node.span, [])
    return typed.Value(node.span, BAD, 0)


def bare(
    context: Context, text: str, span: Span, scope: Scope, indexes: Sequence[typed.Expr]
) -> typed.Expr | None:
    """Type a bare name followed by these indexes in brackets; reports what it can't be."""
    local = scope.find(text)
    if local is not None:
        return typed.LocalRef(span, scope.type_of(local), local)
    if scope.bare is not None:
        of = typed.LocalRef(span, scope.bare.type, scope.bare)
        member = thing_member(context, of, text, span, indexes, scope, None, quiet=True)
        if member is not None:
            return member
    built = built_in(context, text, span)
    if built is not None:
        return built
    if text in context.enum_values:
        enum, number = context.enum_values[text]
        return typed.Value(span, Enum(False, enum.name), number)
    if text in context.values:
        return declared(context, text, span, indexes)
    explain_unknown(context, text, span, scope)
    return typed.Value(span, BAD, 0)


def built_in(context: Context, text: str, span: Span) -> typed.Expr | None:
    """Type a built-in name."""
    match text:
        case "players":
            return typed.Everyone(span, Set(False, PLAYER))
        case "none":
            return typed.Value(span, NOTHING, None)
        case "true" | "false":
            return typed.Value(span, BOOL, int(text == "true"))
        case "first_player":
            return typed.FirstPlayer(span, PLAYER)
        case "box":
            kinds = tuple(sorted(context.rules.kinds)) or tuple(
                sorted(c.name.value for c in context.rules.written.components)
            )
            return typed.Place(span, Set(False, Thing(False, kinds)), None, ())
        case "chance":
            return context.bad(
                "name-misplaced", "`chance` only chooses", span, help="`chance chooses x from …`"
            )
        case "me":
            return context.bad(
                "name-misplaced",
                "nobody is `me` here",
                span,
                help="`me` is known in turns, actions, score lines and whatever is `each: player`",
            )
        case "this":
            return context.bad(
                "name-misplaced",
                "nothing is `this` here",
                span,
                help="`this` is known in what is `each: KIND`",
            )
        case _:
            return None


def declared(context: Context, text: str, span: Span, indexes: Sequence[typed.Expr]) -> typed.Expr:
    """Type a declared bare name with these indexes."""
    thing = context.values[text][0]
    match thing:
        case typed.Constant():
            wanted = [i for i in thing.by if not isinstance(i, str)]
            check_indexes(context, text, span, wanted, indexes)
            return typed.ConstantRef(span, thing.type, thing, tuple(indexes))
        case typed.Parameter():
            check_indexes(context, text, span, [], indexes)
            return typed.ParameterRef(span, thing.type, thing)
        case typed.Variable():
            check_indexes(context, text, span, list(thing.each), indexes)
            return typed.VariableRef(span, thing.type, thing, tuple(indexes))
        case typed.Zone():
            return place(context, thing, span, None, indexes)
        case typed.Function():
            if thing.given:
                return context.bad(
                    "type-arguments",
                    f"`{text}` needs its arguments",
                    span,
                    help=f"write `{text}({', '.join(g.name for g in thing.given)})`",
                )
            return call(context, thing, span, [])
        case typed.Odds():
            return context.bad(
                "name-misplaced", f"`{text}` is a distribution: only chance chooses from it", span
            )
        case typed.Kind():
            return typed.Single(span, Thing(False, (thing.name,)), thing)
        case _:
            return context.bad("name-misplaced", f"`{text}` is a type", span)


def dot(
    context: Context, node: syntax.Dot, scope: Scope, indexes: Sequence[typed.Expr], wanted: Type | None
) -> typed.Expr:
    """Type `of.name`, `of.name(args)`, with following indexes."""
    of = expression(context, node.of, scope)
    args = None if node.args is None else list(node.args)
    return member(context, of, node.name, node.name_span, node.span, indexes, scope, args)


def member(
    context: Context,
    of: typed.Expr,
    text: str,
    name_span: Span,
    span: Span,
    indexes: Sequence[typed.Expr],
    scope: Scope,
    args: Sequence[syntax.Expr] | None,
) -> typed.Expr:
    """Type what stands behind a dot, by the type before it."""
    kind = of.type
    if is_bad(kind):
        return typed.Value(span, BAD, 0)
    if isinstance(kind, Set):
        local = typed.Local("·", kind.of.sure(), span)
        each = member(
            context, typed.LocalRef(span, local.type, local), text, name_span, span, indexes, scope, args
        )
        if is_bad(each.type):
            return each
        if not isinstance(each.type, Set):
            return context.bad(
                "type-set",
                f"a set has no single `{text}`",
                name_span,
                help=f"say what you want of all of them: `sum(x.{text} for x in …)`, `any(x in … where x.{text} …)`",
            )
        return typed.Union(span, each.type, of, local, each)
    if isinstance(of, typed.LocalRef) and of.local in context.careless and kind.optional:
        context.error(
            "type-unguarded",
            f"`{of.span.text}` may be `none` here",
            of.span,
            help=f"ask first: `if {of.span.text} is not none:`",
        )
        kind = kind.sure()
    if isinstance(kind, Player):
        found = player_member(context, of, text, span, indexes, scope, args)
        if found is None:
            known = ["left", "right", "score", *names_of_player(context)]
            help = f"write `count({span.text.rpartition('.')[0]})`" if text in COUNTS else ""
            context.unknown("property of a player", text, name_span, known, help=help)
        return found or typed.Value(span, BAD, 0)
    if isinstance(kind, Thing):
        found = thing_member(context, of, text, span, indexes, scope, args)
        if found is None:
            explain_attribute(context, kind, text, name_span)
        return found or typed.Value(span, BAD, 0)
    if isinstance(node_end := of, typed.EndOf):
        return context.bad("type-mismatch", "read as the top of that", node_end.span)
    return context.bad(
        "type-mismatch",
        f"{named(kind)} has no `.{text}`",
        name_span,
        help="a dot stands behind a player or a component",
    )


def player_member(
    context: Context,
    of: typed.Expr,
    text: str,
    span: Span,
    indexes: Sequence[typed.Expr],
    scope: Scope,
    args: Sequence[syntax.Expr] | None,
) -> typed.Expr | None:
    """Type what belongs to a player."""
    rules = context.rules
    zone = rules.zones.get(text)
    if zone is not None and zone.dot is not None and isinstance(zone.each[zone.dot], Player):
        return place(context, zone, span, of, indexes)
    variable = rules.variables.get(text)
    if variable is not None and variable.dot is not None and isinstance(variable.each[variable.dot], Player):
        return variable_of(context, variable, of, span, indexes)
    function = rules.functions.get(text)
    if function is not None and function.subject is not None and function.subject.name == "me":
        return call(context, function, span, argument_list(context, function, span, scope, args), of)
    if text in ("left", "right"):
        return typed.Neighbour(span, PLAYER, of, text == "left")
    if text == "score":
        return typed.Score(span, INT, of, None)
    return None


def thing_member(
    context: Context,
    of: typed.Expr,
    text: str,
    span: Span,
    indexes: Sequence[typed.Expr],
    scope: Scope,
    args: Sequence[syntax.Expr] | None,
    *,
    quiet: bool = False,
) -> typed.Expr | None:
    """Type what belongs to a component: attributes first, then zones, variables and functions of its kind."""
    assert isinstance(of.type, Thing)
    rules, kinds = context.rules, of.type.kinds
    attributes = [
        a
        for k in kinds
        if k in rules.kinds
        for a in (rules.kinds[k].has.get(text) or rules.kinds[k].keeps.get(text),)
        if a is not None
    ]
    if attributes and len(attributes) == len(kinds):
        kind = attributes[0].type
        for other in attributes[1:]:
            joined = join(kind, other.type)
            if joined is None:
                return context.bad(
                    "type-mismatch", f"`{text}` isn't the same for {' and '.join(kinds)}", span
                )
            kind = joined
        if attributes[0].each and not indexes and (scope.inside == "hole" or scope.bare is not None):
            return typed.AttributeRef(span, Words(), of, tuple(attributes), ())
        if indexes or attributes[0].each:
            check_indexes(context, text, span, list(attributes[0].each), indexes)
        return typed.AttributeRef(span, kind, of, tuple(attributes), tuple(indexes))
    zone = rules.zones.get(text)
    if zone is not None and zone.dot is not None and fits(of.type.sure(), zone.each[zone.dot]):
        return place(context, zone, span, of, indexes)
    variable = rules.variables.get(text)
    if (
        variable is not None
        and variable.dot is not None
        and fits(of.type.sure(), variable.each[variable.dot])
    ):
        return variable_of(context, variable, of, span, indexes)
    function = rules.functions.get(text)
    if function is not None and function.subject is not None and fits(of.type.sure(), function.subject.type):
        return call(context, function, span, argument_list(context, function, span, scope, args), of)
    if text == "owner" and not quiet:
        sure = all(k in rules.kinds and rules.kinds[k].each_player for k in kinds)
        return typed.Owner(span, PLAYER if sure else PLAYER.maybe(), of)
    return None


def named_call(context: Context, node: syntax.Call, scope: Scope) -> typed.Expr:
    """Type `f(args)`, `min(a, b)`, `count(z)`."""
    text = node.name
    if text in ("min", "max"):
        if len(node.args) < 2:
            return context.bad(
                "type-aggregate",
                f"`{text}` compares two or more values",
                node.span,
                help=f"of a set: `{text}(x.value for x in …)`",
            )
        return typed.Extreme(
            node.span, INT, text == "min", tuple(check(context, a, scope, INT, "a number") for a in node.args)
        )
    if text == "count":
        if len(node.args) != 1:
            return context.bad(
                "type-aggregate",
                "`count` takes one set",
                node.span,
                help="`count(me.hand)`, `count(c in me.hand where …)`",
            )
        return typed.Count(node.span, INT, source(context, node.args[0], scope))
    if text in ("any", "all", "sum", "first", "only"):
        forms = {
            "any": "any(c in me.hand where …)",
            "all": "all(… for c in me.hand)",
            "sum": "sum(c.value for c in me.hand)",
            "first": "first(c in me.hand where …)",
            "only": "only(c in me.hand where …)",
        }
        return context.bad(
            "type-aggregate",
            f"`{text}` goes over the members of a set",
            node.span,
            help=f"write `{forms[text]}`",
        )
    thing = context.values.get(text, (None, node.span))[0]
    if isinstance(thing, typed.Function):
        return call(context, thing, node.span, argument_list(context, thing, node.span, scope, node.args))
    function = context.rules.functions.get(text)
    if function is not None and function.subject is not None:
        return context.bad(
            "name-misplaced",
            f"`{text}` is asked of somebody or something",
            node.name_span,
            help=f"write `{function.subject.name}.{text}`",
        )
    if thing is not None:
        return context.bad(
            "name-misplaced", f"`{text}` isn't a function", node.name_span, help=f"write `{text}`"
        )
    context.unknown(
        "function", text, node.name_span, context.rules.functions, help=FOREIGN_FUNCTIONS.get(text, "")
    )
    return typed.Value(node.span, BAD, 0)


def index(context: Context, node: syntax.Index, scope: Scope, wanted: Type | None) -> typed.Expr:
    """Type `name[i]`, `x.name[i]`."""
    indexes = [expression(context, a, scope) for a in node.args]
    if any(isinstance(i.type, Bad) for i in indexes):
        return typed.Value(node.span, BAD, 0)
    match node.of:
        case syntax.Name():
            found = bare(context, node.of.name, node.of.span, scope, indexes)
            if isinstance(found, typed.LocalRef) and not is_bad(found.type):
                return context.bad("type-index", f"`{node.of.name}` takes no index", node.span)
            return found or typed.Value(node.span, BAD, 0)
        case syntax.Dot():
            return dot(context, node.of, scope, indexes, wanted)
        case _:
            return context.bad(
                "type-index", "only zones, variables, attributes and tables take an index", node.span
            )
