"""Place in a ruleset -> the section of the rulebook that the entry there cites."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path

from rulewright.cli.columns import cut
from rulewright.dsl.source import Span
from rulewright.dsl.tree import Notes, Ruleset
from rulewright.dsl.typed import Rules

WIDEST = 60


def noted(written: Ruleset) -> list[tuple[Span, Notes]]:
    """Return where the entries of a ruleset begin, in the order of the file, with their notes."""
    sections = (
        written.constants,
        written.parameters,
        written.types,
        written.odds,
        written.components,
        written.zones,
        written.variables,
        written.functions,
        written.procedures,
        written.actions,
        written.phases,
        written.score,
    )
    found = [(entry.name.span, entry.notes) for entries in sections for entry in entries]
    found += [(span, Notes()) for span in written.keys.values()]
    return sorted(found, key=lambda pair: pair[0].start)


def tree_of(path: Path) -> Ruleset | None:
    """Return a ruleset as it is written, as far as it can be read."""
    from rulewright.dsl.read import load_tree

    return load_tree(path)[0]


def sections_of(path: Path, rules: Rules | None = None) -> Callable[[Span], str]:
    """Return a function from a place in a ruleset to the heading cited there; empty where there is none. Without its
    rules the file is read once more."""
    written = rules.written if rules is not None else tree_of(path)
    if written is None:
        return lambda span: ""
    entries = noted(written)
    starts = [span.start for span, _ in entries]
    headings = {
        word.value: text.in_language(written.language, written.language) for word, text in written.sections
    }

    def section(span: Span) -> str:
        if span.source.name != written.source.name:
            return ""
        number = bisect_right(starts, span.start) - 1
        cited = entries[number][1].cite if number >= 0 else ()
        return cut(headings.get(cited[0].value, ""), WIDEST) if cited else ""

    return section
