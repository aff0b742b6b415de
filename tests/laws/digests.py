"""Print a digest of random games of every shipped ruleset and of some made-up ones: the same in every process."""

from __future__ import annotations

from random import Random

from laws.playing import transcript
from laws.rulesets import make
from oracle import shipped
from rulewright.interpreter.game import Game

MOST_STOPS = 80
MADE_UP = 12


def lines() -> list[str]:
    """Return one line for each game."""
    found = []
    for name in shipped.names():
        players = shipped.rules(name).written.players[1]
        found.append(f"{name} {transcript(shipped.game(name, players), 7, MOST_STOPS)}")
    for number in range(MADE_UP):
        rules, _ = make(Random(number)).typed()
        if rules is not None:
            game = Game.of(rules, rules.written.players[0])
            found.append(f"{number} {transcript(game, number, MOST_STOPS)}")
    return found


if __name__ == "__main__":
    print("\n".join(lines()))
