"""Typed rules -> everything inside them, in written order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from attrs import fields

from rulewright.dsl import typed
from rulewright.dsl.source import Span


def blocks(rules: typed.Rules) -> Iterator[tuple[str, typed.Block]]:
    """Yield every block with its path: `procedures.refill`, `actions.buy`, `phases.main`, `setup`, `flow`."""
    yield "setup", rules.setup
    for procedure in rules.procedures.values():
        yield f"procedures.{procedure.name}", procedure.do
    for action in rules.actions.values():
        yield f"actions.{action.name}", action.do
    for phase in rules.phases.values():
        yield f"phases.{phase.name}", phase.do or phase.turn
    yield "flow", rules.flow


def statements(block: typed.Block) -> Iterator[typed.Statement]:
    """Yield the statements of a block and of all blocks inside it."""
    for statement in block:
        yield statement
        for inner in inner_blocks(statement):
            yield from statements(inner)


def inner_blocks(statement: typed.Statement) -> tuple[typed.Block, ...]:
    """Return the blocks directly inside a statement."""
    match statement:
        case typed.If(branches=branches, otherwise=otherwise):
            return (*(body for _, body in branches), otherwise)
        case typed.For(body=body) | typed.Together(body=body) | typed.Repeat(body=body):
            return (body,)
        case typed.Menu(cases=cases):
            return tuple(case.body for case in cases)
        case typed.Offer(body=body, otherwise=otherwise):
            return (body, otherwise)
        case _:
            return ()


NODES = (
    typed.Expr,
    typed.Words,
    typed.Order,
    typed.SortKey,
    typed.Seats,
    typed.Choice,
    typed.Quantity,
    typed.AllOf,
    typed.Some,
    typed.Case,
    typed.Statement,
)
"""What a walk goes into; declarations and locals are met, not entered."""


PLAIN = frozenset({str, int, bool, type(None), Span})
"""The classes of most values in which nothing is found."""


def expressions(node: object) -> list[typed.Expr]:
    """Return an expression and all inside it; of a statement all its own, those of inner blocks included."""
    found: list[typed.Expr] = []
    gather(node, found)
    return found


def gather(node: object, found: list[typed.Expr]) -> None:
    """Add an expression and all inside it."""
    kind: type[Any] = node.__class__
    items: Iterable[object]
    if issubclass(kind, tuple):
        items = cast("tuple[object, ...]", node)
    elif issubclass(kind, dict):
        items = cast("dict[object, object]", node).values()
    else:
        expression, names = PARTS.get(kind) or parts(kind)
        if expression:
            found.append(cast(typed.Expr, node))
        items = [getattr(node, name) for name in names]
    for item in items:
        if item.__class__ not in PLAIN:
            gather(item, found)


PARTS: dict[type, tuple[bool, tuple[str, ...]]] = {}
"""What `parts` has told before."""


def parts(kind: type) -> tuple[bool, tuple[str, ...]]:
    """Tell whether a class is one of expressions, and in which of its fields others may stand."""
    every = fields(kind) if issubclass(kind, NODES) else ()
    names = tuple(one.name for one in every if one.name not in ("span", "type"))
    PARTS[kind] = issubclass(kind, typed.Expr), names
    return PARTS[kind]


def chance_points(rules: typed.Rules) -> list[tuple[str, typed.Choose | None]]:
    """Return the names of all chance points with the sentence that makes each: shuffles first."""
    found: list[tuple[str, typed.Choose | None]] = []
    if rules.written.first_player is not None:
        found.append(("first_player", None))
    shuffled = {z.name for z in rules.zones.values() if z.lazy or z.refill_from is not None}
    for _, block in blocks(rules):
        shuffled |= {
            s.what.zone.name
            for s in statements(block)
            if isinstance(s, typed.Shuffle) and s.what.zone is not None
        }
    found += [(f"shuffle {name}", None) for name in rules.zones if name in shuffled]
    for path, block in blocks(rules):
        found += [
            (f"{path}.{s.name}", s)
            for s in statements(block)
            if isinstance(s, typed.Choose) and s.who is None
        ]
    return found
