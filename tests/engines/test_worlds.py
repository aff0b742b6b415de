"""Possible worlds: an observer can't tell them from what it sees, they tell nothing it can't know, and play goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from attrs import define, field, frozen

from engines.lockstep import Group, program_for
from leaks import toy
from leaks.alike import bits, screen
from leaks.pairs import pair
from leaks.test_worlds import FAMILIES
from leaks.worlds import Minds, Signature, pools, settled, table
from oracle import shipped
from rulewright.dsl import graph as g
from rulewright.dsl.cells import ANSWERS, MASK, NONE
from rulewright.interpreter.analysis import asked
from rulewright.interpreter.engines.fast import FaultAt, Runner
from rulewright.interpreter.engines.python.engine import PythonEngine
from rulewright.interpreter.engines.wasm.engine import WasmEngine
from rulewright.interpreter.game import Game, State, Terminal

SEEDS = (5, 6)
"""The masters of the two streams of draws."""


@define(eq=False)
class Dealer:
    """Deals out states of one game anew."""

    game: Game
    runner: Runner

    def take(self, state: State) -> None:
        """Write a state into the engine."""
        self.runner.write(0, state.cells)
        self.runner.write(self.runner.program.names["LISTED"], [0])

    def world(self, state: State, observer: int, index: int) -> State:
        """Return a possible world for an observer; the engine can play on from it."""
        self.take(state)
        self.runner.call("determinize", observer, index)
        return self.now()

    def now(self) -> State:
        """Return the state that the engine is at."""
        return self.game.at(self.runner.read(0, self.runner.program.names["STATE"]))


def dealer(game: Game, runner: Runner) -> Dealer:
    """Return a dealer whose draws have begun."""
    runner.seed(*SEEDS)
    return Dealer(game, runner)


@cache
def native(name: str, players: int) -> Dealer:
    """Return a dealer of a shipped ruleset that looks at every address."""
    game = shipped.game(name, players)
    return dealer(game, WasmEngine(program_for(game), guarded=True))


@cache
def of_toy(names: tuple[str, ...], players: int, back: bool, **dealt: int) -> Dealer:
    """Return a dealer of the toy."""
    game = toy.game(names, players, back=back, **dealt)
    return dealer(game, WasmEngine(program_for(game)))


# -- what is compared -----------------------------------------------------------------------------


def layout(state: State) -> list[object]:
    """Return for each zone what is the same in every world: how many lie there and of which kinds; by place, or
    by number where they have no order, their backs, facings and open values."""
    m, s = state.game.machine, state.cells
    found: list[object] = []
    for spot in range(len(state.game.load.spots)):
        ids = m.places.stored(s, spot)
        found.append(Counter(state.game.load.cards[c].kind.name for c in ids))
        looks = [look(state, c) for c in ids]
        low, high = 0, len(ids) if spot == 0 else 0
        if m.places.lazy[spot]:
            low, high = m.places.decided(s, spot, False), len(ids) - m.places.decided(s, spot, True)
        looks[low:high] = sorted(looks[low:high])
        found += [looks, ids[low:high] == sorted(ids[low:high])]
    return found


def look(state: State, component: int) -> tuple[object, ...]:
    """Return what shows of a component from behind, and since when it lies there while a joint decision is open."""
    m, s = state.game.machine, state.cells
    sight, kind = m.effects.sight, state.game.load.cards[component].kind
    values = [
        tuple(s[cell] for cell in sight.held(component, name)) for name, a in kind.keeps.items() if a.open
    ]
    cells = m.graph.cells
    return (
        repr(sight.backs[component]),
        s[cells.facing + component],
        s[cells.curtain + component],
        repr(values),
    )


def lost(world: State) -> list[int]:
    """Return the components that don't lie just once, where they are said to lie."""
    m, s = world.game.machine, world.cells
    lie = Counter((spot, c) for spot in range(len(world.game.load.spots)) for c in m.places.stored(s, spot))
    return [card.id for card in world.game.load.cards if lie[m.places.spot_of(s, card.id), card.id] != 1] + [
        c for (_, c), count in lie.items() if count > 1
    ]


def wrong(dealt: Dealer, state: State, observer: int, index: int) -> Iterator[str]:
    """Yield what is wrong with one world of an observer, looked at alone (D1, D5, D6)."""
    world = dealt.world(state, observer, index)
    if screen(world, observer) != screen(state, observer):
        yield "D1: the observer sees something else"
    if lost(world) or layout(world) != layout(state):
        yield "D5: cards are lost, or lie where they can't"
    for seat in range(state.game.players + 1):
        if bits(world, seat) != bits(state, seat):
            yield f"D6: what {seat} knows by place has changed"
    if pools(world) != pools(state):
        yield "D6: other places can be exchanged"
    known = state.game.graph.cells.known
    mask = state.game.machine.effects.sight.mask
    spot_of = state.game.machine.places.spot_of
    for card in state.game.load.cards:
        bit = (state.cells[known + card.id] | mask(state.cells, card.id)) >> observer & 1
        if bit and spot_of(world.cells, card.id) != spot_of(state.cells, card.id):
            yield f"D6: {card.id}, which the observer knows, lies elsewhere"
    again = dealt.world(world, observer, index + 1)
    if screen(again, observer) != screen(state, observer):
        yield "D1: dealt out twice, the observer sees something else"


def twins_differ(dealt: Dealer, state: State, observer: int, index: int, luck: Random) -> list[int]:
    """Return the cells that differ when a state that looks alike is dealt out with the same index (D2). In a twin,
    locals that hold nothing have changed their 0 as if it were a component: those aren't compared."""
    made = pair(state, observer, luck)
    if made is None:
        return []
    twin, frames = made[0], state.game.graph.cells.frames
    one, two = dealt.world(state, observer, index).cells, dealt.world(twin, observer, index).cells
    return [
        cell
        for cell, (a, b) in enumerate(zip(one, two, strict=True))
        if a != b and not (cell >= frames and state.cells[cell] == 0 != twin.cells[cell])
    ]


def stops(game: Game, seed: int, most: int, every: int) -> Iterator[State]:
    """Yield every so many stops of a game played by luck at which a player is asked."""
    luck, state = Random(seed), game.new(seed, log=False)
    state.draw_all()
    for number in range(most):
        who = asked(state)
        if who is None:
            return
        if number % every == 0:
            yield state
        state.apply(who, luck.randrange(len(state.options(who))))
        state.draw_all()


# -- shipped rulesets -----------------------------------------------------------------------------


DEALT = {
    "bbqp_draft14",
    "bbqp_draft15",
    "bbqp_draft15_heat_growth",
    "bbqp_draft15_heat_limit",
    "chaos_terria",
    "usagi_curry",
    "classics/crazy_eights",
    "classics/go_fish",
    "classics/goofspiel",
    "classics/hearts",
    "classics/kuhn_poker",
    "classics/leduc_poker",
}
"""Rulesets in which a face that somebody can't know lies at a place that is decided."""

BROKEN = {"classics/go_fish": "loop", "classics/hearts": "none"}
"""Rulesets whose hands keep to what no bit says (no four of a rank are held; who leads first holds a certain card): in a
world that breaks it play may come to this fault."""


@pytest.mark.parametrize("name", shipped.names())
def test_worlds_of_shipped_rulesets(name: str) -> None:
    """D1, D2, D5, D6 for every observer; play goes on from a world, in the reference engine as well."""
    players = shipped.rules(name).written.players[0]
    dealt, luck = native(name, players), Random(3)
    every = 4 if name.startswith("classics/") and name in DEALT else 20
    changed = 0
    for number, state in enumerate(stops(dealt.game, 2, 41, every)):
        for observer in range(players + 1):
            assert list(wrong(dealt, state, observer, number)) == []
            assert twins_differ(dealt, state, observer, number, luck) == []
            changed += dealt.world(state, observer, number).cells != state.cells
        play_on(dealt, state, number % (players + 1), luck, BROKEN.get(name, ""))
    assert (changed > 0) == (name in DEALT), changed


def play_on(dealt: Dealer, state: State, observer: int, luck: Random, broken: str) -> None:
    """Play a world on for some steps in both engines, and to its end in the fast one; it may come to one fault."""
    dealt.take(state)
    dealt.runner.call("options", dealt.runner.call("asked"))
    dealt.runner.call("determinize", observer, 77)
    world = dealt.now()
    group = Group(dealt.game, {"wasm": dealt.runner}, 0)
    for _ in range(4):
        who = asked(world)
        if who is None or (broken and nothing_to_choose(world, who)):
            return
        assert group.step(world, luck) == ""
        group.compare_cells(world)
    dealt.world(state, observer, 78)
    assert end_of(dealt) in ("", broken)


def end_of(dealt: Dealer) -> str:
    """Play to the end; return the code of the fault it comes to, if it does."""
    try:
        dealt.runner.call("playout")
    except FaultAt as fault:
        return dealt.runner.program.sites[fault.site].code
    assert dealt.now().over
    return ""


def nothing_to_choose(world: State, who: int) -> bool:
    """Tell whether a player is asked for what there isn't."""
    return who < world.game.players and [o.form for o in world.options(who)] == ["nothing"]


@pytest.mark.parametrize("name", ["classics/kuhn_poker", "classics/go_fish", "classics/goofspiel"])
def test_engines_deal_out_alike(name: str) -> None:
    """The interpreted program and native code make the same worlds."""
    dealt = native(name, shipped.rules(name).written.players[0])
    other = dealer(dealt.game, PythonEngine(dealt.runner.program))
    for number, state in enumerate(stops(dealt.game, 4, 24, 4)):
        for observer in range(dealt.game.players + 1):
            one, two = (d.world(state, observer, number) for d in (dealt, other))
            assert one.cells == two.cells


@pytest.mark.parametrize("name", FAMILIES)
def test_worlds_of_the_toy(name: str) -> None:
    """D1, D2, D5, D6 for every family of operations; for two players with backs and more cards, and for three."""
    operations, given = FAMILIES[name]
    for players, more in ((2, {"hands": 2}), (3, {})):
        dealt, luck = of_toy(operations, players, players == 2, **{**given, **more}), Random(3)
        for number, state in enumerate(stops(dealt.game, 5, 16, 2)):
            for observer in range(players + 1):
                assert list(wrong(dealt, state, observer, number)) == []
                assert twins_differ(dealt, state, observer, number, luck) == []


POINTING = """\
  point:
    choose:
      card: from line
    do: |
      target = card
  survey:
    do: |
      for card in line:
          me chooses one:
              "up":
                  turn card face up
              "leave":
                  done += 0
"""
"""Actions that point at a card that nobody knows, and that stop in the middle of going over such cards."""


def test_what_points_at_cards_follows() -> None:
    """A variable, and the members that a loop hasn't come to yet, lie at the same places in every world."""
    written = toy.text(("draw", "place"), laid=3, blues=3).replace(
        "of draw, place", "of place, point, survey"
    )
    written = written.replace("variables: {", "variables: {target: card or none = none, ") + POINTING
    game = toy.made(written, 2)
    dealt, luck = dealer(game, WasmEngine(program_for(game))), Random(3)
    target = game.graph.cells.variables["target"]
    loop = next(i for i in game.graph.code if isinstance(i, g.ForStart) and "for card in line" in i.span.text)
    pointed = met = 0
    for number, state in enumerate(stops(game, 5, 60, 1)):
        in_loop = range(loop.cell + 2, loop.cell + 2 + state.cells[loop.cell])
        for observer in range(3):
            assert twins_differ(dealt, state, observer, number, luck) == []
            world = dealt.world(state, observer, number)
            for cell in (target, *in_loop):
                if state.cells[cell] != NONE:
                    pointed += cell == target
                    met += cell != target
                    assert lies(world, world.cells[cell]) == lies(state, state.cells[cell])
    assert pointed >= 10
    assert met >= 10


def lies(state: State, component: int) -> tuple[int, int]:
    """Return the zone and the place in it where a component lies."""
    places = state.game.machine.places
    spot = places.spot_of(state.cells, component)
    return spot, places.stored(state.cells, spot).index(component)


# -- every possible world -------------------------------------------------------------------------

FEW = 24
"""An observer that can think of more worlds isn't looked at: not all of them would come up."""
TRIES = 30
"""How often a state is dealt out for each world there is."""


def faces(state: State, seat: int) -> Signature:
    """Return what lies where, without telling apart copies, nor places in a hand that others can't follow."""
    m, s = state.game.machine, state.cells
    sight = m.effects.sight
    found: list[object] = []
    for spot in [0, *table(state)]:
        ids = [face(state, c) for c in m.places.stored(s, spot)]
        low, high = 0, len(ids)
        if m.places.lazy[spot]:
            low, high = m.places.decided(s, spot, False), len(ids) - m.places.decided(s, spot, True)
        elif spot and (sight.tracked(spot) or sight.spot_mask(s, spot) >> seat & 1):
            low = high
        if low < high:
            ids[low:high] = sorted(ids[low:high])
        found.append(tuple(ids))
    return tuple(found)


def face(state: State, component: int) -> str:
    """Return all that is on a component."""
    m, s = state.game.machine, state.cells
    sight = m.effects.sight
    kept = [
        [s[cell] for cell in sight.held(component, name)]
        for name in state.game.load.cards[component].kind.keeps
    ]
    under = [face(state, c) for spot in sight.carried.get(component, ()) for c in m.places.stored(s, spot)]
    return repr((sight.faces[component], kept, under))


@frozen
class Support:
    """Worlds of some observers: how many there are, and which never came up; how many samples were drawn, and how
    many of them no play could have led to; worlds that are dealt out otherwise than the true state."""

    worlds: int = 0
    missing: list[str] = field(factory=list)
    samples: int = 0
    impossible: int = 0
    unlike: list[str] = field(factory=list)


def support(dealt: Dealer, seed: int, games: int, steps: int) -> Support:
    """Play the toy, and compare the worlds that are dealt out with those that can be."""
    luck = Random(seed)
    worlds = samples = impossible = 0
    missing: list[str] = []
    unlike: list[str] = []
    for _ in range(games):
        minds = Minds(dealt.game)
        for number in range(steps):
            if isinstance(minds.true.stop, Terminal):
                break
            who = asked(minds.true)
            assert who is not None
            offered = minds.true.outcomes() if who == dealt.game.players else minds.true.options(who)
            if not minds.step(luck.randrange(len(offered))):
                break
            state = minds.true
            if asked(state) == dealt.game.players or not settled(state):
                continue
            for seat, those in enumerate(minds.worlds):
                possible = {faces(world, seat) for world in those.values()}
                if len(possible) > FEW:
                    continue
                tries = TRIES * len(possible)
                dealt_out = Counter(faces(dealt.world(state, seat, n), seat) for n in range(tries))
                worlds, samples = worlds + len(possible), samples + tries
                impossible += sum(count for one, count in dealt_out.items() if one not in possible)
                missing += [f"stop {number}, seat {seat}" for one in possible if one not in dealt_out]
                for world in list(those.values())[:6]:
                    one, two = (faces(dealt.world(s, seat, number), seat) for s in (state, world))
                    if one != two:
                        unlike.append(f"stop {number}, seat {seat}")
    return Support(worlds, missing, samples, impossible, unlike)


SHOWN = ("cards", "hands", "deck", "search", "line", "swaps", "told", "boxed", "passed_twice")
"""Families in which no value is set secretly and nothing lies on what is hidden: the true ones of those stay."""
MARKED = (("mark_line", "place", "grab"), ("place_marked", "grab"))
"""Operations that set values for everyone to see."""
TOYS = [(FAMILIES[name][0], FAMILIES[name][1], False) for name in SHOWN]
TOYS += [(FAMILIES[name][0], FAMILIES[name][1], True) for name in ("cards", "deck")]
TOYS += [(operations, {"laid": 2}, False) for operations in MARKED]


@pytest.mark.parametrize(("operations", "given", "back"), TOYS)
def test_every_possible_world_has_a_chance(
    operations: tuple[str, ...], given: dict[str, int], back: bool
) -> None:
    """D3, and D2 for worlds that no exchange of cards makes: the order of a hand, copies, two backs in one pile."""
    found = support(of_toy(operations, 2 + back, back, **given), seed=1, games=1, steps=9)
    assert found.missing == []
    assert found.unlike == []
    assert found.worlds >= 12


def test_cards_of_different_pools_are_not_exchanged() -> None:
    """What was in a hand before an open card went back to the deck isn't that card: few worlds are impossible."""
    operations, given = FAMILIES["search"]
    found = support(of_toy(operations, 2, False, **given), seed=1, games=2, steps=9)
    assert found.impossible * 10 < found.samples


def test_an_unknown_card_lies_anywhere_alike() -> None:
    """Of four cards, each lies as often at each place that the audience doesn't see, within four standard errors."""
    dealt = of_toy(("draw",), 2, False, hands=1, laid=1, blues=2)
    state = dealt.game.new(1)
    state.draw_all()
    places = state.game.machine.places
    tries = 3000
    found: Counter[tuple[int, int]] = Counter()
    for index in range(tries):
        world = dealt.world(state, dealt.game.players, index)
        for spot in table(world):
            for c in places.stored(world.cells, spot):
                if dealt.game.load.cards[c].kind.name == "card":
                    found[spot, c] += 1
    cards = [card.id for card in dealt.game.load.cards if card.kind.name == "card"]
    spots = {spot: places.count(state.cells, spot) for spot, _ in found}
    assert sum(spots.values()) == len(cards)
    for spot, count in spots.items():
        chance = count / len(cards)
        error = (chance * (1 - chance) * tries) ** 0.5
        for card in cards:
            assert abs(found[spot, card] - chance * tries) <= 4 * error


# -- chance and answers ---------------------------------------------------------------------------


def test_the_real_future_is_not_in_it() -> None:
    """D4: what chance brings depends on the index, and on nothing that was drawn before."""
    dealt = native("classics/pig", 2)
    state = next(stops(dealt.game, 1, 1, 1))

    def future(index: int, before: int) -> list[int]:
        dealt.runner.call("many", before, 3)
        dealt.world(state, 0, index)
        dealt.runner.call("playout")
        return dealt.now().cells

    futures = [future(index, index) for index in range(8)]
    assert [future(index, 40 + index) for index in range(8)] == futures
    assert len({repr(cells) for cells in futures}) == 8


def test_what_others_have_answered_is_drawn_anew() -> None:
    """In a joint decision an observer's own answer stays, and each answer of another is as likely."""
    dealt = native("classics/goofspiel", 2)
    state = next(stops(dealt.game, 1, 1, 1))
    count = len(state.options(0))
    state.apply(0, 3)
    assert state.cells[MASK] == 0b10
    tries = 200 * count
    own, other = (
        Counter(dealt.world(state, observer, n).cells[ANSWERS] for n in range(tries)) for observer in (0, 1)
    )
    assert own == {3: tries}
    assert set(other) == set(range(count))
    error = (200 * (1 - 1 / count)) ** 0.5
    assert all(abs(found - 200) <= 4 * error for found in other.values())
