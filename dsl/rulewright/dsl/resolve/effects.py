"""Simple effects -> typed statements: values, moves, facing, slips, speech (4.1)."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import syntax, typed
from rulewright.dsl.diagnostics import Related
from rulewright.dsl.resolve.binders import bind, where
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import check, expression, number, source
from rulewright.dsl.resolve.texts import words
from rulewright.dsl.types import (
    INT,
    PLAYER,
    Bad,
    Int,
    Player,
    Set,
    Thing,
    fits,
    is_bad,
    named,
)

BlockTyper = Callable[[Context, syntax.Block, Scope], typed.Block]


def target(
    context: Context, node: syntax.Expr, scope: Scope
) -> typed.VariableRef | typed.AttributeRef | None:
    """Type what is assigned to."""
    if isinstance(node, syntax.Name) and context.is_unknown(node.name, scope):
        known = [v for v in context.values if isinstance(context.values[v][0], typed.Variable)]
        far = f"write `let {node.name} = …` to name a value"
        context.unknown("variable", node.name, node.span, known, far=far)
        context.lost.add(node.name)
        return None
    found = expression(context, node, scope)
    if is_bad(found.type):
        return None
    if isinstance(found, typed.VariableRef):
        return found
    if isinstance(found, typed.AttributeRef):
        if not any(a.fixed for a in found.attributes):
            return found
        context.error(
            "type-target",
            f"`{found.attributes[0].name}` is printed on the component",
            node.span,
            help="attributes that change stand under `keeps`",
        )
        return None
    if isinstance(found, typed.LocalRef):
        context.error(
            "type-target",
            f"`{node.span.text}` is named by `let` or chosen: it never changes",
            node.span,
            help="what changes is declared under `variables`",
        )
    elif isinstance(found, typed.ConstantRef | typed.ParameterRef):
        context.error(
            "type-target", f"`{node.span.text}` never changes", node.span, help="what changes is a variable"
        )
    elif isinstance(found, typed.Place):
        context.error("type-target", "a zone isn't assigned", node.span, help="move components into it")
    else:
        context.error(
            "type-target",
            "this can't be assigned",
            node.span,
            help="only variables and attributes under `keeps` can",
        )
    return None


def assign(context: Context, node: syntax.Assign, scope: Scope) -> typed.Statement | None:
    left = target(context, node.target, scope)
    if left is None:
        expression(context, node.value, scope)
        return None
    value = check(context, node.value, scope, left.type, f"`{node.target.span.text}`")
    out_of_range(context, value, left)
    return typed.Store(node.span, left, value)


def out_of_range(context: Context, value: typed.Expr, left: typed.Expr) -> None:
    """Report a plain number outside the declared range."""
    if isinstance(value, typed.Value) and value.value is not None and isinstance(left.type, Int):
        low, high = left.type.low, left.type.high
        if (isinstance(low, int) and value.value < low) or (isinstance(high, int) and value.value > high):
            context.error(
                "type-range", f"{value.value} isn't in {low}..{'any' if high is None else high}", value.span
            )


def change(context: Context, node: syntax.Change, scope: Scope) -> typed.Statement | None:
    left = target(context, node.target, scope)
    value = number(context, node.value, scope, "the change")
    if left is None:
        return None
    if not isinstance(left.type, Int | Bad):
        context.error(
            "type-mismatch",
            f"only numbers are changed by `{node.op}=`, not {named(left.type)}",
            node.target.span,
        )
        return None
    total = typed.Arithmetic(node.span, INT, node.op, left, value, None)
    return typed.Store(node.span, left, total)


def selection(context: Context, node: syntax.Selection, scope: Scope) -> tuple[typed.Selection, Thing | None]:
    """Type what is moved, turned or shown; returns the kinds it may have."""
    found: typed.Selection
    if isinstance(node, syntax.AllOf):
        of = source(context, node.of, scope)
        found, kind = typed.AllOf(node.span, of), of.type
    elif isinstance(node, syntax.Some | syntax.Every):
        binders, inner = bind(context, (node.binder,), scope)
        test, inner = where(context, node.where, inner)
        local, of = binders[0]
        count = number(context, node.count, scope, "how many") if isinstance(node, syntax.Some) else None
        found, kind = typed.Some(node.span, count, local, of, test), Set(False, inner.type_of(local))
    else:
        value = expression(context, node, scope)
        found, kind = value, value.type
        if isinstance(value, typed.Place):
            context.error(
                "type-set",
                "say how many of it",
                node.span,
                help=f"`all of {node.span.text}`, `top of {node.span.text}`, `2 x in {node.span.text}`",
            )
            return found, None
        if isinstance(value, typed.LocalRef) and value.local in context.careless and value.type.optional:
            context.error(
                "type-unguarded",
                f"`{value.local.name}` may be `none` here",
                value.span,
                help=f"ask first: `if {value.local.name} is not none:`",
            )
    inner_kind = kind.of if isinstance(kind, Set) else kind
    if is_bad(inner_kind):
        return found, None
    if not isinstance(inner_kind, Thing):
        context.error("type-mismatch", f"components are expected, not {named(kind)}", node.span)
        return found, None
    return found, inner_kind


def one_place(context: Context, node: syntax.Expr, scope: Scope, what: str) -> typed.Place | None:
    """Type a single zone."""
    found = expression(context, node, scope)
    if is_bad(found.type):
        return None
    if not isinstance(found, typed.Place):
        context.error("type-zone", f"{what} must be a zone, not {named(found.type)}", node.span)
        return None
    if found.zone is not None and None in found.indexes:
        missing = [
            named(found.zone.each[n]).removeprefix("a ") for n, i in enumerate(found.indexes) if i is None
        ]
        context.error(
            "type-zone",
            f"`{node.span.text}` is several zones",
            node.span,
            help=f"which {' and '.join(missing)}? Write the index in brackets",
        )
        return None
    return found


def move(context: Context, node: syntax.Move, scope: Scope) -> typed.Statement | None:
    what, kind = selection(context, node.what, scope)
    to_bottom = isinstance(node.to, syntax.EndOf)
    to_node = node.to.of if isinstance(node.to, syntax.EndOf) else node.to
    to = one_place(context, to_node, scope, "the target")
    at = number(context, node.at, scope, "the place") if node.at is not None else None
    fields = attribute_fields(context, node.fields, kind, scope)
    if to is None:
        return None
    zone = to.zone
    if zone is not None:
        if zone.name in context.lost or (kind is not None and not kind.kinds):
            pass
        elif kind is not None and not set(kind.kinds) & set(zone.kinds):
            context.error(
                "type-holds",
                f"`{zone.name}` doesn't hold {named(kind.sure())}",
                node.to.span,
                help=f"it holds {', '.join(zone.kinds)}",
                related=[Related(zone.span, "declared here")],
            )
        elif kind is not None and not set(kind.kinds) <= set(zone.kinds):
            outside = sorted(set(kind.kinds) - set(zone.kinds))
            context.error(
                "type-holds",
                f"`{zone.name}` doesn't hold every {' or '.join(kind.kinds)}",
                node.to.span,
                help=f"a {outside[0]} doesn't belong there",
                related=[Related(zone.span, "declared here")],
            )
        if to_bottom and (not isinstance(node.to, syntax.EndOf) or node.to.top or zone.form != "pile"):
            context.error(
                "type-zone",
                "only `bottom of` a pile can be the target",
                node.to.span,
                help="without it, piles are laid on top, rows at the end",
            )
        if at is not None and zone.form != "row":
            context.error(
                "type-zone",
                f"`{zone.name}` has no places",
                node.to.span,
                help="`at` belongs to a zone `as: row`",
            )
    return typed.Move(node.span, what, to, to_bottom, at, fields)


def attribute_fields(
    context: Context, nodes: tuple[syntax.Field, ...], kind: Thing | None, scope: Scope
) -> tuple[tuple[typed.Attribute, typed.Expr], ...]:
    """Type `with a = e`."""
    found = []
    for node in nodes:
        attribute = None
        for name in kind.kinds if kind is not None else ():
            owner = context.rules.kinds.get(name)
            attribute = attribute or (owner.keeps.get(node.name) if owner is not None else None)
        if attribute is None:
            expression(context, node.value, scope)
            if kind is not None:
                known = [
                    k for n in kind.kinds if n in context.rules.kinds for k in context.rules.kinds[n].keeps
                ]
                context.unknown("attribute under `keeps`", node.name, node.name_span, known)
            continue
        value = check(context, node.value, scope, attribute.type, f"`{node.name}`")
        found.append((attribute, value))
    return tuple(found)


def swap(context: Context, node: syntax.Swap, scope: Scope) -> typed.Statement | None:
    left = expression(context, node.left, scope)
    if isinstance(left, typed.Place):
        first = one_place(context, node.left, scope, "the first")
        second = one_place(context, node.right, scope, "the second")
        if first is None or second is None:
            return None
        if (
            first.zone is not None
            and second.zone is not None
            and set(first.zone.kinds) != set(second.zone.kinds)
        ):
            context.error("type-holds", "the two zones hold different kinds", node.span)
        return typed.SwapPlaces(node.span, first, second)
    a, b = target(context, node.left, scope), target(context, node.right, scope)
    if a is None or b is None:
        return None
    if not fits(a.type, b.type) or not fits(b.type, a.type):
        context.error("type-mismatch", f"{named(a.type)} can't be swapped with {named(b.type)}", node.span)
    return typed.SwapValues(node.span, a, b)


def shuffle(context: Context, node: syntax.Shuffle, scope: Scope) -> typed.Statement | None:
    what = one_place(context, node.what, scope, "what is shuffled")
    if what is None:
        return None
    if what.zone is None or what.zone.form != "pile":
        context.error("type-zone", "only a pile is shuffled", node.what.span, help="declare it `as: pile`")
        return None
    what.zone.lazy = what.zone.seen_by == "nobody"
    return typed.Shuffle(node.span, what)


def turn(context: Context, node: syntax.Turn, scope: Scope) -> typed.Statement:
    what, _ = selection(context, node.what, scope)
    return typed.Turn(node.span, what, node.up)


def write(context: Context, node: syntax.Write, scope: Scope) -> typed.Statement | None:
    kind = context.rules.kinds.get(node.kind)
    if kind is None or kind.written.is_.value != "slip":
        for field in node.fields:
            expression(context, field.value, scope)
        if kind is not None:
            context.error(
                "type-mismatch",
                f"a {node.kind} can't be written",
                node.kind_span,
                help="only a kind that `is: slip` can",
            )
        else:
            slips = [k.name for k in context.rules.kinds.values() if k.written.is_.value == "slip"]
            context.unknown("slip", node.kind, node.kind_span, slips)
        return None
    on = one_place(context, node.on, scope, "where it is laid")
    given = {
        attribute.name: value
        for attribute, value in attribute_fields(context, node.fields, Thing(False, (node.kind,)), scope)
    }
    fields = []
    for name, attribute in kind.keeps.items():
        if name in given:
            fields.append((attribute, given[name]))
        elif attribute.start is not None:
            fields.append((attribute, attribute.start))
        elif not any(f.name == name for f in node.fields):
            context.error(
                "type-start",
                f"`{name}` must be given",
                node.span,
                help=f"`write {node.kind} on … with {name} = …`",
            )
    if on is None:
        return None
    if on.zone is not None and node.kind not in on.zone.kinds and on.zone.name not in context.lost:
        context.error(
            "type-holds",
            f"`{on.zone.name}` doesn't hold a {node.kind}",
            node.on.span,
            related=[Related(on.zone.span, "declared here")],
        )
    return typed.Write(node.span, kind, on, tuple(fields))


def player_or_all(context: Context, node: syntax.Expr, scope: Scope) -> typed.Expr:
    """Type a player, or `players`."""
    found = expression(context, node, scope)
    ok = isinstance(found.type, Player) or (isinstance(found.type, Set) and isinstance(found.type.of, Player))
    if not ok and not is_bad(found.type):
        return context.bad(
            "type-mismatch", f"a player or `players` is expected, not {named(found.type)}", node.span
        )
    return found


def show(context: Context, node: syntax.Show, scope: Scope) -> typed.Statement:
    found: typed.Selection
    if not isinstance(node.what, syntax.AllOf | syntax.Some | syntax.Every):
        value = expression(context, node.what, scope)
        if isinstance(value, typed.Place):
            return typed.Show(node.span, value, player_or_all(context, node.to, scope))
    found, _ = selection(context, node.what, scope)
    return typed.Show(node.span, found, player_or_all(context, node.to, scope))


def announce(context: Context, node: syntax.Announce, scope: Scope) -> typed.Statement:
    return typed.Announce(node.span, words(context, node.text, scope))


def say(context: Context, node: syntax.Say, scope: Scope) -> typed.Statement:
    who = check(context, node.who, scope, PLAYER, "who speaks")
    to = player_or_all(context, node.to, scope) if node.to is not None else None
    return typed.Say(node.span, who, words(context, node.text, scope), to)
