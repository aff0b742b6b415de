"""What an expression is in the program: its value, or the loop over its members. Each module enters its forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rulewright.dsl import typed
from rulewright.dsl.cells import NONE
from rulewright.interpreter.program.build import const, op
from rulewright.interpreter.program.context import Code, Each
from rulewright.interpreter.program.form import Block, Const, Value

VALUES: dict[type[typed.Expr], Callable[[Code, Any], Value]] = {}
"""The forms that are one value."""
SOURCES: dict[type[typed.Expr], Callable[[Code, Any, Each], None]] = {}
"""The forms that have members."""


def value(c: Code, e: typed.Expr) -> Value:
    """Return the value of an expression that isn't a set."""
    return VALUES[type(e)](c, e)


def each(c: Code, source: typed.Expr, do: Each) -> None:
    """Go over the members of a source in order. `do` gets the member and the label behind the last."""
    SOURCES[type(source)](c, source, do)


def plain(c: Code, e: typed.Expr) -> Value:
    """Return a value as a constant or local, so that it can be read several times."""
    return c.b.held("value", value(c, e))


def lazily(c: Code, e: typed.Expr) -> tuple[Block, Value]:
    """Return an expression with the steps it needs, to be done only when it counts."""
    with c.b.block() as steps:
        found = value(c, e)
    return tuple(steps), found


def sure(c: Code, e: typed.Expr) -> Value:
    """Return a value that isn't `none`, guarded where it could be."""
    found = value(c, e)
    if not e.type.optional or (isinstance(found, Const) and found.value != NONE):
        return found
    found = c.b.held("sure", found)
    with c.b.when(op("==", found, const(NONE))):
        c.b.fault(c.work.site("none", e.span))
    return found


@contextmanager
def when(c: Code, test: typed.Expr | None) -> Iterator[None]:
    """Steps that are done if a condition holds; `and` is asked one after the other."""
    if test is None:
        yield
    elif isinstance(test, typed.And):
        with when(c, test.items[0]):
            rest = test.items[1:]
            if len(rest) == 1:
                with when(c, rest[0]):
                    yield
            else:
                with when(c, typed.And(test.span, test.type, rest)):
                    yield
    else:
        with c.b.when(value(c, test)):
            yield


def members(
    c: Code,
    binders: tuple[tuple[typed.Local, typed.Expr], ...],
    where: typed.Expr | None,
    do: Callable[[str], None],
) -> None:
    """Go over the members of binders, each bound, with their condition; `do` gets the label behind all."""

    def go(left: tuple[tuple[typed.Local, typed.Expr], ...], over: str) -> None:
        if not left:
            with when(c, where):
                do(over)
            return
        (name, source), rest = left[0], left[1:]

        def inner(member: Value, label: str) -> None:
            c.bound(name, member)
            go(rest, over or label)

        each(c, source, inner)

    go(binders, "")
