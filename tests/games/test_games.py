"""Games of well-known kinds, written from docs/language.md alone: they hold, pass their tests and play to the end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulewright.dsl import typed
from rulewright.dsl.compile import check_file
from rulewright.interpreter.game import Chance, Game, Terminal
from rulewright.interpreter.scenarios import run_tests
from rulewright.interpreter.scenarios.play import asked

GAMES = sorted(Path(__file__).parent.glob("*.yaml"))
SEEDS = 20
MOST_STOPS = 3000


def rules_of(path: Path) -> typed.Rules:
    """Return the checked rules of a game."""
    rules, report = check_file(path)
    assert rules is not None, [d.message for d in report.sorted()]
    return rules


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_game_is_clean_and_holds_its_tests(path: Path) -> None:
    """Neither an error nor a warning; every test beside the rules passes."""
    rules, report = check_file(path)
    assert [d.message for d in report.sorted() if d.severity != "note"] == []
    assert rules is not None
    outcomes = run_tests(rules)
    assert len(outcomes) >= 5
    assert {o.name: o.message for o in outcomes if o.status != "pass"} == {}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_random_play_comes_to_an_end(path: Path) -> None:
    """For every number of players and twenty seeds: no fault, always an option, an end."""
    rules = rules_of(path)
    low, high = rules.written.players
    for players in range(low, high + 1):
        game = Game.of(rules, players)
        for seed in range(SEEDS):
            luck = Random(seed)
            state = game.new(seed)
            for _ in range(MOST_STOPS):
                stop = state.stop
                if isinstance(stop, Terminal):
                    break
                if isinstance(stop, Chance):
                    state.draw()
                    continue
                seat = luck.choice(asked(stop))
                state.apply(seat, luck.randrange(len(state.options(seat))))
            assert isinstance(state.stop, Terminal), (players, seed)
            assert len(state.result().returns) == players
