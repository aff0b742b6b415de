"""Typed rules -> load: one number of players, one value of each parameter; every component enumerated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from attrs import define, field, frozen

from rulewright.dsl import typed
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.faces import Card, KnownFaces
from rulewright.dsl.known import Known, word_of
from rulewright.dsl.types import Bool, Deed, Enum, Int, Limit, Player, Private, Thing, Type


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


def load(
    rules: typed.Rules,
    players: int,
    settings: Mapping[str, Known],
    report: Report,
    known_faces: KnownFaces | None = None,
) -> Load | None:
    """Return the load for a number of players and settings (see `settings_of`), or None after reporting why not.

    Who makes many loads of the same rules gives all of them one `known_faces`, so that equal faces are made once.
    """
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
    enumerate_kinds(made, report, known_faces if known_faces is not None else KnownFaces())
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


def enumerate_kinds(made: Load, report: Report, known_faces: KnownFaces) -> None:
    """Number all components: kinds, rows, products, copies, seats."""
    for kind in made.rules.kinds.values():
        made.first[kind.name] = len(made.cards)
        made.cards += known_faces.cards_of(made, kind, report)
        made.many[kind.name] = len(made.cards) - made.first[kind.name]


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
