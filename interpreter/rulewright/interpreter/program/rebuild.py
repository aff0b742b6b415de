"""Values and steps -> the same ones with other values inside, simplified as they are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from attrs import evolve

from rulewright.interpreter.program.build import cell, op, pick
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
from rulewright.interpreter.program.walk import quiet

Change = Callable[[Value], Value]
"""Gives a value with whatever is inside it changed; called from the outside in."""
Tables = dict[str, tuple[int, ...]]


def with_parts(value: Value, change: Change, tables: Tables) -> Value:
    """Return a value whose parts have been changed."""
    match value:
        case Const() | Get():
            return value
        case Cell(at=at, offset=offset):
            return cell(change(at), offset)
        case Row(table=table, at=at):
            at = change(at)
            if isinstance(at, Const) and 0 <= at.value < len(tables[table]):
                return Const(tables[table][at.value])
            return Row(table, at)
        case Op(op=name, left=left, right=right):
            left, right = change(left), change(right)
            return op(name, left, right) if foldable(name, left, right) else Op(name, left, right)
        case Sure(op=name, left=left, right=right, site=site):
            return Sure(name, change(left), change(right), site)
        case Pick(test=test, then=then, otherwise=otherwise):
            test, then, otherwise = change(test), change(then), change(otherwise)
            return pick(test, then, otherwise) if quiet(test) else Pick(test, then, otherwise)
        case Call(function=function, arguments=arguments):
            return Call(function, tuple(change(argument) for argument in arguments))
        case Draw(stream=stream, key=key, counter=counter, bound=bound):
            return Draw(stream, key, change(counter), change(bound))
        case _:
            assert_never(value)


def foldable(name: str, left: Value, right: Value) -> bool:
    """Tell whether an operation can be simplified: not where the program never goes, nor taking away the least number,
    which can't be added instead."""
    if not isinstance(right, Const):
        return True
    match name:
        case "//" | "%":
            return right.value != 0
        case "<<" | ">>":
            return 0 <= right.value < 32
        case "-":
            return right.value != -(2**31)
        case _:
            return True


def with_values(step: Step, change: Change, block: Callable[[Block], Block]) -> Block:
    """Return a step whose values and blocks have been changed: one step, none, or the steps of the way it goes."""
    match step:
        case Set(local=local, value=value):
            return () if (new := change(value)) == Get(local) else (Set(local, new),)
        case Put(at=at, offset=offset, value=value):
            word = cell(change(at), offset)
            assert isinstance(word, Cell)
            return (Put(word.at, word.offset, change(value)),)
        case If(test=test, then=then, otherwise=otherwise):
            test = change(test)
            if isinstance(test, Const):
                return block(then if test.value else otherwise)
            return (If(test, block(then), block(otherwise)),)
        case Loop(label=label, body=body):
            return (Loop(label, block(body)),)
        case Switch(value=value, cases=cases, otherwise=otherwise):
            value = change(value)
            if isinstance(value, Const):
                return block(cases[value.value] if 0 <= value.value < len(cases) else otherwise)
            return (Switch(value, tuple(map(block, cases)), block(otherwise)),)
        case Do(value=value):
            return () if quiet(new := change(value)) else (Do(new),)
        case Return() | Seed() | Fill() | Copy() | Paste():
            return (changed(step, change),)
        case Fault() | Leave() | Again():
            return (step,)
        case _:
            assert_never(step)


def changed(step: Return | Seed | Fill | Copy | Paste, change: Change) -> Step:
    """Return a step of values alone whose values have been changed."""
    match step:
        case Return(value=value):
            return Return(change(value))
        case Seed(index=index):
            return Seed(change(index))
        case Fill(to=to, count=count):
            return Fill(change(to), change(count))
        case Copy(to=to, start=start, count=count):
            return Copy(change(to), change(start), change(count))
        case Paste(to=to):
            return evolve(step, to=change(to))
