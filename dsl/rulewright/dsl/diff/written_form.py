"""Data -> what it says, however it is laid out: two that say the same have equal forms."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.overlay import NAMED, SHORT, long_form
from rulewright.dsl.reading import normal
from rulewright.dsl.renaming import PROSE
from rulewright.dsl.scalars import rule_text
from rulewright.dsl.shape_table import ENTRIES, STATEMENT_KEYS
from rulewright.dsl.shapes import Many
from rulewright.dsl.tree import Data, Mapping, Scalar, Sequence
from rulewright.dsl.written import as_written

Said = object
ALONE = tuple(
    sorted({f.key for e in ENTRIES for f in e.written() if isinstance(f.shape, Many) and f.shape.alone})
)
"""The keys under which one name may stand without brackets."""
IN_ORDER = ("components", "score")
"""The sections whose entries are numbered or told in their order."""


def counts(key: Scalar) -> bool:
    """Tell whether a key says something: notes of the author don't."""
    return not key.text.startswith("x-")


def ordered(path: tuple[str, ...]) -> bool:
    """Tell whether the order of the names at some place says something: of components, lines, parts, arguments."""
    if len(path) < 2:
        return any(name in IN_ORDER for name in path)
    if path[0] in ("odds", "components"):
        return len(path) != 2 or path[0] == "odds"
    return len(path) > 2 and path[0] not in ("constants", "words", "source")


def said(data: Data, path: tuple[str, ...]) -> Said:
    """Return what something at a place of a ruleset says."""
    if len(path) == 2 and path[0] in SHORT:
        data = long_form(path[0], data)
    match data:
        case Scalar():
            return said_by(data, path)
        case Sequence(items=items):
            inner = tuple(said(item, (*path, "-")) for item in items)
            return inner[0] if len(inner) == 1 and path[-1] in ALONE else inner
    pairs = tuple((normal(k.text), said(v, (*path, k.text))) for k, v in data.pairs if counts(k))
    return pairs if ordered(path) else dict(pairs)


def said_by(data: Scalar, path: tuple[str, ...]) -> Said:
    """Return what a scalar says: a text on one line, a rule without comments and blank lines."""
    if path[0] == "tests":
        return data.text
    if path[-1] == "cards" and data.text.endswith(".csv"):
        return table_in(data)
    if is_prose(path):
        return " ".join(data.text.split())
    if path[-1] in STATEMENT_KEYS:
        rows = as_written(rule_text(data), one_line=False).text.split("\n")
        return "\n".join(row.rstrip() for row in rows if row.strip())
    return as_written(rule_text(data), one_line=True).text.strip()


def is_prose(path: tuple[str, ...]) -> bool:
    """Tell whether a text for people stands at a place."""
    keys = path[2:] if path[0] in NAMED else path
    return path[0] == "words" or any(key in PROSE for key in keys)


def table_in(data: Scalar) -> Said:
    """Return what a table in a file of its own holds."""
    folder = data.span.source.folder
    try:
        return data.text if folder is None else (folder / data.text).read_bytes()
    except OSError:
        return data.text


def everything_said(root: Mapping, without: tuple[str, ...]) -> Iterator[tuple[str, Said]]:
    """Yield what each section of a ruleset says; an empty one says nothing."""
    for key, value in sorted(root.pairs, key=lambda pair: pair[0].text):
        if counts(key) and key.text not in without and not (isinstance(value, Mapping) and not value.pairs):
            yield key.text, said(value, (key.text,))
