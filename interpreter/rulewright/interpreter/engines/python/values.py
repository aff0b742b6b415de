"""Values of the program form -> Python expressions.

An expression is its text and how strongly it binds, so that brackets stand only where they are needed. A value can be
asked for as a number or as a test: a comparison is `1 if a < b else 0` where a number is wanted and `a < b` in an `if`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import define, field

from rulewright.interpreter.engines.python.names import Names
from rulewright.interpreter.program.build import COMPARISONS, add, truth
from rulewright.interpreter.program.form import (
    Call,
    Cell,
    Const,
    Draw,
    Get,
    Op,
    Pick,
    Program,
    Row,
    Sure,
    Value,
)
from rulewright.interpreter.program.ranges import LEAST, LIMIT, Tables, range_of, raw, table_ranges
from rulewright.interpreter.program.walk import quiet
from rulewright.interpreter.program.writers import writers

ATOM, UNARY, COMPARE, NOT, AND, OR, CHOICE = 13, 11, 4, 3, 2, 1, 0
BINDS = {"|": 5, "^": 6, "&": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "//": 10, "%": 10}
BITS = tuple(1 << place if place < 31 else LEAST for place in range(32))

Text = tuple[str, int]


@define(eq=False)
class Globals:
    """What the functions of a module share: the names of functions, tables and chance points."""

    program: Program
    names: Names
    functions: dict[str, str]
    tables: dict[str, str]
    ranges: Tables
    writers: frozenset[str]
    """The functions that change memory."""
    points: dict[tuple[int, int], str] = field(factory=dict)
    """The names of the streams' states at each chance point, by stream and key."""
    switches: dict[str, tuple[str, ...]] = field(factory=dict)
    """Functions by number, for choosing one of many."""

    def point(self, stream: int, key: int) -> str:
        """Return the name of a stream's state at a chance point."""
        if (stream, key) not in self.points:
            self.points[stream, key] = self.names.new(f"{'BOTS' if stream else 'POINT'}_{len(self.points)}")
        return self.points[stream, key]

    def switch(self, functions: tuple[str, ...]) -> str:
        """Return the name of a table of functions."""
        for name, found in self.switches.items():
            if found == functions:
                return name
        name = self.names.new(f"SWITCH_{len(self.switches)}")
        self.switches[name] = functions
        return name


def global_names(program: Program) -> Globals:
    """Name everything that a program has."""
    names = Names(taken={"M", "BITS", "FaultAt", "begin", "draw", "fault", "range"})
    functions = {name: names.new(name) for name in program.functions}
    tables = {name: names.new(name.upper()) for name in program.tables}
    return Globals(program, names, functions, tables, table_ranges(program.tables), writers(program))


@define(eq=False)
class Scope:
    """The names of one function."""

    shared: Globals
    locals: list[str]
    names: Names
    spare: dict[str, str] = field(factory=dict)

    def temporary(self, wanted: str) -> str:
        """Return the name of a local of the engine's own: the same one each time."""
        if wanted not in self.spare:
            self.spare[wanted] = self.names.new(wanted)
        return self.spare[wanted]

    def number(self, value: Value, binds: int = CHOICE) -> str:
        """Return a value as a whole number, in brackets unless it binds at least so strongly."""
        return bracketed(self.as_number(value), binds)

    def numbers(self, values: Iterable[Value]) -> str:
        """Return values as whole numbers in a row."""
        return ", ".join(map(self.number, values))

    def test(self, value: Value, binds: int = CHOICE) -> str:
        """Return a value as something that is true unless it is 0."""
        return bracketed(self.as_test(value), binds)

    def fails(self, value: Value) -> str:
        """Return a test turned round."""
        if isinstance(value, Op) and value.op in COMPARISONS:
            return self.test(Op(COMPARISONS[value.op], value.left, value.right))
        return f"not {self.test(value, NOT)}"

    def as_number(self, value: Value) -> Text:
        """Return a value as a whole number."""
        match value:
            case Const(value=number):
                return str(number), ATOM if number >= 0 else UNARY
            case Get(local=local):
                return self.locals[local], ATOM
            case Cell(at=at, offset=offset):
                return f"M[{self.number(add(at, offset))}]", ATOM
            case Row(table=table, at=at):
                return f"{self.shared.tables[table]}[{self.number(at)}]", ATOM
            case Op(op=op) if op in COMPARISONS or (op in "&|" and self.joins(value)):
                return f"1 if {self.test(value, OR)} else 0", CHOICE
            case Op():
                return self.operation(value)
            case Sure():
                return self.sure(value)
            case Pick(test=test, then=then, otherwise=otherwise):
                if truth(value) and (then == Const(1) or otherwise == Const(0)):
                    return f"1 if {self.test(value, OR)} else 0", CHOICE
                text = f"{self.number(then, OR)} if {self.test(test, OR)} else {self.number(otherwise)}"
                return text, CHOICE
            case Call(function=function, arguments=arguments):
                return f"{self.shared.functions[function]}({self.numbers(arguments)})", ATOM
            case Draw(stream=stream, key=key, counter=counter, bound=bound):
                point = self.shared.point(stream, key)
                return f"draw({self.number(counter)}, {self.number(bound)}, {point})", ATOM
            case _:
                assert_never(value)

    def as_test(self, value: Value) -> Text:
        """Return a value as something that is true unless it is 0."""
        match value:
            case Op(op="==", left=left, right=Const(value=0)) if truth(left):
                return self.fails(left), NOT if self.fails(left).startswith("not ") else COMPARE
            case Op(op="!=", left=left, right=Const(value=0)):
                return self.as_test(left)
            case Op(op=op, left=left, right=right) if op in COMPARISONS:
                return f"{self.number(left, 5)} {op} {self.number(right, 5)}", COMPARE
            case Op(op="&", left=left, right=right) if self.joins(value):
                return f"{self.test(left, AND)} and {self.test(right, NOT)}", AND
            case Op(op="|", left=left, right=right) if quiet(right):
                return f"{self.test(left, OR)} or {self.test(right, AND)}", OR
            case Pick(test=test, then=then, otherwise=Const(value=0)):
                return f"{self.test(test, AND)} and {self.test(then, NOT)}", AND
            case Pick(test=test, then=Const(value=1), otherwise=otherwise):
                return f"{self.test(test, OR)} or {self.test(otherwise, AND)}", OR
            case _:
                return self.as_number(value)

    def joins(self, value: Op) -> bool:
        """Tell whether it is `and` or `or` of two tests, the second of which needn't be worked out."""
        return truth(value) and quiet(value.right)

    def operation(self, value: Op) -> Text:
        """Return arithmetic. `+`, `-` and `*` never leave 32 bits (see the engine's contract); `<<` may."""
        left, (op, right) = value.left, positive(value)
        if op == "<<" and left == Const(1):
            return f"BITS[{self.number(right)}]", ATOM
        binds = BINDS[op]
        text = f"{self.number(left, binds)} {op} {self.number(right, binds + 1)}"
        if op == "<<" and raw(value, self.shared.ranges) != range_of(value, self.shared.ranges):
            return f"(({text}) + {2**31} & {2**32 - 1}) - {2**31}", BINDS["-"]
        return text, binds

    def sure(self, value: Sure) -> Text:
        """Return arithmetic that may leave the numbers of the language; look only at the ends it can reach."""
        low, high = raw(value, self.shared.ranges)
        text, binds = self.operation(Op(value.op, value.left, value.right))
        checks = [f"-{LIMIT} <="] if low < -LIMIT else []
        if not checks and high <= LIMIT:
            return text, binds
        name = self.temporary("t")
        check = " ".join([*checks, f"({name} := {text})", *([f"<= {LIMIT}"] if high > LIMIT else [])])
        return f"{name} if {check} else fault({value.site})", CHOICE


def positive(value: Op) -> tuple[str, Value]:
    """Return an operation's sign and right side; adding a negative number is taking away."""
    if value.op == "+" and isinstance(value.right, Const) and value.right.value < 0:
        return "-", Const(-value.right.value)
    return value.op, value.right


def bracketed(found: Text, binds: int) -> str:
    """Return an expression that binds at least so strongly."""
    text, strength = found
    return text if strength >= binds else f"({text})"
