"""Blocks that go on with each other: an engine may jump, but not run out of room."""

from __future__ import annotations

import pytest

from engines.lockstep import ENGINES
from rulewright.interpreter.program.form import (
    Call,
    Cell,
    Const,
    Function,
    Get,
    If,
    Leave,
    Loop,
    Op,
    Program,
    Put,
    Return,
    Set,
    Switch,
)

ROUNDS = 200_000


def round_and_round() -> Program:
    """Return a program whose two blocks go on with each other until a word is large enough."""
    counted = Op("+", Cell(Const(0)), Const(1))
    first = (
        Put(Const(0), 0, counted),
        If(Op(">", Cell(Const(0)), Const(ROUNDS)), (Return(Const(-1)),)),
        Return(Const(1)),
    )
    block = (
        Switch(Get(0), ((Set(0, Call("first")),), (Set(0, Call("second")),))),
        If(Op("<", Get(0), Const(0)), (Leave("blocks"),)),
    )
    run = Function("run", 1, ("block",), (Loop("blocks", block), Return(Cell(Const(0)))))
    functions = {
        "first": Function("first", 0, (), first),
        "second": Function("second", 0, (), (Return(Const(0)),)),
        "run": run,
    }
    return Program(functions, words=1, entries=("run",), blocks=("first", "second"))


@pytest.mark.parametrize("engine", ENGINES)
def test_blocks_go_on_for_long(engine: str) -> None:
    runner = ENGINES[engine](round_and_round())
    assert runner.call("run", 0) == ROUNDS + 1
    assert runner.read(0, 1) == [ROUNDS + 1]
