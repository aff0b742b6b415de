"""Sentences at which the machine stops -> typed decisions (4.3)."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import syntax, typed
from rulewright.dsl.resolve.binders import bind, facts, where
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import check, condition, members, number, source
from rulewright.dsl.resolve.local_names import enter
from rulewright.dsl.resolve.orders import order
from rulewright.dsl.resolve.public import public
from rulewright.dsl.resolve.texts import words
from rulewright.dsl.source import Span
from rulewright.dsl.types import PLAYER, Bad, Int, Set, Type, is_bad

BlockTyper = Callable[[Context, syntax.Block, Scope], typed.Block]


def decider(context: Context, node: syntax.Expr, scope: Scope) -> typed.Expr | None:
    """Type who is asked; None is chance."""
    if isinstance(node, syntax.Name) and node.name == "chance":
        return None
    return check(context, node, scope, PLAYER, "who chooses")


def choice(
    context: Context, node: syntax.Choice, scope: Scope, local: typed.Local, *, chance: bool = False
) -> typed.Choice:
    """Type what is chosen from, and give the local its type (a set where several are chosen).

    `where` speaks of the whole set; for chance, which draws one after another, of the one that is drawn.
    """
    quantity = None
    if node.quantity is not None:
        low = number(context, node.quantity.low, scope, "how many") if node.quantity.low is not None else None
        high = (
            number(context, node.quantity.high, scope, "how many") if node.quantity.high is not None else None
        )
        if node.quantity.form == "exactly":
            low = high if low is None else low
            high = low
        quantity = typed.Quantity(low, high)
    over = odds_or_source(context, node.source, scope, chance=chance)
    element = members(over.type)
    several = quantity is not None and not chance
    local.type = Set(False, element) if several else element
    local.source = over
    inner = scope.child()
    inner.locals[local.name] = local
    test, inner = where(context, node.where, inner)
    if not several:
        local.type = inner.type_of(local)
    weighted = None
    if node.weighted is not None:
        if not chance:
            context.error(
                "type-aggregate",
                "only chance weighs",
                node.weighted.span,
                help="`chance chooses … weighted by …`",
            )
        weighted = number(context, node.weighted, inner, "a weight")
    if quantity is not None:
        local.type = Set(False, element)
    prompt = words(context, node.prompt, scope) if node.prompt is not None else None
    shown = public(context.rules, over) and public(context.rules, test)
    return typed.Choice(local, quantity, over, test, weighted, prompt, node.span, shown)


def odds_or_source(context: Context, node: syntax.Expr, scope: Scope, *, chance: bool) -> typed.Expr:
    """Type a source; for chance the name of a distribution, with its index, is one too."""
    name = node.name if isinstance(node, syntax.Name) else None
    index: tuple[syntax.Expr, ...] = ()
    if isinstance(node, syntax.Index) and isinstance(node.of, syntax.Name):
        name, index = node.of.name, node.args
    if name is not None and scope.find(name) is None and name in context.rules.odds:
        odds = context.rules.odds[name]
        if not chance:
            return context.bad(
                "name-misplaced", f"`{name}` is a distribution: only chance chooses from it", node.span
            )
        wanted = odds.by if odds.by is not None and not isinstance(odds.by, str) else None
        if (wanted is not None) != (len(index) == 1):
            return context.bad(
                "type-index", f"`{name}` takes {'one index' if wanted is not None else 'no index'}", node.span
            )
        at = check(context, index[0], scope, wanted.maybe(), "the index") if wanted is not None else None
        return typed.OddsRef(node.span, Set(False, odds.type), odds, at)
    return source(context, node, scope)


def choose(context: Context, node: syntax.Choose, scope: Scope) -> typed.Statement:
    """Type `P chooses x from …`."""
    who = decider(context, node.who, scope)
    local = typed.Local(node.name, Bad(), node.name_span)
    chance = who is None
    if chance and (node.may or (node.choice.quantity is not None and node.choice.quantity.form != "exactly")):
        context.error(
            "type-aggregate",
            "chance always chooses a fixed number",
            node.span,
            help="`chance chooses 2 x from …`",
        )
    found = choice(context, node.choice, scope, local, chance=chance)
    kind: Type = local.type
    if found.quantity is None and (node.may or node.if_any) and not is_bad(kind):
        kind = kind.maybe()
        context.careless.add(local)
    if node.may and node.if_any:
        context.error(
            "type-aggregate",
            "`may choose` needs no `if any`",
            node.span,
            help="declining is always possible: leave `if any` away",
        )
    if isinstance(kind, Int):
        kind = Int(kind.optional)
    local.type = kind
    enter(context, local, scope)
    return typed.Choose(node.span, who, node.may, found, node.if_any, node.name)


def take(context: Context, node: syntax.Take, scope: Scope) -> typed.Statement:
    """Type `P takes one of a, b`."""
    who = check(context, node.who, scope, PLAYER, "who takes an action")
    actions = []
    for name in node.actions:
        action = context.rules.actions.get(name.name)
        if action is None:
            context.unknown("action", name.name, name.span, context.rules.actions)
        elif action in actions:
            context.error("name-twice", f"`{name.name}` is listed twice", name.span, help="name it once")
        else:
            actions.append(action)
    prompt = words(context, node.prompt, scope) if node.prompt is not None else None
    if node.may and node.if_any:
        context.error("type-aggregate", "`may take` needs no `if any`", node.span)
    return typed.Take(node.span, who, node.may, tuple(actions), node.if_any, prompt)


def menu(context: Context, node: syntax.Menu, scope: Scope, block: BlockTyper) -> typed.Statement:
    """Type `P chooses one: …`."""
    who = check(context, node.who, scope, PLAYER, "who chooses")
    cases = []
    shown = True
    seen: dict[str, Span] = {}
    for case in node.cases:
        if case.text.raw in seen:
            context.error(
                "name-twice",
                f'the case "{case.text.raw}" stands twice',
                case.span,
                help="an answer is known by its text: change one",
            )
        seen[case.text.raw] = case.span
        test = condition(context, case.condition, scope) if case.condition is not None else None
        shown = shown and public(context.rules, test)
        inner = scope.child(facts=facts(test, True) if test is not None else {})
        cases.append(
            typed.Case(case.span, words(context, case.text, scope), test, block(context, case.body, inner))
        )
    prompt = words(context, node.prompt, scope) if node.prompt is not None else None
    return typed.Menu(node.span, who, node.may, node.if_any, prompt, tuple(cases), shown)


def offer(context: Context, node: syntax.Offer, scope: Scope, block: BlockTyper) -> typed.Statement:
    """Type `P may "Do it": …`."""
    who = check(context, node.who, scope, PLAYER, "who chooses")
    body = block(context, node.body, scope)
    otherwise = block(context, node.otherwise, scope) if node.otherwise is not None else ()
    return typed.Offer(node.span, who, words(context, node.prompt, scope), body, otherwise)


def race(context: Context, node: syntax.Race, scope: Scope) -> typed.Statement:
    """Type `race r among p in S …`."""
    binders, inner = bind(context, (node.binder,), scope)
    member, over = binders[0]
    if member.type != PLAYER and not is_bad(member.type):
        context.error("type-mismatch", "players race", node.binder.source.span)
    test, inner = where(context, node.where, inner)
    order_ = order(context, node.order, inner, member)
    prompt = words(context, node.prompt, scope) if node.prompt is not None else None
    local = enter(context, typed.Local(node.name, PLAYER.maybe(), node.name_span), scope)
    context.careless.add(local)
    return typed.Race(node.span, local, member, over, test, order_, prompt)
