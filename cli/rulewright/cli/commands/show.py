"""`rules show`: one form of a ruleset as stable text."""

from __future__ import annotations

import click

from rulewright.cli.loading import load_rules
from rulewright.cli.output import Ended, Exit, say


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--stage", type=click.Choice(["tree", "typed", "graph"]), default="typed", show_default=True)
@click.option("--players", type=int, help="For the graph: how many players (default: the fewest).")
def command(file: str, stage: str, players: int | None) -> int:
    """Print a form of a ruleset: as it is read, with names and types, or as it runs.

    The same ruleset gives the same text, so that two drafts can be compared line by line.
    """
    from rulewright.dsl import show

    rules, _ = load_rules(file)
    match stage:
        case "tree":
            lines = show.show_tree(rules.written)
        case "typed":
            lines = show.show_typed(rules)
        case _:
            from rulewright.interpreter.game import Game

            try:
                game = Game.of(rules, players if players is not None else rules.written.players[0])
            except ValueError as error:
                raise Ended(Exit.USAGE, f"rules: {error}") from None
            lines = show.show_graph(game.graph)
    for line in lines:
        say(line)
    return Exit.HOLDS
