"""Card rows, from YAML or from a CSV file -> `CardRow`s."""

from __future__ import annotations

import re
from typing import Any

from rulewright.dsl.csv_table import Cell, cells
from rulewright.dsl.diagnostics import Report, nearest
from rulewright.dsl.read_leaves import LANGUAGE, literal, plain, row, section, text
from rulewright.dsl.reading import Reading, Slot, describe, listing, normal, shorten, visible
from rulewright.dsl.shapes import KINDS
from rulewright.dsl.source import Source, Span
from rulewright.dsl.tree import (
    Attribute,
    CardRow,
    Data,
    Literal,
    Mapping,
    Notes,
    Scalar,
    Sequence,
    Text,
    Word,
)
from rulewright.dsl.yaml_nodes import read_source

_Value = Literal | tuple[Literal, ...] | Text
_NOTES = ("text", "cite", "why", "assumed")
_VALUE = "a whole number, a word, a range, a list, or `each`"


def read_cards(
    reading: Reading, slot: Slot, node: Data, kind: str, attributes: tuple[Attribute, ...]
) -> tuple[CardRow, ...] | None:
    """Read the cards of a kind: a list of rows, or the path of a CSV file beside the ruleset."""
    if reading.empty(slot, node, KINDS["cards"]):
        return None
    has = {attribute.name.value: attribute for attribute in attributes}
    match node:
        case Sequence():
            rows = [_row(reading, kind, item, has) for item in node.items]
            return tuple(row for row in rows if row is not None)
        case Scalar() if plain(node).endswith(".csv"):
            return _csv(reading, node, kind, has)
        case Scalar():
            reading.wrong(slot, node, KINDS["cards"], "write the path with its ending: `folder/cards.csv`")
            return None
    reading.wrong(slot, node, KINDS["cards"], "begin each row with `- `")
    return None


def is_text(attribute: Attribute) -> bool:
    """Whether an attribute holds a display text."""
    return re.match(r"\s*text\b", attribute.type.text) is not None


def is_indexed(attribute: Attribute) -> bool:
    """Whether an attribute has a value for each index."""
    return re.search(r"\beach\b", attribute.type.text) is not None


# -- rows in YAML ---------------------------------------------------------------------------------


def _row(reading: Reading, kind: str, node: Data, has: dict[str, Attribute]) -> CardRow | None:
    if not isinstance(node, Mapping):
        reading.fail(
            "shape-content",
            f"a row under `cards` gives values to attributes, and this is {describe(node)}",
            visible(node),
            help=f"write `- {{{', '.join(f'{name}: …' for name in list(has)[:2]) or 'attribute: …'}}}`",
        )
        return None
    values: dict[str, _Value] = {}
    copies: Literal | None = None
    noted: dict[str, Any] = {}
    for key, content in reading.pairs(node):
        slot = Slot(key.text, key.span)
        attribute = has.get(key.text)
        if attribute is not None:
            values.update(_attribute(reading, slot, attribute, content))
        elif key.text == "copies":
            copies = literal(reading, slot, content)
        elif key.text in _NOTES:
            noted[key.text] = _note(reading, slot, content)
        else:
            reading.unknown(key, [*has, "copies", *_NOTES], f"a card of `{kind}`")
    return CardRow(
        values, copies, node.span, Notes(**{key: value for key, value in noted.items() if value is not None})
    )


def _note(reading: Reading, slot: Slot, node: Data) -> tuple[Word, ...] | Text | None:
    if slot.name != "cite":
        return text(reading, slot, node)
    items = node.items if isinstance(node, Sequence) else (node,)
    words = [section(reading, slot, item) for item in items]
    return tuple(word for word in words if word is not None)


def _attribute(reading: Reading, slot: Slot, attribute: Attribute, node: Data) -> dict[str, _Value]:
    """Read the value of one attribute; an indexed one gives one value for each index, under `name.index`."""
    if is_indexed(attribute) and isinstance(node, Mapping):
        return _indexed(reading, slot.name, attribute, node)
    value = _text(reading, slot, node) if is_text(attribute) else _value(reading, slot, node)
    return {} if value is None else {slot.name: value}


def _indexed(reading: Reading, prefix: str, attribute: Attribute, node: Mapping) -> dict[str, _Value]:
    values: dict[str, _Value] = {}
    for key, content in reading.pairs(node):
        name = f"{prefix}.{key.text}"
        slot = Slot(key.text, key.span)
        if isinstance(content, Mapping) and not (is_text(attribute) and _has_languages(content)):
            values.update(_indexed(reading, name, attribute, content))
            continue
        value = _text(reading, slot, content) if is_text(attribute) else literal(reading, slot, content)
        if value is not None:
            values[name] = value
    return values


def _has_languages(node: Mapping) -> bool:
    return all(LANGUAGE.fullmatch(key.text) and isinstance(value, Scalar) for key, value in node.pairs)


def _text(reading: Reading, slot: Slot, node: Data) -> Text | None:
    if isinstance(node, Sequence):
        reading.wrong(slot, node, "one text in each row", "write a row for each text")
        return None
    return text(reading, slot, node)


def _value(reading: Reading, slot: Slot, node: Data) -> Literal | tuple[Literal, ...] | None:
    if reading.empty(slot, node, _VALUE):
        return None
    match node:
        case Sequence():
            read = [literal(reading, slot, item) for item in node.items]
            return tuple(item for item in read if item is not None)
        case Scalar():
            return _scalar(reading, slot, node)
    reading.wrong(slot, node, _VALUE)
    return None


def _scalar(reading: Reading, slot: Slot, node: Scalar) -> Literal | None:
    found = row(reading, slot, node)
    return Literal(normal(node.text), node.span) if isinstance(found, tuple) else found


# -- rows in CSV ----------------------------------------------------------------------------------


def _csv(reading: Reading, node: Scalar, kind: str, has: dict[str, Attribute]) -> tuple[CardRow, ...] | None:
    source = _open(reading, node)
    if source is None:
        return None
    table = cells(source)
    if not table:
        reading.fail(
            "table-csv",
            f"`{source.name}` is empty",
            node.span,
            help=f"its first line names the columns: {_columns(has)}",
        )
        return None
    header, body = table[0], table[1:]
    if len(header) == 1 and (";" in header[0].text or "\t" in header[0].text):
        reading.fail(
            "table-csv",
            "the columns aren't separated by commas",
            _shown(header[0]),
            help="save the table as CSV with commas",
        )
        return None
    if not _check_header(reading, header, kind, has):
        return None
    rows = []
    for line in body:
        torn = next((cell for cell in line if cell.torn), None)
        if torn is not None:
            reading.fail(
                "table-csv",
                "the quotes of this cell don't close at its end",
                torn.span,
                help='close it with `"`; a quote inside quotes is written twice: `""`',
            )
            continue
        if len(line) != len(header):
            reading.fail(
                "table-csv",
                f"this row has {len(line)} cells, and there are {len(header)} columns",
                Span(source, line[0].span.start, max(line[-1].span.end, line[0].span.start + 1)),
                help="put quotes around a text with a comma; leave a cell empty between two commas",
            )
            continue
        rows.append(_line(reading, header, line, has))
    return tuple(rows)


def _open(reading: Reading, node: Scalar) -> Source | None:
    """Open the CSV file; problems are reported where the ruleset names it."""
    written = plain(node)
    if "\\" in written or written.startswith("/") or re.match(r"[A-Za-z]:", written) or "\n" in written:
        reading.fail(
            "table-csv",
            "a card table is named by its path from the ruleset's folder",
            visible(node),
            help="write it with `/`: `folder/cards.csv`",
        )
        return None
    trouble = Report()
    source = read_source((node.span.source.folder or reading.folder) / written, trouble, name=written)
    for found in trouble.found:
        help = (
            "save it as CSV in UTF-8"
            if found.code == "file-not-text"
            else f"it is looked for as `{written}` beside the ruleset"
        )
        if found.code == "file-empty":
            help = "its first line names the columns"
        reading.fail("table-csv", found.message, visible(node), help=help)
    return source


def _columns(has: dict[str, Attribute]) -> str:
    return listing(has) if has else "the attributes under `has`"


def _shown(cell: Cell) -> Span:
    span = cell.span
    return span if span.end > span.start else Span(span.source, max(span.start - 1, 0), max(span.start, 1))


def _parts(column: str) -> tuple[str, str, str]:
    """Split `called.upper@ja` into name, `.index` and language."""
    base, _, language = column.partition("@")
    name, dot, index = base.partition(".")
    return name, dot + index, language


def _check_header(reading: Reading, header: list[Cell], kind: str, has: dict[str, Attribute]) -> bool:
    good = True
    seen: dict[str, Cell] = {}
    for cell in header:
        column = normal(cell.text)
        name, index, language = _parts(column)
        message = help = ""
        if column in seen:
            message, help = f"the column `{shorten(column)}` stands twice", "delete one"
        elif column in ("copies", *_NOTES) or column.startswith("x-"):
            pass
        elif name not in has:
            near = nearest(name, [*has, "copies", *_NOTES])
            message = (
                f"a card of `{kind}` has no attribute `{shorten(name)}`" if name else "a column has no name"
            )
            help = f"write `{near}`" if near else f"columns may be {_columns(has)}, `copies`, `assumed`"
        elif index and not is_indexed(has[name]):
            message, help = f"`{name}` has one value, no index", f"write `{name}`"
        elif language and not is_text(has[name]):
            message, help = f"`{name}` isn't a text, so it has no translation", f"write `{name}{index}`"
        elif language and not LANGUAGE.fullmatch(language):
            message, help = f"`{shorten(language)}` isn't a language code", f"write `{name}{index}@ja`"
        if message:
            good = False
            reading.fail("table-csv", message, _shown(cell), help=help)
        seen.setdefault(column, cell)
    return good


def _line(reading: Reading, header: list[Cell], line: list[Cell], has: dict[str, Attribute]) -> CardRow:
    values: dict[str, _Value] = {}
    copies: Literal | None = None
    noted: dict[str, Any] = {}
    for head, cell in zip(header, line, strict=True):
        column = normal(head.text)
        name, index, language = _parts(column)
        if not cell.text or column.startswith("x-"):
            continue
        slot = Slot(column, head.span)
        node = Scalar(cell.text, False, cell.span)
        if name in has and is_text(has[name]):
            before = values.get(name + index)
            known = before.values if isinstance(before, Text) else {}
            values[name + index] = Text({**known, language: cell.text}, cell.span)
        elif name in has:
            value = _scalar(reading, slot, node)
            if value is not None:
                values[name + index] = value
        elif column == "copies":
            copies = literal(reading, slot, node)
        else:
            noted[column] = (
                Text({"": cell.text}, cell.span) if column != "cite" else _note(reading, slot, node)
            )
    span = Span(line[0].span.source, line[0].span.start, line[-1].span.end)
    return CardRow(values, copies, span, Notes(**noted))
