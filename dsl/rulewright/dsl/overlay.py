"""A draft by overlay + the ruleset it extends -> one ruleset's data (section 11).

`rename` comes first, then `remove`, `change`, `add`. Every piece keeps its place in the file that holds it.
"""

from __future__ import annotations

from pathlib import Path

from attrs import define, evolve

from rulewright.dsl.diagnostics import Related, Report, nearest
from rulewright.dsl.renaming import Renaming, rename
from rulewright.dsl.shape_table import RULESET
from rulewright.dsl.shapes import Entry, Named
from rulewright.dsl.source import Source, Span
from rulewright.dsl.tree import Data, Mapping, Scalar, Sequence
from rulewright.dsl.yaml_nodes import compose, read_source

SECTIONS = ("rename", "remove", "change", "add")
OWN = ("extends", "draft", "why", "tests", *SECTIONS)
"""Keys that belong to the overlay itself; anything else is written under `change` or `add`."""
WHOLE = ("text", "asks", "because", "assumed", "why", "title", "cards", "holds")
"""Keys whose content is replaced whole, even where it is a mapping."""
NOTES = ("text", "cite", "why", "assumed")
NAMED = {f.key: f.shape.value for f in RULESET.fields if isinstance(f.shape, Named)}
"""The sections that are lists of names, and what stands under each name."""
SHORT = tuple(key for key, shape in NAMED.items() if isinstance(shape, Entry) and shape.short == "is")
"""The sections in which the content of `is` may stand for the whole entry."""


@define
class Draft:
    """A draft with its base worked in: the data of the whole ruleset, and the tests of the base for `like`."""

    root: Mapping
    base_tests: Mapping | None


def is_overlay(root: Mapping) -> bool:
    """Tell whether a file states only its changes."""
    return any(key.text in ("extends", *SECTIONS) for key, _ in root.pairs)


def whole_draft(source: Source, report: Report, folder: Path, seen: tuple[str, ...] = ()) -> Draft | None:
    """Return all that a file stands for, with what it extends worked in; None after reporting why not."""
    root = compose(source, report)
    if root is None:
        return None
    return resolve_overlay(root, report, folder, seen) if is_overlay(root) else Draft(root, None)


def resolve_overlay(root: Mapping, report: Report, folder: Path, seen: tuple[str, ...] = ()) -> Draft | None:
    """Return the whole ruleset a draft stands for, or None after reporting why there is none."""
    extends = root.get("extends")
    if not isinstance(extends, Scalar):
        key = next(k for k, _ in root.pairs if k.text in ("extends", *SECTIONS))
        report.add(
            "overlay-base",
            f"`{key.text}` changes a ruleset that isn't named",
            key.span,
            help="name it: `extends: FILE.yaml`",
        )
        return None
    for wanted in ("draft", "why"):
        if root.get(wanted) is None:
            report.add(
                "overlay-header", f"the draft has no `{wanted}`", extends.span, help=f"write `{wanted}: …`"
            )
    base = load_base(extends, report, folder, seen)
    if base is None:
        return None
    merger = Merger(report)
    whole = merger.work_in(root, with_tests(base))
    return None if report.failed else Draft(whole, merger.base_tests)


def with_tests(base: Draft) -> Mapping:
    """Return a base with all tests a draft of it may be like: its own, and those of the ruleset it extends itself."""
    own = base.root.get_mapping("tests")
    if base.base_tests is None:
        return base.root
    first = [k.text for k, _ in base.base_tests.pairs]
    more = tuple(p for p in own.pairs if p[0].text not in first) if own is not None else ()
    tests = evolve(base.base_tests, pairs=(*base.base_tests.pairs, *more))
    key = next((k for k, _ in base.root.pairs if k.text == "tests"), base.base_tests.pairs[0][0])
    return put(base.root, evolve(key, text="tests"), tests)


def load_base(extends: Scalar, report: Report, folder: Path, seen: tuple[str, ...]) -> Draft | None:
    """Read the ruleset that a draft extends; drafts may extend drafts."""
    path = folder / extends.text.strip()
    if str(path.resolve()) in seen:
        report.add("overlay-base", "the draft extends itself in a circle", extends.span)
        return None
    trouble = Report()
    source = read_source(path, trouble, name=extends.text.strip())
    if source is None:
        for finding in trouble.found:
            report.add("overlay-base", finding.message, extends.span, help=finding.help)
        return None
    return whole_draft(source, report, path.parent, (*seen, str(path.resolve())))


@define
class Merger:
    """Works the sections of an overlay into the data of its base."""

    report: Report
    base_tests: Mapping | None = None
    """The tests of the base, with the new names."""

    def work_in(self, overlay: Mapping, base: Mapping) -> Mapping:
        """Return base with the overlay's four sections carried out and the overlay's own keys laid over."""
        root = base
        section = overlay.get("rename")
        if isinstance(section, Mapping):
            root = self.rename(root, section)
        self.base_tests = root.get_mapping("tests")
        root = evolve(root, pairs=tuple(p for p in root.pairs if p[0].text not in ("tests", "why")))
        for key, _ in overlay.pairs:
            if key.text not in OWN and not key.text.startswith("x-"):
                self.report.add(
                    "overlay-header",
                    f"`{key.text}` stands outside the changes",
                    key.span,
                    help="in a draft that extends another, write it under `change:` or `add:`",
                )
        for name in SECTIONS:
            section = overlay.get(name)
            if section is None:
                continue
            if name == "remove":
                root = self.remove(root, section, ())
            elif not isinstance(section, Mapping):
                self.report.add(f"overlay-{name}", f"`{name}` is a mapping by section", section.span)
            elif name != "rename":
                root = self.merge(root, section, (), add=name == "add")
        own = [(k, v) for k, v in overlay.pairs if k.text in ("draft", "why", "tests")]
        kept = [p for p in root.pairs if p[0].text not in {k.text for k, _ in own}]
        return evolve(root, pairs=(*kept, *own))

    def rename(self, root: Mapping, section: Mapping) -> Mapping:
        """Give names of the base new ones, everywhere."""
        changes: list[Renaming] = []
        for place, names in section.pairs:
            existing = root.get(place.text)
            if not isinstance(existing, Mapping) or not isinstance(names, Mapping):
                self.unknown("overlay-rename", "section", place, [k.text for k, _ in root.pairs])
                continue
            known = [k.text for k, _ in existing.pairs]
            for old, new in names.pairs:
                if old.text not in known:
                    self.unknown("overlay-rename", f"entry of `{place.text}`", old, known)
                elif not isinstance(new, Scalar) or new.text in known:
                    self.report.add("overlay-rename", f"`{old.text}` needs a new name of its own", new.span)
                else:
                    changes.append(Renaming(place.text, old.text, new.text))
        return rename(root, changes) if changes else root

    def remove(self, base: Mapping, names: Data, path: tuple[str, ...]) -> Mapping:
        """Take names out of a mapping: one, a list of them, or by name what to take out of what it stands for."""
        match names:
            case Scalar(text=text):
                if base.get(text) is None:
                    self.unknown("overlay-remove", what_stands(path), names, [k.text for k, _ in base.pairs])
                return evolve(base, pairs=tuple(p for p in base.pairs if p[0].text != text))
            case Sequence(items=items):
                for item in items:
                    base = self.remove(base, item, path)
                return base
        for key, inner in names.pairs:
            found = base.get(key.text)
            if isinstance(found, Mapping):
                base = put(base, key, self.remove(found, inner, (*path, key.text)))
            elif found is None:
                self.unknown("overlay-remove", what_stands(path), key, [k.text for k, _ in base.pairs])
            else:
                self.report.add(
                    "overlay-remove",
                    f"the ruleset it extends has no {what_stands(path)} `{key.text}` with keys",
                    key.span,
                    help=f"to take out all of it, name it alone: `{key.text}`",
                )
        return base

    def merge(self, base: Mapping, overlay: Mapping, path: tuple[str, ...], *, add: bool) -> Mapping:
        """Lay a mapping over another, name by name; what is no mapping is replaced whole.

        The keys of an entry (such as `text` or `seen_by`) may be changed though the base left them out.
        """
        base = evolve(base, flow=base.flow and overlay.flow)
        for key, value in overlay.pairs:
            found = base.get(key.text)
            if found is None:
                if not add and len(path) != 2:
                    self.unknown("overlay-change", what_stands(path), key, [k.text for k, _ in base.pairs])
                    continue
                base = put(base, key, value)
                continue
            if len(path) == 1 and path[0] in SHORT and isinstance(value, Mapping):
                found, value = long_form(path[0], found), long_form(path[0], value)
                if add and value.get("is") is not None:
                    base = self.replace(base, key, value, add=True)
                    continue
            if not isinstance(found, Mapping) or is_whole(path, key.text):
                base = self.replace(base, key, value, add=add)
            elif not isinstance(value, Mapping):
                inner = next((k for k, _ in found.pairs if k.text == "is" and is_entry(path)), None)
                base = self.replace(base, key, value if inner is None else put(found, inner, value), add=add)
            elif is_table(path, key.text) and any(k.text not in NOTES for k, _ in value.pairs):
                base = self.replace(base, key, rows_over(found, value), add=add)
            else:
                base = put(base, key, self.merge(found, value, (*path, key.text), add=add))
        return base

    def replace(self, base: Mapping, key: Scalar, value: Data, *, add: bool) -> Mapping:
        """Put a new content in the place of an old one; `add` may not."""
        old = next(k for k, _ in base.pairs if k.text == key.text)
        if add:
            self.report.add(
                "overlay-add",
                f"`{key.text}` exists already",
                key.span,
                help="write it under `change:`",
                related=[Related(old.span, "in the ruleset it extends")],
            )
            return base
        return put(base, key, value)

    def unknown(self, code: str, what: str, key: Scalar, known: list[str]) -> None:
        """Report a name that the base doesn't have."""
        near = nearest(key.text, known)
        self.report.add(
            code,
            f"the ruleset it extends has no {what} `{key.text}`",
            key.span,
            help=f"write `{near}`" if near else "",
        )


def what_stands(path: tuple[str, ...]) -> str:
    """Return what a name at some depth of a ruleset is called."""
    return f"entry of `{'.'.join(path)}`" if path else "section"


def is_whole(path: tuple[str, ...], key: str) -> bool:
    """Tell whether the content of a key is replaced whole, even where it is a mapping."""
    return key in WHOLE and not (len(path) == 1 and path[0] in NAMED)


def is_entry(path: tuple[str, ...]) -> bool:
    """Tell whether the names at some depth are those of entries with keys."""
    return len(path) == 1 and isinstance(NAMED.get(path[0]), Entry)


def is_table(path: tuple[str, ...], key: str) -> bool:
    """Tell whether a mapping is a table, whose rows are replaced together."""
    return path == ("odds",) or (len(path) == 2 and path[0] == "constants" and key == "is")


def long_form(section: str, data: Data) -> Mapping:
    """Return an entry with its content under `is`, however short it was written; what leaves it out stays so."""
    key = Scalar("is", False, Span(data.span.source, data.span.start, data.span.start))
    if isinstance(data, Mapping):
        notes = tuple(p for p in data.pairs if p[0].text in NOTES)
        if data.get("is") is not None or section != "constants" or len(notes) == len(data.pairs):
            return data
        rows = evolve(data, pairs=tuple(p for p in data.pairs if p[0].text not in NOTES))
        return Mapping(((key, rows), *notes), False, data.span)
    return Mapping(((key, data),), False, data.span)


def rows_over(found: Mapping, value: Mapping) -> Mapping:
    """Return new rows with the index and the notes of the old table, unless they are given anew."""
    given = {k.text for k, _ in value.pairs}
    kept = tuple(p for p in found.pairs if p[0].text in ("by", *NOTES) and p[0].text not in given)
    return evolve(value, pairs=(*kept, *value.pairs))


def put(base: Mapping, key: Scalar, value: Data) -> Mapping:
    """Return a mapping with a key's content replaced, in its old place, or added at the end."""
    if base.get(key.text) is None:
        return evolve(base, pairs=(*base.pairs, (key, value)))
    return evolve(base, pairs=tuple((k, value if k.text == key.text else v) for k, v in base.pairs))
