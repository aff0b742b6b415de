"""Program -> the functions that change memory, themselves or through those that they call."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.engines.python.effects import parts
from rulewright.interpreter.engines.python.jumps import blocks_of
from rulewright.interpreter.engines.python.unset import values_of
from rulewright.interpreter.program.form import (
    Block,
    Call,
    Copy,
    Fill,
    Paste,
    Program,
    Put,
    Seed,
    Step,
    Value,
)


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


def steps_in(block: Block) -> Iterator[Step]:
    """Yield the steps of a block and those inside them."""
    for step in block:
        yield step
        for inner in blocks_of(step):
            yield from steps_in(inner)


def within(value: Value) -> Iterator[Value]:
    """Yield a value and those inside it."""
    yield value
    for part in parts(value):
        yield from within(part)


def all_of(step: Step) -> Iterator[Value]:
    """Yield the values of a step and those inside them."""
    for value in values_of(step):
        yield from within(value)
