"""Conditions -> what may change places in them, and their opposites."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import typed
from rulewright.dsl import types as t
from rulewright.dsl.diff.naming import Form, held

OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def flatten(kind: type[typed.And] | type[typed.Or], items: tuple[typed.Expr, ...]) -> list[typed.Expr]:
    """Return the members of nested `and`s or `or`s in one row."""
    found: list[typed.Expr] = []
    for item in items:
        inner = item
        if isinstance(item, typed.Not) and isinstance(item.of, typed.And | typed.Or):
            other = typed.Or if isinstance(item.of, typed.And) else typed.And
            inner = other(item.span, item.type, tuple(denied(i) for i in item.of.items))
        if isinstance(inner, kind):
            found += flatten(kind, inner.items)
        else:
            found.append(inner)
    return found


def conjuncts(form: Form) -> tuple[Form, ...]:
    """Return the conditions that all hold when one does."""
    return form[1:] if isinstance(form, tuple) and form[:1] == ("and",) else (form,)


def in_order(forms: list[Form]) -> list[Form]:
    """Return forms sorted, each once."""
    return sorted(dict.fromkeys(forms), key=repr)


def denied(e: typed.Expr) -> typed.Expr:
    """Return the opposite of a condition as an expression."""
    return e.of if isinstance(e, typed.Not) else typed.Not(e.span, e.type, e)


def opposite(e: typed.Same | typed.Empty | typed.OfKind | typed.Member | typed.Facing) -> typed.Expr:
    """Return `is not` for `is`, and the other way round."""
    return evolve(e, negated=not e.negated)


def sure(e: object) -> bool:
    """Tell whether a part of a condition can neither fail nor tell anybody something.

    What stands behind a guard may need it, so only such parts may change places.
    """
    match e:
        case typed.Reveal() | typed.Can() | typed.Call() | typed.Score() | typed.EndOf() | typed.Position():
            return isinstance(e, typed.Call | typed.Can) and all(sure(a) and certain(a) for a in e.arguments)
        case typed.AttributeRef(of=of, indexes=indexes):
            return (
                certain(of) and sure(of) and all(isinstance(i, typed.Value | typed.LocalRef) for i in indexes)
            )
        case typed.Owner(of=of) | typed.Neighbour(of=of):
            return certain(of) and sure(of)
        case typed.VariableRef(indexes=indexes) | typed.Place(indexes=indexes):
            return all(
                i is None or (certain(i) and isinstance(i, typed.LocalRef | typed.Value)) for i in indexes
            )
        case typed.ConstantRef(indexes=indexes):
            return all(
                isinstance(i, typed.Value) or (certain(i) and not isinstance(i.type, t.Int)) for i in indexes
            )
        case typed.Arithmetic(op=op, left=left, right=right):
            return op in "+-*" and sure(left) and sure(right) and certain(left) and certain(right)
        case typed.Compare(left=left, right=right):
            return sure(left) and sure(right) and certain(left) and certain(right)
        case typed.Over(fn=fn):
            return fn in ("count", "any", "all", "sum") and inside(e)
        case typed.LocalRef() | typed.Value() | typed.ParameterRef() | typed.FirstPlayer() | typed.Single():
            return True
        case typed.Everyone() | typed.TypeValues():
            return True
        case typed.Expr():
            return inside(e)
        case _:
            return False


def inside(e: typed.Expr) -> bool:
    """Tell whether everything directly inside an expression is sure."""
    return all(
        sure(part) for name, value in held(e) if name not in ("span", "type") for part in parts_of(value)
    )


def parts_of(value: object) -> list[object]:
    """Return the expressions in a field; orders count as something that may fail."""
    if isinstance(value, tuple):
        return [part for item in value for part in parts_of(item)]
    if isinstance(value, typed.Expr | typed.Order):
        return [value]
    return []


def certain(e: typed.Expr | None) -> bool:
    """Tell whether an expression can't be `none`."""
    return e is not None and not e.type.optional
