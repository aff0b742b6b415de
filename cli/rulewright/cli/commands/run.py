"""`rules run`: play a ruleset at a terminal, or let bots play it."""

from __future__ import annotations

import sys

import click

from rulewright.cli.loading import load_rules
from rulewright.cli.output import Ended, Exit, coloured, note
from rulewright.dsl.typed import Rules
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Game

FIXED_SEED = 1
"""The seed of a game without a terminal, so that it is the same each time."""

PLAIN_COLUMNS = 100
"""How wide a transcript is that goes to a file."""


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
) -> int:
    """Play a ruleset.

    At a terminal you play against careful bots, or several people share the screen. Without a terminal, or
    with --bots-only, bots play, and what everybody may see is written down.
    """
    from rulewright.cli.play import dialogue
    from rulewright.cli.play.terminal import Left, Terminal

    flags = dialogue.Flags(
        players,
        [name.strip() for name in names.split(",")] if names else None,
        dialogue.settings_from(settings),
        dialogue.seats_from(seats),
        first,
        bots_only,
    )
    rules, path = load_rules(file)
    language = lang or rules.written.language
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    people = [seat for seat, kind in flags.seats.items() if kind == "human"]
    if people and (bots_only or not at_terminal):
        where = "with --bots-only" if bots_only else "without a terminal"
        raise Ended(Exit.USAGE, f"rules: seat {people[0]} can't be played by a human {where}")
    terminal = Terminal()
    if at_terminal and not bots_only:
        try:
            plan = dialogue.ask_plan(rules, flags, terminal, language)
        except Left:
            return Exit.HOLDS
    else:
        plan = dialogue.plain(rules, flags)
    chosen = seed if seed is not None else random_seed() if at_terminal else FIXED_SEED
    game = made(rules, plan, language)
    return play(game, plan, chosen, terminal, at_terminal, path.name, language)


def made(rules: Rules, plan: object, language: str) -> Game:
    """Return the game of a plan; what isn't possible is a mistake of usage."""
    from rulewright.cli.play.dialogue import Plan

    assert isinstance(plan, Plan)
    try:
        return Game.of(rules, plan.players, plan.settings, language=language, seats=plan.names)
    except ValueError as error:
        raise Ended(Exit.USAGE, f"rules: {error}") from None


def play(
    game: Game, plan: object, seed: int, terminal: object, at_terminal: bool, name: str, language: str
) -> int:
    """Play a game to its end and show its result."""
    from rulewright.cli.play import public
    from rulewright.cli.play.dialogue import Plan
    from rulewright.cli.play.layout import Look
    from rulewright.cli.play.match import Match
    from rulewright.cli.play.session import Session, notes_forbidden
    from rulewright.cli.play.sheet import sheet
    from rulewright.cli.play.terminal import Terminal
    from rulewright.cli.words import word

    assert isinstance(plan, Plan)
    assert isinstance(terminal, Terminal)
    try:
        match = Match(game, seed, plan.seats, game.new(seed, first_player=plan.first))
        columns = terminal.columns if at_terminal else PLAIN_COLUMNS
        look = Look(columns, language, coloured(sys.stdout))
        if not match.people:
            public.play(match, look)
            note(word(language, "seed", seed))
            return Exit.HOLDS
        terminal.paged = len(match.people) > 1 or notes_forbidden(game.rules)
        finished = Session(match, terminal, language).play()
        if finished:
            terminal.write(["", *sheet(game, match.state.result(), look)])
        else:
            terminal.write(["", word(language, "left")])
        note(word(language, "seed", seed))
    except Fault as fault:
        from rulewright.cli.faulty import show_fault

        show_fault(fault, seed, game)
        return Exit.FAULT
    return Exit.HOLDS


def random_seed() -> int:
    """Return a seed that nobody has chosen, short enough to be typed."""
    import secrets

    return secrets.randbelow(1_000_000)
