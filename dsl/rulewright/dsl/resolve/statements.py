"""Statements -> typed statements (section 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import syntax, typed
from rulewright.dsl.resolve.binders import bind, facts, where
from rulewright.dsl.resolve.choices import choose, menu, offer, race, take
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import check, condition, number, source
from rulewright.dsl.resolve.deeds import deed
from rulewright.dsl.resolve.effects import (
    announce,
    assign,
    change,
    move,
    say,
    show,
    shuffle,
    swap,
    turn,
    write,
)
from rulewright.dsl.resolve.local_names import enter
from rulewright.dsl.resolve.orders import order
from rulewright.dsl.types import (
    INT,
    PLAYER,
    Bad,
    Int,
    Nothing,
    Player,
    comparable,
    named,
)

BlockTyper = Callable[[Context, syntax.Block, Scope], typed.Block]


def block(context: Context, nodes: syntax.Block, scope: Scope) -> typed.Block:
    """Type a block; locals are seen to its end, and what a left branch excludes is known behind it."""
    found: list[typed.Statement] = []
    scope = scope.child()
    for node in nodes:
        typed_statement = statement(context, node, scope)
        if typed_statement is None:
            continue
        found.append(typed_statement)
        if (
            isinstance(typed_statement, typed.If)
            and leaves(typed_statement.branches[0][1])
            and len(typed_statement.branches) == 1
        ):
            scope.facts.update(facts(typed_statement.branches[0][0], False))
    return tuple(found)


def leaves(nodes: typed.Block) -> bool:
    """Tell whether a block never runs on to what follows it."""
    return bool(nodes) and isinstance(nodes[-1], typed.End | typed.Wins)


def statement(context: Context, node: syntax.Statement, scope: Scope) -> typed.Statement | None:
    """Type one statement; None when a mistake leaves nothing of it."""
    return FORMS[type(node)](context, node, scope)


def let(context: Context, node: syntax.Let, scope: Scope) -> typed.Statement:
    value = source(context, node.value, scope, function=True)
    kind = value.type
    if isinstance(kind, Nothing):
        context.error("type-mismatch", "`none` alone can't be named", node.value.span)
    if isinstance(kind, Int):
        kind = INT.maybe() if kind.optional else INT
    return typed.Let(
        node.span, enter(context, typed.Local(node.name, kind, node.name_span, value), scope), value
    )


def do(context: Context, node: syntax.Do, scope: Scope) -> typed.Statement | None:
    found = deed(context, node.deed, scope)
    if isinstance(found, typed.DoProcedure):
        return typed.DoProcedure(node.span, found.deeds, found.through, found.arguments)
    return None if found is None else typed.DoPhase(node.span, found.phase)


def wins(context: Context, node: syntax.Wins, scope: Scope) -> typed.Statement:
    return typed.Wins(node.span, check(context, node.who, scope, PLAYER, "who wins"))


def end(context: Context, node: syntax.End, scope: Scope) -> typed.Statement:
    return typed.End(node.span, node.what)


def nothing(context: Context, node: syntax.Nothing, scope: Scope) -> typed.Statement:
    return typed.Pass(node.span)


def branch(context: Context, node: syntax.If, scope: Scope) -> typed.Statement:
    branches = []
    for test_node, body in node.branches:
        test = condition(context, test_node, scope)
        branches.append((test, block(context, body, scope.child(facts=facts(test, True)))))
        scope = scope.child(facts=facts(test, False))
    otherwise = block(context, node.otherwise, scope) if node.otherwise is not None else ()
    return typed.If(node.span, tuple(branches), otherwise)


def for_(context: Context, node: syntax.For, scope: Scope) -> typed.Statement:
    binders, inner = bind(context, node.binders, scope)
    test, inner = where(context, node.where, inner)
    member = binders[0][0] if len(binders) == 1 else None
    order_ = order(context, node.order, inner, member) if node.order is not None else None
    return typed.For(node.span, binders, test, order_, block(context, node.body, inner))


def together(context: Context, node: syntax.Together, scope: Scope) -> typed.Statement:
    binders, inner = bind(context, (node.binder,), scope)
    local, over = binders[0]
    if not isinstance(local.type, Player | Bad):
        context.error(
            "type-mismatch", f"players decide together, not {named(local.type)}", node.binder.source.span
        )
    test, inner = where(context, node.where, inner)
    inner = inner.child()
    inner.inside = "together"
    return typed.Together(node.span, local, over, test, block(context, node.body, inner))


def repeat(context: Context, node: syntax.Repeat, scope: Scope) -> typed.Statement:
    value = None
    inner = scope
    if node.value is not None and node.limit == "times":
        value = number(context, node.value, scope, "how often")
    elif node.value is not None:
        value = condition(context, node.value, scope)
        inner = scope.child(facts=facts(value, node.limit == "while"))
    return typed.Repeat(node.span, node.limit, value, block(context, node.body, inner))


FORMS: dict[type[syntax.Statement], Callable[[Context, Any, Scope], typed.Statement | None]] = {
    syntax.Let: let,
    syntax.Assign: assign,
    syntax.Change: change,
    syntax.Move: move,
    syntax.Swap: swap,
    syntax.Shuffle: shuffle,
    syntax.Turn: turn,
    syntax.Write: write,
    syntax.Show: show,
    syntax.Announce: announce,
    syntax.Say: say,
    syntax.Do: do,
    syntax.Wins: wins,
    syntax.End: end,
    syntax.Nothing: nothing,
    syntax.If: branch,
    syntax.For: for_,
    syntax.Together: together,
    syntax.Repeat: repeat,
    syntax.Choose: choose,
    syntax.Take: take,
    syntax.Race: race,
    syntax.Menu: lambda c, n, s: menu(c, n, s, block),
    syntax.Offer: lambda c, n, s: offer(c, n, s, block),
}

__all__ = ["block", "comparable"]
