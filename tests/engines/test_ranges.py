"""Bounds of values hold for every number that a value can be."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.direct import OPERATIONS, Broken, operation
from rulewright.interpreter.program.form import Const, Get, Op, Pick, Row, Sure, Value
from rulewright.interpreter.program.ranges import range_of, table_ranges

TABLES = {"few": (3, 0, -4, 9), "one": (6,)}
SMALL = st.integers(-9, 40)
LEAVES = st.one_of(
    SMALL.map(Const), st.integers(0, 3).map(Get), st.sampled_from([Row("few", Get(4)), Row("one", Get(5))])
)


def grown(inner: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    """Return values with these inside."""
    operations = st.builds(Op, st.sampled_from(sorted(OPERATIONS)), inner, inner)
    masks = st.builds(lambda value, bound: Op("&", value, Const(bound)), inner, st.integers(0, 31))
    sure = st.builds(Sure, st.sampled_from(["+", "-", "*"]), inner, inner, st.just(0))
    return operations | masks | sure | st.builds(Pick, inner, inner, inner)


def number(value: Value, locals_: list[int]) -> int:
    """Work out a value without calls and memory."""
    match value:
        case Const(found):
            return found
        case Get(local):
            return locals_[local]
        case Row(table, at):
            return TABLES[table][number(at, locals_)]
        case Op(op, left, right) | Sure(op, left, right):
            return operation(op, number(left, locals_), number(right, locals_))
        case Pick(test, then, otherwise):
            return number(then if number(test, locals_) else otherwise, locals_)
        case _:
            raise ValueError(value)


NUMBERS = st.lists(st.integers(-(2**31), 2**31 - 1) | SMALL, min_size=4, max_size=4)


@settings(max_examples=400)
@given(st.recursive(LEAVES, grown, max_leaves=6), NUMBERS, st.integers(0, 3))
def test_bounds(value: Value, numbers: list[int], place: int) -> None:
    """What a value is lies between its bounds."""
    try:
        found = number(value, [*numbers, place, 0])
    except Broken:
        assume(False)
    low, high = range_of(value, table_ranges(TABLES))
    assert low <= found <= high


def test_what_is_told() -> None:
    """Bounds are as near as they are needed."""
    x = Get(0)
    told = {
        Op("&", x, Const(7)): (0, 7),
        Op("<", x, Const(7)): (0, 1),
        Op("%", x, Const(6)): (0, 5),
        Op("-", Op("&", x, Const(7)), Const(1)): (-1, 6),
        Op("|", Op("&", x, Const(5)), Const(2)): (0, 7),
        Op("<<", Op("&", x, Const(3)), Const(4)): (0, 48),
        Row("few", Get(4)): (-4, 9),
        Pick(x, Const(4), Row("one", Const(0))): (4, 6),
        x: (-(2**31), 2**31 - 1),
    }
    assert {value: range_of(value, table_ranges(TABLES)) for value in told} == told


OPERANDS: tuple[Value, ...] = (
    Const(-3),
    Const(0),
    Const(5),
    Get(0),
    Op("&", Get(1), Const(6)),
    Op("-", Op("&", Get(2), Const(6)), Const(3)),
    Row("few", Get(4)),
)


@pytest.mark.parametrize("op", sorted(OPERATIONS))
def test_bounds_of_operations(op: str) -> None:
    """Bounds hold for each operation, whatever the signs of its operands."""
    for left, right in product(OPERANDS, OPERANDS):
        value = Op(op, left, right)
        low, high = range_of(value, table_ranges(TABLES))
        for numbers in product((-(2**31), -7, 0, 12, 2**31 - 1), (0, 4, -1), (1, -1), (0,), (0, 2, 3)):
            try:
                found = number(value, [*numbers])
            except Broken:
                continue
            assert low <= found <= high, numbers
