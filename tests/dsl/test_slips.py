"""What people type who come from other languages: found, named, and never taken for a name of theirs."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from rulewright.dsl import parse
from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.dsl.foreign import PHRASES, STARTS
from rulewright.dsl.slips import SLIPS, find_slip, suspicious
from rulewright.dsl.source import RuleText, Source
from rulewright.dsl.templates import AGGREGATES, OPENERS, STATEMENTS, statement_of
from rulewright.dsl.written import INSIDE, as_written

BAD = (Path(__file__).parent.parent / "cases" / "syntax" / "bad" / "slips.txt").read_text(encoding="utf-8")


def rule_text(text: str) -> RuleText:
    return RuleText(text, Source("game.yaml", text + "\n"), ((0, 0),), block=True)


def finding(text: str) -> Diagnostic:
    """Return the one finding of a block."""
    report = Report()
    assert parse.parse_block(rule_text(text), report) is None
    assert len(report.found) == 1
    return report.found[0]


def test_every_slip_has_a_case() -> None:
    """The table of slips and the cases of bad rules can't drift apart."""
    texts = [part.partition("\n---\n")[0].partition("\n")[2] for part in BAD.split("=== ")[1:]]
    met = set()
    for text in texts:
        slip = find_slip(as_written(rule_text(text), one_line=False))
        met |= {one.message for one in SLIPS if slip and one.pattern.fullmatch(text[slip.start : slip.end])}
    assert {slip.message for slip in SLIPS} - met == set()


PIECES = (
    *" \n.:+-=<>/*()[],0123456789",
    "1",
    "d",
    "a",
    "True",
    "false",
    "None",
    "if",
    "move",
    "x_y",
    '"',
    INSIDE,
    "..",
    "<=",
)


def test_nothing_is_overlooked() -> None:
    """A text in which there is a slip is suspicious: all texts of three pieces, and the bad texts."""
    texts = {"".join(pieces) for pieces in product(PIECES, repeat=3)} | {*BAD.split("\n")}
    patterns = [slip.pattern for slip in SLIPS]
    slips = [text for text in texts if any(pattern.search(text) for pattern in patterns)]
    assert len(slips) > 1000
    assert [text for text in slips if not suspicious(text)] == []
    assert len([text for text in texts if suspicious(text)]) < len(texts)


@pytest.mark.parametrize("word", STARTS)
def test_words_that_begin_a_statement_elsewhere(word: str) -> None:
    """A line of another language is answered with ours."""
    found = finding(f"nothing\n{word} cards here:\n    nothing")
    assert (found.code, found.span.text, found.span.line) == ("syntax-slip", word, 2)
    assert found.help == f"write {STARTS[word]}"


@pytest.mark.parametrize(
    "word", sorted(set(STARTS) - {"choose", "may", "says", "take", "takes", "until", "while"})
)
def test_words_of_other_languages_are_free_as_names(word: str) -> None:
    """They are no reserved words: a designer may call a variable or a zone like that."""
    if word in parse.RESERVED:
        assert parse.parse_block(rule_text(f"x = me.{word}"), Report()) is not None
    else:
        text = f"{word} = 3\n{word}.count += 1\n{word}[2] -= {word}\nlet other = {word}"
        assert parse.parse_block(rule_text(text), Report()) is not None


EXAMPLES = [
    ("x is greater than or equal to 3", "is greater than or equal to", "write `>=`"),
    ("x less than or equal 3", "less than or equal", "write `<=`"),
    ("x is bigger than 3", "is bigger than", "write `>`"),
    ("x lower than 3", "lower than", "write `<`"),
    ("x at least 3", "at least", "write `>=`"),
    ("x is at most 3", "is at most", "write `<=`"),
    ("x is not equal 3", "is not equal", "write `is not`"),
    ("x equals 3", "equals", "write `is`"),
    ("x and y are ready", "are", "write `is`"),
    ("x isnt y", "isnt", "write `is not`"),
    ("hand includes c", "includes", "write `x is in z`"),
    ("me has c", "has", "write `x is in z`, or `z is not empty`"),
    ("hand does hold c", "does", "write `is` or `is not`"),
    ("for each x in y", "for each x", "write `for NAME in SOURCE:`"),
    ("any(c in hand such that c.x)", "such that", "write `where`"),
    ("count(c in hand with the x)", "with the", "write `where CONDITION`"),
    ("x minus 3 > 1", "minus", "write `-`"),
    ("x times 3 > 1", "times", "write `*`"),
    ("x divided by 2 > 1", "divided by", "write `/ … rounded down`"),
    ("x is y random", "random", "write `chance chooses NAME from SOURCE`"),
    ("any(p in players who stand)", "who", "write `where CONDITION`"),
    ("x plus 3 > 1", "plus", "write `+`"),
    ("x / 2 round up > 1", "round up", "write `rounded up` or `rounded down`"),
    ("x modulo 2 is 1", "modulo", "write `mod`"),
]


@pytest.mark.parametrize(("condition", "phrase", "help"), EXAMPLES)
def test_phrases_of_other_languages(condition: str, phrase: str, help: str) -> None:
    """A phrase is marked as a whole and answered with ours."""
    found = finding(f"if {condition}:\n    nothing")
    assert (found.code, found.span.text, found.help) == ("syntax-slip", phrase, help)


def test_every_phrase_has_an_example() -> None:
    """No phrase is hidden behind an earlier one."""
    shown = {
        (pattern, words)
        for pattern, words in PHRASES
        for condition, phrase, help in EXAMPLES
        if (found := pattern.search(condition)) and found[0] == phrase and help == f"write {words}"
    }
    assert set(PHRASES) == shown


@pytest.mark.parametrize(
    "text",
    [
        'announce "a == b; c ≥ 1.5 & d’s “e” 30% (f [g"',
        "# a == b; c ≥ 1.5 (unclosed 'd' “e”\nnothing",
        "x = -3 - -2",
        "for n in 1..5:\n    nothing",
        "x = y / 2 rounded down",
        "me.True = x.None",
        "let a1 = b2[3].d6",
        "let été = 味.値段 + größe",
    ],
)
def test_what_only_looks_like_a_slip(text: str) -> None:
    """Texts, comments and names stay as the designer wrote them."""
    report = Report()
    assert parse.parse_block(rule_text(text), report) is not None
    assert report.found == []


def test_only_the_first_slip_is_reported() -> None:
    """One finding for each rule text."""
    assert finding("if x == 3 && y != 2:\n    nothing").span.text == "=="


def test_a_slip_explains_more_than_the_place_where_reading_stopped() -> None:
    """The block would stop at line 1; the sign in line 2 is what the designer doesn't know yet."""
    assert finding("if x\n    y := 3").code == "syntax-slip"


def test_the_24_statements_have_a_template() -> None:
    """Each pattern is recognised as the statement that it shows."""
    assert len(STATEMENTS) == 24
    for name, template in STATEMENTS.items():
        assert statement_of(template) == name
    assert OPENERS - {"case", "else"} < set(STATEMENTS)


@pytest.mark.parametrize("word", AGGREGATES)
def test_aggregates_show_their_template(word: str) -> None:
    """Inside the brackets of an aggregate its own pattern helps, not that of the statement."""
    assert finding(f"let n = {word}(x in )").help == f"write `{AGGREGATES[word]}`"


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_can_be_written_like_their_template(name: str) -> None:
    """What a message tells to write can be read."""
    filled = STATEMENTS[name].replace("SOURCE", "hand").replace("TEXT", "x").replace("QUESTION", "x")
    for word in (
        "NAME",
        "VALUE",
        "WHAT",
        "WHERE",
        "ONE",
        "OTHER",
        "PILE",
        "SLIP",
        "ATTRIBUTE",
        "WHOM",
        "WHO",
    ):
        filled = filled.replace(word, word.lower() + "_1")
    for word in ("CONDITION", "NUMBER", "PROCEDURE", "ACTION"):
        filled = filled.replace(word, word.lower() + "_1")
    filled = filled.replace("DO IT", "x")
    if filled.endswith(":"):
        filled += '\n    "x":\n        nothing' if name == "menu" else "\n    nothing"
    report = Report()
    parse.parse_block(rule_text(filled), report)
    assert report.found == []
