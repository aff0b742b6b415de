"""A small program whose results are known -> whether native code can be trusted here."""

from __future__ import annotations

from rulewright.interpreter.chance import below
from rulewright.interpreter.engines.wasm.machine import Machine, Trap
from rulewright.interpreter.engines.wasm.module import MEMORY, SEED, SITE, module
from rulewright.interpreter.program.form import (
    Call,
    Cell,
    Const,
    Copy,
    Draw,
    Fault,
    Function,
    Get,
    If,
    Op,
    Program,
    Put,
    Return,
    Row,
    Sure,
)

GAME, BOTS, KEY, COUNTER, BOUND = 0xFEDCBA9876543210, 3, 0x0123456789ABCDEF, 7, 2_000_000_011
WORDS = [11, 22, -33, 0, 0, 0, 0, 0]


def program() -> Program:
    """Return the program: memory, a table, a copy, sums, division, draws, a call and a fault."""
    number = Get(0)
    found = Op("%", Sure("*", Cell(number, 1), Row("table", Const(1)), 4), Op("+", number, Const(99)))
    test = (
        Copy(Op("+", number, Const(3)), number, Const(3)),
        Put(number, 6, Op("//", Const(-7), Op("+", number, number))),
        If(Op("<", number, Const(0)), (Fault(5),)),
        Return(found),
    )
    drawn = Return(Draw(0, KEY, number, Const(BOUND)))
    return Program(
        functions={
            "test": Function("test", 1, ("number",), test),
            "draw": Function("draw", 1, ("number",), (drawn,)),
            "bots": Function("bots", 1, ("number",), (Return(Draw(1, KEY, number, Const(6))),)),
            "fault": Function("fault", 0, (), (Return(Sure("-", Const(-(2**31) + 1), Const(1), 5)),)),
            "through": Function("through", 0, (), (Return(Call("fault")),)),
        },
        tables={"table": (5, -7)},
        words=len(WORDS),
        entries=("test", "draw", "bots", "through"),
    )


def wrong(wasm: bytes | None = None) -> str | None:
    """Return what goes wrong when the program's module is run, or None if nothing does; raises WasmUnavailable."""
    machine = Machine(wasm if wasm is not None else module(program()))
    memory = machine.memory(MEMORY, len(WORDS))
    memory[:] = [*WORDS]
    machine.call(SEED, GAME, BOTS)
    seen = [machine.call("test", 1), machine.call("draw", COUNTER), machine.call("bots", COUNTER), *memory]
    try:
        seen.append(machine.call("through"))
    except Trap:
        seen.append(machine.call(SITE))
    drawn = [below(GAME, KEY, COUNTER, BOUND), below(BOTS, KEY, COUNTER, 6)]
    wanted = [31, *drawn, 11, 22, -33, 0, 22, -33, 0, -4, 5]
    return None if seen == wanted else f"wasmtime gives wrong results on this machine: {seen} for {wanted}"
