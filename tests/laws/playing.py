"""Games played at random for the laws: every stop on the way."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from random import Random

from rulewright.interpreter.analysis import asked
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Chance, Game, State


def step(state: State, luck: Random) -> None:
    """Answer once, at random; the seed answers for chance."""
    if isinstance(state.stop, Chance):
        state.draw()
        return
    who = asked(state)
    assert who is not None
    state.apply(who, luck.randrange(len(state.options(who))))


def stops(state: State, luck: Random, most: int) -> Iterator[State]:
    """Yield a state at every stop of a random game, the end included, or until a mistake of the rules shows."""
    for _ in range(most):
        yield state
        if state.over:
            return
        try:
            step(state, luck)
        except Fault:
            return


def replayed(game: Game, seed: int, answers: list[tuple[int, int]]) -> State:
    """Return the state after the same answers."""
    state = game.new(seed)
    for who, option in answers:
        state.apply(who, option)
    return state


def transcript(game: Game, seed: int, most: int) -> str:
    """Return a digest of everything that is seen and heard in a random game, by every seat and the audience."""
    digest = blake2b(digest_size=16)
    state = game.new(seed)
    for found in stops(state, Random(seed), most):
        digest.update(found.digest().encode())
        for seat in range(game.players + 1):
            digest.update(repr(found.observe(seat)).encode())
    assert state.log is not None
    digest.update(repr(state.log).encode())
    if state.over:
        digest.update(repr(state.result()).encode())
    return digest.hexdigest()
