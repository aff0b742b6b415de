"""`x from VALUES where any(c in ZONE where c.attribute is x)` -> one look through the zone for all values.

Which values lie in a zone is asked of one after the other; the answers are the bits of one number.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import typed
from rulewright.dsl.walk import expressions
from rulewright.interpreter.program.bounds import bounds, of_type
from rulewright.interpreter.program.build import const, op
from rulewright.interpreter.program.context import Code
from rulewright.interpreter.program.dispatch import each, value
from rulewright.interpreter.program.form import Value
from rulewright.interpreter.program.functions import inlined

BITS = 31
Test = Callable[[Value], Value]


def held_values(c: Code, local: typed.Local, where: typed.Expr | None) -> Test | None:
    """Return how to test a value against a zone that is looked through here, or None where it isn't that kind."""
    own, asked = local, where
    inner = c
    if isinstance(where, typed.Call):
        names = (*([where.function.subject] if where.function.subject else []), *where.function.given)
        found = [name for name, given in zip(names, where.arguments, strict=True) if is_local(given, local)]
        others = [given for given in where.arguments if not is_local(given, local)]
        if len(found) != 1 or where.function.body is None or any(speaks_of(e, local) for e in others):
            return None
        own, asked = found[0], where.function.body
    matched = match(asked, own)
    low, high = of_type(c.work.load, local.type)
    if matched is None or local.type.optional or not 0 <= low <= high < BITS:
        return None
    member, source, attribute = matched
    cards = [card for card in c.work.load.cards if card.kind.name == attribute.attributes[0].kind]
    if len(attribute.attributes) != 1 or any(
        None in card.values[attribute.attributes[0].name] for card in cards
    ):
        return None
    low, high = bounds(c.work.load, attribute)
    if not 0 <= low <= high < BITS:
        return None
    if isinstance(where, typed.Call):
        c.bound(local, const(0))
        inner = inlined(c, where)
        del c.env[local]
    mask = c.b.let("held", const(0))

    def hold(found: Value, over: str) -> None:
        inner.bound(member, found)
        c.b.set(mask, op("|", mask, op("<<", const(1), value(inner, attribute))))

    each(inner, source, hold)
    return lambda of: op("&", op(">>", mask, of), const(1))


def match(
    asked: typed.Expr | None, local: typed.Local
) -> tuple[typed.Local, typed.Expr, typed.AttributeRef] | None:
    """Return member, source and attribute of `any(c in source where c.attribute is local)`."""
    match asked:
        case typed.Over(fn="any", binders=((member, source),), where=typed.Same(negated=False) as same):
            for side, other in ((same.left, same.right), (same.right, same.left)):
                if (
                    isinstance(side, typed.AttributeRef)
                    and is_local(side.of, member)
                    and not side.indexes
                    and all(a.fixed and not a.each for a in side.attributes)
                    and is_local(other, local)
                    and not speaks_of(source, local)
                ):
                    return member, source, side
        case _:
            pass
    return None


def is_local(e: typed.Expr, local: typed.Local) -> bool:
    """Tell whether an expression is a local."""
    return isinstance(e, typed.LocalRef) and e.local is local


def speaks_of(found: typed.Expr, local: typed.Local) -> bool:
    """Tell whether a local stands somewhere in an expression."""
    return any(is_local(e, local) for e in expressions(found) if isinstance(e, typed.Expr))
