"""Orders -> lists in memory: a snapshot of members, sorted."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import typed
from rulewright.interpreter.program.build import add, cell, const, op
from rulewright.interpreter.program.context import Code
from rulewright.interpreter.program.dispatch import members
from rulewright.interpreter.program.folds import before, key
from rulewright.interpreter.program.form import Copy, Get, Value

Binders = tuple[tuple[typed.Local, typed.Expr], ...]


def snapshot(
    c: Code,
    binders: Binders,
    where: typed.Expr | None,
    order: typed.Order | None,
    start: int,
    room: int,
    also: Callable[[Value], None] | None = None,
) -> Get:
    """Write all members (of several binders one after the other) from `start` on; return how many there are. `also` is
    done with each member, the first binder's, before they are in order."""
    c = c.inner(c.env)
    b, width = c.b, len(binders)
    n = b.let("number", const(0))
    keys = order.keys if order is not None else ()
    kept = c.work.scratch(room * len(keys)) if keys else 0

    def member(over: str) -> None:
        at: Value = n
        if keys:
            here = [b.let("key", key(c, k)) for k in keys]
            at = b.let("at", n)
            with b.loop() as label:
                with b.when(op("<=", at, const(0))):
                    b.leave(label)
                last = op("+", op("*", op("-", at, const(1)), const(len(keys))), const(kept))
                best = [b.let("other", cell(last, k)) for k in range(len(keys))]
                with b.when(op("==", before(here, best), const(0))):
                    b.leave(label)
                b.set(at, op("-", at, const(1)))
            insert(c, kept, len(keys), at, n, here)
        if also is not None:
            also(value_of(c, binders[0][0]))
        insert(c, start, width, at, n, [value_of(c, local) for local, _ in binders], sorted_=bool(keys))
        b.set(n, add(n, 1))

    members(c, binders, where, member)
    return n


def value_of(c: Code, local: typed.Local) -> Value:
    """Return what a binder stands for."""
    found = c.env[local]
    assert not callable(found)
    return found


def insert(
    c: Code,
    start: int,
    width: int,
    at: Value,
    count: Value,
    values: list[Get] | list[Value],
    *,
    sorted_: bool = True,
) -> None:
    """Write an entry of several words at its place among others."""
    place = op("+", op("*", at, const(width)), const(start))
    if sorted_:
        rest = op("*", op("-", count, at), const(width))
        with c.b.when(op("<", at, count)):
            c.b.add(Copy(op("+", place, const(width)), place, rest))
    for n, value in enumerate(values):
        c.b.put(place, value, n)
