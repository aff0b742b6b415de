"""Questions -> answers: players that are programs. They get what their seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.interpreter.bots.careful import Careful
from rulewright.interpreter.bots.question import Bot, Question, question
from rulewright.interpreter.bots.random import Random

BOTS: dict[str, Callable[[int], Bot]] = {"careful": Careful, "random": Random}
"""Bots by name; each is made from the seed of its own luck."""

__all__ = ["BOTS", "Bot", "Careful", "Question", "Random", "question"]
