"""Measure what `rules diff` costs in CPU seconds: on drafts, on the same file, on two games, on large made-up rulesets.

Prints a Markdown table for docs/benchmarks.md. Run it on a quiet machine: `python benchmarks/diff_cost.py`.
"""

from __future__ import annotations

import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from os import environ
from pathlib import Path
from random import Random
from typing import Any

from rulewright.dsl.compile import check_file
from rulewright.dsl.diff import compare, diff, lcs, match
from rulewright.dsl.typed import Rules

RULESETS = Path(__file__).parents[1] / "rulesets"
PARTS = 114
"""How many entries of each kind make a ruleset of about 2,000 lines."""


def made_up(seed: int, changed: int = 0, renamed: int = 0) -> Iterator[str]:
    """Yield the lines of a large ruleset; of a hundred numbers and names some are others than without."""
    luck, other = Random(seed), Random(seed + 1)
    again = {n: f"other_{n}" if other.randrange(100) < renamed else f"part_{n}" for n in range(PARTS)}

    def number() -> int:
        found = luck.randint(1, 9)
        return found + 1 if other.randrange(100) < changed else found

    yield from ("rules: 1", "game: large", "title: Large", 'draft: "1"', "players: 2..4", "constants:")
    yield from (f"  size_of_{again[n]}: {number()}" for n in range(PARTS))
    yield from (
        "components:",
        "  card:",
        "    is: card",
        "    has: {rank: 1..9}",
        "    starts_in: deck",
        "    cards:",
    )
    yield from (
        "      - {rank: each, copies: 9}",
        "zones:",
        "  deck: {holds: card, as: pile, seen_by: nobody}",
    )
    yield "  hand: {each: player, holds: card}"
    yield from (f"  place_{again[n]}: {{each: player, holds: card}}" for n in range(PARTS))
    yield "variables:"
    yield from (f"  count_{again[n]}: 0..any each player" for n in range(PARTS))
    yield "functions:"
    for n in range(PARTS):
        yield from (f"  worth_{again[n]}:", "    each: player", f"    text: What counts as {n}.")
        before = f" + me.worth_{again[n - 1]}" if n % 4 else ""
        yield f"    is: count(me.place_{again[n]}) * size_of_{again[n]}{before} + {number()}"
    yield "procedures:"
    for n in range(PARTS):
        yield from (
            f"  fill_{again[n]}:",
            "    each: player",
            "    do: |",
            f"      me.count_{again[n]} += {number()}",
        )
        yield from (f"      for c in me.hand where c.rank > {number()} by c.rank ascending:",)
        yield from (
            f"          if me.count_{again[n]} > size_of_{again[n]}:",
            f"              move c to me.place_{again[n]}",
        )
        if n % 4:
            yield f"      do me.fill_{again[n - 1]}"
    yield from ("actions:",)
    for n in range(0, PARTS, 4):
        yield from (f"  take_{again[n]}:", "    choose:", '      c: from me.hand "Which?"', "    do: |")
        yield from (f"      move c to me.place_{again[n]}", f"      do me.fill_{again[n]}")
    names = ", ".join(f"take_{again[n]}" for n in range(0, PARTS, 4))
    yield from (
        "setup: |",
        "  shuffle deck",
        "  for p in players:",
        "      move top 9 of deck to p.hand",
        "phases:",
    )
    yield from ("  day:", "    turns: clockwise from first_player", "    rounds: 3", "    turn: |")
    yield from (f"      me takes one of {names} if any", "flow: |", "  do day", "score:")
    yield from (f"  line_{again[n]}: me.worth_{again[n]} + me.count_{again[n]}" for n in range(PARTS))


def cpu_of(arguments: list[str], cache: str) -> float:
    """Return the CPU seconds (user and system) of one run of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "rulewright.cli", *arguments]
    subprocess.run(command, env={**environ, "XDG_CACHE_HOME": cache}, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def counting(counts: Counter[str], name: str, function: Callable[..., Any], size: Callable[..., int]) -> Any:
    """Return a function that counts how much it is given to do."""

    def counted(*arguments: Any) -> Any:
        counts[name] += size(*arguments)
        return function(*arguments)

    return counted


def work(before: Rules, now: Rules) -> Counter[str]:
    """Return how much is done of what has a budget: pairs of entries weighed, cells of alignment tables."""
    counts: Counter[str] = Counter()
    weigh, table = match.alike, lcs.by_table
    match.alike = counting(counts, "pairs", weigh, lambda *_: 1)
    lcs.by_table = counting(counts, "cells", table, lambda left, right: len(left) * len(right))
    try:
        compare.diff(before, now)
    finally:
        match.alike, lcs.by_table = weigh, table
    return counts


def alone(before: Rules, now: Rules) -> float:
    """Return the CPU seconds of the comparison alone, the best of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        diff(before, now)
        times.append(time.process_time() - start)
    return min(times)


def pairs_in(folder: Path) -> Iterator[tuple[str, Path, Path]]:
    """Yield what is compared."""
    draft14, draft15 = RULESETS / "bbqp_draft14.yaml", RULESETS / "bbqp_draft15.yaml"
    broken = folder / "broken.yaml"
    broken.write_text(
        (RULESETS / "usagi_curry.yaml").read_text(encoding="utf-8") + "\nflow: twice\n", encoding="utf-8"
    )
    large = {"large": {}, "tenth": {"changed": 10, "renamed": 10}, "renamed": {"renamed": 100}}
    for name, how in large.items():
        lines = list(made_up(1, **how))
        (folder / f"{name}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    yield "bbqp_draft14, bbqp_draft15", draft14, draft15
    yield "bbqp_draft14, itself", draft14, draft14
    yield "garcon, chaos_terria", RULESETS / "garcon.yaml", RULESETS / "chaos_terria.yaml"
    yield "usagi_curry, the same with a mistake", RULESETS / "usagi_curry.yaml", broken
    size = len(lines)
    yield f"{size} made-up lines, a tenth changed", folder / "large.yaml", folder / "tenth.yaml"
    yield f"{size} made-up lines, every name changed", folder / "large.yaml", folder / "renamed.yaml"


def main() -> None:
    """Print the table: the best of three runs each."""
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    print("| drafts | command | check of the second | ratio | comparison alone | pairs weighed | cells |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as folder:
        for name, before, now in pairs_in(Path(folder)):
            cpu_of(["diff", str(before), str(now)], cache)
            whole = min(cpu_of(["diff", str(before), str(now)], cache) for _ in range(3))
            warm = min(cpu_of(["check", str(now)], cache) for _ in range(3))
            sides = [check_file(path)[0] for path in (before, now)]
            told = f"| {name} | {whole:.2f} s | {warm:.2f} s | {whole / warm:.1f}"
            one, two = sides
            if one is None or two is None:
                print(f"{told} | nothing is compared | | |")
                continue
            counts = work(one, two)
            print(f"{told} | {alone(one, two):.2f} s | {counts['pairs']} | {counts['cells']} |")


if __name__ == "__main__":
    main()
