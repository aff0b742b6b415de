"""`rules list`: the shipped rulesets."""

from __future__ import annotations

import click

from rulewright.cli import bundled
from rulewright.cli.columns import pad, width
from rulewright.cli.output import Exit, say, say_json
from rulewright.dsl.read import load_tree
from rulewright.dsl.tree import Ruleset


@click.command()
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(form: str) -> int:
    """List the rulesets that come with Rulewright; each is found by its name from any folder."""
    found: list[tuple[str, Ruleset]] = []
    for path in bundled.shipped():
        ruleset, _ = load_tree(path)
        if ruleset is not None:
            found.append((path.stem, ruleset))
    if form == "json":
        say_json([entry(name, ruleset) for name, ruleset in found])
        return Exit.HOLDS
    names = max((width(name) for name, _ in found), default=0)
    for name, ruleset in found:
        low, high = ruleset.players
        players = f"{low}-{high}" if high > low else str(low)
        draft = f", draft {ruleset.draft.value}" if ruleset.draft is not None else ""
        say(f"{pad(name, names)}  {players:>4} players  {title(ruleset)}{draft}")
    return Exit.HOLDS


def title(ruleset: Ruleset) -> str:
    """Return a ruleset's title in its own language."""
    text = ruleset.title
    return text.in_language(ruleset.language, ruleset.language) if text is not None else ruleset.game.value


def entry(name: str, ruleset: Ruleset) -> dict[str, object]:
    """Return a ruleset as data."""
    return {
        "name": name,
        "title": title(ruleset),
        "draft": ruleset.draft.value if ruleset.draft is not None else None,
        "players": list(ruleset.players),
    }
