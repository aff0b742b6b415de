"""The Python engine gives what the form says."""

from __future__ import annotations

import traceback

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.direct import Broken, Direct, Tired
from engines.made_up import programs
from rulewright.interpreter.chance import below, game_seed
from rulewright.interpreter.engines.fast import FaultAt, Runner
from rulewright.interpreter.engines.python.engine import PythonEngine, TooDeep
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
    Function,
    Get,
    If,
    Leave,
    Loop,
    Op,
    Paste,
    Pick,
    Program,
    Put,
    Return,
    Row,
    Seed,
    Set,
    Site,
    Step,
    Sure,
    Switch,
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


# -- steps ----------------------------------------------------------------------------------------


def counted(*steps: Step, label: str = "loop") -> Step:
    """Return a loop in which D counts from 1, with A rounds at most."""
    return Loop(label, (If(Op(">=", Get(3), A), (Leave(label),)), grow(3), *steps))


def grow(local: int, by: int = 1) -> Step:
    """Return a step that adds to a local."""
    return Set(local, Op("+", Get(local), Const(by)))


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


def ends(runner: Runner, *numbers: int) -> tuple[str, int]:
    """Run `main`; return what comes of it."""
    try:
        parameters = runner.program.functions["main"].parameters
        return "gives", runner.call("main", *(*numbers, 0, 0, 0)[:parameters])
    except FaultAt as fault:
        return "fault", fault.site


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


def test_switch_of_what_is_known() -> None:
    """What a value can be at all is used."""
    cases = tuple((Set(1, Const(10 * number)),) for number in range(8))
    engine = runs(Switch(Op("&", A, Const(7)), cases, (Fault(0),)), Return(B))
    assert "FaultAt" not in engine.source.text
    assert [engine.call("main", number, 0, 0) for number in (-1, 0, 13)] == [70, 0, 50]
    assert runs(Switch(Const(2), cases), Return(B)).call("main", 0, 0, 0) == 20
    assert runs(Switch(Const(9), cases, (Set(1, Const(-1)),)), Return(B)).call("main", 0, 0, 0) == -1


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
    for main in (last, anew, behind, elsewhere):
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
        (Cell(Op("+", A, Get(4))), (grow(1, 0), Set(2, Get(4))), ""),
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
