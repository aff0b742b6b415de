"""State -> what one observer sees now: the one projection through which everything sent to a seat passes."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl import typed
from rulewright.dsl.cells import ACTOR, CHANCE, KIND, MASK, NONE, OVER
from rulewright.dsl.types import Thing
from rulewright.interpreter.engines.reference.machine import Machine
from rulewright.interpreter.engines.reference.places import State


@frozen
class SeenZone:
    """A zone as an observer sees it.

    `cards` are printed forms where the face is seen, backs otherwise, from the top, the left, or by arrival; a zone
    whose places can't be followed gives `count` alone. `notes` are the values that change of what is seen.
    """

    name: str
    indexes: tuple[int, ...]
    count: int
    cards: tuple[str, ...]


@frozen
class Observation:
    """What an observer sees: never ids, seeds, or anything of other seats' questions but their public name."""

    observer: int
    zones: tuple[SeenZone, ...]
    variables: tuple[tuple[str, tuple[int | None, ...]], ...]
    actor: int | None
    stop: str
    question: str
    asked: tuple[int, ...]
    prompt: str
    options: tuple[str, ...]


def observe(m: Machine, s: State, observer: int) -> Observation:
    """Return what an observer sees now; the audience is the number of players."""
    asked = tuple(p for p in range(m.compiler.load.players) if s[MASK] >> p & 1)
    mine = observer in asked
    kind = ("running", "decision", "joint", "race", "chance", "over")[s[KIND]]
    question = "" if s[KIND] in (CHANCE, OVER) or not asked else m.asked(s, asked[0]).name
    shown = m.effects.sight.veiled(s, observer)
    return Observation(
        observer,
        tuple(zones(m, shown, observer)),
        tuple(variables(m, shown)),
        s[ACTOR] if s[ACTOR] != NONE else None,
        kind,
        question if s[KIND] != 2 else m.graph.rules[s[0]],
        asked,
        prompt_of(m, s, observer) if mine else "",
        tuple(o.text for o in m.options(s, observer)) if mine else (),
    )


def prompt_of(m: Machine, s: State, player: int) -> str:
    """Return the prompt of a player who is asked."""
    from rulewright.dsl import graph as g

    stop = m.asked(s, player)
    words: typed.Words | None = None
    match stop:
        case g.Choose(choose=choose):
            words = choose.choice.prompt
        case g.Take(take=take):
            words = take.prompt
        case g.Menu(menu=menu):
            words = menu.prompt
        case g.Offer(offer=offer):
            words = offer.prompt
        case g.Race(race=race):
            words = race.prompt
    if words is None:
        return ""
    code = m.graph.code[s[0]]
    if isinstance(code, g.JointNext):
        cell = code.frame.cell
        before, s[cell] = s[cell], player
        text = m.lists.text(words)(s)
        s[cell] = before
        return text
    return m.lists.text(words)(s)


def zones(m: Machine, s: State, observer: int) -> list[SeenZone]:
    """Return all zones but the box as an observer sees them. Where places can't be followed, backs are in no
    order that tells anything; nor are the cards of a shuffled pile."""
    found = []
    sight = m.effects.sight
    for spot in m.compiler.load.spots[1:]:
        if any(isinstance(kind, Thing) for kind in spot.zone.each):
            continue
        ids = m.places.listed(s, spot.number)
        visible = bool(sight.spot_mask(s, spot.number) >> observer & 1)
        facing = m.graph.cells.facing
        if (
            not visible
            and not any(s[facing + c] == 1 for c in ids)
            and not (sight.tracked(spot.number) and has_backs(m, s, ids))
        ):
            found.append(SeenZone(spot.zone.name, spot.indexes, len(ids), ()))
            continue
        cards = tuple(seen_card(m, s, observer, c, spot.number) for c in ids)
        if not visible and not sight.tracked(spot.number):
            cards = tuple(sorted(cards))
        elif spot.zone.lazy:
            above = (
                ids.index(m.places.undecided(s, spot.number)[0]) if m.places.undecided(s, spot.number) else 0
            )
            below = above + len(m.places.undecided(s, spot.number))
            cards = (*cards[:above], *sorted(cards[above:below]), *cards[below:])
        found.append(SeenZone(spot.zone.name, spot.indexes, len(ids), cards))
    return found


def has_backs(m: Machine, s: State, ids: list[int]) -> bool:
    """Tell whether backs, or what lies open on face-down components, tells something."""
    kinds = list(dict.fromkeys(m.compiler.load.cards[c].kind for c in ids))
    if any(m.places.count(s, n) for c in ids for n in m.lists.attachments(c)):
        return True
    return any(k.back is not None or any(a.open for a in k.keeps.values()) for k in kinds)


def seen_card(m: Machine, s: State, observer: int, component: int, spot: int) -> str:
    """Return a component as an observer sees it: its face or its back, with what changes on it."""
    sight = m.effects.sight
    facing = s[m.graph.cells.facing + component]
    sees = facing == 1 or (facing == 0 and bool(sight.spot_mask(s, spot) >> observer & 1))
    name = m.writer.component(s, component) if sees else f"[{m.writer.back(s, component)}]"
    notes = m.writer.notes(s, component, only_open=not sees)
    return " ".join([name, *notes, *attached(m, s, observer, component)])


def attached(m: Machine, s: State, observer: int, component: int) -> list[str]:
    """Return what lies in the zones that go with a component, told at its place."""
    found = []
    for number in m.lists.attachments(component):
        ids = m.places.listed(s, number)
        if not ids:
            continue
        zone = m.places.zone(number)
        seen = bool(m.effects.sight.spot_mask(s, number) >> observer & 1) or any(
            s[m.graph.cells.facing + c] for c in ids
        )
        inside = ", ".join(seen_card(m, s, observer, c, number) for c in ids) if seen else str(len(ids))
        found.append(f"({m.writer.told('of', m.writer.label(zone.name), inside)})")
    return found


def variables(m: Machine, s: State) -> list[tuple[str, tuple[int | None, ...]]]:
    """Return all variables: they are public."""
    found = []
    for variable in m.compiler.load.rules.variables.values():
        base = m.graph.cells.variables[variable.name]
        count = len(list(m.compiler.load.families(variable.each)))
        found.append((variable.name, tuple(None if v == NONE else v for v in s[base : base + count])))
    return found
