"""A game on the table: components in zones, values that change. Plain dicts and lists, nothing clever."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from oracle.looks import appearances, grouped
from rulewright.dsl import typed
from rulewright.dsl.faces import Card
from rulewright.dsl.load import Load
from rulewright.dsl.types import Player, Thing, Type
from rulewright.interpreter.chance import pick, point_key

Stops = Iterator["Stop"]
"""A statement being carried out: it yields where it must wait and is sent the answers."""


class Wrong(Exception):
    """A fault: the code says which."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@frozen(eq=False)
class Stop:
    """Where the game waits: for each of the asked players what can be answered, in order.

    For chance `options` has the outcomes under -1, `point` is its name and `drawn` what the seed says.
    """

    kind: str
    options: dict[int, list[Any]]
    point: str = ""
    weights: Sequence[int] = ()
    drawn: int = 0


@define(eq=False)
class Pile:
    """What lies in one zone. Rows, sets and ordinary piles use `top` alone, the last on top or at the end.

    A shuffled pile has a bottom that is decided, cards whose order nobody has decided, and a top.
    """

    bottom: list[int] = field(factory=list)
    loose: list[int] = field(factory=list)
    top: list[int] = field(factory=list)

    def everything(self) -> list[int]:
        """Return all of it, from the bottom or the first; undecided cards by their number."""
        return [*self.bottom, *sorted(self.loose), *self.top]

    def remove(self, component: int) -> None:
        """Take a component out."""
        for part in (self.bottom, self.loose, self.top):
            if component in part:
                part.remove(component)

    def __len__(self) -> int:
        return len(self.bottom) + len(self.loose) + len(self.top)


@define(eq=False)
class Table:
    """The state of a game, and the seed that answers for chance."""

    load: Load
    seed: int
    piles: list[Pile] = field(init=False)
    at: list[int] = field(init=False)
    facing: list[int] = field(init=False)
    keeps: dict[tuple[int, str, tuple[int, ...]], int | None] = field(factory=dict)
    variables: dict[tuple[str, tuple[int, ...]], int | None] = field(factory=dict)
    drawn: dict[str, int] = field(factory=dict)
    armed: set[int] = field(factory=set)
    set_up: bool = False
    first_player: int | None = None

    def __attrs_post_init__(self) -> None:
        load = self.load
        self.piles = [Pile() for _ in load.spots]
        self.at = [0] * len(load.cards)
        self.facing = [0] * len(load.cards)
        for card in load.cards:
            zone = card.kind.starts_in
            if zone is not None:
                self.at[card.id] = self.spot(zone, tuple(self.home(card, kind) for kind in zone.each))
        for number, pile in enumerate(self.piles):
            found = [c for c, spot in enumerate(self.at) if spot == number]
            pile.top = found[::-1] if load.spots[number].zone.form == "pile" else found

    def spot(self, zone: typed.Zone | None, indexes: tuple[Any, ...]) -> int:
        """Return the number of a zone; an index without a member is a fault."""
        if zone is None:
            return 0
        found = self.load.spot_at.get((zone.name, indexes))
        if found is None:
            raise Wrong("index")
        return found

    def home(self, card: Card, kind: Type) -> int | None:
        """Return in which member of a family a component starts: its owner's, or what its own value says."""
        if isinstance(kind, Player):
            return card.owner
        names = [n for n, a in card.kind.has.items() if evolve(a.type, optional=False) == kind and not a.each]
        return card.values[names[0]][0]

    def listed(self, spot: int) -> list[int]:
        """Return what lies in a zone in the order of options: from the top, the left, by arrival; the box by
        number."""
        found = self.piles[spot].everything()
        if self.load.spots[spot].zone.form == "pile":
            pile = self.piles[spot]
            return [*pile.top[::-1], *sorted(pile.loose), *pile.bottom[::-1]]
        return sorted(found) if spot == 0 else found

    def owner(self, component: int) -> int | None:
        """Return whose a component is (3.2.5)."""
        card = self.load.cards[component]
        if card.owner is not None:
            return card.owner
        spot = self.load.spots[self.at[component]]
        dot = spot.zone.dot
        if dot is None:
            return None
        index = spot.indexes[dot]
        if isinstance(spot.zone.each[dot], Thing):
            return self.owner(index)
        assert isinstance(spot.zone.each[dot], Player)
        return index

    def lies(self, component: int, *, up: bool) -> bool:
        """Tell whether a component lies face up or down: turned so, or as its zone has it: seen by all or nobody."""
        if self.facing[component]:
            return self.facing[component] == (1 if up else 2)
        return self.load.spots[self.at[component]].zone.seen_by == ("everyone" if up else "nobody")

    # -- moving -----------------------------------------------------------------------------------

    def put(self, component: int, spot: int, *, bottom: bool = False, place: int | None = None) -> None:
        """Lay a component into a zone; it faces as the zone has it."""
        self.piles[self.at[component]].remove(component)
        self.at[component] = spot
        self.facing[component] = 0
        pile = self.piles[spot]
        if bottom:
            pile.bottom.insert(0, component)
        elif place is not None:
            pile.top.insert(place - 1, component)
        else:
            pile.top.append(component)

    def after_removal(self, spot: int) -> Stops:
        """Fill a pile up that is refilled when it is empty (7.3)."""
        zone = self.load.spots[spot].zone
        if zone.refill_when == "empty" and not self.piles[spot] and (self.set_up or spot in self.armed):
            yield from self.refill(spot)

    def refill(self, spot: int) -> Stops:
        """Lay everything of the source on a pile and shuffle it, if there is anything. Cards that were decided
        before, because a statement asks for more than lie there, stay where they are."""
        zone = self.load.spots[spot].zone
        assert zone.refill_from is not None
        source = self.spot(zone.refill_from, self.load.spots[spot].indexes if zone.refill_from.each else ())
        if not self.piles[source]:
            return
        pile, before = self.piles[spot], self.piles[spot].everything()
        for component in self.listed(source):
            self.put(component, spot)
        yield from self.shuffle(spot)
        for component in before:
            pile.loose.remove(component)
        pile.top = before

    # -- chance -----------------------------------------------------------------------------------

    def draw(self, point: str, outcomes: list[Any], weights: Sequence[int]) -> Iterator[Any]:
        """Let chance choose; one outcome is no stop (6.7.1)."""
        if len(outcomes) == 1:
            return outcomes[0]
        counter = self.drawn.get(point, 0)
        self.drawn[point] = counter + 1
        place = pick(self.seed, point_key(point), counter, weights)
        yield Stop("chance", {-1: outcomes}, point, weights, place)
        return outcomes[place]

    def shuffle(self, spot: int) -> Stops:
        """Make the order of a pile unknown: undecided where nobody sees it, else decided card by card."""
        self.armed.add(spot)
        pile, zone = self.piles[spot], self.load.spots[spot].zone
        pile.loose = sorted(pile.everything())
        pile.bottom, pile.top = [], []
        if not zone.lazy:
            while pile.loose:
                yield from self.decide(spot, top=True)

    def decide(self, spot: int, *, top: bool) -> Stops:
        """Decide the next undecided card from an end."""
        pile = self.piles[spot]
        look = appearances(self)
        alike = [look(card) for card in sorted(pile.loose)]
        cards = list(grouped(self, sorted(pile.loose)).values())
        weights = [alike.count(look(card)) for card in cards]
        card = yield from self.draw(f"shuffle {self.load.spots[spot].zone.name}", cards, weights)
        pile.loose.remove(card)
        if top:
            pile.top.insert(0, card)
        else:
            pile.bottom.append(card)

    def need(self, spot: int, count: int, *, top: bool) -> Stops:
        """Have the cards at an end of a pile decided, refilling before each that isn't there (7.2.3)."""
        pile = self.piles[spot]
        for wanted in range(1, count + 1):
            if len(pile) < wanted and self.load.spots[spot].zone.refill_when == "needed":
                yield from self.refill(spot)
            if len(pile) < wanted:
                return
            if pile.loose and len(pile.top if top else pile.bottom) < wanted:
                yield from self.decide(spot, top=top)

    def end(self, spot: int, *, top: bool) -> int | None:
        """Return the component at an end of a pile."""
        found = self.listed(spot)
        if not found:
            return None
        return found[0] if top else found[-1]
