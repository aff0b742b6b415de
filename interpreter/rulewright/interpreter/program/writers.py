"""Program -> the functions that change memory, themselves or through those that they call."""

from __future__ import annotations

from rulewright.interpreter.program.form import (
    Block,
    Copy,
    Fill,
    Paste,
    Program,
    Put,
    Seed,
)
from rulewright.interpreter.program.walk import calls_in, steps_in


def writers(program: Program) -> frozenset[str]:
    """Return the functions that change memory or begin other draws."""
    calls = {name: set(calls_in(function.body)) for name, function in program.functions.items()}
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
