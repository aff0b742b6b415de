"""Events -> lines of text: what one seat (or the audience) saw and heard, moves of one kind together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulewright.cli.columns import clean, wrap
from rulewright.cli.output import paint
from rulewright.cli.words import word
from rulewright.interpreter.events import Event
from rulewright.interpreter.game import Game

QUIET = ("score", "over")
"""Kinds of events that are no lines of their own."""


@frozen
class Reader:
    """Who reads, how wide, in which language."""

    game: Game
    seat: int
    columns: int
    language: str
    colour: bool = False

    def lines(self, events: Sequence[Event]) -> list[str]:
        """Return the lines of some events."""
        found = []
        for kind, text in self.told(events):
            indent = {"phase": "", "turn": ""}.get(kind, "  ")
            style = {"phase": ("bold", "cyan"), "turn": ("bold",), "moves": ("dim",)}.get(kind, ())
            for line in wrap(indent + clean(text), self.columns, indent + "    "):
                found.append(paint(line, *style, on=self.colour and bool(style)))
        return found

    def told(self, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
        """Yield kind and text of what the reader gets."""
        moved: list[tuple[str, str]] = []
        for event in events:
            text = event.for_seat(self.seat)
            if not text or event.kind in QUIET:
                continue
            if event.kind == "moves":
                thing, _, route = text.rpartition(": ")
                if moved and moved[-1][1] != route:
                    yield "moves", together(moved)
                    moved = []
                moved.append((thing, route))
                continue
            if moved:
                yield "moves", together(moved)
                moved = []
            yield event.kind, self.text(event, text)
        if moved:
            yield "moves", together(moved)

    def text(self, event: Event, text: str) -> str:
        """Return one event as a sentence."""
        who = self.game.seat(event.actor) if 0 <= event.actor < self.game.players else ""
        match event.kind:
            case "says":
                return f'{who}: "{text}"'
            case "takes":
                return f"{who}: {text.rstrip('?？')}"
            case "announces":
                return f"* {text}"
            case "reveals":
                return word(self.language, "revealed", text)
            case "shows" if event.to >> self.seat & 1:
                return word(self.language, "sees", text)
            case "phase":
                return f"-- {text} --"
            case "turn":
                return word(self.language, "turn of", text)
            case _:
                return text


def together(moved: Sequence[tuple[str, str]]) -> str:
    """Return moves along one route as one sentence, equal things counted."""
    counts: dict[str, int] = {}
    for thing, _ in moved:
        counts[thing] = counts.get(thing, 0) + 1
    things = ", ".join(thing if count == 1 else f"{thing} ×{count}" for thing, count in counts.items())
    return f"{things}: {moved[0][1]}"
