"""Values and steps, one after the other -> functions of the program form."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from attrs import define, field

from rulewright.interpreter.program.form import (
    Again,
    Block,
    Call,
    Cell,
    Const,
    Do,
    Fault,
    Function,
    Get,
    If,
    Leave,
    Loop,
    Op,
    Pick,
    Put,
    Return,
    Set,
    Step,
    Value,
)
from rulewright.interpreter.program.walk import quiet


@define(eq=False)
class Builder:
    """A function under construction: steps go into the innermost open block."""

    name: str
    parameters: int = 0
    locals: list[str] = field(factory=list)
    open: list[list[Step]] = field(factory=lambda: [[]])
    labels: int = 0
    rule: str = ""

    def parameter(self, name: str) -> Get:
        """Add a parameter."""
        assert self.parameters == len(self.locals)
        self.parameters += 1
        return self.local(name)

    def local(self, name: str) -> Get:
        """Add a local."""
        self.locals.append(name)
        return Get(len(self.locals) - 1)

    def add(self, step: Step) -> None:
        """Write a step."""
        self.open[-1].append(step)

    def let(self, name: str, value: Value) -> Get:
        """Work out a value now and keep it in a new local."""
        local = self.local(name)
        self.set(local, value)
        return local

    def held(self, name: str, value: Value) -> Value:
        """Return a value that can be read several times: itself if it is plain, else a new local."""
        return value if isinstance(value, Const | Get) else self.let(name, value)

    def set(self, local: Get, value: Value) -> None:
        """Give a local a value."""
        self.add(Set(local.local, value))

    def put(self, at: Value, value: Value, offset: int = 0) -> None:
        """Write a word of memory."""
        at, offset = folded(at, offset)
        self.add(Put(at, offset, value))

    def label(self, name: str = "loop") -> str:
        """Return a new label."""
        self.labels += 1
        return f"{name}{self.labels}"

    def block(self) -> Opened:
        """Collect steps in a block of their own: with it as a list."""
        return Opened(self)

    def when(self, test: Value) -> When:
        """Steps that are done if a test holds."""
        return When(self, test)

    def loop(self, name: str = "loop") -> Looped:
        """Steps that are done again and again: with the label."""
        return Looped(self, self.label(name))

    def leave(self, label: str) -> None:
        """Go on behind a loop."""
        self.add(Leave(label))

    def again(self, label: str) -> None:
        """Go back to the beginning of a loop."""
        self.add(Again(label))

    def call(self, function: str, *arguments: Value) -> None:
        """Call a function for what it does."""
        self.add(Do(Call(function, arguments)))

    def fault(self, site: int) -> None:
        """Write a fault."""
        self.add(Fault(site))

    def give(self, value: Value) -> None:
        """Give a value back."""
        self.add(Return(value))

    def done(self) -> Function:
        """Return the function."""
        body: Block = tuple(self.open[0])
        if not ends(body):
            body = (*body, Return(Const(0)))
        return Function(self.name, self.parameters, tuple(self.locals), body, self.rule)


class Opened:
    """A block being written."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.steps: list[Step] = []

    def __enter__(self) -> list[Step]:
        self.builder.open.append(self.steps)
        return self.steps

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.builder.open.pop()


class Looped:
    """A loop being written."""

    def __init__(self, builder: Builder, label: str) -> None:
        self.builder, self.label = builder, label

    def __enter__(self) -> str:
        self.builder.open.append([])
        return self.label

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        steps = self.builder.open.pop()
        if kind is None:
            self.builder.add(Loop(self.label, tuple(steps)))


class When:
    """Steps being written that are done if a test holds: at once if it always does."""

    def __init__(self, builder: Builder, test: Value) -> None:
        self.builder, self.test = builder, test
        self.always = isinstance(test, Const) and bool(test.value)

    def __enter__(self) -> None:
        if not self.always:
            self.builder.open.append([])

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if not self.always:
            steps = self.builder.open.pop()
            if kind is None and steps and not isinstance(self.test, Const):
                self.builder.add(If(self.test, tuple(steps)))


def ends(block: Block) -> bool:
    """Tell whether nothing goes on behind a block."""
    match block[-1] if block else None:
        case Return() | Fault() | Leave() | Again():
            return True
        case If(then=then, otherwise=otherwise):
            return ends(then) and ends(otherwise)
        case _:
            return False


# -- values, simplified as they are made -----------------------------------------------------------


@cache
def const(value: int | bool) -> Const:
    """Return a number."""
    return Const(int(value))


def wrap(value: int) -> int:
    """Return a number as 32 bits hold it."""
    return (value + 2**31) % 2**32 - 2**31


FOLDS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: wrap(a + b),
    "-": lambda a, b: wrap(a - b),
    "*": lambda a, b: wrap(a * b),
    "//": lambda a, b: wrap(a // b),
    "%": lambda a, b: a % b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: wrap(a << b),
    ">>": lambda a, b: a >> b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
}
COMPARISONS = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def op(name: str, left: Value, right: Value) -> Value:
    """Return an operation, worked out now where it can be."""
    divides = name in ("//", "%")
    if isinstance(left, Const) and isinstance(right, Const) and not (divides and right.value == 0):
        return Const(FOLDS[name](left.value, right.value))
    if isinstance(left, Get) and left == right and name in COMPARISONS:
        return Const(int(name in ("==", "<=", ">=")))
    if isinstance(right, Const) and right.value == 0 and name in ("+", "-", "|", "^", "<<", ">>"):
        return left
    if isinstance(left, Const) and left.value == 0 and name in ("+", "|", "^"):
        return right
    if isinstance(right, Const) and right.value == 1 and name in ("*", "//"):
        return left
    if isinstance(left, Const) and left.value == 1 and name == "*":
        return right
    if name == "-" and isinstance(right, Const) and right.value > -(2**31):
        name, right = "+", Const(wrap(-right.value))
    if name == "+" and isinstance(left, Const):
        left, right = right, left
    if name == "+" and isinstance(right, Const):
        match left:
            case Op(op="+", left=inner, right=Const(value=number)):
                return op("+", inner, Const(wrap(number + right.value)))
    return Op(name, left, right)


def folded(at: Value, offset: int) -> tuple[Value, int]:
    """Return an address with its constant part in the offset."""
    if isinstance(at, Const):
        return Const(0), at.value + offset
    if isinstance(at, Op) and at.op == "+" and isinstance(at.right, Const):
        return folded(at.left, offset + at.right.value)
    return at, offset


def cell(at: Value, offset: int = 0) -> Value:
    """Return a word of memory."""
    at, offset = folded(at, offset)
    return Cell(at, offset)


def add(left: Value, right: Value | int) -> Value:
    """Return a sum."""
    return op("+", left, const(right) if isinstance(right, int) else right)


def negate(test: Value) -> Value:
    """Return whether a test fails."""
    if isinstance(test, Op) and test.op in COMPARISONS:
        return Op(COMPARISONS[test.op], test.left, test.right)
    return op("==", test, Const(0))


def pick(test: Value, then: Value, otherwise: Value) -> Value:
    """Return one of two values."""
    if isinstance(test, Const):
        return then if test.value else otherwise
    if then == otherwise and quiet(test):
        return then
    if then == Const(1) and otherwise == Const(0) and truth(test):
        return test
    return Pick(test, then, otherwise)


def truth(value: Value) -> bool:
    """Tell whether a value is always 0 or 1."""
    match value:
        case Const(value=number):
            return number in (0, 1)
        case Op(op=name):
            return name in COMPARISONS or (name in "&|" and truth(value.left) and truth(value.right))
        case Pick(then=then, otherwise=otherwise):
            return truth(then) and truth(otherwise)
        case _:
            return False
