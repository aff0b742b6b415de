"""The WebAssembly engine gives what the form says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, get_args

import pytest
from attrs import evolve, fields, has
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from engines.direct import Broken, Direct, Tired
from engines.made_up import programs
from rulewright.interpreter.chance import GAMMA, MASK, below, game_seed, mix
from rulewright.interpreter.engines.fast import FaultAt, Runner
from rulewright.interpreter.engines.wasm import encode as e
from rulewright.interpreter.engines.wasm import helpers
from rulewright.interpreter.engines.wasm.engine import WasmEngine, WasmTrap, available
from rulewright.interpreter.engines.wasm.machine import Machine
from rulewright.interpreter.engines.wasm.module import module
from rulewright.interpreter.engines.wasm.self_test import program as small_program
from rulewright.interpreter.program.build import FOLDS
from rulewright.interpreter.program.examine import examine
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

NUMBERS = st.integers(-(2**31), 2**31 - 1)
SEEDS = st.integers(0, 2**64 - 1)
X, Y, Z = Get(0), Get(1), Get(2)


@pytest.fixture(autouse=True, scope="module")
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what is compiled here out of the user's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def function(name: str, parameters: int, *body: Step, more: int = 4) -> Function:
    """Return a function with a few locals besides its parameters."""
    return Function(name, parameters, tuple(f"local{n}" for n in range(parameters + more)), body)


def program(*functions: Function, words: int = 32, **tables: tuple[int, ...]) -> Program:
    """Return a program of which every function can be called."""
    names = tuple(f.name for f in functions)
    return Program({f.name: f for f in functions}, dict(tables), [Site("range", None)] * 9, words, names)


def outcome(runner: Runner, name: str, *arguments: int) -> tuple[str, int]:
    """Run a function; return what comes of it."""
    try:
        return "gives", runner.call(name, *arguments)
    except FaultAt as fault:
        return "fault", fault.site


def alike(made: Program, *arguments: int, memory: list[int] | None = None) -> None:
    """See to it that a program's first function does the same as its plain reading, guarded or not."""
    assert examine(made) == []
    plain = Direct(made)
    plain.write(0, memory or range(1, made.words + 1))
    wanted = outcome(plain, made.entries[0], *arguments)
    for guarded in (False, True):
        engine = WasmEngine(made, guarded)
        engine.write(0, memory or range(1, made.words + 1))
        assert outcome(engine, made.entries[0], *arguments) == wanted
        assert engine.read(0, made.words) == plain.memory


def test_available() -> None:
    """The engine can be used where the tests run."""
    assert available() is None


@settings(max_examples=200)
@given(programs(), st.lists(st.integers(-5, 9), min_size=1, max_size=3), SEEDS, st.booleans())
def test_made_up(made: Program, arguments: list[int], seed: int, guarded: bool) -> None:
    """A made-up program gives the same numbers, the same faults and the same memory as its plain reading."""
    plain, fast = Direct(made, 20_000), WasmEngine(made, guarded)
    plain.seed(seed, 7)
    fast.seed(seed, 7)
    for argument in arguments:
        try:
            wanted = outcome(plain, "main", argument)
        except (Broken, Tired):
            assume(False)
        assert outcome(fast, "main", argument) == wanted
        assert fast.read(0, made.words) == plain.memory


# -- every kind -----------------------------------------------------------------------------------

EVERYTHING = program(
    function(
        "main",
        1,
        Set(1, Const(0)),
        Seed(X),
        Loop(
            "outer",
            (
                Set(1, Op("+", Y, Const(1))),
                If(Op(">", Y, Const(9)), (Leave("outer"),)),
                Set(2, Const(0)),
                Loop(
                    "inner",
                    (
                        Set(2, Op("+", Z, Const(1))),
                        If(Op("==", Z, Const(3)), (Again("outer"),), ()),
                        Switch(
                            Op("%", Op("+", Y, Z), Const(5)),
                            (
                                (Put(Y, 2, Row("table", Z)),),
                                (),
                                (
                                    Put(Z, 0, Sure("+", Cell(Z, 3), Draw(0, 5, Y, Const(9)), 4)),
                                    Again("inner"),
                                ),
                                (Do(Call("other", (Y, Z))),),
                            ),
                            (Fill(Y, Const(2)),),
                        ),
                        Copy(Const(20), Y, Z),
                    ),
                ),
            ),
        ),
        Paste(Const(28), "table"),
        If(Op(">", X, Const(3)), (Fault(2),)),
        Return(Pick(X, Cell(X), Const(-8))),
    ),
    function("other", 2, Put(Const(0), 19, Op("*", X, Y)), Return(Op("-", Cell(Const(19)), X))),
    table=(7, -8, 2**31 - 1, -(2**31)),
)


def kinds(found: Any) -> Iterator[type]:
    """Return the kinds of nodes in a program or a part of it."""
    if isinstance(found, tuple):
        for part in found:
            yield from kinds(part)
    elif has(type(found)):
        yield type(found)
        for part in fields(type(found)):
            yield from kinds(getattr(found, part.name))


@pytest.mark.parametrize("argument", [0, 1, 3, 4])
def test_everything(argument: int) -> None:
    """A program of all kinds of values and steps does what its plain reading does."""
    used = {kind for made in EVERYTHING.functions.values() for kind in kinds(made.body)}
    assert used == {*get_args(Value), *get_args(Step)}
    alike(EVERYTHING, argument)


# -- numbers --------------------------------------------------------------------------------------

CONSTANTS = (-(2**31), -1000, -8, -7, -1, 0, 1, 2, 3, 7, 10, 64, 1024, 2**30, 2**31 - 1)


@cache
def operations() -> WasmEngine:
    """Return every operation: of two parameters, and with each constant on the right."""
    made = [function(op, 2, Return(Op(op, X, Y))) for op in FOLDS]
    made += [function(f"{op}{c}", 1, Return(Op(op, X, Const(c)))) for op in FOLDS for c in CONSTANTS]
    return WasmEngine(program(*made))


def defined(op: str, left: int, right: int) -> bool:
    """Tell whether the form says what an operation is."""
    if op in ("<<", ">>"):
        return 0 <= right < 32
    return op not in ("//", "%") or (right != 0 and (left, right) != (-(2**31), -1))


@settings(max_examples=400)
@given(st.sampled_from(sorted(FOLDS)), NUMBERS | st.integers(-9, 9), NUMBERS | st.integers(-9, 40))
@example("//", -(2**31), 2**31 - 1)
@example("%", 2**31 - 1, -(2**31))
@example("//", 7, -7)
@example("%", -7, 7)
def test_operations(op: str, left: int, right: int) -> None:
    """Operations wrap around and round down, for all numbers and for constants."""
    if defined(op, left, right):
        assert operations().call(op, left, right) == FOLDS[op](left, right)
    for constant in CONSTANTS:
        if defined(op, left, constant):
            assert operations().call(f"{op}{constant}", left) == FOLDS[op](left, constant)


@cache
def divisions() -> WasmEngine:
    """Return divisions of numbers that can't be negative, which need no rounding down."""
    natural = (
        Op("&", X, Const(1023)),
        Op("%", X, Const(77)),
        Op(">>", Op("&", X, Const(255)), Const(1)),
        Op("<", X, Y),
    )
    made = [
        function(f"{op}{n}", 2, Return(Op(op, value, Const(7))))
        for op in ("//", "%")
        for n, value in enumerate(natural)
    ]
    return WasmEngine(program(*made))


@given(NUMBERS, NUMBERS)
def test_division_of_natural_numbers(x: int, y: int) -> None:
    """Where a number can't be negative, division is the same."""
    for n, number in enumerate((x & 1023, x % 77, (x & 255) >> 1, int(x < y))):
        assert divisions().call(f"//{n}", x, y) == number // 7
        assert divisions().call(f"%{n}", x, y) == number % 7


@cache
def sums() -> WasmEngine:
    """Return sums that mustn't grow too large; one is worked out inside another."""
    made = [function(op, 2, Return(Sure(op, X, Y, 3))) for op in "+-*"]
    made.append(function("all", 3, Return(Sure("+", Sure("*", X, Y, 1), Sure("-", Const(5), Z, 2), 3))))
    return WasmEngine(program(*made))


EDGES = st.sampled_from(
    [-(2**31) + 1, -(2**31) + 2, -(2**30), -46341, -1, 0, 1, 46340, 46341, 2**30, 2**31 - 1]
)


@settings(max_examples=400)
@given(st.sampled_from("+-*"), NUMBERS | EDGES, NUMBERS | EDGES)
@example("-", -(2**31) + 1, 1)
@example("+", 2**31 - 1, 1)
@example("-", -(2**31) + 1, 0)
@example("*", 2**16, -(2**15))
def test_sure(op: str, left: int, right: int) -> None:
    """A sum that leaves the whole numbers of the language is a fault, at the very edge."""
    exact = {"+": left + right, "-": left - right, "*": left * right}[op]
    wanted = ("gives", exact) if abs(exact) < 2**31 else ("fault", 3)
    assert outcome(sums(), op, left, right) == wanted


@given(EDGES, EDGES, EDGES)
def test_sure_in_sure(x: int, y: int, z: int) -> None:
    """The first fault counts."""
    first, second = x * y, 5 - z
    sites = [(first, 1), (second, 2), (first + second, 3)]
    wanted = next(
        (("fault", site) for number, site in sites if abs(number) >= 2**31), ("gives", first + second)
    )
    assert outcome(sums(), "all", x, y, z) == wanted


# -- tests and jumps ------------------------------------------------------------------------------

LEAVES = st.sampled_from([X, Y, Z, Const(0), Const(1), Const(-2), Op("<", X, Y), Op("!=", Y, Const(0))])
TESTS = st.recursive(
    LEAVES,
    lambda inner: st.builds(Pick, inner, inner, inner) | st.builds(lambda a: Op("==", a, Const(0)), inner),
    max_leaves=9,
)


@settings(max_examples=150)
@given(TESTS)
def test_conditions(test: Value) -> None:
    """A test of tests holds or not, wherever it stands."""
    loop = Loop("loop", (If(test, (Leave("loop"),)), Return(Const(0))))
    again = Loop(
        "loop",
        (
            Set(3, Op("+", Get(3), Const(1))),
            If(Op(">", Get(3), Const(1)), (Leave("loop"),)),
            If(test, (Again("loop"),)),
            Leave("loop"),
        ),
    )
    made = program(
        function("value", 3, Return(test)),
        function("if", 3, If(test, (Return(Const(1)),)), Return(Const(0))),
        function("else", 3, If(test, (), (Return(Const(0)),)), Return(Const(1))),
        function("both", 3, If(test, (Set(3, Const(5)),), (Set(3, Const(6)),)), Return(Get(3))),
        function("leave", 3, loop, Return(Const(1))),
        function("again", 3, again, Return(Get(3))),
        function("pick", 3, Return(Pick(test, Const(4), Op("//", Const(9), Const(2))))),
    )
    plain, engine = Direct(made), WasmEngine(made)
    for name, numbers in product(made.entries, product((0, 1, -1), repeat=3)):
        assert engine.call(name, *numbers) == plain.call(name, *numbers)


def test_only_one_of_two_is_worked_out() -> None:
    """The other side of a Pick neither faults nor calls."""
    touch = function("touch", 0, Put(Const(0), 5, Const(99)), Return(Const(1)))
    made = program(
        function("main", 1, Return(Pick(X, Call("touch"), Sure("*", Const(2**20), Const(2**20), 1)))), touch
    )
    for number in (0, 1):
        alike(made, number)


@pytest.mark.parametrize("number", [-(2**31), -1, 0, 1, 2, 149, 299, 300, 301, 2**31 - 1])
def test_switch_of_many(number: int) -> None:
    """Each of hundreds of cases is found, empty ones do nothing, what is none of them is done otherwise."""
    cases: list[Block] = [(Set(1, Op("+", X, Const(n))),) if n % 7 else () for n in range(300)]
    cases[2] = (Set(1, Const(5)), Return(Const(77)))
    for otherwise in ((), (Set(1, Const(-4)),)):
        alike(program(function("main", 1, Switch(X, tuple(cases), otherwise), Return(Y))), number)


def test_switch_of_none() -> None:
    """A switch without cases is done otherwise."""
    alike(program(function("main", 1, Switch(X, (), (Set(1, Const(3)),)), Switch(X, ()), Return(Y))), 0)


def test_state_machine() -> None:
    """Cases that go on with the next state come to their end, from inside loops of their own."""
    body = Switch(
        Y,
        (
            (Set(1, Const(2)), Again("machine")),
            (
                Loop(
                    "own",
                    (Set(3, Op("+", Get(3), Const(1))), If(Op(">", Get(3), Const(4)), (Leave("machine"),))),
                ),
            ),
            (Set(1, Const(1)), If(X, (Again("machine"),), (Leave("machine"),))),
        ),
    )
    for number in (0, 1):
        alike(program(function("main", 1, Loop("machine", (body,)), Return(Get(3)))), number)


# -- memory ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("offset", [-3, 0, 4, 9])
def test_addresses(offset: int) -> None:
    """An address may be written as any sum: less than 0 and an offset, more and a negative one, a constant."""
    for at in (X, Op("-", Const(5), X), Op("&", X, Const(7)), Const(5), Const(-offset)):
        moved = Cell(at, offset + 3) if at != Const(-offset) else Cell(at, offset)
        made = program(function("main", 1, Put(at, offset + 4, Op("+", moved, Const(100))), Return(moved)))
        alike(made, 4)
    made = program(
        function("main", 1, Put(X, 10 - offset, Cell(X, 12 - offset)), Return(Cell(X, 11 - offset)))
    )
    alike(made, offset)


@pytest.mark.parametrize("count", [*range(20), 31])
@pytest.mark.parametrize("constant", [False, True])
def test_copy(count: int, constant: bool) -> None:
    """Words are copied as if all at once, whichever way they overlap."""
    many = Const(count) if constant else X
    for to, start in ((0, 33), (33, 0), (5, 6), (6, 5), (5, 8), (8, 5), (7, 7)):
        made = program(function("main", 1, Copy(Const(to), Const(start), many), Return(Const(0))), words=64)
        alike(made, count)
        made = program(function("main", 2, Copy(X, Op("+", X, Y), Const(count)), Return(Const(0))), words=80)
        alike(made, to, start - to)


@pytest.mark.parametrize("count", [*range(20), 40])
def test_fill_and_paste(count: int) -> None:
    """As many words are made 0 as it says, and tables of any length are pasted."""
    made = program(function("main", 1, Fill(Op("+", X, Const(3)), Const(count)), Return(Const(0))), words=50)
    alike(made, 4)
    made = program(function("main", 1, Fill(Const(5), X), Return(Const(0))), words=50)
    alike(made, count)
    table = tuple(range(-5, count - 5))
    made = program(function("main", 1, Paste(Op("+", X, Const(3)), "t"), Return(Const(0))), words=50, t=table)
    alike(made, 4)


def test_tables() -> None:
    """Tables lie outside memory, each with its own words, equal ones too; extreme numbers are kept."""
    made = program(
        function(
            "main",
            2,
            Fill(Const(0), Const(32)),
            Return(Op("^", Row("a", X), Op("^", Row("b", Y), Row("c", X)))),
        ),
        a=(1, -(2**31), 2**31 - 1),
        b=(-1, 5),
        c=(1, -(2**31), 2**31 - 1),
        none=(),
    )
    plain, engine = Direct(made), WasmEngine(made)
    for x, y in ((0, 0), (0, 1), (2, 1)):
        assert engine.call("main", x, y) == plain.call("main", x, y)


def test_memory_begins_empty() -> None:
    """Memory and seeds are 0; each engine has its own."""
    made = program(function("main", 1, Put(Const(0), 3, X), Return(Draw(1, 4, X, Const(1000)))), words=70_000)
    one, other = WasmEngine(made), WasmEngine(made)
    assert one.call("main", 5) == below(0, 4, 5, 1000)
    assert one.read(0, 5) == [0, 0, 0, 5, 0]
    assert not any(other.read(0, 70_000))
    one.write(69_998, [7, -8])
    assert one.read(69_997, 3) == [0, 7, -8]
    with pytest.raises(ValueError, match="size"):
        one.write(69_999, [1, 2])


# -- chance ---------------------------------------------------------------------------------------

KEYS = (0, 5, 0x8000000000000000, MASK)


@cache
def draws() -> WasmEngine:
    """Return draws of both streams by several keys."""
    names = product((0, 1), enumerate(KEYS))
    return WasmEngine(
        program(*(function(f"{s}.{n}", 2, Return(Draw(s, key, X, Y))) for s, (n, key) in names))
    )


@settings(max_examples=500)
@given(
    SEEDS,
    SEEDS,
    st.integers(0, 2**31 - 1) | st.integers(0, 50),
    st.integers(1, 2**31 - 1) | st.integers(1, 60),
)
def test_draws(game: int, bots: int, counter: int, bound: int) -> None:
    """Draws are those of `chance.below`."""
    draws().seed(game, bots)
    for stream, (n, key) in product((0, 1), enumerate(KEYS)):
        drawn = draws().call(f"{stream}.{n}", counter, bound)
        assert drawn == below((game, bots)[stream], key, counter, bound)


@given(SEEDS, SEEDS, st.integers(0, 2**31 - 1), st.integers(0, 5))
def test_series(game: int, bots: int, index: int, other: int) -> None:
    """Each game of a series has seeds of its own, found from those chosen outside; a new choice forgets them."""
    series().seed(game, bots)
    for number in (index, other):
        drawn = series().call("game", number)
        assert drawn == below(game_seed(game, number), 5, 1, 2**30)
        assert series().call("bots") == below(game_seed(bots, number), 5, 1, 2**30)
    series().seed(game, bots)
    assert series().call("bots") == below(bots, 5, 1, 2**30)


def test_series_begun_on_the_way() -> None:
    """A draw is of the seed that holds when its counter and bound are worked out."""
    begin = function("begin", 1, Seed(X), Return(Op("+", X, Const(1))))
    made = program(function("main", 1, Return(Draw(0, 5, X, Call("begin", (Const(2**30),))))), begin)
    for argument in (0, 1):
        alike(made, argument)


@cache
def series() -> WasmEngine:
    """Return draws of a game of a series."""
    drawn = [Draw(stream, 5, Const(1), Const(2**30)) for stream in (0, 1)]
    return WasmEngine(
        program(function("game", 1, Seed(X), Return(drawn[0])), function("bots", 0, Return(drawn[1])))
    )


def unmixed(value: int) -> int:
    """Return the state for which splitmix64 gives a value."""
    value ^= value >> 31 ^ value >> 62
    value = value * pow(0x94D049BB133111EB, -1, 2**64) & MASK
    value ^= value >> 27 ^ value >> 54
    value = value * pow(0xBF58476D1CE4E5B9, -1, 2**64) & MASK
    value ^= value >> 30 ^ value >> 60
    return (value - GAMMA) & MASK


@given(SEEDS, SEEDS)
def test_unmixed(value: int, other: int) -> None:
    """The way back from splitmix64's output leads back."""
    assert mix(unmixed(value)) == value
    assert unmixed(mix(other)) == other


def keyed(state: int, seed: int, counter: int, bound: int) -> tuple[int, int]:
    """Return a draw whose first state is the given one, by the engine and by `chance.below`."""
    key = unmixed(state ^ mix(counter)) ^ mix(seed)
    engine = WasmEngine(program(function("main", 2, Return(Draw(0, key, X, Y)))))
    engine.seed(seed, 0)
    return engine.call("main", counter, bound), below(seed, key, counter, bound)


@settings(max_examples=60)
@given(SEEDS, st.integers(0, 2**31 - 1), st.integers(3, 2**31 - 1), st.integers(0, 2**31 - 1))
@example(1, 0, 2**31 - 1, 0)
@example(1, 0, 2**30, 5)
def test_rejected_draws(seed: int, counter: int, bound: int, number: int) -> None:
    """A first output from the part that isn't used is drawn again: the key is chosen so that it comes up."""
    wanted = number % bound
    drawn, expected = keyed(unmixed(-(-wanted * 2**64 // bound)), seed, counter, bound)
    assert drawn == expected
    drawn, expected = keyed(unmixed(0), seed, counter, bound)
    assert drawn == expected
    rejected = 2**64 % bound != 0
    assert drawn == (mix(unmixed(0) + GAMMA & MASK) * bound >> 64 if rejected else 0)


@cache
def multiply() -> Machine:
    """Return a module of one function: the high word of a product."""
    high = helpers.high(0, 1) + e.i64(0) + helpers.op(e.I64_ADD)
    body = high + helpers.get(2) + helpers.op(e.I64_EXTEND_U, e.I64_SHR_U, e.I32_WRAP)
    kind = e.function_type([e.I64, e.I64, e.I32], [e.I32])
    return Machine(
        b"\0asm\1\0\0\0"
        + e.section(1, e.vector([kind]))
        + e.section(3, e.vector([e.unsigned(0)]))
        + e.section(7, e.vector([e.name("high") + b"\0\0"]))
        + e.section(10, e.vector([e.code([], body)]))
    )


@given(SEEDS, st.integers(0, 2**32 - 1))
@example(MASK, 2**32 - 1)
@example(2**32 - 1, 2**32 - 1)
@example(MASK, 2**31 - 1)
def test_high_word(value: int, factor: int) -> None:
    """The high word of a product of 64 and 32 bits is exact."""
    assert multiply().call("high", value, factor, 0) & 2**32 - 1 == value * factor >> 64


@given(st.integers(-(2**63), 2**64 - 1))
@example(-(2**63))
@example(2**63)
@example(63)
@example(64)
@example(-64)
@example(-65)
def test_numbers_in_code(value: int) -> None:
    """A number written with seven bits a byte reads as that number."""
    if value >= 0:
        assert sum((byte & 0x7F) << 7 * n for n, byte in enumerate(e.unsigned(value))) == value
    written = e.signed(value)
    read = sum((byte & 0x7F) << 7 * n for n, byte in enumerate(written))
    assert read - (written[-1] >> 6 & 1) * 2 ** (7 * len(written)) == value
    assert [byte >> 7 for byte in written] == [1] * (len(written) - 1) + [0]


# -- faults and traps -----------------------------------------------------------------------------


def test_fault_leaves_memory() -> None:
    """What was done before a fault stays done, deep inside calls too, and the engine goes on."""
    deep = function("deep", 1, Put(Const(0), 1, X), If(X, (Fault(8),)), Return(Const(6)))
    made = program(
        function("main", 1, Put(Const(0), 0, X), Do(Call("deep", (X,))), Put(Const(0), 2, X), Return(X)), deep
    )
    engine = WasmEngine(made)
    with pytest.raises(FaultAt) as caught:
        engine.call("main", 5)
    assert caught.value.site == 8
    assert engine.read(0, 3) == [5, 5, 0]
    assert engine.call("main", 0) == 0
    assert outcome(engine, "main", -2) == ("fault", 8)


WRONG = program(
    function("deeper", 1, Return(Op("+", Call("deeper", (Op("+", X, Const(1)),)), X))),
    function("far", 1, Return(Cell(X))),
    function("divide", 1, Return(Op("//", Const(5), X))),
    function("rest", 1, Return(Op("%", Const(5), X))),
    function("quotient", 1, Return(Op("//", Const(-(2**31)), X))),
    function("fine", 1, If(X, (Fault(7),)), Return(Const(3))),
)


@pytest.mark.parametrize(
    ("name", "argument", "why"),
    [
        ("deeper", 0, "too many calls inside one another"),
        ("far", 2**29, "an address outside memory"),
        ("far", -1, "an address outside memory"),
        ("divide", 0, "a division by 0"),
        ("rest", 0, "a division by 0"),
        ("quotient", -1, "a quotient of more than 32 bits"),
    ],
)
def test_traps(name: str, argument: int, why: str) -> None:
    """What no program may do is told from a fault of the rules, and the engine goes on."""
    engine = WasmEngine(WRONG)
    assert outcome(engine, "fine", 1) == ("fault", 7)
    with pytest.raises(WasmTrap, match=f"`{name}` came to {why}"):
        engine.call(name, argument)
    assert engine.call("fine", 0) == 3


REGIONS = program(
    function("cell", 1, Return(Cell(X, 2))),
    function("put", 1, Put(X, 2, Const(1)), Return(Const(0))),
    function("row", 1, Return(Row("table", X))),
    function("copy", 1, Copy(X, Const(0), Const(4)), Return(Const(0))),
    function("from", 1, Copy(Const(0), X, Const(4)), Return(Const(0))),
    function("fill", 1, Fill(X, Const(4)), Return(Const(0))),
    function("paste", 1, Paste(X, "table"), Return(Const(0))),
    function("copies", 2, Copy(X, Const(0), Y), Return(Const(0))),
    function("copied", 2, Copy(Const(0), X, Y), Return(Const(0))),
    function("fills", 2, Fill(X, Y), Return(Const(0))),
    words=20,
    table=(1, 2, 3, 4),
    other=(5, 6, 7, 8),
)


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("cell", -2, 17),
        ("put", -2, 17),
        ("row", 0, 3),
        ("copy", 0, 16),
        ("from", 0, 16),
        ("fill", 0, 16),
        ("paste", 0, 16),
    ],
)
def test_guarded(name: str, first: int, last: int) -> None:
    """A guarded engine stops at an address outside its region, even if something else lies there."""
    engine = WasmEngine(REGIONS, guarded=True)
    for argument in (first, last):
        engine.call(name, argument)
    for argument in (first - 1, last + 1, -(2**31), 2**31 - 1):
        with pytest.raises(WasmTrap, match=f"an address outside its region, in `{name}`"):
            engine.call(name, argument)


@pytest.mark.parametrize("name", ["copies", "copied", "fills"])
def test_guarded_moves(name: str) -> None:
    """A guarded engine stops at a move whose words don't all lie in memory."""
    engine = WasmEngine(REGIONS, guarded=True)
    for at, count in ((0, 20), (20, 0), (3, 17)):
        engine.call(name, at, count)
    for at, count in ((0, 21), (21, 0), (-1, 2), (5, -1), (2**31 - 1, 2**31 - 1)):
        with pytest.raises(WasmTrap, match="a move of words outside memory"):
            engine.call(name, at, count)


def test_guarded_parts_of_addresses() -> None:
    """Where a program promises that what an offset is added to isn't negative, a guarded engine sees to it."""
    promised = evolve(REGIONS, natural=True)
    for made, argument in ((REGIONS, -2), (promised, 0)):
        assert WasmEngine(made, guarded=True).call("cell", argument) == 0
    for argument in (-2, -1):
        with pytest.raises(WasmTrap, match="an address outside its region, in `cell`"):
            WasmEngine(promised, guarded=True).call("cell", argument)


def test_known_module() -> None:
    """An engine is made from a program's module where that is known already."""
    made = small_program()
    bare = Program(words=made.words, sites=made.sites, entries=made.entries)
    engine = WasmEngine(bare, wasm=module(made))
    engine.write(0, [11, 22, -33, 0, 0, 0, 0, 0])
    assert engine.call("test", 1) == 31
