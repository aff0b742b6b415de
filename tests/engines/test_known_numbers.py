"""Every engine finds the numbers that independent engines found for classic games: perft, trees, random play."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import define

from engines.lockstep import ENGINES, ending
from oracle import shipped
from rulewright.dsl.cells import CHANCE, KIND, MASK, NONE, OVER
from rulewright.dsl.graph import Graph
from rulewright.interpreter.analysis import perft, tree
from rulewright.interpreter.engines.fast import Runner
from rulewright.interpreter.game import Chance, Decision, Game, Joint, Stop, Terminal, position_key
from rulewright.interpreter.program.assemble import program_of


@define(eq=False)
class Table:
    """A game as `analysis` walks it, all of it done by one engine."""

    game: Game
    runner: Runner

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def graph(self) -> Graph:
        return self.game.graph

    def new(self, *, log: bool) -> Position:
        """Return the first position."""
        assert not log
        self.runner.call("start", NONE)
        return Position(self, self.runner.read(0, self.game.graph.cells.size))


@define(eq=False)
class Position:
    """A state of a table; what is asked of it is put to the engine."""

    game: Table
    cells: list[int]
    log: None = None

    def clone(self) -> Position:
        return Position(self.game, list(self.cells))

    def key(self) -> tuple[int, ...]:
        return position_key(self.game.game, self.cells)

    @property
    def stop(self) -> Stop:
        if self.cells[KIND] == OVER:
            return Terminal()
        if self.cells[KIND] == CHANCE:
            return Chance("")
        players = tuple(seat for seat in range(self.game.players) if self.cells[MASK] >> seat & 1)
        return Decision(players[0], "") if len(players) == 1 else Joint(players, "")

    def put(self) -> Runner:
        """Give the engine this state."""
        runner = self.game.runner
        runner.write(0, self.cells)
        runner.write(runner.program.names["LISTED"], [0])
        return runner

    def options(self, player: int) -> Sequence[int]:
        return range(self.put().call("options", player))

    def outcomes(self) -> list[SimpleNamespace]:
        runner = self.put()
        count = runner.call("options", self.game.players)
        words = runner.read(runner.program.names["OPTIONS"], 2 * count)
        return [SimpleNamespace(weight=weight) for weight in words[1::2]]

    def apply(self, player: int, option: int) -> None:
        runner = self.put()
        assert runner.call("apply", player, option) == 1
        self.cells = runner.read(0, len(self.cells))

    def result(self) -> SimpleNamespace:
        outcome, mask, _, returns = ending(self.put())
        winners = tuple(seat for seat in range(self.game.players) if mask >> seat & 1)
        return SimpleNamespace(outcome=outcome, winners=winners, returns=tuple(returns))


def table(engine: str, name: str, players: int, settings: dict[str, str] | None = None) -> Any:
    """Return a classic in the hands of an engine."""
    game = Game.of(shipped.rules(f"classics/{name}"), players, settings)
    return Table(game, ENGINES[engine](program_of(game.graph)))


@pytest.mark.parametrize("engine", ENGINES)
def test_tree_of_tic_tac_toe(engine: str) -> None:
    found = tree(table(engine, "tic_tac_toe", 2), information=False)
    assert (found.histories, found.decision, found.chance, found.terminal) == (549_946, 294_778, 0, 255_168)
    assert found.positions == 5_478
    assert {key: (e.histories, e.chance) for key, e in found.endings.items()} == {
        ("win", (0,)): (131_184, Fraction(737, 1260)),
        ("win", (1,)): (77_904, Fraction(121, 420)),
        ("draw", ()): (46_080, Fraction(8, 63)),
    }
    assert found.value == (Fraction(187, 630), Fraction(-187, 630))
    assert float(found.decisions) == pytest.approx(7.6261905, abs=5e-8)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "players", "histories", "value", "decisions"),
    [
        ("kuhn_poker", 2, (58, 24, 4, 30), (0.125, -0.125), 2.25),
        ("kuhn_poker", 3, (617, 288, 17, 312), (0.234375, -0.046875, -0.1875), 3.5),
        ("leduc_poker", 2, (9_457, 3_780, 157, 5_520), (-0.078125, 0.078125), 4.0625),
        ("goofspiel", 2, (26_773, 11_156, 1_793, 13_824), (0, 0), 6),
    ],
)
def test_trees_of_games_with_chance_and_hidden_cards(
    engine: str,
    name: str,
    players: int,
    histories: tuple[int, ...],
    value: tuple[float, ...],
    decisions: float,
) -> None:
    found = tree(table(engine, name, players), information=False)
    assert (found.histories, found.decision, found.chance, found.terminal) == histories
    assert found.value == tuple(Fraction(v) for v in value)
    assert found.decisions == Fraction(decisions)


@pytest.mark.parametrize("engine", ENGINES)
def test_tree_of_pig(engine: str) -> None:
    """A small Pig: four points, a die of three sides, twelve decisions at most."""
    found = tree(table(engine, "pig", 2, {"target": "4", "sides": "3", "horizon": "12"}), information=False)
    counts = (found.histories, found.decision, found.chance, found.terminal)
    assert counts == (1_151_626, 467_845, 116_961, 566_820)
    assert found.value == (Fraction(137_321, 1_417_176), Fraction(-137_321, 1_417_176))
    assert round(float(found.decisions), 4) == 7.8591


TIC_TAC_TOE = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
CONNECT_FOUR = [7, 49, 343, 2_401, 16_807, 117_649]
OTHELLO = [4, 12, 56, 244, 1_396, 8_200]


@pytest.mark.parametrize(
    ("engine", "name", "expected"),
    [
        ("wasm", "tic_tac_toe", [*TIC_TAC_TOE, 0]),
        ("wasm", "connect_four", CONNECT_FOUR),
        ("wasm", "othello", OTHELLO),
        ("wasm", "kuhn_poker", [3, 6, 12, 24, 12, 0]),
        ("python", "tic_tac_toe", TIC_TAC_TOE[:5]),
        ("python", "connect_four", CONNECT_FOUR[:4]),
        ("python", "othello", OTHELLO[:4]),
        ("python", "kuhn_poker", [3, 6, 12, 24, 12, 0]),
    ],
)
def test_perft(engine: str, name: str, expected: list[int]) -> None:
    """Sequences of answers, chance included, counted in the program and by a walk outside."""
    played = table(engine, name, 2)
    played.new(log=False)
    assert [played.runner.call("perft", depth, 0) for depth in range(1, len(expected) + 1)] == expected
    assert perft(played, 4) == expected[:4]


@define(eq=False)
class Series:
    """Results of many random games."""

    words: list[list[int]]

    @classmethod
    def of(cls, engine: str, name: str, players: int, games: int) -> Series:
        """Play games 0 to `games` - 1."""
        runner = table(engine, name, players).runner
        runner.seed(11, 12)
        names, words = runner.program.names, []
        for first in range(0, games, 1000):
            count = runner.call("many", first, min(1000, games - first))
            words += runner.read(names["RESULTS"], count * names["RESULT_WIDTH"])
        width = names["RESULT_WIDTH"]
        return cls([words[at : at + width] for at in range(0, len(words), width)])

    def near(self, values: list[float], mean: float, error: float = 0.0) -> bool:
        """Tell whether a mean is within four standard errors; `error` is the known one's own."""
        count = len(values)
        found = sum(values) / count
        variance = sum((v - found) ** 2 for v in values) / (count - 1) / count
        return abs(found - mean) <= 4 * (variance + error**2) ** 0.5 + 1e-12

    def share(self, hits: list[bool], known: float, error: float = 0.0) -> bool:
        """Tell whether a share is within four standard errors of a known one; `error` is the known one's own."""
        variance = known * (1 - known) / len(hits)
        return abs(sum(hits) / len(hits) - known) <= 4 * (variance + error**2) ** 0.5

    def decisions(self) -> list[float]:
        """Return how many decisions each game had."""
        return [float(words[0]) for words in self.words]

    def returns(self, seat: int) -> list[float]:
        """Return what each game was worth to a seat."""
        players = (len(self.words[0]) - 4) // 2
        return [words[4 + players + seat] / words[3] for words in self.words]


GAMES = {"wasm": 20_000, "python": 400}
"""How many random games each engine plays of a game of full size."""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "players", "mean", "error"),
    [
        ("tic_tac_toe", 2, 7.6261905, 0),
        ("kuhn_poker", 2, 2.25, 0),
        ("leduc_poker", 2, 4.0625, 0),
        ("connect_four", 2, 21.309, 0.05),
        ("go_fish", 2, 55.458, 0.014),
        ("hearts", 4, 61.0, 0),
        ("othello", 2, 60.419, 0.018),
        ("pig", 2, 120.67, 0.36),
        ("crazy_eights", 2, 86.34, 0.16),
        ("crazy_eights", 5, 80.52, 0.18),
    ],
)
def test_random_games_are_as_long_as_elsewhere(
    engine: str, name: str, players: int, mean: float, error: float
) -> None:
    series = Series.of(engine, name, players, GAMES[engine])
    assert series.near(series.decisions(), mean, error)


@pytest.mark.parametrize("engine", ENGINES)
def test_random_connect_four(engine: str) -> None:
    """Who begins wins more than half, and hardly any game is a draw: shares that were counted elsewhere, in a number of
    games that isn't told and is taken to be about 20,000. What a game is worth comes from a million of OpenSpiel's
    rollouts."""
    series = Series.of(engine, "connect_four", 2, GAMES[engine])
    outcomes = [(words[1], words[2]) for words in series.words]
    assert series.share([outcome == (0, 1) for outcome in outcomes], 0.5605, 0.0035)
    assert series.share([outcome == (4, 0) for outcome in outcomes], 0.0028, 0.0004)
    assert series.near(series.returns(0), 0.1140, 0.001)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "value"), [("tic_tac_toe", 187 / 630), ("kuhn_poker", 1 / 8), ("leduc_poker", -0.078125)]
)
def test_random_play_is_worth_what_it_is_worth(engine: str, name: str, value: float) -> None:
    series = Series.of(engine, name, 2, GAMES[engine])
    assert series.near(series.returns(0), value)
    assert series.near(series.returns(1), -value)


@pytest.mark.parametrize("engine", ENGINES)
def test_random_hearts(engine: str) -> None:
    """A deal has 52 decisions, and 12 more where cards are passed: in three of four deals."""
    series = Series.of(engine, "hearts", 4, GAMES[engine])
    assert {words[0] for words in series.words} == {52, 64}
    assert series.share([words[0] == 52 for words in series.words], 0.25)
