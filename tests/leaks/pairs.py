"""State, observer -> a state that looks and is known alike to the observer, with what it can't know exchanged."""

from __future__ import annotations

from random import Random

from rulewright.dsl import graph as g
from rulewright.dsl.cells import ANSWERS, CURTAIN, JOINT, KIND, MASK, PC, RACE
from rulewright.dsl.types import Set, Thing
from rulewright.interpreter.engines.reference import joint
from rulewright.interpreter.engines.reference.machine import Machine
from rulewright.interpreter.game import State


def unknown(state: State, seat: int, *, forgetful: bool = False) -> list[list[int]]:
    """Return groups of components that an observer could exchange without noticing: of one pool, one back and
    one kind, unknown to it (with `forgetful`: not seen by it now) and lying loose."""
    m, s = state.game.machine, state.cells
    sight, cells = m.effects.sight, m.graph.cells
    groups: dict[tuple[object, ...], list[int]] = {}
    for card in state.game.load.cards:
        spot = m.places.spot_of(s, card.id)
        if spot == 0 or sight.mask(s, card.id) >> seat & 1 or fixed(state, card.id):
            continue
        knows = s[cells.known + card.id] >> seat & 1
        if knows and not forgetful:
            continue
        pool = -1 if forgetful else s[cells.pool + card.id]
        key = (pool, card.kind.name, sight.backs[card.id], card.owner, told(state, seat, card.id))
        groups.setdefault(key, []).append(card.id)
    return [group for group in groups.values() if len(group) > 1]


def fixed(state: State, component: int) -> bool:
    """Tell whether something lies on a component, so that exchanging it would carry that along."""
    m = state.game.machine
    carried = m.effects.sight.carried.get(component, ())
    return any(m.places.count(state.cells, spot) for spot in carried)


def told(state: State, seat: int, component: int) -> tuple[object, ...]:
    """Return the hidden values of a component that an observer knows, and its open ones."""
    m, s = state.game.machine, state.cells
    sight, cells = m.effects.sight, m.graph.cells
    kind = state.game.load.cards[component].kind
    count = len(state.game.load.cards)
    found: list[object] = []
    for name, attribute in kind.keeps.items():
        facet = cells.facets.get((kind.name, name))
        knows = facet is not None and s[cells.known + facet * count + component] >> seat & 1
        if attribute.open or knows:
            found.append((name, tuple(s[c] for c in sight.held(component, name))))
    return tuple(found)


def pair(state: State, seat: int, r: Random, *, forgetful: bool = False) -> tuple[State, bool] | None:
    """Return another state that looks alike, and whether a face really lies elsewhere in it; None where nothing
    is unknown. Everything that points at a component follows; other players' knowledge stays with the places."""
    to = list(range(len(state.game.load.cards)))
    for group in unknown(state, seat, forgetful=forgetful):
        mixed = list(group)
        r.shuffle(mixed)
        for one, other in zip(group, mixed, strict=True):
            to[one] = other
    if to == list(range(len(to))):
        return None
    other = state.clone()
    other.seed = state.seed ^ r.getrandbits(60)
    renamed(state.game.machine, state.cells, other.cells, to)
    redrawn(other, seat, r)
    faces = state.game.machine.effects.sight.faces
    return other, any(faces[one] != faces[two] for one, two in enumerate(to))


def renamed(m: Machine, s: list[int], t: list[int], to: list[int]) -> None:
    """Write into a copy the state in which every component has changed its name."""
    cells, sight, count = m.graph.cells, m.effects.sight, len(to)
    columns = [cells.spot_of, cells.facing, cells.pool, cells.curtain]
    columns += range(cells.known, cells.pool, count)
    if cells.shared:
        was = 2 * cells.veil - cells.spots[0]
        width = cells.known - cells.open
        columns += [start + base - cells.open for base in columns[:2] for start in (was, was + width)]
    for column in columns:
        for one, other in enumerate(to):
            t[column + other] = s[column + one]
    labels = {
        p: min(to[c] for c in range(count) if s[cells.pool + c] == p)
        for p in s[cells.pool : cells.pool + count]
    }
    for component in range(count):
        t[cells.pool + component] = labels[t[cells.pool + component]]
    for one, other in enumerate(to):
        for name in m.compiler.load.cards[one].kind.keeps:
            for cell, into in zip(sight.held(one, name), sight.held(other, name), strict=True):
                t[into] = s[cell]
    for base, size in pointing(m):
        for cell in range(base, base + size):
            if 0 <= t[cell] < count:
                t[cell] = to[t[cell]]
    starts = [cells.spots[0]]
    if cells.shared and s[CURTAIN]:
        starts.append(cells.veil)
    for start in starts:
        for spot, base in enumerate(cells.spots):
            at = start + base - cells.spots[0]
            first = at + cells.heads[spot]
            ids = [to[c] for c in s[first : first + s[at]]]
            if m.places.lazy[spot]:
                low, high = s[at + 1], s[at + 2]
                ids[low:high] = sorted(ids[low:high])
            t[first : first + len(ids)] = ids


def pointing(m: Machine) -> list[tuple[int, int]]:
    """Return the stretches of cells that hold components: variables, attributes, locals; of sets their members."""
    found = list(m.lists.pointers)
    players = m.compiler.load.players
    for local, slot in m.graph.slots.items():
        copies = players if slot.member is not None else 1
        kind = local.type
        for n in range(copies):
            start = slot.cell + n * slot.size
            if isinstance(kind, Set) and isinstance(kind.of, Thing):
                found.append((start + 1, slot.size - 1))
            elif isinstance(kind, Thing):
                found.append((start, 1))
    for instruction in m.graph.code:
        if isinstance(instruction, g.ForStart):
            width = len(instruction.binders)
            for n, (local, _) in enumerate(instruction.binders):
                if isinstance(local.type, Thing):
                    found += [(instruction.cell + 2 + width * k + n, 1) for k in range(instruction.room)]
    return found


def redrawn(state: State, seat: int, r: Random) -> None:
    """Draw anew what others have answered to a joint decision or race still open, among their options there."""
    m, s = state.game.machine, state.cells
    code = m.graph.code[s[PC]]
    if s[KIND] == JOINT and isinstance(code, g.JointNext):
        frame, players = code.frame, range(state.game.players)
        segment = s[frame.cell + joint.SEGMENT]
        answered = [
            p
            for p in players
            if s[joint.state_of(frame, p)] == joint.CHOOSES
            and joint.number_at(m, s, frame, p) == segment
            and not s[MASK] >> p & 1
        ]
    elif s[KIND] == RACE and isinstance(code, g.Race):
        answered = [p for p in s[code.cell + 1 : code.cell + 1 + s[code.cell]] if not s[MASK] >> p & 1]
    else:
        return
    for player in answered:
        if player != seat:
            s[ANSWERS + player] = r.randrange(len(m.options(s, player)))
