"""Zones in the flat state: what lies where, in which order, and the undecided stretch of lazy piles."""

from __future__ import annotations

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.cells import NONE, Cells
from rulewright.dsl.types import Player, Thing

State = list[int]


@define(eq=False)
class Places:
    """Reads and changes zones; knows nothing of rules."""

    cells: Cells
    bases: list[int] = field(init=False)
    heads: list[int] = field(init=False)
    lazy: list[bool] = field(init=False)
    forms: list[str] = field(init=False)
    owners: list[int] = field(init=False)
    """For each spot the seat that owns it, NONE, or -2 - component for the owner of a component."""

    def __attrs_post_init__(self) -> None:
        load = self.cells.load
        self.bases, self.heads = self.cells.spots, self.cells.heads
        self.lazy = [s.zone.lazy for s in load.spots]
        self.forms = [s.zone.form for s in load.spots]
        self.owners = []
        for spot in load.spots:
            owner = NONE
            if spot.zone.dot is not None:
                index = spot.zone.each[spot.zone.dot]
                if isinstance(index, Player):
                    owner = spot.indexes[spot.zone.dot]
                elif isinstance(index, Thing):
                    owner = -2 - spot.indexes[spot.zone.dot]
            self.owners.append(owner)

    def count(self, s: State, spot: int) -> int:
        """Return how many lie there."""
        return s[self.bases[spot]]

    def stored(self, s: State, spot: int) -> list[int]:
        """Return the components as stored: bottom first, from the left, by arrival."""
        base = self.bases[spot]
        start = base + self.heads[spot]
        return s[start : start + s[base]]

    def listed(self, s: State, spot: int) -> list[int]:
        """Return the components in the order of options: piles from the top, the undecided by number."""
        base = self.bases[spot]
        start = base + self.heads[spot]
        ids = s[start : start + s[base]]
        if self.forms[spot] != "pile":
            return ids
        if self.lazy[spot]:
            low, high = s[base + 1], s[base + 2]
            return ids[high:][::-1] + ids[low:high] + ids[:low][::-1]
        return ids[::-1]

    def spot_of(self, s: State, component: int) -> int:
        """Return the zone where a component lies."""
        return s[self.cells.spot_of + component]

    def owner(self, s: State, component: int) -> int:
        """Return the owner of a component (3.2.5), or NONE."""
        card = self.cells.load.cards[component]
        if card.owner is not None:
            return card.owner
        owner = self.owners[self.spot_of(s, component)]
        return self.owner(s, -2 - owner) if owner != NONE and owner <= -2 else owner

    def spot_owner(self, s: State, spot: int) -> int:
        """Return the player who owns a zone, or NONE."""
        owner = self.owners[spot]
        return self.owner(s, -2 - owner) if owner != NONE and owner <= -2 else owner

    def remove(self, s: State, component: int) -> int:
        """Take a component out of its zone and return the zone's number."""
        spot = self.spot_of(s, component)
        base = self.bases[spot]
        start = base + self.heads[spot]
        count = s[base]
        place = s.index(component, start, start + count) - start
        s[start + place : start + count] = [*s[start + place + 1 : start + count], 0]
        s[base] = count - 1
        if self.lazy[spot]:
            if place < s[base + 1]:
                s[base + 1] -= 1
            if place < s[base + 2]:
                s[base + 2] -= 1
        return spot

    def insert(self, s: State, component: int, spot: int, place: int) -> None:
        """Put a component into a zone at a stored place; facing goes back to *as the zone*."""
        base = self.bases[spot]
        start = base + self.heads[spot]
        count = s[base]
        s[start + place : start + count + 1] = [component, *s[start + place : start + count]]
        s[base] = count + 1
        s[self.cells.spot_of + component] = spot
        s[self.cells.facing + component] = 0

    def append(self, s: State, component: int, spot: int) -> None:
        """Put a component on top of a pile, at the end of a row, as the latest of a set; in the box by number."""
        if spot == 0:
            ids = self.stored(s, 0)
            place = next((n for n, i in enumerate(ids) if i > component), len(ids))
            self.insert(s, component, 0, place)
            return
        self.insert(s, component, spot, s[self.bases[spot]])

    def put_under(self, s: State, component: int, spot: int) -> None:
        """Put a component at the bottom of a pile."""
        self.insert(s, component, spot, 0)
        if self.lazy[spot]:
            base = self.bases[spot]
            s[base + 1] += 1
            s[base + 2] += 1

    def mix(self, s: State, spot: int) -> None:
        """Make a whole lazy pile undecided: a set in component order."""
        base = self.bases[spot]
        start = base + self.heads[spot]
        count = s[base]
        s[start : start + count] = sorted(s[start : start + count])
        s[base + 1], s[base + 2] = 0, count

    def sort(self, s: State, spot: int) -> None:
        """Put what lies in a zone in component order."""
        start = self.bases[spot] + self.heads[spot]
        count = s[self.bases[spot]]
        s[start : start + count] = sorted(s[start : start + count])

    def raise_to(self, s: State, spot: int, place: int, to: int) -> None:
        """Take the component at a stored place out and put it in again further up."""
        start = self.bases[spot] + self.heads[spot]
        card = s[start + place]
        s[start + place : start + to + 1] = [*s[start + place + 1 : start + to + 1], card]

    def undecided(self, s: State, spot: int) -> list[int]:
        """Return the undecided cards of a lazy pile by number."""
        base = self.bases[spot]
        start = base + self.heads[spot]
        return s[start + s[base + 1] : start + s[base + 2]]

    def decided(self, s: State, spot: int, top: bool) -> int:
        """Return how many cards at an end of a pile can be told apart from there without a draw."""
        base = self.bases[spot]
        if not self.lazy[spot] or s[base + 1] == s[base + 2]:
            return s[base]
        return s[base] - s[base + 2] if top else s[base + 1]

    def decide(self, s: State, spot: int, index: int, top: bool) -> None:
        """Decide the next place from an end: it is the undecided card of this index."""
        base = self.bases[spot]
        start = base + self.heads[spot]
        low, high = s[base + 1], s[base + 2]
        cards = s[start + low : start + high]
        card = cards.pop(index)
        if top:
            s[start + low : start + high] = [*cards, card]
            s[base + 2] = high - 1
        else:
            s[start + low : start + high] = [card, *cards]
            s[base + 1] = low + 1

    def ends(self, s: State, spot: int, top: bool, count: int) -> list[int]:
        """Return up to `count` components from an end of a pile or row, nearest first."""
        ids = self.stored(s, spot)
        from_start = top if self.forms[spot] == "row" else not top
        chosen = ids[:count] if from_start else ids[::-1][:count]
        return chosen if count > 0 else []

    def zone(self, spot: int) -> typed.Zone:
        """Return the zone a spot belongs to."""
        return self.cells.load.spots[spot].zone
