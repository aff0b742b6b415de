"""Program -> the functions that change memory, themselves or through those that they call."""

from __future__ import annotations

from rulewright.interpreter.program.form import (
    Block,
    Call,
    Copy,
    Fill,
    Paste,
    Program,
    Put,
    Seed,
)
from rulewright.interpreter.program.walk import all_of, steps_in


def writers(program: Program) -> frozenset[str]:
    """Return the functions that change memory or begin other draws."""
    calls = {name: called(function.body) for name, function in program.functions.items()}
    found = {name for name, function in program.functions.items() if puts(function.body)}
    fresh = True
    while fresh:
        more = {name for name, names in calls.items() if name not in found and names & found}
        found |= more
        fresh = bool(more)
    return frozenset(found)


def puts(block: Block) -> bool:
    """Tell whether steps change memory by themselves."""
    return any(isinstance(step, Put | Copy | Fill | Paste | Seed) for step in steps_in(block))


def called(block: Block) -> set[str]:
    """Return the functions that steps call."""
    return {v.function for step in steps_in(block) for v in all_of(step) if isinstance(v, Call)}
