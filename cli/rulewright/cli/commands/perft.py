"""`rules perft`: in how many ways the first stops can be answered."""

from __future__ import annotations

import click

from rulewright.cli.games import game_of, game_options
from rulewright.cli.output import Exit, say, say_json


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--depth", type=click.IntRange(1, 100), default=3, show_default=True, help="How many answers.")
@game_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(file: str, depth: int, players: int | None, settings: tuple[str, ...], form: str) -> int:
    """Count the sequences of answers, chance included, of length 1, 2 … up to a depth."""
    from rulewright.interpreter.analysis import perft

    counts = perft(game_of(file, players, settings), depth)
    if form == "json":
        say_json(counts)
        return Exit.HOLDS
    size = len(str(len(counts)))
    for number, count in enumerate(counts, 1):
        say(f"{number:>{size}}  {count}")
    return Exit.HOLDS
