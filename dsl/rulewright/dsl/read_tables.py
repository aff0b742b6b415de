"""YAML nodes -> tables, distributions and labels."""

from __future__ import annotations

from rulewright.dsl.read_leaves import index, literal, number_or_word, row, text
from rulewright.dsl.reading import Reading, Slot, head, shorten
from rulewright.dsl.shapes import KINDS, NOTES
from rulewright.dsl.tree import (
    Data,
    Literal,
    Mapping,
    Notes,
    Odds,
    Scalar,
    Sequence,
    Table,
    Word,
    WordsEntry,
)

MOST_INDEXES = 4

_Key = Literal | tuple[Literal, Literal] | None


def constant(reading: Reading, slot: Slot, node: Data) -> Literal | tuple[Literal, ...] | Table | None:
    """Read a literal, a list of literals, or a table."""
    match node:
        case Sequence():
            read = [literal(reading, slot, item) for item in node.items]
            return tuple(item for item in read if item is not None)
        case Mapping():
            return table(reading, slot, node)
    return literal(reading, slot, node)


def table(reading: Reading, slot: Slot, node: Mapping) -> Table | None:
    """Read `{by: INDEX, key: value, …, otherwise: value}`, nested rows flattened."""
    by: tuple[Word, ...] | None = None
    rows: list[tuple[tuple[_Key, ...], Literal]] = []
    otherwise: Literal | None = None
    written = node.get("by")
    if written is None:
        reading.fail(
            "shape-missing",
            f"the table `{slot.name}` has no `by`",
            slot.span,
            help="begin with what chooses the row: `by: players`, `by: 1..8`, `by: [area, players]`",
        )
        return None
    items = written.items if isinstance(written, Sequence) else (written,)
    indexes = [index(reading, Slot("by", written.span), item) for item in items]
    by = tuple(word for word in indexes if word is not None)
    if not 1 <= len(items) <= MOST_INDEXES:
        reading.wrong(Slot("by", written.span), written, f"one to {MOST_INDEXES} indexes")
    if not by or len(by) < len(items) or len(items) > MOST_INDEXES:
        return None
    for key, value in reading.pairs(node):
        if key.text == "by":
            continue
        if key.text == "otherwise":
            otherwise = literal(reading, Slot(key.text, key.span, node.flow), value)
            continue
        _rows(reading, key, value, (), len(by), rows)
    return Table(by, tuple(rows), otherwise, node.span)


def _rows(
    reading: Reading,
    key: Scalar,
    value: Data,
    before: tuple[_Key, ...],
    depth: int,
    rows: list[tuple[tuple[_Key, ...], Literal]],
) -> None:
    """Add the row of a key, or the rows nested under it."""
    slot = Slot(key.text, key.span, said=f"the row `{shorten(key.text)}`")
    if key.text in ("by", "is", "otherwise"):
        reading.fail(
            "shape-content",
            f"`{key.text}` belongs to the whole table, not to one of its rows",
            key.span,
            help="write the rows out" if before else "name each index once: `by: [first, second]`",
        )
        return
    found = row(reading, Slot(key.text, key.span, said="a row"), key)
    if found is None:
        return
    keys = (*before, found)
    if isinstance(value, Mapping):
        if len(keys) == depth:
            reading.fail(
                "shape-content",
                f"the row `{shorten(key.text)}` is nested deeper than the table has indexes",
                key.span,
                help="name every index: `by: [first, second]`",
            )
            return
        for inner, content in reading.pairs(value):
            _rows(reading, inner, content, keys, depth, rows)
        return
    read = literal(reading, slot, value)
    if read is not None:
        rows.append((keys + (None,) * (depth - len(keys)), read))


def odds(reading: Reading, name: Word, node: Data, notes: Notes) -> Odds | None:
    """Read a distribution, or with `by` one for each index value."""
    slot = Slot(name.value, name.span)
    if reading.empty(slot, node, KINDS["odds"]):
        return None
    if not isinstance(node, Mapping):
        reading.wrong(slot, node, KINDS["odds"])
        return None
    noted = {field.key for field in NOTES}
    pairs = [(key, value) for key, value in reading.pairs(node) if key.text not in noted]
    written = node.get("by")
    if written is None:
        return Odds(name, None, ((None, _weights(reading, pairs)),), notes)
    by = index(reading, Slot("by", written.span), written)
    rows: list[tuple[Literal | None, tuple[tuple[Literal, Literal], ...]]] = []
    for key, value in pairs:
        if key.text == "by":
            continue
        inner = Slot(key.text, key.span)
        found = number_or_word(reading, Slot(key.text, key.span, said="a row"), key, KINDS["literal"])
        if not isinstance(value, Mapping):
            reading.wrong(inner, value, KINDS["odds"])
        elif found is not None:
            rows.append((found, _weights(reading, list(reading.pairs(value)))))
    return None if by is None else Odds(name, by, tuple(rows), notes)


def _weights(reading: Reading, pairs: list[tuple[Scalar, Data]]) -> tuple[tuple[Literal, Literal], ...]:
    rows = []
    for key, value in pairs:
        slot = Slot(key.text, key.span, said=f"the weight of `{shorten(key.text)}`")
        if key.text == "by":
            reading.fail(
                "shape-content", "`by` belongs to the whole distribution", key.span, help="name it once"
            )
            continue
        outcome = number_or_word(reading, Slot(key.text, key.span, said="an outcome"), key, KINDS["literal"])
        weight = literal(reading, slot, value)
        if weight is not None and isinstance(weight.value, int) and weight.value < 0:
            reading.fail("shape-number", "a weight can't be negative", weight.span, help="write 0 or more")
        elif outcome is not None and weight is not None:
            rows.append((outcome, weight))
    return tuple(rows)


def label(reading: Reading, key: Word, node: Data) -> WordsEntry | None:
    """Read a label: a text, or texts by language with a `short` form."""
    slot = Slot(key.value, key.span, said=f"`{shorten(key.value)}`")
    if not isinstance(node, Mapping):
        read = text(reading, slot, node)
        return None if read is None else WordsEntry(key, read, None)
    languages = Mapping(
        tuple((name, value) for name, value in node.pairs if name.text != "short"), node.flow, node.span
    )
    short = node.get("short")
    brief = None if short is None else text(reading, Slot("short", head(short)), short)
    if not languages.pairs and short is not None:
        return WordsEntry(key, None, brief)
    return WordsEntry(key, text(reading, slot, languages), brief)
