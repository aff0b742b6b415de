"""Typed expressions -> whether everyone can tell their value from what everyone sees."""

from __future__ import annotations

import attrs

from rulewright.dsl import typed
from rulewright.dsl.types import Thing


def public(
    rules: typed.Rules, found: typed.Expr | None, seen: frozenset[typed.Function] = frozenset()
) -> bool:
    """Tell whether a value reads nothing but what everyone sees (8.1): places, counts, backs, variables."""
    match found:
        case None:
            return True
        case typed.AttributeRef(of=of, attributes=attributes, indexes=indexes):
            inner = public(rules, of, seen) and all(public(rules, i, seen) for i in indexes)
            return inner and (all(on_back(rules, a) for a in attributes) or face_seen(rules, of))
        case typed.OfKind(of=of):
            return public(rules, of, seen) and (backs_tell_kind(rules, of) or face_seen(rules, of))
        case typed.Call(function=function, arguments=arguments):
            if not all(public(rules, a, seen) for a in arguments):
                return False
            return function in seen or public(rules, function.body, seen | {function})
        case typed.Score():
            return all(public(rules, line.value, seen) for line in rules.score.values())
        case typed.Can(deeds=deeds, arguments=arguments, through=through):
            return (
                all(public(rules, a, seen) for a in arguments)
                and public(rules, through, seen)
                and all(public(rules, d.when, seen) for d in deeds)
            )
        case typed.Reveal():
            return True
        case _:
            return all(public(rules, child, seen) for child in children(found))


def children(found: typed.Expr) -> list[typed.Expr]:
    """Return the expressions directly inside one, in written order."""
    result: list[typed.Expr] = []
    for one in attrs.fields(type(found)):
        gather(getattr(found, one.name), result)
    return result


def gather(value: object, result: list[typed.Expr]) -> None:
    """Collect the expressions in a field."""
    if isinstance(value, typed.Expr):
        result.append(value)
    elif isinstance(value, tuple):
        for item in value:
            gather(item, result)
    elif isinstance(value, typed.Order):
        gather(value.keys, result)
    elif isinstance(value, typed.SortKey):
        gather(value.value, result)
    elif isinstance(value, typed.Seats):
        gather((value.start, value.of), result)


def on_back(rules: typed.Rules, attribute: typed.Attribute) -> bool:
    """Tell whether an attribute is seen wherever its component lies."""
    if attribute.open:
        return True
    back = rules.kinds[attribute.kind].back
    return back is not None and attribute.name in back


def face_seen(rules: typed.Rules, of: typed.Expr) -> bool:
    """Tell whether everyone sees the face of a component, by where it was found or where it can lie."""
    zone = place_of(of)
    if zone is not None:
        return zone.seen_by == "everyone"
    if isinstance(of.type, Thing):
        kinds = set(of.type.kinds)
        homes = [z for z in rules.zones.values() if kinds & set(z.kinds)]
        return all(z.seen_by == "everyone" for z in homes)
    return False


def place_of(of: typed.Expr) -> typed.Zone | None:
    """Return the zone in which an expression finds a component, when its form tells."""
    match of:
        case typed.LocalRef(local=local) if local.source is not None:
            return zone_of(local.source)
        case typed.EndOf(of=place) | typed.Over(fn="first" | "only", binders=((_, place), *_)):
            return zone_of(place)
        case _:
            return None


def zone_of(source: typed.Expr) -> typed.Zone | None:
    """Return the zone that a source lists."""
    match source:
        case typed.Place(zone=zone):
            return zone
        case typed.Union(each=each):
            return zone_of(each)
        case typed.Every(source=inner) | typed.EndsOf(of=inner):
            return zone_of(inner)
        case typed.Call(function=function) if function.body is not None:
            return zone_of(function.body)
        case typed.LocalRef(local=local) if local.source is not None:
            return zone_of(local.source)
        case _:
            return None


def backs_tell_kind(rules: typed.Rules, of: typed.Expr) -> bool:
    """Tell whether the kind shows on the back: all kinds it may be have backs of their own."""
    return isinstance(of.type, Thing) and all(
        rules.kinds[k].back is not None for k in of.type.kinds if k in rules.kinds
    )
