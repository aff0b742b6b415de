"""The Python engine gives what the form says: values, and programs as a whole."""

from __future__ import annotations

import traceback

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.direct import Broken, Direct, Tired
from engines.made_up import programs
from engines.small import LEAST, MOST, A, B, C, ends, function, gives, grow, program, runs
from rulewright.interpreter.chance import below, game_seed
from rulewright.interpreter.engines.fast import FaultAt
from rulewright.interpreter.engines.python.engine import PythonEngine, TooDeep
from rulewright.interpreter.program.form import (
    Call,
    Cell,
    Const,
    Copy,
    Do,
    Draw,
    Fault,
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
    Seed,
    Set,
    Step,
    Sure,
    Switch,
    Value,
)

# -- values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "left", "right", "wanted"),
    [
        ("+", 5, -7, -2),
        ("-", 5, -7, 12),
        ("*", -5, 7, -35),
        ("//", -7, 2, -4),
        ("//", 7, -2, -4),
        ("%", -7, 3, 2),
        ("%", 7, -3, -2),
        ("&", -4, 7, 4),
        ("|", -4, 3, -1),
        ("^", -1, 5, -6),
        ("<<", 3, 4, 48),
        ("<<", 1, 31, LEAST),
        ("<<", 3, 31, LEAST),
        ("<<", 5, 30, 2**30),
        ("<<", -1, 31, LEAST),
        (">>", -5, 1, -3),
        (">>", LEAST, 31, -1),
        ("==", 4, 4, 1),
        ("!=", 4, 4, 0),
        ("<", LEAST, MOST, 1),
        ("<=", 4, 4, 1),
        (">", 4, 4, 0),
        (">=", 3, 4, 0),
    ],
)
def test_operations(op: str, left: int, right: int, wanted: int) -> None:
    """Every operation, with what is known beforehand and what isn't."""
    assert gives(Op(op, A, B), left, right) == wanted
    assert gives(Op(op, A, Const(right)), left) == wanted
    assert gives(Op(op, Const(left), B), 0, right) == wanted
    assert gives(Op(op, Const(left), Const(right))) == wanted


def test_brackets() -> None:
    """Operations inside operations keep their order."""
    assert gives(Op("-", A, Op("-", B, C)), 10, 4, 3) == 9
    assert gives(Op("*", Op("+", A, B), Op("-", B, C)), 10, 4, 3) == 14
    assert gives(Op("%", Op("//", A, B), C), 29, 2, 5) == 4
    assert gives(Op("<", Op("<", A, B), C), 3, 2, 1) == 1
    assert gives(Op("==", Op("==", A, B), Op("==", B, C)), 1, 2, 3) == 1
    assert gives(Op("+", Op("<<", A, B), C), 3, 2, 1) == 13
    assert gives(Op("&", Op("==", A, B), Op("+", C, Const(1))), 4, 4, 2) == 1


@pytest.mark.parametrize(
    ("op", "left", "right", "wanted"),
    [
        ("+", MOST, 0, MOST),
        ("+", MOST, 1, None),
        ("+", -MOST, -1, None),
        ("+", LEAST, 1, -MOST),
        ("+", LEAST, 0, None),
        ("-", -MOST, 0, -MOST),
        ("-", -MOST, 1, None),
        ("-", MOST, -1, None),
        ("*", 46341, 46341, None),
        ("*", -46341, 46341, None),
        ("*", 46340, -46340, -(46340**2)),
    ],
)
def test_sure(op: str, left: int, right: int, wanted: int | None) -> None:
    """Leaving the numbers of the language is a fault, on either side of them."""
    for sides in ((A, B), (A, Const(right)), (Const(left), B)):
        engine = runs(Put(Const(0), 0, Const(4)), Return(Sure(op, *sides, site=1)))
        if wanted is None:
            with pytest.raises(FaultAt) as found:
                engine.call("main", left, right, 0)
            assert found.value.site == 1
            assert engine.read(0, 1) == [4]
        else:
            assert engine.call("main", left, right, 0) == wanted


def test_sure_inside_sure() -> None:
    """Two sums that are looked after don't get in each other's way."""
    both = Sure("-", Sure("+", A, B, 0), Sure("*", A, C, 0), 1)
    assert gives(both, 10, 20, 3) == 0


def test_memory_and_tables() -> None:
    """Words are read with their offset, entries from their table."""
    engine = runs(
        Put(A, 3, Row("TEN", B)),
        Put(Const(0), 1, Op("+", Cell(Const(0), 1), Const(5))),
        Return(Op("-", Cell(Op("+", A, Const(1)), 2), Row("class", Const(0)))),
    )
    assert engine.call("main", 4, 1, 0) == -4
    assert engine.read(0, 9) == [0, 5, 0, 0, 0, 0, 0, -3, 0]
    engine.write(7, [8, 9])
    assert engine.read(6, 4) == [0, 8, 9, 0]
    with pytest.raises(IndexError):
        engine.write(39, [1, 2])
    assert len(engine.memory) == 40


def test_pick_works_out_only_one() -> None:
    """The way not taken isn't worked out."""
    safe = Pick(B, Op("//", A, B), Const(-1))
    assert gives(safe, 9, 2) == 4
    assert gives(safe, 9, 0) == -1
    assert gives(Pick(A, Op("==", Op("//", C, A), B), Const(0)), 0, 1, 2) == 0
    assert gives(Pick(Op(">", A, B), Const(1), Op("<", B, C)), 1, 2, 3) == 1


def test_both_tests_are_worked_out() -> None:
    """`&` and `|` of tests work out both, also where one would do."""
    note = function("note", Put(A, 0, Const(1)), Return(A))
    call = Op("==", Call("note", (B, B, B)), B)
    for name in ("&", "|"):
        for first in (Op("<", A, B), Op(">", A, B)):
            value = Op(name, first, call)
            for steps in ((Return(value),), (If(value, (Return(Const(1)),)), Return(Const(0)))):
                engine = runs(*steps, others=(note,))
                plain = Direct(engine.program)
                assert engine.call("main", 1, 7, 0) == plain.call("main", 1, 7, 0)
                assert engine.memory == plain.memory
                assert engine.read(7, 1) == [1]


def test_calls_in_order() -> None:
    """Arguments are worked out from left to right, an address before its value."""
    note = function(
        "note",
        Put(Cell(Const(0)), 1, A),
        Put(Const(0), 0, Op("+", Cell(Const(0)), Const(1))),
        Return(A),
        parameters=1,
    )
    three = function("three", Return(Op("-", A, Op("*", B, C))))
    said = [Call("note", (Const(number),)) for number in range(10)]
    engine = runs(
        Put(said[9], 10, said[8]),
        Copy(said[7], said[6], said[2]),
        Return(Op("+", Call("three", (said[3], said[1], said[2])), said[0])),
        others=(note, three),
    )
    assert engine.call("main", 0, 0, 0) == 1
    assert engine.read(1, 9) == [9, 8, 7, 6, 2, 3, 1, 2, 0]
    assert engine.read(19, 1) == [8]


def test_value_sees_what_came_before() -> None:
    """A word read before a call keeps its value, whatever the call does."""
    change = function("change", Put(Const(5), 0, Const(100)), Return(Const(1)), parameters=0)
    call = Call("change")
    engine = runs(
        Put(Cell(Const(5)), 0, call),
        Put(Const(5), 0, Const(2)),
        Put(Const(6), 0, Op("+", Cell(Const(5)), call)),
        Return(Const(0)),
        others=(change,),
    )
    engine.call("main", 0, 0, 0)
    assert engine.read(0, 7) == [1, 0, 0, 0, 0, 100, 3]


def test_draws() -> None:
    """Draws are those of `below`, by stream, key and counter, after every change of seeds."""
    keys = (17, 2**64 - 1)
    steps = [
        Put(Const(4 * stream + place), 0, Draw(stream, key, A, B))
        for stream in (0, 1)
        for place, key in enumerate(keys)
    ]
    engine = runs(*steps, Return(Const(0)))
    for seeds in ((0, 0), (1, 2), (2**64 - 1, 2**63)):
        if seeds != (0, 0):
            engine.seed(*seeds)
        for counter in (0, 1, 1023, 1024, MOST, -1):
            for bound in (1, 2, 6, 52, MOST):
                engine.call("main", counter, bound, 0)
                wanted = [[below(seed, key, counter, bound) for key in keys] for seed in seeds]
                assert [engine.read(0, 2), engine.read(4, 2)] == wanted


def test_seeds_of_a_series() -> None:
    """Each game of a series has its seeds, whichever came before; choosing seeds ends the series."""
    draws = (Draw(0, 17, Const(0), Const(1000000)), Draw(1, 17, Const(0), Const(1000000)))
    engine = runs(If(Op(">=", A, Const(0)), (Seed(A),)), Return(Pick(B, *draws)))
    for seeds in ((0, 0), (5, 2**64 - 1)):
        if seeds != (0, 0):
            engine.seed(*seeds)
        assert engine.call("main", -1, 1, 0) == below(seeds[0], 17, 0, 1000000)
        for index in (0, 3, 3, 1):
            found = [engine.call("main", index, game, 0) for game in (1, 0)]
            assert found == [below(game_seed(seed, index), 17, 0, 1000000) for seed in seeds]
    engine.seed(5, 6)
    assert engine.call("main", -1, 0, 0) == below(6, 17, 0, 1000000)


# -- the whole ------------------------------------------------------------------------------------


def test_names() -> None:
    """Names of rules may be words of Python, the engine's own, alike or strange."""
    odd = (
        "class",
        "M",
        "M",
        "draw",
        "fault",
        "t",
        "go",
        "é",
        "1st",
        "a b",
        "main",
        "",
        "print",
        "TEN",
        "case",
    )
    steps = (*[Set(number, Const(number)) for number in range(len(odd))],)
    total: Value = Const(0)
    for number in range(len(odd)):
        total = Sure("+", total, Get(number), 0)
    names = ("class", "M", "draw", "rules.x y", "rules x.y", "FaultAt", "BITS", "1", "")
    inner = [Function(name, 0, odd, (*steps, Return(total))) for name in names]
    called: Value = Const(0)
    for name in names:
        called = Op("+", called, Call(name))
    main = Function("main", 0, odd, (Set(1, called), Return(Op("+", Get(1), Op("<<", Const(1), Const(3))))))
    wanted = len(names) * sum(range(len(odd))) + 8
    assert PythonEngine(program(*inner, main)).call("main") == wanted


def test_locals_hide_nothing() -> None:
    """A local with the name of memory, of a table, of a function or of the engine's own hides none of them."""
    called, also = (function(name, Return(Op("*", A, Const(2)))) for name in ("called", "also"))
    names = (
        "M",
        "TEN",
        "called",
        "draw",
        "BITS",
        "FaultAt",
        "fault",
        "POINT_0",
        "range",
        "begin",
        "SWITCH_0",
        "n",
    )
    value: Value = Sure("+", Cell(A), Row("TEN", Const(0)), 0)
    for part in (Call("called", (B, B, B)), Draw(0, 5, A, Const(9)), Op("<<", Const(1), A)):
        value = Op("+", value, part)
    steps = (
        *[Set(number, Const(number)) for number in range(3, 11)],
        Put(A, 0, B),
        Switch(A, tuple((Do(Call(name, (A, B, B))),) for name in ("called", "also") * 4)),
        Set(11, Const(0)),
        Loop("x", (If(Op(">=", Get(11), Const(2)), (Leave("x"),)), Put(Get(11), 10, A), grow(11))),
        Return(value),
    )
    engine = PythonEngine(program(called, also, Function("main", 3, names, steps)))
    assert all(word in engine.source.text for word in ("SWITCH_0[", "POINT_0)", "range("))
    assert engine.call("main", 3, 4, 0) == 4 + 7 + 8 + below(0, 5, 3, 9) + 8
    assert engine.read(9, 4) == [0, 3, 3, 0]


def test_where_a_line_comes_from() -> None:
    """A traceback's lines lead back to the rules."""
    engine = PythonEngine(
        program(
            function("draws", Fault(1), rule="actions.draw"),
            function("main", Do(Call("draws", (A, B, C))), Return(A)),
        )
    )
    with pytest.raises(FaultAt) as found:
        engine.call("main", 1, 2, 3)
    lines = [f.lineno for f in traceback.extract_tb(found.value.__traceback__) if f.filename == "<program>"]
    assert [engine.where(line or 0) for line in lines] == ["main", "draws (actions.draw)"]
    assert engine.where(0) == ""


def test_memory_stays_after_a_fault() -> None:
    """What was written before a fault is there after it, and the engine goes on working."""
    engine = runs(Put(A, 0, B), If(C, (Fault(0),)), Put(A, 1, B), Return(B))
    with pytest.raises(FaultAt):
        engine.call("main", 3, 8, 1)
    assert engine.read(2, 4) == [0, 8, 0, 0]
    assert engine.call("main", 4, 9, 0) == 9
    assert engine.read(2, 4) == [0, 8, 9, 9]


def test_two_engines() -> None:
    """Two engines of one program share nothing."""
    one = runs(Put(A, 0, Draw(0, 3, Const(0), Const(1000000))), Return(Cell(A)))
    other = PythonEngine(one.program)
    one.seed(1, 0)
    other.seed(2, 0)
    first = one.call("main", 1, 0, 0)
    assert other.read(1, 1) == [0]
    assert other.call("main", 1, 0, 0) == below(2, 3, 0, 1000000)
    assert first == one.call("main", 1, 0, 0) == below(1, 3, 0, 1000000)


@settings(max_examples=150)
@given(programs(), st.lists(st.integers(-5, 9), min_size=1, max_size=3), st.integers(0, 2**64 - 1))
def test_made_up(made_up: Program, arguments: list[int], seed: int) -> None:
    """A made-up program gives the same numbers, the same faults and the same memory as its plain reading."""
    plain, fast = Direct(made_up, 20_000), PythonEngine(made_up)
    plain.seed(seed, 7)
    fast.seed(seed, 7)
    for argument in arguments:
        try:
            wanted = ends(plain, argument)
        except (Broken, Tired):
            assume(False)
        assert ends(fast, argument) == wanted
        assert fast.read(0, made_up.words) == plain.memory


def test_too_deep() -> None:
    """What Python can't take is said in words; what the form needs otherwise is taken."""

    def nested(depth: int) -> Step:
        step: Step = Return(A)
        for number in range(depth):
            step = Loop(f"loop{number}", (step,))
        return step

    assert runs(nested(15)).call("main", 3, 0, 0) == 3
    with pytest.raises(TooDeep, match="nested so deep"):
        runs(nested(40))
    value: Value = A
    for _ in range(60):
        value = Sure("+", value, Pick(B, C, Const(1)), 0)
    assert runs(Return(value)).call("main", 3, 1, 2) == 123
