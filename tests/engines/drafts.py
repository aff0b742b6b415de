"""Small rulesets for tests of engines, and the command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copy2

from rulewright.dsl.compile import check_file
from rulewright.dsl.grammar_cache import cache_file
from rulewright.interpreter.game import Game

GRABS = """rules: 1
game: grabs
players: 2..3
constants:
  room: 4
parameters:
  laps: {is: 1..4, default: 3}
variables: {taken: 0..room}
actions:
  grab:
    do: taken += 1
  leave:
    do: |
      nothing
phases:
  play:
    turns: clockwise from first_player
    rounds: laps
    turn: me takes one of grab, leave
score:
  left: room - taken
flow: do play
"""
"""Now and then somebody grabs once too often: a fault."""

CARDS = """rules: 1
game: cards
players: 2
components:
  card:
    is: card
    has: {points: 1..9}
    cards: cards.csv
    starts_in: deck
zones:
  deck: {holds: card, as: pile, seen_by: nobody}
  hand: {each: player, holds: card, seen_by: owner}
actions:
  pick:
    do: move top of deck to me.hand
phases:
  play:
    turns: clockwise from first_player
    rounds: 1
    turn: me takes one of pick
score:
  cards:
    is: sum(c.points for c in me.hand)
winner:
  ranked: by me.score descending
flow: |
  shuffle deck
  do play
"""


def game_of(path: Path, players: int = 2) -> Game:
    """Return the game of a ruleset that must hold."""
    rules, report = check_file(path)
    assert rules is not None, [f"{found.span}: {found.message}" for found in report.sorted()]
    return Game.of(rules, players)


def with_grammar(folder: Path) -> Path:
    """Return a cache folder in which nothing is but the parser's tables, if they are known."""
    tables = cache_file()
    if tables is not None and tables.is_file():
        (folder / tables.parent.name).mkdir(parents=True)
        copy2(tables, folder / tables.parent.name / tables.name)
    return folder


def rules(*arguments: str, cache: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command with a cache folder; with a `path`, by a Python that sees only that."""
    return subprocess.run(
        [sys.executable, *(["-S"] if path else []), "-m", "rulewright.cli", *arguments],
        env={**os.environ, "XDG_CACHE_HOME": str(cache), **({"PYTHONPATH": path} if path else {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
