"""`rules tree`: the whole game tree, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.games import game_of, game_options
from rulewright.cli.output import Ended, Exit, say, say_json

if TYPE_CHECKING:
    from rulewright.interpreter.analysis import TreeCounts
    from rulewright.interpreter.game import Game


@click.command()
@click.argument("file", metavar="FILE")
@game_options
@click.option(
    "--information", is_flag=True, help="Count information states, however many histories there are."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(file: str, players: int | None, settings: tuple[str, ...], information: bool, form: str) -> int:
    """Count the whole tree of a small game: histories by kind, information states, endings, exact values.

    The value is what the game is worth to each player when everybody plays every option equally often.
    """
    from rulewright.interpreter.analysis import TooLarge, tree

    game = game_of(file, players, settings)
    try:
        counts = tree(game, information=True if information else None)
    except TooLarge as error:
        raise Ended(Exit.FINDINGS, f"rules: {error}") from None
    if form == "json":
        say_json(as_data(game, counts))
    else:
        for line in as_lines(game, counts):
            say(line)
    return Exit.HOLDS


def as_data(game: Game, counts: TreeCounts) -> dict[str, Any]:
    """Return the counts as data; exact values as fractions in text."""
    return {
        "histories": counts.histories,
        "decision": counts.decision,
        "chance": counts.chance,
        "terminal": counts.terminal,
        "positions": counts.positions,
        "depth": counts.depth,
        "mean_decisions": str(counts.decisions),
        "information_states": list(counts.information) if counts.information is not None else None,
        "value": [str(value) for value in counts.value],
        "endings": [
            {
                "outcome": outcome,
                "winners": [game.seat(seat) for seat in winners],
                "histories": ending.histories,
                "chance": str(ending.chance),
            }
            for (outcome, winners), ending in sorted(counts.endings.items())
        ],
    }


def as_lines(game: Game, counts: TreeCounts) -> list[str]:
    """Return the counts as lines."""
    lines = [
        f"histories           {counts.histories}",
        f"  decision          {counts.decision}",
        f"  chance            {counts.chance}",
        f"  terminal          {counts.terminal}",
        f"positions           {counts.positions}",
        f"depth               {counts.depth}",
        f"mean decisions      {float(counts.decisions):.4f}",
    ]
    if counts.information is not None:
        each = ", ".join(f"{game.seat(seat)} {count}" for seat, count in enumerate(counts.information))
        lines.append(f"information states  {sum(counts.information)}  ({each})")
    else:
        lines.append("information states  not counted: too many histories (--information counts them)")
    for seat, value in enumerate(counts.value):
        lines.append(f"{'value' if seat == 0 else '':<18}  {game.seat(seat)} {value} = {float(value):+.6f}")
    lines.append("endings, by uniform play")
    for (outcome, winners), ending in sorted(counts.endings.items()):
        who = ", ".join(game.seat(seat) for seat in winners)
        label = " ".join(filter(None, [outcome, who]))
        lines.append(f"  {label:<16}  {ending.histories} histories, {float(ending.chance):.4%}")
    return lines
