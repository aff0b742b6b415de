"""Program -> faults found: the invariants of the form, for tests and for whoever changes the lowering.

What can't be seen from the text of a program is the lowering's promise: `+`, `-` and `*` as `Op` never leave 32 bits
(`Sure` where they could), divisors aren't 0, shifts are by 0 to 31, addresses lie inside memory. `examine` looks after
it where the numbers are written down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from attrs import define, field

from rulewright.interpreter.program.build import COMPARISONS
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
    Function,
    Get,
    If,
    Leave,
    Loop,
    Op,
    Paste,
    Pick,
    Program,
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
from rulewright.interpreter.program.show import Text, unlike

OPERATIONS = {"+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", *COMPARISONS}


def examine(program: Program) -> list[str]:
    """Return what is wrong with a program, in order; nothing if it may be run."""
    found = [
        f"there is no function `{name}` to call from outside"
        for name in program.entries
        if name not in program.functions
    ]
    if program.words < 0:
        found.append(f"memory has {program.words} words")
    for name, table in program.tables.items():
        found += [f"table `{name}`: {entry} has more than 32 bits" for entry in table if not fits(entry)]
    for name, function in program.functions.items():
        examiner = Examiner(program, function, Text(unlike(function.locals)))
        found += [f"{name}: {fault}" for fault in examiner.function(name)]
    return found


def fits(number: int) -> bool:
    """Tell whether a number has 32 bits."""
    return -(2**31) <= number < 2**31


@define(eq=False)
class Examiner:
    """Look through one function."""

    program: Program
    of: Function
    text: Text
    labels: set[str] = field(factory=set)
    around: list[str] = field(factory=list)
    left: set[str] = field(factory=set)
    """Loops that a step which can be reached leaves."""

    def function(self, name: str) -> Iterator[str]:
        """Yield what is wrong with the function."""
        if name != self.of.name:
            yield f"it calls itself `{self.of.name}`"
        if not 0 <= self.of.parameters <= len(self.of.locals):
            yield f"{self.of.parameters} parameters of {len(self.of.locals)} locals"
        yield from self.block(self.of.body)
        if self.goes_on(self.of.body):
            yield "it can be followed to its end without `return` or `fault`"

    # -- steps -------------------------------------------------------------------------------------

    def block(self, block: Block) -> Iterator[str]:
        """Yield what is wrong with steps."""
        for step in block:
            yield from self.step(step)

    def step(self, step: Step) -> Iterator[str]:
        """Yield what is wrong with a step and those inside it."""
        match step:
            case Set(local=local, value=value):
                yield from self.value(value)
                yield from self.local(local)
            case Put(at=at, offset=offset, value=value):
                yield from self.value(Cell(at, offset))
                yield from self.value(value)
            case If(test=test, then=then, otherwise=otherwise):
                yield from self.value(test)
                yield from self.block(then)
                yield from self.block(otherwise)
            case Loop(label=label, body=body):
                if label in self.labels:
                    yield f"two loops are called `{label}`"
                self.labels.add(label)
                self.around.append(label)
                yield from self.block(body)
                self.around.pop()
            case Leave(label=label) | Again(label=label):
                if label not in self.around:
                    yield f"`{self.text.line(step)}` isn't inside that loop"
            case Switch(value=value, cases=cases, otherwise=otherwise):
                yield from self.value(value)
                for case in cases:
                    yield from self.block(case)
                yield from self.block(otherwise)
            case Do(value=value) | Return(value=value):
                yield from self.value(value)
            case Fault(site=site):
                yield from self.site(site)
            case Seed(index=index):
                yield from self.value(index)
                if isinstance(index, Const) and index.value < 0:
                    yield f"`{self.text.line(step)}`: games count from 0"
            case Copy(to=to, start=start, count=count):
                yield from self.stretch(to, count)
                yield from self.stretch(start, count)
            case Fill(to=to, count=count):
                yield from self.stretch(to, count)
            case Paste(to=to, table=table):
                if table in self.program.tables:
                    yield from self.stretch(to, Const(len(self.program.tables[table])))
                else:
                    yield f"there is no table `{table}`"
            case _:
                assert_never(step)

    def stretch(self, start: Value, count: Value) -> Iterator[str]:
        """Yield what is wrong with so many words from an address on."""
        yield from self.value(start)
        yield from self.value(count)
        if isinstance(count, Const) and not 0 <= count.value <= self.program.words:
            yield f"{count.value} words can't be changed"
        elif isinstance(start, Const):
            last = start.value + (count.value if isinstance(count, Const) else 0)
            if start.value < 0 or last > self.program.words:
                yield f"`{self.text.cells(start)}` and what follows doesn't lie in memory"

    def goes_on(self, block: Block) -> bool:
        """Tell whether there is a way to the end of a block; note the loops that are left on the way."""
        for step in block:
            match step:
                case Return() | Fault() | Again():
                    return False
                case Leave(label=label):
                    self.left.add(label)
                    return False
                case If(then=then, otherwise=otherwise):
                    if not sum(self.goes_on(way) for way in (then, otherwise)):
                        return False
                case Switch(cases=cases, otherwise=otherwise):
                    if not sum(self.goes_on(case) for case in (*cases, otherwise)):
                        return False
                case Loop(label=label, body=body):
                    self.goes_on(body)
                    if label not in self.left:
                        return False
                case _:
                    pass
        return True

    # -- values ------------------------------------------------------------------------------------

    def value(self, value: Value) -> Iterator[str]:
        """Yield what is wrong with a value and its parts."""
        match value:
            case Const(value=number):
                if not fits(number):
                    yield f"{number} has more than 32 bits"
            case Get(local=local):
                yield from self.local(local)
            case Cell(at=at, offset=offset):
                yield from self.value(at)
                if isinstance(at, Const) and not 0 <= at.value + offset < self.program.words:
                    yield f"`{self.text.value(value)}` doesn't lie in memory"
            case Row(table=table, at=at):
                yield from self.value(at)
                if table not in self.program.tables:
                    yield f"there is no table `{table}`"
                elif isinstance(at, Const) and not 0 <= at.value < len(self.program.tables[table]):
                    yield f"`{self.text.value(value)}` doesn't lie in the table"
            case Op(op=op, left=left, right=right):
                yield from self.value(left)
                yield from self.value(right)
                yield from self.operation(op, right, value)
            case Sure(op=op, left=left, right=right, site=site):
                yield from self.value(left)
                yield from self.value(right)
                yield from self.site(site)
                if op not in ("+", "-", "*"):
                    yield f"`{self.text.value(value)}`: only `+`, `-` and `*` can be asked to be sure"
            case Pick(test=test, then=then, otherwise=otherwise):
                for part in (test, then, otherwise):
                    yield from self.value(part)
            case Call(function=name, arguments=arguments):
                for part in arguments:
                    yield from self.value(part)
                yield from self.call(name, len(arguments))
            case Draw(stream=stream, key=key, counter=counter, bound=bound):
                yield from self.value(counter)
                yield from self.value(bound)
                if stream not in (0, 1) or not 0 <= key < 2**64:
                    yield f"`{self.text.value(value)}`: no such stream or key"
                if isinstance(bound, Const) and bound.value < 1:
                    yield f"`{self.text.value(value)}`: a bound is at least 1"
            case _:
                assert_never(value)

    def operation(self, op: str, right: Value, value: Value) -> Iterator[str]:
        """Yield what is wrong with an operation, its parts apart."""
        if op not in OPERATIONS:
            yield f"there is no operation `{op}`"
        if op in ("//", "%") and right == Const(0):
            yield f"`{self.text.value(value)}` divides by 0"
        if op in ("<<", ">>") and isinstance(right, Const) and not 0 <= right.value < 32:
            yield f"`{self.text.value(value)}`: a shift is by 0 to 31"

    def call(self, name: str, count: int) -> Iterator[str]:
        """Yield what is wrong with a call, its arguments apart."""
        if name not in self.program.functions:
            yield f"there is no function `{name}`"
        elif count != self.program.functions[name].parameters:
            yield f"`{name}` has {self.program.functions[name].parameters} parameters, not {count}"

    def local(self, local: int) -> Iterator[str]:
        """Yield what is wrong with the number of a local."""
        if not 0 <= local < len(self.of.locals):
            yield f"there is no local {local}"

    def site(self, site: int) -> Iterator[str]:
        """Yield what is wrong with the number of a fault."""
        if not 0 <= site < len(self.program.sites):
            yield f"there is no fault {site}"
