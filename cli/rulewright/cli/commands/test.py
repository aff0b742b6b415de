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
@click.option(
    "--against", "other", metavar="OTHER", help="List those with another result under the rules of OTHER."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(file: str, pattern: str | None, verbose: bool, other: str | None, form: str) -> int:
    """Run the scenarios that stand in a ruleset.

    Exit code 0 when all pass, 1 otherwise; when nothing is selected too. With `--against`, 1 when a result differs.
    """
    if other is not None:
        return compare(file, other, pattern, form)
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


def compare(file: str, other: str, pattern: str | None, form: str) -> int:
    """Play the scenarios of a ruleset under the rules of another draft, too, and list those whose result differs."""
    from attrs import asdict

    from rulewright.cli.diff_pages.against import play_against

    rules, path = load_rules(file)
    against = play_against(rules, load_rules(other)[0], pattern=pattern)
    if form == "json":
        say_json(asdict(against))
    else:
        for test in against.changed:
            say(f"{test.name}: {test.before} -> {test.now}" + (f": {test.message}" if test.message else ""))
        told = f"{len(against.changed)} of {against.total} have another result under {other}"
        say(f"{path.name}: {told}" if against.total else f"{path.name}: there are no tests to compare")
    return Exit.FINDINGS if against.changed or not against.total else Exit.HOLDS


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
