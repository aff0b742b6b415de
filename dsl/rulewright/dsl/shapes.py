"""The forms that contents can take: the vocabulary in which `shape_table` describes the language.

A shape says what may stand at a place of the file. The table drives the reader (`read`), the JSON Schema
for editors (`json_schema`) and the reference of keys.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

RULES = ("type", "expr", "block", "choice", "order")
"""The kinds of `Leaf` that hold rule language."""


@frozen
class Leaf:
    """One piece of content, read by a function of its own. `kind` is a key of `KINDS`."""

    kind: str


@frozen
class Choice:
    """One of some words; with `or_name` also the name of a parameter."""

    words: tuple[str, ...]
    or_name: bool = False


@frozen
class Many:
    """A list; where `alone`, a single item may stand without brackets."""

    item: Leaf
    alone: bool = False


@frozen
class Named:
    """A mapping whose keys are the author's names, each with the same kind of content.

    `key` is `name`, `section` or `label`. `of` names the tree class that joins a name and a leaf.
    """

    value: Shape
    key: str = "name"
    of: str = ""


@frozen
class Field:
    """One known key of a mapping: its content, the line of the reference, and where the reader puts it.

    `into` is the attribute of the tree class (default: the key), `default` what stands there without the key.
    A `hidden` field can't be written as a key; it only takes a short form.
    """

    key: str
    shape: Shape
    about: str
    required: bool = False
    into: str = ""
    default: object = None
    hidden: bool = False

    @property
    def target(self) -> str:
        """The attribute of the tree class."""
        return self.into or self.key


@frozen
class Form:
    """One way to fill an entry: it needs some keys and leaves out others."""

    needs: tuple[str, ...]
    without: tuple[str, ...]


@frozen
class Entry:
    """A mapping with known keys. `of` names the tree class.

    `short` is the key whose content may stand instead of the whole mapping. `noted` entries may carry
    `text`, `cite`, `why`, `assumed` (2.2). With `forms`, exactly one of them must fit.
    """

    of: str
    fields: tuple[Field, ...]
    short: str = ""
    noted: bool = True
    forms: tuple[Form, ...] = ()

    def written(self) -> Iterator[Field]:
        """Yield the fields that can be written as keys, the notes last."""
        yield from (field for field in self.fields if not field.hidden)
        if self.noted:
            yield from NOTES

    def field(self, key: str) -> Field:
        """Return the field of a key."""
        return next(field for field in self.fields if field.key == key)


Shape = Leaf | Choice | Many | Named | Entry

KINDS: dict[str, str] = {
    "version": "the number 1",
    "name": "a name",
    "section": "the id of a section of the source",
    "text": "a text, or one text for each language",
    "string": "a text in quotes",
    "language": "a language code such as `en`",
    "players": "a number of players: `2..5` or `2`",
    "literal": "a whole number or a word",
    "row": "a whole number, a word, or a range `1..4`",
    "index": "`player`, a type, a kind, or a range `1..8`",
    "type": "a type",
    "expr": "an expression",
    "block": "statements",
    "choice": "a choice: `from …`",
    "order": "an order: `by …` or `clockwise from …`",
    "bool": "`true` or `false`",
    "constant": "a number or word, a list of them, or a table with `by`",
    "odds": "a distribution: value and weight in each line",
    "cards": "a list of rows, or the path of a `.csv` file",
    "label": "a label, or labels for languages and `short`",
    "tests": "scenarios, each under its own id",
    "path": "the name of a file",
    "data": "entries",
    "names": "names, or under a name what is taken out of it",
}
"""What each kind of `Leaf` is called in messages and in the schema."""

NOTES: tuple[Field, ...] = (
    Field("text", Leaf("text"), "the sentence of the rulebook"),
    Field("cite", Many(Leaf("section"), alone=True), "a section id of `source`, or a list", default=()),
    Field("why", Leaf("text"), "why this was changed"),
    Field("assumed", Leaf("text"), "why we added what the source doesn't say"),
)
"""What any entry may carry."""
