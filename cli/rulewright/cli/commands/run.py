"""`rules run`: play a ruleset at a terminal, or let bots play it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulewright.cli.games import settings_from
from rulewright.cli.languages import wanted_language
from rulewright.cli.loading import load_rules
from rulewright.cli.output import Ended, Exit

FIXED_SEED = 1
"""The seed of a game without a terminal, so that it is the same each time."""


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--seed", type=int, help="The luck of this game; the same seed plays the same game.")
@click.option("--players", type=int, help="How many players.")
@click.option("--names", help="Names of the seats, commas between.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter. Repeatable.")
@click.option("--seat", "seats", multiple=True, metavar="N=WHO", help="human, careful or random. Repeatable.")
@click.option("--lang", metavar="LANGUAGE", help="The language of texts and prompts, such as en or ja.")
@click.option("--first", metavar="SEAT", help="Who is the first player, where the ruleset asks.")
@click.option("--bots-only", is_flag=True, help="Let bots play all seats.")
@click.option(
    "--table",
    "at_table",
    is_flag=True,
    help="Dice, shuffles and draws happen on a real table; say what came out.",
)
@click.option(
    "--save", "save", metavar="PATH", type=click.Path(path_type=Path), help="Where the game is saved."
)
@click.option("--resume", is_flag=True, help="Go on with the game that was saved.")
def command(
    file: str,
    seed: int | None,
    players: int | None,
    names: str | None,
    settings: tuple[str, ...],
    seats: tuple[str, ...],
    lang: str | None,
    first: str | None,
    bots_only: bool,
    at_table: bool,
    save: Path | None,
    resume: bool,
) -> int:
    """Play a ruleset.

    At a terminal you play against careful bots, or several people share the screen; the game is saved after
    every answer. Without a terminal, or with --bots-only, bots play; what everybody may see is written down.
    With --table you roll, shuffle and draw yourselves: the program asks what came out, and `r` lets it draw.
    """
    from rulewright.cli.play import dialogue, table
    from rulewright.cli.play.terminal import Left, Terminal

    flags = dialogue.Flags(
        players,
        [name.strip() for name in names.split(",")] if names else None,
        settings_from(settings),
        dialogue.seats_from(seats),
        first,
        bots_only,
    )
    rules, path = load_rules(file)
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    people = at_terminal and not bots_only
    refuse_people(flags.seats, resume, bots_only, at_terminal)
    if at_table and not at_terminal:
        raise Ended(
            Exit.USAGE,
            "rules: --table asks a person what came out of dice and decks, so it needs a terminal; "
            "leave it out to let the program draw",
        )
    terminal = Terminal()
    wanted_language(rules.written, lang)
    host = table.Host(rules, terminal, lang, path.name, save, people, at_table)
    try:
        if resume or (people and seed is None and flags.nothing and host.wants_to_go_on()):
            return host.go_on()
        chosen = seed if seed is not None else random_seed() if at_terminal else FIXED_SEED
        if people:
            return host.begin(dialogue.ask_plan(rules, flags, terminal, host.language), chosen)
        return host.begin(dialogue.plain(rules, flags), chosen)
    except Left:
        return Exit.HOLDS


def refuse_people(seats: dict[int, str], resume: bool, bots_only: bool, at_terminal: bool) -> None:
    """Refuse seats of people where nobody could be asked."""
    people = [seat for seat, kind in seats.items() if kind == "human"]
    where = "with --bots-only" if bots_only else "" if at_terminal else "without a terminal"
    if people and where:
        raise Ended(Exit.USAGE, f"rules: seat {people[0]} can't be played by a human {where}")
    if resume and where:
        raise Ended(Exit.USAGE, f"rules: --resume goes on with a game of people, so it can't be used {where}")


def random_seed() -> int:
    """Return a seed that nobody has chosen, short enough to be typed."""
    import secrets

    return secrets.randbelow(1_000_000)
