"""Loops of a function -> the ways out of each of them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.program.form import Again, Block, Leave, Loop
from rulewright.interpreter.program.walk import blocks_of

Jump = Leave | Again
Ways = dict[str, tuple[Jump, ...]]


def ways_out(block: Block) -> Ways:
    """Return for each loop of a function the jumps that end it, in a fixed order."""
    ways: Ways = {}
    list(jumps(block, ways))
    return ways


def jumps(block: Block, ways: Ways) -> Iterator[Jump]:
    """Yield the jumps that go out of a block, and note the ways out of the loops in it."""
    for step in block:
        match step:
            case Leave() | Again():
                yield step
                return
            case Loop(label=label, body=body):
                found = dict.fromkeys(jumps(body, ways))
                ways[label] = tuple(jump for jump in found if jump != Again(label))
                yield from (jump for jump in ways[label] if jump.label != label)
            case _:
                for inner in blocks_of(step):
                    yield from jumps(inner, ways)
