"""Who sees a face now, and who knows it: one bit for each player and one for the audience (8.1, 8.4).

A bit of *knows* means: in every game the observer can't tell from this one, the thing at this place has this
face. An update depends only on what that observer observed.
"""

from __future__ import annotations

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.cells import NONE, Cells
from rulewright.interpreter.engines.reference.places import Places, State

BOXED = 16
"""In the cell of facing: a component that went to the box in play; above it the mask of those who saw it then."""


@define(eq=False)
class Sight:
    """Sees and knows, for all observers of one load."""

    cells: Cells
    places: Places
    all: int = field(init=False)
    faces: list[tuple[object, ...]] = field(init=False)
    """What tells the face of a component from others: equal for copies."""
    backs: list[tuple[object, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        load = self.cells.load
        self.all = (1 << (load.players + 1)) - 1
        self.faces, self.backs = [], []
        for card in load.cards:
            self.faces.append(
                (
                    card.kind.name,
                    card.owner,
                    tuple(sorted((k, v) for k, v in card.values.items())),
                    card.row if card.texts else 0,
                )
            )
            back: tuple[object, ...] = ()
            if card.kind.back is not None:
                back = (card.kind.name, *(card.values.get(name, ("",)) for name in card.kind.back))
            self.backs.append(back)

    def spot_mask(self, s: State, spot: int) -> int:
        """Return who sees the faces of what lies in a zone."""
        seen_by = self.places.zone(spot).seen_by
        if seen_by == "everyone":
            return self.all
        if seen_by == "nobody":
            return 0
        owner = self.places.spot_owner(s, spot)
        bit = 1 << owner if owner != NONE else 0
        return bit if seen_by == "owner" else self.all & ~bit

    def mask(self, s: State, component: int) -> int:
        """Return who sees a component's face now."""
        facing = s[self.cells.facing + component]
        if facing >= BOXED:
            return facing - BOXED
        if facing:
            return self.all if facing == 1 else 0
        return self.spot_mask(s, self.places.spot_of(s, component))

    def sees(self, s: State, observer: int, component: int) -> bool:
        """Tell whether an observer (the audience is the number of players) sees a face now."""
        return bool(self.mask(s, component) >> observer & 1)

    def tracked(self, spot: int) -> bool:
        """Tell whether places in a zone can be followed: piles, rows, and what lies on the table."""
        zone = self.places.zone(spot)
        return zone.form != "set" or zone.seen_by in ("everyone", "nobody")

    def learn(self, s: State, component: int, mask: int) -> None:
        """Observers have seen or heard a face."""
        s[self.cells.known + component] |= mask

    def leave(self, s: State, group: list[int], spot: int, rest: list[int], *, followed: bool) -> int:
        """Some components leave a zone; returns who can't follow them and so loses track.

        `rest` are those that stay. Who doesn't follow loses every claim about the cards of the same back in
        that zone, those that stay as well; what such an observer sees arrive is for `arrive` to say.
        """
        if followed or (not rest and len(group) == 1):
            return 0
        lost = self.all & ~self.spot_mask(s, spot)
        if self.tracked(spot) and self.places.forms[spot] != "pile":
            lost = 0
        return lost

    def forget(self, s: State, group: list[int], rest: list[int], blind: int) -> None:
        """Observers who neither followed nor saw the arrival lose all claims about those cards and their like."""
        backs = {self.backs[c] for c in group}
        for component in (*group, *(c for c in rest if self.backs[c] in backs)):
            s[self.cells.known + component] &= ~blind

    def arrive(self, s: State, component: int, rest: list[int], lost: int) -> None:
        """A component lies at its new place: who sees it there knows it; who couldn't follow loses claims that
        this face could have fulfilled, or all."""
        seen = self.mask(s, component)
        blind = lost & ~seen
        if blind:
            self.forget(s, [component], rest, blind)
        witnesses = lost & seen
        if witnesses:
            self.spend(s, component, rest, witnesses)
        self.learn(s, component, seen)

    def spend(self, s: State, component: int, rest: list[int], witnesses: int) -> None:
        """Clear the claims about a zone that a face now seen could have fulfilled (identical copies)."""
        for other in rest:
            if other != component and self.faces[other] == self.faces[component]:
                s[self.cells.known + other] &= ~witnesses

    def shuffled(self, s: State, spot: int) -> None:
        """Nobody knows the places of a shuffled pile any more, but who sees its faces."""
        ids = self.places.stored(s, spot)
        if len(ids) > 1:
            keep = self.spot_mask(s, spot)
            for component in ids:
                s[self.cells.known + component] &= keep

    def show(self, s: State, component: int, mask: int) -> None:
        """A private look at a component where it lies."""
        spot = self.places.spot_of(s, component)
        fresh = mask & ~s[self.cells.known + component] & ~self.mask(s, component)
        if fresh and not self.tracked(spot):
            self.spend(s, component, self.places.stored(s, spot), fresh)
        self.learn(s, component, mask)

    def knows(self, s: State, observer: int, component: int) -> bool:
        """Tell whether an observer knows a face: seen, shown or heard, and still able to point at it."""
        bits = s[self.cells.known + component] | self.mask(s, component)
        return bool(bits >> observer & 1)

    def curtain_falls(self, s: State) -> None:
        """A joint decision begins: remember where everything lies."""
        start = self.cells.curtain
        count = len(self.cells.load.cards)
        s[start : start + count] = s[self.cells.spot_of : self.cells.spot_of + count]

    def curtain_rises(self, s: State) -> None:
        """A joint decision is over: all that left, from the zones as they were; then all that arrived (6.3.5)."""
        count = len(self.cells.load.cards)
        before = s[self.cells.curtain : self.cells.curtain + count]
        after = s[self.cells.spot_of : self.cells.spot_of + count]
        moved = [c for c in range(count) if before[c] != after[c]]
        lost: dict[int, int] = {}
        rests: dict[int, list[int]] = {}
        for spot in dict.fromkeys(before[c] for c in moved):
            group = [c for c in moved if before[c] == spot]
            rest = [c for c in range(count) if before[c] == spot and after[c] == spot]
            out = self.leave(s, group, spot, rest, followed=not rest)
            for component in group:
                lost[component], rests[component] = out, rest
        for component in moved:
            if lost[component]:
                blind = lost[component] & ~self.mask(s, component)
                self.forget(s, [component], rests[component], blind)
        for component in moved:
            self.arrive(s, component, rests[component], lost[component] & self.mask(s, component))
        for component in range(count):
            self.learn(s, component, self.mask(s, component))


def kinds_of(zone: typed.Zone) -> tuple[str, ...]:
    """Return the kinds a zone holds."""
    return zone.kinds
