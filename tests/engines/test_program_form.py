"""Programs: what is examined, how they are shown, how they are built."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from engines.made_up import programs
from rulewright.dsl.source import Source, Span
from rulewright.interpreter.program.build import Builder, add, cell, const, op, pick
from rulewright.interpreter.program.examine import examine
from rulewright.interpreter.program.form import (
    Again,
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
from rulewright.interpreter.program.show import show_function, show_program
from rulewright.interpreter.program.walk import steps_in


def program(*steps: Step) -> Program:
    """Return a program whose `main` has these steps before its end, one parameter and one more local."""
    main = Function("main", 1, ("a", "b"), (*steps, Return(Const(0))))
    twice = Function("twice", 1, ("n",), (Return(Op("*", Get(0), Const(2))),))
    return Program({"main": main, "twice": twice}, {"TEN": (1, 2)}, [Site("range", None)], 10, ("main",))


def found(value: Value) -> list[str]:
    """Return what is wrong with a value."""
    return examine(program(Do(value)))


# -- examined -------------------------------------------------------------------------------------

A = Get(0)


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (Const(2**31), "2147483648 has more than 32 bits"),
        (Get(2), "there is no local 2"),
        (Cell(Const(4), 6), "`cells[10]` doesn't lie in memory"),
        (Cell(Const(-1)), "`cells[-1]` doesn't lie in memory"),
        (Row("ELEVEN", A), "there is no table `ELEVEN`"),
        (Row("TEN", Const(2)), "`TEN[2]` doesn't lie in the table"),
        (Op("**", A, A), "there is no operation `**`"),
        (Op("//", A, Const(0)), "`a // 0` divides by 0"),
        (Op("%", Op("+", A, Const(1)), Const(0)), "`(a + 1) % 0` divides by 0"),
        (Op("<<", A, Const(32)), "`a << 32`: a shift is by 0 to 31"),
        (Sure("+", A, A, 1), "there is no fault 1"),
        (Sure("//", A, A, 0), "`sure(a // a, 0)`: only `+`, `-` and `*` can be asked to be sure"),
        (Call("thrice", (A,)), "there is no function `thrice`"),
        (Call("twice"), "`twice` has 1 parameters, not 0"),
        (Draw(2, 0, A, A), "`draw(2, 0000000000000000, a, a)`: no such stream or key"),
        (Draw(0, 2**64, A, A), "`draw(game, 10000000000000000, a, a)`: no such stream or key"),
        (Draw(1, 0, A, Const(0)), "`draw(bots, 0000000000000000, a, 0)`: a bound is at least 1"),
    ],
)
def test_values(value: Value, fault: str) -> None:
    """A faulty value is found, also deep inside others."""
    assert found(value) == [f"main: {fault}"]
    good = Const(1)
    for outer in (
        Op("+", good, value),
        Op("<", value, good),
        Pick(value, good, good),
        Pick(good, value, good),
        Pick(good, good, value),
        Call("twice", (value,)),
        Cell(value),
        Row("TEN", Op("&", value, good)),
        Sure("-", value, good, 0),
        Draw(0, 1, value, good),
        Draw(0, 1, good, Op("+", value, good)),
    ):
        assert f"main: {fault}" in found(outer)


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (Set(2, A), "there is no local 2"),
        (Put(Const(3), 7, A), "`cells[10]` doesn't lie in memory"),
        (Leave("loop"), "`leave loop` isn't inside that loop"),
        (Loop("x", (If(A, (Again("y"),)), Leave("x"))), "`again y` isn't inside that loop"),
        (Fault(1), "there is no fault 1"),
        (Seed(Const(-1)), "`seed of game -1`: games count from 0"),
        (Copy(Const(8), A, Const(3)), "`cells[8]` and what follows doesn't lie in memory"),
        (Copy(A, Const(11), A), "`cells[11]` and what follows doesn't lie in memory"),
        (Fill(Const(-1), A), "`cells[-1]` and what follows doesn't lie in memory"),
        (Fill(A, Const(-1)), "-1 words can't be changed"),
        (Paste(A, "ELEVEN"), "there is no table `ELEVEN`"),
        (Paste(Const(9), "TEN"), "`cells[9]` and what follows doesn't lie in memory"),
    ],
)
def test_steps(step: Step, fault: str) -> None:
    """A faulty step is found, also inside others."""
    assert f"main: {fault}" in examine(program(step))
    for outer in (
        If(A, (step,)),
        If(A, (), (step,)),
        Loop("outer", (If(A, (Leave("outer"),)), step)),
        Switch(A, ((), (step,))),
        Switch(A, (), (step,)),
    ):
        assert f"main: {fault}" in examine(program(outer))


@pytest.mark.parametrize(
    "step",
    [
        Do(Get(7)),
        Set(0, Get(7)),
        Put(Get(7), 0, A),
        Put(A, 0, Get(7)),
        If(Get(7), ()),
        Switch(Get(7), ()),
        Return(Get(7)),
        Seed(Get(7)),
        Copy(Get(7), A, A),
        Copy(A, Get(7), A),
        Copy(A, A, Get(7)),
        Fill(Get(7), A),
        Fill(A, Get(7)),
        Paste(Get(7), "TEN"),
    ],
)
def test_values_of_steps(step: Step) -> None:
    """Each value of each step is looked at."""
    assert set(examine(program(step))) == {"main: there is no local 7"}


def test_two_loops_of_one_name() -> None:
    """Labels are unique in a function, not in a program."""
    loop = Loop("x", (Leave("x"),))
    assert examine(program(loop)) == []
    assert examine(program(loop, If(A, (loop,)))) == ["main: two loops are called `x`"]


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        ((), False),
        ((Do(A),), False),
        ((Return(A),), True),
        ((Fault(0),), True),
        ((If(A, (Return(A),)),), False),
        ((If(A, (Return(A),), (Fault(0),)),), True),
        ((Switch(A, ((Return(A),), ()), (Return(A),)),), False),
        ((Switch(A, ((Return(A),),)),), False),
        ((Switch(A, ((Return(A),),), (Fault(0),)),), True),
        ((Loop("x", (Do(A),)),), True),
        ((Loop("x", (If(A, (Leave("x"),)),)),), False),
        ((Loop("x", (Loop("y", (If(A, (Leave("x"),)),)),)),), False),
        ((Loop("x", (Loop("y", (If(A, (Again("x"),)),)),)),), True),
        ((Loop("x", (Return(A), Leave("x"))),), True),
    ],
)
def test_ends(body: tuple[Step, ...], ends: bool) -> None:
    """Every way through a function ends in `return` or `fault`, or never."""
    made = Program({"f": Function("f", 1, ("a",), body)}, {}, [Site("gap", None)], 1, ("f",))
    wanted = [] if ends else ["f: it can be followed to its end without `return` or `fault`"]
    assert examine(made) == wanted


def test_whole() -> None:
    """Names, tables and sizes of the whole program are looked at."""
    body = (Return(Const(0)),)
    wrong = Program(
        {"f": Function("g", 2, ("a",), body), "h": Function("h", -1, (), body)},
        {"BIG": (1, -(2**31) - 1)},
        [],
        -1,
        ("f", "k"),
    )
    assert examine(wrong) == [
        "there is no function `k` to call from outside",
        "memory has -1 words",
        "table `BIG`: -2147483649 has more than 32 bits",
        "f: it calls itself `g`",
        "f: 2 parameters of 1 locals",
        "h: -1 parameters of 0 locals",
    ]


@settings(max_examples=60)
@given(programs())
def test_made_up_programs_are_right(made_up: Program) -> None:
    """Nothing is found in programs that keep every promise; showing them gives a line for each step."""
    assert examine(made_up) == []
    lines = list(show_program(made_up))
    assert lines == list(show_program(made_up))
    for function in made_up.functions.values():
        text = "\n".join(show_function(function))
        assert text.count("loop loop") == sum(isinstance(step, Loop) for step in steps_in(function.body))


# -- shown ----------------------------------------------------------------------------------------


def test_shown() -> None:
    """A program is shown with its memory, tables and faults, then a line for each step."""
    text = "one\ntwo\n"
    span = Span(Source("game.yaml", text), 4, 7)
    body = (
        Set(2, Op("-", Op("-", Get(0), Const(1)), Op("-", Get(1), Get(2)))),
        Put(Op("+", Get(0), Const(4)), 3, Sure("*", Get(0), Op("+", Get(1), Const(1)), 0)),
        Loop(
            "deal",
            (
                If(Op("==", Cell(Const(3)), Const(-(2**31))), (Leave("deal"),), (Again("deal"),)),
                Switch(
                    Get(0), ((), (Do(Call("f", (Get(0), Const(1)))),), (Fault(0),), (Fault(0),)), (Fault(0),)
                ),
            ),
        ),
        Copy(Const(5), Get(0), Const(2)),
        Fill(Const(5), Get(0)),
        Paste(Get(0), "PIPS"),
        Seed(Op("+", Get(0), Const(1))),
        Return(
            Pick(Op("<", Get(0), Op("<", Get(1), Get(2))), Row("PIPS", Get(0)), Draw(0, 255, Get(0), Get(1)))
        ),
    )
    made = Program(
        {"f": Function("f", 2, ("card", "card", "n"), body, "actions.deal")},
        {"PIPS": tuple(range(18))},
        [Site("range", span), Site("gap", None)],
        90,
        ("f",),
    )
    assert (
        "\n".join(show_program(made))
        == """\
memory of 90 words
called from outside: f
table PIPS of 18
  0: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  16: 16, 17
fault 0: range  game.yaml:2:1
fault 1: gap

f(card, card_2)  actions.deal
  n = card - 1 - (card_2 - n)
  cells[card + 7] = sure(card * (card_2 + 1), 0)
  loop deal
    if cells[3] == none
      leave deal
    else
      again deal
    switch card
    case 0
    case 1
      do f(card, 1)
    case 2 to 3
      fault 0
    otherwise
      fault 0
  cells[5] = cells[card] and what follows, 2 in all
  cells[5] = 0 and what follows, card in all
  cells[card] = PIPS and what follows, all of it
  seed of game card + 1
  return PIPS[card] if card < (card_2 < n) else draw(game, 00000000000000ff, card, card_2)"""
    )


# -- built ----------------------------------------------------------------------------------------


def test_built() -> None:
    """What a builder makes is right and is what was meant."""
    b = Builder("main")
    n = b.parameter("n")
    total = b.let("total", const(0))
    with b.loop("round") as label:
        with b.when(op("<=", n, const(0))):
            b.leave(label)
        b.set(total, op("+", total, n))
        b.put(add(n, 2), total, 1)
        with b.when(const(False)):
            b.fault(9)
        with b.when(const(True)):
            b.set(n, add(n, -1))
    b.give(pick(n, cell(const(3), 1), total))
    made = Program({"main": b.done()}, {}, [], 20, ("main",))
    assert examine(made) == []
    assert list(show_function(made.functions["main"])) == [
        "main(n)",
        "  total = 0",
        "  loop round1",
        "    if n <= 0",
        "      leave round1",
        "    total = total + n",
        "    cells[n + 3] = total",
        "    n = n - 1",
        "  return cells[4] if n else total",
    ]
