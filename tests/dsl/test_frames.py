"""Render findings: the marks stand under what they mean, whatever the line holds."""

from __future__ import annotations

import json

from rulewright.dsl.diagnostics import Diagnostic, Related
from rulewright.dsl.frames import render, to_json
from rulewright.dsl.source import Source, Span

GAME = Source(
    "market.yaml",
    "zones:\n  kitchen: {holds: dish}\n  市場: {holds: dish}\n"
    + "\n" * 6
    + "    me chooses 市場の料理 from kichen\n",
)


def span(text: str, source: Source = GAME) -> Span:
    start = source.text.index(text)
    return Span(source, start, start + len(text))


def test_a_finding_has_frame_declaration_help_note_and_section() -> None:
    found = Diagnostic(
        "shape-key",
        "no zone is named `kichen`",
        span("kichen"),
        help="write `kitchen`",
        note="names are\ncompared exactly",
        related=(Related(span("kitchen"), "closest name, declared here"),),
    )
    assert render(found, "(A) Serving").split("\n") == [
        "error[shape-key]: no zone is named `kichen`",
        "  ┌─ market.yaml:10:27                         rulebook: (A) Serving",
        "10│     me chooses 市場の料理 from kichen",
        "  │                                ^^^^^^",
        " 2│   kitchen: {holds: dish}",
        "  │   ------- closest name, declared here",
        "  = help: write `kitchen`",
        "  = note: names are",
        "          compared exactly",
        "  = more: rules explain shape-key",
    ]


def test_wide_characters_get_wide_marks() -> None:
    lines = render(Diagnostic("shape-key", "m", span("市場の"), label="here")).split("\n")
    assert lines[3] == "  │                ^^^^^^ here"


def test_a_span_over_several_lines_shows_its_first() -> None:
    whole = Span(GAME, 0, len(GAME.text))
    assert render(Diagnostic("shape-key", "m", whole)).split("\n")[2:4] == [" 1│ zones:", "  │ ^^^^^^"]


def test_a_place_at_the_end_of_the_file_has_a_mark() -> None:
    end = Span(GAME, len(GAME.text), len(GAME.text))
    assert render(Diagnostic("shape-key", "m", end)).split("\n")[2:4] == ["11│", "  │ ^"]


def test_another_file_gets_its_own_heading_and_an_unread_one_no_lines() -> None:
    other = Source("cards.csv", "a,b\n")
    found = Diagnostic(
        "shape-key", "m", Span(Source("gone.yaml", ""), 0, 0), related=(Related(span("b", other), "r"),)
    )
    assert render(found).split("\n")[1:5] == ["  ┌─ gone.yaml", "  ┌─ cards.csv:1:3", " 1│ a,b", "  │   - r"]


def test_marks_on_one_line_share_it() -> None:
    found = Diagnostic("shape-key", "m", span("dish"), related=(Related(span("kitchen"), "r"),))
    assert render(found).split("\n")[2:5] == [
        " 2│   kitchen: {holds: dish}",
        "  │                    ^^^^",
        "  │   ------- r",
    ]


def test_a_very_long_line_is_cut_around_the_mark() -> None:
    source = Source("long.yaml", "a" * 500 + "b" + "c" * 500)
    shown, marks = render(Diagnostic("shape-key", "m", span("b", source))).split("\n")[2:4]
    assert len(shown) < 120
    assert shown[marks.index("^")] == "b"


def test_what_a_terminal_would_obey_is_not_printed() -> None:
    source = Source("odd.yaml", "a\x1b[31m\tb")
    text = render(Diagnostic("shape-key", "bad \x1b", span("b", source)))
    assert "\x1b" not in text
    assert "→b" in text


def test_json_counts_places_from_one() -> None:
    found = Diagnostic("shape-key", "m", span("kichen"), related=(Related(span("kitchen"), "r"),))
    data = json.loads(json.dumps(to_json(found)))
    assert (data["file"], data["line"], data["column"], data["end_line"], data["end_column"]) == (
        "market.yaml", 10, 27, 10, 33,
    )  # fmt: skip
    assert data["severity"] == "error"
    assert data["related"][0]["line"] == 2
