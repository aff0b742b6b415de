"""Instructions at which the machine waits: decisions, draws, actions, menus, races (4.3)."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import graph as g
from rulewright.dsl.cells import (
    ANSWERS,
    CHANCE,
    DECISION,
    FIRST,
    NONE,
    PC,
    RACE,
)
from rulewright.interpreter.engines.reference.machine import (
    RESUMES,
    STEPS_OF,
    Machine,
    answer_of_chance,
    outcome_of_chance,
)
from rulewright.interpreter.engines.reference.options import Option
from rulewright.interpreter.engines.reference.places import State
from rulewright.interpreter.faults import Fault


def first_player(m: Machine, s: State, i: g.FirstPlayer) -> int | None:
    if s[FIRST] != NONE:
        return None
    return m.stop(s, CHANCE, 0, i)


def first_resume(m: Machine, s: State, i: g.FirstPlayer) -> None:
    s[FIRST] = answer_of_chance(m, s)
    s[m.graph.cells.counters["first_player"]] += 1
    m.effects.start_values(s)


def choose(m: Machine, s: State, i: g.Choose) -> int | None:
    who = m.root(i.choose.who)(s) if i.choose.who is not None else NONE
    if who == NONE:
        raise Fault("none", f"`{i.span.text}`: nobody is there to choose", i.span)
    if not m.lists.stops(s, who, i):
        m.put(s, i.slot, [] if i.slot.is_set else NONE)
        return None
    return m.stop(s, DECISION, 1 << who, i)


def chosen(m: Machine, s: State, stop: g.Stop, player: int) -> Option:
    """Return the option that a player took."""
    if m.answered is not None:
        return m.answered
    return m.lists.options(s, player, stop)[s[ANSWERS + player]]


def decider(s: State, i: g.Stop, m: Machine) -> int:
    """Return who was asked at a single decision."""
    match i:
        case g.Choose():
            assert i.choose.who is not None
            return int(m.root(i.choose.who)(s))
        case g.Take():
            return int(m.root(i.take.who)(s))
        case g.Menu():
            return int(m.root(i.menu.who)(s))
        case g.Offer():
            return int(m.root(i.offer.who)(s))
        case _:
            raise AssertionError(i)


def choose_resume(m: Machine, s: State, i: g.Choose) -> None:
    m.put(s, i.slot, chosen(m, s, i, decider(s, i, m)).value)


def draw(m: Machine, s: State, i: g.Draw) -> int | None:
    if i.cell is not None and s[i.cell] == 0:
        s[i.cell] = 1 + m.lists.draws(s, i)
        m.put(s, i.slot, [])
    if i.cell is not None and s[i.cell] == 1:
        s[i.cell] = 0
        return None
    outcomes = m.lists.outcomes(s, i)
    if len(outcomes) > 1:
        return m.stop(s, CHANCE, 0, i)
    if not outcomes and not i.choose.if_any:
        raise Fault("deadlock", "chance has nothing to choose from", i.span)
    return take_outcome(m, s, i, outcomes[0].value if outcomes else NONE)


def take_outcome(m: Machine, s: State, i: g.Draw, value: Any) -> int | None:
    """Keep what chance chose; go on drawing where several are wanted."""
    if i.cell is None:
        m.put(s, i.slot, value)
        return None
    if value == NONE:
        s[i.cell] = 0
        return None
    m.put(s, i.slot, [*m.compiler.slot(i.slot)(s, []), value])
    s[i.cell] -= 1
    return s[PC]


def draw_resume(m: Machine, s: State, i: g.Draw) -> int | None:
    outcome = outcome_of_chance(m, s)
    s[i.counter] += 1
    m.effects.tell_outcome(s, i.choose, outcome, m.tell if m.events is not None else None)
    return take_outcome(m, s, i, outcome.value)


def take(m: Machine, s: State, i: g.Take) -> int | None:
    who = m.root(i.take.who)(s)
    if who == NONE:
        raise Fault("none", f"`{i.span.text}`: nobody is there to choose", i.span)
    return m.stop(s, DECISION, 1 << who, i) if m.lists.stops(s, who, i) else None


def take_resume(m: Machine, s: State, i: g.Take) -> int | None:
    who = decider(s, i, m)
    option = chosen(m, s, i, who)
    m.tell_taken(s, who, option)
    if option.action < 0:
        return None
    frame = i.frames[option.action]
    s[frame.back] = s[PC] + 1
    for slot, value in zip(frame.arguments, (who, *option.value), strict=True):
        m.put(s, slot, list(value) if isinstance(value, tuple) else value)
    return frame.entry.at


def menu(m: Machine, s: State, i: g.Menu) -> int | None:
    who = m.root(i.menu.who)(s)
    return m.stop(s, DECISION, 1 << who, i) if m.lists.stops(s, who, i) else i.done.at


def menu_resume(m: Machine, s: State, i: g.Menu) -> int:
    number = chosen(m, s, i, decider(s, i, m)).value
    return i.done.at if number == NONE else i.cases[number].at


def offer(m: Machine, s: State, i: g.Offer) -> int | None:
    return m.stop(s, DECISION, 1 << m.root(i.offer.who)(s), i)


def offer_resume(m: Machine, s: State, i: g.Offer) -> int | None:
    return None if chosen(m, s, i, decider(s, i, m)).value else i.otherwise.at


def race(m: Machine, s: State, i: g.Race) -> int | None:
    order = m.lists.racers(i)(s)
    s[i.cell] = len(order)
    s[i.cell + 1 : i.cell + 1 + len(order)] = order
    if not order:
        m.put(s, i.slot, NONE)
        return None
    mask = 0
    for seat in order:
        mask |= 1 << seat
    return m.stop(s, RACE, mask, i)


def race_resume(m: Machine, s: State, i: g.Race) -> None:
    order = s[i.cell + 1 : i.cell + 1 + s[i.cell]]
    first = next((seat for seat in order if s[ANSWERS + seat] == 0), NONE)
    m.put(s, i.slot, first)
    if first != NONE:
        m.tell("takes", first, m.effects.reaction(s, i))


STEPS_OF.update(
    {
        g.FirstPlayer: first_player,
        g.Choose: choose,
        g.Draw: draw,
        g.Take: take,
        g.Menu: menu,
        g.Offer: offer,
        g.Race: race,
    }
)

RESUMES.update(
    {
        g.FirstPlayer: first_resume,
        g.Choose: choose_resume,
        g.Draw: draw_resume,
        g.Take: take_resume,
        g.Menu: menu_resume,
        g.Offer: offer_resume,
        g.Race: race_resume,
    }
)
