"""Widths and lines: nothing is lost, nothing is wider than it may be."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulewright.cli.columns import clean, cut, flow, pad, width, wrap

TEXT = st.text(st.sampled_from("ab cé日本ｶﾅ—·… "), max_size=60)
COLUMNS = st.integers(8, 50)


def test_east_asian_widths() -> None:
    """Wide characters take two columns, half-width kana and combining accents don't."""
    assert width("カレー") == 6
    assert width("ｶﾚｰ") == 3
    assert width("e\u0301") == 1
    assert pad("カレー", 8) == "カレー  "
    assert cut("ウサギのカレー", 7) == "ウサギ…"


@given(TEXT, COLUMNS)
def test_wrapped_lines_fit(text: str, columns: int) -> None:
    """No line is wider than wanted, and all that isn't blank is there in order."""
    lines = wrap(text, columns, "  ")
    assert all(width(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.lists(TEXT.filter(str.strip), max_size=8), COLUMNS)
def test_flowing_items_fit(items: list[str], columns: int) -> None:
    """Items stand in lines that fit."""
    assert all(width(line) <= columns for line in flow(items, columns))


@given(TEXT, COLUMNS)
def test_cut_fits(text: str, columns: int) -> None:
    """What is cut fits, and says so."""
    found = cut(text, columns)
    assert width(found) <= columns
    assert found == text or found.endswith("…")


def test_terminal_codes_are_cleaned() -> None:
    """A text of a ruleset can't move the cursor."""
    assert clean("a\x1b[2Jb") == "a [2Jb"
    assert clean("日本") == "日本"
