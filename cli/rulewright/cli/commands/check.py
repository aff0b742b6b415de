"""`rules check`: all mistakes of rulesets in one run."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import click

from rulewright.cli import bundled
from rulewright.cli.loading import could_be_read, hint_at_shipped
from rulewright.cli.output import Exit, counted, say, say_json, show_findings
from rulewright.dsl.compile import check_file
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.typed import Rules


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(files: tuple[str, ...], strict: bool, form: str) -> int:
    """Find all mistakes of rulesets, for every number of players and every value of a parameter.

    Exit code 0 when all hold, 1 with errors, 3 when a file can't be read.
    """
    codes, entries = [], []
    for number, name in enumerate(files):
        path = bundled.find(name)
        rules, report = check_file(path)
        hint_at_shipped(name, report)
        codes.append(verdict(report, strict))
        if form == "json":
            entries.append(entry(path, rules, report, codes[-1]))
            continue
        if number and report.found:
            say()
        if report.found:
            from rulewright.cli.rulebook import sections_of

            show_findings(report.sorted(), sys.stdout, sections_of(path, rules))
            say()
        say(summary(path, rules, report))
    if form == "json":
        say_json(entries)
    return max(codes)


def verdict(report: Report, strict: bool) -> Exit:
    """Return the exit code for one file."""
    if not could_be_read(report):
        return Exit.NOT_LOADED
    failing = ("error", "warning") if strict else ("error",)
    return Exit.FINDINGS if any(found.severity in failing for found in report.found) else Exit.HOLDS


def summary(path: Path, rules: Rules | None, report: Report) -> str:
    """Return the one line about a file."""
    counts = Counter(found.severity for found in report.found)
    found = ", ".join(counted(counts[word], word) for word in ("error", "warning", "note") if counts[word])
    if rules is None:
        return f"{path.name or path}: {found}"
    low, high = rules.written.players
    players = f"{low} to {high} players" if high > low else counted(low, "player")
    told = f"{path.name or path}: holds ({players}, {counted(rule_count(rules), 'rule')})"
    return f"{told}; {found}" if found else told


def rule_count(rules: Rules) -> int:
    """Return how many rules there are: everything that has a body of its own."""
    parts = (rules.functions, rules.procedures, rules.actions, rules.phases, rules.score)
    return sum(len(part) for part in parts)


def entry(path: Path, rules: Rules | None, report: Report, code: Exit) -> dict[str, Any]:
    """Return what is said about a file as data."""
    from rulewright.dsl.frames import to_json

    return {
        "file": str(path),
        "holds": code == Exit.HOLDS,
        "game": rules.written.game.value if rules is not None else None,
        "players": list(rules.written.players) if rules is not None else None,
        "rules": rule_count(rules) if rules is not None else None,
        "findings": [to_json(found) for found in report.sorted()],
    }
