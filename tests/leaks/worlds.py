"""State, observer -> every world that the observer can't tell from it, and what its masks claim there."""

from __future__ import annotations

from random import Random

from attrs import define, field

from rulewright.dsl.cells import CURTAIN
from rulewright.interpreter.analysis import asked
from rulewright.interpreter.game import Game, State, Terminal

Signature = tuple[object, ...]
MOST = 4000
"""A campaign goes on with a new game before an observer can think of more worlds."""


def signature(state: State, seat: int) -> Signature:
    """Return what an observer claims to know: for each place the facets with their values, for each hand those
    of its cards in no order. It is the same in all worlds that the observer can't tell apart."""
    m, s = state.game.machine, state.cells
    sight = m.effects.sight
    found: list[object] = []
    for spot in table(state):
        claims = [claim(state, seat, c) for c in m.places.stored(s, spot)]
        seen = sight.spot_mask(s, spot) >> seat & 1
        if sight.tracked(spot) or seen:
            low, high = m.places.decided(s, spot, False), len(claims) - m.places.decided(s, spot, True)
            if m.places.lazy[spot] and low < high:
                claims[low:high] = sorted(claims[low:high], key=repr)
            found.append(tuple(claims))
        else:
            found.append(tuple(sorted((c for c in claims if any(v is not None for v in c)), key=repr)))
    return tuple(found)


def claim(state: State, seat: int, component: int) -> tuple[object, ...]:
    """Return the facets of a component that an observer knows, None for the others."""
    m, s = state.game.machine, state.cells
    sight, cells = m.effects.sight, m.graph.cells
    count = len(state.game.load.cards)
    kind = state.game.load.cards[component].kind.name
    values: list[object] = []
    if s[cells.known + component] >> seat & 1:
        values.append(sight.faces[component])
    else:
        values.append(None)
    for (owner, name), facet in sorted(cells.facets.items()):
        knows = owner == kind and s[cells.known + facet * count + component] >> seat & 1
        values.append(tuple(s[c] for c in sight.held(component, name)) if knows else None)
    for spot in sight.carried.get(component, ()):
        under = tuple(claim(state, seat, c) for c in m.places.stored(s, spot))
        values.append(under if any(v is not None for c in under for v in c) else None)
    return tuple(values)


def table(state: State) -> list[int]:
    """Return the zones that stand for themselves: neither the box nor those that go with a component."""
    carried = {spot for spots in state.game.machine.effects.sight.carried.values() for spot in spots}
    return [spot for spot in range(1, len(state.game.load.spots)) if spot not in carried]


def pools(state: State) -> Signature:
    """Return the pools by place, without their names: the cards that the audience knows left out."""
    m, s = state.game.machine, state.cells
    sight, cells = m.effects.sight, m.graph.cells
    audience = state.game.players
    found: dict[int, list[object]] = {}
    for spot in table(state):
        ids = m.places.stored(s, spot)
        low, high = m.places.decided(s, spot, False), len(ids) - m.places.decided(s, spot, True)
        for place, component in enumerate(ids):
            loose = not sight.tracked(spot) or (m.places.lazy[spot] and low <= place < high)
            for number, one in enumerate(sight.with_load(s, [component])):
                if not s[cells.known + one] >> audience & 1:
                    where = (spot, -1 if loose else place, number)
                    found.setdefault(s[cells.pool + one], []).append(where)
    return tuple(sorted(tuple(sorted(group, key=repr)) for group in found.values()))


def news(state: State, seat: int) -> tuple[object, ...]:
    """Return what an observer has heard in the last step and sees after it."""
    heard = tuple(text for event in state.log or () if (text := event.for_seat(seat)))
    return heard, repr(state.observe(seat))


def settled(state: State) -> bool:
    """Tell whether nothing has happened behind a curtain: while a joint decision is open, what is learned in it
    comes when it ends."""
    s, cells = state.cells, state.game.graph.cells
    if not s[CURTAIN]:
        return True
    width = cells.known - cells.open
    authors = 2 * cells.veil - cells.spots[0] + width
    return not state.held and not any(s[authors : authors + width])


def forget(state: State) -> State:
    """Return a state whose log is empty."""
    state.log = []
    return state


@define(eq=False)
class Minds:
    """The worlds of every observer of one game, step by step."""

    game: Game
    true: State = field(init=False)
    worlds: list[dict[tuple[int, ...], State]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.true = forget(self.game.new())
        self.worlds = [{tuple(self.true.cells): self.true} for _ in range(self.game.players + 1)]

    def step(self, answer: int) -> bool:
        """Play one answer on; False when an observer can think of too many worlds."""
        who = asked(self.true)
        assert who is not None
        after = played(self.true, who, answer)
        for seat, before in enumerate(self.worlds):
            wanted = news(after, seat)
            own = seat == who < self.game.players
            text = self.true.options(who)[answer].text if own else ""
            found: dict[tuple[int, ...], State] = {}
            for world in before.values():
                assert asked(world) == who, f"{seat} can tell who is asked"
                for option in choices(world, who, answer if own else None, text):
                    child = played(world, who, option)
                    if news(child, seat) == wanted:
                        found[tuple(child.cells)] = child
            assert tuple(after.cells) in found, "the truth isn't among the worlds"
            if len(found) > MOST:
                return False
            self.worlds[seat] = found
        self.true = after
        return True

    def wrong(self) -> list[str]:
        """Return what is wrong with the masks now: claims that some world contradicts, masks that tell worlds
        apart, pools that do."""
        found: list[str] = []
        if not settled(self.true):
            return found
        for seat, worlds in enumerate(self.worlds):
            mine = signature(self.true, seat)
            others = {signature(world, seat) for world in worlds.values()}
            if others != {mine}:
                bits = {without_values(one) for one in others}
                found.append(f"{'false claim' if len(bits) == 1 else 'leaking mask'} of {seat}")
        audience = self.worlds[self.game.players]
        if len({pools(world) for world in audience.values()}) > 1:
            found.append("leaking pools")
        return found


def without_values(one: object) -> object:
    """Return a signature with nothing but which facets are claimed."""
    if isinstance(one, tuple) and one and all(isinstance(item, tuple) for item in one):
        return tuple(without_values(item) for item in one)
    if isinstance(one, tuple):
        return tuple(item is not None for item in one)
    return one


def choices(world: State, who: int, own: int | None, text: str) -> list[int]:
    """Return the answers that an observer must reckon with: its own is the one it gave."""
    if own is None:
        return list(range(len(world.outcomes() if who == world.game.players else world.options(who))))
    assert world.options(who)[own].text == text, "the options of a seat tell worlds apart"
    return [own]


def played(state: State, who: int, answer: int) -> State:
    """Return the state after one more answer, with the log of this step."""
    child = forget(state.clone())
    child.apply(who, answer)
    return child


def campaign(game: Game, seed: int, games: int, steps: int) -> tuple[int, list[str]]:
    """Play random games of the toy; return how many checks were made, and the first thing that went wrong."""
    r = Random(seed)
    checks = 0
    for number in range(games):
        minds = Minds(game)
        trail: list[str] = []
        for _ in range(steps):
            if isinstance(minds.true.stop, Terminal):
                break
            who = asked(minds.true)
            assert who is not None
            chance = who == game.players
            options = minds.true.outcomes() if chance else minds.true.options(who)
            answer = r.randrange(len(options))
            trail.append(f"{who}: {options[answer].text}")
            if not minds.step(answer):
                break
            checks += game.players + 1
            wrong = minds.wrong()
            if wrong:
                return checks, [*wrong, f"game {number}", *trail]
    return checks, []
