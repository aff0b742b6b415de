"""A bot that keeps quiet and mostly declines, so that a first game isn't noise; otherwise it is random."""

from __future__ import annotations

from attrs import frozen

from rulewright.interpreter.bots.question import Question
from rulewright.interpreter.chance import below, point_key

ACCEPTS = 4
"""What may be declined is accepted once in so many times, so that no game waits for ever."""


@frozen
class Careful:
    """Keep quiet in races, mostly decline what may be declined, otherwise choose by luck."""

    seed: int

    def choose(self, asked: Question) -> int:
        """Return the place of an option."""
        if asked.declines is None:
            return self.luck(asked, "choice", asked.count)
        if asked.race or self.luck(asked, "accepts", ACCEPTS):
            return asked.declines
        place = self.luck(asked, "choice", asked.count - 1)
        return place if place < asked.declines else place + 1

    def luck(self, asked: Question, what: str, bound: int) -> int:
        """Return a number below a bound."""
        return below(self.seed, point_key(f"bot {asked.seat} {what}"), asked.turn, bound)
