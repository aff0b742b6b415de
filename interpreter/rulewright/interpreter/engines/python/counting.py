"""Loops that count -> `for … in range(…)`, where nobody can tell the difference.

Two shapes of loops count a local up to an end: in the first the rest works with a copy of it, in the second it counts
at the end and the rest works with it.

    loop x                        loop x
      if n >= end                   if n >= end
        leave x                       leave x
      at = n                        …
      n = n + 1                     n = n + 1
      …
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import define, field, frozen

from rulewright.interpreter.engines.python.effects import parts, quiet
from rulewright.interpreter.engines.python.jumps import blocks_of
from rulewright.interpreter.engines.python.unset import values_of
from rulewright.interpreter.program.form import (
    Again,
    Block,
    Call,
    Cell,
    Const,
    Copy,
    Draw,
    Fill,
    Get,
    If,
    Leave,
    Loop,
    Op,
    Paste,
    Put,
    Seed,
    Set,
    Step,
    Value,
)


@frozen
class Count:
    """A loop that counts: the local that its rest reads, the first number and the end, and the rest."""

    local: int
    start: Value
    end: Value
    rest: Block


@define(eq=False)
class Counts:
    """The loops of a function that count, by label, and the locals that nothing needs any more because of it."""

    loops: dict[str, Count] = field(factory=dict)
    dead: set[int] = field(factory=set)


def counts_of(body: Block) -> Counts:
    """Find the loops of a function that count."""
    counts, reads, sets = Counts(), reads_in(body), Counter(set_in(body))
    find(body, counts, reads, sets)
    return counts


def find(block: Block, counts: Counts, reads: Counter[int], sets: Counter[int]) -> None:
    """Look for loops in a block and in those inside it."""
    begun: dict[int, Value] = {}
    for step in block:
        if isinstance(step, Set):
            begun[step.local] = step.value
        if isinstance(step, Loop):
            count_in(step, begun, counts, reads, sets)
        for inner in blocks_of(step):
            find(inner, counts, reads, sets)


def count_in(
    loop: Loop, begun: dict[int, Value], counts: Counts, reads: Counter[int], sets: Counter[int]
) -> None:
    """Note a loop if it counts a local that was given its first number before, in the same block."""
    match loop.body:
        case (If(Op(">=", Get(n), end), (Leave(label),), ()), *others) if label == loop.label:
            pass
        case _:
            return
    if n not in begun or sets[n] != 2 or not others:
        return
    start, up = begun[n], Set(n, Op("+", Get(n), Const(1)))
    match others:
        case [Set(local, Get(copied)), grows, *rest] if copied == n and grows == up and reads[n] == 3:
            known = isinstance(start, Const)
            count = Count(local, start if known else Get(n), end, tuple(rest))
            if known:
                counts.dead.add(n)
        case [*rest, grows] if grows == up and reads[n] == reads_in(loop.body)[n]:
            if Again(loop.label) in steps_in(tuple(rest)):
                return
            count = Count(n, start if isinstance(start, Const) else Get(n), end, tuple(rest))
        case _:
            return
    if steady(end, (*loop.body, Set(count.local, Const(0)))):
        counts.loops[loop.label] = count
    else:
        counts.dead.discard(n)


def steady(value: Value, block: Block) -> bool:
    """Tell whether a value stays the same while these steps are done."""
    steps = list(steps_in(block))
    changed = {step.local for step in steps if isinstance(step, Set)}
    if not quiet(value) or any(
        (isinstance(v, Get) and v.local in changed) or isinstance(v, Draw) for v in within(value)
    ):
        return False
    if not any(isinstance(v, Cell) for v in within(value)):
        return True
    writes = any(isinstance(step, Put | Copy | Fill | Paste | Seed) for step in steps)
    return not writes and not any(isinstance(v, Call) for step in steps for v in all_of(step))


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


def set_in(block: Block) -> Iterator[int]:
    """Yield the locals that are given a value, each time."""
    return (step.local for step in steps_in(block) if isinstance(step, Set))


def reads_in(block: Block) -> Counter[int]:
    """Return how often each local is read."""
    return Counter(v.local for step in steps_in(block) for v in all_of(step) if isinstance(v, Get))
