"""How large a piece of a program is: its values and steps, counted."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.program import form
from rulewright.interpreter.program.form import Block, Step, Value


def size_of(block: Block) -> int:
    """Return the number of values and steps in a block."""
    return sum(1 + sum(map(value_size, values_of(s))) + sum(map(size_of, blocks_of(s))) for s in block)


def value_size(value: Value) -> int:
    """Return the number of values in a value, itself included."""
    return 1 + sum(map(value_size, parts_of(value)))


def parts_of(value: Value) -> tuple[Value, ...]:
    """Return the values that a value is made of."""
    match value:
        case form.Cell(at=at) | form.Row(at=at):
            return (at,)
        case form.Op(left=left, right=right) | form.Sure(left=left, right=right):
            return (left, right)
        case form.Pick(test=test, then=then, otherwise=otherwise):
            return (test, then, otherwise)
        case form.Call(arguments=arguments):
            return arguments
        case form.Draw(counter=counter, bound=bound):
            return (counter, bound)
        case _:
            return ()


def values_of(step: Step) -> tuple[Value, ...]:
    """Return the values that a step works out, but for those of the blocks inside it."""
    match step:
        case form.Set(value=value) | form.Do(value=value) | form.Return(value=value):
            return (value,)
        case form.Switch(value=value):
            return (value,)
        case form.Put(at=at, value=value):
            return (at, value)
        case form.If(test=test):
            return (test,)
        case form.Seed(index=index):
            return (index,)
        case form.Copy(to=to, start=start, count=count):
            return (to, start, count)
        case form.Fill(to=to, count=count):
            return (to, count)
        case form.Paste(to=to):
            return (to,)
        case _:
            return ()


def blocks_of(step: Step) -> tuple[Block, ...]:
    """Return the blocks inside a step."""
    match step:
        case form.If(then=then, otherwise=otherwise):
            return (then, otherwise)
        case form.Loop(body=body):
            return (body,)
        case form.Switch(cases=cases, otherwise=otherwise):
            return (*cases, otherwise)
        case _:
            return ()


def steps_in(block: Block) -> Iterator[Step]:
    """Yield all steps of a block, also those inside others."""
    for step in block:
        yield step
        for inner in blocks_of(step):
            yield from steps_in(inner)
