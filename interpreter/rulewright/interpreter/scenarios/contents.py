"""What lies somewhere, compared with what a test says lies there."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import tree
from rulewright.interpreter.engines.reference.places import State
from rulewright.interpreter.scenarios.model import Wrong, scalar
from rulewright.interpreter.scenarios.naming import Item, Names, item

Shown = Callable[[int], bool]
"""Whether a component's face is seen (or known) by the one who is asked."""


def items(data: tree.Data) -> list[Item]:
    """Read a content: a list of entries, one entry, or nothing."""
    if isinstance(data, tree.Sequence):
        return [item(scalar(i)) for i in data.items]
    if isinstance(data, tree.Mapping):
        raise Wrong("a list of components is expected here", data.span)
    text = data.text.strip()
    return [] if text in ("", "nothing", "none") else [item(text)]


def same(
    names: Names, s: State, wanted: list[Item], found: list[int], *, ordered: bool, seen: Shown | None = None
) -> bool:
    """Tell whether components are what a content says; unordered ones in any order."""
    open_end = bool(wanted) and wanted[-1].rest
    listed = [i for i in wanted if not i.rest]
    single: list[Item] = [Item(1, i.words, i.hidden) for i in listed for _ in range(i.count)]
    if len(found) < len(single) or (len(found) > len(single) and not open_end):
        return False

    def fits(entry: Item, component: int) -> bool:
        if seen is not None and entry.hidden:
            return not seen(component) and names.fits_beside(s, component, names.expand(entry.words))
        if seen is not None and not seen(component):
            return False
        return entry.hidden or names.fits(s, component, names.expand(entry.words))

    if ordered:
        return all(fits(entry, component) for entry, component in zip(single, found, strict=False))
    return matched(single, found, fits)


def matched(wanted: list[Item], found: list[int], fits: Callable[[Item, int], bool]) -> bool:
    """Tell whether every entry has a component of its own (augmenting paths)."""
    taken: dict[int, int] = {}

    def place(entry: int, tried: set[int]) -> bool:
        for component in found:
            if component not in tried and fits(wanted[entry], component):
                tried.add(component)
                if component not in taken or place(taken[component], tried):
                    taken[component] = entry
                    return True
        return False

    return all(place(n, set()) for n in range(len(wanted)))
