"""Stop, player -> question for a person: options in parts, so that a screen can ask part by part (6.7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.types import Set
from rulewright.interpreter.bots.question import declining
from rulewright.interpreter.engines.reference.machine import Machine
from rulewright.interpreter.game import Option, Race, State


@frozen
class Answer:
    """One option: its place in the list, and as text its parts (an action and its choices; members of a set)."""

    place: int
    text: str
    parts: tuple[str, ...]


@frozen
class Asked:
    """A question. `form` is `action` (asked part by part), `set` (several of a list), `race`, or `list`.

    `rule` is the path of the rule that asks, `about` what the ruleset says of each first part that has a
    text; `declines` is the place of the answer that declines, if there is one.
    """

    player: int
    prompt: str
    form: str
    answers: tuple[Answer, ...]
    declines: int | None
    rule: str
    about: dict[str, str]


def ask(state: State, player: int) -> Asked:
    """Return the question that a player is asked now."""
    m, s = state.game.machine, state.cells
    stop = m.asked(s, player)
    options = state.options(player)
    form = form_of(stop, isinstance(state.stop, Race))
    answers = tuple(Answer(n, option.text, parts(m, s, player, option)) for n, option in enumerate(options))
    about = actions_about(m, stop) if isinstance(stop, g.Take) else {}
    rule = m.graph.rules[s[0]]
    return Asked(player, state.prompt(player), form, answers, declining(options), rule, about)


def form_of(stop: g.Stop, race: bool) -> str:
    """Return in which way a stop is asked."""
    if race:
        return "race"
    if isinstance(stop, g.Take):
        return "action"
    return "set" if isinstance(stop, g.Choose) and stop.choose.choice.quantity is not None else "list"


def parts(m: Machine, s: list[int], player: int, option: Option) -> tuple[str, ...]:
    """Return the parts of an option as text."""
    if option.form == "action":
        shown = [
            m.lists.shown(s, player, kind, v) for kind, v in zip(option.types, option.value, strict=True)
        ]
        return (m.writer.label(option.name), *shown)
    if option.form == "set" and isinstance(option.types[0], Set):
        return tuple(m.lists.shown(s, player, option.types[0].of, v) for v in option.value)
    return (option.text,)


def actions_about(m: Machine, stop: g.Take) -> dict[str, str]:
    """Return the rulebook's sentence on each action that has one, by its label."""
    texts = {
        m.writer.label(action.name): m.writer.text_of(action.written.notes.text)
        for action in stop.take.actions
    }
    return {label: text for label, text in texts.items() if text}


def part_prompt(state: State, player: int, place: int, number: int) -> str:
    """Return the prompt for a part of an action (1 is the first), after the parts of that option before it."""
    m, s = state.game.machine, state.cells
    stop = m.asked(s, player)
    option = state.options(player)[place]
    if not isinstance(stop, g.Take) or option.form != "action":
        return ""
    action = stop.take.actions[option.action]
    local, choice = action.parts[number - 1]
    if choice.prompt is None:
        return m.writer.label(local.name)
    before = tuple(local for local, _ in action.parts[: number - 1])
    prompt = choice.prompt
    write = m.lists.once("part prompt", choice, lambda: m.writer.words_with(prompt, action.me, *before))
    values: Sequence[Any] = (player, *option.value[: number - 1])
    return str(write(s, list(values)))


__all__ = ["Answer", "Asked", "ask", "part_prompt", "typed"]
