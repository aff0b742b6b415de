"""Components that nobody can tell apart (6.7.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.dsl.types import Thing

if TYPE_CHECKING:
    from oracle.table import Table


def grouped(t: Table, found: list[Any]) -> dict[Any, Any]:
    """Return the first of those that look alike, by their looks (6.7.6); sets look alike member by member."""
    looks = appearances(t)
    first: dict[Any, Any] = {}
    for item in found:
        key = tuple(sorted(looks(m) for m in item)) if isinstance(item, list) else looks(item)
        first.setdefault(key, item)
    return first


def appearances(t: Table) -> Callable[[int], str]:
    """Return how a component looks where equal ones are merged: in a set, or in the undecided stretch of a pile;
    elsewhere like nothing else."""
    pointers = {
        v for (name, _), v in t.variables.items() if isinstance(t.load.rules.variables[name].type, Thing)
    }
    for (component, name, _), v in t.keeps.items():
        if isinstance(t.load.cards[component].kind.keeps[name].type, Thing):
            pointers.add(v)
    cache: dict[int, str] = {}

    def look(component: int) -> str:
        if component not in cache:
            spot = t.at[component]
            merged = t.load.spots[spot].zone.form == "set" or component in t.piles[spot].loose
            alone = not merged or component in pointers
            cache[component] = f"number {component}" if alone else f"in {spot}: {look_of(t, component)}"
        return cache[component]

    return look


def look_of(t: Table, component: int) -> str:
    """Return everything by which a component could be told apart from another."""
    card = t.load.cards[component]
    keeps = [(key[1:], v) for key, v in t.keeps.items() if key[0] == component]
    texts = [(name, [text.values for text in found]) for name, found in card.texts.items()]
    attached = []
    for spot in t.load.spots:
        dot = spot.zone.dot
        if dot is not None and isinstance(spot.zone.each[dot], Thing) and spot.indexes[dot] == component:
            inner = [look_of(t, c) for c in t.listed(spot.number)]
            rest = spot.indexes[:dot] + spot.indexes[dot + 1 :]
            attached.append((spot.zone.name, rest, sorted(inner) if spot.zone.form == "set" else inner))
    facts = (
        card.kind.name,
        card.owner,
        sorted(card.values.items()),
        texts,
        keeps,
        t.facing[component],
        attached,
    )
    return repr(facts)
