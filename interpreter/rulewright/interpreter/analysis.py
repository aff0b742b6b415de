"""Game -> its whole tree, counted: sequences by ply, histories by kind, information states, uniform play.

Games of a size that can be enumerated, that is. Positions that play on alike are expanded once for each
ply, with the number of histories that lead to them; only information states need a walk over histories.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from itertools import islice

from attrs import define, frozen

from rulewright.dsl.cells import PC, PHASE_END, TURN_END
from rulewright.interpreter.game import Chance, Decision, Game, Joint, Race, State, Terminal

MOST_POSITIONS = 1_000_000
"""How many positions are expanded before a game is called too large."""

MOST_HISTORIES = 50_000
"""Up to how many histories information states are counted without being asked for."""


class TooLarge(ValueError):
    """The tree has more positions than the limit; the message says so to the designer."""


@define(eq=False)
class Node:
    """A position at one ply: in how many ways it is reached, and how likely by uniform play."""

    state: State
    histories: int
    chance: Fraction


@frozen
class Ending:
    """One way a game can end: in how many histories, and how likely by uniform play."""

    histories: int
    chance: Fraction


@frozen
class TreeCounts:
    """The tree of a game. Joint decisions go by seat; a forced decision counts, a forced chance doesn't.

    `endings` is by outcome and winners; `value` what uniform random play is worth to each player;
    `decisions` the mean number of decisions in a game of it; `information` the number of different
    observation histories at which each player is asked, or None where it wasn't counted.
    """

    histories: int
    decision: int
    chance: int
    terminal: int
    positions: int
    depth: int
    endings: dict[tuple[str, tuple[int, ...]], Ending]
    value: tuple[Fraction, ...]
    decisions: Fraction
    information: tuple[int, ...] | None


@define(eq=False)
class History:
    """One way to a point of the tree.

    `minds` holds for each seat a digest of all it has observed, heard and answered itself, and what it sees
    now. `choices` are the players' answers so far: who, with which memory, which option; `chance` is how
    likely the outcomes of chance on the way were.
    """

    state: State
    minds: tuple[tuple[bytes, bytes], ...]
    choices: tuple[tuple[int, bytes, int], ...]
    chance: Fraction

    @property
    def memories(self) -> tuple[bytes, ...]:
        """What each seat remembers."""
        return tuple(memory for memory, _ in self.minds)


def perft(game: Game, depth: int) -> list[int]:
    """Return the number of sequences of answers, chance included, of length 1, 2 … `depth`."""
    return [
        sum(node.histories * len(answers(node.state)) for node in level)
        for level in islice(levels(game), depth)
    ]


def tree(game: Game, *, most: int = MOST_POSITIONS, information: bool | None = None) -> TreeCounts:
    """Count the whole tree; `TooLarge` beyond `most` positions.

    `information` says whether information states are counted: None counts them up to `MOST_HISTORIES`.
    """
    kinds = {"decision": 0, "chance": 0, "terminal": 0}
    endings: dict[tuple[str, tuple[int, ...]], Ending] = {}
    value, decisions = [Fraction(0)] * game.players, Fraction(0)
    seen: set[bytes] = set()
    depth = -1
    for level in levels(game, most=most):
        depth += 1
        for node in level:
            seen.add(position(node.state))
            match node.state.stop:
                case Chance():
                    kinds["chance"] += node.histories
                case Terminal():
                    kinds["terminal"] += node.histories
                    result = node.state.result()
                    ending = endings.get((result.outcome, result.winners), Ending(0, Fraction(0)))
                    endings[result.outcome, result.winners] = Ending(
                        ending.histories + node.histories, ending.chance + node.chance
                    )
                    value = [v + node.chance * r for v, r in zip(value, result.returns, strict=True)]
                case _:
                    kinds["decision"] += node.histories
                    decisions += node.chance
    histories = sum(kinds.values())
    counted = histories <= MOST_HISTORIES if information is None else information
    return TreeCounts(
        histories,
        kinds["decision"],
        kinds["chance"],
        kinds["terminal"],
        len(seen),
        depth,
        dict(sorted(endings.items())),
        tuple(value),
        decisions,
        information_states(game) if counted else None,
    )


def levels(game: Game, *, most: int = MOST_POSITIONS) -> Iterator[list[Node]]:
    """Yield the different positions at ply 0, 1, 2 …; `TooLarge` beyond `most` of them in all."""
    level = [Node(game.new(log=False), 1, Fraction(1))]
    count = 0
    while level:
        yield level
        following: dict[bytes, Node] = {}
        for node in level:
            for state, share in children(node.state):
                key = position(state)
                met = following.get(key)
                if met is None:
                    following[key] = Node(state, node.histories, node.chance * share)
                else:
                    met.histories += node.histories
                    met.chance += node.chance * share
                if count + len(following) > most:
                    raise TooLarge(f"this game has more than {most} positions; its tree can't be counted")
        count += len(following)
        level = list(following.values())


def asked(state: State) -> int | None:
    """Return who answers next when joint decisions are expanded by seat; chance is the number of players."""
    match state.stop:
        case Decision(player=player):
            return player
        case Joint(players=players) | Race(players=players):
            return players[0]
        case Chance():
            return state.game.players
        case Terminal():
            return None


def answers(state: State) -> list[Fraction]:
    """Return how likely each possible answer is by uniform play, in order of the list."""
    who = asked(state)
    if who is None:
        return []
    if who == state.game.players:
        weights = [outcome.weight for outcome in state.outcomes()]
        return [Fraction(weight, sum(weights)) for weight in weights]
    count = len(state.options(who))
    return [Fraction(1, count)] * count


def children(state: State) -> Iterator[tuple[State, Fraction]]:
    """Yield the states after each answer with its share, all with an empty log of their own."""
    who = asked(state)
    for option, share in enumerate(answers(state)):
        assert who is not None
        child = state.clone()
        child.log = None if state.log is None else []
        child.apply(who, option)
        yield child, share


def position(state: State) -> bytes:
    """Return a digest of the position; of a finished game only what its result can depend on."""
    cells = list(state.key())
    if isinstance(state.stop, Terminal):
        del cells[state.game.graph.cells.frames :]
        for cell in (PC, TURN_END, PHASE_END):
            cells[cell] = 0
    return blake2b(array("i", cells).tobytes(), digest_size=16).digest()


def information_states(game: Game) -> tuple[int, ...]:
    """Return for each player the number of observation histories at which this player is asked."""
    return tuple(len(found) for found in information_sets(game))


def information_sets(game: Game) -> list[set[bytes]]:
    """Return the observation histories at which each player is asked, as digests."""
    found: list[set[bytes]] = [set() for _ in range(game.players)]
    for history in walk(game):
        who = asked(history.state)
        if who is not None and who < game.players:
            found[who].add(history.memories[who])
    return found


def walk(game: Game) -> Iterator[History]:
    """Yield every history, parents first, options in order."""
    start = game.new()
    seats = range(game.players)
    blank = (b"", b"")
    minds = tuple(remember(start, seat, blank, None) for seat in seats)
    pending = [History(start, minds, (), Fraction(1))]
    while pending:
        history = pending.pop()
        yield history
        pending += reversed(list(continued(history)))


def continued(history: History) -> Iterator[History]:
    """Yield the histories that are one answer longer."""
    who = asked(history.state)
    for option, (child, share) in enumerate(children(history.state)):
        assert who is not None
        players = range(child.game.players)
        minds = tuple(
            remember(child, seat, history.minds[seat], option if seat == who else None) for seat in players
        )
        choices, chance = history.choices, history.chance
        if who in players:
            choices = (*choices, (who, history.memories[who], option))
        else:
            chance *= share
        yield History(child, minds, choices, chance)


def remember(state: State, seat: int, mind: tuple[bytes, bytes], answer: int | None) -> tuple[bytes, bytes]:
    """Return a seat's memory after one more step, and what it sees now.

    A step at which the seat hears nothing, sees nothing new and answers nothing leaves no trace. The end of
    the game is not remembered: nobody is asked after it.
    """
    if isinstance(state.stop, Terminal):
        return mind
    memory, seen = mind
    heard = [text for event in state.log or () if (text := event.for_seat(seat))]
    now = repr(state.observe(seat)).encode()
    if answer is None and not heard and now == seen:
        return mind
    digest = blake2b(memory, digest_size=16)
    digest.update(repr((answer, heard)).encode())
    digest.update(now)
    return digest.digest(), now
