"""The trees of classic games have exactly the numbers that independent engines found."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oracle import shipped
from oracle.solver import solve
from rulewright.interpreter.analysis import TooLarge, levels, perft, position, tree
from rulewright.interpreter.game import Terminal


def test_tic_tac_toe_tree() -> None:
    found = tree(shipped.game("classics/tic_tac_toe", 2))
    assert (found.histories, found.decision, found.chance, found.terminal) == (549_946, 294_778, 0, 255_168)
    assert {key: (e.histories, e.chance) for key, e in found.endings.items()} == {
        ("win", (0,)): (131_184, Fraction(737, 1260)),
        ("win", (1,)): (77_904, Fraction(121, 420)),
        ("draw", ()): (46_080, Fraction(8, 63)),
    }
    assert found.positions == 5_478
    assert found.value == (Fraction(187, 630), Fraction(-187, 630))
    assert float(found.decisions) == pytest.approx(7.6261905, abs=5e-8)
    assert found.information is None


@pytest.mark.parametrize(
    ("name", "players", "histories", "information", "value", "decisions"),
    [
        ("kuhn_poker", 2, (58, 24, 4, 30), (6, 6), (0.125, -0.125), 2.25),
        ("kuhn_poker", 3, (617, 288, 17, 312), (16, 16, 16), (0.234375, -0.046875, -0.1875), 3.5),
        ("leduc_poker", 2, (9_457, 3_780, 157, 5_520), (468, 468), (-0.078125, 0.078125), 4.0625),
        ("goofspiel", 2, (26_773, 11_156, 1_793, 13_824), (1_804, 1_804), (0, 0), 6),
    ],
)
def test_trees_of_games_with_chance_and_hidden_cards(
    name: str,
    players: int,
    histories: tuple[int, ...],
    information: tuple[int, ...],
    value: tuple[float, ...],
    decisions: float,
) -> None:
    found = tree(shipped.game(f"classics/{name}", players))
    assert (found.histories, found.decision, found.chance, found.terminal) == histories
    assert found.information == information
    assert found.value == tuple(Fraction(v) for v in value)
    assert found.decisions == Fraction(decisions)
    assert sum(e.histories for e in found.endings.values()) == found.terminal
    assert sum(e.chance for e in found.endings.values()) == 1


def test_perft_of_tic_tac_toe() -> None:
    expected = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
    assert perft(shipped.game("classics/tic_tac_toe", 2), 11) == [*expected, 0]


def test_perft_of_connect_four() -> None:
    expected = [7, 49, 343, 2_401, 16_807, 117_649]
    assert perft(shipped.game("classics/connect_four", 2), 6) == expected


def test_perft_counts_chance_as_a_ply() -> None:
    assert perft(shipped.game("classics/kuhn_poker", 2), 5) == [3, 6, 12, 24, 12]


def test_information_states_can_be_left_out_or_forced() -> None:
    game = shipped.game("classics/kuhn_poker", 2)
    assert tree(game, information=False).information is None
    assert tree(game, information=True).information == (6, 6)


def test_a_game_beyond_the_limit_is_refused_in_words() -> None:
    with pytest.raises(TooLarge, match="more than 100 positions"):
        tree(shipped.game("classics/connect_four", 2), most=100)


def test_finished_games_with_the_same_board_are_one_position() -> None:
    *_, last = levels(shipped.game("classics/tic_tac_toe", 2))
    assert all(isinstance(node.state.stop, Terminal) for node in last)
    boards = {node.state.observe(2).variables for node in last}
    assert len({position(node.state) for node in last}) == len(boards) == len(last)


@pytest.mark.parametrize(
    ("name", "value", "nash_conv"),
    [("kuhn_poker", -1 / 18, 0.9166666667), ("leduc_poker", -0.0856064241, 4.7472222222)],
)
def test_the_solver_finds_the_value_of_the_game(name: str, value: float, nash_conv: float) -> None:
    found = solve(shipped.game(f"classics/{name}", 2))
    assert found.value == pytest.approx(value, abs=1e-9)
    assert found.uniform_nash_conv == pytest.approx(nash_conv, abs=1e-9)
