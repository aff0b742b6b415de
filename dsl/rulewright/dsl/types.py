"""The types of the language (3.1): what a value can be, before any number of players is known."""

from __future__ import annotations

from attrs import evolve, frozen

from rulewright.dsl.pickled import by_fields

SMALLEST = -(2**31) + 1
"""The smallest whole number. The next one below stands for `none` in every engine."""

LARGEST = 2**31 - 1

Limit = int | str
"""A bound of a range: a number, or the name of a constant or parameter that a load turns into one."""


@by_fields
@frozen
class Type:
    """A type of values. `optional` allows `none`."""

    optional: bool = False

    def maybe(self) -> Type:
        """Return this type with `none` allowed."""
        return evolve(self, optional=True)

    def sure(self) -> Type:
        """Return this type without `none`."""
        return evolve(self, optional=False)


@by_fields
@frozen
class Int(Type):
    """A whole number; the range is a promise about what is stored, `None` where there is none."""

    low: Limit | None = None
    high: Limit | None = None


@by_fields
@frozen
class Bool(Type):
    """`true` or `false`."""


@by_fields
@frozen
class Player(Type):
    """A player, by seat."""


@by_fields
@frozen
class Enum(Type):
    """A value of a list; a part of an enum has its whole's name here and its own in `part`."""

    name: str = ""
    part: str = ""


@by_fields
@frozen
class Thing(Type):
    """A component of one of these kinds (sorted)."""

    kinds: tuple[str, ...] = ()


@by_fields
@frozen
class Private(Type):
    """A value of a parameter with `one_of`."""

    parameter: str = ""


@by_fields
@frozen
class Words(Type):
    """A text attribute: for display only."""


@by_fields
@frozen
class Deed(Type):
    """The name of a procedure `each: KIND` printed on a component of that kind."""

    kind: str = ""


@by_fields
@frozen
class Nothing(Type):
    """The type of `none` alone."""


@by_fields
@frozen
class Bad(Type):
    """The type of an expression in which a mistake was reported: fits everything, so nothing cascades."""


@by_fields
@frozen
class Set(Type):
    """A set, list or place of values of one type, in a fixed order."""

    of: Type = Bad()


INT, BOOL, PLAYER, BAD, NOTHING = Int(), Bool(), Player(), Bad(), Nothing(optional=True)


def is_bad(kind: Type) -> bool:
    """Tell whether a mistake was already reported for this."""
    return isinstance(kind, Bad) or (isinstance(kind, Set) and isinstance(kind.of, Bad))


def fits(value: Type, wanted: Type) -> bool:
    """Tell whether a value of one type may stand where the other is wanted, `none` apart."""
    if is_bad(value) or is_bad(wanted):
        return True
    if isinstance(value, Nothing):
        return wanted.optional
    match wanted:
        case Thing(kinds=kinds):
            return isinstance(value, Thing) and set(value.kinds) <= set(kinds)
        case Enum(name=name):
            return isinstance(value, Enum) and value.name == name
        case Private(parameter=parameter):
            return isinstance(value, Private) and value.parameter == parameter
        case Set(of=of):
            return isinstance(value, Set) and fits(value.of, of)
        case Deed():
            return isinstance(value, Deed)
        case _:
            return type(value) is type(wanted)


def comparable(left: Type, right: Type) -> bool:
    """Tell whether `is` can ever hold between the two."""
    if is_bad(left) or is_bad(right):
        return True
    if isinstance(left, Nothing) or isinstance(right, Nothing):
        return True
    if isinstance(left, Thing) and isinstance(right, Thing):
        return bool(set(left.kinds) & set(right.kinds))
    return fits(left.sure(), right.sure()) or fits(right.sure(), left.sure())


def join(left: Type, right: Type) -> Type | None:
    """Return the type that holds the values of both, or None when there is none."""
    if is_bad(left):
        return right
    if is_bad(right):
        return left
    optional = left.optional or right.optional
    if isinstance(left, Nothing):
        return right.maybe()
    if isinstance(right, Nothing):
        return left.maybe()
    if isinstance(left, Int) and isinstance(right, Int):
        same = (left.low, left.high) == (right.low, right.high)
        return Int(optional, left.low, left.high) if same else Int(optional)
    if isinstance(left, Thing) and isinstance(right, Thing):
        return Thing(optional, tuple(sorted({*left.kinds, *right.kinds})))
    if isinstance(left, Enum) and isinstance(right, Enum) and left.name == right.name:
        return Enum(optional, left.name, left.part if left.part == right.part else "")
    if isinstance(left, Set) and isinstance(right, Set):
        inner = join(left.of, right.of)
        return None if inner is None else Set(False, inner)
    if fits(left.sure(), right.sure()):
        return evolve(right, optional=optional)
    return None


def named(kind: Type) -> str:
    """Return the type in the designer's words, for messages."""
    tail = " or none" if kind.optional and not isinstance(kind, Nothing) else ""
    match kind:
        case Int(low=low, high=high):
            if low is None:
                return "a number" + tail
            return (
                f"the number {low}" if low == high else f"a number {low}..{'any' if high is None else high}"
            ) + tail
        case Bool():
            return "yes or no" + tail
        case Player():
            return "a player" + tail
        case Enum(name=name, part=part):
            return f"a {part or name}" + tail
        case Thing(kinds=kinds):
            return " or ".join(f"a {k}" for k in kinds) + tail
        case Private(parameter=parameter):
            return f"a value of the parameter `{parameter}`" + tail
        case Words():
            return "a text"
        case Deed():
            return "a procedure"
        case Nothing():
            return "none"
        case Set(of=of):
            inner = named(of)
            return "a set of " + (inner[2:] + "s" if inner.startswith("a ") else inner)
        case _:
            return "something that couldn't be read"
