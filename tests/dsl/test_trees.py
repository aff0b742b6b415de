"""The trees that the shipped tables give are Lark's."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl import trees
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.grammar_tables import made
from rulewright.dsl.parse import STARTS, parse_expression, parser
from rulewright.dsl.read import load_tree
from rulewright.dsl.resolve import resolve
from rulewright.dsl.source import RuleText, Source
from rulewright.dsl.trees import TABLES, tables, tree_of

RULESETS = Path(__file__).parents[2] / "rulesets"
PIECE = re.compile(r"\w+|\s+|\S")
WORDS = (
    "if",
    "any",
    "top",
    "of",
    "not",
    "-",
    "(",
    ")",
    "..",
    "each",
    "face up",
    "mod",
    "1",
    "é̂",
    '"a"',
    "\n",
    "from",
)


@pytest.fixture(scope="module")
def written() -> list[tuple[str, str]]:
    """Return every rule text of the shipped rulesets as it is read, and what it is."""
    found: dict[tuple[str, str], None] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "rulewright.dsl.parse.tree_of",
            lambda text, start: found.setdefault((text, start)) or tree_of(text, start),
        )
        for path in sorted(RULESETS.rglob("*.yaml")):
            tree, report = load_tree(path)
            assert tree is not None
            resolve(tree, report)
    return list(found)


def flat(tree: Any) -> Any:
    """Return a tree as tuples, with all that is read of it."""
    if tree is None:
        return None
    if hasattr(tree, "children"):
        return str(tree.data), tree.meta.start_pos, tree.meta.end_pos, [flat(one) for one in tree.children]
    return str(tree), tree.start_pos, tree.end_pos


def by_lark(text: str, start: str) -> Any:
    """Return the tree that Lark makes, None where it makes none."""
    try:
        return flat(parser().parse(text, start=start))
    except Exception:
        return None


def spoiled(text: str, luck: random.Random) -> str:
    """Return a text with something left out, doubled, or put in."""
    pieces = PIECE.findall(text)
    at = luck.randrange(len(pieces))
    match luck.randrange(3):
        case 0:
            del pieces[at]
        case 1:
            pieces.insert(at, pieces[luck.randrange(len(pieces))])
        case _:
            pieces.insert(at, f" {luck.choice(WORDS)} ")
    return "".join(pieces)


def test_tables_belong_to_the_grammar() -> None:
    """The file is what is made of the grammar; if not: `python -m rulewright.dsl.grammar_tables`."""
    assert TABLES.read_text(encoding="utf-8") == made()


def test_every_rule_that_is_shipped(written: list[tuple[str, str]]) -> None:
    """Every text is read by the tables, to the same tree."""
    assert len(written) > 500
    assert {start for _, start in written} == set(STARTS)
    for text, start in written:
        found = tree_of(text, start)
        assert found is not None, text
        assert flat(found) == by_lark(text, start), text


def test_spoiled_rules(written: list[tuple[str, str]]) -> None:
    """What the tables read of wrong or odd texts Lark reads, too, and to the same tree."""
    luck = random.Random(7)
    read = 0
    for text, start in written * 2:
        other = spoiled(text, luck)
        found = tree_of(other, start)
        if found is not None:
            read += 1
            assert flat(found) == by_lark(other, start), other
    assert 100 < read < len(written) * 2


@pytest.fixture
def other_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Return a folder from which tables and grammar are read instead."""
    grammar = TABLES.with_name("grammar.lark").read_bytes()
    (tmp_path / "grammar.lark").write_bytes(grammar)
    monkeypatch.setattr(trees, "GRAMMAR", tmp_path / "grammar.lark")
    monkeypatch.setattr(trees, "TABLES", tmp_path / "grammar.tables")
    tables.cache_clear()
    yield tmp_path
    tables.cache_clear()


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"grammar": "of another one"}', None])
def test_no_tables(other_tables: Path, content: str | None) -> None:
    """Tables that are missing, damaged or another grammar's are no harm: Lark reads."""
    if content is not None:
        (other_tables / "grammar.tables").write_text(content)
    assert tables() is None
    text = "1 + 2"
    rule = RuleText(text, Source("here", text), ((0, 0),), False)
    assert parse_expression(rule, Report()) is not None


def test_tables_of_another_grammar(other_tables: Path) -> None:
    """Tables count only for their own grammar."""
    (other_tables / "grammar.tables").write_bytes(TABLES.read_bytes())
    assert tables() is not None
    tables.cache_clear()
    with (other_tables / "grammar.lark").open("a") as grammar:
        grammar.write("// changed\n")
    assert tables() is None
