"""The Python engine gives what the form says: each kind of step, and the loops that are written in short."""

from __future__ import annotations

import pytest

from engines.direct import Direct
from engines.small import LEAST, MOST, ZERO, A, B, C, ends, function, grow, program, runs
from rulewright.interpreter.engines.python.engine import PythonEngine
from rulewright.interpreter.program.form import (
    Again,
    Block,
    Call,
    Cell,
    Const,
    Copy,
    Do,
    Fault,
    Fill,
    Function,
    Get,
    If,
    Leave,
    Loop,
    Op,
    Paste,
    Put,
    Return,
    Row,
    Set,
    Step,
    Switch,
    Value,
)


def counted(*steps: Step, label: str = "loop") -> Step:
    """Return a loop in which D counts from 1, with A rounds at most."""
    return Loop(label, (If(Op(">=", Get(3), A), (Leave(label),)), grow(3), *steps))


def test_locals_are_zero() -> None:
    """Locals begin as 0, also where only some ways give them a value."""
    assert runs(If(A, (Set(3, B),)), Return(Get(3))).call("main", 0, 5, 0) == 0
    assert runs(If(A, (Set(3, B),)), Return(Get(3))).call("main", 1, 5, 0) == 5
    assert (
        runs(Loop("x", (If(A, (Leave("x"),)), Set(3, B), Set(0, Const(1)))), Return(Get(3))).call(
            "main", 1, 5, 0
        )
        == 0
    )
    engine = runs(Switch(A, ((Set(3, Const(7)),), ()), (Set(3, Const(8)),)), Return(Get(3)))
    assert [engine.call("main", number, 0, 0) for number in (0, 1, 2, -1)] == [7, 0, 8, 8]


def test_if() -> None:
    """Empty ways, ways that end, and one `if` after the other."""
    engine = runs(
        If(Op("==", A, Const(1)), (), (Set(1, Const(5)),)),
        If(A, ()),
        If(Op(">", A, Const(3)), (Return(Const(9)),), (If(A, (grow(1),), (grow(1, 10),)),)),
        Return(B),
    )
    assert [engine.call("main", number, 0, 0) for number in (0, 1, 2, 4)] == [15, 1, 6, 9]


def test_loop_forms() -> None:
    """A loop ends at its head, in its middle or at its end."""
    head = counted(grow(1, 2))
    turned = Loop("loop", (If(Op("<", Get(3), A), (grow(3), grow(1, 2)), (Leave("loop"),)),))
    middle = Loop("loop", (grow(3), If(Op(">", Get(3), A), (Leave("loop"),)), grow(1, 2)))
    end = Loop("loop", (grow(3), grow(1, 2), If(Op("<", Get(3), A), (Again("loop"),)), Leave("loop")))
    for loop in (head, turned, middle, end):
        assert runs(loop, Return(B)).call("main", 4, 0, 0) == 8
    assert runs(Loop("loop", (grow(1), If(Op(">", B, A), (Return(B),))))).call("main", 4, 0, 0) == 5


def around(*inner: Step) -> Block:
    """Return three loops, the innermost with these steps; the outer two have four rounds at most, in M[0], M[1]."""
    body: Block = inner
    for depth in (2, 1, 0):
        count = Cell(Const(depth))
        label = ("outer", "middle", "inner")[depth]
        begin = (Put(Const(depth), 0, Const(0)),)
        rounds = Put(Const(depth), 0, Op("+", count, Const(1)))
        mark = Put(Const(depth), 10, Op("+", Cell(Const(depth), 10), Const(1)))
        body = (*begin, Loop(label, (If(Op(">=", count, Const(4)), (Leave(label),)), rounds, *body, mark)))
    return (*body, Return(B))


@pytest.mark.parametrize("first", [Leave, Again])
@pytest.mark.parametrize("second", [Leave, Again])
@pytest.mark.parametrize(
    "to", [("outer", "middle"), ("outer", "outer"), ("inner", "outer"), ("middle", "inner")]
)
def test_jumps_over_loops(first: type[Leave], second: type[Leave], to: tuple[str, str]) -> None:
    """Two kinds of jumps out of three loops lead where they say."""
    steps = around(
        grow(1),
        If(Op("==", Op("%", B, Const(7)), Const(3)), (first(to[0]),)),
        If(Op("==", Op("%", B, Const(7)), Const(5)), (second(to[1]),)),
        If(Op(">", B, Const(60)), (Return(Const(-1)),)),
    )
    engine = runs(*steps)
    plain = Direct(engine.program)
    assert engine.call("main", 0, 0, 0) == plain.call("main", 0, 0, 0)
    assert engine.memory == plain.memory


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 9, 40, 300])
def test_switch(count: int) -> None:
    """A switch of any size finds its case, and none outside them."""
    cases = tuple((Set(1, Const(10 * number)),) for number in range(count))
    uneven = tuple((*case, grow(1)) if number % 3 else () for number, case in enumerate(cases))
    same = tuple(cases[number // 4] for number in range(count))
    ending = tuple((Return(Const(number)),) for number in range(count))
    for kind in (cases, uneven, same, ending):
        for otherwise in ((), (Set(1, Const(-1)),), (Fault(1),)):
            engine = runs(Switch(Op("+", A, Const(0)), kind, otherwise), Return(B))
            plain = Direct(engine.program)
            for number in {LEAST, -1, 0, 1, 2, 3, 4, count // 2, count - 1, count, count + 1, MOST}:
                assert ends(engine, number) == ends(plain, number)


def test_switch_of_calls() -> None:
    """Cases that call functions in the same way become a table of functions, beside others."""
    others = tuple(function(f"f{number}", Return(Op("+", A, Const(number)))) for number in range(20))
    calls = [Call(other.name, (B, A, A)) for other in others]
    for case in (lambda call: Set(2, call), Return, lambda call: Do(call)):
        cases = (*[(case(call),) for call in calls[:15]], (grow(2),), *[(case(call),) for call in calls[15:]])
        engine = runs(Switch(A, cases, (Fault(0),)), Return(C), others=others)
        assert "SWITCH_0[" in engine.source.text
        plain = Direct(engine.program)
        for number in range(-1, 23):
            assert ends(engine, number, 50) == ends(plain, number, 50)


def test_switch_of_unlike_calls() -> None:
    """Cases that call in another way, or keep the number elsewhere, aren't mixed up."""
    others = tuple(function(f"f{number}", Return(Op("+", A, Const(number)))) for number in range(12))
    alike = [Call(other.name, (A, A, A)) for other in others]
    for given in (
        [Set(1 + number % 2, call) for number, call in enumerate(alike)],
        [Set(2, Call(other.name, (Const(number % 2), A, A))) for number, other in enumerate(others)],
        [Set(2, call) if number < 6 else Do(call) for number, call in enumerate(alike)],
    ):
        engine = runs(Switch(A, tuple((step,) for step in given)), Return(Op("-", B, C)), others=others)
        for number in range(-1, 13):
            assert ends(engine, number, 5, 9) == ends(Direct(engine.program), number, 5, 9)


def test_switch_of_what_is_known() -> None:
    """What a value can be at all is used."""
    cases = tuple((Set(1, Const(10 * number)),) for number in range(8))
    engine = runs(Switch(Op("&", A, Const(7)), cases, (Fault(0),)), Return(B))
    assert "FaultAt" not in engine.source.text
    assert [engine.call("main", number, 0, 0) for number in (-1, 0, 13)] == [70, 0, 50]
    for few in range(5, 9):
        for value in (Op("&", A, Const(7)), Op("-", Op("&", A, Const(7)), Const(1)), Op("-", Const(6), A)):
            engine = runs(Switch(value, cases[:few], (Fault(0),)), Return(B))
            for number in range(8):
                assert ends(engine, number) == ends(Direct(engine.program), number)
    assert runs(Switch(Const(2), cases), Return(B)).call("main", 0, 0, 0) == 20
    assert runs(Switch(Const(9), cases, (Set(1, Const(-1)),)), Return(B)).call("main", 0, 0, 0) == -1


def test_places_that_go_on() -> None:
    """Locals and words that go on from their old number, with every operation."""
    for name in ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>"):
        engine = runs(
            Put(Const(3), 0, C),
            Put(Const(3), 0, Op(name, Cell(Const(3)), B)),
            Set(0, Op(name, A, B)),
            Return(A),
        )
        for numbers in ((7, 3, 5), (-7, 2, 5), (2**28, 3, 2**29)):
            plain = Direct(engine.program)
            assert engine.call("main", *numbers) == plain.call("main", *numbers)
            assert engine.memory == plain.memory


def test_copies() -> None:
    """Words are copied as if all at once, forwards and backwards; none if there are none."""
    for to, start, count in ((3, 0, 5), (0, 3, 5), (2, 2, 4), (7, 1, 0), (9, 1, 1)):
        engines = [
            runs(Copy(A, B, C), Return(Const(0))),
            runs(Copy(Const(to), Const(start), Const(count)), Return(Const(0))),
            runs(Copy(Op("*", A, Const(1)), Op("+", B, Const(0)), Op("//", C, Const(1))), Return(Const(0))),
        ]
        for engine in engines:
            engine.write(0, range(1, 13))
            wanted = list(range(1, 13))
            wanted[to : to + count] = wanted[start : start + count]
            engine.call("main", to, start, count)
            assert engine.read(0, 13) == [*wanted, 0]
            assert len(engine.memory) == 40


def test_fill_and_paste() -> None:
    """Words become 0, or a whole table."""
    for count in (0, 1, 3):
        for size in (C, Const(count), Op("*", C, Const(1))):
            for to in (A, Const(2), Op("*", A, Const(1))):
                engine = runs(Fill(to, size), Return(Const(0)))
                engine.write(0, [5] * 8)
                engine.call("main", 2, 0, count)
                assert engine.read(0, 8) == [5, 5, *[0] * count, *[5] * (6 - count)]
                assert len(engine.memory) == 40
    for to in (A, Const(2), Op("*", A, Const(1))):
        engine = runs(Paste(to, "TEN"), Return(Const(0)))
        engine.call("main", 2, 0, 0)
        assert engine.read(0, 6) == [0, 0, 7, -3, 5, 0]


# -- loops in short ---------------------------------------------------------------------------------


def total_of(end: Value, *rest: Step, first: Value = ZERO, own: bool = False) -> Function:
    """Return a `main` that adds 2 to B in each round of a loop that counts D in the last shape, or in the first one."""
    head, up = If(Op(">=", Get(3), end), (Leave("x"),)), grow(3)
    body = (head, Set(4, Get(3)), up, *rest, grow(1, 2)) if own else (head, *rest, grow(1, 2), up)
    steps = (Set(3, first), Loop("x", body), Return(B))
    return Function("main", 3, ("a", "b", "c", "n", "at"), steps)


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize(
    ("end", "rest", "counts"),
    [
        (Const(5), (), True),
        (A, (), True),
        (A, (Put(Get(3), 5, C),), True),
        (Cell(Const(0)), (Set(2, Const(1)),), True),
        (Cell(Const(0)), (Put(Const(0), 0, Const(2)),), False),
        (Cell(Const(0)), (If(C, (Fill(Const(0), Const(1)),)),), False),
        (Cell(Const(0)), (Do(Call("clear")),), False),
        (A, (If(Op("==", B, Const(4)), (Set(0, Const(3)),)),), False),
        (A, (If(Op("==", B, Const(4)), (Leave("x"),)),), True),
        (A, (grow(3),), False),
        (Call("clear"), (), False),
    ],
)
def test_loops_that_count(own: bool, end: Value, rest: Block, counts: bool) -> None:
    """Counting loops become `for`, unless something in them changes the end or the number."""
    clear = function("clear", Put(Const(0), 0, Const(1)), Return(Const(2)), parameters=0)
    for first in (Const(0), Const(2), C):
        rest = tuple(Put(Get(4), 5, C) if own and step == Put(Get(3), 5, C) else step for step in rest)
        engine = PythonEngine(program(clear, total_of(end, *rest, first=first, own=own)))
        plain = Direct(engine.program)
        for most in (-1, 0, 1, 4):
            for runner in (engine, plain):
                runner.write(0, [4, 3])
            assert ends(engine, most, 0, 1) == ends(plain, most, 0, 1)
            assert engine.memory == plain.memory
        assert ("for " in engine.source.text) == counts


def test_loops_that_only_seem_to_count() -> None:
    """A number that is read elsewhere, or a round that is begun anew before it counts, needs the loop as it is."""
    again = If(Op("==", Get(3), B), (grow(1, 5), Again("x")))
    last = total_of(A, again)
    anew = Function("main", 3, last.locals, (Set(3, Const(0)), *last.body[1:]))
    behind = Function("main", 3, last.locals, (*total_of(A).body[:2], Return(Get(3))))
    elsewhere = Function("main", 3, last.locals, (If(C, (Set(3, Const(1)),)), *total_of(A).body[1:]))
    own = total_of(A, own=True)
    read = Function("main", 3, last.locals, (*own.body[:2], Return(Get(3))))
    inside = total_of(A, Set(1, Op("+", B, Get(3))), own=True)
    for main in (last, anew, behind, elsewhere, read, inside):
        engine = PythonEngine(program(main))
        assert "for " not in engine.source.text
        plain = Direct(engine.program)
        for numbers in ((4, 0, 1), (4, 2, 0), (0, 0, 0)):
            assert ends(engine, *numbers) == ends(plain, *numbers)


@pytest.mark.parametrize(
    ("word", "rest", "goes_over"),
    [
        (Cell(Op("+", A, Get(4)), 1), (), "M[a + "),
        (Cell(Op("+", Get(4), A), 1), (), "M[a + "),
        (Cell(Op("-", Get(4), Const(1)), 2), (), "M["),
        (Row("TEN", Get(4)), (Put(Const(0), 0, Const(9)),), "TEN["),
        (Cell(Op("+", A, Get(4))), (Do(Call("reads")),), "M["),
        (Cell(Op("+", A, Get(4))), (If(Op("==", Get(5), Const(12)), (Leave("x"),)),), "M["),
        (Cell(Op("+", A, Get(4))), (Do(Call("clears")),), ""),
        (Cell(Op("+", A, Get(4))), (Put(Const(2), 0, Const(9)),), ""),
        (Cell(Op("+", A, Get(4))), (grow(0),), ""),
        (Cell(Op("+", A, Get(4))), (Set(6, Get(4)),), ""),
        (Cell(Op("+", Get(4), Cell(Const(0)))), (), ""),
        (Cell(Op("+", Cell(Const(0)), Get(4))), (), ""),
        (Cell(Op("-", Const(9), Get(4))), (), ""),
    ],
)
def test_loops_over_words(word: Value, rest: Block, goes_over: str) -> None:
    """A loop whose number only says which word comes next goes over the words, if nobody can tell."""
    clear = function("clear", Put(Const(3), 0, Const(1)), Return(Const(2)), parameters=0)
    clears = function("clears", Return(Call("clear")), parameters=0)
    reads = function("reads", Return(Cell(Const(3))), parameters=0)
    head = If(Op(">=", Get(3), B), (Leave("x"),))
    sums = Set(6, Op("+", Op("*", Get(6), Const(3)), Get(5)))
    for first in (Const(0), Const(1), C):
        body = (head, Set(4, Get(3)), grow(3), Set(5, word), *rest, sums)
        main = Function(
            "main",
            3,
            ("a", "b", "c", "n", "at", "member", "sum"),
            (Set(3, first), Loop("x", body), Return(Get(6))),
        )
        engine = PythonEngine(program(clear, clears, reads, main))
        assert engine.source.text.count("for member in ") == bool(goes_over)
        assert goes_over in engine.source.text
        plain = Direct(engine.program)
        for number in (-5, -1, 0, 1, 2, 3):
            for runner in (engine, plain):
                runner.write(0, range(10, 30))
            assert ends(engine, 1, number, 2) == ends(plain, 1, number, 2)
            assert engine.memory == plain.memory
