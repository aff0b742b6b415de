"""Series of games: the same on every engine, in any chunks, and a fault ends only its own game."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from engines.drafts import GRABS, game_of
from engines.lockstep import program_for
from oracle import shipped
from rulewright.interpreter.engines.choose import FAST, engine_for
from rulewright.interpreter.series import CHUNK, Broken, Played, reference_series, series

SOME = [("classics/leduc_poker", 2), ("classics/pig", 2), ("classics/crazy_eights", 3), ("garcon", 3)]


@pytest.mark.parametrize(("name", "players"), SOME)
@pytest.mark.parametrize("engine", FAST)
def test_as_the_reference_plays(name: str, players: int, engine: str) -> None:
    """Decisions, winners, totals and returns are those of the reference engine with the same draws."""
    game = shipped.game(name, players)
    runner, _ = engine_for(program_for(game), engine)
    played = list(series(runner, 5, 2, 6))
    assert played == list(reference_series(game, 5, 2, 6))
    assert [record.index for record in played] == [2, 3, 4, 5, 6, 7]
    assert played != list(series(runner, 6, 2, 6))


def test_returns_are_exact() -> None:
    """What is shared is shared as a fraction: of three players two win."""
    game = shipped.game("classics/go_fish", 3)
    runner, _ = engine_for(program_for(game))
    shared = [record for record in series(runner, 1, 0, 60) if isinstance(record, Played)]
    returns = {record.returns for record in shared if len(record.winners) == 2}
    assert returns
    assert all(sorted(values) == [-1, Fraction(1, 2), Fraction(1, 2)] for values in returns)


def test_chunks_are_nothing() -> None:
    """Games played one by one are those played in large calls, across the border of a call too."""
    runner, _ = engine_for(program_for(shipped.game("classics/kuhn_poker", 2)))
    whole = list(series(runner, 9, 0, CHUNK + 20))
    single = [next(series(runner, 9, index, 1)) for index in range(CHUNK + 20)]
    assert whole == single
    assert list(series(runner, 9, 250, 12)) == whole[250:262]


@pytest.mark.parametrize("engine", FAST)
def test_faults(tmp_path: Path, engine: str) -> None:
    """A game that ends in a fault is a record with its rule, and the games behind it are as if it hadn't been."""
    path = tmp_path / "grabs.yaml"
    path.write_text(GRABS)
    game = game_of(path)
    program = program_for(game)
    runner, _ = engine_for(program, engine)
    found = list(series(runner, 1, 0, 100))
    plain = [evolve(record, site=-1) if isinstance(record, Broken) else record for record in found]
    assert plain == list(reference_series(game, 1, 0, 100))
    broken = [record for record in found if isinstance(record, Broken)]
    assert len(broken) > 3
    assert len(broken) < 50
    for record in broken:
        assert record.code == "range"
        assert str(program.sites[record.site].span).endswith("grabs.yaml:11:9")
        assert game.graph.rules[record.instruction] == "actions.grab"
