"""Rows under `cards` -> typed values of attributes (2.6)."""

from __future__ import annotations

from rulewright.dsl import tree, typed
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.types_of import RANGE, literal
from rulewright.dsl.source import Span
from rulewright.dsl.types import BAD, INT, Enum, Int, Type, Words


def declare_cards(context: Context, kind: typed.Kind) -> None:
    """Type the rows, the number of copies and the starting zone of a kind."""
    written = kind.written
    if written.copies is not None:
        kind.copies = literal(context, written.copies, INT)
    if written.starts_in is not None:
        kind.starts_in = context.rules.zones.get(written.starts_in.value)
        if kind.starts_in is None and written.starts_in.value != "box":
            context.unknown("zone", written.starts_in.value, written.starts_in.span, context.rules.zones)
        elif kind.starts_in is not None and kind.name not in kind.starts_in.kinds:
            context.error(
                "type-holds", f"`{kind.starts_in.name}` doesn't hold a {kind.name}", written.starts_in.span
            )
    if written.cards is not None:
        kind.rows = tuple(row(context, kind, r) for r in written.cards)
    elif any(not isinstance(a.type, Words) and not a.type.optional for a in kind.has.values()):
        missing = ", ".join(f"`{a}`" for a in kind.has)
        context.error(
            "component-row",
            f"nothing fills {missing} of `{kind.name}`",
            written.name.span,
            help="list the rows under `cards`",
        )


def row(context: Context, kind: typed.Kind, written: tree.CardRow) -> typed.Row:
    """Type one row."""
    values: dict[str, tuple[typed.Expr, ...]] = {}
    indexed: dict[tuple[str, str], typed.Expr | tree.Text] = {}
    texts: dict[str, tree.Text] = {}
    for key, value in written.values.items():
        name, _, index = key.partition(".")
        attribute = kind.has.get(name)
        if attribute is None:
            context.unknown(f"attribute of `{kind.name}` under `has`", name, place(value, written), kind.has)
        elif index:
            cell = (
                text(value)
                if isinstance(attribute.type, Words)
                else cells(context, value, attribute.type, written.span)[0]
            )
            indexed[(name, index)] = cell
        elif isinstance(attribute.type, Words):
            texts[name] = text(value)
        else:
            values[name] = cells(context, value, attribute.type, written.span)
    for name, attribute in kind.has.items():
        filled = name in values or name in texts or any(n == name for n, _ in indexed)
        if (
            not filled
            and not attribute.each
            and not attribute.type.optional
            and not isinstance(attribute.type, Words)
        ):
            context.error("component-row", f"the row doesn't say `{name}`", written.span)
    copies = literal(context, written.copies, INT) if written.copies is not None else None
    return typed.Row(written.span, values, indexed, texts, copies)


def place(value: object, written: tree.CardRow) -> Span:
    """Return where a value stands."""
    return value.span if isinstance(value, tree.Literal | tree.Text) else written.span


def text(value: tree.Literal | tuple[tree.Literal, ...] | tree.Text) -> tree.Text:
    """Return a value of a text attribute."""
    if isinstance(value, tree.Text):
        return value
    first = value[0] if isinstance(value, tuple) else value
    joined = ", ".join(str(v.value) for v in value) if isinstance(value, tuple) else str(value.value)
    return tree.Text({"": joined}, first.span)


def cells(
    context: Context, value: tree.Literal | tuple[tree.Literal, ...] | tree.Text, kind: Type, span: Span
) -> tuple[typed.Expr, ...]:
    """Type the values that one cell of a row gives: one, a list, a range, or `each` value of the type."""
    if isinstance(value, tree.Text):
        context.error("component-row", "a text stands where a value is expected", value.span)
        return (typed.Value(value.span, BAD, 0),)
    if isinstance(value, tuple):
        return tuple(cell for item in value for cell in cells(context, item, kind, span))
    if value.value == "each":
        return (typed.TypeValues(value.span, kind),)
    match = RANGE.fullmatch(value.value) if isinstance(value.value, str) else None
    if match is not None and isinstance(kind, Int | Enum):
        low, high = (
            literal(context, tree.Literal(int(s) if s.lstrip("-").isdigit() else s, value.span), kind)
            for s in match.groups()
        )
        return (typed.Span_(value.span, kind, low, high),)
    return (literal(context, value, kind),)
