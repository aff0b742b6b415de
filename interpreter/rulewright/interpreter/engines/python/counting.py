"""Loops that count -> `for … in …`, where nobody can tell the difference.

Two shapes of loops count a local up to an end: in the first the rest works with a copy of it, in the second it counts
at the end and the rest works with it.

    loop x                        loop x
      if n >= end                   if n >= end
        leave x                       leave x
      at = n                        …
      n = n + 1                     n = n + 1
      …

Where the number only says which word comes next, and nothing writes meanwhile, the loop goes over the words themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from rulewright.interpreter.program.build import op
from rulewright.interpreter.program.form import (
    Again,
    Block,
    Cell,
    Const,
    Draw,
    Get,
    If,
    Leave,
    Loop,
    Op,
    Row,
    Set,
    Value,
)
from rulewright.interpreter.program.walk import all_of, blocks_of, calls_in, quiet, steps_in, within
from rulewright.interpreter.program.writers import puts


@frozen
class Words:
    """Words that a loop goes over: of memory or of a table, from the address that belongs to the number 0."""

    zero: Value
    table: str | None


@frozen
class Count:
    """A loop that counts: the local that it gives a value in each round, the first number, the end, and the rest."""

    local: int
    start: Value
    end: Value
    rest: Block
    words: Words | None = None


@define(eq=False)
class Counts:
    """The loops of a function that count, by label, and the locals that nothing needs any more because of it."""

    writers: frozenset[str] = frozenset()
    reads: Counter[int] = field(factory=Counter)
    sets: Counter[int] = field(factory=Counter)
    loops: dict[str, Count] = field(factory=dict)
    dead: set[int] = field(factory=set)

    def find(self, block: Block) -> None:
        """Look for loops in a block and in those inside it."""
        begun: dict[int, Value] = {}
        for step in block:
            if isinstance(step, Set):
                begun[step.local] = step.value
            if isinstance(step, Loop):
                self.loop(step, begun)
            for inner in blocks_of(step):
                self.find(inner)

    def loop(self, loop: Loop, begun: dict[int, Value]) -> None:
        """Note a loop if it counts a local that was given its first number before, in the same block."""
        match loop.body:
            case (If(Op(">=", Get(n), end), (Leave(label),), ()), *others) if label == loop.label:
                count = self.count(loop, n, end, tuple(others), begun)
            case _:
                return
        if count is None or not self.steady(end, (*loop.body, Set(count.local, Const(0)))):
            return
        if count.local != n and isinstance(count.start, Const):
            self.dead.add(n)
        own = 2 if count.local == n else 0
        once = reads_in(count.rest)[count.local] == 1 == self.reads[count.local] - own
        self.loops[loop.label] = self.over_words(count) if once else count

    def count(self, loop: Loop, n: int, end: Value, others: Block, begun: dict[int, Value]) -> Count | None:
        """Return how a loop counts, if it has one of the two shapes."""
        if n not in begun or self.sets[n] != 2:
            return None
        start = begun[n] if isinstance(begun[n], Const) else Get(n)
        up = Set(n, Op("+", Get(n), Const(1)))
        match others:
            case (Set(local, Get(copied)), grows, *rest) if (
                copied == n and grows == up and self.reads[n] == 3
            ):
                return Count(local, start, end, tuple(rest))
            case (*rest, grows) if grows == up and self.reads[n] == reads_in(loop.body)[n]:
                body = tuple(rest)
                return None if Again(loop.label) in steps_in(body) else Count(n, start, end, body)
            case _:
                return None

    def over_words(self, count: Count) -> Count:
        """Return a loop whose number is read once as one that goes over words, if the number says which."""
        match count.rest:
            case (Set(local, Cell() | Row() as word), *others) if Get(count.local) in within(word.at):
                rest = tuple(others)
            case _:
                return count
        address = op("+", word.at, Const(word.offset)) if isinstance(word, Cell) else word.at
        zero = without(address, count.local)
        table = word.table if isinstance(word, Row) else None
        if zero is None or not self.steady(zero, (*rest, Set(local, Const(0)))):
            return count
        if table is None and self.writes(rest):
            return count
        return evolve(count, local=local, rest=rest, words=Words(zero, table))

    def steady(self, value: Value, block: Block) -> bool:
        """Tell whether a value stays the same while these steps are done."""
        changed = set(set_in(block))
        if not quiet(value) or any(isinstance(v, Draw) for v in within(value)):
            return False
        if any(isinstance(v, Get) and v.local in changed for v in within(value)):
            return False
        return not any(isinstance(v, Cell) for v in within(value)) or not self.writes(block)

    def writes(self, block: Block) -> bool:
        """Tell whether these steps may change memory."""
        return puts(block) or not self.writers.isdisjoint(calls_in(block))


def counts_of(body: Block, writers: frozenset[str]) -> Counts:
    """Find the loops of a function that count."""
    counts = Counts(writers, reads_in(body), Counter(set_in(body)))
    counts.find(body)
    return counts


def without(address: Value, local: int) -> Value | None:
    """Return an address for 0 instead of a local; None unless it is a sum of the local and what may always be asked."""
    match address:
        case Get(found) if found == local:
            return Const(0)
        case Op("+", left, right) if Get(local) in within(left) and harmless(right):
            inner = without(left, local)
            return op("+", inner, right) if inner is not None else None
        case Op("+", left, right) if harmless(left):
            inner = without(right, local)
            return op("+", left, inner) if inner is not None else None
        case Op("-", left, right) if harmless(right):
            inner = without(left, local)
            return op("-", inner, right) if inner is not None else None
        case _:
            return None


def harmless(value: Value) -> bool:
    """Tell whether a value can be worked out even where the program doesn't."""
    return all(isinstance(v, Const | Get) or (isinstance(v, Op) and v.op in "+-*") for v in within(value))


def set_in(block: Block) -> Iterator[int]:
    """Yield the locals that are given a value, each time."""
    return (step.local for step in steps_in(block) if isinstance(step, Set))


def reads_in(block: Block) -> Counter[int]:
    """Return how often each local is read."""
    return Counter(v.local for step in steps_in(block) for v in all_of(step) if isinstance(v, Get))
