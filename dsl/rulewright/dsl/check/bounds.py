"""Typed expressions + load -> the least and the greatest value, as far as they are known before play."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.cells import room_of
from rulewright.dsl.load import Load
from rulewright.dsl.types import Int, Set, Thing

Range = tuple[int | None, int | None]


def known(load: Load, found: typed.Expr) -> int | None:
    """Return the one value that an expression of numbers always has, or None."""
    low, high = extent(load, found)
    return low if low is not None and low == high else None


def extent(load: Load, found: typed.Expr) -> Range:
    """Return the bounds of a number; None where nothing is known."""
    match found:
        case typed.Value(value=int() as value):
            return value, value
        case typed.ParameterRef(parameter=parameter):
            setting = load.settings[parameter.name]
            return setting, setting
        case typed.ConstantRef(constant=constant):
            return constant_extent(load, constant)
        case typed.Minus(of=of):
            low, high = extent(load, of)
            return (None if high is None else -high), (None if low is None else -low)
        case typed.Arithmetic(op="+" | "-" as op, left=left, right=right):
            a, b = extent(load, left), extent(load, right)
            if op == "-":
                b = (None if b[1] is None else -b[1]), (None if b[0] is None else -b[0])
            return plus(a[0], b[0]), plus(a[1], b[1])
        case typed.Arithmetic(op="*", left=left, right=right):
            a, b = extent(load, left), extent(load, right)
            if None in (*a, *b):
                return None, None
            ends = [x * y for x in a for y in b if x is not None and y is not None]
            return min(ends), max(ends)
        case typed.Extreme(least=least, items=items):
            return extreme(least, [extent(load, item) for item in items])
        case typed.Count(of=of):
            size, exact = members(load, of)
            return (size if exact else 0), size
        case typed.Call(function=function) if function.body is not None:
            return extent(load, function.body)
        case typed.Either(then=then, otherwise=other):
            a, b = extent(load, then), extent(load, other)
            low = None if a[0] is None or b[0] is None else min(a[0], b[0])
            return low, (None if a[1] is None or b[1] is None else max(a[1], b[1]))
        case _:
            kind = found.type
            return (load.bound(kind.low), load.bound(kind.high)) if isinstance(kind, Int) else (None, None)


def plus(left: int | None, right: int | None) -> int | None:
    """Add two bounds."""
    return None if left is None or right is None else left + right


def extreme(least: bool, ranges: list[Range]) -> Range:
    """Return the bounds of the least or greatest of several numbers."""
    lows, highs = [r[0] for r in ranges], [r[1] for r in ranges]
    sure_lows, sure_highs = [x for x in lows if x is not None], [x for x in highs if x is not None]
    if least:
        return (None if None in lows else min(sure_lows)), min(sure_highs, default=None)
    return max(sure_lows, default=None), (None if None in highs else max(sure_highs))


def constant_extent(load: Load, constant: typed.Constant) -> Range:
    """Return the bounds of a constant, or of all entries of a table."""
    if not constant.by:
        value = load.scalars.get(constant.name)
        return value, value
    if all(isinstance(by, str) for by in constant.by):
        value = load.constant(constant, ())
        return value, value
    values = [v for v in load.tables[constant.name].values() if v is not None]
    return (min(values), max(values)) if values else (None, None)


def members(load: Load, source: typed.Expr) -> tuple[int | None, bool]:
    """Return the greatest number of members of a source (None: unknown), and whether it always has so many.

    Zones can hold all components of their kinds at the most.
    """
    match source:
        case typed.Everyone():
            return load.players, True
        case typed.Listing(items=items):
            return len(items), True
        case typed.Span_(low=low, high=high):
            lowest, highest = extent(load, low)[0], extent(load, high)[1]
            if lowest is None or highest is None:
                return None, False
            exact = known(load, low) is not None and known(load, high) is not None
            return max(highest - lowest + 1, 0), exact
        case typed.TypeValues(type=Set(of=of)):
            return len(load.values(of)), True
        case typed.OddsRef(odds=odds):
            return max((len(row) for row in load.odds[odds.name].values()), default=0), False
        case typed.Place(zone=zone) if zone is not None:
            return sum(load.many[k] for k in zone.kinds), False
        case typed.EndsOf(count=count, of=of):
            room, wanted = members(load, of)[0], extent(load, count)[1]
            return (room if wanted is None else wanted if room is None else min(room, wanted)), False
        case typed.ConstantRef(constant=constant) if constant.items is not None:
            return len(constant.items), True
        case typed.Every(source=inner):
            return members(load, inner)[0], False
        case _:
            of = source.type.of if isinstance(source.type, Set) else source.type
            if isinstance(of, Int) and (of.low is None or of.high is None):
                return None, False
            return room_of(load, source.type), False


def of_components(source: typed.Expr) -> bool:
    """Tell whether a source lists components, whose number in play isn't proved."""
    return isinstance(source.type, Set) and isinstance(source.type.of, Thing)
