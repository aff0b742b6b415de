"""Functions are written in place of calls, and what is known is used; nothing that a program does changes by that."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.changes import does_the_same, lines_after
from engines.made_up import programs
from rulewright.interpreter.program.facts import informed
from rulewright.interpreter.program.form import (
    Call,
    Cell,
    Const,
    Do,
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
from rulewright.interpreter.program.inline import inlined
from rulewright.interpreter.program.passes import shortened

A, B, C = Get(0), Get(1), Get(2)
ONE, TWO, ZERO = Const(1), Const(2), Const(0)


def written(program: Program) -> Program:
    """Return a program with functions in place of calls, wherever that is worth it."""
    return inlined(program, ())


CHANGES = {"in place": written, "informed": informed, "all": shortened}


def in_place(*steps: Step, others: tuple[Function, ...] = ()) -> list[str]:
    """Return what becomes of steps when functions are written in place of calls."""
    return lines_after(written, steps, others)


def known(*steps: Step, others: tuple[Function, ...] = ()) -> list[str]:
    """Return what becomes of steps when what is known is used."""
    return lines_after(informed, steps, others)


# -- functions in place of calls ----------------------------------------------------------------------

NOTE = Function("note", 2, ("x", "y"), (Put(A, 0, B), Return(Op("+", A, B))))
READ = Function("read", 1, ("x",), (If(A, (Return(Cell(A)),)), Return(TWO)))
SEARCH = Function("search", 1, ("x",), (Loop("loop1", (If(Cell(A), (Return(A),)), Set(0, Op("+", A, ONE)))),))


def test_call_that_stands_alone() -> None:
    """The steps of a function stand where it was called; what it gives back goes where it was wanted."""
    assert in_place(Do(Call("note", (A, ONE))), Return(B), others=(NOTE,)) == ["cells[a] = 1", "return b"]
    assert in_place(Set(2, Call("note", (A, B))), Return(C), others=(NOTE,)) == [
        "cells[a] = b",
        "c = a + b",
        "return c",
    ]
    assert in_place(Return(Call("read", (A,))), others=(READ,)) == ["if a", "return cells[a]", "return 2"]


def test_ways_of_a_function() -> None:
    """What a function gives back on several ways is taken on each; a search stays a call, but not at the very end."""
    assert in_place(Set(2, Call("read", (A,))), Return(C), others=(READ,)) == [
        "if a",
        "c = cells[a]",
        "else",
        "c = 2",
        "return c",
    ]
    assert in_place(Set(2, Call("search", (A,))), Return(C), others=(SEARCH,))[0] == "c = search(a)"
    assert "leave" not in " ".join(in_place(Return(Call("search", (A,))), others=(SEARCH,)))
    assert in_place(Return(Call("search", (A,))), others=(SEARCH,))[:2] == ["x = a", "loop loop1"]


def test_arguments() -> None:
    """An argument that the function changes, or that isn't just a local or a number, gets a local of its own."""
    count = Function("count", 1, ("x",), (Set(0, Op("+", A, ONE)), Return(A)))
    assert in_place(Set(2, Call("count", (A,))), Return(Op("-", C, A)), others=(count,)) == [
        "x = a",
        "x = x + 1",
        "c = x",
        "return c - a",
    ]
    assert in_place(Do(Call("note", (Cell(A), B))), Return(ZERO), others=(NOTE,))[:2] == [
        "x = cells[a]",
        "cells[x] = b",
    ]


def test_local_that_is_read_first() -> None:
    """A local that a function may read before it is given a value is 0 each time."""
    sums = Function("sums", 1, ("x", "n"), (If(A, (Set(1, A),)), Return(Get(1))))
    twice = (Set(2, Call("sums", (A,))), Set(2, Call("sums", (B,))), Return(C))
    assert in_place(*twice, others=(sums,)).count("n_2 = 0") == 1
    assert in_place(*twice, others=(sums,)).count("n = 0") == 1


def test_calls_inside_values() -> None:
    """A call inside a value is done before the step, unless what it writes could be read before, or it isn't done
    always."""
    assert in_place(Return(Op("+", Call("note", (A, ONE)), Cell(B))), others=(NOTE,)) == [
        "cells[a] = 1",
        "note = a + 1",
        "return note + cells[b]",
    ]
    before = Return(Op("+", Cell(B), Call("note", (A, ONE))))
    assert in_place(before, others=(NOTE,)) == ["return cells[b] + note(a, 1)"]
    reads = Return(Op("+", Cell(B), Call("read", (A,))))
    assert in_place(reads, others=(READ,))[-1] == "return cells[b] + read"
    maybe = Return(Op("+", Pick(A, Call("read", (A,)), ONE), B))
    assert in_place(maybe, others=(READ,)) == ["return (read(a) if a else 1) + b"]
    risky = Return(Op("+", Sure("+", A, B, 0), Call("read", (A,))))
    assert in_place(risky, others=(READ,)) == ["return sure(a + b, 0) + read(a)"]


def test_labels_stay_apart() -> None:
    """Loops written in place have labels of their own."""
    wait = Function("wait", 1, ("x",), (Loop("loop1", (If(Cell(A), (Leave("loop1"),)),)), Return(A)))
    steps = in_place(Do(Call("wait", (A,))), Do(Call("wait", (B,))), Return(A), others=(wait,))
    assert [line for line in steps if line.startswith("loop ")] == ["loop loop1", "loop loop2"]


# -- what is known ------------------------------------------------------------------------------------


def test_numbers_and_copies() -> None:
    """A local that holds a number or another local is read as that, until one of both changes."""
    assert known(Set(2, ONE), Return(Row("TEN", C))) == ["c = 1", "return 8"]
    assert known(Set(2, A), Set(1, C), Return(Op("+", B, C)))[-1] == "return a + a"
    assert known(Set(2, A), Set(0, ZERO), Return(Op("-", C, A)))[-1] == "return c"
    assert known(Set(2, ONE), Set(2, Cell(A)), Return(C))[-1] == "return c"


def test_ways_that_meet() -> None:
    """Behind an `if` or a choice only what holds on all ways is known."""
    assert known(If(A, (Set(2, ONE),), (Set(2, ONE),)), Return(C))[-1] == "return 1"
    assert known(If(A, (Set(2, ONE),), (Set(2, TWO),)), Return(C))[-1] == "return c"
    assert known(If(A, (Set(2, ONE),), (Fault(0),)), Return(C))[-1] == "return 1"
    assert known(Set(2, ONE), Switch(A, ((Set(2, TWO),),)), Return(C))[-1] == "return c"
    assert known(Set(2, TWO), Switch(A, ((Set(2, TWO),),)), Return(C))[-1] == "return 2"


def test_loops() -> None:
    """In and behind a loop nothing is known of what it changes."""
    loop = Loop("x", (If(Op(">", C, TWO), (Leave("x"),)), Set(2, Op("+", C, ONE))))
    assert known(Set(2, ONE), loop, Return(C)) == [
        "c = 1",
        "loop x",
        "if c > 2",
        "leave x",
        "c = c + 1",
        "return c",
    ]
    rest = Loop("x", (If(Op("<", A, TWO), (Leave("x"),)), Set(0, Sure("-", A, C, 0))))
    assert known(Set(2, ONE), rest, Return(C))[-1] == "return 1"


def test_tests_tell_bounds() -> None:
    """What a test says decides other tests in its ways."""
    small = Op("<", A, Const(5))
    assert known(If(small, (Return(Op("<", A, Const(9))),)), Return(Op(">=", A, Const(5)))) == [
        "if a < 5",
        "return 1",
        "return 1",
    ]
    assert known(If(Op("==", A, TWO), (Return(Row("TEN", Op("-", A, ONE))),)), Return(A))[1] == "return 8"
    both: Value = Pick(small, Op(">", A, ONE), ZERO)
    assert known(If(both, (Return(Op("==", A, ONE)),)), Return(Op("<", A, Const(5)))) == [
        "if a > 1 if a < 5 else 0",
        "return 0",
        "return a < 5",
    ]
    assert known(Return(Pick(small, Op(">", A, TWO), small))) == ["return a > 2 if a < 5 else 0"]


def test_decided_test_that_may_fail_stays() -> None:
    """What is called, and what may be a fault, is worked out even where bounds decide a test of it."""
    called = Op(">=", Op("%", Call("note", (A, B)), Const(3)), ZERO)
    assert known(Return(called), others=(NOTE,)) == ["return note(a, b) % 3 >= 0"]
    assert known(
        If(Op("<", Op("==", Call("note", (A, B)), ONE), TWO), (Return(A),)), Return(B), others=(NOTE,)
    )[0] == ("if (note(a, b) == 1) < 2")
    product = Sure("*", Row("TEN", A), Row("TEN", B), 0)
    assert known(Return(Op(">", product, ZERO))) == ["return sure(TEN[a] * TEN[b], 0) > 0"]
    assert known(Set(2, product), Return(Op(">", C, ZERO)))[-1] == "return 1"


def test_words() -> None:
    """A word at a known place holds what was written there or read from it, until something else may write it."""
    assert known(Put(ZERO, 7, ONE), Return(Cell(ZERO, 7)))[-1] == "return 1"
    assert known(Set(2, Cell(ZERO, 7)), Return(Op("-", Cell(ZERO, 7), C)))[-1] == "return c - c"
    assert known(Put(ZERO, 7, ONE), Put(ZERO, 8, TWO), Return(Cell(ZERO, 7)))[-1] == "return 1"
    for change in (Put(A, 0, TWO), Fill(A, TWO), Do(Call("note", (A, B)))):
        assert (
            known(Put(ZERO, 7, ONE), change, Return(Cell(ZERO, 7)), others=(NOTE,))[-1] == "return cells[7]"
        )
    assert (
        known(Put(ZERO, 7, ONE), Set(2, Call("read", (A,))), Return(Cell(ZERO, 7)), others=(READ,))[-1]
        == "return 1"
    )
    late = Return(Op("+", Call("note", (A, B)), Cell(ZERO, 7)))
    assert known(Put(ZERO, 7, ONE), late, others=(NOTE,))[-1] == "return note(a, b) + cells[7]"


# -- the law ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", CHANGES)
@settings(max_examples=120)
@given(programs(), st.lists(st.integers(-5, 9), min_size=1, max_size=3), st.integers(0, 2**64 - 1))
def test_made_up(change: str, made_up: Program, arguments: list[int], seed: int) -> None:
    """A made-up program gives the same: numbers, faults and memory."""
    does_the_same(CHANGES[change], made_up, arguments, seed)
