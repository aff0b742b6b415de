"""A finished state -> score sheet, ranking, winners and what the result is worth (2.12, section 9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from attrs import frozen

from rulewright.dsl import typed
from rulewright.dsl.cells import NONE, WINNER
from rulewright.interpreter.engines.reference.machine import Machine
from rulewright.interpreter.engines.reference.places import State


@frozen
class Result:
    """How a game ended.

    `outcome` is `win`, `shared`, `rematch`, `nobody` or `draw`; `winners` the seats that won; `ranking` groups of
    seats from the first to the last place; `lines` the score sheet: line -> value for each seat; `totals` their sums.
    """

    outcome: str
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    lines: dict[str, tuple[int, ...]]
    totals: tuple[int, ...]
    returns: tuple[Fraction, ...]


def result(m: Machine, s: State) -> Result:
    """Return the result of a state in which the game is over (or as it would be if it were)."""
    rules = m.compiler.load.rules
    seats = range(m.compiler.load.players)
    lines: dict[str, tuple[int, ...]] = {}
    for line in rules.score.values():
        lines[line.name] = tuple(line_value(m, line)(s, seat) for seat in seats)
    totals = tuple(sum(values[seat] for values in lines.values()) for seat in seats)
    outcome, winners, ranking = standing(m, s, rules.winner)
    return Result(outcome, winners, ranking, lines, totals, returns(m, s, outcome, winners))


def line_value(m: Machine, line: typed.ScoreLine) -> Callable[[State, int], int]:
    """Return the compiled value of a score line."""
    found: Callable[[State, int], int] = m.lists.once(
        "score", line, lambda: m.compiler.with_local(line.value, line.me)
    )
    return found


def standing(
    m: Machine, s: State, winner: typed.Winner | None
) -> tuple[str, tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return outcome, winners and ranking."""
    seats = list(range(m.compiler.load.players))
    if s[WINNER] != NONE:
        others = tuple(p for p in seats if p != s[WINNER])
        return "win", (s[WINNER],), ((s[WINNER],), others) if others else ((s[WINNER],),)
    if winner is None:
        return "draw", (), (tuple(seats),)
    among, key = compiled(m, winner)
    inside = [p for p in seats if among is None or among(s, p)]
    outside = [p for p in seats if p not in inside]
    ranking = (*groups(s, inside, key), *groups(s, outside, key))
    if winner.rematch_if is not None and m.root(winner.rematch_if)(s):
        return "rematch", (), ranking
    if not inside:
        found = word(m, winner.if_nobody)
        return (found, tuple(seats), ranking) if found == "shared" else (found, (), ranking)
    first = ranking[0]
    if len(first) == 1:
        return "win", first, ranking
    found = word(m, winner.if_tied)
    return (found, first, ranking) if found == "shared" else (found, (), ranking)


Test = Callable[[State, int], int] | None
Key = Callable[[State, int], Any] | None


def compiled(m: Machine, winner: typed.Winner) -> tuple[Test, Key]:
    """Return the compiled `among` and `ranked`."""
    among = winner.among
    test = (
        m.lists.once("among", winner, lambda: m.compiler.with_local(among, winner.me))
        if among is not None
        else None
    )
    order = winner.ranked
    key = (
        m.lists.once("ranked", winner, lambda: m.compiler.with_key(order, winner.me))
        if order is not None
        else None
    )
    return test, key


def groups(s: State, seats: Sequence[int], key: Key) -> tuple[tuple[int, ...], ...]:
    """Return the seats in groups of equal rank, best first."""
    found: dict[object, list[int]] = {}
    keyed = sorted((key(s, p) if key is not None else (), p) for p in seats)
    for value, seat in keyed:
        found.setdefault(value, []).append(seat)
    return tuple(tuple(group) for group in found.values())


def word(m: Machine, outcome: str | typed.Expr) -> str:
    """Return what a tie means here: a fixed word, or the value of a parameter."""
    if isinstance(outcome, str):
        return outcome
    assert isinstance(outcome, typed.ParameterRef)
    number = m.compiler.load.settings[outcome.parameter.name]
    return str((outcome.parameter.values or ())[number or 0])


def returns(m: Machine, s: State, outcome: str, winners: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return what the result is worth to each player: n times the share of the win less 1, or the ruleset's own."""
    rules, count = m.compiler.load.rules, m.compiler.load.players
    if rules.returns is not None:
        me, value = rules.returns
        own = m.lists.once("returns", value, lambda: m.compiler.with_local(value, me))
        return tuple(Fraction(own(s, seat)) for seat in range(count))
    if outcome not in ("win", "shared"):
        return (Fraction(0),) * count
    share = Fraction(count, len(winners))
    return tuple(share - 1 if seat in winners else Fraction(-1) for seat in range(count))
