"""Labels: who may know a value (8.1), as limits on the players, each with the read that sets it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve, frozen

from rulewright.dsl import typed
from rulewright.dsl.source import Span

Key = tuple[object, ...]
"""What an expression points at, comparable within one way through the rules: the same key, the same thing."""

Limit = tuple[str, Key]
"""`("nobody", ())`, `("only", player)`, `("not", player)`."""


@frozen(eq=False)
class Read:
    """One look at a face: in which zone, who sees it there, by which expression, of which component.

    `through` is the expression of the rule itself, when the look is taken inside a function that it calls.
    """

    zone: str
    sees: str
    expr: typed.Expr | None = None
    key: Key = ()
    through: typed.Expr | None = None
    named: Span | None = None
    """Where the value got a name, when it is met by that name."""


Label = Mapping[Limit, Read]
"""Every limit holds at once; none means that everyone may know it."""

EVERYONE: Label = {}


def join(labels: Iterable[Label]) -> Label:
    """Return the label of a value made of several: all limits together."""
    found: dict[Limit, Read] = {}
    for label in labels:
        for limit, read in label.items():
            found.setdefault(limit, read)
    return found


def stamped(label: Label, expr: typed.Expr, key: Key) -> Label:
    """Return the label of a face as that of an expression that reads it."""
    return {
        limit: read if read.expr is not None else evolve(read, expr=expr, key=key)
        for limit, read in label.items()
    }


def through(label: Label, call: typed.Expr) -> Label:
    """Return the label of a function's result as that of its call."""
    return {limit: evolve(read, through=call) for limit, read in label.items()}


def named(label: Label, span: Span) -> Label:
    """Return a label as that of a name given by `let`."""
    return {limit: evolve(read, named=span) for limit, read in label.items()}


def unseen(label: Label, reader: Key | None) -> Read | None:
    """Return a read that a player may not know, or None; without a reader, one that not everyone may know."""
    for (word, player), read in label.items():
        seen = reader is not None and (
            player == reader if word == "only" else word == "not" and player != reader
        )
        if not seen:
            return read
    return None


@frozen(eq=False)
class Known:
    """What is known of a name: who may know which value it has, who sees the face, what it points at."""

    label: Label
    face: Label
    key: Key
    home: Key | None = None
    """The place where it was found."""
