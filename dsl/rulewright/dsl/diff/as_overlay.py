"""Two drafts as written -> the overlay that makes the later one of the earlier one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from attrs import define, evolve, field

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.diff.as_yaml import NOWHERE, lines, mapping, scalar
from rulewright.dsl.diff.own_tests import CannotTell, own_tests
from rulewright.dsl.diff.written_form import counts, everything_said, ordered, said
from rulewright.dsl.overlay import (
    NAMED,
    NOTES,
    OWN,
    SHORT,
    Draft,
    Merger,
    is_table,
    is_whole,
    long_form,
    put,
    with_tests,
)  # fmt: skip
from rulewright.dsl.renaming import Renaming, rename
from rulewright.dsl.source import Source, Span
from rulewright.dsl.tree import Data, Mapping, Scalar, Sequence
from rulewright.dsl.yaml_nodes import compose

Pairs = list[tuple[Scalar, Data]]
Names = dict[str, "Names | None"]
"""What is taken away: by name, all of it (None) or some names in it."""


@define
class Parts:
    """What makes one mapping of another: names to take away, contents to change, contents to add."""

    removed: Names = field(factory=dict)
    change: Pairs = field(factory=list)
    add: Pairs = field(factory=list)

    def take(self, key: Scalar, now: Mapping, inner: Parts) -> None:
        """Take over the parts of what stands under a key; where all of it is new, as it stands in the later draft."""
        if inner.removed:
            self.removed[key.text] = inner.removed
        for mine, theirs in ((self.change, inner.change), (self.add, inner.add)):
            if theirs:
                whole = tuple(theirs) == now.pairs
                mine.append((key, now if whole else Mapping(tuple(theirs), now.flow, NOWHERE)))


def overlay_text(
    before: Draft, now: Draft, renames: Iterable[tuple[str, str, str]], extends: str, name: str, folder: Path
) -> str:
    """Return the text of an overlay that extends one draft and says all that the other one says.

    `extends` is the file of the earlier draft as seen from `folder`, where the overlay is to lie; `name` stands for
    the draft where the later one has none. Raises `CannotTell` where the overlay would stand for something else.
    """
    now = evolve(now, root=with_paths(now.root, folder))
    wrong: tuple[str, ...] = ()
    for new_names in dict.fromkeys((tuple(renames), ())):
        changes = [Renaming(*names) for names in new_names]
        base = rename(with_tests(before), changes) if changes else with_tests(before)
        written = text(base, now, new_names, extends, name)
        wrong = differing(before, now, written, folder)
        if not wrong:
            return written
    raise CannotTell(
        f"an overlay can't say what stands in {' and '.join(f'`{w}`' for w in wrong)} of the later draft"
    )


def text(
    base: Mapping, now: Draft, renames: tuple[tuple[str, str, str], ...], extends: str, name: str
) -> str:
    """Return the overlay: its head, the four sections, the tests of the later draft."""
    parts = compare(base, now.root, ())
    head: dict[str, Data] = {
        "extends": scalar(extends),
        "draft": now.root.get("draft") or scalar(name, quoted=True),
        "why": now.root.get("why") or scalar("The later draft gives no reason."),
    }
    sections: dict[str, Data] = {}
    for section, old, new in renames:
        names = sections.setdefault(section, Mapping((), True, NOWHERE))
        assert isinstance(names, Mapping)
        sections[section] = put(names, scalar(old), scalar(new))
    blocks = [mapping(head)]
    tests = own_tests(base.get_mapping("tests"), now)
    for key, content in (
        ("rename", mapping(sections)),
        ("remove", names_of(parts.removed)),
        ("change", Mapping(tuple(parts.change), False, NOWHERE)),
        ("add", Mapping(tuple(parts.add), False, NOWHERE)),
        ("tests", tests),
    ):
        if isinstance(content, Sequence) or (content is not None and content.pairs):
            blocks.append(mapping({key: content}))
    return "\n\n".join("\n".join(lines(block)) for block in blocks) + "\n"


def compare(was: Mapping, now: Mapping, path: tuple[str, ...]) -> Parts:
    """Return what makes one mapping of another, as overlays say it."""
    found = Parts()
    old = {k.text: v for k, v in was.pairs if counts(k) and (path or k.text not in OWN)}
    new = {k.text: (k, v) for k, v in now.pairs if counts(k) and (path or k.text not in OWN)}
    kept = in_place(list(old), list(new)) if ordered(path) else [k for k in old if k in new]
    for name, gone in old.items():
        if name not in kept:
            of_names = not path and name in NAMED and isinstance(gone, Mapping)
            found.removed[name] = names_in(gone) if of_names and isinstance(gone, Mapping) else None
    for key, value in new.values():
        if key.text not in kept:
            (found.change if len(path) == 2 else found.add).append((key, value))
        elif said(old[key.text], (*path, key.text)) != said(value, (*path, key.text)):
            differ(found, key, old[key.text], value, path)
    return found


def in_place(old: list[str], new: list[str]) -> list[str]:
    """Return the names that can stay where they are; the others come behind them."""
    kept: list[str] = []
    start = 0
    for name in new:
        if name not in old[start:]:
            break
        start = old.index(name, start) + 1
        kept.append(name)
    return kept


def names_in(section: Mapping) -> Names:
    """Return all names of a section."""
    return {k.text: None for k, _ in section.pairs if counts(k)}


def differ(found: Parts, key: Scalar, was: Data, now: Data, path: tuple[str, ...]) -> None:
    """Add what makes one content of a key of another."""
    inside = (*path, key.text)
    if len(path) == 1 and path[0] in SHORT:
        long = long_form(path[0], now)
        inner = compare(long_form(path[0], was), long, inside)
        if [k.text for k, _ in inner.change] == ["is"]:
            found.change.append((key, inner.change.pop()[1]))
        found.take(key, long, inner)
    elif not isinstance(was, Mapping) or not isinstance(now, Mapping) or is_whole(path, key.text):
        found.change.append((key, now))
    elif is_table(path, key.text):
        rows(found, key, was, now, inside)
    else:
        found.take(key, now, compare(was, now, inside))


def rows(found: Parts, key: Scalar, was: Mapping, now: Mapping, path: tuple[str, ...]) -> None:
    """Add what makes one table of another: all rows, if one differs; the index and notes where they differ."""
    old, new = ({k.text: said(v, (*path, k.text)) for k, v in table.pairs} for table in (was, now))
    beside = ("by", *NOTES)
    gone = [name for name in old if name in beside and name not in new]
    if gone:
        found.removed[key.text] = dict.fromkeys(gone)
    same_rows = [p for p in old.items() if p[0] not in beside] == [
        p for p in new.items() if p[0] not in beside
    ]
    pairs = [
        (k, v) for k, v in now.pairs
        if (old.get(k.text) != new[k.text] if k.text in beside else not same_rows or "by" in gone)
    ]  # fmt: skip
    if pairs:
        found.change.append((key, evolve(now, pairs=tuple(pairs))))


def names_of(removed: Names) -> Mapping | Sequence:
    """Return what is taken away as data: names in brackets, or below each other with what is taken out of them."""
    whole = [scalar(name) for name, inner in removed.items() if inner is None]
    some: dict[str, Data] = {name: names_of(inner) for name, inner in removed.items() if inner is not None}
    if not whole:
        return mapping(some)
    items: list[Data] = [*whole, *(mapping({name: inner}) for name, inner in some.items())]
    return Sequence(tuple(items), not some, NOWHERE)


def with_paths(root: Mapping, folder: Path) -> Mapping:
    """Return a ruleset whose card tables are named as they are seen from a folder."""
    components = root.get_mapping("components")
    for key, kind in components.pairs if components is not None else ():
        table = kind.get("cards") if isinstance(kind, Mapping) else None
        if isinstance(kind, Mapping) and isinstance(table, Scalar):
            there = table.span.source.folder
            if there is not None and there.resolve() != folder.resolve():
                path = Path(os.path.relpath(there / table.text, folder)).as_posix()
                moved = Scalar(path, False, Span(Source(path, "", folder), 0, 0))
                inner = next(k for k, _ in kind.pairs if k.text == "cards")
                assert components is not None
                components = put(components, key, put(kind, inner, moved))
    place = next((k for k, _ in root.pairs if k.text == "components"), None)
    return root if place is None or components is None else put(root, place, components)


def differing(before: Draft, now: Draft, written: str, folder: Path) -> tuple[str, ...]:
    """Return the sections in which an overlay, laid over the earlier draft, says other things than the later one."""
    report = Report()
    root = compose(Source("overlay", written, folder), report)
    if root is None or report.failed:
        return tuple(sorted({found.message for found in report.found}))
    applied = Merger(report).work_in(root, with_tests(before))
    if report.failed:
        return tuple(sorted({found.message for found in report.found}))
    mine, theirs = (dict(everything_said(r, OWN)) for r in (applied, now.root))
    return tuple(key for key in sorted({*mine, *theirs}) if mine.get(key) != theirs.get(key))
