"""`rules test`: the scenarios of a ruleset."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING

import click

from rulewright.cli.loading import load_rules
from rulewright.cli.output import Exit, coloured, note, paint, say, say_json

if TYPE_CHECKING:
    from rulewright.interpreter.scenarios import Outcome

MARKS = {"fail": ("FAIL", "red"), "undecided": ("UNDECIDED", "yellow"), "pass": ("pass", "green")}


@click.command()
@click.argument("file", metavar="FILE")
@click.option("-k", "pattern", metavar="PATTERN", help="Only tests whose name fits.")
@click.option("-v", "--verbose", is_flag=True, help="List the tests that pass too.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(file: str, pattern: str | None, verbose: bool, form: str) -> int:
    """Run the scenarios that stand in a ruleset.

    Exit code 0 when all pass, 1 otherwise; when nothing is selected too.
    """
    from rulewright.interpreter.scenarios import run_tests

    rules, path = load_rules(file)
    outcomes = run_tests(rules, pattern=pattern)
    failed = not outcomes or any(outcome.status != "pass" for outcome in outcomes)
    if form == "json":
        say_json([as_data(outcome) for outcome in outcomes])
    else:
        show(outcomes, path.name, verbose)
    if not outcomes:
        note(f"{path.name}: " + (f"no test is called like `{pattern}`" if pattern else "there are no tests"))
    return Exit.FINDINGS if failed else Exit.HOLDS


def as_data(outcome: Outcome) -> dict[str, object]:
    """Return an outcome as data."""
    return {
        "name": outcome.name,
        "status": outcome.status,
        "covers": list(outcome.covers),
        "text": outcome.text,
        "message": list(outcome.message),
        "line": outcome.line,
    }


def show(outcomes: list[Outcome], name: str, verbose: bool) -> None:
    """Write what failed, then one line of summary."""
    on = coloured(sys.stdout)
    for outcome in outcomes:
        if outcome.status == "pass" and not verbose:
            continue
        mark, colour = MARKS[outcome.status]
        covers = f"  ({', '.join(outcome.covers)})" if outcome.covers else ""
        place = f"  {name}:{outcome.line}" if outcome.line and outcome.status != "pass" else ""
        say(f"{paint(mark, 'bold', colour, on=on)} {outcome.name}{covers}{place}")
        if outcome.status == "pass":
            continue
        if outcome.text:
            say(f"  {outcome.text}")
        for line in outcome.message:
            say(f"  {line}")
        say()
    counts = Counter(outcome.status for outcome in outcomes)
    words = {"pass": "passed", "fail": "failed", "undecided": "undecided"}
    parts = [f"{counts[status]} {word}" for status, word in words.items() if counts[status]]
    if parts:
        colour = "green" if len(parts) == 1 and counts["pass"] else "red"
        say(paint(f"{name}: {', '.join(parts)}", colour, on=on))
