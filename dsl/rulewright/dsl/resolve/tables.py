"""Constants, tables and distributions -> declarations (2.4, 2.5)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import tree, typed
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.local_names import check_name
from rulewright.dsl.resolve.types_of import (
    index_word,
    literal,
)
from rulewright.dsl.types import (
    BAD,
    INT,
    Int,
    Set,
    Type,
    join,
)


def declare_constant(context: Context, written: tree.Constant) -> None:
    """Declare a constant with the type of its value or values."""
    name = written.name.value
    check_name(context, written.name)
    value = written.value
    found = typed.Constant(name, BAD, (), written)
    if isinstance(value, tree.Table):
        found.by = tuple(table_index(context, word) for word in value.by)
        found.rows = tuple(
            (
                tuple(row_key(context, key, by) for key, by in zip(keys, found.by, strict=False)),
                literal(context, cell, BAD),
            )
            for keys, cell in value.rows
        )
        found.otherwise = literal(context, value.otherwise, BAD) if value.otherwise is not None else None
        cells = [cell for _, cell in found.rows] + ([found.otherwise] if found.otherwise is not None else [])
        found.type = values_type(context, cells)
    elif isinstance(value, tuple):
        found.items = tuple(literal(context, item, BAD) for item in value)
        found.type = Set(False, values_type(context, found.items))
    else:
        found.value = literal(context, value, BAD)
        found.type = found.value.type
    context.rules.constants[name] = found
    context.declare(name, found, written.name.span)


def row_key(
    context: Context, key: tree.Literal | tuple[tree.Literal, tree.Literal] | None, by: Type | str
) -> typed.Expr | tuple[typed.Expr, typed.Expr] | None:
    """Type a key of a table row by the index it stands for."""
    if key is None:
        return None
    wanted = by if not isinstance(by, str) else INT if by == "players" else context.rules.parameters[by].type
    if isinstance(key, tuple):
        return literal(context, key[0], wanted), literal(context, key[1], wanted)
    return literal(context, key, wanted)


def table_index(context: Context, word: tree.Word) -> Type | str:
    """Return an index of a table: a type, or the name of a parameter or `players`, known to each load."""
    if word.value == "players" or word.value in context.rules.parameters:
        return word.value
    return index_word(context, word)


def values_type(context: Context, values: Sequence[typed.Expr]) -> Type:
    """Return the type that holds all these values."""
    kind: Type | None = None
    for value in values:
        joined = value.type if kind is None else join(kind, value.type)
        if joined is None:
            context.error("type-mismatch", "the values of a constant have one type", value.span)
            return BAD
        kind = joined
    if isinstance(kind, Int) and len(values) > 1:
        return INT if not kind.optional else INT.maybe()
    return kind or BAD


def declare_odds(context: Context, written: tree.Odds) -> None:
    """Declare a distribution."""
    name = written.name.value
    check_name(context, written.name)
    by = None if written.by is None else table_index(context, written.by)
    rows = []
    for index, entries in written.rows:
        key = row_key(context, index, by) if index is not None and by is not None else None
        rows.append((key, tuple((literal(context, v, BAD), literal(context, w, INT)) for v, w in entries)))
    kind = values_type(context, [value for _, entries in rows for value, _ in entries])
    odds = typed.Odds(name, kind, by, written, tuple(rows))  # type: ignore[arg-type]
    context.rules.odds[name] = odds
    context.declare(name, odds, written.name.span)
