"""Programs do the same with less."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.changes import does_the_same, lines_after
from engines.direct import Direct
from engines.made_up import programs
from rulewright.interpreter.program.examine import examine
from rulewright.interpreter.program.form import (
    Call,
    Cell,
    Const,
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
    Pick,
    Program,
    Put,
    Return,
    Row,
    Set,
    Step,
    Sure,
    Switch,
    Value,
)
from rulewright.interpreter.program.optimise import optimised
from rulewright.interpreter.program.show import show_function

A, B = Get(0), Get(1)
ONE, TWO, ZERO = Const(1), Const(2), Const(0)


def lines(*steps: Step, others: tuple[Function, ...] = ()) -> list[str]:
    """Return what becomes of the steps of `main`."""
    return lines_after(optimised, steps, others)


def gives(value: Value, *others: Function) -> str:
    """Return what becomes of a value."""
    (line,) = lines(Return(value), others=others)
    return line.removeprefix("return ")


def function(name: str, value: Value, parameters: int = 1) -> Function:
    """Return a function that gives back a value."""
    return Function(name, parameters, ("x", "y", "z")[: max(parameters, 1)], (Return(value),))


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (Op("+", Op("*", TWO, Const(3)), ONE), "7"),
        (Op("+", Op("+", A, TWO), Const(3)), "a + 5"),
        (Row("TEN", Op("-", TWO, ONE)), "8"),
        (Row("TEN", A), "TEN[a]"),
        (Pick(Op("<", ONE, TWO), A, B), "a"),
        (Pick(A, B, B), "b"),
        (Cell(Op("+", A, TWO), 3), "cells[a + 5]"),
        (Pick(A, Op("//", ONE, ZERO), ONE), "1 // 0 if a else 1"),
        (Pick(A, Op("<<", ONE, Const(32)), ONE), "1 << 32 if a else 1"),
        (Op("-", A, Op("<<", ONE, Const(31))), "a - none"),
        (Sure("+", ONE, Op("+", ONE, ONE), 0), "sure(1 + 2, 0)"),
        (Draw(0, 1, Op("+", ONE, ONE), Op("*", TWO, A)), "draw(game, 0000000000000001, 2, 2 * a)"),
    ],
)
def test_what_is_known(value: Value, wanted: str) -> None:
    """What is known is worked out; what the program never does stays."""
    if wanted.startswith("1 "):
        main = Function("main", 2, ("a", "b"), (Return(value),))
        made = optimised(Program({"main": main}, {}, [], 1, ("main",)))
        assert list(show_function(made.functions["main"]))[1:] == [f"  return {wanted}"]
    else:
        assert gives(value) == wanted


def test_test_that_may_fail_stays() -> None:
    """A test that calls or may be a fault is worked out even if both ways are alike."""
    assert gives(Pick(Sure("+", A, ONE, 0), B, B)) == "b if sure(a + 1, 0) else b"


def test_steps_that_are_known() -> None:
    """Ways that are never gone, and steps behind an end, are left out."""
    assert lines(If(ONE, (Do(A), Put(A, 0, ONE)), (Fault(0),)), Return(A)) == ["cells[a] = 1", "return a"]
    assert lines(If(ZERO, (Fault(0),)), Return(A), Return(B)) == ["return a"]
    assert lines(Switch(ONE, ((Return(A),), (Return(B),))), Fault(0)) == ["return b"]
    assert lines(Switch(TWO, ((Return(A),),), (Fault(0),)), Return(A)) == ["fault 0"]
    assert lines(Loop("x", (Leave("x"), Put(A, 0, ONE))), Return(A)) == ["loop x", "leave x", "return a"]


def test_locals_that_are_not_read() -> None:
    """What nobody reads isn't worked out, unless something happens on the way."""
    twice = Function("twice", 1, ("x",), (Put(A, 0, A), Return(A)))
    assert lines(Set(1, A), Set(2, B), Return(A)) == ["return a"]
    assert lines(Set(2, Call("twice", (A,))), Return(A), others=(twice,)) == ["c = twice(a)", "return a"]
    assert lines(Set(2, A), If(A, (Set(2, Get(2)),)), Return(Get(2))) == ["c = a", "if a", "return c"]


def test_calls_of_small_values() -> None:
    """A small value stands where it was called, with its arguments, if nothing changes by that."""
    reached = function("reached", Op(">=", Cell(A, 5), B), 2)
    zero = function("zero", ZERO)
    double = function("double", Op("+", A, A))
    deep = function("deep", Op("*", Call("double", (Op("+", A, ONE),)), Call("zero", (A,))))
    change = Function("change", 1, ("x",), (Put(ZERO, 0, A), Return(A)))
    both = function("both", Op("-", Call("change", (ONE,)), A))
    every = (reached, zero, double, deep, change, both)
    assert gives(Call("reached", (A, Const(3))), *every) == "cells[a + 5] >= 3"
    assert gives(Call("reached", (Cell(A), Cell(B))), *every) == "cells[cells[a] + 5] >= cells[b]"
    assert gives(Call("double", (Cell(A),)), *every) == "double(cells[a])"
    assert gives(Call("zero", (Cell(A),)), *every) == "0"
    assert gives(Call("zero", (Call("change", (A,)),)), *every) == "zero(change(a))"
    assert gives(Call("deep", (A,)), *every) == "(a + 1 + (a + 1)) * 0"
    assert gives(Call("both", (Cell(ZERO),)), *every) == "both(cells[0])"
    assert lines(Do(Call("change", (A,))), Return(B), others=every) == ["do change(a)", "return b"]
    empty = Function("empty", 1, ("x", "y"), (Return(Op("-", A, B)),))
    assert gives(Call("empty", (B,)), empty) == "b"
    assert gives(Call("both", (B,)), *every) == "change(1) - b"


def test_functions_that_call_each_other() -> None:
    """Functions that call each other or themselves keep their calls."""
    even = function("even", Pick(A, Call("odd", (Op("-", A, ONE),)), ONE))
    odd = function("odd", Pick(A, Call("even", (Op("-", A, ONE),)), ZERO))
    main = Function("main", 1, ("a",), (Return(Call("even", (A,))),))
    made = optimised(Program({f.name: f for f in (even, odd, main)}, {}, [], 1, ("main",)))
    assert examine(made) == []
    assert [Direct(made).call("main", number) for number in range(5)] == [1, 0, 1, 0, 1]


def test_zeros() -> None:
    """Neighbouring zeros are written at once, in any number of rows; other numbers and places stay."""
    zeros = [Put(ZERO, place, ZERO) for place in (3, 4, 5, 6, 7, 9, 10)]
    assert lines(*zeros, Return(A)) == [
        "cells[3] = 0 and what follows, 5 in all",
        "cells[9] = 0",
        "cells[10] = 0",
        "return a",
    ]
    assert lines(*zeros[:3], Put(ZERO, 6, ONE), *zeros[4:], Return(A))[3] == "cells[6] = 1"
    assert len(lines(*[Put(A, place, ZERO) for place in range(6)], Return(A))) == 7


def test_overwritten() -> None:
    """A word that the next step overwrites isn't written."""
    assert lines(Put(ZERO, 1, A), Put(ZERO, 1, ONE), Return(A)) == ["cells[1] = 1", "return a"]
    kept = (Put(ZERO, 1, Sure("+", A, A, 0)), Put(ZERO, 1, ONE), Put(ZERO, 1, Op("+", Cell(ZERO, 1), ONE)))
    assert len(lines(*kept, Return(A))) == 4
    assert len(lines(Put(A, 1, B), Put(A, 1, ONE), Put(ZERO, 1, ONE), Return(A))) == 4


def test_functions_that_nobody_calls() -> None:
    """Only what can come to be called stays."""
    called = Function("called", 1, ("x",), (Fill(ZERO, A), Return(A)))
    idle = Function("idle", 1, ("x",), (Return(Call("called", (A,))),))
    small = function("small", Op("+", A, ONE))
    body = (Return(Op("+", Call("called", (A,)), Call("small", (A,)))),)
    main = Function("main", 1, ("a",), body, "rules.main")
    program = Program({f.name: f for f in (called, idle, small, main)}, {}, [], 9, ("main",))
    made = optimised(program)
    assert list(made.functions) == ["called", "main"]
    assert made.functions["main"].rule == "rules.main"
    assert list(program.functions) == ["called", "idle", "small", "main"]


@settings(max_examples=150)
@given(programs(), st.lists(st.integers(-5, 9), min_size=1, max_size=3), st.integers(0, 2**64 - 1))
def test_made_up(made_up: Program, arguments: list[int], seed: int) -> None:
    """A made-up program gives the same with less: numbers, faults and memory."""
    does_the_same(optimised, made_up, arguments, seed)
