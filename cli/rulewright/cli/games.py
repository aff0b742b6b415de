"""Name of a ruleset, flags -> a game: what the verbs that need one number of players share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.output import Ended, Exit

if TYPE_CHECKING:
    from rulewright.dsl.typed import Rules
    from rulewright.interpreter.game import Game


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags that choose a game of a ruleset."""
    command = click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter.")(
        command
    )
    return click.option("--players", type=int, help="How many players (default: the fewest).")(command)


def game_of(name: str, players: int | None, settings: tuple[str, ...]) -> Game:
    """Return a game of a ruleset, or end the command."""
    from rulewright.cli.loading import load_rules

    rules, _ = load_rules(name)
    return game_from(rules, players, settings_from(settings))


def game_from(rules: Rules, players: int | None, settings: dict[str, str]) -> Game:
    """Return a game of typed rules, or end the command."""
    from rulewright.interpreter.game import Game

    try:
        return Game.of(rules, players if players is not None else rules.written.players[0], settings)
    except ValueError as error:
        raise Ended(Exit.USAGE, f"rules: {error}") from None


def settings_from(pairs: tuple[str, ...]) -> dict[str, str]:
    """Return `NAME=VALUE` pairs as a mapping."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise Ended(Exit.USAGE, f"rules: --set: write NAME=VALUE, not {pair}")
        found[name.strip()] = value.strip()
    return found
