"""The tree of a game of two players -> its value and how far a policy is from an equilibrium.

Built from the interpreter's own histories and memories, so that a wrong chance, a leak or a forgotten answer
shows as a wrong value. Sequence form: one variable for each (memory, option) of a player.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from attrs import define, field
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, csr_matrix

from rulewright.interpreter.analysis import walk
from rulewright.interpreter.game import Decision, Game, Joint, Race, Terminal

Sequence = tuple[bytes, int] | None
"""A player's last answer: with which memory, which option; None before the first."""


@define(eq=False)
class Side:
    """One player's sequences and information sets."""

    sequences: dict[Sequence, int] = field(factory=lambda: {None: 0})
    sets: dict[bytes, tuple[Sequence, int]] = field(factory=dict)
    """For each memory: the answer before it, and how many options there are."""

    def meet(self, memory: bytes, before: Sequence, options: int) -> None:
        """Take down an information set; the same memory always has the same past and options."""
        assert self.sets.setdefault(memory, (before, options)) == (before, options), "no perfect recall"
        for option in range(options):
            self.sequences.setdefault((memory, option), len(self.sequences))

    def flow(self) -> tuple[csr_matrix, np.ndarray]:
        """Return the constraints of a realisation plan: E x = e."""
        entries = [(0, 0, 1.0)]
        for row, (memory, (before, options)) in enumerate(self.sets.items(), start=1):
            entries.append((row, self.sequences[before], -1.0))
            entries += [(row, self.sequences[memory, option], 1.0) for option in range(options)]
        right = np.zeros(len(self.sets) + 1)
        right[0] = 1.0
        return matrix(entries, len(right), len(self.sequences)), right

    def uniform(self) -> np.ndarray:
        """Return the plan that takes every option equally often."""
        plan = np.zeros(len(self.sequences))
        plan[0] = 1.0
        for memory, (before, options) in self.sets.items():
            for option in range(options):
                plan[self.sequences[memory, option]] = plan[self.sequences[before]] / options
        return plan

    def best(self, gains: np.ndarray) -> float:
        """Return the most a player can get, given what each sequence gains against a fixed opponent."""
        following: dict[Sequence, list[bytes]] = defaultdict(list)
        for memory, (before, _) in self.sets.items():
            following[before].append(memory)

        def value(sequence: Sequence) -> float:
            rest = (
                max(value((memory, option)) for option in range(self.sets[memory][1]))
                for memory in following[sequence]
            )
            return float(gains[self.sequences[sequence]]) + sum(rest)

        return value(None)


@define(eq=False)
class Solved:
    """The value of the game to the first player, and NashConv of uniform random play."""

    value: float
    uniform_nash_conv: float


def matrix(entries: list[tuple[int, int, float]], rows: int, columns: int) -> csr_matrix:
    """Return a sparse matrix; entries of one place add up."""
    row, column, value = zip(*entries, strict=True)
    return coo_matrix((value, (row, column)), shape=(rows, columns)).tocsr()


def solve(game: Game) -> Solved:
    """Solve a game of two players in which one wins what the other loses."""
    sides = (Side(), Side())
    payoffs: list[tuple[int, int, float]] = []
    for history in walk(game):
        last: list[Sequence] = [None, None]
        for player, memory, option in history.choices:
            last[player] = (memory, option)
        match history.state.stop:
            case Terminal():
                returns = history.state.result().returns
                assert sum(returns) == 0
                places = [side.sequences[sequence] for side, sequence in zip(sides, last, strict=True)]
                payoffs.append((places[0], places[1], float(returns[0] * history.chance)))
            case Decision(player=who):
                sides[who].meet(history.memories[who], last[who], len(history.state.options(who)))
            case Joint(players=players) | Race(players=players):
                who = players[0]
                sides[who].meet(history.memories[who], last[who], len(history.state.options(who)))
    first, second = sides
    payoff = matrix(payoffs, len(first.sequences), len(second.sequences))
    return Solved(value(payoff, first, second), nash_conv(payoff, first, second))


def value(payoff: csr_matrix, first: Side, second: Side) -> float:
    """Return what the first player can be sure of: a linear program over plans and the opponent's replies."""
    own, own_right = first.flow()
    other, other_right = second.flow()
    plan, duals = len(first.sequences), other.shape[0]
    bounds = [(0, None)] * plan + [(None, None)] * duals
    cost = np.concatenate([np.zeros(plan), -other_right])
    equal = csr_matrix((own.shape[0], plan + duals)).tolil()
    equal[:, :plan] = own
    below = csr_matrix((payoff.shape[1], plan + duals)).tolil()
    below[:, :plan] = -payoff.T
    below[:, plan:] = other.T
    limit = np.zeros(payoff.shape[1])
    found = linprog(cost, below.tocsr(), limit, equal.tocsr(), own_right, bounds)
    assert found.success, found.message
    return -float(found.fun)


def nash_conv(payoff: csr_matrix, first: Side, second: Side) -> float:
    """Return how much both together could gain by answering uniform play as well as possible."""
    one, two = first.uniform(), second.uniform()
    return first.best(payoff @ two) + second.best(-(payoff.T @ one))
