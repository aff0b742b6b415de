"""Read rulesets: every case file gives exactly the messages beside it, and nothing ever gives a traceback."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl import read, shape_table, shapes, tree
from rulewright.dsl.codes import CODES
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.frames import render
from rulewright.dsl.read import load_tree, read_ruleset
from rulewright.dsl.source import Source
from rulewright.dsl.yaml_nodes import read_source

CASES = Path(__file__).parents[1] / "cases" / "shape"
BAD = sorted((CASES / "bad").glob("*.yaml"))
GOOD = sorted((CASES / "good").glob("*.yaml"))
ELSEWHERE = {"file-unreadable", "file-too-large"}


def read_case(path: Path) -> tuple[tree.Ruleset | None, Report]:
    report = Report()
    source = read_source(path, report, name=path.name)
    return (None if source is None else read_ruleset(source, report, path.parent)), report


def read_text(text: str, folder: Path = CASES) -> tuple[tree.Ruleset | None, Report]:
    report = Report()
    return read_ruleset(Source("game.yaml", text), report, folder), report


def messages(report: Report) -> str:
    return "\n\n".join(render(found) for found in report.sorted()) + "\n"


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_case_gives_the_messages_beside_it(path: Path) -> None:
    """UPDATE_CASES=1 writes the messages anew."""
    _, report = read_case(path)
    beside = path.with_suffix(".txt")
    if os.environ.get("UPDATE_CASES"):
        beside.write_text(messages(report), encoding="utf-8")
    assert report.failed
    assert messages(report) == beside.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_case_reads_without_a_finding(path: Path) -> None:
    ruleset, report = read_case(path)
    assert messages(report) == "\n"
    assert ruleset is not None


def test_every_code_of_shape_has_a_case() -> None:
    owned = {code for code in CODES if code.split("-")[0] in ("file", "yaml", "shape") or code == "table-csv"}
    seen = {found.code for path in BAD for found in read_case(path)[1].found}
    assert owned - ELSEWHERE == seen


def test_cards_come_from_a_table() -> None:
    ruleset, _ = read_case(CASES / "good" / "card_table.yaml")
    assert ruleset is not None
    cards = ruleset.components[0].cards
    assert cards is not None
    first, second, third = cards
    assert {key: value.value for key, value in first.values.items() if isinstance(value, tree.Literal)} == {
        "suit": "salt",
        "rank": "1..4",
        "needs.salt": 2,
    }
    called = first.values["called.salt"]
    assert isinstance(called, tree.Text)
    assert called.values == {"": "Fish, salted", "ja": "塩魚"}
    assert isinstance(first.copies, tree.Literal)
    assert first.copies.value == 3
    assert repr(second.span) == "tables/market.csv:4:1"
    assert second.notes.assumed is not None
    sour = second.values["called.salt"]
    assert isinstance(sour, tree.Text)
    assert sour.values == {"": 'A "sour" one'}
    suit = third.values["suit"]
    assert isinstance(suit, tree.Literal)
    assert suit.value == "each"


def test_nothing_is_guessed_from_how_a_text_looks() -> None:
    ruleset, _ = read_case(CASES / "good" / "texts_unguessed.yaml")
    assert ruleset is not None
    assert ruleset.game.value == "no"
    assert [word.value for word in ruleset.types[0].values] == ["yes", "no", "on", "off", "y", "n"]
    assert ruleset.types[1].values[0].value == "\u00e9\u00e9n"
    assert [word.value for word, _ in ruleset.sections] == ["1.10", "012", "12:30", "no"]
    text = ruleset.functions[1].notes.text
    assert text is not None
    assert text.values == {"": "A text of\ntwo lines"}
    assert ruleset.functions[1].is_.text == "count(players) + 1"


def test_no_message_speaks_of_parsers() -> None:
    for path in BAD:
        text = messages(read_case(path)[1]).lower()
        for word in ("expected <", "token", "scalar", "flow", "node", "yaml.", "traceback", "none type"):
            assert word not in text.replace("`flow`", "").replace("flow:", ""), (path.name, word)


def test_missing_file_folder_and_ten_megabytes_are_findings(tmp_path: Path) -> None:
    big = tmp_path / "big.yaml"
    big.write_bytes(b"rules: 1\n" + b"# filler\n" * 1_200_000)
    for path, code in (
        (tmp_path / "nowhere.yaml", "file-unreadable"),
        (tmp_path, "file-unreadable"),
        (big, "file-too-large"),
    ):
        ruleset, report = load_tree(path)
        assert ruleset is None
        assert [found.code for found in report.found] == [code]
        assert path.name in messages(report)


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "mark.yaml"
    path.write_bytes(b"\xef\xbb\xbfrules: 1\r\ngame: market\r\nplayers: 2\r\nflow: |\r\n  nothing\r\n")
    ruleset, report = load_tree(path)
    assert not report.found
    assert ruleset is not None
    assert ruleset.game.value == "market"
    assert ruleset.game.span.column == 7
    assert ruleset.flow is not None
    assert ruleset.flow.text == "nothing\n"


def test_all_mistakes_are_found_in_one_run() -> None:
    _, report = read_case(CASES / "bad" / "unknown_keys.yaml")
    assert sum(found.code == "shape-key" for found in report.found) == 9


def test_the_tree_survives_mistakes_elsewhere() -> None:
    ruleset, report = read_case(CASES / "bad" / "braces.yaml")
    assert report.failed
    assert ruleset is not None
    assert [function.name.value for function in ruleset.functions] == ["fine"]


def test_a_rule_points_back_into_the_file() -> None:
    ruleset, _ = read_case(CASES / "good" / "everything.yaml")
    assert ruleset is not None
    for procedure in ruleset.procedures:
        at = procedure.do.text.index("nothing")
        assert procedure.do.span(at, at + 7).text == "nothing"


@pytest.mark.parametrize("entry", shape_table.ENTRIES, ids=lambda entry: entry.of)
def test_every_field_of_an_entry_has_its_place_in_the_tree(entry: shapes.Entry) -> None:
    classes = {
        **read._CLASSES,
        "component": tree.Component,
        "refill": tree.Refill,
        "ruleset": tree.Ruleset,
        "screen": tree.Screen,
        "variable": tree.Variable,
        "winner": tree.Winner,
        "zone": tree.Zone,
    }
    if entry.of in ("source", "limits"):
        return
    targets = {field.target for field in entry.fields}
    if entry.of == "ruleset":
        targets -= {"rules", "source", "extends", "change", "add", "remove", "rename"}
        targets |= {"source", "document", "sections", "keys", "base_tests", "lost"}
    own = {field.name for field in attrs.fields(classes[entry.of])} - {"name", "span"}
    assert targets | ({"notes"} if entry.noted else set()) == own


def test_every_key_of_the_language_is_described_and_stands_in_a_good_case() -> None:
    ruleset = shape_table.RULESET
    assert len(ruleset.fields) == 35
    source = read_source(CASES / "good" / "everything.yaml", Report())
    assert source is not None
    for entry in shape_table.ENTRIES:
        for field in entry.written():
            assert field.about
            if field.key not in ("extends", "change", "add", "remove", "rename"):
                assert f"{field.key}:" in source.text, (entry.of, field.key)


LINES = st.sampled_from(
    """
rules: 1|game: market|players: 2..4|flow: \\|  nothing|zones:|  deck: {holds: card}|  deck:|    holds: card
types: {a: [b, c]}|constants:|  x: {by: players, 2..4: 3}|x-n: [|  - a|]|}|  "|title: &a b|why: *a|---|<<: *a
tests: {T: {}}|words: {a: {en: b, short: c}}|components:|  card:|    is: card|    cards: tables/cells.csv|
    has: {a: 1..2, b: text}|  odds: {1: 1}|\tx: 1|  a: 'b|# c|odds:|phases:|  p: {do: nothing}|setup: >|a\rb
""".strip("\n")
    .replace("\n", "|")
    .replace("\\|", "\0")
    .split("|")
).map(lambda line: line.replace("\0", "|"))


@given(st.one_of(st.text(), st.lists(LINES, max_size=30).map("\n".join)))
def test_any_text_gives_a_tree_or_a_finding(text: str) -> None:
    ruleset, report = read_text(text)
    assert ruleset is not None or report.failed
    assert all(render(found) for found in report.sorted())


@given(st.binary(max_size=200))
def test_any_bytes_give_a_tree_or_a_finding(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        path.write_bytes(content)
        ruleset, report = load_tree(path)
    assert ruleset is not None or report.failed


@given(st.text(alphabet='ab,"\n\r; .@x1', max_size=60))
def test_any_card_table_gives_rows_or_a_finding(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "cards.csv").write_bytes(text.encode())
        game = (
            "rules: 1\ngame: market\nplayers: 2\nflow: |\n  nothing\ncomponents:\n  card:\n    is: card\n"
            "    has: {a: 1..2, b: text, x: 0..1 each a}\n    cards: cards.csv\n"
        )
        ruleset, report = read_text(game, Path(folder))
    assert ruleset is not None
    assert report.failed or ruleset.components[0].cards is not None
