"""A game and others that an observer can't tell from it, played on side by side -> claims that don't hold there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from attrs import define, field

from leaks.alike import told
from leaks.pairs import pair
from leaks.worlds import forget, settled, signature, without_values
from rulewright.cli.play.transcript import Reader
from rulewright.interpreter.analysis import asked
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Game, State

TRIES = 24
"""How many answers are tried in a twin before it is given up: one must look to the observer like the true one."""

TWINS = 2
"""How many twins each observer has; one that is given up is made anew from the true game."""

COLUMNS = 100

Heard = list[tuple[str, str]]


@define
class Count:
    """How much was checked: twins that came through a step, those that had come through one before, and the claims
    about what isn't seen that were looked up in them."""

    steps: int = 0
    further: int = 0
    claims: int = 0


@define
class Twin:
    """A game that an observer can't tell from the true one, and how many steps it has come along."""

    state: State
    age: int = 0


@define(eq=False)
class Following:
    """Tries to play in a twin what an observer would take for what was played in the true game."""

    seat: int
    after: State
    given: Sequence[tuple[int, str]]
    """Who answered in the true game, and what the answer said."""
    luck: Random
    wanted: Heard = field(init=False)
    view: str = field(init=False)
    left: int = TRIES

    def __attrs_post_init__(self) -> None:
        self.wanted, self.view = told(self.after, self.seat), repr(self.after.observe(self.seat))

    def start(self, twin: State) -> State | None:
        """Return a twin after an answer that looks like the true one, or None."""
        return self.on(forget(twin.clone()), 0)

    def on(self, twin: State, number: int) -> State | None:
        """Give the answers from a number on: the first is the player's, those of chance follow. A fault shows that
        no play could have led to this twin."""
        who, chance = asked(twin), twin.game.players
        if number and who != chance:
            same = who == asked(self.after) and told(twin, self.seat) == self.wanted
            return twin if same and repr(twin.observe(self.seat)) == self.view else None
        for answer in self.answers(twin, number):
            if self.left == 0:
                return None
            self.left -= 1
            child = twin.clone()
            assert who is not None
            try:
                child.apply(who, answer)
            except Fault:
                return None
            heard = told(child, self.seat)
            if heard == self.wanted[: len(heard)] and (found := self.on(child, number + 1)):
                return found
        return None

    def answers(self, twin: State, number: int) -> list[int]:
        """Return what may be answered in a twin: one's own answer is the one given; of others and of chance another
        is tried first as often as not, then that which says the same."""
        who, chance = asked(twin), twin.game.players
        assert who is not None
        texts = [o.text for o in (twin.outcomes() if who == chance else twin.options(who))]
        said = self.given[number][1] if number < len(self.given) and self.given[number][0] == who else ""
        same = [n for n, text in enumerate(texts) if text == said]
        if who == self.seat != chance:
            assert same, f"seat {who} is offered something else: {texts}, not {said}"
            return same
        rest = [n for n in range(len(texts)) if n not in same]
        self.luck.shuffle(rest)
        first = self.luck.randrange(2)
        return [*rest[:first], *same, *rest[first:]]


def claims_hold(state: State, twin: State, seat: int) -> Iterator[str]:
    """Yield what an observer claims to know and what isn't so in a twin, and what a mask or the printed log tells of
    which of the two it is (P4)."""
    mine, other = signature(state, seat), signature(twin, seat)
    if mine != other:
        kind = "a false claim" if without_values(mine) == without_values(other) else "a leaking mask"
        differ = [(a, b) for a, b in zip(mine, other, strict=True) if a != b]
        yield f"{kind} of seat {seat} after {told(state, seat)}: {differ[0]}"
    here, there = printed(state, seat), printed(twin, seat)
    if here != there:
        yield f"seat {seat} reads {here} or {there}"


def printed(state: State, seat: int) -> list[str]:
    """Return the lines that an observer reads of the last step."""
    return Reader(state.game, seat, COLUMNS, "en").lines(state.log or [])


def unseen_claims(state: State, seat: int) -> int:
    """Return how many faces an observer claims to know that it doesn't see now."""
    known, sight = state.game.graph.cells.known, state.game.machine.effects.sight
    cards = [card.id for card in state.game.load.cards]
    return sum(
        state.cells[known + c] >> seat & 1 and not sight.mask(state.cells, c) >> seat & 1 for c in cards
    )


def side_by_side(game: Game, seed: int, steps: int, count: Count) -> Iterator[str]:
    """Play on by luck with twins for every observer, and yield every claim that isn't so in one of them."""
    luck, state = Random(seed), game.new(seed)
    state.draw_all()
    twins: list[list[Twin]] = [[] for _ in range(game.players + 1)]
    for number in range(steps):
        who = asked(state)
        if who is None:
            return
        for seat, those in enumerate(twins):
            while len(those) < TWINS and (made := pair(state, seat, luck)) is not None and made[1]:
                those.append(Twin(made[0]))
        answer = luck.randrange(len(state.options(who)))
        given = [(who, state.options(who)[answer].text)]
        forget(state).apply(who, answer)
        while asked(state) == game.players:
            before = state.clone()
            place = state.draw()
            given.append((game.players, before.outcomes()[place].text))
        for seat, those in enumerate(twins):
            twins[seat] = kept = []
            for twin in those:
                found = Following(seat, state, given, luck).start(twin.state)
                if found is None:
                    continue
                kept.append(Twin(found, twin.age + 1))
                count.steps += 1
                count.further += twin.age > 0
                if settled(state):
                    count.claims += unseen_claims(state, seat)
                    yield from (f"answer {number}: {wrong}" for wrong in claims_hold(state, found, seat))
