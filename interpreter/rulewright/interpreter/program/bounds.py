"""Typed expressions -> the least and greatest number they can be; what needs no guard."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.load import Load
from rulewright.dsl.types import LARGEST, SMALLEST, Bool, Enum, Int, Player, Private, Set, Thing, Type

Bounds = tuple[int, int]
FULL: Bounds = (SMALLEST, LARGEST)


def bounds(load: Load, e: typed.Expr) -> Bounds:
    """Return the bounds of a number that isn't `none`."""
    match e:
        case typed.Value(value=int() as value):
            return value, value
        case typed.ParameterRef(parameter=parameter):
            value = load.settings[parameter.name]
            return FULL if value is None else (value, value)
        case typed.ConstantRef(constant=constant):
            return of_constant(load, constant)
        case typed.AttributeRef(attributes=attributes):
            return join([of_attribute(load, a) for a in attributes])
        case typed.Count(of=of):
            return 0, room(load, of)
        case typed.Over(fn="count", binders=binders):
            most = 1
            for _, over in binders:
                most *= room(load, over)
            return 0, min(most, LARGEST)
        case typed.Over(fn="any" | "all"):
            return 0, 1
        case typed.Over(fn="sum", value=value, binders=binders) if value is not None:
            most = 1
            for _, over in binders:
                most *= room(load, over)
            low, high = bounds(load, value)
            return clip(min(low * most, 0)), clip(max(high * most, 0))
        case typed.Over(fn="max" | "min", value=value, otherwise=otherwise) if value is not None:
            both = [bounds(load, value)]
            return join(both if otherwise is None else [*both, bounds(load, otherwise)])
        case typed.LocalRef(local=local) if isinstance(local.source, typed.Span_):
            return bounds(load, local.source.low)[0], bounds(load, local.source.high)[1]
        case typed.Call(function=function) if function.body is not None:
            return of_type(load, e.type) if of_type(load, e.type) != FULL else bounds(load, function.body)
        case typed.Extreme(items=items, least=least):
            found = [bounds(load, i) for i in items]
            choose = min if least else max
            return choose(low for low, _ in found), choose(high for _, high in found)
        case typed.Position(of=of):
            return 1, max(room_of_type(load, of.type), 1)
        case typed.Minus(of=of):
            low, high = bounds(load, of)
            return -high, -low
        case typed.Arithmetic():
            low, high = raw(load, e)
            return clip(low), clip(high)
        case typed.Either(then=then, otherwise=otherwise):
            return join([bounds(load, then), bounds(load, otherwise)])
        case typed.Reveal(of=of):
            return bounds(load, of)
        case _:
            return of_type(load, e.type)


def raw(load: Load, e: typed.Arithmetic) -> Bounds:
    """Return the bounds of a result before it is cut to the whole numbers."""
    (a, b), (c, d) = bounds(load, e.left), bounds(load, e.right)
    match e.op:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            products = (a * c, a * d, b * c, b * d)
            return min(products), max(products)
        case "mod":
            return (0, max(d - 1, 0)) if c > 0 else FULL
        case _:
            return (min(a, 0) if a < 0 else 0, max(b, 0)) if c > 0 else FULL


def clip(value: int) -> int:
    """Cut a number to the whole numbers of the language."""
    return max(SMALLEST, min(LARGEST, value))


def join(found: list[Bounds]) -> Bounds:
    """Return bounds that hold all of these."""
    return min(low for low, _ in found), max(high for _, high in found)


def of_type(load: Load, kind: Type) -> Bounds:
    """Return the bounds that a type promises."""
    match kind:
        case Int(low=low, high=high):
            lowest, highest = load.bound(low), load.bound(high)
            return SMALLEST if lowest is None else lowest, LARGEST if highest is None else highest
        case Bool():
            return 0, 1
        case Player():
            return 0, load.players - 1
        case Enum() | Private() | Thing():
            values = load.values(kind)
            return (min(values), max(values)) if values else (0, 0)
        case _:
            return FULL


def of_constant(load: Load, constant: typed.Constant) -> Bounds:
    """Return the bounds of a constant or table."""
    if constant.items is not None:
        values = [v for v in load.lists[constant.name] if v is not None]
    elif constant.by:
        values = [v for v in load.tables[constant.name].values() if v is not None]
    else:
        values = [v for v in (load.scalars[constant.name],) if v is not None]
    return (min(values), max(values)) if values else FULL


def of_attribute(load: Load, attribute: typed.Attribute) -> Bounds:
    """Return the bounds of an attribute: of a fixed one those of what is printed."""
    if not attribute.fixed:
        return of_type(load, attribute.type)
    first, many = load.first[attribute.kind], load.many[attribute.kind]
    values = [
        v
        for card in load.cards[first : first + many]
        for v in card.values.get(attribute.name, ())
        if v is not None
    ]
    return (min(values), max(values)) if values else of_type(load, attribute.type)


def room_of_type(load: Load, kind: Type) -> int:
    """Return how many values a type has, at most."""
    of = kind.of if isinstance(kind, Set) else kind
    match of:
        case Thing(kinds=kinds):
            return sum(load.many[k] for k in kinds)
        case Int():
            return len(load.values(of)) or LARGEST
        case _:
            return len(load.values(of)) or len(load.cards)


def room(load: Load, source: typed.Expr) -> int:
    """Return how many members a source can have, at most."""
    match source:
        case typed.Place(zone=zone) if zone is not None:
            return sum(load.many[k] for k in zone.kinds)
        case typed.Listing(items=items):
            return len(items)
        case typed.ConstantRef(constant=constant) if constant.items is not None:
            return len(load.lists[constant.name])
        case typed.Span_(low=low, high=high):
            return max(bounds(load, high)[1] - bounds(load, low)[0] + 1, 0)
        case typed.Every(source=of):
            return room(load, of)
        case typed.Everyone():
            return load.players
        case typed.EndsOf(of=of):
            return room(load, of)
        case _:
            return room_of_type(load, source.type)
