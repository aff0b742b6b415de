"""Events -> lines of text: what one seat (or the audience) saw and heard, moves of one kind together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from attrs import frozen

from rulewright.cli.columns import clean, wrap
from rulewright.cli.output import paint
from rulewright.cli.words import word
from rulewright.interpreter.engines.reference.words import NIL
from rulewright.interpreter.events import Event
from rulewright.interpreter.game import Game

QUIET = ("score", "over")
"""Kinds of events that are no lines of their own."""

JOINED = ("moves", "chance")
"""Kinds of events of which neighbours are told in one sentence."""

MOST_THINGS, FIRST_THINGS = 8, 3
"""Of more things that move at once than the first, so many are named as the second says."""


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
        """Yield kind and text of what the reader gets; moves along one way together, draws likewise."""
        heard = [event for event in events if event.for_seat(self.seat) and event.kind not in QUIET]
        heard = [event for n, event in enumerate(heard) if not said_at_once(event, heard[n + 1 :])]
        for (kind, _), group in groupby(heard, key=self.belongs):
            texts = [event.for_seat(self.seat) for event in group] if kind in JOINED else []
            if kind == "moves":
                yield kind, together(self.language, texts)
            elif kind == "chance":
                yield kind, drawn(self.language, texts)
            else:
                for event in group:
                    yield kind, self.text(event, event.for_seat(self.seat))

    def belongs(self, event: Event) -> tuple[str, str]:
        """Return what events must share to be told together."""
        head, _, tail = event.for_seat(self.seat).rpartition(": ")
        return event.kind, tail if event.kind == "moves" else head if event.kind == "chance" else ""

    def text(self, event: Event, text: str) -> str:
        """Return one event as a sentence."""
        who = self.game.seat(event.actor) if 0 <= event.actor < self.game.players else ""
        match event.kind:
            case "says":
                return word(self.language, "of", who, f'"{text}"')
            case "takes":
                return word(self.language, "of", who, text.rstrip("?？"))
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


def said_at_once(event: Event, following: Sequence[Event]) -> bool:
    """Tell whether what has been revealed is said at once: by the player it is about, or that there is nothing."""
    if event.kind != "reveals":
        return False
    after = next((later for later in following if later.kind != "reveals"), None)
    if after is None:
        return False
    if event.text in NIL.values():
        return after.kind in ("says", "announces")
    return after.kind == "says" and after.actor == event.actor >= 0


def together(language: str, moves: Sequence[str]) -> str:
    """Return moves along one way as one sentence: equal things counted, of very many the first."""
    counts: dict[str, int] = {}
    for move in moves:
        thing = move.rpartition(": ")[0]
        counts[thing] = counts.get(thing, 0) + 1
    things = [thing if count == 1 else f"{thing} ×{count}" for thing, count in counts.items()]
    if len(things) > MOST_THINGS:
        things = [*things[:FIRST_THINGS], f"… ({len(moves)})"]
    return word(language, "of", ", ".join(things), moves[0].rpartition(": ")[2])


def drawn(language: str, draws: Sequence[str]) -> str:
    """Return what chance chose for one question as one sentence."""
    question = draws[0].rpartition(": ")[0]
    values = ", ".join(draw.rpartition(": ")[2] for draw in draws)
    return (
        f"{question} {values}" if question.endswith(("?", "？")) else word(language, "of", question, values)
    )


def opening(events: Sequence[Event]) -> int:
    """Return how many events belong to set-up: those before the first phase or turn."""
    return next((n for n, event in enumerate(events) if event.kind in ("phase", "turn")), len(events))
