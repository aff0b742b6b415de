"""Two states that look alike to an observer -> what tells them apart all the same, now and after one step."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from attrs import define

from leaks.pairs import pair
from leaks.worlds import forget, played, settled, table
from rulewright.dsl.cells import ANSWERS
from rulewright.interpreter.analysis import asked
from rulewright.interpreter.events import Event
from rulewright.interpreter.faults import Fault, Refused
from rulewright.interpreter.game import Game, State
from rulewright.interpreter.table_view import table_view
from rulewright.interpreter.why_not import why_not

DISCLOSES = ("moves", "turns", "shows", "reveals", "says", "announces", "takes", "chance", "score", "over")
"""Kinds of events that may tell a face, or what somebody had answered in a race: where two logs differ in one of
these, they are compared up to it."""


@define
class Tally:
    """How many pairs were compared, how many of them really differ, and how many steps were matched."""

    pairs: int = 0
    differ: int = 0
    steps: int = 0
    through: int = 0
    """Steps after which nothing had been disclosed that differs, so that everything was compared."""
    impossible: int = 0
    """Steps that showed that no play could have led to one of the two: its rules come to a fault."""


def screen(state: State, seat: int) -> str:
    """Return everything that is sent to an observer."""
    parts: list[object] = [state.observe(seat), table_view(state, seat)]
    if seat < state.game.players and state.cells[2] >> seat & 1:
        parts += [state.prompt(seat), [o.text for o in state.options(seat)], why_not(state, seat)]
    if seat < state.game.players:
        parts.append(refusal(state, seat))
    return repr(parts)


def refusal(state: State, player: int) -> str:
    """Return what an impossible answer is told."""
    if asked(state) == state.game.players:
        return ""
    try:
        forget(state.clone()).apply(player, -1)
    except Refused as refused:
        return str(refused)
    raise AssertionError("an impossible answer was taken")


def matched(state: State, other: State, r: Random) -> tuple[int, int, int] | None:
    """Return who answers next, an answer, and the one that reads the same in the other state."""
    who = asked(state)
    if who is None or asked(other) != who:
        return None
    chance = who == state.game.players
    here = [o.text for o in (state.outcomes() if chance else state.options(who))]
    there = [o.text for o in (other.outcomes() if chance else other.options(who))]
    answer = r.randrange(len(here))
    if len(here) == len(there) and here[answer] == there[answer]:
        return who, answer, answer
    return (who, answer, there.index(here[answer])) if here[answer] in there else None


def told(state: State, seat: int) -> list[tuple[str, str]]:
    """Return what an observer has heard in the last step."""
    events: list[Event] = state.log or []
    return [(event.kind, text) for event in events if (text := event.for_seat(seat))]


def answered(state: State) -> list[int]:
    """Return the answers still open: where others' differ, so may what comes of them."""
    return state.cells[ANSWERS : ANSWERS + state.game.players]


def waits_for_chance(state: State) -> bool:
    """Tell whether chance is asked: of cards that look alike none is drawn, so that one state may come further."""
    return asked(state) == state.game.players


def bits(state: State, seat: int) -> list[object]:
    """Return an observer's bits by place, without what they claim."""
    m, s = state.game.machine, state.cells
    sight, cells = m.effects.sight, m.graph.cells
    found: list[object] = []
    for spot in table(state):
        known = [s[cells.known + c] >> seat & 1 for c in m.places.stored(s, spot)]
        ordered = sight.tracked(spot) or sight.spot_mask(s, spot) >> seat & 1
        found.append(known if ordered else sorted(known))
    return found


def compare(state: State, seat: int, r: Random, tally: Tally, *, forgetful: bool = False) -> Iterator[str]:
    """Yield what tells a state and a pair of it apart for an observer (P1, P2, P3; `forgetful`: P5)."""
    made = pair(state, seat, r, forgetful=forgetful)
    if made is None:
        return
    other, differs = made
    tally.pairs += 1
    tally.differ += differs
    here, there = screen(state, seat), screen(other, seat)
    if here != there:
        yield f"seat {seat} sees\n{apart(here, there)}"
        return
    step = None if forgetful else matched(state, other, r)
    if step is None:
        return
    who, answer, equal = step
    tally.steps += 1
    after = played(state, who, answer)
    try:
        twin = played(other, who, equal)
    except Fault:
        tally.impossible += 1
        return
    for one, two in zip(told(after, seat), told(twin, seat), strict=False):
        if one != two:
            kinds = (one[0] in DISCLOSES, two[0] in DISCLOSES)
            if not (any(kinds) if answered(state) != answered(other) else all(kinds)):
                yield f"seat {seat} hears {one} or {two}"
            return
    if waits_for_chance(after) != waits_for_chance(twin):
        return
    if told(after, seat) != told(twin, seat):
        if answered(state) != answered(other):
            return
        yield f"seat {seat} hears {told(after, seat)} or {told(twin, seat)}"
        return
    here, there = repr(after.observe(seat)), repr(twin.observe(seat))
    if here != there:
        return
    tally.through += 1
    if settled(after) and bits(after, seat) != bits(twin, seat):
        yield f"what seat {seat} knows differs after {told(after, seat)}"


def apart(here: str, there: str) -> str:
    """Return where two texts begin to differ."""
    at = next(
        (n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there))
    )
    return f"…{here[max(0, at - 150) : at + 150]}…\nor\n…{there[max(0, at - 150) : at + 150]}…"


def names_of(state: State) -> dict[int, str]:
    """Return how each component is printed when its face is seen."""
    return {c.id: state.game.machine.writer.component(state.cells, c.id) for c in state.game.load.cards}


def telling(state: State) -> dict[int, str]:
    """Return the names that can be searched for: of one component only, and no mere number."""
    names = names_of(state)
    counts = Counter(names.values())
    return {c: name for c, name in names.items() if counts[name] == 1 and re.search(r"[^\W\d]", name)}


def met(state: State, seat: int) -> set[int]:
    """Return the components whose face an observer sees now, or knows."""
    m, s = state.game.machine, state.cells
    known = m.graph.cells.known
    cards = [card.id for card in state.game.load.cards]
    return {c for c in cards if m.effects.sight.mask(s, c) >> seat & 1 or s[known + c] >> seat & 1}


def names_in(texts: Iterable[str], names: Iterable[str]) -> list[str]:
    """Return which names stand in some texts as whole words."""
    text = "\n".join(texts)
    return sorted(name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))


def strangers(state: State, seat: int, ever: set[int], texts: Iterable[str]) -> list[str]:
    """Return the names in some texts of components that an observer never met (P7). `ever` collects what it meets."""
    ever |= met(state, seat)
    return names_in(texts, (name for c, name in telling(state).items() if c not in ever))


def play(game: Game, seed: int, steps: int, every: int, tally: Tally) -> Iterator[str]:
    """Play on by luck, comparing pairs for every observer at every so many stops."""
    r = Random(seed)
    state = game.new(seed)
    forbidden = str(getattr(game.rules.written.notes, "value", game.rules.written.notes)) == "forbidden"
    for number in range(steps):
        who = asked(state)
        if who is None:
            return
        state.log = []
        if number % every == 0:
            for seat in range(game.players + 1):
                for found in compare(state, seat, r, tally):
                    yield f"stop {number}: {found}"
                if forbidden:
                    for found in compare(state, seat, r, tally, forgetful=True):
                        yield f"stop {number}, without notes: {found}"
        if who == game.players:
            state.draw()
        else:
            state.apply(who, r.randrange(len(state.options(who))))
