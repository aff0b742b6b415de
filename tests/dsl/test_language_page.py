"""docs/language.md -> every example is checked; the whole game is played and its tests run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl import shape_table
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.read import read_ruleset
from rulewright.dsl.reserved import RESERVED
from rulewright.dsl.resolve import resolve
from rulewright.dsl.source import Source
from rulewright.interpreter.game import Chance, Game
from rulewright.interpreter.scenarios import run_tests
from rulewright.interpreter.scenarios.play import asked

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(yaml game|yaml part|rwx|rw)\n(.*?)^```", PAGE, re.M | re.S)


REPLACED = ("setup", "flow", "winner", "returns")
"""Sections that a later part of the page states anew; to all others it adds entries."""


def merged(texts: list[str]) -> str:
    """Put the whole game and all parts of the page together, section by section."""
    sections: dict[str, str] = {}
    for text in texts:
        for head, body in re.findall(r"^(\w+:[^\n]*\n)((?:[ \t#][^\n]*\n|\n)*)", text, re.M):
            key = head.split(":")[0]
            if key in REPLACED or key not in sections:
                sections[key] = head + body
            else:
                sections[key] += body
    return "".join(sections.values())


GAME = merged([text for kind, text in BLOCKS if kind.startswith("yaml")])


def checked(text: str):  # type: ignore[no-untyped-def]
    """Read and resolve a ruleset; every finding is a failure."""
    report = Report()
    tree = read_ruleset(Source("page.yaml", text), report, Path("."))
    assert not report.failed, [f"{d.span}: {d.message}" for d in report.sorted()]
    assert tree is not None
    rules = resolve(tree, report)
    assert not report.failed, [f"{d.span}: {d.message} ({d.span.text!r})" for d in report.sorted()]
    return rules


def with_procedure(body: str) -> str:
    """Return the page's game with a rule more."""
    indented = "\n".join("      " + line for line in body.rstrip().split("\n"))
    return GAME.replace(
        "procedures:\n", f"procedures:\n  example:\n    each: player\n    do: |\n{indented}\n", 1
    )


def test_the_whole_game_plays_and_its_tests_pass() -> None:
    """The page's game ends for every number of players, and its tests hold."""
    rules = checked(GAME)
    for players in range(2, 5):
        state = Game.of(rules, players).new(seed=players)
        while not state.over:
            if isinstance(state.stop, Chance):
                state.draw()
            else:
                state.apply(asked(state.stop)[0], 0)
        assert state.result().outcome in ("win", "shared", "rematch")
    outcomes = run_tests(rules)
    assert {o.name: o.message for o in outcomes if o.status != "pass"} == {}
    assert len(outcomes) == 4


@pytest.mark.parametrize("body", [text for kind, text in BLOCKS if kind == "rw"])
def test_statements_stand_in_a_rule(body: str) -> None:
    """Every block of statements is accepted in a procedure of a player."""
    checked(with_procedure(body))


@pytest.mark.parametrize(
    "line", [line for kind, text in BLOCKS if kind == "rwx" for line in text.splitlines() if line]
)
def test_expressions_can_be_evaluated(line: str) -> None:
    """Every line is a value that can be named, and play with it goes on."""
    rules = checked(
        with_procedure(f"let example = {line}").replace(
            "  do deal\n", "  do deal\n  do first_player.example\n", 1
        )
    )
    state = Game.of(rules, 3).new(seed=1)
    state.draw_all()
    assert not isinstance(state.stop, Chance)


def test_every_key_is_on_the_page() -> None:
    """No key of the shape table is missing from the page."""
    missing = [f.key for f in shape_table.RULESET.fields if f"`{f.key}`" not in PAGE]
    assert missing == []


def test_reserved_words_are_listed() -> None:
    """The page lists exactly the reserved words."""
    listed = PAGE.split("<!-- reserved -->")[1].split("\n\n")[0]
    assert set(re.findall(r"\w+", listed)) == set(RESERVED)
