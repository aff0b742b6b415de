"""Load -> the flat state: which cell holds what. One array of whole numbers is a whole game."""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.dsl import typed
from rulewright.dsl.load import Load
from rulewright.dsl.types import SMALLEST, Bool, Enum, Int, Player, Private, Set, Thing, Type
from rulewright.dsl.walk import blocks, statements

NONE = SMALLEST - 1
"""`none` in a cell."""

(
    PC,
    KIND,
    MASK,
    TURN_END,
    PHASE_END,
    ACTOR,
    TURNS,
    ROUNDS,
    STOPS,
    STEPS,
    WINNER,
    READY,
    FIRST,
    CURTAIN,
    BEHIND,
    ANSWERS,
) = range(16)
"""The head of the state: program counter, kind of stop, who must still answer, where `end turn` and `end phase`
lead, whose turn it is, the counters of the limits, who has won, whether set-up is over, the first player, the
segment of the joint decision that is open (0: none) and the seat whose part of it runs (from 1; 0: none); then one
answer for each player and one for chance."""

RUNNING, DECISION, JOINT, RACE, CHANCE, OVER = range(6)
"""Kinds of stop."""


@frozen
class Slot:
    """Where a local lives: `size` cells; a set is its length and then its members. With `member`, one such stretch
    for each player, and `member` is the cell that says whose is meant."""

    cell: int
    size: int
    is_set: bool
    member: int | None = None


@define(eq=False)
class Cells:
    """The layout of the state of one load."""

    load: Load
    size: int = 0
    variables: dict[str, int] = field(factory=dict)
    keeps: dict[tuple[str, str], int] = field(factory=dict)
    """First cell of a changing attribute: of all components of the kind, then of all indexes."""
    widths: dict[tuple[str, str], int] = field(factory=dict)
    open: int = 0
    """Where what everyone may count begins: variables, changing attributes, places, facing."""
    spot_of: int = 0
    facing: int = 0
    known: int = 0
    """Who knows the face of each component; then, a stretch for each further facet, its hidden values that change."""
    facets: dict[tuple[str, str], int] = field(factory=dict)
    """The stretch of a hidden attribute of a kind; the face is 0."""
    pool: int = 0
    """Which unknown components are interchangeable for the audience: the smallest number of each group."""
    curtain: int = 0
    """While a joint decision is open: the segment in which each component arrived where it lies (0: before)."""
    veil: int = 0
    """While a joint decision is open: what everyone could see when it began, then who has changed each cell."""
    shared: bool = False
    """Whether the rules have joint decisions, so that there is a veil."""
    armed: int = 0
    """One cell for each spot: whether a refill may happen already."""
    counters: dict[str, int] = field(factory=dict)
    spots: list[int] = field(factory=list)
    """First cell of each zone: its length; of a lazy pile then the two ends of the undecided stretch; then ids."""
    heads: list[int] = field(factory=list)
    """Offset of the first id of each zone: 1, or 3 for a lazy pile."""
    rooms: list[int] = field(factory=list)
    """How many components can ever lie in each zone."""
    frames: int = 0
    """The first cell of the frames."""

    def take(self, count: int) -> int:
        """Reserve cells and return the first."""
        start = self.size
        self.size += count
        return start

    def slot(self, kind: Type, member: int | None = None) -> Slot:
        """Reserve the cells of a local."""
        is_set = isinstance(kind, Set)
        size = 1 + room_of(self.load, kind) if is_set else 1
        return Slot(self.take(size * (self.load.players if member is not None else 1)), size, is_set, member)

    def counter(self, name: str) -> int:
        """Return the cell that counts the draws of a chance point."""
        if name not in self.counters:
            self.counters[name] = self.take(1)
        return self.counters[name]


def lay_out(load: Load, points: list[str]) -> Cells:
    """Return the layout of a load, its frames still empty. `points` are the names of all chance points."""
    cells = Cells(load)
    cells.take(ANSWERS + load.players + 1)
    cells.open = cells.size
    for variable in load.rules.variables.values():
        cells.variables[variable.name] = cells.take(width(load, variable.each))
    for kind in load.rules.kinds.values():
        for attribute in kind.keeps.values():
            each = width(load, attribute.each)
            cells.widths[kind.name, attribute.name] = each
            cells.keeps[kind.name, attribute.name] = cells.take(each * load.many[kind.name])
    count = len(load.cards)
    for kind in load.rules.kinds.values():
        hidden = (a for a in kind.keeps.values() if not a.open)
        cells.facets |= {(kind.name, a.name): n for n, a in enumerate(hidden, 1)}
    cells.spot_of, cells.facing = cells.take(count), cells.take(count)
    cells.known = cells.take(count * (1 + max(cells.facets.values(), default=0)))
    cells.pool, cells.curtain = cells.take(count), cells.take(count)
    cells.armed = cells.take(len(load.spots))
    for name in points:
        cells.counter(name)
    for spot in load.spots:
        room = sum(load.many[k] for k in spot.zone.kinds)
        head = 3 if spot.zone.lazy else 1
        cells.rooms.append(room)
        cells.heads.append(head)
        cells.spots.append(cells.take(head + room))
    zones = cells.size - cells.spots[0]
    cells.shared = any(
        isinstance(statement, typed.Together)
        for _, block in blocks(load.rules)
        for statement in statements(block)
    )
    if cells.shared:
        cells.veil = cells.take(2 * (cells.known - cells.open) + zones)
    cells.frames = cells.size
    return cells


def width(load: Load, each: tuple[Type, ...]) -> int:
    """Return how many members a family has."""
    total = 1
    for kind in each:
        total *= len(load.values(kind))
    return total


def room_of(load: Load, kind: Type) -> int:
    """Return how many members a set of this type can have."""
    of = kind.of if isinstance(kind, Set) else kind
    match of:
        case Thing(kinds=kinds):
            return sum(load.many[k] for k in kinds)
        case Player() | Enum() | Bool() | Private():
            return len(load.values(of))
        case Int():
            return len(load.values(of)) or 128
        case _:
            return len(load.cards)


def source_room(load: Load, source: typed.Expr) -> int:
    """Return how many members a source can have."""
    match source:
        case typed.Place(zone=zone) if zone is not None:
            return sum(load.many[k] for k in zone.kinds)
        case typed.Listing(items=items):
            return len(items)
        case typed.Span_(low=typed.Value(value=int() as low), high=typed.Value(value=int() as high)):
            return max(high - low + 1, 0)
        case _:
            return room_of(load, source.type)
