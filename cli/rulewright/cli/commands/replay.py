"""`rules replay`: a saved game once more, as one seat, the audience or its designer sees it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulewright.cli.languages import wanted_language
from rulewright.cli.loading import load_rules
from rulewright.cli.output import Ended, Exit, coloured, say


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--save", "save", metavar="PATH", type=click.Path(path_type=Path), help="Where the game was saved."
)
@click.option("--seat", metavar="SEAT", help="What one seat saw and heard: its number or its name.")
@click.option("--full", is_flag=True, help="Everything, with all answers and the seed: the designer's log.")
@click.option("--lang", metavar="LANGUAGE", help="The language of texts.")
def command(file: str, save: Path | None, seat: str | None, full: bool, lang: str | None) -> int:
    """Show a saved game once more. Without a flag: what everybody could see, to be shared.

    A game that isn't over shows no more than that.
    """
    from rulewright.cli.play import history, resume
    from rulewright.cli.play import save as saves

    if seat is not None and full:
        raise Ended(Exit.USAGE, "rules: --seat and --full exclude each other")
    rules, _ = load_rules(file)
    place = save or saves.usual_place(rules.written.game.value)
    try:
        found = saves.read(place)
        language = wanted_language(rules.written, lang or found.language)
        if not found.finished and (full or seat is not None):
            raise Ended(Exit.USAGE, "rules: the game isn't over; until then only what everybody saw is shown")
        game = resume.game_of(rules, found, language)
        viewer = history.viewer(found, seat)
        for line in history.lines(game, found, viewer, full=full, colour=coloured(sys.stdout)):
            say(line)
    except saves.NoSave as problem:
        raise Ended(Exit.NOT_LOADED, f"rules: {place}: {problem}") from None
    return Exit.HOLDS
