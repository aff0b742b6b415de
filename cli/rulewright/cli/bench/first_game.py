"""Engine -> the CPU time of a first game: the whole command in a process of its own, with a cache folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from tempfile import TemporaryDirectory

from rulewright.cli.bench.programs import Subject

PATIENCE = 300
"""So many seconds a first game may take."""


def first_games(subject: Subject, engine: str, seed: int) -> tuple[float | None, float | None]:
    """Return what a first game costs when nothing of the ruleset is in the cache, and when all is; None where it
    couldn't be measured."""
    with TemporaryDirectory() as folder:
        new = first_game(subject, engine, seed, folder)
        return new, first_game(subject, engine, seed, folder)


def first_game(subject: Subject, engine: str, seed: int, folder: str) -> float | None:
    """Return the CPU seconds from the beginning of a process to the end of its first game; without the name of an
    engine, by the one that can begin first."""
    asked = ["--engine", engine] if engine else []
    asked += ["--seed", str(seed), "--game", "0", "--format", "json"]
    if subject.players is not None:
        asked += ["--players", str(subject.players)]
    for name, value in subject.settings.items():
        asked += ["--set", f"{name}={value}"]
    try:
        run = subprocess.run(
            [sys.executable, "-m", "rulewright.cli", "bench", str(subject.path), *asked],
            env={**os.environ, "XDG_CACHE_HOME": folder, "LOCALAPPDATA": folder},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
        )
        return float(json.loads(run.stdout)["cpu_seconds"])
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        return None
