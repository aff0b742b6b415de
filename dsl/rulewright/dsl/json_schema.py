"""Table of shapes -> JSON Schema (draft 2020-12), so that editors complete and check as the reader does."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.read_leaves import MOST_PLAYERS
from rulewright.dsl.read_tables import MOST_INDEXES
from rulewright.dsl.reading import LARGEST
from rulewright.dsl.shape_table import RULESET
from rulewright.dsl.shapes import KINDS, NOTES, RULES, Choice, Entry, Field, Leaf, Many, Named, Shape

Schema = dict[str, Any]

_SIGNS = r"\s!-/:-@\[-^`{-~"
NAME = rf"^[^{_SIGNS}0-9][^{_SIGNS}]*$"
_BOUND = rf"(-?[0-9]+|[^{_SIGNS}0-9][^{_SIGNS}]*)"
_RANGE = rf"^{_BOUND}\.\.{_BOUND}$"
_ROW = rf"^(?!(by|is|otherwise)$)({_BOUND}|{_BOUND}\.\.{_BOUND})$"
_OUTCOME = rf"^(?!(by|text|cite|why|assumed)$){_BOUND}$"
_LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$"
_OWN = "^x-"
_PLAYERS = "([1-9]|[12][0-9]|30)"


def schema() -> Schema:
    """Return the schema of a ruleset file. Every part has the description that the reference gives it."""
    ruleset = _entry(RULESET)
    required = ruleset.pop("required")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:rulewright:ruleset:1",
        "title": "A ruleset of Rulewright",
        **ruleset,
        "if": {"required": ["extends"]},
        "then": {"required": ["extends", "draft", "why"]},
        "else": {"required": required},
        "$defs": {
            **{kind: {**_DEFINITIONS[kind], "description": about} for kind, about in KINDS.items()},
        },
    }


def _of(shape: Shape) -> Schema:
    match shape:
        case Leaf(kind=kind):
            return {"$ref": f"#/$defs/{kind}"}
        case Choice(words=words, or_name=or_name):
            return {"anyOf": [{"enum": list(words)}, _name()]} if or_name else {"enum": list(words)}
        case Many(item=item, alone=alone):
            several = {"type": "array", "items": _of(item)}
            return {"anyOf": [several, _of(item)]} if alone else several
        case Named(value=value, key=key):
            return _mapping({NAME: _of(value)} if key == "name" else {"^(?!x-)": _of(value)})
        case Entry():
            return _entry(shape)


def _entry(shape: Entry) -> Schema:
    long = _mapping({}, {field.key: _field(field) for field in shape.written()})
    long["required"] = [field.key for field in shape.fields if field.required and not field.hidden]
    if shape.forms:
        long["oneOf"] = [
            {"required": list(form.needs), "not": {"anyOf": [{"required": [key]} for key in form.without]}}
            for form in shape.forms
        ]
    return {"anyOf": [_of(shape.field(shape.short).shape), long]} if shape.short else long


def _field(field: Field) -> Schema:
    content = _of(field.shape)
    return {"description": field.about, **content}


def _mapping(patterns: Schema, properties: Schema | None = None) -> Schema:
    """Return the schema of a mapping without other keys than these and the author's own."""
    return {
        "type": "object",
        **({"properties": properties} if properties else {}),
        "patternProperties": {_OWN: True, **patterns},
        "additionalProperties": False,
    }


def _name() -> Schema:
    return {"type": "string", "pattern": NAME}


_SCALAR: Schema = {"type": ["string", "number", "boolean"]}
_RULE: Schema = {"type": ["string", "number", "boolean"], "pattern": r"\S"}
_INTEGER: Schema = {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST}
_LITERAL: Schema = {"anyOf": [_INTEGER, {"type": "boolean"}, {"type": "string", "pattern": NAME}]}
_NOTED: Schema = {field.key: _field(field) for field in NOTES}
_INDEX: Schema = {"anyOf": [{"type": "string", "pattern": NAME}, {"type": "string", "pattern": _RANGE}]}
_HELD: Schema = {"not": {"propertyNames": {"pattern": _OWN}}}
_TEXT: Schema = {"anyOf": [_SCALAR, {**_mapping({_LANGUAGE: _SCALAR}), **_HELD}]}


def _table(by: Schema, content: Schema) -> Schema:
    """Return the schema of a table whose rows hold this content."""
    return {
        **_mapping({_ROW: content}, {"by": by, "otherwise": _LITERAL}),
        "required": ["by"],
        "not": {"required": ["is"]},
    }


def _rows(depth: int) -> Schema:
    """Return the schema of what stands in a row that `depth` more indexes may divide."""
    return {"anyOf": [_LITERAL, _mapping({_ROW: _rows(depth - 1)})]} if depth else _LITERAL


def _indexes(least: int, most: int) -> Schema:
    return {"type": "array", "items": _INDEX, "minItems": least, "maxItems": most}


_TABLE: Schema = {
    "anyOf": [
        _table({"anyOf": [_INDEX, _indexes(1, 1)]}, _rows(0)),
        *(_table(_indexes(count, count), _rows(count - 1)) for count in range(2, MOST_INDEXES + 1)),
    ]
}
_WEIGHT: Schema = {"anyOf": [{**_INTEGER, "minimum": 0}, {"type": "boolean"}, _name()]}
_WEIGHTS: Schema = _mapping({rf"^(?!by$){_BOUND}$": _WEIGHT})
_CELL: Schema = {
    "anyOf": [_SCALAR, {"type": "array", "items": _LITERAL}, {"type": "object"}],
}
_CARD: Schema = _mapping({NAME: _CELL})

_DEFINITIONS: dict[str, Schema] = {
    **dict.fromkeys(RULES, _RULE),
    "version": {"const": 1},
    "name": _name(),
    "section": {"type": ["string", "number", "boolean"], "pattern": r"\S"},
    "text": _TEXT,
    "string": {"type": "string", "pattern": r"\S"},
    "language": {"type": "string", "pattern": _LANGUAGE},
    "players": {
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS},
            {"type": "string", "pattern": rf"^{_PLAYERS}\.\.{_PLAYERS}$"},
        ]
    },
    "literal": _LITERAL,
    "row": {"anyOf": [_LITERAL, {"type": "string", "pattern": _ROW}]},
    "index": _INDEX,
    "bool": {"type": "boolean"},
    "constant": {"anyOf": [_LITERAL, {"type": "array", "items": _LITERAL}, _TABLE]},
    "odds": {
        "anyOf": [
            {**_mapping({_OUTCOME: _WEIGHT}, _NOTED), "not": {"required": ["by"]}},
            {**_mapping({_OUTCOME: _WEIGHTS}, {"by": _INDEX, **_NOTED}), "required": ["by"]},
        ]
    },
    "cards": {"anyOf": [{"type": "string", "pattern": r"\.csv$"}, {"type": "array", "items": _CARD}]},
    "label": {"anyOf": [_SCALAR, {**_mapping({_LANGUAGE: _SCALAR}, {"short": _TEXT}), **_HELD}]},
    "tests": {
        "type": "object",
        "patternProperties": {_OWN: True},
        "additionalProperties": {"type": "object"},
    },
    "path": {"type": "string", "pattern": r"\S"},
    "data": {"type": "object"},
    "names": {"type": ["object", "array", "string"]},
}
