"""Export the schema: it and the reader give the same verdict, for both come from one table."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.json_schema import schema
from rulewright.dsl.read import read_ruleset
from rulewright.dsl.shape_table import RULESET
from rulewright.dsl.source import Source
from rulewright.dsl.tree import Data, Mapping, Scalar, Sequence
from rulewright.dsl.yaml_nodes import compose

CASES = Path(__file__).parents[1] / "cases" / "shape"
VALIDATOR = jsonschema.Draft202012Validator(schema())
SHAPE = {"shape-key", "shape-missing", "shape-content", "shape-name", "shape-number", "shape-comment"}
"""The codes of what a schema can say too; it can't see braces, citations, or other files."""

BEYOND = {
    *("brace_in_text", "braces", "card_rows", "cite", "cite_without_source", "comment_cuts", "overlay"),
    *("csv_cells", "csv_column", "csv_copies", "csv_empty", "csv_encoding", "csv_folder", "csv_missing"),
    *("csv_path", "csv_quotes", "csv_semicolon", "players_backwards", "run_together"),
}
"""Bad cases whose mistake no schema can express."""


def plain(node: Data) -> Any:
    """Return what an editor's YAML 1.2 reader makes of a node."""
    match node:
        case Mapping(pairs=pairs):
            return {key.text: plain(value) for key, value in pairs}
        case Sequence(items=items):
            return [plain(item) for item in items]
        case Scalar(text=text, quoted=quoted):
            return text if quoted else guessed(text)


def guessed(text: str) -> Any:
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?(0|[1-9][0-9]*)", text):
        return int(text)
    if re.fullmatch(r"-?[0-9]*\.[0-9]+", text):
        return float(text)
    return text


def verdicts(text: str, folder: Path = CASES / "good") -> tuple[bool, bool]:
    """Return whether the schema and whether the reader accept a file."""
    source = Source("game.yaml", text)
    root = compose(source, Report())
    assert root is not None
    report = Report()
    read_ruleset(source, report, folder)
    return VALIDATOR.is_valid(plain(root)), not any(found.code in SHAPE for found in report.found)


def cases(kind: str) -> list[Any]:
    found = []
    for path in sorted((CASES / kind).glob("*.yaml")):
        if path.stem in BEYOND or b"\0" in path.read_bytes() or path.stem == "shift_jis":
            continue
        text = path.read_text(encoding="utf-8")
        report = Report()
        if compose(Source(path.name, text), report) is not None and not report.failed:
            found.append(pytest.param(text, id=path.stem))
    return found


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert json.loads(json.dumps(schema())) == schema()
    assert set(schema()["properties"]) == {field.key for field in RULESET.fields}
    assert all(content["description"] for content in schema()["properties"].values())


@pytest.mark.parametrize("text", cases("good"))
def test_both_accept_the_good_cases(text: str) -> None:
    assert verdicts(text) == (True, True)


@pytest.mark.parametrize("text", cases("bad"))
def test_both_refuse_the_bad_cases(text: str) -> None:
    assert verdicts(text) == (False, False)


# -- mutations of a file that uses every key ------------------------------------------------------

VALUES: list[Any] = [
    True, 3, -1, 2.5, None, "", " ", "a", "two words", "1..3", "no", "none", "shared", [], ["a"], [1],
    ["a b"], {}, {"a": "b"}, {"en": "x"}, {"by": "a", "x": 1}, {"by": "a", "x": {"y": 1}}, {"is": "a"},
    {"x-own": 1}, {"1..2": 3}, {"short": "x"}, "é", "1-2", 2147483648, {"is": 1, "text": "t", "cite": "A"},
    {"text": []},
]  # fmt: skip
KEYS = [
    "zzz",
    "x-own",
    "is",
    "by",
    "1",
    "two words",
    "cite",
    "text",
    "en",
    "default",
    "do",
    "turn",
    "without",
    "1..2",
]


def base() -> Any:
    path = CASES / "good" / "everything.yaml"
    root = compose(Source(path.name, path.read_text(encoding="utf-8")), Report())
    assert root is not None
    data = plain(root)
    del data["components"]["card"]["cards"]
    return data


BASE = base()


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of everything that the shape decides: not inside tests."""
    found = [path] if path else []
    if path and path[-1] == "tests":
        return found
    if isinstance(data, dict):
        for key in data:
            found += places(data[key], (*path, key))
    elif isinstance(data, list):
        for number, item in enumerate(data):
            found += places(item, (*path, number))
    return found


PLACES = places(BASE)


def written(data: Any, indent: int = 0) -> str:
    """Write data as YAML in block form, each text in double quotes."""
    pad = "  " * indent
    if isinstance(data, dict) and data:
        return "".join(f"\n{pad}{key_of(key)}:{written(value, indent + 1)}" for key, value in data.items())
    if isinstance(data, list) and data:
        return "".join(f"\n{pad}-{written(item, indent + 1)}" for item in data)
    return " " + ("" if data is None else json.dumps(data, ensure_ascii=False))


def key_of(key: str) -> str:
    return key if re.fullmatch(r"[\w.-]+", key) else json.dumps(key, ensure_ascii=False)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PLACES), st.sampled_from(["replace", "delete", "rename"]), st.data())
def test_both_agree_on_any_mutation(path: tuple[Any, ...], deed: str, data: st.DataObject) -> None:
    game = copy.deepcopy(BASE)
    parent = game
    for step in path[:-1]:
        parent = parent[step]
    last = path[-1]
    if deed == "replace" or isinstance(parent, list):
        parent[last] = data.draw(st.sampled_from(VALUES))
    elif deed == "delete":
        del parent[last]
    else:
        key = data.draw(st.sampled_from(KEYS))
        if key in parent:
            return
        parent[key] = parent.pop(last)
    by_schema, by_reader = verdicts(written(game).lstrip("\n") + "\n")
    assert by_schema == by_reader
