"""Values and steps -> what is inside them, and what working them out needs and does."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.program.form import (
    Again,
    Block,
    Call,
    Cell,
    Const,
    Copy,
    Do,
    Draw,
    Fault,
    Fill,
    Get,
    If,
    Leave,
    Loop,
    Op,
    Paste,
    Pick,
    Put,
    Return,
    Row,
    Seed,
    Set,
    Step,
    Sure,
    Switch,
    Value,
)


def parts(value: Value) -> tuple[Value, ...]:
    """Return the values that a value is made of, in the order in which they are worked out."""
    match value:
        case Const() | Get():
            return ()
        case Cell(at=at) | Row(at=at):
            return (at,)
        case Op(left=left, right=right) | Sure(left=left, right=right):
            return (left, right)
        case Pick(test=test, then=then, otherwise=otherwise):
            return (test, then, otherwise)
        case Call(arguments=arguments):
            return arguments
        case Draw(counter=counter, bound=bound):
            return (counter, bound)


def quiet(value: Value) -> bool:
    """Tell whether nothing happens on the way: no call, no fault."""
    return not isinstance(value, Call | Sure) and all(map(quiet, parts(value)))


def fixed(value: Value) -> bool:
    """Tell whether no call and no write can change it: only numbers and locals."""
    return not isinstance(value, Call | Sure | Cell) and all(map(fixed, parts(value)))


def plain(value: Value) -> bool:
    """Tell whether it costs nearly nothing to work out again."""
    match value:
        case Const() | Get():
            return True
        case Op(op="+", left=Get(), right=Const()):
            return True
        case _:
            return False


# -- steps ---------------------------------------------------------------------------------------


def values_of(step: Step) -> tuple[Value, ...]:
    """Return the values of a step itself, in the order in which they are worked out."""
    match step:
        case Set(value=value) | Do(value=value) | Return(value=value) | Switch(value=value):
            return (value,)
        case Put(at=at, value=value):
            return (at, value)
        case If(test=test):
            return (test,)
        case Copy(to=to, start=start, count=count):
            return (to, start, count)
        case Fill(to=to, count=count):
            return (to, count)
        case Paste(to=to):
            return (to,)
        case Seed(index=index):
            return (index,)
        case Loop() | Leave() | Again() | Fault():
            return ()


def blocks_of(step: Step) -> tuple[Block, ...]:
    """Return the blocks inside a step."""
    match step:
        case If(then=then, otherwise=otherwise):
            return then, otherwise
        case Loop(body=body):
            return (body,)
        case Switch(cases=cases, otherwise=otherwise):
            return (*cases, otherwise)
        case _:
            return ()


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


def value_size(value: Value) -> int:
    """Return of how many values a value is made, itself included."""
    return 1 + sum(map(value_size, parts(value)))


def size_of(block: Block) -> int:
    """Return the number of values and steps in a block."""
    return sum(1 + sum(map(value_size, values_of(s))) + sum(map(size_of, blocks_of(s))) for s in block)
