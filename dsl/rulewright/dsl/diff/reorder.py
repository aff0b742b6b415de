"""Statements of a block -> the one order that stands for all that come to the same."""

from __future__ import annotations

from attrs import define, field

from rulewright.dsl.diff.effects import Effects, independent
from rulewright.dsl.diff.naming import Form


@define
class Item:
    """A statement in a block: its form, what it touches, the locals it binds and uses."""

    form: Form
    effects: Effects
    binds: list[Form] = field(factory=list)
    uses: set[Form] = field(factory=set)
    key: str = ""


def canonical(items: list[Item]) -> list[Item]:
    """Return items in the one order that stands for all orders which come to the same.

    Of those that may come next, the one whose form is the smallest comes first.
    """
    for item in items:
        item.key = repr(item.form)
    before: list[set[int]] = []
    for number, item in enumerate(items):
        needed = set()
        for other in range(number):
            if not may_swap(items[other], item):
                needed.add(other)
        before.append(needed)
    found: list[Item] = []
    done: set[int] = set()
    while len(found) < len(items):
        ready = [n for n in range(len(items)) if n not in done and before[n] <= done]
        chosen = min(ready, key=lambda n: (items[n].key, n))
        done.add(chosen)
        found.append(items[chosen])
    return found


def may_swap(left: Item, right: Item) -> bool:
    """Tell whether two items may change places."""
    if left.key == right.key or any(token in right.uses for token in left.binds):
        return False
    return independent(left.effects, right.effects)
