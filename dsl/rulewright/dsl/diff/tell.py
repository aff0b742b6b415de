"""Names, numbers and tables -> a designer's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import types as t
from rulewright.dsl.diff.changes import Grid
from rulewright.dsl.types import Type

if TYPE_CHECKING:
    from rulewright.dsl.diff.facets import Side


def label(side: Side, name: str) -> str:
    """Return what a name is called at the table: its label in the draft's language, else its words."""
    language = side.rules.written.language
    for entry in side.rules.written.words:
        if entry.key.value == name and entry.text is not None:
            found = entry.text.values.get(language) or entry.text.values.get("")
            if found:
                return found
    return name.replace("_", " ")


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a text that ends like a sentence."""
    return text if not text or text[-1] in ".!?。:" or text.endswith((".)", ".”", '."')) else text + "."


def listed(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """Return words as one reads them aloud: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def instead(before: str, now: str) -> str:
    """Return old and new with the direction in words."""
    way = direction(before, now)
    return f"{now} instead of {before}" + (f" ({way})" if way else "")


def direction(before: str, now: str) -> str:
    """Return how much more or less a number is."""
    try:
        step = int(now) - int(before)
    except ValueError:
        return ""
    return f"{step} more" if step > 0 else f"{-step} less" if step < 0 else ""


def mark(before: str, now: str) -> str:
    """Return `^` under a number that went up, `v` under one that went down, `*` under another change."""
    if before == now:
        return ""
    way = direction(before, now)
    return "^" if way.endswith("more") else "v" if way.endswith("less") else "*"


def grid(index: str, heads: list[str], before: list[str], now: list[str], label: str = "") -> Grid:
    """Return a table with its marks."""
    marks = tuple(mark(a, b) for a, b in zip(before, now, strict=True))
    return Grid(index, tuple(heads), tuple(before), tuple(now), marks, label)


def index_name(side: Side, by: Type | str, used: str = "") -> str:
    """Return what an index is called."""
    if isinstance(by, str):
        return by.replace("_", " ")
    match by:
        case t.Enum(name=name, part=part):
            return label(side, part or name)
        case t.Thing(kinds=kinds):
            return label(side, kinds[0])
        case t.Player():
            return "player"
        case _:
            return used or "number"


SEEN = {
    "everyone": "everyone sees it",
    "owner": "only its owner sees it",
    "others": "everyone but its owner sees it",
    "nobody": "nobody sees it",
}
