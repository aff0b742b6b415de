"""Chance stop -> question for a real table: what is asked, what may have come out, who may know it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from rulewright.cli.words import word
from rulewright.dsl import graph as g
from rulewright.dsl.cells import NONE, PC
from rulewright.dsl.types import Thing
from rulewright.interpreter.engines.reference.sight import BOXED
from rulewright.interpreter.events import Event
from rulewright.interpreter.game import Chance, Option, State
from rulewright.interpreter.scenarios.naming import Names, item, tokens

LISTED = 30
"""Of more outcomes than this the list is folded."""


@frozen
class Draw:
    """What is asked: the question, the rule that asks, and all that may have come out as far as a viewer can
    tell. What lies elsewhere unseen is among `listed` too, or the list would tell it."""

    question: str
    rule: str
    listed: tuple[str, ...]

    @property
    def numbered(self) -> bool:
        """Whether outcomes are chosen by their numbers in the list; values that are numbers are typed."""
        return len(self.listed) <= LISTED and not any(text.lstrip("-").isdigit() for text in self.listed)


class Unclear(Exception):
    """What was typed can't have come out, or may mean several things; the message says it."""


def draw_of(state: State, viewer: int, language: str) -> Draw:
    """Return what chance is asked, as a viewer may read it (the audience is the number of players)."""
    rule = state.game.machine.graph.rules[state.cells[PC]]
    return Draw(question_of(state, language), rule, tuple(listed(state, viewer)))


def question_of(state: State, language: str) -> str:
    """Return the question of the chance point at which a state stands, in the designer's words."""
    m, s = state.game.machine, state.cells
    here = m.graph.code[s[PC]]
    writer = m.writer
    match here:
        case g.FirstPlayer():
            return writer.text_of(state.game.rules.written.first_player) or word(language, "who begins")
        case g.Draw(choose=choose):
            prompt = choose.choice.prompt
            return writer.words(prompt)(s, []) if prompt else writer.label(choose.choice.local.name)
        case _:
            spot = spot_of(state)
            zone = m.places.zone(spot)
            kind = writer.label(zone.kinds[0] if len(zone.kinds) == 1 else "card")
            key = "which next" if isinstance(here, g.Shuffle) else "which drawn"
            return word(language, key, kind, m.effects.spot_name(spot))


def spot_of(state: State) -> int:
    """Return the zone whose order is being decided, or -1."""
    m, s = state.game.machine, state.cells
    match m.graph.code[s[PC]]:
        case g.Ready(place=place) | g.Shuffle(place=place):
            return int(m.lists.spot(place)(s))
        case g.EndsReady(cell=cell):
            return int(s[cell + 3])
        case _:
            return -1


def component(option: Option) -> int | None:
    """Return the component that is an outcome, if it is one."""
    if not option.types or not isinstance(option.types[0], Thing) or option.value == NONE:
        return None
    return int(option.name) if option.name.isdigit() else int(option.value)


def listed(state: State, viewer: int) -> Iterator[str]:
    """Yield the texts of everything that may have come out as far as a viewer can tell, each once."""
    outcomes = state.outcomes()
    found = [component(option) for option in outcomes]
    if any(c is None for c in found):
        yield from dict.fromkeys(option.text for option in outcomes)
        return
    m, s = state.game.machine, state.cells
    there = {c for c in found if c is not None}
    kinds = {state.game.load.cards[c].kind.name for c in there}
    spot = spot_of(state)
    if spot >= 0:
        kinds |= set(m.places.zone(spot).kinds)
    facing = m.graph.cells.facing
    texts: dict[str, None] = {}
    for card in state.game.load.cards:
        never = m.places.spot_of(s, card.id) == 0 and s[facing + card.id] < BOXED
        unseen = card.kind.name in kinds and not never and not state.knows(viewer, card.id)
        if card.id in there or unseen:
            texts[m.writer.component(s, card.id)] = None
    yield from texts


def knowers(state: State) -> int:
    """Return who will know what comes out, as a mask of seats; everybody for what isn't a component.

    Chance is tried out: whoever then knows the component's face draws it or sees it drawn.
    """
    everybody = (1 << state.game.players + 1) - 1
    first = component(state.outcomes()[0])
    if first is None:
        return everybody
    trial = state.clone()
    before = mask(trial, first)
    while isinstance(trial.stop, Chance):
        trial.choose(0)
        after = mask(trial, first)
        if after & ~before:
            return after if after == everybody else after & ~before
    return before


def mask(state: State, found: int) -> int:
    """Return who knows a component's face."""
    return sum(1 << seat for seat in range(state.game.players + 1) if state.knows(seat, found))


# -- what was typed -------------------------------------------------------------------------------


def places_of(state: State, names: Names, draw: Draw, typed: str, language: str) -> list[int]:
    """Return the places of the outcomes that were typed, one for each draw from here on.

    `red`, `2` (a number of the list), or for several draws of one kind `red and 2 of blue`.
    """
    try:
        return [place_of(state, names, draw, typed, language)]
    except Unclear:
        pieces = [piece.strip() for piece in typed.split(" and ")]
        entries = [(item(piece).count, re.sub(r"^\d+ of ", "", piece)) for piece in pieces]
        if len(entries) == 1 and entries[0][0] == 1:
            raise
    wanted = [text for count, text in entries for _ in range(count)]
    trial = state.clone()
    stop = trial.stop
    found: list[int] = []
    who = knowers(trial)
    for text in wanted:
        if trial.stop != stop or (found and knowers(trial) != who):
            raise Unclear(word(language, "only drawn", len(found)))
        found.append(place_of(trial, names, draw, text, language))
        trial.choose(found[-1])
    return found


def place_of(state: State, names: Names, draw: Draw, typed: str, language: str) -> int:
    """Return the place of the one outcome that was typed."""
    outcomes = state.outcomes()
    texts = [option.text for option in outcomes]
    exact = alike(typed, draw.listed)
    if not exact and typed.isdigit() and draw.numbered and 1 <= int(typed) <= len(draw.listed):
        exact = [draw.listed[int(typed) - 1]]
    if exact:
        fitting = [n for n, text in enumerate(texts) if text in exact]
        if not fitting:
            raise Unclear(word(language, "elsewhere", exact[0]))
        return fitting[0]
    words = tokens(typed)
    named = [n for n, option in enumerate(outcomes) if means(names, state, option, words)]
    begun = [text for text in draw.listed if text.casefold().startswith(typed.casefold())]
    meant = list(dict.fromkeys(texts[n] for n in named)) or begun
    if len(meant) > 1:
        raise Unclear(word(language, "several fit", ", ".join(meant[:6])))
    if not meant:
        raise Unclear(word(language, "came not", typed, folded(draw.listed)))
    if meant[0] not in texts:
        raise Unclear(word(language, "elsewhere", meant[0]))
    return texts.index(meant[0])


def alike(typed: str, texts: Sequence[str]) -> list[str]:
    """Return the texts that are what was typed, capitals aside."""
    return [text for text in texts if text.casefold() == typed.casefold()]


def means(names: Names, state: State, option: Option, words: tuple[str, ...]) -> bool:
    """Tell whether words name an outcome, as they would in a test."""
    if not words:
        return False
    found = component(option)
    if found is not None:
        return names.fits(state.cells, found, words)
    return len(words) in names.consume(state.cells, option.types[0], option.value, words, 0)


def folded(texts: Sequence[str]) -> str:
    """Return many texts in few words: `1-6`, `red 1-6, blue 1, 3`."""
    groups: dict[str, list[int]] = {}
    for text in texts:
        match = re.fullmatch(r"(?:(.*\S) )?(\d+)", text)
        if match:
            groups.setdefault(match.group(1) or "", []).append(int(match.group(2)))
        else:
            groups[text] = []
    return ", ".join(f"{head} {ranges(numbers)}".strip() for head, numbers in groups.items())


def ranges(numbers: Sequence[int]) -> str:
    """Return numbers with neighbours folded: 1-4, 6."""
    found: list[list[int]] = []
    for number in sorted(set(numbers)):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found)


# -- what the program draws -----------------------------------------------------------------------


def drawn_event(state: State) -> Event:
    """Return the line of the log that says that the program draws here, not the table."""
    language = state.game.machine.writer.language or state.game.rules.written.language
    return Event("drawn", NONE, word(language, "program draws", question_of(state, language)))
