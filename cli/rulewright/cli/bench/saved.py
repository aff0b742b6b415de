"""One game of a series -> a saved game, for `rules replay`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from rulewright.cli.bench.programs import Subject
from rulewright.cli.output import Ended, Exit
from rulewright.cli.play.save import Save, fingerprint, free, write
from rulewright.interpreter.chance import game_seed
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.series import Single


def save_game(subject: Subject, seed: int, index: int, path: Path) -> None:
    """Play a game with the reference engine and keep it: to its end, or to the answer that leads to a fault."""
    if not free(path):
        raise Ended(Exit.USAGE, f"rules: --save: {path} is something else already; name another file")
    game = subject.game
    single = Single(game, seed, index)
    with suppress(Fault):
        single.played()
    answers = single.state.answers if single.state is not None else []
    written = game.rules.written
    try:
        write(
            path,
            Save(
                written.game.value,
                fingerprint(game.rules),
                game.players,
                [f"P{seat + 1}" for seat in range(game.players)],
                ["random"] * game.players,
                dict(subject.settings),
                game_seed(seed, index),
                None,
                written.language,
                [list(answer) for answer in answers],
                [0] * (game.players + 1),
                finished=True,
            ),
        )
    except OSError as error:
        raise Ended(Exit.USAGE, f"rules: --save: {path}: {error.strerror or error}") from None
