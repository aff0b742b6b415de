"""Match, earlier point -> whether an answer can be taken back: not when somebody has learned something since."""

from __future__ import annotations

from attrs import frozen

from rulewright.cli.play.match import Match
from rulewright.interpreter.game import State

HEARD = ("says", "announces", "shows", "reveals", "chance")
"""Kinds of events by which somebody learns something."""


@frozen
class Step:
    """A point to which an answer can be taken back: the state, who was asked (for chance at a real table the
    number of players), what had been shown."""

    state: State
    seat: int
    shown: tuple[int, ...]


def can_go_back(match: Match, step: Step, seat: int) -> bool:
    """Tell whether who is asked now (the audience: everybody) may take a step back: their own answer while
    nobody has learned anything, and what came out on a real table until a person has answered to it."""
    if step.seat != match.game.players:
        return seat in (step.seat, match.game.players) and not learned(match, step)
    since = match.state.answers[len(step.state.answers) :]
    return len(match.people) < 2 or not any(player in match.people for player, _ in since)


def learned(match: Match, step: Step) -> bool:
    """Tell whether since a point chance has decided, another person has answered, or anybody has heard or seen
    what they didn't know."""
    then, now = step.state, match.state
    others = {match.game.players, *match.people} - {step.seat}
    if any(seat in others for seat, _ in now.answers[len(then.answers) :]):
        return True
    since = [*(now.log or [])[len(then.log or []) :], *now.held[len(then.held) :]]
    if any(event.kind in HEARD for event in since):
        return True
    known = range(now.game.graph.cells.known, now.game.graph.cells.pool)
    return any(now.cells[cell] & ~then.cells[cell] for cell in known)
