"""Measure what a first game costs on the shipped rulesets, in CPU seconds since the process began.

Prints a Markdown table for docs/benchmarks.md. Run it on a quiet machine: `python benchmarks/first_game.py`.
"""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

from rulewright.cli.bench.first_game import first_game
from rulewright.cli.bench.programs import Subject

GAMES = ("usagi_curry", "chaos_terria", "garcon", "a_la_carte", "bbqp_draft14")
COLUMNS = {
    "nothing of the ruleset kept": ("", ()),
    "rules kept": ("", ()),
    "wasm, rules kept": ("wasm", ()),
    "program kept": ("", ()),
    "python, rules kept": ("python", ()),
    "wasm, nothing kept": ("wasm", ("programs", "wasm", "rulesets")),
}
"""What is measured: an engine, or whichever can begin first, and which parts of the cache are forgotten before."""


RUNS = 3


def costs_of(subject: Subject) -> Iterator[float]:
    """Yield the columns of a ruleset, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        for engine, forgotten in COLUMNS.values():
            for part in forgotten:
                rmtree(Path(folder, "rulewright", part), ignore_errors=True)
            cost = first_game(subject, engine, 1, folder)
            yield float("nan") if cost is None else cost


def main() -> None:
    """Print the table: the best of several runs each."""
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    print(f"| ruleset | {' | '.join(COLUMNS)} |\n|---|{'---:|' * len(COLUMNS)}")
    for name in GAMES:
        runs = [list(costs_of(Subject(name, None, {}))) for _ in range(RUNS)]
        best = [min(column) for column in zip(*runs, strict=True)]
        print(f"| {name} | {' | '.join(f'{cost:.2f} s' for cost in best)} |", flush=True)


if __name__ == "__main__":
    main()
