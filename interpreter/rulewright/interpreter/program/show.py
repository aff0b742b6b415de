"""Program -> stable text: a line a step, with the names of locals and the rules that functions come from.

`cells[a]` is a word of memory. `+ - *` are taken not to leave 32 bits, as the lowering promises; where they could, it
asks, and the text says `sure(a + b, 3)`: beyond the numbers of the language it is fault 3 of the list of faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import PurePath
from typing import assert_never

from attrs import define

from rulewright.dsl.cells import NONE
from rulewright.dsl.source import Span
from rulewright.interpreter.program.build import add
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

STRENGTH = {
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 1),
    **{"|": 2, "^": 3, "&": 4, "<<": 5, ">>": 5, "+": 6, "-": 6, "*": 7, "//": 7, "%": 7},
}
IN_A_ROW = 16
"""So many entries of a table stand in a line."""


def show_program(program: Program) -> Iterator[str]:
    """Yield a whole program: its size, its tables, its faults, its functions."""
    yield f"memory of {program.words} words"
    yield f"called from outside: {', '.join(program.entries) or 'nothing'}"
    for name, table in program.tables.items():
        yield f"table {name} of {len(table)}"
        for start in range(0, len(table), IN_A_ROW):
            yield f"  {start}: {', '.join(map(str, table[start : start + IN_A_ROW]))}"
    for number, site in enumerate(program.sites):
        yield f"fault {number}: {site.code}" + (f"  {place(site.span)}" if site.span is not None else "")
    for function in program.functions.values():
        yield ""
        yield from show_function(function)


def place(span: Span) -> str:
    """Return where a fault's words stand: the file without its folder, line and column."""
    return f"{PurePath(span.source.name).name}:{span.line}:{span.column}"


def show_function(function: Function) -> Iterator[str]:
    """Yield one function."""
    text = Text(unlike(function.locals))
    head = f"{function.name}({', '.join(text.names[: function.parameters])})"
    yield f"{head}  {function.rule}" if function.rule else head
    yield from text.block(function.body, 1)


def unlike(names: tuple[str, ...]) -> list[str]:
    """Return the names of locals with numbers behind those that stand for several."""
    found: list[str] = []
    for name in names:
        number, own = 1, name
        while own in found:
            number += 1
            own = f"{name}_{number}"
        found.append(own)
    return found


@define(eq=False)
class Text:
    """Steps and values as text."""

    names: list[str]

    def block(self, block: Block, depth: int) -> Iterator[str]:
        """Yield the lines of a block."""
        for step in block:
            yield from self.step(step, depth)

    def step(self, step: Step, depth: int) -> Iterator[str]:
        """Yield a step and, indented, what is inside it."""
        indent = "  " * depth
        match step:
            case If(test=test, then=then, otherwise=otherwise):
                yield f"{indent}if {self.value(test)}"
                yield from self.block(then, depth + 1)
                if otherwise:
                    yield f"{indent}else"
                    yield from self.block(otherwise, depth + 1)
            case Loop(label=label, body=body):
                yield f"{indent}loop {label}"
                yield from self.block(body, depth + 1)
            case Switch(value=value, cases=cases, otherwise=otherwise):
                yield f"{indent}switch {self.value(value)}"
                for block, group in groupby(enumerate(cases), key=lambda case: case[1]):
                    numbers = [number for number, _ in group]
                    until = f" to {numbers[-1]}" if len(numbers) > 1 else ""
                    yield f"{indent}case {numbers[0]}{until}"
                    yield from self.block(block, depth + 1)
                if otherwise:
                    yield f"{indent}otherwise"
                    yield from self.block(otherwise, depth + 1)
            case _:
                yield f"{indent}{self.line(step)}"

    def line(self, step: Step) -> str:
        """Return the line of a step without steps inside it."""
        match step:
            case Set(local=local, value=value):
                return f"{self.name(local)} = {self.value(value)}"
            case Put(at=at, offset=offset, value=value):
                return f"{self.cells(at, offset)} = {self.value(value)}"
            case Leave(label=label):
                return f"leave {label}"
            case Again(label=label):
                return f"again {label}"
            case Do(value=value):
                return f"do {self.value(value)}"
            case Return(value=value):
                return f"return {self.value(value)}"
            case Fault(site=site):
                return f"fault {site}"
            case Seed(index=index):
                return f"seed of game {self.value(index)}"
            case Copy(to=to, start=start, count=count):
                return f"{self.cells(to)} = {self.cells(start)} and what follows, {self.value(count)} in all"
            case Fill(to=to, count=count):
                return f"{self.cells(to)} = 0 and what follows, {self.value(count)} in all"
            case Paste(to=to, table=table):
                return f"{self.cells(to)} = {table} and what follows, all of it"
            case If() | Loop() | Switch():
                raise ValueError(step)
            case _:
                assert_never(step)

    def name(self, local: int) -> str:
        """Return the name of a local, or its number if it has none."""
        return self.names[local] if 0 <= local < len(self.names) else f"local {local}"

    def cells(self, at: Value, offset: int = 0) -> str:
        """Return a word of memory."""
        return f"cells[{self.value(add(at, offset))}]"

    def value(self, value: Value, strength: int = 0) -> str:
        """Return a value, in brackets unless it binds at least so strongly."""
        match value:
            case Const(value=number):
                return "none" if number == NONE else str(number)
            case Get(local=local):
                return self.name(local)
            case Cell(at=at, offset=offset):
                return self.cells(at, offset)
            case Row(table=table, at=at):
                return f"{table}[{self.value(at)}]"
            case Op(op="+", left=left, right=Const(value=number)) if number < 0:
                return self.value(Op("-", left, Const(-number)), strength)
            case Op(op=op, left=left, right=right):
                own = STRENGTH.get(op, 0)
                text = f"{self.value(left, own + (own == 1))} {op} {self.value(right, own + 1)}"
                return text if own >= strength else f"({text})"
            case Sure(op=op, left=left, right=right, site=site):
                return f"sure({self.value(Op(op, left, right))}, {site})"
            case Pick(test=test, then=then, otherwise=otherwise):
                text = f"{self.value(then, 1)} if {self.value(test, 1)} else {self.value(otherwise)}"
                return text if strength == 0 else f"({text})"
            case Call(function=function, arguments=arguments):
                return f"{function}({', '.join(map(self.value, arguments))})"
            case Draw(stream=stream, key=key, counter=counter, bound=bound):
                whose = {0: "game", 1: "bots"}.get(stream, stream)
                return f"draw({whose}, {key:016x}, {self.value(counter)}, {self.value(bound)})"
            case _:
                assert_never(value)
