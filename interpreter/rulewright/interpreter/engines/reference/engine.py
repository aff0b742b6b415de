"""The machine with all its instructions: each module enters what it carries out."""

from __future__ import annotations

from rulewright.interpreter.engines.reference import cards, joint, phases, steps, stops
from rulewright.interpreter.engines.reference.machine import RESUMES, STEPS_OF, Machine

INSTRUCTIONS = (steps, cards, stops, phases, joint)

__all__ = ["INSTRUCTIONS", "RESUMES", "STEPS_OF", "Machine"]
