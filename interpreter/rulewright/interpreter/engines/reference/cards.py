"""Instructions that move, turn, shuffle, write and show components."""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import (
    CHANCE,
    NONE,
    PC,
)
from rulewright.interpreter.engines.reference.machine import (
    RESUMES,
    STEPS_OF,
    Machine,
    answer_of_chance,
)
from rulewright.interpreter.engines.reference.places import State


def ready(m: Machine, s: State, i: g.Ready) -> int | None:
    spot = m.lists.spot(i.place)(s)
    count = 1 if i.count is None else max(m.root(i.count)(s), 0)
    return m.stop(s, CHANCE, 0, i) if draws(m, s, spot, i.top, count) else None


def draws(m: Machine, s: State, spot: int, top: bool, count: int) -> bool:
    """Prepare an end of a pile; True when chance must decide the next card. One outcome is no chance point."""
    while m.effects.wanted(s, spot, top, count):
        outcomes = m.lists.undecided(s, spot)
        if len(outcomes) > 1:
            return True
        m.places.decide(s, spot, outcomes[0].value, top)
    return False


def ready_resume(m: Machine, s: State, i: g.Ready) -> int:
    m.effects.decide(s, m.lists.spot(i.place)(s), answer_of_chance(m, s), i.top)
    return s[PC]


def ends_start(m: Machine, s: State, i: g.EndsStart) -> None:
    s[i.cell] = m.lists.spot(i.to)(s)
    s[i.cell + 1] = m.root(i.at)(s) if i.at is not None else NONE
    s[i.cell + 2] = 1 if i.count is None else max(m.root(i.count)(s), 0)
    s[i.cell + 3] = m.lists.spot(i.place)(s)


def ends_ready(m: Machine, s: State, i: g.EndsReady) -> int | None:
    spot = s[i.cell + 3]
    if s[i.cell + 2] <= 0:
        return i.done.at
    if draws(m, s, spot, i.top, 1):
        return m.stop(s, CHANCE, 0, i)
    return i.done.at if m.places.count(s, spot) == 0 else None


def ends_resume(m: Machine, s: State, i: g.EndsReady) -> int:
    m.effects.decide(s, s[i.cell + 3], answer_of_chance(m, s), i.top)
    return s[PC]


def ends_next(m: Machine, s: State, i: g.EndsNext) -> None:
    s[i.cell + 2] -= 1
    component = m.places.ends(s, s[i.cell + 3], i.top, 1)[0]
    m.effects.move(s, component, s[i.cell], s[i.cell + 1], i.move, m.events, followed=True)


def move_start(m: Machine, s: State, i: g.MoveStart) -> None:
    chosen = m.lists.selected(i.what)(s)
    s[i.cell] = m.lists.spot(i.to)(s)
    s[i.cell + 1] = m.root(i.at)(s) if i.at is not None else NONE
    s[i.cell + 2], s[i.cell + 3] = len(chosen), 0
    s[i.cell + 4 : i.cell + 4 + len(chosen)] = chosen


def move_next(m: Machine, s: State, i: g.MoveNext) -> int | None:
    at = s[i.cell + 3]
    if at >= s[i.cell + 2]:
        return i.done.at
    s[i.cell + 3] = at + 1
    followed = isinstance(i.move.what, typed.AllOf)
    m.effects.move(
        s,
        s[i.cell + 4 + at],
        s[i.cell],
        s[i.cell + 1],
        i.move,
        m.events,
        followed=followed,
        last=at + 1 == s[i.cell + 2],
    )
    return None


def swap_places(m: Machine, s: State, i: g.SwapPlaces) -> None:
    m.effects.swap(s, m.lists.spot(i.left)(s), m.lists.spot(i.right)(s), m.events)


def swap_values(m: Machine, s: State, i: g.SwapValues) -> None:
    left, right = m.root(i.left)(s), m.root(i.right)(s)
    m.effects.store(s, i.left, right)
    m.effects.store(s, i.right, left)


def shuffle(m: Machine, s: State, i: g.Shuffle) -> int | None:
    spot = m.lists.spot(i.place)(s)
    if m.places.lazy[spot]:
        m.effects.shuffle(s, spot)
        m.tell("shuffles", NONE, m.writer.told("shuffled", m.effects.spot_name(spot)))
        return None
    if s[i.cell] == 0:
        s[i.cell] = m.places.count(s, spot)
        m.places.sort(s, spot)
    while s[i.cell] > 1:
        outcomes = m.lists.outcomes(s, i)
        if len(outcomes) > 1:
            return m.stop(s, CHANCE, 0, i)
        m.places.raise_to(s, spot, outcomes[0].value, s[i.cell] - 1)
        s[i.cell] -= 1
    s[i.cell] = 0
    m.effects.shuffle(s, spot)
    m.tell("shuffles", NONE, m.writer.told("shuffled", m.effects.spot_name(spot)))
    return None


def shuffle_resume(m: Machine, s: State, i: g.Shuffle) -> int:
    spot = m.lists.spot(i.place)(s)
    m.places.raise_to(s, spot, answer_of_chance(m, s), s[i.cell] - 1)
    m.effects.count_draw(s, m.places.zone(spot))
    s[i.cell] -= 1
    return s[PC]


def turn(m: Machine, s: State, i: g.Turn) -> None:
    for component in m.lists.selected(i.what)(s):
        m.effects.turn(s, component, i.up, m.events)


def write(m: Machine, s: State, i: g.Write) -> None:
    component = m.effects.unused(s, i.write)
    values = [(a, m.root(e)(s)) for a, e in i.write.fields]
    spot = m.lists.spot(i.write.on)(s)
    for attribute, value in values:
        m.effects.set_attribute(s, attribute, component, value, i.span)
    m.effects.write(s, component, spot, m.events)


def show(m: Machine, s: State, i: g.Show) -> None:
    to = m.root(i.to)(s)
    m.effects.show(s, m.lists.selected(i.what)(s), to if isinstance(to, list) else [to], m.events)


STEPS_OF.update(
    {
        g.Ready: ready,
        g.EndsStart: ends_start,
        g.EndsReady: ends_ready,
        g.EndsNext: ends_next,
        g.MoveStart: move_start,
        g.MoveNext: move_next,
        g.SwapPlaces: swap_places,
        g.SwapValues: swap_values,
        g.Shuffle: shuffle,
        g.Turn: turn,
        g.Write: write,
        g.Show: show,
    }
)

RESUMES.update(
    {
        g.Ready: ready_resume,
        g.EndsReady: ends_resume,
        g.Shuffle: shuffle_resume,
    }
)
