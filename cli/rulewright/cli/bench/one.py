"""One game of a series -> how it ended, what it cost, or which rule failed."""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time
from typing import Any

from rulewright.cli.bench.programs import Subject
from rulewright.cli.output import Ended, Exit, counted, note, say, say_json, show_findings
from rulewright.interpreter.engines.choose import NoEngine, installed
from rulewright.interpreter.engines.kept import Ready
from rulewright.interpreter.series import Broken, Played, series


def play_one(
    subject: Subject, engine: str, seed: int, index: int, form: str, save: Path | None = None
) -> Exit:
    """Play one game and say how it ended; keep it in a file if one is named; return the exit code."""
    name, record, ready = played(subject, engine, seed, index)
    cost = process_time()
    if save is not None:
        from rulewright.cli.bench.saved import save_game

        save_game(subject, seed, index, save)
    if form == "json":
        say_json(as_data(record, ready, name, seed, cost))
    elif isinstance(record, Played):
        for line in as_lines(record, ready, seed, cost):
            say(line)
    if isinstance(record, Played):
        return Exit.HOLDS
    show_broken(subject, record, ready, seed)
    return Exit.FAULT


def played(subject: Subject, engine: str, seed: int, index: int) -> tuple[str, Played | Broken, Ready | None]:
    """Return which engine has played, what became of the game, and the program; ends the command where the engine
    can't be used. Without a name it is the one that can begin first: where native code is installed but none is kept
    for this game, the reference engine."""
    if engine == "reference" or (not engine and subject.recalled is None and installed()):
        from rulewright.interpreter.series import reference_series

        return "reference", next(reference_series(subject.game, seed, index, 1)), None
    try:
        running = subject.running(engine)
    except NoEngine as reason:
        raise Ended(Exit.NOT_LOADED, f"rules: {reason}") from None
    return running.engine, next(series(running.runner, seed, index, 1)), running.ready


def as_data(
    record: Played | Broken, ready: Ready | None, engine: str, seed: int, cost: float
) -> dict[str, Any]:
    """Return a game as data; seats are numbers from 1, exact values fractions in text."""
    head: dict[str, Any] = {"engine": engine, "seed": seed, "game": record.index}
    tail = {"cpu_seconds": round(cost, 4), "program_from_cache": ready is not None and ready.from_cache}
    if isinstance(record, Broken):
        return {**head, "fault": record.code, **place_of(record, ready), **tail}
    return {
        **head,
        "decisions": record.decisions,
        "outcome": record.outcome,
        "winners": [seat + 1 for seat in record.winners],
        "totals": list(record.totals),
        "returns": [str(value) for value in record.returns],
        **tail,
    }


def as_lines(record: Played, ready: Ready | None, seed: int, cost: float) -> list[str]:
    """Return a game as lines."""
    winners = ", ".join(f"seat {seat + 1}" for seat in record.winners)
    source = "; its program was in the cache" if ready is not None and ready.from_cache else ""
    return [
        f"game {record.index} of seed {seed}: {counted(record.decisions, 'decision')}",
        f"outcome  {record.outcome}" + (f": {winners}" if winners else ""),
        f"totals   {', '.join(map(str, record.totals))}",
        f"returns  {', '.join(map(str, record.returns))}",
        f"CPU      {cost:.2f} s since the command began{source}",
    ]


def place_of(record: Broken, ready: Ready | None) -> dict[str, str]:
    """Return the rule at which a game broke off, and where it stands, as far as the program knows."""
    if ready is None:
        return {}
    at = ready.rules[record.instruction] if 0 <= record.instruction < len(ready.rules) else ""
    return {"rule": at, "place": ready.places[record.site]}


def show_broken(subject: Subject, record: Broken, ready: Ready | None, seed: int) -> None:
    """Show the fault that ended a game: the reference engine plays the same game and says it in the rules' words."""
    from rulewright.dsl.diagnostics import Diagnostic
    from rulewright.interpreter.faults import Fault
    from rulewright.interpreter.series import Single

    game = subject.game
    single = Single(game, seed, record.index)
    try:
        single.played()
    except Fault as fault:
        rule = fault.rule or game.graph.rules[single.instruction]
        said = f"in `{rule}`; " if rule else ""
        again = (
            f"game {record.index} of seed {seed}, {game.players} players: "
            f"`--game {record.index} --save PATH` keeps it for `rules replay`"
        )
        show_findings(
            [Diagnostic(f"fault-{fault.code}", fault.message, fault.span, note=said + again)], sys.stderr
        )
        return
    where = place_of(record, ready)
    note(
        f"rules: game {record.index} of seed {seed} came to the fault `{record.code}` "
        f"at {where.get('place') or 'no place in the rules'}; the reference engine plays it to its end. "
        "This is a bug of Rulewright, not of your ruleset."
    )
