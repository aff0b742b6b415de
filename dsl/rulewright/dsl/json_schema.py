"""Table of shapes -> JSON Schema (draft 2020-12), so that editors complete and check as the reader does."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.read_leaves import MOST_PLAYERS
from rulewright.dsl.reading import LARGEST
from rulewright.dsl.shape_table import RULESET
from rulewright.dsl.shapes import KINDS, NOTES, RULES, Choice, Entry, Field, Leaf, Many, Named, Shape

Schema = dict[str, Any]

_SIGNS = r"\s!-/:-@\[-^`{-~"
NAME = rf"^[^{_SIGNS}0-9][^{_SIGNS}]*$"
_BOUND = rf"(-?[0-9]+|[^{_SIGNS}0-9][^{_SIGNS}]*)"
_RANGE = rf"^{_BOUND}\.\.{_BOUND}$"
_ROW = rf"^(?!(by|otherwise)$)({_BOUND}|{_BOUND}\.\.{_BOUND})$"
_OUTCOME = rf"^(?!(by|text|cite|why|assumed)$){_BOUND}$"
_LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$"
_OWN = "^x-"


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
            "rows": _mapping({_ROW: {"anyOf": [_LITERAL, {"$ref": "#/$defs/rows"}]}}),
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
_TEXT: Schema = {"anyOf": [_SCALAR, {**_mapping({_LANGUAGE: _SCALAR}), "minProperties": 1}]}
_TABLE: Schema = {
    **_mapping(
        {_ROW: {"anyOf": [_LITERAL, {"$ref": "#/$defs/rows"}]}},
        {
            "by": {"anyOf": [_INDEX, {"type": "array", "items": _INDEX, "minItems": 1}]},
            "otherwise": _LITERAL,
        },
    ),
    "required": ["by"],
}
_WEIGHTS: Schema = _mapping({_OUTCOME: _LITERAL})
_CELL: Schema = {
    "anyOf": [_SCALAR, {"type": "array", "items": _LITERAL}, {"type": "object"}],
}
_CARD: Schema = _mapping({NAME: _CELL})

_DEFINITIONS: dict[str, Schema] = {
    **{kind: _RULE for kind in RULES},
    "version": {"const": 1},
    "name": _name(),
    "section": {"type": ["string", "number", "boolean"], "pattern": r"\S"},
    "text": _TEXT,
    "string": {"type": "string", "pattern": r"\S"},
    "language": {"type": "string", "pattern": _LANGUAGE},
    "players": {
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS},
            {"type": "string", "pattern": r"^[1-9][0-9]*\.\.[1-9][0-9]*$"},
        ]
    },
    "literal": _LITERAL,
    "row": {"anyOf": [_LITERAL, {"type": "string", "pattern": _ROW}]},
    "index": _INDEX,
    "bool": {"type": "boolean"},
    "constant": {"anyOf": [_LITERAL, {"type": "array", "items": _LITERAL}, _TABLE]},
    "odds": {
        "anyOf": [
            {**_mapping({_OUTCOME: _LITERAL}, _NOTED), "not": {"required": ["by"]}},
            {**_mapping({_OUTCOME: _WEIGHTS}, {"by": _INDEX, **_NOTED}), "required": ["by"]},
        ]
    },
    "cards": {"anyOf": [{"type": "string", "pattern": r"\S"}, {"type": "array", "items": _CARD}]},
    "label": {"anyOf": [_SCALAR, {**_mapping({_LANGUAGE: _SCALAR}, {"short": _TEXT}), "minProperties": 1}]},
    "tests": {
        "type": "object",
        "patternProperties": {_OWN: True},
        "additionalProperties": {"type": "object"},
    },
    "path": {"type": "string", "pattern": r"\S"},
    "data": {"type": "object"},
}
