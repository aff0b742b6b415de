"""A bot that plays every option equally often."""

from __future__ import annotations

from attrs import frozen

from rulewright.interpreter.bots.question import Question
from rulewright.interpreter.chance import below, point_key


@frozen
class Random:
    """Choose by luck alone."""

    seed: int

    def choose(self, asked: Question) -> int:
        """Return the place of any option."""
        return below(self.seed, point_key(f"bot {asked.seat}"), asked.turn, asked.count)
