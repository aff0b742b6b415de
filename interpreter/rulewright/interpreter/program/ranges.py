"""A value -> the least and the greatest number it can be, as far as it can be told cheaply."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.interpreter.program.form import Const, Draw, Get, Op, Pick, Row, Sure, Value

LEAST, GREATEST = -(2**31), 2**31 - 1
LIMIT = 2**31 - 1
"""The whole numbers of the language are -LIMIT … LIMIT."""

Range = tuple[int, int]
ANY: Range = (LEAST, GREATEST)
Tables = Mapping[str, Range]
"""The least and the greatest entry of each table."""
Locals = Mapping[int, Range]
"""Bounds of some locals."""
NOTHING: Locals = {}


def range_of(value: Value, tables: Tables, locals_: Locals = NOTHING) -> Range:
    """Return bounds of a value; `+`, `-` and `*` are taken not to wrap around."""
    match value:
        case Const(value=number):
            return number, number
        case Get(local=local):
            return locals_.get(local, ANY)
        case Row(table=table):
            return tables[table]
        case Draw(bound=bound):
            return 0, max(0, range_of(bound, tables, locals_)[1] - 1)
        case Pick(then=then, otherwise=otherwise):
            a, b = range_of(then, tables, locals_), range_of(otherwise, tables, locals_)
            return min(a[0], b[0]), max(a[1], b[1])
        case Sure():
            low, high = raw(value, tables, locals_)
            return max(low, -LIMIT), min(high, LIMIT)
        case Op(op="==" | "!=" | "<" | "<=" | ">" | ">="):
            return 0, 1
        case Op(op="+" | "-" | "*"):
            low, high = raw(value, tables, locals_)
            return max(low, LEAST), min(high, GREATEST)
        case Op():
            return bits(value, tables, locals_)
        case _:
            return ANY


def raw(value: Op | Sure, tables: Tables, locals_: Locals = NOTHING) -> Range:
    """Return bounds of a sum, a difference or a product before anything looks whether it fits."""
    a, b = range_of(value.left, tables, locals_), range_of(value.right, tables, locals_)
    match value.op:
        case "+":
            return a[0] + b[0], a[1] + b[1]
        case "-":
            return a[0] - b[1], a[1] - b[0]
        case "<<":
            products = [x << y for x in a for y in (max(0, b[0]), min(31, max(0, b[1])))]
        case _:
            products = [x * y for x in a for y in b]
    return min(products), max(products)


def bits(value: Op, tables: Tables, locals_: Locals) -> Range:
    """Return bounds of what works on bits or divides."""
    a, b = range_of(value.left, tables, locals_), range_of(value.right, tables, locals_)
    match value.op:
        case "&" if a[0] >= 0 or b[0] >= 0:
            return 0, min(x[1] for x in (a, b) if x[0] >= 0)
        case "|" | "^" if a[0] >= 0 and b[0] >= 0:
            return 0, 2 ** max(a[1].bit_length(), b[1].bit_length()) - 1
        case ">>" if a[0] >= 0:
            return 0, a[1]
        case "//" if a[0] >= 0 and b[0] >= 1:
            return 0, a[1]
        case "%" if b[0] >= 1:
            return 0, b[1] - 1
        case "<<":
            low, high = raw(value, tables, locals_)
            return (low, high) if low >= LEAST and high <= GREATEST else ANY
        case _:
            return ANY


def table_ranges(tables: Mapping[str, tuple[int, ...]]) -> dict[str, Range]:
    """Return the least and the greatest entry of each table."""
    return {name: (min(table), max(table)) if table else (0, 0) for name, table in tables.items()}
