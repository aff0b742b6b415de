"""Engines -> a table of how fast they play, measured one after the other in this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define, evolve, frozen

from rulewright.cli.bench.first_game import first_games
from rulewright.cli.bench.one import show_broken
from rulewright.cli.bench.programs import Subject
from rulewright.cli.output import Ended, Exit, coloured, counted, note, paint, say, say_json
from rulewright.interpreter.engines.choose import ENGINES, NoEngine
from rulewright.interpreter.engines.kept import Ready
from rulewright.interpreter.measure import Speed, copy_cost, cost_of, reference_speed, speed
from rulewright.interpreter.series import Broken

SHOWN = 3
"""So many faults are shown."""


BLUR = 0.05
"""What is so small beside the call around it can't be told from nothing."""


@frozen
class Row:
    """What was measured of one engine. Costs are in seconds of CPU; `new` and `again` are those of a first game when
    nothing of the ruleset is in the cache, and when all is."""

    engine: str
    speed: Speed
    players: int
    cells: int
    cell_bytes: int
    copy: float
    call: float = 0.0
    """What a call from Python costs, where there is one around each copy."""
    new: float | None = None
    again: float | None = None
    ratio: float | None = None

    @property
    def games(self) -> float:
        """Games that came to their ends, a second."""
        return self.speed.games / self.speed.seconds if self.speed.seconds else 0.0

    @property
    def decisions(self) -> float:
        """Decisions a second."""
        return self.speed.decisions / self.speed.seconds if self.speed.seconds else 0.0

    @property
    def length(self) -> float:
        """Decisions a game."""
        return self.speed.decisions / self.speed.games if self.speed.games else 0.0


def measure_all(subject: Subject, engines: Sequence[str], seconds: float, seed: int, form: str) -> Exit:
    """Measure engines, show the table and what went wrong in play; return the exit code."""
    work = Work(subject, seconds, seed)
    rows = list(measured(work, engines))
    slow = next((row.games for row in rows if row.engine == "reference"), 0.0)
    if slow:
        rows = [evolve(row, ratio=row.games / slow) for row in rows]
    if form == "json":
        say_json([as_data(row, seed) for row in rows])
    else:
        for line in as_lines(subject, rows, seed, coloured(sys.stdout)):
            say(line)
    return show_faults(work, rows)


def measured(work: Work, engines: Sequence[str]) -> Iterator[Row]:
    """Yield a row for each engine; one that can't be used is left out, but an error when it was asked for by name."""
    for engine in dict.fromkeys(engines or ENGINES):
        try:
            yield work.row(engine)
        except NoEngine as reason:
            if engines:
                raise Ended(Exit.NOT_LOADED, f"rules: {reason}") from None
            note(f"rules: {reason}")


@define(eq=False)
class Work:
    """Measures one ruleset with one seed."""

    subject: Subject
    seconds: float
    seed: int
    ready: Ready | None = None

    def row(self, engine: str) -> Row:
        """Measure an engine; at a terminal, say so while it lasts."""
        if sys.stderr.isatty():
            note(f"measuring {engine} …")
        found = self.reference() if engine == "reference" else self.fast(engine)
        new, again = first_games(self.subject, engine, self.seed)
        return evolve(found, new=new, again=again)

    def fast(self, engine: str) -> Row:
        """Measure an engine that runs programs."""
        running = self.subject.running(engine)
        self.ready = running.ready
        names = running.runner.program.names
        found = speed(running.runner, self.seed, self.seconds)
        call, copy = copy_cost(running.runner)
        size = 4 if running.engine == "wasm" else POINTER
        return Row(running.engine, found, names["PLAYERS"], names["STATE"], size, copy, call)

    def reference(self) -> Row:
        """Measure the reference engine."""
        game = self.subject.game
        found = reference_speed(game, self.seed, self.seconds)
        cells = [0] * game.graph.cells.size
        return Row("reference", found, game.players, len(cells), POINTER, cost_of(lambda: list(cells)))


POINTER = 8
"""Bytes of an entry of a list in Python."""


def as_data(row: Row, seed: int) -> dict[str, Any]:
    """Return a row as data."""
    return {
        "engine": row.engine,
        "players": row.players,
        "seed": seed,
        "games": row.speed.games,
        "decisions": row.speed.decisions,
        "cpu_seconds": row.speed.seconds,
        "games_per_second": row.games,
        "decisions_per_second": row.decisions,
        "decisions_per_game": row.length,
        "games_against_reference": row.ratio,
        "faults": len(row.speed.broken),
        "first_game_new_seconds": row.new,
        "first_game_again_seconds": row.again,
        "state_cells": row.cells,
        "state_bytes": row.cells * row.cell_bytes,
        "copy_seconds": row.copy,
        "call_seconds": row.call,
    }


def as_lines(subject: Subject, rows: Sequence[Row], seed: int, on: bool) -> list[str]:
    """Return the table as lines."""
    head = ["engine", "games/s", "decisions/s", "ratio", "first game", "again", "copy"]
    cells = [head, *(texts(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(head))]
    lines = ["  ".join(fitted(line, widths)).rstrip() for line in cells]
    first = rows[0]
    length = next((f"{row.length:,.1f} decisions a game" for row in rows if row.speed.games), "no game ended")
    return [
        f"{subject.path.name}, {counted(first.players, 'player')}, seed {seed}: {length}",
        f"a state has {first.cells:,} cells: "
        + ", ".join(f"{row.cells * row.cell_bytes:,} bytes in {row.engine}" for row in rows),
        "",
        paint(lines[0], "bold", on=on),
        *lines[1:],
    ]


def fitted(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Return the texts of a line in columns: the first from the left, numbers from the right."""
    return [
        line[0].ljust(widths[0]),
        *(text.rjust(size) for text, size in zip(line[1:], widths[1:], strict=True)),
    ]


def texts(row: Row) -> list[str]:
    """Return a row as people read it."""
    return [
        row.engine,
        rate(row.games),
        rate(row.decisions),
        rate(row.ratio) if row.ratio is not None else "–",
        span(row.new),
        span(row.again),
        span(row.copy) if row.copy > BLUR * row.call else f"< {span(BLUR * row.call)}",
    ]


def rate(number: float) -> str:
    """Return a number with as many digits as mean something."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def span(seconds: float | None) -> str:
    """Return a stretch of time."""
    if seconds is None:
        return "–"
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= size or (unit == "s" and seconds >= 0.1):
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def show_faults(work: Work, rows: Sequence[Row]) -> Exit:
    """Show the faults that have ended games, each at the first such game; return the exit code."""
    found: dict[tuple[str, int], Broken] = {}
    for fault in sorted((fault for row in rows for fault in row.speed.broken), key=lambda fault: fault.index):
        found.setdefault((fault.code, fault.instruction), fault)
    if not found:
        return Exit.HOLDS
    for number, fault in enumerate(list(found.values())[:SHOWN]):
        if number:
            note()
        show_broken(work.subject, fault, work.ready, work.seed)
    if len(found) > SHOWN:
        note(f"rules: and {counted(len(found) - SHOWN, 'other fault')}")
    for row in rows:
        if row.speed.broken:
            games = row.speed.games + len(row.speed.broken)
            note(f"rules: {row.engine}: {len(row.speed.broken):,} of {games:,} games ended in a fault")
    return Exit.FAULT
