"""Who sees a face now, and who knows it: one bit for each player and one for the audience (8.1, 8.4).

A bit of *knows* means: in every game the observer can't tell from this one, the thing at this place has this
face (or this hidden value: one facet each). An update depends only on what that observer observed. Places in
piles, rows and on the table are followed one by one; a hand is known to *contain* faces.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulewright.dsl.cells import BEHIND, CURTAIN, NONE, Cells
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
    facets: list[tuple[int, ...]] = field(init=False)
    """The offsets of all facets of each component: the face first."""
    hidden: dict[int, tuple[int, int]] = field(init=False)
    """Cells of hidden attributes that change: facet and component."""
    carried: dict[int, list[int]] = field(init=False)
    """The zones that go with each component."""

    def __attrs_post_init__(self) -> None:
        load, count = self.cells.load, len(self.cells.load.cards)
        self.all = (1 << (load.players + 1)) - 1
        self.faces, self.backs, self.facets, self.hidden = [], [], [], {}
        for card in load.cards:
            values = tuple(sorted((k, v) for k, v in card.values.items()))
            self.faces.append((card.kind.name, card.owner, values, card.row if card.texts else 0))
            back: tuple[object, ...] = ()
            if card.kind.back is not None:
                back = (card.kind.name, *(card.values.get(name, ("",)) for name in card.kind.back))
            self.backs.append(back)
            offsets = [0]
            for name in card.kind.keeps:
                facet = self.cells.facets.get((card.kind.name, name))
                if facet is not None:
                    offsets.append(facet * count)
                    self.hidden |= dict.fromkeys(self.held(card.id, name), (facet, card.id))
            self.facets.append(tuple(offsets))
        self.carried = {}
        for number, owner in enumerate(self.places.owners):
            if owner != NONE and owner <= -2:
                self.carried.setdefault(-2 - owner, []).append(number)

    def held(self, component: int, name: str) -> range:
        """Return the cells of a changing attribute of a component."""
        kind = self.cells.load.cards[component].kind.name
        width = self.cells.widths[kind, name]
        base = self.cells.keeps[kind, name] + width * (component - self.cells.load.first[kind])
        return range(base, base + width)

    # -- sees -------------------------------------------------------------------------------------

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

    # -- knows ------------------------------------------------------------------------------------

    def knows(self, s: State, observer: int, component: int) -> bool:
        """Tell whether an observer knows a face: seen, shown or heard, and still able to point at it."""
        bits = s[self.cells.known + component] | self.mask(s, component)
        return bool(bits >> observer & 1)

    def learn(self, s: State, component: int, mask: int) -> None:
        """Observers have seen a face with all that is on it."""
        self.alone(s, component, mask)
        for offset in self.facets[component]:
            s[self.cells.known + offset + component] |= mask

    def hear(self, s: State, component: int, facet: int, mask: int) -> None:
        """Observers who can point at a component have heard one facet of it."""
        if facet == 0:
            self.alone(s, component, mask)
        s[self.cells.known + facet * len(self.cells.load.cards) + component] |= mask

    def alone(self, s: State, component: int, mask: int) -> None:
        """A face that the audience comes to know stands alone: it can be exchanged with nothing unknown."""
        known, pool = self.cells.known + component, self.cells.pool
        if not (mask & ~s[known]) >> self.cells.load.players & 1:
            return
        label, count = s[pool + component], len(self.cells.load.cards)
        s[pool + component] = component
        if label == component:
            rest = [c for c in range(count) if c != component and s[pool + c] == label]
            for other in rest:
                s[pool + other] = rest[0]

    def begin(self, s: State) -> None:
        """Set-up begins: who sees a face knows it; what looks alike and lies in one zone is one pool."""
        pools: dict[tuple[object, ...], int] = {}
        for card in self.cells.load.cards:
            key = (self.backs[card.id], self.places.spot_of(s, card.id))
            s[self.cells.pool + card.id] = pools.setdefault(key, card.id)
        for card in self.cells.load.cards:
            self.learn(s, card.id, self.mask(s, card.id))

    def laid(self, s: State, components: list[int]) -> None:
        """Components have been laid out anew, as if the game began: nothing is known of them but what is seen."""
        spots = dict.fromkeys(self.places.spot_of(s, component) for component in components)
        self.forget(s, components, self.all)
        for component in components:
            self.learn(s, component, self.mask(s, component))
        for spot in spots:
            self.merge(s, self.places.stored(s, spot))

    def with_load(self, s: State, components: Iterable[int]) -> list[int]:
        """Return components with all that lies in the zones that go with them."""
        found = list(components)
        for component in found:
            for spot in self.carried.get(component, ()):
                found += self.places.stored(s, spot)
        return found

    def forget(self, s: State, components: Iterable[int], blind: int) -> None:
        """Observers lose track of components (and of what lies on them), as far as they don't see them."""
        if not blind:
            return
        group = self.with_load(s, components)
        for component in group:
            lost = ~(blind & ~self.mask(s, component))
            for offset in self.facets[component]:
                s[self.cells.known + offset + component] &= lost
        if blind >> self.cells.load.players & 1:
            self.merge(s, group)

    def merge(self, s: State, components: list[int]) -> None:
        """The audience can't tell some components apart any more: those of one back that it doesn't know are one
        pool."""
        labels: dict[tuple[object, ...], set[int]] = {}
        audience = self.cells.load.players
        for component in components:
            if s[self.cells.known + component] >> audience & 1:
                continue
            labels.setdefault(self.backs[component], set()).add(s[self.cells.pool + component])
        start, count = self.cells.pool, len(self.cells.load.cards)
        for group in labels.values():
            if len(group) > 1:
                low = min(group)
                s[start : start + count] = [low if p in group else p for p in s[start : start + count]]

    # -- moves ------------------------------------------------------------------------------------

    def like(self, s: State, component: int, spot: int) -> list[int]:
        """Return what stays in a zone and could have been moved instead: of the same back, and in a joint decision
        there before this segment (what is moved was chosen before it)."""
        back, segment = self.backs[component], s[CURTAIN]
        return [
            other
            for other in self.places.stored(s, spot)
            if self.backs[other] == back and not (segment and s[self.cells.curtain + other] == segment)
        ]

    def leave(self, s: State, spot: int, rest: list[int], seen: int, *, followed: bool) -> int:
        """A component has left a zone; returns who can't follow it.

        `rest` is what could have been moved instead, `seen` who saw its face there. What such an observer sees
        arrive is for `arrive` to say.
        """
        if followed or not rest or (self.tracked(spot) and self.places.forms[spot] != "pile"):
            return 0
        return self.all & ~self.spot_mask(s, spot) & ~seen

    def arrive(self, s: State, component: int, rest: list[int], lost: int, named: int = 0) -> None:
        """A component lies at its new place: who sees it there knows it, and whoever has just heard its name
        (`named`) its face; who couldn't follow loses claims that this face could have fulfilled, or all."""
        seen = self.mask(s, component)
        heard = named & ~seen
        if lost:
            self.spend(s, component, rest, lost & (seen | heard))
            self.forget(s, [component, *rest], lost & ~seen & ~heard)
            self.forget(s, [component], lost)
        self.learn(s, component, seen)
        self.hear(s, component, 0, heard)
        for other in self.with_load(s, [component])[1:]:
            self.learn(s, other, self.mask(s, other))

    def spend(self, s: State, component: int, rest: list[int], witnesses: int) -> None:
        """Clear the claims about a zone that a face now seen could have fulfilled (identical copies)."""
        if not witnesses:
            return
        for other in rest:
            blind = witnesses & self.agree(s, component, other)
            for one in self.with_load(s, [other]):
                for offset in self.facets[one]:
                    s[self.cells.known + offset + one] &= ~(blind & ~self.mask(s, one))
        if witnesses >> self.cells.load.players & 1:
            self.merge(s, self.with_load(s, [component, *rest]))

    def agree(self, s: State, component: int, other: int) -> int:
        """Return for whom nothing known of a component tells it from another one."""
        if component == other:
            return self.all
        kind, apart = self.cells.load.cards[other].kind.name, 0
        if self.faces[other] != self.faces[component]:
            apart |= s[self.cells.known + other]
        for (owner, name), facet in self.cells.facets.items():
            if owner != kind:
                continue
            same = self.cells.load.cards[component].kind.name == kind and [
                s[c] for c in self.held(component, name)
            ] == [s[c] for c in self.held(other, name)]
            if not same:
                apart |= s[self.cells.known + facet * len(self.cells.load.cards) + other]
        return self.all & ~apart

    def mixed(self, s: State, components: list[int]) -> None:
        """Nobody can tell these apart any more, but who sees their faces."""
        if len(components) > 1:
            self.forget(s, components, self.all)

    def show(self, s: State, components: list[int], mask: int) -> None:
        """Observers look at components where they lie: one of a hand tells them nothing new if it may be one whose
        face they see anyway."""
        group = set(components)
        found: list[tuple[int, int]] = []
        for component in components:
            spot = self.places.spot_of(s, component)
            news = mask & ~self.mask(s, component) & ~self.spot_mask(s, spot)
            if news and not self.tracked(spot):
                rest = [
                    c
                    for c in self.places.stored(s, spot)
                    if self.backs[c] == self.backs[component] and c not in group
                ]
                for other in rest:
                    news &= ~(self.mask(s, other) & self.agree(s, component, other))
                self.spend(s, component, rest, news)
                found.append((component, news | mask & (self.mask(s, component) | self.spot_mask(s, spot))))
            else:
                found.append((component, mask))
        for component, learning in found:
            self.learn(s, component, learning)

    def changed(self, s: State, component: int, facet: int, *, public: bool, pointed: bool) -> None:
        """A hidden value has been set: who sees the face knows it, all do if it is `public` and everyone can
        tell which component is meant (`pointed`), and otherwise it may be any that isn't seen."""
        count = len(self.cells.load.cards)
        stretch = self.cells.known + facet * count
        if pointed:
            s[stretch + component] = self.all if public else self.mask(s, component)
            return
        kind = self.cells.load.cards[component].kind.name
        first = self.cells.load.first[kind]
        for other in range(first, first + self.cells.load.many[kind]):
            s[stretch + other] &= self.mask(s, other)
        s[stretch + component] |= self.mask(s, component)

    # -- joint decisions --------------------------------------------------------------------------

    def curtain_falls(self, s: State) -> None:
        """A joint decision begins: remember what everyone could see."""
        cells = self.cells
        width, count = cells.known - cells.open, len(cells.load.cards)
        s[cells.curtain : cells.curtain + count] = [0] * count
        zones = cells.veil - cells.spots[0]
        s[cells.veil : cells.veil + zones] = s[cells.spots[0] : cells.veil]
        start = cells.veil + zones
        s[start : start + width] = s[cells.open : cells.known]
        s[start + width : start + 2 * width] = [0] * width

    def curtain_rises(self, s: State) -> None:
        """A joint decision is over: everyone sees everything as it lies."""
        cells = self.cells
        count = len(cells.load.cards)
        s[cells.curtain : cells.curtain + count] = [0] * count
        end = 2 * cells.veil - cells.spots[0] + 2 * (cells.known - cells.open)
        s[cells.veil : end] = [0] * (end - cells.veil)

    def touch(self, s: State, cell: int) -> None:
        """Remember who changed a cell behind the curtain."""
        if s[CURTAIN]:
            cells = self.cells
            authors = 2 * cells.veil - cells.spots[0] + cells.known - cells.open
            s[authors + cell - cells.open] |= 1 << s[BEHIND] >> 1

    def veiled(self, s: State, observer: int) -> State:
        """Return the state as an observer may see it: behind the curtain of a joint decision what only this
        observer has changed is seen, everything else as it was."""
        if not s[CURTAIN]:
            return s
        cells = self.cells
        width, zones = cells.known - cells.open, cells.veil - cells.spots[0]
        before = cells.veil + zones
        shown = list(s)
        mine = 1 << observer
        for n in range(width):
            if s[before + width + n] not in (0, mine):
                shown[cells.open + n] = s[before + n]
        self.lay_out(s, shown, mine)
        return shown

    def lay_out(self, s: State, shown: State, mine: int) -> None:
        """Fill the zones of a veiled state: as they were, but for what its observer has moved."""
        cells = self.cells
        before = 2 * cells.veil - cells.spots[0]
        authors = before + cells.known - cells.open
        was, by = before + cells.spot_of - cells.open, authors + cells.spot_of - cells.open
        moved = [c for c in range(len(cells.load.cards)) if s[by + c]]
        others: set[int] = set()
        own: set[int] = set()
        for component in moved:
            spots = {s[was + component], self.places.spot_of(s, component)}
            if s[by + component] == mine:
                own |= spots
            else:
                others |= spots
        for spot in sorted(others):
            base = self.places.bases[spot]
            size = self.places.heads[spot] + cells.rooms[spot]
            at = cells.veil + base - cells.spots[0]
            shown[base : base + size] = s[at : at + size]
            if spot in own:
                self.with_own(s, shown, spot, [c for c in moved if s[by + c] == mine])

    def with_own(self, s: State, shown: State, spot: int, own: list[int]) -> None:
        """Change a zone as it was by what one observer has moved."""
        base, head = self.places.bases[spot], self.places.heads[spot]
        start = base + head
        stay = [c for c in shown[start : start + shown[base]] if c not in own]
        ids = [*stay, *(c for c in self.places.stored(s, spot) if c in own)]
        shown[base] = len(ids)
        shown[start : start + self.cells.rooms[spot]] = [*ids, *[0] * (self.cells.rooms[spot] - len(ids))]
        if head == 3:
            shown[base + 1], shown[base + 2] = len(ids), len(ids)
