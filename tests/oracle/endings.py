"""A finished game on the table -> score lines, winners, what it is worth (section 9)."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from oracle.direct import Direct
from oracle.values import holds, number, sort_key
from rulewright.dsl import typed


@frozen
class Ending:
    """How a game ended."""

    outcome: str
    winners: tuple[int, ...]
    lines: dict[str, tuple[int, ...]]
    totals: tuple[int, ...]
    returns: tuple[Fraction, ...]


def ending(d: Direct) -> Ending:
    """Return how a finished game ended."""
    rules, seats = d.load.rules, range(d.load.players)
    lines = {
        line.name: tuple(number(d.table, line.value, {line.me: p}) for p in seats)
        for line in rules.score.values()
    }
    totals = tuple(sum(line[p] for line in lines.values()) for p in seats)
    outcome, winners = standing(d)
    if rules.returns is not None:
        me, worth = rules.returns
        returns = tuple(Fraction(number(d.table, worth, {me: p})) for p in seats)
    elif winners:
        share = Fraction(len(seats), len(winners))
        returns = tuple((share if p in winners else 0) - Fraction(1) for p in seats)
    else:
        returns = tuple(Fraction(0) for _ in seats)
    return Ending(outcome, winners, lines, totals, returns)


def standing(d: Direct) -> tuple[str, tuple[int, ...]]:
    """Return the outcome and who won."""
    t, winner, seats = d.table, d.load.rules.winner, list(range(d.load.players))
    if d.winner is not None:
        return "win", (d.winner,)
    if winner is None:
        return "draw", ()
    if winner.rematch_if is not None and holds(t, winner.rematch_if, {}):
        return "rematch", ()
    among = [p for p in seats if holds(t, winner.among, {winner.me: p})]
    if not among:
        found = word(d, winner.if_nobody)
        return found, tuple(seats) if found == "shared" else ()
    keys = {p: sort_key(t, winner.ranked, {winner.me: p}) if winner.ranked is not None else () for p in among}
    first = tuple(p for p in among if keys[p] == min(keys.values()))
    if len(first) == 1:
        return "win", first
    found = word(d, winner.if_tied)
    return found, first if found == "shared" else ()


def word(d: Direct, found: str | typed.Expr) -> str:
    """Return a word, or the one that a parameter holds."""
    if isinstance(found, str):
        return found
    assert isinstance(found, typed.ParameterRef)
    return str((found.parameter.values or ())[d.load.settings[found.parameter.name] or 0])
