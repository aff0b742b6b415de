"""Values and steps -> what is inside them, and what working them out needs and does."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

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


def none_of(_: object) -> tuple[()]:
    """Return nothing: what there is in something plain."""
    return ()


PARTS: dict[type, Callable[[Any], tuple[Value, ...]]] = {
    Const: none_of,
    Get: none_of,
    Cell: lambda value: (value.at,),
    Row: lambda value: (value.at,),
    Op: attrgetter("left", "right"),
    Sure: attrgetter("left", "right"),
    Pick: attrgetter("test", "then", "otherwise"),
    Call: attrgetter("arguments"),
    Draw: attrgetter("counter", "bound"),
}
"""What the values of each form are made of."""


def parts(value: Value) -> tuple[Value, ...]:
    """Return the values that a value is made of, in the order in which they are worked out."""
    return PARTS[value.__class__](value)


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


VALUES: dict[type, Callable[[Any], tuple[Value, ...]]] = {
    Set: lambda step: (step.value,),
    Do: lambda step: (step.value,),
    Return: lambda step: (step.value,),
    Switch: lambda step: (step.value,),
    Put: attrgetter("at", "value"),
    If: lambda step: (step.test,),
    Copy: attrgetter("to", "start", "count"),
    Fill: attrgetter("to", "count"),
    Paste: lambda step: (step.to,),
    Seed: lambda step: (step.index,),
    Loop: none_of,
    Leave: none_of,
    Again: none_of,
    Fault: none_of,
}
"""The values of the steps of each form."""


def values_of(step: Step) -> tuple[Value, ...]:
    """Return the values of a step itself, in the order in which they are worked out."""
    return VALUES[step.__class__](step)


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


def steps_in(block: Block) -> list[Step]:
    """Return the steps of a block and those inside them, the outer ones first."""
    found = [*block]
    for step in found:
        for inner in blocks_of(step):
            found += inner
    return found


def within(value: Value) -> list[Value]:
    """Return a value and those inside it, the outer ones first."""
    return spread([value])


def all_of(step: Step) -> list[Value]:
    """Return the values of a step and those inside them, the outer ones first."""
    return spread([*values_of(step)])


def values_in(block: Block) -> list[Value]:
    """Return all values of a block, those of the outer steps first."""
    return spread([value for step in steps_in(block) for value in values_of(step)])


def calls_in(block: Block) -> list[str]:
    """Return the functions that a block calls, as often as it does."""
    return [value.function for value in values_in(block) if isinstance(value, Call)]


def spread(found: list[Value]) -> list[Value]:
    """Return values with those inside them behind."""
    for value in found:
        found += PARTS[value.__class__](value)
    return found


def value_size(value: Value) -> int:
    """Return of how many values a value is made, itself included."""
    return 1 + sum(map(value_size, parts(value)))


def size_of(block: Block) -> int:
    """Return the number of values and steps in a block."""
    return sum(1 + sum(map(value_size, values_of(s))) + sum(map(size_of, blocks_of(s))) for s in block)
