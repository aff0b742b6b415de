"""Functions that take an answer -> the same ones, leaving the stop where it was given."""

from __future__ import annotations

from rulewright.interpreter.program.context import Code
from rulewright.interpreter.program.form import Block, Call, Do, Return, Step
from rulewright.interpreter.program.rebuild import with_values


def left(c: Code, *, together: bool) -> None:
    """Leave a stop on each way on which the function under construction gives back a block; what was answered is
    forgotten only then if several answered."""
    leaves = Do(Call("leave_stop_together" if together else "leave_stop"))
    c.b.open[-1][:] = leaving(tuple(c.b.open[-1]), leaves)


def leaving(block: Block, leaves: Step) -> Block:
    """Return steps with one more before each that gives something back."""
    found: list[Step] = []
    for step in block:
        found += [leaves] if isinstance(step, Return) else []
        found += with_values(step, lambda value: value, lambda inner: leaving(inner, leaves))
    return tuple(found)
