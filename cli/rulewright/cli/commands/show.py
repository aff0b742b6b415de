"""`rules show`: one form of a ruleset as stable text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rulewright.cli.games import game_of, game_options
from rulewright.cli.loading import load_rules
from rulewright.cli.output import Exit, say

if TYPE_CHECKING:
    from rulewright.dsl.graph import Graph


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--stage",
    type=click.Choice(["tree", "typed", "graph", "program"]),
    default="typed",
    show_default=True,
    help="Which form.",
)
@game_options
def command(file: str, stage: str, players: int | None, settings: tuple[str, ...]) -> int:
    """Print a form of a ruleset: as it is read, with names and types, or as it runs.

    The graph and the program are those of one number of players and one value of each parameter.
    The same ruleset gives the same text, so that two drafts can be compared line by line.
    """
    from rulewright.dsl import show

    if stage == "tree":
        lines = show.show_tree(load_rules(file)[0].written)
    elif stage == "typed":
        lines = show.show_typed(load_rules(file)[0])
    else:
        graph = game_of(file, players, settings).graph
        lines = show.show_graph(graph) if stage == "graph" else program_lines(graph)
    for line in lines:
        say(line)
    return Exit.HOLDS


def program_lines(graph: Graph) -> Iterator[str]:
    """Return the program of a control graph as text."""
    from rulewright.interpreter.program.assemble import program_of
    from rulewright.interpreter.program.show import show_program

    return show_program(program_of(graph))
