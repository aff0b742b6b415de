"""Measure what `rules check` costs on the shipped rulesets, cold and warm from its cache, in CPU seconds.

Prints a Markdown table for docs/benchmarks.md. Run it on a quiet machine: `python benchmarks/check_cost.py`.
"""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

RULESETS = Path(__file__).parents[1] / "rulesets"


def cpu_of(arguments: list[str], cache: str) -> float:
    """Return the CPU seconds (user and system) of one run of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    subprocess.run(
        [sys.executable, "-m", "rulewright.cli", *arguments],
        env=environment,
        capture_output=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the table: the best of three runs each."""
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    print("| ruleset | lines | changed | warm |\n|---|---:|---:|---:|")
    for path in sorted(RULESETS.glob("*.yaml")):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        cold, warm = [], []
        for _ in range(3):
            with tempfile.TemporaryDirectory() as cache:
                cold.append(cpu_of(["check", str(path)], cache))
                warm.append(cpu_of(["check", str(path)], cache))
        print(f"| {path.stem} | {lines} | {min(cold):.2f} s | {min(warm):.2f} s |")


if __name__ == "__main__":
    main()
