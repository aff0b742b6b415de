"""Save -> lines of text: a game once more, as a seat, the audience or its designer sees it."""

from __future__ import annotations

from attrs import evolve

from rulewright.cli.columns import wrap
from rulewright.cli.output import Ended, Exit
from rulewright.cli.play.layout import Look
from rulewright.cli.play.resume import replay
from rulewright.cli.play.save import Save
from rulewright.cli.play.sheet import sheet
from rulewright.cli.play.transcript import Reader
from rulewright.interpreter.events import EVERYONE
from rulewright.interpreter.game import Chance, Game, State

COLUMNS = 100


def viewer(save: Save, seat: str | None) -> int:
    """Return who looks: a seat by number or name, else the audience."""
    if seat is None:
        return save.players
    if seat in save.names:
        return save.names.index(seat)
    if seat.isdigit() and 1 <= int(seat) <= save.players:
        return int(seat) - 1
    raise Ended(Exit.USAGE, f"rules: --seat: write a seat from 1 to {save.players} or a name, not {seat}")


def lines(game: Game, save: Save, seat: int, *, full: bool, colour: bool) -> list[str]:
    """Return the game as lines, the score sheet last if it is over."""
    state = game.new(save.seed, first_player=save.first)
    reader = Reader(game, seat, COLUMNS, save.language, colour)
    if full:
        found = everything(reader, state, save)
    else:
        replay(state, save)
        found = reader.lines(state.log or [])
    if state.over:
        found += ["", *sheet(game, state.result(), Look(COLUMNS, save.language, colour))]
    return found


def everything(reader: Reader, state: State, save: Save) -> list[str]:
    """Return all events with their faces, all answers of players and chance, and the seed."""
    found = [f"seed {save.seed}"]
    told = 0

    def news() -> None:
        nonlocal told
        log = state.log or []
        found.extend(reader.lines([evolve(event, to=EVERYONE) for event in log[told:]]))
        told = len(log)

    def before(now: State, seat: int, place: int) -> None:
        news()
        stop = now.stop
        if isinstance(stop, Chance):
            found.extend(wrap(f"    chance, {stop.point}: {now.outcomes()[place].text}", COLUMNS, "      "))
            return
        answer = now.options(seat)[place].text
        found.extend(wrap(f"    {now.game.seat(seat)} answers {place + 1}: {answer}", COLUMNS, "      "))

    replay(state, save, before)
    news()
    return found
