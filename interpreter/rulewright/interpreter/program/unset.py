"""A function -> the locals that may be read before they are given a value."""

from __future__ import annotations

from attrs import define, field

from rulewright.interpreter.program.form import (
    Again,
    Block,
    Fault,
    Function,
    Get,
    If,
    Leave,
    Loop,
    Return,
    Set,
    Step,
    Switch,
    Value,
)
from rulewright.interpreter.program.walk import parts, values_of


def unset(function: Function) -> list[int]:
    """Return the locals that must be made 0 at the beginning, in order."""
    walk = Walk()
    walk.block(function.body, (1 << function.parameters) - 1)
    return sorted(walk.early)


@define(eq=False)
class Walk:
    """Go through a function in order. What is set is a number with one bit a local; None where nobody comes."""

    early: set[int] = field(factory=set)
    left: dict[str, int | None] = field(factory=dict)

    def block(self, block: Block, ready: int | None) -> int | None:
        """Walk through steps; return what is set behind them."""
        for step in block:
            if ready is None:
                return None
            for value in values_of(step):
                self.value(value, ready)
            ready = self.step(step, ready)
        return ready

    def step(self, step: Step, ready: int) -> int | None:
        """Walk through one step, its own values apart."""
        match step:
            case Set(local=local):
                return ready | 1 << local
            case Return() | Fault() | Again():
                return None
            case Leave(label=label):
                self.left[label] = met(self.left[label], ready)
                return None
            case If(then=then, otherwise=otherwise):
                return met(self.block(then, ready), self.block(otherwise, ready))
            case Switch(cases=cases, otherwise=otherwise):
                behind = self.block(otherwise, ready)
                for case in cases:
                    behind = met(behind, self.block(case, ready))
                return behind
            case Loop(label=label, body=body):
                self.left[label] = None
                self.block(body, ready)
                return self.left[label]
            case _:
                return ready

    def value(self, value: Value, ready: int) -> None:
        """Note the locals of a value that aren't set."""
        if isinstance(value, Get) and not ready >> value.local & 1:
            self.early.add(value.local)
        for part in parts(value):
            self.value(part, ready)


def met(one: int | None, other: int | None) -> int | None:
    """Return what is set where two ways meet."""
    if one is None or other is None:
        return other if one is None else one
    return one & other
