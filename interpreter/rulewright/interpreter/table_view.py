"""State, seat -> table view: what a screen shows, from what the seat observes and the display keys (2.13).

Nothing here knows about screens: lines have labels and items, the layout is for who shows them. Faces come
from `observe` alone; where a zone is `arranged`, only cards whose faces the seat sees are put in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from attrs import define, field, frozen

from rulewright.dsl import typed
from rulewright.dsl.cells import NONE
from rulewright.dsl.types import Int, Player, Thing, Type
from rulewright.interpreter.engines.reference.machine import Machine
from rulewright.interpreter.game import State
from rulewright.interpreter.observe import Observation, SeenZone

Group = tuple[str, tuple[str, ...]]
"""A group of items with its label; the label is empty where there is one group only."""


@frozen
class Line:
    """One line: its label, and items in groups. `form` is `items`, `pile` (top first) or `numbered`."""

    label: str
    groups: tuple[Group, ...]
    form: str = "items"


@frozen
class Grid:
    """A place with two indexes: the first runs across, the second upwards."""

    label: str
    across: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@frozen
class TableView:
    """What lies on the table for one observer. `rows` are the players' lines: label, line by seat."""

    observer: int
    title: str
    draft: str
    actor: int | None
    asked: tuple[int, ...]
    table: tuple[Line | Grid, ...]
    seats: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Line, ...]], ...]


def table_view(state: State, seat: int) -> TableView:
    """Return the table as an observer sees it now (the audience is the number of players)."""
    return Tables(state, seat).view()


@define(eq=False)
class Tables:
    """Makes the lines of one view."""

    state: State
    seat: int
    m: Machine = field(init=False)
    seen: Observation = field(init=False)
    cells: list[int] = field(init=False)
    """The state as the observer may see it while a joint decision is open."""
    at: dict[tuple[str, tuple[int, ...]], tuple[int, SeenZone]] = field(init=False)
    """Zones by name and indexes: number and what is seen."""
    values: dict[str, tuple[int | None, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.m = self.state.game.machine
        self.seen = self.state.observe(self.seat)
        self.cells = self.m.effects.sight.veiled(self.state.cells, self.seat)
        numbers = self.state.game.load.spot_at
        self.at = {
            (zone.name, zone.indexes): (numbers[zone.name, zone.indexes], zone) for zone in self.seen.zones
        }
        self.values = dict(self.seen.variables)

    def view(self) -> TableView:
        """Return the whole view."""
        rules = self.m.compiler.load.rules
        written = rules.written
        table, rows = self.order()
        return TableView(
            self.seat,
            self.m.writer.text_of(written.title) or self.m.writer.label(written.game.value),
            written.draft.value if written.draft is not None else "",
            self.seen.actor,
            self.seen.asked,
            tuple(line for name in table for line in self.table_lines(name)),
            tuple(self.m.writer.seat(p) for p in range(self.state.game.players)),
            tuple(row for name in rows for row in self.player_rows(name)),
        )

    def order(self) -> tuple[list[str], list[str]]:
        """Return the names of what is shown on the table and before the players, in the order of `screen`."""
        rules = self.m.compiler.load.rules
        table: list[str] = []
        player: list[str] = []
        things: list[typed.Zone | typed.Variable] = [*rules.zones.values(), *rules.variables.values()]
        for thing in things:
            if thing.shown != "never" and not any(isinstance(kind, Thing) for kind in thing.each):
                (player if any(isinstance(kind, Player) for kind in thing.each) else table).append(thing.name)
        screen = rules.written.screen
        if screen is None:
            return table, player
        return (
            ordered(table, [word.value for word in screen.table]),
            ordered(player, [word.value for word in screen.player]),
        )

    # -- lines ------------------------------------------------------------------------------------

    def table_lines(self, name: str) -> Iterator[Line | Grid]:
        """Yield the lines of something that belongs to the table."""
        thing = self.thing(name)
        indexes = list(self.m.compiler.load.families(thing.each))
        lines = {index: self.line(thing, index) for index in indexes}
        used = [index for index in indexes if self.used(thing, index)]
        if not used and thing.shown != "always":
            return
        label = self.m.writer.label(name)
        if len(thing.each) == 2 and all(isinstance(kind, Int) for kind in thing.each):
            yield self.grid(label, thing, lines)
        elif not thing.each:
            yield lines[()]
        elif isinstance(thing, typed.Variable) or all(len(lines[index].groups) < 2 for index in indexes):
            groups = [(self.index(thing, index), flat(lines[index])) for index in indexes]
            wanted = indexes if thing.shown == "always" else used
            yield Line(
                label, tuple(group for index, group in zip(indexes, groups, strict=True) if index in wanted)
            )
        else:
            for index in indexes if thing.shown == "always" else used:
                yield Line(f"{label} {self.index(thing, index)}", lines[index].groups, lines[index].form)

    def grid(
        self, label: str, thing: typed.Zone | typed.Variable, lines: dict[tuple[int, ...], Line]
    ) -> Grid:
        """Return a place with two numbers as indexes as a grid."""
        first, second = (self.m.compiler.load.values(kind) for kind in thing.each)
        rows = tuple(
            (str(up), tuple(" ".join(flat(lines[across, up])) for across in first)) for up in reversed(second)
        )
        return Grid(label, tuple(str(across) for across in first), rows)

    def player_rows(self, name: str) -> Iterator[tuple[str, tuple[Line, ...]]]:
        """Yield the rows of something that every player has: one for each of its other indexes."""
        thing = self.thing(name)
        place = next(n for n, kind in enumerate(thing.each) if isinstance(kind, Player))
        others = (*thing.each[:place], *thing.each[place + 1 :])
        label = self.m.writer.label(name)
        for other in self.m.compiler.load.families(others):
            full = [(*other[:place], seat, *other[place:]) for seat in range(self.state.game.players)]
            if thing.shown != "always" and not any(self.used(thing, index) for index in full):
                continue
            names = [self.value(kind, value) for kind, value in zip(others, other, strict=True)]
            lines = tuple(without(self.line(thing, index), names) for index in full)
            yield " ".join([label, *names]), lines

    def line(self, thing: typed.Zone | typed.Variable, index: tuple[int, ...]) -> Line:
        """Return one member of a family."""
        label = self.m.writer.label(thing.name)
        if isinstance(thing, typed.Variable):
            value = self.stored(thing, index)
            return Line(label, (("", () if value is None else (self.value(thing.type, value),)),))
        number, seen = self.at[thing.name, index]
        if seen.count and (not seen.cards or plain_backs(seen.cards)):
            return Line(label, (("", self.unseen(thing, seen)),))
        plain, back = f"[{self.m.writer.label('card')}]", self.back(thing)
        items = tuple(item.replace(plain, back, 1) if item.startswith(plain) else item for item in seen.cards)
        if thing.form == "pile" and self.slips(thing):
            return Line(label, (("", tuple(reversed(items))),), "numbered")
        groups = self.arranged(thing, number, items) if thing.arranged is not None else (("", items),)
        return Line(label, groups, "pile" if thing.form == "pile" else "items")

    def unseen(self, zone: typed.Zone, seen: SeenZone) -> tuple[str, ...]:
        """Return what is shown of cards that look alike: before a player backs, on the table their number."""
        if not any(isinstance(kind, Player) for kind in zone.each):
            return (str(seen.count),)
        return seen.cards or (self.back(zone),) * seen.count

    def back(self, zone: typed.Zone) -> str:
        """Return how a back without any print of its own is shown: by its kind, where a zone holds but one."""
        return f"[{self.m.writer.label(zone.kinds[0] if len(zone.kinds) == 1 else 'card')}]"

    def arranged(self, zone: typed.Zone, number: int, items: tuple[str, ...]) -> tuple[Group, ...]:
        """Return the cards as `arranged`, grouped by its first key; only where all faces are seen."""
        s, order, member = self.cells, zone.arranged, zone.member
        ids = self.m.places.listed(s, number)
        if order is None or member is None or not all(self.m.lists.sight.sees(s, self.seat, c) for c in ids):
            return (("", items),)
        key: Callable[..., Any] = self.m.lists.once(
            "arranged", order, lambda: self.m.compiler.with_key(order, member)
        )
        pairs = sorted(zip(ids, items, strict=True), key=lambda pair: key(s, pair[0]))
        first = order.keys[0]
        if not isinstance(first, typed.SortKey) or isinstance(first.value.type, Int):
            return (("", tuple(item for _, item in pairs)),)
        name = self.m.lists.once("group", order, lambda: self.m.compiler.with_local(first.value, member))
        kind = first.value.type
        groups = groupby(pairs, key=lambda pair: self.value(kind, name(s, pair[0])))
        return tuple((label, tuple(item for _, item in members)) for label, members in groups)

    # -- pieces -----------------------------------------------------------------------------------

    def thing(self, name: str) -> typed.Zone | typed.Variable:
        """Return the zone or variable of a name."""
        rules = self.m.compiler.load.rules
        return rules.zones[name] if name in rules.zones else rules.variables[name]

    def used(self, thing: typed.Zone | typed.Variable, index: tuple[int, ...]) -> bool:
        """Tell whether something lies there, or a variable isn't at its start."""
        if isinstance(thing, typed.Zone):
            return self.at[thing.name, index][1].count > 0
        start = self.m.root(thing.start)(self.cells) if thing.start is not None else NONE
        return self.stored(thing, index) != (None if start == NONE else start)

    def stored(self, variable: typed.Variable, index: tuple[int, ...]) -> int | None:
        """Return the value of a variable."""
        members = list(self.m.compiler.load.families(variable.each))
        return self.values[variable.name][members.index(index)]

    def value(self, kind: Type, value: int | None) -> str:
        """Return a value as people read it."""
        return self.m.writer.value(self.cells, kind, NONE if value is None else value)

    def index(self, thing: typed.Zone | typed.Variable, index: tuple[int, ...]) -> str:
        """Return the indexes of a member of a family as people read them."""
        return " ".join(self.value(kind, value) for kind, value in zip(thing.each, index, strict=True))

    def slips(self, zone: typed.Zone) -> bool:
        """Tell whether a zone holds slips only."""
        kinds = self.m.compiler.load.rules.kinds
        return all(kinds[name].written.is_.value == "slip" for name in zone.kinds)


def ordered(names: list[str], first: list[str]) -> list[str]:
    """Return names in a wanted order, the others behind."""
    return [*(name for name in first if name in names), *(name for name in names if name not in first)]


def without(line: Line, names: list[str]) -> Line:
    """Return a line whose backs don't repeat the words that already stand in its label."""
    groups = tuple((label, tuple(short_back(item, names) for item in items)) for label, items in line.groups)
    return Line(line.label, groups, line.form)


def short_back(item: str, names: list[str]) -> str:
    """Return a back without some of its words."""
    if not item.startswith("["):
        return item
    back, end, rest = item.partition("]")
    return " ".join(word for word in back.split(" ") if word not in names) + end + rest


def plain_backs(cards: tuple[str, ...]) -> bool:
    """Tell whether nothing but equal backs is seen."""
    return len(set(cards)) == 1 and cards[0].startswith("[") and cards[0].endswith("]")


def flat(line: Line) -> tuple[str, ...]:
    """Return the items of a line without groups."""
    return tuple(item for _, items in line.groups for item in items)
