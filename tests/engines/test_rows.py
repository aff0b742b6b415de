"""Rows of words that are compared with one value: found by shifts, as if they were looked at one by one."""

from __future__ import annotations

from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.engines.wasm.engine import WasmEngine
from rulewright.interpreter.engines.wasm.joins import Joins
from rulewright.interpreter.engines.wasm.rows import Rows
from rulewright.interpreter.program.build import cell, const, op, pick
from rulewright.interpreter.program.form import Function, Get, Program, Return, Value

WORDS = 80


def line(words: list[int], same: Value) -> Value:
    """Return whether all these words are the same value: each is only looked at if those before were."""
    found: Value = const(1)
    for word in reversed(words):
        found = pick(op("==", cell(const(word)), same), found, const(0))
    return found


def any_line(lines: list[list[int]], same: Value) -> Value:
    """Return whether all words of one of the rows are the same value."""
    return reduce(lambda rest, words: pick(line(words, same), const(1), rest), reversed(lines), const(0))


def program(value: Value) -> Program:
    """Return a program that works a condition out, with the value that is looked for as its parameter."""
    return Program({"main": Function("main", 1, ("same",), (Return(value),))}, words=WORDS, entries=("main",))


ROWS = st.lists(st.lists(st.integers(5, 66), min_size=2, max_size=5, unique=True), min_size=6, max_size=14)


@settings(max_examples=40)
@given(lines=ROWS, board=st.lists(st.integers(-1, 1), min_size=WORDS, max_size=WORDS), data=st.data())
def test_rows_anywhere(lines: list[list[int]], board: list[int], data: st.DataObject) -> None:
    """For boards at random and boards with one whole row."""
    value = any_line(lines, Get(0))
    assert isinstance(Joins().of(value), Rows)
    engine = WasmEngine(program(value))
    filled = list(board)
    for word in data.draw(st.sampled_from(lines)):
        filled[word] = 1
    for words in (board, filled, [1] * WORDS, [0] * WORDS):
        engine.write(0, words)
        for same in (-1, 0, 1, 2):
            there = any(all(words[word] == same for word in row) for row in lines)
            assert engine.call("main", same) == there


def test_rows_too_far_apart_are_compared_one_by_one() -> None:
    value = any_line([[0, 1, 2], [10, 20, 30], [40, 50, 64], [3, 4, 5]], Get(0))
    assert not isinstance(Joins().of(value), Rows)
    engine = WasmEngine(program(value))
    engine.write(0, [1] * WORDS)
    assert engine.call("main", 1) == 1
    assert engine.call("main", 0) == 0
