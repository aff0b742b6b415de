"""Clauses of order -> sort keys (4.4)."""

from __future__ import annotations

from rulewright.dsl import syntax, typed
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import check, expression
from rulewright.dsl.source import Span
from rulewright.dsl.types import PLAYER, Bool, Enum, Int, Player, Thing, is_bad, named


def order(context: Context, node: syntax.Order, scope: Scope, member: typed.Local | None) -> typed.Order:
    """Type a clause of order over a member (None: of several binders, then only sort keys fit)."""
    keys: list[typed.SortKey | typed.Seats] = []
    for key in node.keys:
        if isinstance(key, syntax.SortKey):
            keys.append(typed.SortKey(sort_value(context, key.value, scope), key.descending))
        else:
            start = check(context, key.start, scope, PLAYER, "where the order starts")
            of = seat_of(context, member, key.span, scope)
            keys.append(typed.Seats(key.clockwise, start, of))
    return typed.Order(tuple(keys))


def sort_value(context: Context, node: syntax.Expr, scope: Scope) -> typed.Expr:
    """Type a value to sort by: numbers, and enum values and yes/no in their order."""
    found = expression(context, node, scope)
    if not isinstance(found.type, Int | Enum | Bool | Player) and not is_bad(found.type):
        return context.bad("type-mismatch", f"can't sort by {named(found.type)}", node.span)
    return found


def seat_of(context: Context, member: typed.Local | None, span: Span, scope: Scope) -> typed.Expr | None:
    """Return the player whose seat counts: the member itself, or its owner."""
    if member is None:
        context.error("type-mismatch", "an order by seats needs one name before `in`", span)
        return None
    kind = scope.type_of(member)
    ref = typed.LocalRef(span, kind, member)
    if isinstance(kind, Player) or is_bad(kind):
        return ref
    if isinstance(kind, Thing):
        return typed.Owner(span, PLAYER.maybe(), ref)
    context.error("type-mismatch", f"{named(kind)} has no seat", span)
    return None
