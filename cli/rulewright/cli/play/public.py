"""Bots only -> a transcript: what the audience may see, the score sheet, the result."""

from __future__ import annotations

from rulewright.cli.output import say
from rulewright.cli.play.layout import Look
from rulewright.cli.play.match import Match
from rulewright.cli.play.sheet import sheet
from rulewright.cli.play.transcript import JOINED, Reader


def play(match: Match, look: Look) -> None:
    """Let the bots play, writing down what everybody can see; then the score sheet line by line."""
    reader = Reader(match.game, match.game.players, look.columns, look.language, look.colour)
    log = match.state.log
    assert log is not None
    written = 0
    while True:
        going = match.step()
        if len(log) > written and (not going or log[-1].kind not in JOINED):
            for line in reader.lines(log[written:]):
                say(line)
            written = len(log)
        if not going:
            break
    say()
    for line in sheet(match.game, match.state.result(), look):
        say(line)
