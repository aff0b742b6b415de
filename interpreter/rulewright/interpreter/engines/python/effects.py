"""A value -> what working it out needs and does."""

from __future__ import annotations

from rulewright.interpreter.program.form import Call, Cell, Const, Draw, Get, Op, Pick, Row, Sure, Value


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
