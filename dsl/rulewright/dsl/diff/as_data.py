"""Differences -> JSON and its schema, both made from the classes themselves."""

from __future__ import annotations

from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from attrs import fields, has

from rulewright.dsl.diff.changes import KINDS, SEVERITIES, Change, Diff
from rulewright.dsl.diff.naming import held
from rulewright.dsl.source import Span

Schema = dict[str, Any]
VERSION = 1
COMPUTED = ("entry", "fingerprint")
"""Properties of a change that stand in the data too."""
WORDS = {"severity": SEVERITIES, "change.kind": KINDS, "step.kind": ("added", "removed", "changed", "moved")}
ABOUT = {
    "changes": "Every difference, rules before numbers before words, in the order of the rulebook.",
    "id": "Stable and readable: `constants.side_base`.",
    "fingerprint": "Equal as long as the same thing changes in the same way.",
    "severity": "From words alone over numbers and rules to the parts of the game.",
    "breaks_saves": "Whether a saved play may meet another question or other answers.",
    "proof": "Why nothing changes, where only words differ.",
    "told": "The sentence for the designer.",
    "cite": "Rules of the rulebook, as `cite` names them.",
    "areas": "Headings of these rules.",
    "option": "Whether it is about an open question or a variant.",
    "printed": "Components that must be printed anew.",
    "reached": "Rules written as before that read something changed.",
    "tests": "The tests of the earlier draft whose result is another; null when they weren't played.",
}


def data(diff: Diff) -> dict[str, Any]:
    """Return a diff as JSON data; `tests` is for the caller to fill in."""
    found = plain(diff)
    assert isinstance(found, dict)
    return {"version": VERSION, **found, "tests": None}


def plain(value: object) -> Any:
    """Return a value as JSON data."""
    if isinstance(value, Span):
        return {"file": value.source.name, "line": value.line, "column": value.column}
    if has(type(value)):
        found = {name: plain(inner) for name, inner in held(value)}
        if isinstance(value, Change):
            found.update({name: getattr(value, name) for name in COMPUTED})
        return found
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of what `rules diff --format json` writes."""
    found = of_class(Diff)
    found["properties"] = {
        "version": {"const": VERSION},
        **found["properties"],
        "tests": {"anyOf": [{"type": "null"}, TESTS], "description": ABOUT["tests"]},
    }
    found["required"] = list(found["properties"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:rulewright:diff:1",
        "title": "Differences between two drafts, as `rules diff --format json` writes them",
        **found,
    }


TESTS: Schema = {
    "type": "object",
    "properties": {
        "total": {"type": "integer"},
        "changed": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {name: {"type": "string"} for name in ("name", "before", "now", "message")},
                "required": ["name", "before", "now", "message"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["total", "changed"],
    "additionalProperties": False,
}


def of_class(kind: type) -> Schema:
    """Return the schema of one of the classes."""
    hints = get_type_hints(kind)
    properties: Schema = {}
    for f in fields(kind):
        shape = of_type(hints[f.name])
        words = WORDS.get(f.name) or WORDS.get(f"{kind.__name__.lower()}.{f.name}")
        if words is not None:
            shape = {"enum": list(words)}
        properties[f.name] = {**shape, "description": ABOUT[f.name]} if f.name in ABOUT else shape
    if kind is Change:
        properties.update({name: {"type": "string"} for name in COMPUTED})
        properties["fingerprint"] = {"type": "string", "description": ABOUT["fingerprint"]}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def of_type(hint: Any) -> Schema:
    """Return the schema of a type."""
    if hint in (str, bool, int):
        return {"type": {str: "string", bool: "boolean", int: "integer"}[hint]}
    if hint is Span:
        place = {"file": {"type": "string"}, "line": {"type": "integer"}, "column": {"type": "integer"}}
        return {"type": "object", "properties": place, "required": list(place), "additionalProperties": False}
    if get_origin(hint) in (Union, UnionType):
        return {
            "anyOf": [{"type": "null"} if part is type(None) else of_type(part) for part in get_args(hint)]
        }
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        if len(parts) == 2 and parts[1] is Ellipsis:
            return {"type": "array", "items": of_type(parts[0])}
        return {
            "type": "array",
            "prefixItems": [of_type(p) for p in parts],
            "minItems": len(parts),
            "maxItems": len(parts),
        }
    assert has(hint), hint
    return of_class(hint)
