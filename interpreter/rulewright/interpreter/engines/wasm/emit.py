"""A function of the program form -> its code."""

from __future__ import annotations

from typing import assert_never

from attrs import define, field

from rulewright.interpreter.engines.wasm import encode as e
from rulewright.interpreter.engines.wasm.helpers import BEGIN, COPY, FILL
from rulewright.interpreter.engines.wasm.values import Values
from rulewright.interpreter.program.form import (
    Again,
    Block,
    Call,
    Const,
    Copy,
    Do,
    Fault,
    Fill,
    If,
    Leave,
    Loop,
    Paste,
    Put,
    Return,
    Seed,
    Set,
    Step,
    Switch,
    Value,
)
from rulewright.interpreter.program.walk import steps_in, value_size

SHORT = 8
"""Tests of so many values are written twice."""
FEW = 16
"""So many words are copied one by one."""


@define(eq=False)
class Emitter(Values):
    """The code of one function under construction."""

    leave: dict[str, int] = field(factory=dict)
    again: dict[str, int] = field(factory=dict)

    def code(self) -> bytes:
        """Return the whole code."""
        self.block(self.function.body)
        self.out.append(e.UNREACHABLE)
        own = len(self.function.locals) - self.function.parameters
        return e.code([(own + 2, e.I32), (1, e.I64)], self.out)

    # -- steps ----------------------------------------------------------------------------------

    def block(self, block: Block) -> None:
        """Write steps, one after the other."""
        for step in block:
            self.step(step)

    def step(self, step: Step) -> None:
        """Write one step."""
        match step:
            case Set(local=local, value=value):
                self.value(value)
                self.at(e.LOCAL_SET, local)
            case Put(at=at, offset=offset, value=value):
                start = self.address(at, offset, 0, self.layout.words)
                self.value(value)
                self.out += e.memory(e.I32_STORE, start)
            case If(test=test, then=then, otherwise=otherwise):
                self.choose(test, then, otherwise)
            case Loop(label=label, body=body):
                self.loop(label, body)
            case Leave(label=label):
                self.jump(self.leave[label])
            case Again(label=label):
                self.jump(self.again[label])
            case Switch(value=value, cases=cases, otherwise=otherwise):
                self.switch(value, cases, otherwise)
            case Do(value=value):
                self.value(value)
                self.out.append(e.DROP)
            case Return(value=Const(value=number)) if self.goes_on(number):
                self.at(e.RETURN_CALL, self.layout.functions[self.layout.blocks[number]])
            case Return(value=Call(function=name, arguments=arguments)) if {
                self.function.name,
                name,
            } <= self.layout.flows:
                for argument in arguments:
                    self.value(argument)
                self.at(e.RETURN_CALL, self.layout.functions[name])
            case Return(value=value):
                self.value(value)
                self.out.append(e.RETURN)
            case Fault(site=site):
                self.stop(site)
            case Seed(index=index):
                self.value(index)
                self.at(e.CALL, BEGIN)
            case Copy(to=to, start=start, count=Const(value=number)) if 0 < number <= FEW:
                room = self.layout.words - number + 1
                self.open_to(to, number)
                self.copy_few(self.address(start, 0, 0, room), number)
            case Copy(to=to, start=start, count=count):
                self.many(COPY, to, start, count)
            case Fill(to=to, count=Const(value=number)) if 0 < number <= FEW:
                self.open_to(to, number)
                self.fill_few(number)
            case Fill(to=to, count=count):
                self.many(FILL, to, count)
            case Paste(to=to, table=table):
                self.paste(to, *self.layout.tables[table])
            case _:
                assert_never(step)

    def loop(self, label: str, body: Block) -> None:
        """Write a loop. A short test at its beginning is written before it and at its end: a jump less each time."""
        self.leave[label] = self.open()
        match body:
            case (If(test=test, then=(Leave(label=left),), otherwise=()), *rest) if (
                left == label and value_size(test) <= SHORT and Again(label) not in steps_in(tuple(rest))
            ):
                self.branch(test, True, self.leave[label])
                self.again[label] = self.open(e.LOOP)
                self.block(tuple(rest))
                self.branch(test, False, self.again[label])
            case _:
                self.again[label] = self.open(e.LOOP)
                self.block(body)
                self.jump(self.again[label])
        self.close()
        self.close()

    def goes_on(self, number: int) -> bool:
        """Tell whether this number, given back, means the block to go on with, so that it can be gone to at once."""
        blocks = self.layout.blocks
        here = self.function.name in self.layout.flows and 0 <= number < len(blocks)
        return here and blocks[number] in self.layout.functions

    def choose(self, test: Value, then: Block, otherwise: Block) -> None:
        """Write one or the other of two blocks; one that only goes elsewhere is a branch."""
        match then, otherwise:
            case (Leave(label=label),), _:
                self.branch(test, True, self.leave[label])
                self.block(otherwise)
                return
            case (Again(label=label),), _:
                self.branch(test, True, self.again[label])
                self.block(otherwise)
                return
            case _:
                pass
        end = self.open()
        other = self.open() if otherwise else end
        self.branch(test, False, other)
        self.block(then)
        if otherwise:
            self.jump(end)
            self.close()
            self.block(otherwise)
        self.close()

    def switch(self, value: Value, cases: tuple[Block, ...], otherwise: Block) -> None:
        """Write a table of jumps: the blocks to jump out of lie inside one another, the first case innermost."""
        written = [number for number, case in enumerate(cases) if case]
        end = self.open()
        other = self.open() if otherwise else end
        places = {number: self.open() for number in reversed(written)}
        self.value(value)
        targets = [self.depth - places.get(number, end) for number in range(len(cases))]
        self.out.append(e.BR_TABLE)
        self.out += e.vector([e.unsigned(target) for target in targets]) + e.unsigned(self.depth - other)
        for number in written:
            self.close()
            self.block(cases[number])
            self.jump(end)
        if otherwise:
            self.close()
            self.block(otherwise)
        self.close()

    # -- many words -----------------------------------------------------------------------------

    def many(self, helper: int, *values: Value) -> None:
        """Copy or fill words whose number isn't known."""
        for value in values:
            self.value(value)
        self.at(e.CALL, helper)

    def open_to(self, to: Value, count: int) -> None:
        """Keep the byte address of words that are going to be written."""
        more = self.address(to, 0, 0, self.layout.words - count + 1)
        if more:
            self.out += e.i32(more)
            self.out.append(e.I32_ADD)
        self.at(e.LOCAL_SET, self.spare + 1)

    def copy_few(self, more: int, count: int) -> None:
        """Copy words from the byte address on the stack and `more`: first all are read, then all are written."""
        self.at(e.LOCAL_SET, self.spare)
        steps = strides(count)
        for offset, load, _ in steps:
            self.at(e.LOCAL_GET, self.spare + 1)
            self.at(e.LOCAL_GET, self.spare)
            self.out += e.memory(load, more + offset)
        for offset, _, store in reversed(steps):
            self.out += e.memory(store, offset)

    def fill_few(self, count: int) -> None:
        """Make words 0."""
        for offset, _, store in strides(count):
            self.at(e.LOCAL_GET, self.spare + 1)
            self.out += e.i64(0) if store == e.I64_STORE else e.i32(0)
            self.out += e.memory(store, offset)

    def paste(self, to: Value, start: int, count: int) -> None:
        """Copy a table into memory."""
        if count == 0:
            self.value(to)
            self.out.append(e.DROP)
            return
        self.open_to(to, count)
        if count <= FEW:
            self.out += e.i32(0)
            self.copy_few(4 * start, count)
            return
        self.at(e.LOCAL_GET, self.spare + 1)
        self.out += e.i32(4 * start) + e.i32(4 * count) + e.MEMORY_COPY


def strides(count: int) -> list[tuple[int, int, int]]:
    """Return how so many words are moved, two at once: how many bytes further on, how to read and how to write."""
    pairs = [(8 * number, e.I64_LOAD, e.I64_STORE) for number in range(count // 2)]
    return pairs + [(4 * count - 4, e.I32_LOAD, e.I32_STORE)] * (count % 2)
