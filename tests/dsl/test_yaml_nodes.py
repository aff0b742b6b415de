"""Compose YAML: rule texts equal what YAML decodes and point into the file; both scanners agree."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.frames import render
from rulewright.dsl.scalars import rule_text
from rulewright.dsl.source import RuleText, Source
from rulewright.dsl.tree import Data, Mapping, Scalar, Sequence
from rulewright.dsl.yaml_nodes import FAST, PURE, compose

CASES = Path(__file__).parents[1] / "cases" / "shape"
TEXTS = [
    path.read_text(encoding="utf-8")
    for path in sorted(CASES.glob("*/*.yaml"))
    if path.stem not in ("binary", "shift_jis", "empty", "zero_bytes")
]
WORDS = st.text(alphabet="ab 1.é日{}[],:#\"'-\\", min_size=1, max_size=12)


def composed(text: str, loader: type = FAST) -> tuple[Mapping | None, Report]:
    report = Report()
    return compose(Source("game.yaml", text), report, loader), report


def value(text: str) -> Scalar:
    root, report = composed(text)
    assert root is not None, [render(found) for found in report.found]
    found = root.get("a")
    assert isinstance(found, Scalar)
    return found


def check_segments(rule: RuleText) -> None:
    """Every character that isn't a joint or an escape stands in the file at its offset."""
    inner = [segment[0] for segment in rule.segments]
    outer = [segment[1] for segment in rule.segments]
    assert inner == sorted(inner)
    assert outer == sorted(outer)
    for position, character in enumerate(rule.text.rstrip("\n")):
        written = rule.source.text[rule.offset(position)]
        assert written == character or (written in "\n\r \\'" and character in " \n\"'\\")


LINES = st.lists(
    st.tuples(st.integers(0, 6), st.text(alphabet="abc:#{}[]\"' é日", max_size=10)).map(
        lambda pair: " " * pair[0] + pair[1].strip()
    ),
    min_size=1,
    max_size=8,
)


@given(
    LINES, st.integers(1, 4), st.sampled_from(["", "-", "+"]), st.sampled_from(["", "\n", "\n\n", "\nb: 1\n"])
)
def test_a_literal_block_is_its_lines_dedented(lines: list[str], indent: int, chomp: str, after: str) -> None:
    lines = ["x", *lines]
    text = f"a: |{chomp}\n" + "\n".join(" " * indent + line if line.strip() else "" for line in lines) + after
    rule = rule_text(value(text))
    assert rule.block
    assert rule.text == value(text).text.rstrip("\n") + "\n"
    assert rule.text == "\n".join(line if line.strip() else "" for line in lines).rstrip("\n") + "\n"
    check_segments(rule)
    for number, line in enumerate(lines):
        if line.strip():
            at = sum(len(x if x.strip() else "") + 1 for x in lines[:number])
            assert rule.source.place(rule.offset(at)) == (number + 2, indent + 1)


def test_a_block_with_its_indentation_written_keeps_the_blanks_beyond_it() -> None:
    rule = rule_text(value("a: |2\n    x\n  y\n"))
    assert rule.text == "  x\ny\n"
    assert rule.span(2, 3).text == "x"


@given(st.lists(st.text(alphabet="ab(),.1 é日", max_size=8), min_size=1, max_size=6))
def test_a_folded_block_is_one_line(lines: list[str]) -> None:
    lines = ["x", *lines]
    text = "a: >\n" + "\n".join("  " + line.strip() if line.strip() else "" for line in lines) + "\n"
    rule = rule_text(value(text))
    assert not rule.block
    assert "\n" not in rule.text
    assert rule.text.split() == value(text).text.split()
    check_segments(rule)


@given(
    st.lists(st.from_regex(r"[ab(][ab(),.1é日]{0,6}", fullmatch=True), min_size=1, max_size=5),
    st.integers(1, 3),
)
def test_a_plain_text_over_several_lines_is_one_line(words: list[str], indent: int) -> None:
    text = "a: " + ("\n" + " " * indent).join(words) + "  # note\nb: 1\n"
    rule = rule_text(value(text))
    assert rule.text == " ".join(words) == value(text).text
    check_segments(rule)


@given(st.text(alphabet="ab 'é日\"\\:#{}", max_size=20), st.booleans())
def test_a_quoted_text_is_decoded_with_its_places(content: str, double: bool) -> None:
    written = (
        '"' + content.replace("\\", "\\\\").replace('"', '\\"') + '"'
        if double
        else "'" + content.replace("'", "''") + "'"
    )
    rule = rule_text(value(f"a: {written}\n"))
    assert rule.text == content
    check_segments(rule)


@pytest.mark.parametrize(
    "written",
    [r'"a\u00e9b"', r'"\x41\U00000042c"', r'"a\tb\\"', '"a\n  b"', '"a\\\n  b"', "'a\n  b'", r'"\/\e\0"'],
)
def test_escapes_and_folds_decode_as_in_yaml(written: str) -> None:
    scalar = value(f"a: {written}\n")
    assert rule_text(scalar).text == scalar.text


def shape_of(node: Data) -> object:
    match node:
        case Scalar(text=text, quoted=quoted, span=span):
            return text, quoted, span.start, span.end
        case Sequence(items=items, flow=flow):
            return [shape_of(item) for item in items], flow, node.span.start, node.span.end
        case Mapping(pairs=pairs, flow=flow):
            return [(shape_of(k), shape_of(v)) for k, v in pairs], flow, node.span.start, node.span.end


def agree(text: str) -> None:
    fast, first = composed(text, FAST)
    pure, second = composed(text, PURE)
    assert [d.code for d in first.found] == [d.code for d in second.found]
    assert (fast is None) == (pure is None)
    if fast is not None and pure is not None:
        assert shape_of(fast) == shape_of(pure)


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_both_scanners_agree_on_every_case(text: str) -> None:
    assert FAST is not PURE
    agree(text)
    assert [d.message for d in composed(text, FAST)[1].found] == [
        d.message for d in composed(text, PURE)[1].found
    ]


@given(
    st.lists(
        st.tuples(st.sampled_from(["", "  ", "    "]), st.sampled_from(["a", "b", "c"]), WORDS), max_size=6
    )
)
def test_both_scanners_agree_on_small_files(lines: list[tuple[str, str, str]]) -> None:
    agree("x: 1\n" + "\n".join(f"{indent}{key}: {word}" for indent, key, word in lines))


def test_the_scanner_is_the_fast_one_where_it_is_built() -> None:
    assert FAST is yaml.CBaseLoader


def test_an_honest_file_with_many_entries_is_no_alias_bomb() -> None:
    text = "x: &a 1\ny: *a\nz:\n" + "".join(f"  - {{n: {number}}}\n" for number in range(40_000))
    root, report = composed(text)
    assert root is not None
    assert not report.found


def test_a_hundred_thousand_brackets_are_one_finding() -> None:
    for loader in (FAST, PURE):
        _, report = composed("x: " + "[" * 100_000, loader)
        assert [found.code for found in report.found] == ["yaml-depth"]


def test_a_thousand_duplicates_end_early() -> None:
    root, report = composed("a: 1\n" * 1000)
    assert root is None
    assert len(report.found) == 200


@pytest.mark.parametrize(
    "text",
    [
        "{a: Ready?, b: [who is first?]}",
        "{a: Ready ?, b: c}",
        '"Who?"',
        "who? me",
    ],
)
def test_question_marks_are_text_for_both_scanners(text: str) -> None:
    fast, pure = composed(f"x: {text}\n", FAST)[0], composed(f"x: {text}\n", PURE)[0]
    assert fast is not None
    assert pure is not None
    assert shape_of(fast) == shape_of(pure)


def test_a_tag_is_refused_wherever_it_stands() -> None:
    for text in ("{a: !card, b: c}", "!card x", "&a !card [b]", "[!card]", "! x"):
        _, report = composed(f"x: {text}\n")
        assert [found.code for found in report.found] == ["yaml-feature"], text
