"""YAML nodes -> ruleset tree, driven by the table of shapes; all mistakes of shape in one run."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Dict
from pathlib import Path
from typing import Any

from attrs import field, frozen

from rulewright.dsl import read_leaves, read_tables, tree
from rulewright.dsl.cards import read_cards
from rulewright.dsl.diagnostics import Report, nearest
from rulewright.dsl.overlay import is_overlay, resolve_overlay
from rulewright.dsl.reading import Reading, Slot, is_empty, listing
from rulewright.dsl.shape_table import RULESET
from rulewright.dsl.shapes import KINDS, NOTES, RULES, Choice, Entry, Leaf, Many, Named, Shape
from rulewright.dsl.source import Source, Span
from rulewright.dsl.tree import CardRow, Component, Data, Mapping, Notes, Ruleset, Scalar, Sequence, Word
from rulewright.dsl.yaml_nodes import compose, read_source


def load_tree(path: Path | str) -> tuple[Ruleset | None, Report]:
    """Read a ruleset file as far as its shape: file → nodes → tree."""
    report = Report()
    source = read_source(path, report)
    return (None if source is None else read_ruleset(source, report, Path(path).parent)), report


def read_ruleset(source: Source, report: Report, folder: Path) -> Ruleset | None:
    """Read a ruleset from its source; `folder` is where CSV paths begin.

    After errors the tree holds what could be read, so that rule strings can still be looked through; it is
    None when not even the game's frame is there. Whether errors were found is `report.failed`.
    """
    root = compose(source, report)
    if root is None:
        return None
    base_tests = None
    if is_overlay(root):
        draft = resolve_overlay(root, report, folder)
        if draft is None:
            return None
        root, base_tests = draft.root, draft.base_tests
    reading = Reading(report, folder)
    filled = _fill(reading, RULESET, Slot("the ruleset", _first_line(root)), root)
    if filled is None:
        return None
    _check_cited(reading, filled)
    values = filled.values
    if values["game"] is None or values["players"] is None:
        return None
    del values["rules"]
    values["notes"] = _plain(values["notes"])
    for overlay in ("extends", "change", "add", "remove", "rename"):
        del values[overlay]
    document, sections = values.pop("source") or (None, ())
    keys = {key.text: key.span for key, _ in root.pairs}
    return Ruleset(
        source,
        root.span,
        document=document,
        sections=sections,
        base_tests=base_tests,
        keys=keys,
        lost=frozenset(reading.lost),
        **values,
    )


def _first_line(root: Mapping) -> Span:
    key = root.pairs[0][0].span if root.pairs else root.span
    return Span(key.source, key.start, max(key.end, key.start + 1))


def _check_cited(reading: Reading, filled: _Filled) -> None:
    """Report every cited section that `source` doesn't list."""
    _, sections = filled.values["source"] or (None, ())
    known = [word.value for word, _ in sections]
    listed = set(known)
    for word in reading.cited:
        if word.value in listed or reading.full:
            continue
        near = nearest(word.value, known[:1000])
        if near:
            help = f"write `{near}`"
        elif known:
            help = f"known sections: {listing(known[:12])}"
        else:
            help = "list the sections first: `source: {sections: {id: heading}}`"
        reading.fail("shape-cite", f"`source` lists no section `{word.value}`", word.span, help=help)


# -- entries --------------------------------------------------------------------------------------


@frozen
class _Filled:
    """An entry with known keys, read: a value for each field, and where its keys stand."""

    values: dict[str, Any]
    notes: Notes
    span: Span
    places: dict[str, tuple[Scalar, Data]] = field(factory=dict)


def _fill(reading: Reading, shape: Entry, slot: Slot, node: Data) -> _Filled | None:
    """Read a mapping with known keys, or the short form of one; None if a required part is missing."""
    values: dict[str, Any] = {f.target: f.default for f in shape.fields}
    if shape.short and _is_short(shape, node):
        short = shape.field(shape.short)
        values[short.target] = _read(reading, short.shape, slot, node)
        return None if values[short.target] is None else _Filled(values, Notes(), node.span)
    if reading.empty(slot, node, "entries"):
        return None
    if not isinstance(node, Mapping):
        known_here = listing(f.key for f in shape.written())
        reading.wrong(slot, node, "keys with content", f"known here: {known_here}")
        return None
    if shape.of == "constant" and node.get("is") is None:
        read_tables.table(reading, slot, node)
        return None
    known = {f.key: f for f in shape.written()}
    noted: dict[str, Any] = {}
    places: dict[str, tuple[Scalar, Data]] = {}
    complete = True
    misspelt: set[str] = set()
    for key, content in reading.pairs(node):
        found = known.get(key.text)
        if found is None:
            where = f"`{slot.name}`" if shape is not RULESET else "a ruleset"
            misspelt.add(reading.unknown(key, known, where) or "")
            continue
        places[found.key] = (key, content)
        value = _read(reading, found.shape, Slot(key.text, key.span, node.flow), content)
        if value is None:
            complete = complete and not found.required
        elif found in NOTES:
            noted[found.target] = value
        else:
            values[found.target] = value
    for required in shape.fields:
        if required.required and not required.hidden and required.key not in places:
            complete = False
            if required.key in misspelt:
                continue
            reading.fail(
                "shape-missing",
                f"{f'`{slot.name}`' if shape is not RULESET else 'the ruleset'} has no `{required.key}`",
                slot.span,
                help=f"add `{required.key}:` ({required.about})",
            )
    if shape.forms and not _fits(reading, shape, slot, places):
        return None
    return _Filled(values, Notes(**noted), node.span, places) if complete or shape is RULESET else None


def _is_short(shape: Entry, node: Data) -> bool:
    if not isinstance(node, Mapping):
        return True
    return shape.of == "constant" and node.get("by") is not None and node.get("is") is None


def _fits(reading: Reading, shape: Entry, slot: Slot, places: Dict[str, tuple[Scalar, Data]]) -> bool:
    """Answer whether one way to fill the entry fits; report what is missing or too much."""
    for form in shape.forms:
        if all(key in places for key in form.needs) and not any(key in places for key in form.without):
            return True
    for form in shape.forms:
        extra = [key for key in form.without if key in places]
        if extra and all(key in places for key in form.needs):
            reading.fail(
                "shape-key",
                f"`{slot.name}` has `{form.needs[0]}`, so `{extra[0]}` can't stand beside it",
                places[extra[0]][0].span,
                help=_ways(shape),
            )
            return False
    started = next((form for form in shape.forms if any(key in places for key in form.needs)), None)
    missing = [key for key in started.needs if key not in places] if started else []
    what = (
        f"no `{missing[0]}`" if missing else "neither " + " nor ".join(f"`{f.needs[0]}`" for f in shape.forms)
    )
    reading.fail("shape-missing", f"`{slot.name}` has {what}", slot.span, help=_ways(shape))
    return False


def _ways(shape: Entry) -> str:
    return "write " + ", or ".join(" and ".join(f"`{key}`" for key in form.needs) for form in shape.forms)


# -- any shape ------------------------------------------------------------------------------------

_LEAVES: dict[str, Callable[[Reading, Slot, Data], Any]] = {
    "version": read_leaves.version,
    "name": read_leaves.name,
    "section": read_leaves.section,
    "text": read_leaves.text,
    "string": read_leaves.string,
    "language": read_leaves.language,
    "players": read_leaves.players,
    "literal": read_leaves.literal,
    "index": read_leaves.index,
    "bool": read_leaves.boolean,
    "path": read_leaves.path,
    "constant": read_tables.constant,
}


def _read(reading: Reading, shape: Shape, slot: Slot, node: Data) -> Any:
    """Read content of any shape; None after an error."""
    match shape:
        case Leaf(kind=kind) if kind in RULES:
            return read_leaves.rule(reading, slot, node, kind)
        case Leaf(kind=kind) if kind in _LEAVES:
            return _LEAVES[kind](reading, slot, node)
        case Leaf(kind="tests"):
            return _tests(reading, slot, node)
        case Leaf():
            return node
        case Choice():
            return read_leaves.choice(reading, slot, node, shape)
        case Many():
            return _many(reading, shape, slot, node)
        case Named():
            return _named(reading, shape, slot, node)
        case Entry():
            return _entry(reading, shape, None, slot, node)


def _many(reading: Reading, shape: Many, slot: Slot, node: Data) -> tuple[Any, ...] | None:
    expected = f"a list, each item {KINDS[shape.item.kind]}"
    if reading.empty(slot, node, expected):
        return None
    if not isinstance(node, Sequence):
        if shape.alone:
            item = _read(reading, shape.item, slot, node)
            return None if item is None else (item,)
        reading.wrong(slot, node, expected, f"write `{slot.name}: [a, b]`")
        return None
    items = [_read(reading, shape.item, Slot(slot.name, slot.span, node.flow), item) for item in node.items]
    return tuple(item for item in items if item is not None)


def _named(reading: Reading, shape: Named, slot: Slot, node: Data) -> tuple[Any, ...] | None:
    what = "entries, each `name: content`"
    if reading.empty(slot, node, what):
        return None
    if not isinstance(node, Mapping):
        help = "write each as `name:` without a dash" if isinstance(node, Sequence) else ""
        reading.wrong(slot, node, what, help)
        return None
    entries = []
    above: Scalar | None = None
    for key, content in reading.pairs(node):
        if above is not None and _belongs(shape, key):
            reading.fail(
                "shape-content",
                f"`{key.text}` belongs to `{above.text}`",
                key.span,
                help=f"indent it under `{above.text}`",
            )
            continue
        word = _key(reading, shape, key)
        above = key if is_empty(content) else None
        if word is None:
            continue
        entry = _one_named(reading, shape, word, Slot(word.value, key.span, node.flow), content)
        if entry is not None:
            entries.append(entry)
        else:
            reading.lost.append(word.value)
    return tuple(entries)


def _belongs(shape: Named, key: Scalar) -> bool:
    """Whether a name is rather a key of the entry above, which has no content."""
    return isinstance(shape.value, Entry) and any(field.key == key.text for field in shape.value.written())


def _key(reading: Reading, shape: Named, key: Scalar) -> Word | None:
    return reading.name(key, "a key", is_key=True) if shape.key == "name" else Word(key.text, key.span)


def _one_named(reading: Reading, shape: Named, word: Word, slot: Slot, node: Data) -> Any:
    match shape.value:
        case Entry() as entry:
            return _entry(reading, entry, word, slot, node)
        case Leaf(kind="odds"):
            return read_tables.odds(reading, word, node, _notes(reading, node))
        case Leaf(kind="label"):
            return read_tables.label(reading, word, node)
    value = _read(reading, shape.value, slot, node)
    return None if value is None else _PAIRS[shape.of](word, value)


def _notes(reading: Reading, node: Data) -> Notes:
    """Read the notes of an entry whose other keys are the author's own."""
    noted: dict[str, Any] = {}
    for key, content in node.pairs if isinstance(node, Mapping) else ():
        for note in NOTES:
            if note.key == key.text:
                noted[note.key] = _read(reading, note.shape, Slot(key.text, key.span), content)
    return Notes(**{key: value for key, value in noted.items() if value is not None})


def _tests(reading: Reading, slot: Slot, node: Data) -> Mapping | None:
    if reading.empty(slot, node, KINDS["tests"]):
        return None
    if not isinstance(node, Mapping):
        reading.wrong(slot, node, KINDS["tests"])
        return None
    for key, content in node.pairs:
        if not isinstance(content, Mapping) and not key.text.startswith("x-"):
            reading.wrong(Slot(key.text, key.span), content, "keys such as `play` and `expect`")
    return node


# -- tree classes ---------------------------------------------------------------------------------

_PAIRS: dict[str, Callable[[Word, Any], Any]] = {
    "": lambda word, value: (word, value),
    "attribute": tree.Attribute,
    "given": tree.Given,
    "part": tree.Part,
}

_CLASSES: dict[str, type[Any]] = {
    "constant": tree.Constant,
    "parameter": tree.Parameter,
    "type": tree.EnumType,
    "function": tree.Function,
    "procedure": tree.Procedure,
    "action": tree.Action,
    "phase": tree.Phase,
    "score line": tree.ScoreLine,
}


def _entry(reading: Reading, shape: Entry, name: Word | None, slot: Slot, node: Data) -> Any:
    """Read an entry into its tree class."""
    filled = _fill(reading, shape, slot, node)
    if filled is None:
        return None
    values = filled.values
    match shape.of:
        case "source":
            return values["document"], values["sections"]
        case "refill":
            return tree.Refill(**values)
        case "screen":
            return tree.Screen(**values)
        case "limits":
            return tuple(
                (Word(key.text, key.span), values[key.text])
                for key, _ in filled.places.values()
                if values[key.text]
            )
        case "winner":
            return tree.Winner(filled.span, **values, notes=filled.notes)
    assert name is not None
    match shape.of:
        case "component":
            return _component(reading, name, filled)
        case "zone":
            values["as_"], values["seen_by"] = _plain(values["as_"]), _plain(values["seen_by"])
            return tree.Zone(name, **{**values, "shown": _plain(values["shown"])}, notes=filled.notes)
        case "variable":
            return tree.Variable(name, values["type"], _plain(values["shown"]), filled.notes)
    return _CLASSES[shape.of](name, **values, notes=filled.notes)


def _plain(value: Word | str) -> str:
    return value.value if isinstance(value, Word) else value


def _component(reading: Reading, name: Word, filled: _Filled) -> tree.Component:
    values = filled.values
    values["each_player"] = values["each_player"] is not None
    if "cards" in filled.places:
        key, content = filled.places["cards"]
        attributes = values["has"] if "has" in filled.places else ()
        values["cards"] = read_cards(reading, Slot(key.text, key.span), content, name.value, attributes)
    return tree.Component(name, **values, notes=filled.notes)


def read_card_rows(component: Component, data: Data, report: Report) -> tuple[CardRow, ...]:
    """Read other card rows for a kind, such as a test gives them; CSV files lie beside the ruleset."""
    folder = Path(data.span.source.name).parent
    rows = read_cards(
        Reading(report, folder), Slot("cards", data.span), data, component.name.value, component.has
    )
    return rows or ()
