"""Stops -> waiting: the head of the state says for whom; in a playout chance answers at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.dsl.cells import CHANCE, KIND, MASK, PC, STEPS, STOPS
from rulewright.dsl.source import Span
from rulewright.interpreter.program.blocks import WAITS
from rulewright.interpreter.program.build import cell, const, op
from rulewright.interpreter.program.context import Code
from rulewright.interpreter.program.form import Value
from rulewright.interpreter.program.plain_steps import count_limit


def wait(c: Code, pc: int, kind: int, mask: Value, span: Span) -> None:
    """Wait for the players of a mask (for chance: none)."""
    b = c.b
    b.put(const(PC), const(pc))
    b.put(const(KIND), const(kind))
    b.put(const(MASK), mask)
    count_limit(c, STOPS, "stops", span)
    b.give(const(WAITS))


@contextmanager
def drawn_inside(c: Code, pc: int, span: Span) -> Iterator[None]:
    """Wait for chance, unless the program draws by itself: then do these steps, and everything is as behind a stop."""
    b = c.b
    b.put(const(PC), const(pc))
    with b.when(op("==", cell(const(c.work.cell("AUTO"))), const(0))):
        wait(c, pc, CHANCE, const(0), span)
    count_limit(c, STOPS, "stops", span)
    b.put(const(STEPS), const(0))
    yield
