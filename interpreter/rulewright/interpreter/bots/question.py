"""State, seat -> a bot's question: its observation and its options as text, made only when it looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from attrs import define, field

from rulewright.interpreter.game import Option, Race, State
from rulewright.interpreter.observe import Observation

DECLINING = ("nothing", "no", "quiet")
"""The forms of options that decline, and the names of menu cases that do."""


@define(eq=False)
class Question:
    """What a bot is asked: who it is, how many options there are, which one declines, whether it is a race.

    `turn` is the number of answers the seat has given so far: the counter of the bot's own luck, so that the
    same game played again is the same game.
    """

    seat: int
    count: int
    declines: int | None
    race: bool
    turn: int
    _look: Callable[[], Observation]
    _seen: Observation | None = field(default=None, init=False)

    @property
    def seen(self) -> Observation:
        """What the seat sees; its options as text stand there too."""
        if self._seen is None:
            self._seen = self._look()
        return self._seen


class Bot(Protocol):
    """A player that is a program. It holds no state of the game."""

    def choose(self, asked: Question) -> int:
        """Return the place of an option."""
        ...


def question(state: State, seat: int, turn: int) -> Question:
    """Return what a bot in a seat is asked now; `turn` is how often the seat has answered before."""
    options = state.options(seat)
    return Question(
        seat,
        len(options),
        declining(options),
        isinstance(state.stop, Race),
        turn,
        lambda: state.observe(seat),
    )


def declining(options: list[Option]) -> int | None:
    """Return the place of the option that declines, if one does and there are others."""
    if len(options) < 2:
        return None
    found = (
        place
        for place, option in enumerate(options)
        if option.form in DECLINING or (option.form == "case" and option.name in DECLINING)
    )
    return next(found, None)
