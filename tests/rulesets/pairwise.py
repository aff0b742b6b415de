"""Ruleset -> tables at which every two values of its parameters meet, and random games played at them."""

from __future__ import annotations

from itertools import combinations
from random import Random

from attrs import define

from oracle import shipped
from rulewright.dsl.typed import Parameter
from rulewright.dsl.types import Bool, Int
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Chance, Decision, Game, State, Terminal

PLAYERS = "players"
"""The name under which the number of players stands among the parameters."""

ALL_VALUES = 4
"""Up to how many values of a number all are played; else the least, the default and the greatest."""

LONGEST = 20_000
"""How many answers a game may take: more, and it doesn't end."""

CAREFUL = 0.5
"""How often what may be declined is declined; else answers are random."""

HANDED_IN = 0.01
"""How often somebody hands in what may be handed in at any time."""

Row = dict[str, str]
"""A value of every parameter, and the number of players."""

Pair = tuple[str, str, str, str]


def values(name: str) -> dict[str, list[str]]:
    """Return what each parameter of a shipped ruleset may be, and the numbers of players, as written."""
    rules = shipped.rules(name)
    low, high = rules.written.players
    table = shipped.game(name, low)
    found = {PLAYERS: [str(n) for n in range(low, high + 1)]}
    for parameter in rules.parameters.values():
        found[parameter.name] = values_of(table, parameter)
    return found


def values_of(table: Game, parameter: Parameter) -> list[str]:
    """Return the values of one parameter that are played."""
    if isinstance(parameter.type, Bool):
        return ["false", "true"]
    if parameter.values is not None or not isinstance(parameter.type, Int):
        return [str(value) for value in parameter.values or ()]
    low, high = table.load.bound(parameter.type.low), table.load.bound(parameter.type.high)
    assert low is not None
    assert high is not None
    default = int(str(parameter.written.default.value))
    every = range(low, high + 1) if high - low < ALL_VALUES else sorted({low, default, high})
    return [str(value) for value in every]


def pairs_of(row: Row) -> set[Pair]:
    """Return the pairs of values that meet in a row."""
    return {(a, row[a], b, row[b]) for a, b in combinations(sorted(row), 2)}


def covering(factors: dict[str, list[str]]) -> list[Row]:
    """Return rows in which every two values of different parameters meet, always the same ones.

    Each row begins with a pair that hasn't met and takes, parameter by parameter, the value that brings most
    pairs together; of equal ones that which stands in fewer rows.
    """
    names = sorted(factors)
    left = {
        (a, one, b, other) for a, b in combinations(names, 2) for one in factors[a] for other in factors[b]
    }
    used = {(name, value): 0 for name in names for value in factors[name]}
    rows: list[Row] = []
    while left:
        a, one, b, other = min(left)
        row = {a: one, b: other}
        for name in sorted(names, key=lambda n: (-len(factors[n]), n)):
            if name not in row:
                row[name] = max(
                    factors[name],
                    key=lambda value, name=name: (new_pairs(row, name, value, left), -used[name, value]),
                )
        left -= pairs_of(row)
        for name, value in row.items():
            used[name, value] += 1
        rows.append({name: row[name] for name in factors})
    return rows


def new_pairs(row: Row, name: str, value: str, left: set[Pair]) -> int:
    """Return how many pairs a value would bring together with what stands in a row already."""
    return sum(
        ((name, value, other, given) if name < other else (other, given, name, value)) in left
        for other, given in row.items()
    )


def game_of(name: str, row: Row) -> Game:
    """Return the game of a row."""
    settings = {parameter: value for parameter, value in row.items() if parameter != PLAYERS}
    return Game.of(shipped.rules(name), int(row[PLAYERS]), settings)


@define
class Course:
    """How many games were played, and how many answers were given in the longest."""

    games: int = 0
    longest: int = 0


def played(game: Game, seed: int, course: Course) -> str:
    """Play a game, half carefully and half at random, and return what is wrong with it, or nothing."""
    luck, state, answers = Random(seed), game.new(seed, log=False), 0
    try:
        while not state.over:
            answer(state, luck)
            answers += 1
            if answers > LONGEST:
                return f"it isn't over after {LONGEST} answers"
            if answers % 16 == 0 and not conserved(state):
                return f"components are lost or doubled after {answers} answers"
    except Fault as fault:
        return f"{fault.code} after {answers} answers: {fault.message} ({fault.rule})"
    course.games += 1
    course.longest = max(course.longest, answers)
    if not conserved(state):
        return "components are lost or doubled at the end"
    return "" if adds_up(state) else f"the score sheet doesn't hold together: {state.result()}"


def answer(state: State, luck: Random) -> None:
    """Let somebody who is asked answer, or chance."""
    stop = state.stop
    if isinstance(stop, Chance):
        state.draw()
        return
    if luck.random() < HANDED_IN:
        handing = luck.randrange(state.game.players)
        if fouls := state.anytime(handing):
            state.hand_in(handing, luck.randrange(len(fouls)))
            return
    assert not isinstance(stop, Terminal)
    seat = stop.player if isinstance(stop, Decision) else luck.choice(stop.players)
    options = state.options(seat)
    declines = [n for n, option in enumerate(options) if option.form in ("quiet", "nothing", "no")]
    careful = bool(declines) and luck.random() < CAREFUL
    state.apply(seat, declines[0] if careful else luck.randrange(len(options)))


def conserved(state: State) -> bool:
    """Tell whether every component lies in exactly one place."""
    places = state.game.machine.places
    there = [c for spot in state.game.load.spots for c in places.stored(state.cells, spot.number)]
    return sorted(there) == list(range(len(state.game.load.cards)))


def adds_up(state: State) -> bool:
    """Tell whether the score sheet of a finished game holds together: its totals are the sums of its lines, every
    seat has one place, who has won stands first, and what is won and lost is nought together."""
    result, seats = state.result(), range(state.game.players)
    totals = tuple(sum(line[seat] for line in result.lines.values()) for seat in seats)
    places = sorted(seat for group in result.ranking for seat in group)
    first = (
        result.ranking[0] if result.outcome in ("win", "shared") and result.winners != tuple(seats) else None
    )
    return (
        result.totals == totals
        and places == list(seats)
        and (first is None or result.winners == first)
        and (sum(result.returns) == 0 or state.game.rules.returns is not None)
    )
