"""Names that can't stand where they are written: what was meant, and where the name does exist."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    Player,
    Thing,
    fits,
    named,
)

COUNTS = ("count", "size", "length", "len", "amount", "number")
"""How people ask for how many there are."""


def explain_unknown(context: Context, text: str, span: Span, scope: Scope) -> None:
    """Report an unknown bare name, saying where the name does exist."""
    rules = context.rules
    if text in context.types:
        found = context.types[text][0]
        if isinstance(found, Thing):
            context.error(
                "name-misplaced",
                f"`{text}` is a kind of component",
                span,
                help=f"to ask what something is, write `is a {text}`",
            )
        else:
            context.error(
                "name-misplaced", f"`{text}` is a type", span, help="types stand behind `in` and `from`"
            )
        return
    for family, thing in (("zone", rules.zones.get(text)), ("variable", rules.variables.get(text))):
        if thing is not None and thing.dot is not None:
            whose = thing.each[thing.dot]
            owner = "player" if isinstance(whose, Player) else named(whose)
            context.error(
                "name-misplaced",
                f"the {family} `{text}` belongs to a {owner.removeprefix('a ')}",
                span,
                help=f"write whose: `me.{text}`, `players.{text}`"
                if owner == "player"
                else f"write whose: `x.{text}`",
            )
            return
    function = rules.functions.get(text)
    if function is not None and function.subject is not None:
        asked_of = (
            "player" if function.subject.name == "me" else named(function.subject.type).removeprefix("a ")
        )
        context.error(
            "name-misplaced",
            f"`{text}` is asked of a {asked_of}",
            span,
            help=f"write whose: `{function.subject.name}.{text}`",
        )
        return
    if text in rules.procedures or text in rules.phases:
        context.error(
            "name-misplaced",
            f"`{text}` is something to do, not a value",
            span,
            help=f"write `do {text}`, or `can {text}` to ask whether it may be done",
        )
        return
    known = [*scope.names(), *context.values, *context.enum_values, "players", "first_player", "box"]
    context.unknown("value", text, span, known, help=meant_by(context, text, scope))


def meant_by(context: Context, text: str, scope: Scope) -> str:
    """Say what a bare name that is none may stand for: an attribute of something named here, or a printed text."""
    for local in scope.names():
        found = scope.find(local)
        kinds = found.type.kinds if found is not None and isinstance(found.type, Thing) else ()
        if any(
            text in context.rules.kinds[k].has or text in context.rules.kinds[k].keeps
            for k in kinds
            if k in context.rules.kinds
        ):
            return f"write `{local}.{text}`"
    for kind in context.rules.kinds.values():
        for row in kind.rows:
            for name_, printed in row.texts.items():
                if text in printed.values.values():
                    return f"it is a `{name_}`, which is only printed: ask for another attribute of the {kind.name}"
    return ""


def explain_attribute(context: Context, kind: Thing, text: str, span: Span) -> None:
    """Report an unknown property of a component; if only some of its kinds have it, say so."""
    if not kind.kinds:
        return
    rules = context.rules
    having = [
        k
        for k in kind.kinds
        if k in rules.kinds and (text in rules.kinds[k].has or text in rules.kinds[k].keeps)
    ]
    if having:
        context.error(
            "type-mismatch",
            f"only a {' or '.join(having)} has `{text}`",
            span,
            help=f"ask first: `… is a {having[0]} and …`",
        )
        return
    known: list[str] = ["owner"]
    for name_ in kind.kinds:
        if name_ in rules.kinds:
            known += [*rules.kinds[name_].has, *rules.kinds[name_].keeps]
    families: list[typed.Zone | typed.Variable] = [*rules.zones.values(), *rules.variables.values()]
    for family in families:
        if family.dot is not None and fits(kind.sure(), family.each[family.dot]):
            known.append(family.name)
    known += [
        f.name
        for f in rules.functions.values()
        if f.subject is not None and fits(kind.sure(), f.subject.type)
    ]
    help = "how many there are is `count(…)`" if text in COUNTS else ""
    context.unknown(f"property of a {' or '.join(kind.kinds)}", text, span, known, help=help)


def names_of_player(context: Context) -> list[str]:
    """Return what can stand behind the dot of a player."""
    rules = context.rules
    found = [z.name for z in rules.zones.values() if z.dot is not None and isinstance(z.each[z.dot], Player)]
    found += [
        v.name for v in rules.variables.values() if v.dot is not None and isinstance(v.each[v.dot], Player)
    ]
    return found + [
        f.name for f in rules.functions.values() if f.subject is not None and f.subject.name == "me"
    ]
