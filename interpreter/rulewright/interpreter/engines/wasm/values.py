"""Values and tests of the program form -> instructions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from attrs import define, field

from rulewright.interpreter.engines.wasm import encode as e
from rulewright.interpreter.engines.wasm.helpers import BELOW, FLOOR_DIV, FLOOR_MOD, KEYS, OUTSIDE, stop
from rulewright.interpreter.engines.wasm.joins import Joins
from rulewright.interpreter.engines.wasm.rows import Rows, code
from rulewright.interpreter.program.form import (
    Call,
    Cell,
    Const,
    Draw,
    Function,
    Get,
    Op,
    Pick,
    Row,
    Sure,
    Value,
)

OPS = {
    "+": e.I32_ADD,
    "-": e.I32_SUB,
    "*": e.I32_MUL,
    "&": e.I32_AND,
    "|": e.I32_OR,
    "^": e.I32_XOR,
    "<<": e.I32_SHL,
    ">>": e.I32_SHR_S,
    "==": e.I32_EQ,
    "!=": e.I32_NE,
    "<": e.I32_LT_S,
    "<=": e.I32_LE_S,
    ">": e.I32_GT_S,
    ">=": e.I32_GE_S,
}
SURE_OPS = {"+": e.I64_ADD, "-": e.I64_SUB, "*": e.I64_MUL}
IN_BYTES = e.i32(2) + bytes((e.I32_SHL,))
LIMIT = 2**31 - 1


@define
class Layout:
    """What the functions of a module know of each other and of memory."""

    functions: Mapping[str, int]
    tables: Mapping[str, tuple[int, int]]
    """Where each constant table lies, in words, and how long it is."""
    words: int
    guarded: bool
    natural: bool
    blocks: tuple[str, ...] = ()
    """Functions to go on with, by number."""
    flows: frozenset[str] = frozenset()
    """Functions that give back such a number."""
    points: dict[tuple[int, int], int] = field(factory=dict)
    """The points at which numbers are drawn, stream and key, as they are met."""


@define(eq=False)
class Values:
    """The code of one function under construction, as far as values go."""

    function: Function
    number: int
    layout: Layout
    out: bytearray = field(factory=bytearray)
    depth: int = 0
    joins: Joins = field(factory=Joins)

    @property
    def spare(self) -> int:
        """Return the first of two locals, of 32 bits, that hold something between two instructions."""
        return len(self.function.locals)

    @property
    def wide(self) -> int:
        """Return a local of 64 bits for the same."""
        return self.spare + 2

    def at(self, instruction: int, index: int) -> None:
        """Write an instruction about a local, a global or a function."""
        self.out.append(instruction)
        self.out += e.unsigned(index)

    # -- blocks ---------------------------------------------------------------------------------

    def open(self, instruction: int = e.BLOCK, kind: int = e.NOTHING) -> int:
        """Open a block and return its depth, by which `jump` finds it."""
        self.out += bytes((instruction, kind))
        self.depth += 1
        return self.depth

    def close(self) -> None:
        """Close the innermost block."""
        self.out.append(e.END)
        self.depth -= 1

    def jump(self, depth: int, instruction: int = e.BR) -> None:
        """Go to the end of the block of this depth, or to the beginning of the loop."""
        self.at(instruction, self.depth - depth)

    # -- tests ----------------------------------------------------------------------------------

    def branch(self, test: Value, when: bool, depth: int) -> None:
        """Go to a block if a test holds, or if it doesn't; else go on."""
        joined = self.joins.of(test) if isinstance(test, Pick) else None
        if isinstance(joined, Rows):
            self.rows(joined)
            if not when:
                self.out.append(e.I32_EQZ)
            self.jump(depth, e.BR_IF)
            return
        test = joined or test
        match test:
            case Const(value=number):
                if bool(number) == when:
                    self.jump(depth)
            case Op(op="==", left=left, right=Const(value=0)):
                self.branch(left, not when, depth)
            case Op(op="!=", left=left, right=Const(value=0)):
                self.branch(left, when, depth)
            case Pick(test=first, then=then, otherwise=Const(value=number)):
                self.short(first, False, bool(number), then, when, depth)
            case Pick(test=first, then=Const(value=number), otherwise=otherwise):
                self.short(first, True, bool(number), otherwise, when, depth)
            case Pick(test=first, then=then, otherwise=otherwise):
                end = self.open()
                other = self.open()
                self.branch(first, False, other)
                self.branch(then, when, depth)
                self.jump(end)
                self.close()
                self.branch(otherwise, when, depth)
                self.close()
            case _:
                self.value(test)
                if not when:
                    self.out.append(e.I32_EQZ)
                self.jump(depth, e.BR_IF)

    def short(self, first: Value, decides: bool, gives: bool, second: Value, when: bool, depth: int) -> None:
        """Branch on a test of two: if the first is what decides, it gives that; else the second is the test."""
        if gives == when:
            self.branch(first, decides, depth)
            self.branch(second, when, depth)
            return
        skip = self.open()
        self.branch(first, decides, skip)
        self.branch(second, when, depth)
        self.close()

    # -- values ---------------------------------------------------------------------------------

    def value(self, value: Value) -> None:
        """Leave a value on the stack."""
        match value:
            case Get(local=local):
                self.at(e.LOCAL_GET, local)
            case Const(value=number):
                self.out += e.i32(number)
            case Cell(at=at, offset=offset):
                self.out += e.memory(e.I32_LOAD, self.address(at, offset, 0, self.layout.words))
            case Row(table=table, at=at):
                start, length = self.layout.tables[table]
                self.out += e.memory(e.I32_LOAD, self.address(at, 0, start, length))
            case Op(op=op, left=left, right=right):
                self.operation(op, left, right)
            case Pick():
                self.pick(value)
            case Call(function=name, arguments=arguments):
                for argument in arguments:
                    self.value(argument)
                self.at(e.CALL, self.layout.functions[name])
            case Sure(op=op, left=left, right=right, site=site):
                self.sure(op, left, right, site)
            case Draw(stream=stream, key=key, counter=counter, bound=bound):
                self.value(counter)
                self.value(bound)
                points = self.layout.points
                self.at(e.GLOBAL_GET, KEYS + points.setdefault((stream, key), len(points)))
                self.at(e.CALL, BELOW)
            case _:
                assert_never(value)

    def operation(self, op: str, left: Value, right: Value) -> None:
        """Leave the value of an operation on the stack."""
        self.value(left)
        match op, right:
            case "//", Const(value=number) if number > 0 and number & (number - 1) == 0:
                self.out += e.i32(number.bit_length() - 1)
                self.out.append(e.I32_SHR_S)
            case "%", Const(value=number) if number > 0 and number & (number - 1) == 0:
                self.out += e.i32(number - 1)
                self.out.append(e.I32_AND)
            case (("//" | "%"), Const(value=number)) if number > 0 and natural(left):
                self.out += e.i32(number)
                self.out.append(e.I32_DIV_S if op == "//" else e.I32_REM_S)
            case (("//" | "%"), Const(value=number)) if number > 0:
                self.round_down(op, number)
            case (("//" | "%"), _):
                self.value(right)
                self.at(e.CALL, FLOOR_DIV if op == "//" else FLOOR_MOD)
            case "==", Const(value=0):
                self.out.append(e.I32_EQZ)
            case _:
                self.value(right)
                self.out.append(OPS[op])

    def round_down(self, op: str, number: int) -> None:
        """Divide what lies on the stack by a number above 0."""
        if op == "//":
            self.at(e.LOCAL_TEE, self.spare)
            self.out += e.i32(number)
            self.out.append(e.I32_DIV_S)
            self.at(e.LOCAL_GET, self.spare)
        self.out += e.i32(number)
        self.out.append(e.I32_REM_S)
        if op == "%":
            self.at(e.LOCAL_TEE, self.spare)
        self.out += e.i32(31)
        self.out.append(e.I32_SHR_S)
        if op == "%":
            self.out += e.i32(number)
            self.out.append(e.I32_AND)
            self.at(e.LOCAL_GET, self.spare)
        self.out.append(e.I32_ADD)

    def pick(self, value: Pick) -> None:
        """Leave one of two values on the stack; both are worked out where that is as good."""
        test, then, otherwise = value.test, value.then, value.otherwise
        joined = self.joins.of(value)
        if isinstance(joined, Rows):
            self.rows(joined)
            return
        if joined is not None:
            self.value(joined)
            return
        if cheap(then) and cheap(otherwise) and not isinstance(test, Pick):
            self.value(then)
            self.value(otherwise)
            self.value(test)
            self.out.append(e.SELECT)
            return
        end = self.open(kind=e.I32)
        other = self.open()
        self.branch(test, False, other)
        self.value(then)
        self.jump(end)
        self.close()
        self.value(otherwise)
        self.close()

    def rows(self, found: Rows) -> None:
        """Leave on the stack whether a row of words holds one value everywhere."""
        same = found.same
        read = (
            e.i32(same.value) if isinstance(same, Const) else bytes((e.LOCAL_GET,)) + e.unsigned(same.local)
        )
        self.out += code(found, read, self.wide)

    def sure(self, op: str, left: Value, right: Value, site: int) -> None:
        """Leave a sum, difference or product on the stack, or stop at a site if it is too large."""
        for operand in (left, right):
            if isinstance(operand, Const):
                self.out += e.i64(operand.value)
            else:
                self.value(operand)
                self.out.append(e.I64_EXTEND_S)
        self.out.append(SURE_OPS[op])
        self.at(e.LOCAL_TEE, self.wide)
        self.out += e.i64(LIMIT)
        self.out.append(e.I64_ADD)
        self.out += e.i64(2 * LIMIT)
        self.out.append(e.I64_GT_U)
        self.stop_if(site)
        self.at(e.LOCAL_GET, self.wide)
        self.out.append(e.I32_WRAP)

    def address(self, at: Value, offset: int, start: int, length: int) -> int:
        """Leave a byte address on the stack and return how many bytes to add; the region begins at word `start`."""
        if self.layout.guarded:
            self.value(at)
            if self.layout.natural:
                self.at(e.LOCAL_TEE, self.spare)
                self.out += e.i32(0)
                self.out.append(e.I32_LT_S)
                self.stop_if(OUTSIDE - self.number)
                self.at(e.LOCAL_GET, self.spare)
            self.out += e.i32(offset)
            self.out.append(e.I32_ADD)
            self.at(e.LOCAL_TEE, self.spare)
            self.out += e.i32(length)
            self.out.append(e.I32_GE_U)
            self.stop_if(OUTSIDE - self.number)
            self.at(e.LOCAL_GET, self.spare)
            offset = 0
        elif isinstance(at, Const) and at.value + offset >= 0:
            self.out += e.i32(0)
            return 4 * (start + offset + at.value)
        else:
            self.value(at)
        self.out += IN_BYTES
        if offset < 0 or (offset and not (self.layout.natural or natural(at))):
            self.out += e.i32(4 * offset)
            self.out.append(e.I32_ADD)
            offset = 0
        return 4 * (start + offset)

    def stop_if(self, site: int) -> None:
        """Stop if there is something else than 0 on the stack."""
        self.open(e.IF)
        self.stop(site)
        self.close()

    def stop(self, site: int) -> None:
        """Stop, and say where."""
        self.out += stop(site)


def cheap(value: Value) -> bool:
    """Tell whether working a value out costs less than a jump, and can't go wrong."""
    match value:
        case Const() | Get():
            return True
        case Op(op=op, left=Const() | Get(), right=Const() | Get()):
            return op in OPS
        case _:
            return False


def natural(value: Value) -> bool:
    """Tell whether a value is certainly not negative."""
    match value:
        case Const(value=number):
            return number >= 0
        case Op(op=op, left=left, right=right):
            return (
                op in ("==", "!=", "<", "<=", ">", ">=")
                or (op == "&" and (natural(left) or natural(right)))
                or (op in ("//", ">>") and natural(left) and isinstance(right, Const) and right.value >= 0)
                or (op == "%" and isinstance(right, Const) and right.value > 0)
            )
        case Pick(then=then, otherwise=otherwise):
            return natural(then) and natural(otherwise)
        case Draw():
            return True
        case _:
            return False
