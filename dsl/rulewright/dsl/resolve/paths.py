"""Names, dots, indexes and calls -> typed expressions (3.3)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import syntax, typed
from rulewright.dsl.resolve import functions
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import check, expression, source
from rulewright.dsl.resolve.types_of import private
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

COUNTS = ("count", "size", "length", "len", "amount", "number")
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


def explain_unknown(context: Context, text: str, span: Span, scope: Scope) -> None:
    """Report an unknown bare name, saying where the name does exist."""
    rules = context.rules
    if text in context.types:
        found = context.types[text][0]
        if isinstance(found, Thing):
            context.error(
                "name-misplaced",
                f"`{text}` is a kind of component",
                span,
                help=f"to ask what something is, write `is a {text}`",
            )
        else:
            context.error(
                "name-misplaced", f"`{text}` is a type", span, help="types stand behind `in` and `from`"
            )
        return
    for family, thing in (("zone", rules.zones.get(text)), ("variable", rules.variables.get(text))):
        if thing is not None and thing.dot is not None:
            whose = thing.each[thing.dot]
            owner = "player" if isinstance(whose, Player) else named(whose)
            context.error(
                "name-misplaced",
                f"the {family} `{text}` belongs to a {owner.removeprefix('a ')}",
                span,
                help=f"write whose: `me.{text}`, `players.{text}`"
                if owner == "player"
                else f"write whose: `x.{text}`",
            )
            return
    function = rules.functions.get(text)
    if function is not None and function.subject is not None:
        context.error(
            "name-misplaced",
            f"`{text}` is asked of a {'player' if function.subject.name == 'me' else named(function.subject.type).removeprefix('a ')}",
            span,
            help=f"write whose: `{function.subject.name}.{text}`",
        )
        return
    if text in rules.procedures or text in rules.phases:
        context.error(
            "name-misplaced",
            f"`{text}` is something to do, not a value",
            span,
            help=f"write `do {text}`, or `can {text}` to ask whether it may be done",
        )
        return
    known = [*scope.names(), *context.values, *context.enum_values, "players", "first_player", "box"]
    context.unknown("value", text, span, known, help=meant_by(context, text, scope))


def meant_by(context: Context, text: str, scope: Scope) -> str:
    """Say what a bare name that is none may stand for: an attribute of something named here, or a printed text."""
    for local in scope.names():
        found = scope.find(local)
        kinds = found.type.kinds if found is not None and isinstance(found.type, Thing) else ()
        if any(
            text in context.rules.kinds[k].has or text in context.rules.kinds[k].keeps
            for k in kinds
            if k in context.rules.kinds
        ):
            return f"write `{local}.{text}`"
    for kind in context.rules.kinds.values():
        for row in kind.rows:
            for name_, printed in row.texts.items():
                if text in printed.values.values():
                    return f"it is a `{name_}`, which is only printed: ask for another attribute of the {kind.name}"
    return ""


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


def names_of_player(context: Context) -> list[str]:
    """Return what can stand behind the dot of a player."""
    rules = context.rules
    found = [z.name for z in rules.zones.values() if z.dot is not None and isinstance(z.each[z.dot], Player)]
    found += [
        v.name for v in rules.variables.values() if v.dot is not None and isinstance(v.each[v.dot], Player)
    ]
    return found + [
        f.name for f in rules.functions.values() if f.subject is not None and f.subject.name == "me"
    ]


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


def explain_attribute(context: Context, kind: Thing, text: str, span: Span) -> None:
    """Report an unknown property of a component; if only some of its kinds have it, say so."""
    if not kind.kinds:
        return
    rules = context.rules
    having = [
        k
        for k in kind.kinds
        if k in rules.kinds and (text in rules.kinds[k].has or text in rules.kinds[k].keeps)
    ]
    if having:
        context.error(
            "type-mismatch",
            f"only a {' or '.join(having)} has `{text}`",
            span,
            help=f"ask first: `… is a {having[0]} and …`",
        )
        return
    known: list[str] = ["owner"]
    for name_ in kind.kinds:
        if name_ in rules.kinds:
            known += [*rules.kinds[name_].has, *rules.kinds[name_].keeps]
    families: list[typed.Zone | typed.Variable] = [*rules.zones.values(), *rules.variables.values()]
    for family in families:
        if family.dot is not None and fits(kind.sure(), family.each[family.dot]):
            known.append(family.name)
    known += [
        f.name
        for f in rules.functions.values()
        if f.subject is not None and fits(kind.sure(), f.subject.type)
    ]
    help = "how many there are is `count(…)`" if text in COUNTS else ""
    context.unknown(f"property of a {' or '.join(kind.kinds)}", text, span, known, help=help)


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
