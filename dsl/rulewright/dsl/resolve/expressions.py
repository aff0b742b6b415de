"""Operators and aggregates -> typed expressions (section 5)."""

from __future__ import annotations

from rulewright.dsl import syntax, typed
from rulewright.dsl.resolve import paths
from rulewright.dsl.resolve.binders import bind, facts, where
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import FORMS, check, condition, expression, hint, members, number, source
from rulewright.dsl.resolve.orders import order
from rulewright.dsl.resolve.types_of import private
from rulewright.dsl.types import (
    BAD,
    BOOL,
    INT,
    Int,
    Private,
    Set,
    Thing,
    Type,
    comparable,
    is_bad,
    join,
    named,
)


def number_form(context: Context, node: syntax.Number, scope: Scope, wanted: Type | None) -> typed.Expr:
    if isinstance(wanted, Private):
        return private(context, wanted, node.value, node.span)
    return typed.Value(node.span, Int(False, node.value, node.value), node.value)


def listing(context: Context, node: syntax.Listing, scope: Scope, wanted: Type | None) -> typed.Expr:
    inner = wanted.of if isinstance(wanted, Set) else wanted
    items = tuple(expression(context, item, scope, inner) for item in node.items)
    kind: Type | None = None
    for item in items:
        joined = item.type if kind is None else join(kind, item.type)
        if joined is None:
            return context.bad(
                "type-mismatch",
                f"a list has values of one type: {named(kind or BAD)} and {named(item.type)} don't mix",
                item.span,
            )
        kind = joined
    return typed.Listing(node.span, Set(False, kind or BAD), items)


def range_form(context: Context, node: syntax.Range, scope: Scope, wanted: Type | None) -> typed.Expr:
    return source(context, node, scope)


def turned(node: syntax.Over) -> str:
    """Write an aggregate in the form that its word takes: with `for` or with `where`."""
    binders = ", ".join(f"{b.name} in {b.source.span.text}" for b in node.binders)
    where = node.where.span.text if node.where is not None else ""
    if node.fn == "all":
        return f"all({where or '…'} for {binders})"
    if node.value is None:
        return f"{node.fn}(… for {binders}{f' where {where}' if where else ''})"
    value = node.value.span.text
    test = f"{where} and {value}" if where else value
    return f"{node.fn}({binders} where {test if node.fn != 'first' and node.fn != 'only' else where or '…'})"


def over(context: Context, node: syntax.Over, scope: Scope, wanted: Type | None) -> typed.Expr:
    fn = node.fn
    if fn not in ("count", "any", "all", "sum", "max", "min", "first", "only"):
        return context.bad(
            "type-aggregate",
            f"`{fn}` doesn't go over a set",
            node.span,
            help="count, any, all, sum, max, min, first, only do",
        )
    valued = fn in ("all", "sum", "max", "min")
    if valued and node.value is None:
        return context.bad(
            "type-aggregate", f"`{fn}` needs a value", node.span, help=f"write `{turned(node)}`"
        )
    if not valued and node.value is not None:
        return context.bad(
            "type-aggregate", f"`{fn}` takes no value", node.span, help=f"write `{turned(node)}`"
        )
    if fn in ("first", "only") and len(node.binders) > 1:
        return context.bad("type-aggregate", f"`{fn}` goes over one set", node.span)
    if node.order is not None and fn != "first":
        return context.bad(
            "type-aggregate", f"`{fn}` takes no order", node.order.span, help="only `first` does"
        )
    if node.otherwise is not None and fn not in ("max", "min", "first", "only"):
        return context.bad("type-aggregate", f"`{fn}` takes no `otherwise`", node.otherwise.span)
    binders, inner = bind(context, node.binders, scope)
    test, inner = where(context, node.where, inner)
    value = None
    if node.value is not None:
        value = check(context, node.value, inner, BOOL if fn == "all" else INT, "the value")
    order_ = order(context, node.order, inner, binders[0][0]) if node.order is not None else None
    element = inner.type_of(binders[0][0]) if fn in ("first", "only") else INT
    otherwise = None
    if node.otherwise is not None:
        otherwise = expression(context, node.otherwise, scope, element)
        joined = join(element, otherwise.type)
        if joined is None:
            return context.bad(
                "type-mismatch",
                f"`otherwise` must be {named(element)}, not {named(otherwise.type)}",
                otherwise.span,
            )
        element = joined
    kinds: dict[str, Type] = {"count": INT, "any": BOOL, "all": BOOL, "sum": INT}
    result = kinds.get(fn) or (element if node.otherwise is not None else element.maybe())
    return typed.Over(node.span, result, fn, value, binders, test, order_, otherwise)


def every(context: Context, node: syntax.Every, scope: Scope, wanted: Type | None) -> typed.Expr:
    binders, inner = bind(context, (node.binder,), scope)
    test, inner = where(context, node.where, inner)
    local, of = binders[0]
    return typed.Every(node.span, Set(False, inner.type_of(local)), local, of, test)


def ordered_place(context: Context, node: syntax.Expr, scope: Scope, what: str) -> typed.Expr:
    """Type a pile or row."""
    if isinstance(node, syntax.Dot) and isinstance(expression(context, node.of, scope), typed.Place):
        return context.bad("type-zone", f"`{what}` speaks of one pile or row", node.span, help=top_hint(node))
    found = expression(context, node, scope)
    if is_bad(found.type):
        return found
    if not isinstance(found, typed.Place) or found.zone is None or None in found.indexes:
        return context.bad("type-zone", f"`{what}` speaks of one pile or row", node.span, help=top_hint(node))
    if found.zone.form == "set":
        return context.bad(
            "type-zone",
            f"`{found.zone.name}` has no order",
            node.span,
            help="declare it `as: pile` or `as: row`, or use `only(x in …)`",
        )
    return found


def top_hint(node: syntax.Expr) -> str:
    """Explain how far `top of` reaches."""
    if isinstance(node, syntax.Dot):
        return f"`top of {node.span.text}` is the top of `{node.span.text}`; write `(top of {node.of.span.text}).{node.name}`"
    return ""


def end_of(context: Context, node: syntax.EndOf, scope: Scope, wanted: Type | None) -> typed.Expr:
    of = ordered_place(context, node.of, scope, "top of" if node.top else "bottom of")
    return typed.EndOf(node.span, members(of.type).maybe() if not is_bad(of.type) else BAD, node.top, of)


def ends_of(context: Context, node: syntax.EndsOf, scope: Scope, wanted: Type | None) -> typed.Expr:
    of = ordered_place(context, node.of, scope, "top n of" if node.top else "bottom n of")
    return typed.EndsOf(node.span, of.type, node.top, number(context, node.count, scope, "how many"), of)


def position(context: Context, node: syntax.Position, scope: Scope, wanted: Type | None) -> typed.Expr:
    of = expression(context, node.of, scope)
    if not is_bad(of.type) and not isinstance(of.type, Thing):
        return context.bad(
            "type-mismatch", f"`position of` speaks of a component, not {named(of.type)}", node.span
        )
    return typed.Position(node.span, INT, of)


def minus(context: Context, node: syntax.Minus, scope: Scope, wanted: Type | None) -> typed.Expr:
    of = number(context, node.of, scope)
    if isinstance(of, typed.Value) and of.value is not None:
        return typed.Value(node.span, Int(False, -of.value, -of.value), -of.value)
    return typed.Minus(node.span, INT, of)


def arithmetic(context: Context, node: syntax.Arithmetic, scope: Scope, wanted: Type | None) -> typed.Expr:
    left, right = (
        number(context, node.left, scope, "the left side"),
        number(context, node.right, scope, "the right side"),
    )
    if node.op == "/" and node.rounded is None:
        context.error(
            "type-rounding",
            "a division says how it rounds",
            node.span,
            help=f"write `{node.span.text} rounded down` or `rounded up`",
        )
    if node.op != "/" and node.rounded is not None:
        context.error(
            "type-rounding",
            "only a division is rounded",
            node.span,
            help=f"leave `rounded {node.rounded}` away",
        )
    if node.op in ("/", "mod") and isinstance(right, typed.Value) and right.value == 0:
        context.error("type-range", "division by 0", right.span)
    return typed.Arithmetic(node.span, INT, node.op, left, right, node.rounded)


def compare(context: Context, node: syntax.Compare, scope: Scope, wanted: Type | None) -> typed.Expr:
    left, right = (
        number(context, node.left, scope, "the left side"),
        number(context, node.right, scope, "the right side"),
    )
    return typed.Compare(node.span, BOOL, node.op, left, right)


def same(context: Context, node: syntax.Is, scope: Scope, wanted: Type | None) -> typed.Expr:
    if (
        isinstance(node.right, syntax.Name)
        and scope.find(node.right.name) is None
        and node.right.name not in context.values
    ):
        kind = context.types.get(node.right.name, (None,))[0]
        if isinstance(kind, Thing):
            return context.bad(
                "type-compare",
                f"`{node.right.name}` is a kind of component",
                node.right.span,
                help=f"write `is{' not' if node.negated else ''} a {node.right.name}`",
            )
    first = private_side(context, node.left, scope)
    if first is not None:
        right = expression(context, node.right, scope)
        left = expression(context, node.left, scope, right.type)
    else:
        left = expression(context, node.left, scope)
        right = expression(context, node.right, scope, left.type)
    if not comparable(left.type, right.type):
        context.error(
            "type-compare",
            f"{named(left.type)} and {named(right.type)} are never the same",
            node.span,
            help=hint(left.type, right.type) or hint(right.type, left.type),
        )
    elif isinstance(left.type, Set) and not is_bad(left.type):
        context.error(
            "type-set", "sets aren't compared", node.span, help="compare their counts, or test members"
        )
    return typed.Same(node.span, BOOL, left, right, node.negated)


def private_side(context: Context, node: syntax.Expr, scope: Scope) -> Type | None:
    """Tell whether the left side is a word that only its right side explains."""
    if isinstance(node, syntax.Name) and scope.find(node.name) is None:
        unknown = node.name not in context.values and node.name not in context.enum_values
        if unknown and any(node.name in (p.values or ()) for p in context.rules.parameters.values()):
            return BAD
    return None


def empty(context: Context, node: syntax.IsEmpty, scope: Scope, wanted: Type | None) -> typed.Expr:
    return typed.Empty(node.span, BOOL, source(context, node.of, scope), node.negated)


def of_kind(context: Context, node: syntax.IsKind, scope: Scope, wanted: Type | None) -> typed.Expr:
    of = expression(context, node.of, scope)
    kind = context.types.get(node.kind, (None,))[0]
    if not isinstance(kind, Thing):
        if kind is not None:
            return context.bad(
                "type-mismatch",
                f"`{node.kind}` isn't a kind of component",
                node.kind_span,
                help=f"for values write `is in {node.kind}`",
            )
        context.unknown("kind of component", node.kind, node.kind_span, context.rules.kinds)
        return typed.Value(node.span, BAD, 0)
    if is_bad(of.type):
        return typed.Value(node.span, BAD, 0)
    if not isinstance(of.type, Thing):
        return context.bad("type-mismatch", f"only components have a kind, not {named(of.type)}", of.span)
    if node.kind not in of.type.kinds:
        return context.bad("type-compare", f"{named(of.type.sure())} is never a {node.kind}", node.span)
    return typed.OfKind(node.span, BOOL, of, node.kind, node.negated)


def is_in(context: Context, node: syntax.IsIn, scope: Scope, wanted: Type | None) -> typed.Expr:
    of = expression(context, node.of, scope)
    if isinstance(node.source, syntax.Listing):
        set_ = listing(context, node.source, scope, Set(False, of.type))
    else:
        set_ = source(context, node.source, scope)
    if isinstance(set_.type, Set) and not comparable(of.type, set_.type.of):
        context.error("type-compare", f"{named(of.type)} is never in {named(set_.type)}", node.span)
    return typed.Member(node.span, BOOL, of, set_, node.negated)


def facing(context: Context, node: syntax.IsFacing, scope: Scope, wanted: Type | None) -> typed.Expr:
    of = expression(context, node.of, scope)
    if not is_bad(of.type) and not isinstance(of.type, Thing):
        return context.bad(
            "type-mismatch", f"only components lie face up or down, not {named(of.type)}", of.span
        )
    return typed.Facing(node.span, BOOL, of, node.up, node.negated)


def negation(context: Context, node: syntax.Not, scope: Scope, wanted: Type | None) -> typed.Expr:
    return typed.Not(node.span, BOOL, condition(context, node.of, scope))


def conjunction(context: Context, node: syntax.And, scope: Scope, wanted: Type | None) -> typed.Expr:
    items = []
    for item in node.items:
        found = condition(context, item, scope)
        items.append(found)
        scope = scope.child(facts=facts(found, True))
    return typed.And(node.span, BOOL, tuple(items))


def disjunction(context: Context, node: syntax.Or, scope: Scope, wanted: Type | None) -> typed.Expr:
    items = []
    for before, item in zip((None, *node.items), node.items, strict=False):
        found = alternative(context, before, item) or condition(context, item, scope)
        items.append(found)
        scope = scope.child(facts=facts(found, False))
    return typed.Or(node.span, BOOL, tuple(items))


def alternative(context: Context, before: syntax.Expr | None, item: syntax.Expr) -> typed.Expr | None:
    """Report `x is a or b`, which compares only once."""
    plain = isinstance(item, syntax.Number) or (
        isinstance(item, syntax.Name) and item.name in context.enum_values
    )
    if not plain or not isinstance(before, syntax.Is):
        return None
    left, right = before.left.span.text, before.right.span.text
    return context.bad(
        "type-mismatch",
        f"`{item.span.text}` alone asks nothing",
        item.span,
        help=f"write `{left} is {'not ' if before.negated else ''}in [{right}, {item.span.text}]`",
    )


def reveal(context: Context, node: syntax.Reveal, scope: Scope, wanted: Type | None) -> typed.Expr:
    if scope.inside in ("function", "where", "when", "choose", "phase", "score"):
        context.error(
            "reveal-place",
            "`reveal` can't stand here",
            node.span,
            help="it stands at the beginning of a condition or a `let`",
        )
    of = expression(context, node.of, scope)
    return typed.Reveal(node.span, of.type, of)


def either(context: Context, node: syntax.Either, scope: Scope, wanted: Type | None) -> typed.Expr:
    test = condition(context, node.condition, scope)
    then = expression(context, node.then, scope.child(facts=facts(test, True)), wanted)
    otherwise = expression(context, node.otherwise, scope.child(facts=facts(test, False)), wanted)
    kind = join(then.type, otherwise.type)
    if kind is None:
        return context.bad(
            "type-mismatch",
            f"both values have one type: {named(then.type)} and {named(otherwise.type)} don't mix",
            node.span,
        )
    return typed.Either(node.span, kind, test, then, otherwise)


FORMS.update(
    {
        syntax.Number: number_form,
        syntax.Name: paths.name,
        syntax.Listing: listing,
        syntax.Dot: lambda c, n, s, w: paths.dot(c, n, s, (), w),
        syntax.Index: paths.index,
        syntax.Call: lambda c, n, s, w: paths.named_call(c, n, s),
        syntax.Range: range_form,
        syntax.Over: over,
        syntax.Every: every,
        syntax.EndOf: end_of,
        syntax.EndsOf: ends_of,
        syntax.Position: position,
        syntax.Minus: minus,
        syntax.Arithmetic: arithmetic,
        syntax.Compare: compare,
        syntax.Is: same,
        syntax.IsEmpty: empty,
        syntax.IsKind: of_kind,
        syntax.IsIn: is_in,
        syntax.IsFacing: facing,
        syntax.Not: negation,
        syntax.And: conjunction,
        syntax.Or: disjunction,
        syntax.Reveal: reveal,
        syntax.Either: either,
    }
)
