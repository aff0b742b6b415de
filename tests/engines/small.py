"""Small programs of one `main` with three numbers, for looking at one thing at a time."""

from __future__ import annotations

from engines.direct import Direct
from rulewright.interpreter.engines.fast import FaultAt, Runner
from rulewright.interpreter.engines.python.engine import PythonEngine
from rulewright.interpreter.program.form import (
    Const,
    Function,
    Get,
    Op,
    Program,
    Return,
    Set,
    Site,
    Step,
    Value,
)

MOST, LEAST = 2**31 - 1, -(2**31)
A, B, C = Get(0), Get(1), Get(2)
ZERO = Const(0)
TABLES = {"TEN": (7, -3, 5), "class": (1, 0)}


def program(*functions: Function) -> Program:
    """Return functions as a program of 40 words."""
    named = {function.name: function for function in functions}
    return Program(named, TABLES, [Site("range", None), Site("gap", None)], 40, tuple(named))


def function(name: str, *steps: Step, parameters: int = 3, rule: str = "") -> Function:
    """Return a function with three locals and more."""
    return Function(name, parameters, ("a", "b", "c", "d"), steps, rule)


def runs(*steps: Step, others: tuple[Function, ...] = ()) -> PythonEngine:
    """Return an engine whose `main` takes three numbers and does these steps."""
    return PythonEngine(program(*others, function("main", *steps)))


def gives(value: Value, *numbers: int) -> int:
    """Return what a value is with these numbers for A, B and C."""
    given = (*numbers, 0, 0, 0)[:3]
    engine = runs(Return(value))
    found = engine.call("main", *given)
    assert type(found) is int
    assert Direct(engine.program).call("main", *given) == found
    return found


def grow(local: int, by: int = 1) -> Step:
    """Return a step that adds to a local."""
    return Set(local, Op("+", Get(local), Const(by)))


def ends(runner: Runner, *numbers: int) -> tuple[str, int]:
    """Run `main`; return what comes of it."""
    try:
        parameters = runner.program.functions["main"].parameters
        return "gives", runner.call("main", *(*numbers, 0, 0, 0)[:parameters])
    except FaultAt as fault:
        return "fault", fault.site
