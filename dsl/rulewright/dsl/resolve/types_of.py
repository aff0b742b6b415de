"""Type strings and plain literals -> types and values."""

from __future__ import annotations

import re

from rulewright.dsl import syntax, tree, typed
from rulewright.dsl.parse import parse_type
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.source import RuleText, Span
from rulewright.dsl.types import (
    BAD,
    BOOL,
    INT,
    NOTHING,
    PLAYER,
    Bad,
    Bool,
    Deed,
    Enum,
    Int,
    Limit,
    Nothing,
    Player,
    Private,
    Set,
    Thing,
    Type,
    Words,
    fits,
    named,
)

RANGE = re.compile(r"(-?\d+|\w+)\.\.(-?\d+|\w+)")


class TypeOf:
    """What a type string says: the type, the indexes behind `each`, the written start value, `open`."""

    def __init__(self, kind: Type, each: tuple[Type, ...], start: syntax.Bound | None, is_open: bool) -> None:
        self.type = kind
        self.each = each
        self.start = start
        self.open = is_open


def read_type(context: Context, text: RuleText, *, kind: str = "") -> TypeOf:
    """Read a type string; `kind` is the component kind whose attribute it describes, if any."""
    written = parse_type(text, context.report)
    if written is None:
        return TypeOf(BAD, (), None, False)
    base = base_type(context, written.base, kind=kind)
    if written.is_set:
        base = Set(False, base)
    each = tuple(index_type(context, item) for item in written.each)
    return TypeOf(base, each, written.start, written.open)


def base_type(context: Context, base: syntax.NamedBase | syntax.RangeBase, *, kind: str = "") -> Type:
    """Return the type a base names."""
    if isinstance(base, syntax.RangeBase):
        return Int(base.optional, limit(context, base.low), limit(context, base.high))
    optional = any(n.name == "none" for n in base.names)
    names = [n for n in base.names if n.name != "none"]
    if not names:
        return NOTHING
    if len(names) > 1:
        kinds: list[str] = []
        for name in names:
            found = named_type(context, name.name, name.span)
            if isinstance(found, Thing):
                kinds.extend(found.kinds)
            elif not isinstance(found, Bad):
                context.error(
                    "type-mismatch", f"only kinds can be joined with `or`, not `{name.name}`", name.span
                )
        return Thing(optional, tuple(sorted(set(kinds))))
    name = names[0]
    if name.name == "text":
        if kind:
            return Words(optional)
        context.error("type-mismatch", "`text` is a type of attributes under `has` only", name.span)
        return BAD
    if name.name == "procedure":
        if kind:
            return Deed(optional, kind)
        context.error("type-mismatch", "`procedure` is a type of attributes under `has` only", name.span)
        return BAD
    found = named_type(context, name.name, name.span)
    return found.maybe() if optional else found


def named_type(context: Context, name: str, span: Span) -> Type:
    """Return the type of this name, reporting an unknown one."""
    if name == "bool":
        return BOOL
    if name == "player":
        return PLAYER
    if name in context.types:
        return context.types[name][0]
    context.unknown("type or kind", name, span, [*context.types, "player", "bool"])
    return BAD


def limit(context: Context, bound: syntax.Bound) -> Limit | None:
    """Return a bound of a range, None for `any`."""
    if isinstance(bound.value, int):
        return bound.value
    if bound.value == "any":
        return None
    return named_limit(context, bound.value, bound.span)


def named_limit(context: Context, name: str, span: Span) -> Limit:
    """Check that a bound's name is a number that each load knows; `players` is the number of players."""
    if name == "players":
        return name
    thing = context.values.get(name, (None, span))[0]
    if isinstance(thing, typed.Constant | typed.Parameter):
        if isinstance(thing.type, Int | Bad):
            return name
        context.error("type-mismatch", f"a bound is a number; `{name}` is {typename(thing.type)}", span)
        return 0
    context.unknown("constant or parameter", name, span, numbers(context))
    return 0


def numbers(context: Context) -> list[str]:
    """Return the names of constants and parameters."""
    return [n for n, (t, _) in context.values.items() if isinstance(t, typed.Constant | typed.Parameter)]


def typename(kind: Type) -> str:
    """Return a type in the designer's words."""
    return named(kind)


def index_type(context: Context, base: syntax.NamedBase | syntax.RangeBase) -> Type:
    """Return the type of an index behind `each`."""
    found = base_type(context, base)
    if isinstance(found, Int | Player | Enum | Bad) or (isinstance(found, Thing) and len(found.kinds) == 1):
        return found
    context.error(
        "type-index",
        f"{named(found)} can't be an index",
        base.span,
        help="use a type, a range, `player` or a kind",
    )
    return BAD


def index_word(context: Context, word: tree.Word) -> Type:
    """Return the index type written as one YAML word: `player`, `course`, `1..8`, a kind."""
    match = RANGE.fullmatch(word.value)
    if match:
        low, high = (
            int(side) if side.lstrip("-").isdigit() else named_limit(context, side, word.span)
            for side in match.groups()
        )
        return Int(False, low, high)
    return named_type(context, word.value, word.span)


def literal(context: Context, written: tree.Literal | syntax.Bound, wanted: Type) -> typed.Expr:
    """Return a plain literal as a typed expression; words are looked up by the type that is wanted."""
    value, span = written.value, written.span
    if isinstance(value, int):
        found: typed.Expr = typed.Value(span, Int(False, value, value), value)
        if isinstance(wanted, Private):
            return private(context, wanted, value, span)
    else:
        found = word(context, value, span, wanted)
    if not fits(found.type, wanted):
        if isinstance(found.type, Nothing):
            context.error("type-mismatch", f"`none` isn't allowed here: {named(wanted)} is expected", span)
        else:
            context.error("type-mismatch", f"{named(wanted)} is expected, not {named(found.type)}", span)
        return typed.Value(span, BAD, 0)
    if isinstance(wanted, Int) and isinstance(value, int):
        low, high = wanted.low, wanted.high
        if (isinstance(low, int) and value < low) or (isinstance(high, int) and value > high):
            context.error("type-range", f"{value} isn't in {low}..{high}", span)
    return found


def private(context: Context, wanted: Private, value: int | str, span: Span) -> typed.Expr:
    """Return a value of a parameter's `one_of`."""
    parameter = context.rules.parameters[wanted.parameter]
    values = parameter.values or ()
    if value in values:
        return typed.Value(span, wanted.sure(), values.index(value))
    context.unknown(
        f"value of the parameter `{wanted.parameter}`", str(value), span, [str(v) for v in values]
    )
    return typed.Value(span, BAD, 0)


def word(context: Context, value: str, span: Span, wanted: Type) -> typed.Expr:
    """Return the typed value of a word in plain data."""
    if isinstance(wanted, Private):
        return private(context, wanted, value, span)
    if value == "none":
        return typed.Value(span, NOTHING, None)
    if value in ("true", "false"):
        return typed.Value(span, BOOL, int(value == "true"))
    if isinstance(wanted, Deed):
        names = list(context.rules.procedures)
        if value in names:
            return typed.Value(span, wanted.sure(), names.index(value))
        context.unknown("procedure", value, span, names)
        return typed.Value(span, BAD, 0)
    if value in context.enum_values:
        enum, number = context.enum_values[value]
        return typed.Value(span, Enum(False, enum.name), number)
    thing = context.values.get(value, (None, span))[0]
    if isinstance(thing, typed.Constant) and not any(not isinstance(i, str) for i in thing.by):
        return typed.ConstantRef(span, thing.type, thing, ())
    if isinstance(thing, typed.Parameter):
        return typed.ParameterRef(span, thing.type, thing)
    if isinstance(wanted, Enum):
        enum = context.rules.enums[wanted.name]
        known: list[str] = list(enum.parts.get(wanted.part, enum.values))
        context.unknown(f"value of `{wanted.part or wanted.name}`", value, span, known)
    else:
        context.unknown("value", value, span, [*context.enum_values, *numbers(context)])
    return typed.Value(span, BAD, 0)


def start_value(
    context: Context, found: TypeOf, name: str, span: Span, *, slip: bool = False
) -> typed.Expr | None:
    """Return the start value of a variable or `keeps` attribute (3.1); None where a slip's must be written."""
    if found.start is not None:
        return literal(context, found.start, found.type)
    kind = found.type
    if isinstance(kind, Bad):
        return typed.Value(span, BAD, 0)
    if kind.optional:
        return typed.Value(span, kind, None)
    match kind:
        case Bool():
            return typed.Value(span, kind, 0)
        case Int(low=low, high=high):
            if not (isinstance(low, int) and low > 0) and not (isinstance(high, int) and high < 0):
                return typed.Value(span, INT, 0)
        case Player():
            return typed.FirstPlayer(span, PLAYER)
        case _:
            pass
    if slip:
        return None
    context.error(
        "type-start",
        f"`{name}` needs a start value",
        span,
        help=f"write it behind the type: `= {example(context, kind)}`; or add `or none`",
    )
    return typed.Value(span, BAD, 0)


def example(context: Context, kind: Type) -> str:
    """Return a value of a type, as it could be written."""
    match kind:
        case Enum(name=name, part=part):
            enum = context.rules.enums[name]
            return (enum.parts[part] if part else enum.values)[0]
        case Int(low=low):
            return str(low)
        case _:
            return "…"
