"""Binders, `where`, and what conditions tell about locals."""

from __future__ import annotations

from rulewright.dsl import syntax, typed
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import condition, members, source
from rulewright.dsl.resolve.local_names import local_name
from rulewright.dsl.types import Nothing, Thing, Type, join


def bind(
    context: Context, binders: tuple[syntax.Binder, ...], scope: Scope
) -> tuple[tuple[tuple[typed.Local, typed.Expr], ...], Scope]:
    """Type binders in order; a later source may use an earlier name."""
    found = []
    for binder in binders:
        over = source(context, binder.source, scope)
        local_name(context, binder.name, binder.name_span)
        if scope.find(binder.name) is not None:
            context.error(
                "name-hidden",
                f"`{binder.name}` is used already",
                binder.name_span,
                help="choose another name",
            )
        local = typed.Local(binder.name, members(over.type), binder.name_span, over)
        scope = scope.child(local)
        found.append((local, over))
    return tuple(found), scope


def where(context: Context, node: syntax.Expr | None, scope: Scope) -> tuple[typed.Expr | None, Scope]:
    """Type a `where`, and return the scope in which it is known to hold."""
    if node is None:
        return None, scope
    inner = scope.child()
    inner.inside = scope.inside or "where"
    found = condition(context, node, inner)
    return found, scope.child(facts=facts(found, True))


def facts(found: typed.Expr, holds: bool) -> dict[typed.Local, Type]:
    """Return what is known about locals when a condition holds (or doesn't)."""
    match found:
        case typed.Reveal(of=of):
            return facts(of, holds)
        case typed.Not(of=of):
            return facts(of, not holds)
        case typed.And(items=items) if holds:
            return {k: v for item in items for k, v in facts(item, True).items()}
        case typed.Or(items=items) if not holds:
            return {k: v for item in items for k, v in facts(item, False).items()}
        case typed.Or(items=items):
            return common([facts(item, True) for item in items])
        case typed.And(items=items):
            return common([facts(item, False) for item in items])
        case typed.OfKind(
            of=typed.LocalRef(local=local, type=Thing(kinds=kinds)), kind=kind, negated=negated
        ):
            if holds != negated:
                return {local: Thing(False, (kind,))}
            return {local: Thing(found.of.type.optional, tuple(k for k in kinds if k != kind))}
        case typed.Same(left=typed.LocalRef(local=local, type=kind), right=right, negated=negated):
            if isinstance(right.type, Nothing):
                return {local: kind.sure()} if holds == negated else {}
            return {local: kind.sure()} if holds != negated and not right.type.optional else {}
        case _:
            return {}


def common(each: list[dict[typed.Local, Type]]) -> dict[typed.Local, Type]:
    """Return what is known when one of several conditions holds."""
    found: dict[typed.Local, Type] = {}
    for local, kind in each[0].items():
        whole: Type | None = kind
        for other in each[1:]:
            whole = join(whole, other[local]) if whole is not None and local in other else None
        if whole is not None:
            found[local] = whole
    return found
