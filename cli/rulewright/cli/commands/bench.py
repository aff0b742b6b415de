"""`rules bench`: how fast a ruleset is played, by each engine."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.games import game_options, settings_from
from rulewright.cli.output import Ended, Exit


@click.command()
@click.argument("file", metavar="FILE")
@game_options
@click.option(
    "--engine",
    "engines",
    multiple=True,
    type=click.Choice(["wasm", "python", "reference"]),
    help="Which engine. Repeatable (default: all that can be used here).",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, 3600),
    default=2.0,
    show_default=True,
    help="How long each engine plays.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The luck of the series.")
@click.option("--game", type=click.IntRange(0, 2**31 - 2), help="Play only this game of the series.")
@click.option(
    "--save",
    "save",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="With --game: keep it there for `rules replay`.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    file: str,
    players: int | None,
    settings: tuple[str, ...],
    engines: tuple[str, ...],
    seconds: float,
    seed: int,
    game: int | None,
    save: Path | None,
    form: str,
) -> int:
    """Measure how fast games are played in which luck alone answers: games and decisions a second of CPU time,
    what a first game costs, what a state takes and what copying it costs.

    Game number N of a seed is the same on every engine; with --game it is played alone, and how it ended is said. Without
    --engine the one plays it that can begin first.
    With --save, `rules replay FILE --save PATH --full` shows all of it, a game that a fault has ended up to there.
    """
    from rulewright.cli.bench.programs import Subject

    subject = Subject(file, players, settings_from(settings))
    if game is not None:
        from rulewright.cli.bench.one import play_one

        return play_one(subject, engines[0] if engines else "", seed, game, form, save)
    if save is not None:
        raise Ended(Exit.USAGE, "rules: --save keeps one game, so it needs --game")
    from rulewright.cli.bench.table import measure_all

    return measure_all(subject, engines, seconds, seed, form) or Exit.HOLDS
