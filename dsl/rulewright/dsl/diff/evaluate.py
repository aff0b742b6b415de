"""Expressions that a load knows -> values: what is printed on a component needs no game in progress."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.faces import Card
from rulewright.dsl.known import Known
from rulewright.dsl.load import Load

Known_ = Known | Card
Env = dict[typed.Local, Known_]


class Unknown(Exception):
    """The expression reads something that changes in play."""


def value(made: Load, e: typed.Expr, env: Env) -> Known_:
    """Return what an expression is worth before the game; raises `Unknown`."""
    match e:
        case typed.Value(value=known):
            return known
        case typed.LocalRef(local=local) if local in env:
            return env[local]
        case typed.ConstantRef(constant=constant, indexes=indexes):
            found = tuple(number(made, i, env) for i in indexes)
            return made.constant(constant, found)
        case typed.ParameterRef(parameter=parameter):
            return made.settings[parameter.name]
        case typed.AttributeRef(of=of, attributes=attributes, indexes=indexes):
            card = value(made, of, env)
            attribute = next(
                (a for a in attributes if isinstance(card, Card) and a.kind == card.kind.name), None
            )
            if not isinstance(card, Card) or attribute is None:
                raise Unknown
            if not attribute.fixed:
                return value(made, attribute.start, env) if attribute.start is not None else None
            values = card.values.get(attribute.name)
            place = member(made, attribute, indexes, env)
            if values is None or place is None:
                raise Unknown
            return values[place]
        case typed.Call(function=function, arguments=arguments) if function.body is not None:
            names = [*([function.subject] if function.subject is not None else []), *function.given]
            inner = dict(zip(names, (value(made, a, env) for a in arguments), strict=True))
            return value(made, function.body, inner)
        case typed.Arithmetic():
            return arithmetic(made, e, env)
        case typed.Minus(of=of):
            return -number(made, of, env)
        case typed.Extreme(least=least, items=items):
            return (min if least else max)(number(made, i, env) for i in items)
        case typed.Compare(op=op, left=left, right=right):
            return int(compared(op, number(made, left, env), number(made, right, env)))
        case typed.Same(left=left, right=right, negated=negated):
            return int((value(made, left, env) == value(made, right, env)) is not negated)
        case typed.And(items=items):
            return int(all(value(made, i, env) for i in items))
        case typed.Or(items=items):
            return int(any(value(made, i, env) for i in items))
        case typed.Not(of=of):
            return int(not value(made, of, env))
        case typed.Either(condition=condition, then=then, otherwise=otherwise):
            return value(made, then if value(made, condition, env) else otherwise, env)
        case _:
            raise Unknown


def member(made: Load, attribute: typed.Attribute, indexes: tuple[typed.Expr, ...], env: Env) -> int | None:
    """Return which member of a family of attributes is meant; None for the whole family."""
    if len(indexes) != len(attribute.each):
        return None
    wanted = tuple(number(made, i, env) for i in indexes)
    found = list(made.families(attribute.each))
    return found.index(wanted) if wanted in found else None


def number(made: Load, e: typed.Expr, env: Env) -> int:
    """Return a whole number."""
    found = value(made, e, env)
    if not isinstance(found, int):
        raise Unknown
    return found


def compared(op: str, left: int, right: int) -> bool:
    """Compare two numbers."""
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]


def arithmetic(made: Load, e: typed.Arithmetic, env: Env) -> int:
    """Return the result of a calculation."""
    left, right = number(made, e.left, env), number(made, e.right, env)
    match e.op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _ if right == 0:
            raise Unknown
        case "mod":
            return left % right
        case _:
            return left // right if e.rounded == "down" else -(-left // right)
