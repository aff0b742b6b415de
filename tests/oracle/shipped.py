"""The shipped rulesets, typed once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright.dsl import typed
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.read import load_tree
from rulewright.dsl.resolve import resolve
from rulewright.interpreter.game import Game

FOLDER = Path(__file__).parents[2] / "rulesets"


def names() -> list[str]:
    """Return the names of all shipped rulesets, sorted: `usagi_curry`, `classics/tic_tac_toe`."""
    found = [*FOLDER.glob("*.yaml"), *(FOLDER / "classics").glob("*.yaml")]
    return sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in found)


def whole() -> list[str]:
    """Return the names of those that stand in one file, extending no other."""
    return [n for n in names() if "\nextends:" not in (FOLDER / f"{n}.yaml").read_text(encoding="utf-8")]


def read(path: Path) -> tuple[typed.Rules | None, Report]:
    """Return the typed rules of a file with everything reported on the way."""
    tree, report = load_tree(path)
    return (None if tree is None or report.failed else resolve(tree, report)), report


@cache
def rules(name: str) -> typed.Rules:
    """Return a shipped ruleset; an error in it fails the test with its messages."""
    found, report = read(FOLDER / f"{name}.yaml")
    assert not report.failed, "\n".join(f"{d.span}: {d.message}" for d in report.sorted())
    assert found is not None
    return found


@cache
def game(name: str, players: int) -> Game:
    """Return the game of a shipped ruleset with every parameter at its default."""
    return Game.of(rules(name), players)


def tables() -> list[tuple[str, int]]:
    """Return every shipped ruleset with every number of players."""
    found = []
    for name in names():
        low, high = rules(name).written.players
        found += [(name, players) for players in range(low, high + 1)]
    return found
