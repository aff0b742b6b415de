"""Every engine agrees with the reference engine at every stop: state, who is asked, options, chance, results, faults."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.lockstep import Disagreement, Group, Played, runners_of
from laws.rulesets import Made, make
from oracle import shipped
from rulesets.pairwise import covering, game_of, values
from rulewright.dsl.compile import check_file
from rulewright.interpreter.engines.python.engine import PythonEngine
from rulewright.interpreter.game import Game
from rulewright.interpreter.program.assemble import program_of

MOST_STOPS = 300
UNSEEN = sorted((Path(__file__).parents[1] / "games").glob("*.yaml"))


def played(game: Game, seed: int, most: int = MOST_STOPS, *, tracking: bool = False) -> Played:
    """Play a game in every engine; with `tracking` they keep what anybody knows."""
    return Group(game, runners_of(game, tracking=tracking), seed, tracking).play(Random(seed), most)


@pytest.mark.parametrize(("name", "players"), shipped.tables())
def test_shipped_rulesets(name: str, players: int) -> None:
    """With every parameter at its default, for every number of players."""
    found = played(shipped.game(name, players), players, 600)
    assert not found.fault
    assert found.ended or found.stops == 600


@pytest.mark.parametrize("name", shipped.whole())
def test_shipped_rulesets_tracked(name: str) -> None:
    """With programs that keep what anybody knows: then every cell is the same."""
    low, high = shipped.rules(name).written.players
    for players in sorted({low, min(high, 4)}):
        assert not played(shipped.game(name, players), players, 150, tracking=True).fault


@pytest.mark.parametrize("name", [n for n in shipped.whole() if shipped.rules(n).parameters])
def test_parameters(name: str) -> None:
    """Every value of every parameter is played, and every number of players."""
    met: set[tuple[str, str]] = set()
    for n, row in enumerate(covering(values(name))):
        if not met >= set(row.items()):
            met |= set(row.items())
            assert not played(game_of(name, row), n, 100).fault


@pytest.mark.parametrize("path", UNSEEN, ids=lambda path: path.stem)
def test_other_games(path: Path) -> None:
    """Games of well-known kinds, for every number of players."""
    rules, _ = check_file(path)
    assert rules is not None
    low, high = rules.written.players
    for players in range(low, high + 1):
        found = played(Game.of(rules, players), players)
        assert not found.fault
        assert found.ended or found.stops >= MOST_STOPS


def made_up(seed: int, *, tracking: bool = False) -> list[Played]:
    """Play a made-up ruleset for each number of players; an empty list if it isn't one that can be read."""
    rules, report = make(Random(seed)).typed()
    if rules is None or report.failed:
        return []
    low, high = rules.written.players
    return [played(Game.of(rules, n), seed, tracking=tracking) for n in range(low, high + 1)]


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32 - 1))
def test_made_up_rulesets(seed: int) -> None:
    made_up(seed, tracking=seed % 2 == 1)


def test_made_up_games_are_worth_playing() -> None:
    """Most reach their end, some a fault; every kind of stop comes up, and states move between engines."""
    count: Counter[str] = Counter()
    for seed in range(18):
        for game in made_up(seed):
            count.update(
                games=1,
                ended=game.ended,
                moved=game.moved,
                fault=bool(game.fault),
                **dict.fromkeys(game.kinds, 1),
            )
    assert count["games"] >= 20
    assert count["ended"] >= 0.8 * count["games"]
    assert min(count[kind] for kind in ("decision", "joint", "race", "chance", "over")) >= 5
    assert count["fault"] >= 1
    assert count["moved"] >= 15


class Wrong(PythonEngine):
    """An engine that has one thing wrong."""

    entry = ""
    cell = -1

    def call(self, function: str, *arguments: int) -> int:
        found = super().call(function, *arguments)
        return found + 1 if function == self.entry else found

    def read(self, at: int, count: int) -> list[int]:
        words = super().read(at, count)
        if at <= self.cell < at + count:
            words[self.cell - at] += 1
        return words


@pytest.mark.parametrize("entry", ["asked", "options", "apply", "result"])
def test_a_wrong_answer_is_found(entry: str) -> None:
    game = shipped.game("classics/kuhn_poker", 2)
    engine = Wrong(program_of(game.graph))
    engine.entry = entry
    with pytest.raises(Disagreement):
        [Group(game, {"wrong": engine}, seed).play(Random(seed)) for seed in range(20)]


@pytest.mark.parametrize("name", ["OPTIONS", "WINNERS", "TOTALS", "RETURNS", "WORTH", "SPOT_OF", "PC"])
def test_a_wrong_word_is_found(name: str) -> None:
    game = shipped.game("classics/kuhn_poker", 2)
    engine = Wrong(program_of(game.graph))
    engine.cell = engine.program.names[name]
    with pytest.raises(Disagreement):
        Group(game, {"wrong": engine}, 1).play(Random(1))


FAULTY = """
rules: 1
game: too_far
title: Too far
players: 2
variables:
  steps: 0..3
actions:
  walk:
    do: steps += 1
  rest:
    do: nothing
phases:
  day:
    turns: clockwise from first_player
    turn: me takes one of walk, rest
flow: do day
"""


def test_a_wrong_fault_is_found() -> None:
    """A game of which every engine says that it ends in the same fault; then one says that it was another."""
    rules, report = Made(FAULTY, set()).typed()
    assert rules is not None, report.sorted()
    game = Game.of(rules, 2)
    assert played(game, 1).fault == "range"
    program = program_of(game.graph)
    program.sites = [evolve(site, code="supply") for site in program.sites]
    with pytest.raises(Disagreement, match="fault"):
        Group(game, {"wrong": PythonEngine(program)}, 1).play(Random(1))


GREAT = """
rules: 1
game: too_great
title: Too great
players: 2
components:
  stone:
    is: token
    has: {weight: 1..90000}
    cards:
      - {weight: [70000, 80000]}
    starts_in: field
zones:
  field: {holds: stone}
variables:
  heavy: 0..9
actions:
  weigh:
    choose:
      stone: from field
    do: |
      if stone.weight * stone.weight > 0:
          heavy += 1
phases:
  day:
    turns: clockwise from first_player
    rounds: 1
    turn: me takes one of weigh
flow: do day
"""


def test_a_product_that_is_too_great() -> None:
    """A number that is too great is a fault even where what is asked of it could be answered without it."""
    rules, report = Made(GREAT, set()).typed()
    assert rules is not None, report.sorted()
    assert played(Game.of(rules, 2), 1).fault == "range"


LEAVING = """
rules: 1
game: leaving
title: Leaving
players: 2
components:
  stone:
    is: token
    has: {weight: 1..3}
    cards:
      - {weight: [3, 2, 1]}
    starts_in: field
zones:
  field: {holds: stone}
variables:
  heavy: 0..99
actions:
  weigh:
    do: |
      for x in field by x.weight descending:
          heavy += 1
          if heavy mod 5 is 2:
              end turn
  lift:
    do: |
      repeat (heavy mod 4) times:
          let more = heavy mod 3 + 1
          heavy += more
          if heavy mod 5 is 2:
              end phase
phases:
  day:
    turns: clockwise from first_player
    rounds: 2
    turn: me takes one of weigh, lift
flow: |
  repeat 4 times:
      do day
"""


def test_a_turn_that_ends_in_a_loop() -> None:
    """What a loop has kept when a turn or a phase ends in it stays in the state, in every engine."""
    rules, report = Made(LEAVING, set()).typed()
    assert rules is not None, report.sorted()
    for seed in range(6):
        assert played(Game.of(rules, 2), seed).ended


FEWER = """
rules: 1
game: fewer
title: Fewer
players: 2
components:
  stone:
    is: token
    has: {weight: 1..5}
    cards:
      - {weight: each}
    starts_in: field
zones:
  field: {holds: stone}
variables:
  turns: 0..9
procedures:
  stop:
    do: |
      if turns is 1:
          end turn
actions:
  weigh:
    do: |
      turns += 1
      for x in field where x.weight > turns:
          do stop
phases:
  day:
    turns: clockwise from first_player
    rounds: 3
    turn: me takes one of weigh
flow: do day
"""


def test_a_loop_that_is_left_and_begun_again() -> None:
    """Of a loop that was left with many members nothing stays when it ends with fewer."""
    rules, report = Made(FEWER, set()).typed()
    assert rules is not None, report.sorted()
    assert played(Game.of(rules, 2), 1).ended


BELOW = """
rules: 1
game: below_zero
title: Below zero
players: 2
components:
  stone:
    is: token
    copies: 5
    keeps:
      heat: 0..9 each -2..2 = 0
zones:
  field: {each: -2..2, as: row, holds: stone}
variables:
  height: 0..9 each -2..2 = 0
setup: |
  move all stone in box to field[0]
actions:
  climb:
    choose:
      s: from -2..2
      other: from -2..2
    when: field[s] is not empty
    do: |
      let stone = top of field[s]
      height[other] += 1
      stone.heat[other] += 1
      move stone to field[other]
phases:
  day:
    turns: clockwise from first_player
    rounds: 3
    turn: me takes one of climb
flow: do day
score:
  sum: height[-2] + height[2]
"""


def test_families_that_count_from_below_zero() -> None:
    """Variables, attributes and zones for each number of a range may begin below 0."""
    rules, report = Made(BELOW, set()).typed()
    assert rules is not None, report.sorted()
    game = Game.of(rules, 2)
    assert not program_of(game.graph).natural
    assert program_of(shipped.game("classics/pig", 2).graph).natural
    for seed in range(3):
        assert played(game, seed).fault == ""
