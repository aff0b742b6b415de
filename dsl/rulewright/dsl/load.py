"""Typed rules -> load: one number of players, one value of each parameter; every component enumerated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from attrs import define, field, frozen

from rulewright.dsl import tree, typed
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.types import Bool, Deed, Enum, Int, Limit, Player, Private, Thing, Type, Words

Known = int | None
"""A value known to the load: whole number, bool as 0/1, number of an enum value, seat, component, or `none`."""


@frozen
class Card:
    """One component. `values` are its fixed attributes, by name and number of the index (0 without one)."""

    id: int
    kind: typed.Kind
    owner: Known
    values: dict[str, tuple[Known, ...]]
    texts: dict[str, tuple[tree.Text, ...]]
    row: int


@frozen
class Spot:
    """One zone: a member of a family, by the values of its indexes."""

    number: int
    zone: typed.Zone
    indexes: tuple[int, ...]


@define(eq=False)
class Load:
    """A ruleset made concrete. Component ids count from 0; kinds are consecutive; spot 0 is the box."""

    rules: typed.Rules
    players: int
    settings: dict[str, Known]
    scalars: dict[str, Known] = field(factory=dict)
    lists: dict[str, tuple[Known, ...]] = field(factory=dict)
    tables: dict[str, dict[tuple[int, ...], Known]] = field(factory=dict)
    odds: dict[str, dict[int | None, tuple[tuple[Known, int], ...]]] = field(factory=dict)
    cards: list[Card] = field(factory=list)
    first: dict[str, int] = field(factory=dict)
    """The id of the first component of each kind."""
    many: dict[str, int] = field(factory=dict)
    """The number of components of each kind."""
    spots: list[Spot] = field(factory=list)
    spot_at: dict[tuple[str, tuple[int, ...]], int] = field(factory=dict)

    def bound(self, limit: Limit | None) -> int | None:
        """Return a bound of a range as a number."""
        if isinstance(limit, str):
            if limit == "players":
                return self.players
            return (
                self.settings[limit]
                if limit in self.settings
                else self.constant(self.rules.constants[limit], ())
            )
        return limit

    def values(self, kind: Type) -> tuple[int, ...]:
        """Return all values of an index or other small type, in the order of options."""
        match kind:
            case Int(low=low, high=high):
                lowest, highest = self.bound(low), self.bound(high)
                if lowest is None or highest is None:
                    return ()
                return tuple(range(lowest, highest + 1))
            case Bool():
                return (0, 1)
            case Player():
                return tuple(range(self.players))
            case Enum(name=name, part=part):
                enum = self.rules.enums[name]
                chosen = enum.parts[part] if part else enum.values
                return tuple(enum.values.index(v) for v in chosen)
            case Thing(kinds=kinds):
                return tuple(i for k in kinds for i in range(self.first[k], self.first[k] + self.many[k]))
            case Private(parameter=parameter):
                return tuple(range(len(self.rules.parameters[parameter].values or ())))
            case Deed():
                return tuple(range(len(self.rules.procedures)))
            case _:
                return ()

    def families(self, each: tuple[Type, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the index tuples of a family, the last index fastest."""
        return product(*(self.values(kind) for kind in each))

    def known(self, value: typed.Expr) -> Known:
        """Return a plain literal, constant or parameter as a value."""
        match value:
            case typed.Value(value=known):
                return known
            case typed.ParameterRef(parameter=parameter):
                return self.settings[parameter.name]
            case typed.ConstantRef(constant=constant):
                return self.constant(constant, ())
            case _:
                raise AssertionError(value)

    def constant(self, constant: typed.Constant, indexes: tuple[int, ...]) -> Known:
        """Return a constant, or an entry of a table by its written indexes (None where there is no row)."""
        if not constant.by:
            return self.scalars[constant.name]
        given = iter(indexes)
        key = tuple(
            (self.players if by == "players" else self.settings[by] or 0)
            if isinstance(by, str)
            else next(given)
            for by in constant.by
        )
        return self.tables[constant.name][key]


def load(rules: typed.Rules, players: int, settings: Mapping[str, Known], report: Report) -> Load | None:
    """Return the load for a number of players and settings (see `settings_of`), or None after reporting why not."""
    made = Load(rules, players, dict(settings))
    by_component = [c for c in rules.constants.values() if any(isinstance(by, Thing) for by in c.by)]
    for constant in rules.constants.values():
        if constant.items is not None:
            made.lists[constant.name] = tuple(made.known(i) for i in constant.items)
        elif constant.value is not None:
            made.scalars[constant.name] = made.known(constant.value)
        elif constant not in by_component:
            made.tables[constant.name] = table(made, constant, report)
    check_settings(made, report)
    if report.failed:
        return None
    enumerate_kinds(made, report)
    for constant in by_component:
        made.tables[constant.name] = table(made, constant, report)
    for odds in rules.odds.values():
        made.odds[odds.name] = distributions(made, odds, report)
    enumerate_spots(made)
    return None if report.failed else made


def check_settings(made: Load, report: Report) -> None:
    """Refuse parameter values outside their declared range, whose bounds may be constants."""
    for parameter in made.rules.parameters.values():
        value, kind = made.settings[parameter.name], parameter.type
        if not isinstance(kind, Int) or value is None:
            continue
        low, high = made.bound(kind.low), made.bound(kind.high)
        if (low is not None and value < low) or (high is not None and value > high):
            limits = f"{'any' if low is None else low}..{'any' if high is None else high}"
            report.add(
                "type-range",
                f"`{parameter.name}` is a number {limits}, not {value}",
                parameter.written.name.span,
                help="choose another value",
            )


def table(made: Load, constant: typed.Constant, report: Report) -> dict[tuple[int, ...], Known]:
    """Spread a table over all its index values; a gap or an overlap is an error with a witness."""
    axes = [axis(made, by) for by in constant.by]
    found: dict[tuple[int, ...], Known] = {}
    for keys, value in constant.rows:
        spans = [key_values(made, key, values) for key, values in zip(keys, axes, strict=True)]
        for index in product(*spans):
            if index in found:
                report.add(
                    "finite-table",
                    f"`{constant.name}` has two rows for {witness(made, constant, index)}",
                    value.span,
                    help="every index value has exactly one row",
                )
            found[index] = made.known(value)
    for index in product(*axes):
        if index not in found:
            if constant.otherwise is None:
                report.add(
                    "finite-table",
                    f"`{constant.name}` has no row for {witness(made, constant, index)}",
                    constant.written.name.span,
                    help="add the row, or `otherwise: …` as the last one",
                )
                break
            found[index] = made.known(constant.otherwise)
    return found


def axis(made: Load, by: Type | str) -> tuple[int, ...]:
    """Return the values of one index of a table."""
    if by == "players":
        low, high = made.rules.written.players
        return tuple(range(low, high + 1))
    if isinstance(by, str):
        parameter = made.rules.parameters[by]
        if parameter.values is not None and isinstance(parameter.type, Int):
            return tuple(v for v in parameter.values if isinstance(v, int))
        return made.values(parameter.type)
    return made.values(by)


def key_values(
    made: Load, key: typed.Expr | tuple[typed.Expr, typed.Expr] | None, values: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the index values a key of a row stands for."""
    if key is None:
        return values
    if isinstance(key, tuple):
        low, high = made.known(key[0]), made.known(key[1])
        return () if low is None or high is None else tuple(range(low, high + 1))
    single = made.known(key)
    return () if single is None else (single,)


def witness(made: Load, constant: typed.Constant, index: tuple[int, ...]) -> str:
    """Return an index in the designer's words."""
    words = []
    for by, value in zip(constant.by, index, strict=True):
        kind = made.rules.parameters[by].type if isinstance(by, str) and by != "players" else by
        words.append(word_of(made, kind, value) if not isinstance(kind, str) else f"{value} players")
    return ", ".join(words)


def word_of(made: Load, kind: Type, value: Known) -> str:
    """Return a value as it is written in rules."""
    if value is None:
        return "none"
    match kind:
        case Bool():
            return "true" if value else "false"
        case Enum(name=name):
            return made.rules.enums[name].values[value]
        case Private(parameter=parameter):
            return str((made.rules.parameters[parameter].values or ())[value])
        case Deed():
            return list(made.rules.procedures)[value]
        case Player():
            return f"P{value + 1}"
        case _:
            return str(value)


def distributions(
    made: Load, odds: typed.Odds, report: Report
) -> dict[int | None, tuple[tuple[Known, int], ...]]:
    """Return the weights of a distribution, by index value."""
    found: dict[int | None, tuple[tuple[Known, int], ...]] = {}
    for key, entries in odds.rows:
        weights = tuple((made.known(v), made.known(w) or 0) for v, w in entries)
        if not any(w > 0 for _, w in weights) or any(w < 0 for _, w in weights):
            report.add("chance-weight", f"`{odds.name}` has no positive weight", odds.written.name.span)
        found[made.known(key) if key is not None else None] = weights
    if odds.by is not None:
        for value in axis(made, odds.by):
            if value not in found:
                kind = odds.by if not isinstance(odds.by, str) else None
                shown = word_of(made, kind, value) if kind is not None else str(value)
                report.add("finite-table", f"`{odds.name}` has no row for {shown}", odds.written.name.span)
    return found


def enumerate_kinds(made: Load, report: Report) -> None:
    """Number all components: kinds, rows, products, copies, seats."""
    for kind in made.rules.kinds.values():
        made.first[kind.name] = len(made.cards)
        seats = range(made.players) if kind.each_player else (None,)
        for number, values, texts, copies in faces(made, kind, report):
            for _ in range(copies):
                for seat in seats:
                    made.cards.append(Card(len(made.cards), kind, seat, values, texts, number))
        made.many[kind.name] = len(made.cards) - made.first[kind.name]


def faces(
    made: Load, kind: typed.Kind, report: Report
) -> Iterator[tuple[int, dict[str, tuple[Known, ...]], dict[str, tuple[tree.Text, ...]], int]]:
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


def enumerate_spots(made: Load) -> None:
    """Number all zones: the box, then families in declared order."""
    box = typed.Zone("box", tuple(made.rules.kinds), (), "set", "everyone", None, made.rules.written.span)
    made.spots.append(Spot(0, box, ()))
    made.spot_at["box", ()] = 0
    for zone in made.rules.zones.values():
        for indexes in made.families(zone.each):
            spot = Spot(len(made.spots), zone, indexes)
            made.spots.append(spot)
            made.spot_at[zone.name, indexes] = spot.number
