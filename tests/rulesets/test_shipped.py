"""The shipped rulesets: their tests pass, every rule of the inventory is covered, and they read well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulewright.dsl import tree, typed
from rulewright.dsl.compile import check_file
from rulewright.dsl.source import RuleText
from rulewright.dsl.walk import blocks, inner_blocks, statements
from rulewright.interpreter.scenarios import Outcome, run_tests

FOLDER = Path(__file__).parents[2] / "rulesets"
GAMES = sorted(p.stem for p in FOLDER.glob("*.yaml"))
CLASSICS = sorted(f"classics/{p.stem}" for p in (FOLDER / "classics").glob("*.yaml"))
DRAFTS = sorted(p.stem for p in FOLDER.glob("*.yaml") if "extends:" in p.read_text(encoding="utf-8"))
WHOLE = [name for name in GAMES if name not in DRAFTS]

UNCOVERED = {
    "usagi_curry": {"UC-12", "UC-27"},
    "chaos_terria": {"CT-1", "CT-5", "CT-13", "CT-14"},
    "bbqp_draft14": {"BB-1", "BB-15"},
    "a_la_carte": {"AG-4", "AG-44"},
}
"""Ids that no test can cover, at most one in twenty: the aim and tone of a game, facts outside it (who is hungriest, who
deals), the number of players, and questions that only the material answers."""


@cache
def rules(name: str) -> typed.Rules:
    """Return a shipped ruleset, checked."""
    found, report = check_file(FOLDER / f"{name}.yaml")
    assert found is not None, "\n".join(f"{d.span}: {d.message}" for d in report.sorted())
    return found


@cache
def outcomes(name: str) -> tuple[Outcome, ...]:
    """Return what became of a ruleset's own tests."""
    return tuple(run_tests(rules(name)))


@pytest.mark.parametrize("name", [*GAMES, *CLASSICS])
def test_its_own_tests_pass(name: str) -> None:
    """Every scenario beside the rules holds."""
    found = outcomes(name)
    assert found
    assert {o.name: o.message for o in found if o.status != "pass"} == {}


@pytest.mark.parametrize("name", WHOLE)
def test_every_rule_of_the_inventory_is_covered(name: str) -> None:
    """Each id listed under `sections` is claimed by a test that passes, but those listed with a reason."""
    sections = [word.value for word, _ in rules(name).written.sections]
    ids = {s for s in sections if re.fullmatch(r"[A-Z]+-\d+", s)}
    covered = {rule for o in outcomes(name) if o.status == "pass" for rule in o.covers}
    assert ids
    assert ids - covered == UNCOVERED.get(name, set())
    assert covered <= ids
    assert len(UNCOVERED.get(name, ())) * 20 <= len(ids)


def written(name: str) -> tuple[str, list[str]]:
    """Return a ruleset's text and lines."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    return text, text.splitlines()


@pytest.mark.parametrize("name", [*GAMES, *CLASSICS])
def test_it_opens_with_what_it_is(name: str) -> None:
    """A comment says the game, its source and what is assumed."""
    _, lines = written(name)
    comment = [line for line in lines[:20] if line.startswith("# ")]
    assert lines[0].startswith("# ")
    assert len(" ".join(comment)) > 50


@pytest.mark.parametrize("name", [*GAMES, *CLASSICS])
def test_no_line_is_too_long(name: str) -> None:
    """No line has more than 110 signs."""
    _, lines = written(name)
    assert [n for n, line in enumerate(lines, 1) if len(line) > 110] == []


def rule_texts(node: object) -> Iterator[RuleText]:
    """Yield every rule string of a tree."""
    if isinstance(node, RuleText):
        yield node
    elif hasattr(node, "__attrs_attrs__") and not isinstance(node, tree.Mapping):
        for attribute in node.__attrs_attrs__:
            yield from rule_texts(getattr(node, attribute.name))
    elif isinstance(node, tuple):
        for item in node:
            yield from rule_texts(item)


@pytest.mark.parametrize("name", [*GAMES, *CLASSICS])
def test_no_block_is_too_long(name: str) -> None:
    """No block has more than 20 lines."""
    long = [
        t.whole for t in rule_texts(rules(name).written) if t.block and len(t.text.rstrip().splitlines()) > 20
    ]
    assert long == []


def depth(block: typed.Block) -> int:
    """Return how deeply blocks are nested inside a block."""
    return max((1 + depth(inner) for s in block for inner in inner_blocks(s) if inner), default=0)


@pytest.mark.parametrize("name", [*GAMES, *CLASSICS])
def test_nothing_is_nested_too_deeply(name: str) -> None:
    """Nesting is at most 4."""
    assert {path: depth(block) for path, block in blocks(rules(name)) if depth(block) > 4} == {}


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_not_plain_has_its_sentence(name: str) -> None:
    """Functions with a long condition and procedures of more than two statements have a `text`."""
    missing = [
        function.name
        for function in rules(name).functions.values()
        if function.written.notes.text is None
        and len(re.findall(r"\b(and|or|any|all|count|sum|first|only)\b", function.written.is_.text)) > 2
    ]
    missing += [
        p.name for p in rules(name).procedures.values() if p.written.notes.text is None and len(p.do) > 2
    ]
    assert missing == []


def prompts(name: str) -> Iterator[typed.Words]:
    """Yield what players are asked: of every statement that stops, and of the parts of actions."""
    for _, block in blocks(rules(name)):
        found = (prompt_of(statement) for statement in statements(block))
        yield from (prompt for prompt in found if prompt is not None)
    for action in rules(name).actions.values():
        yield from (choice.prompt for _, choice in action.parts if choice.prompt is not None)


def prompt_of(statement: typed.Statement) -> typed.Words | None:
    """Return what a player is asked by a statement, if it stops for one."""
    match statement:
        case typed.Choose(who=who, choice=choice):
            return choice.prompt if who is not None else None
        case typed.Take() | typed.Menu() | typed.Offer() | typed.Race():
            return statement.prompt
        case _:
            return None


@pytest.mark.parametrize("name", GAMES)
def test_players_are_asked_questions(name: str) -> None:
    """What a player is asked ends with a question mark in every language, in the form of that language."""
    found = {words.raw: words for words in prompts(name)}
    assert len(found) >= 5
    ends = {"ja": "？", "fr": " ?"}
    wrong = [raw for raw in found if not raw.endswith("?") or raw.endswith(" ?")]
    wrong += [
        f"{language}: {parts[-1]}"
        for words in found.values()
        for language, parts in words.translations.items()
        if not (isinstance(parts[-1], str) and parts[-1].endswith(ends[language]))
    ]
    assert wrong == []
