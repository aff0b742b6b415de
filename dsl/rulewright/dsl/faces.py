"""Kind of component -> its faces: values, texts and number of copies of each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.dsl import tree, typed
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.known import Known, word_of
from rulewright.dsl.types import Bool, Enum, Int, Private, Type, Words

if TYPE_CHECKING:
    from rulewright.dsl.load import Load

Face = tuple[int, dict[str, tuple[Known, ...]], dict[str, tuple[tree.Text, ...]], int]
"""The number of its row, its values by attribute, its texts, how many copies there are."""


@frozen
class Card:
    """One component. `values` are its fixed attributes, by name and number of the index (0 without one)."""

    id: int
    kind: typed.Kind
    owner: Known
    values: dict[str, tuple[Known, ...]]
    texts: dict[str, tuple[tree.Text, ...]]
    row: int


@define(eq=False)
class KnownFaces:
    """Faces that loads of the same rules have in common: they differ only where what they are made of does."""

    faces: dict[tuple[object, ...], list[Face]] = field(factory=dict)
    loose: dict[str, tuple[list[typed.Expr], list[Type]]] = field(factory=dict)
    """Cells and types of a kind that may differ from load to load."""

    cards: dict[tuple[object, ...], list[Card]] = field(factory=dict)

    def cards_of(self, made: Load, kind: typed.Kind, report: Report) -> list[Card]:
        """Return the components of a kind, numbered behind those there are: of each face all copies, of each copy one
        for every seat if every player has them. What is wrong with them is reported for every load."""
        first, seats = len(made.cards), range(made.players) if kind.each_player else (None,)
        key, before = self.key(made, kind), len(report.found)
        place = (key, first, len(seats))
        if place in self.cards:
            return self.cards[place]
        known = self.faces[key] if key in self.faces else list(faces(made, kind, report))
        each = [(face, seat) for face in known for _ in range(face[3]) for seat in seats]
        found = [
            Card(number, kind, seat, values, texts, row)
            for number, ((row, values, texts, _), seat) in enumerate(each, first)
        ]
        if len(report.found) == before:
            self.faces[key], self.cards[place] = known, found
        return found

    def key(self, made: Load, kind: typed.Kind) -> tuple[object, ...]:
        """Return all on which the faces of a kind depend."""
        if kind.name not in self.loose:
            self.loose[kind.name] = loose(kind)
        cells, types = self.loose[kind.name]
        known_cells = (tuple(cell_values(made, cell)) for cell in cells)
        return (kind.name, *known_cells, *(known_type(made, one) for one in types))


def loose(kind: typed.Kind) -> tuple[list[typed.Expr], list[Type]]:
    """Return the cells and types of a kind whose values depend on the number of players or on parameters."""
    cells = [cell for row in kind.rows for values in row.values.values() for cell in values]
    cells += [cell for row in kind.rows for cell in row.indexed.values() if isinstance(cell, typed.Expr)]
    cells += [copies for copies in (kind.copies, *(row.copies for row in kind.rows)) if copies is not None]
    types = [each for attribute in kind.has.values() for each in (attribute.type, *attribute.each)]
    return [cell for cell in cells if not is_plain(cell)], [one for one in types if not is_plain_type(one)]


def is_plain(cell: typed.Expr) -> bool:
    """Tell whether a cell is written out."""
    return isinstance(cell, typed.Value) or (isinstance(cell, typed.TypeValues) and is_plain_type(cell.type))


def is_plain_type(kind: Type) -> bool:
    """Tell whether the values of a type are the same for every load."""
    if isinstance(kind, Int):
        return not isinstance(kind.low, str) and not isinstance(kind.high, str)
    return isinstance(kind, Bool | Enum | Words | Private)


def known_type(made: Load, kind: Type) -> object:
    """Return what is to be known about a type to make faces."""
    return (made.bound(kind.low), made.bound(kind.high)) if isinstance(kind, Int) else made.values(kind)


def faces(made: Load, kind: typed.Kind, report: Report) -> Iterator[Face]:
    """Yield the different faces of a kind with their numbers of copies."""
    default = made.known(kind.copies) if kind.copies is not None else 1
    if not kind.rows:
        yield 0, {}, {}, max(default or 0, 0)
        return
    for number, row in enumerate(kind.rows):
        fixed: dict[str, tuple[Known, ...]] = {}
        texts: dict[str, tuple[tree.Text, ...]] = {k: (v,) for k, v in row.texts.items()}
        for attribute in kind.has.values():
            if attribute.each:
                spread(made, attribute, row, fixed, texts)
            elif attribute.name not in row.values and not isinstance(attribute.type, Words):
                fixed[attribute.name] = (None,)
        varying = [name for name in kind.has if name in row.values]
        copies = made.known(row.copies) if row.copies is not None else default
        for chosen in product(
            *([v for cell in row.values[name] for v in cell_values(made, cell)] for name in varying)
        ):
            values = dict(fixed)
            values.update({name: (value,) for name, value in zip(varying, chosen, strict=True)})
            check_face(made, kind, row, values, report)
            yield number, values, texts, max(copies or 0, 0)


def cell_values(made: Load, cell: typed.Expr) -> tuple[Known, ...]:
    """Return the values of one cell of a row."""
    if isinstance(cell, typed.TypeValues):
        return made.values(cell.type)
    if isinstance(cell, typed.Span_):
        low, high = made.known(cell.low), made.known(cell.high)
        return () if low is None or high is None else tuple(range(low, high + 1))
    return (made.known(cell),)


def spread(
    made: Load,
    attribute: typed.Attribute,
    row: typed.Row,
    fixed: dict[str, tuple[Known, ...]],
    texts: dict[str, tuple[tree.Text, ...]],
) -> None:
    """Fill an indexed attribute from the cells `name.index` of a row."""
    keys = [
        ".".join(word_of(made, kind, value) for kind, value in zip(attribute.each, index, strict=True))
        for index in made.families(attribute.each)
    ]
    given = {key: cell for (name, key), cell in row.indexed.items() if name == attribute.name}
    if isinstance(attribute.type, Words):
        blank = tree.Text({"": ""}, row.span)
        found = [given.get(key) for key in keys]
        texts[attribute.name] = tuple(cell if isinstance(cell, tree.Text) else blank for cell in found)
        return
    rest = None if attribute.type.optional else 0
    fixed[attribute.name] = tuple(
        made.known(cell) if isinstance(cell := given.get(k), typed.Expr) else rest for k in keys
    )


def check_face(
    made: Load, kind: typed.Kind, row: typed.Row, values: dict[str, tuple[Known, ...]], report: Report
) -> None:
    """Check ranges and parts of enums of a face."""
    for name, cells in values.items():
        attribute = kind.has[name]
        allowed = made.values(attribute.type) if isinstance(attribute.type, Enum) else None
        for value in cells:
            if value is None:
                continue
            if isinstance(attribute.type, Int):
                low, high = made.bound(attribute.type.low), made.bound(attribute.type.high)
                if (low is not None and value < low) or (high is not None and value > high):
                    report.add("type-range", f"{value} isn't in the range of `{name}`", row.span)
            elif allowed is not None and value not in allowed:
                word = word_of(made, attribute.type, value)
                report.add("type-range", f"`{word}` isn't among the values of `{name}`", row.span)
