"""`rules diff`: what changed between two drafts, the way a designer would say it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.diff_pages.drafts import draft, read_as, show
from rulewright.cli.output import Ended, Exit, coloured, note, say, say_json
from rulewright.dsl.diff import SEVERITIES, Diff, diff

if TYPE_CHECKING:
    from rulewright.cli.diff_pages.against import Against
    from rulewright.dsl.typed import Rules

FORMS = ("text", "markdown", "html", "json", "overlay")
DRIVEN = 7
"""How many arguments git gives a diff driver: path, and for each side file, hash and mode."""


@click.command()
@click.argument("drafts", metavar="A B", nargs=-1, required=True)
@click.option("--format", "form", type=click.Choice(FORMS), default="text", show_default=True)
@click.option("--tests", "with_tests", is_flag=True, help="Play the tests of A under B, too.")
@click.option(
    "--fail-on", "level", type=click.Choice(SEVERITIES), help="Exit code 1 only from this severity on."
)
@click.option(
    "--check-notes", "notes", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="See to it that a file of notes names every change of a rule.",
)  # fmt: skip
@click.option("--git-driver", "driven", is_flag=True, help="Be the diff command of git; see docs/diff.md.")
def command(
    drafts: tuple[str, ...], form: str, with_tests: bool, level: str | None, notes: Path | None, driven: bool
) -> int:
    """Tell what changed from draft A to draft B: rules and numbers, what to print anew, which rules are touched,
    what only reads otherwise, what becomes of saved plays and tests.

    A and B are files, shipped rulesets, or files of a git revision: `HEAD~1:rulesets/game.yaml`.
    With `--format overlay` the changes are written as a draft that extends A, to be saved beside B.
    Exit code 0 without differences, 1 with some (from `--fail-on` on), 3 when a draft can't be read.
    """
    if driven:
        return drive(drafts)
    if len(drafts) != 2:
        raise click.UsageError(f"two drafts are compared, not {len(drafts)}: `rules diff A B`")
    if with_tests and form == "overlay":
        raise click.UsageError("an overlay tells no results of tests: leave out `--tests`")
    before, now = (draft(name) for name in drafts)
    if before is None or now is None:
        raise Ended(Exit.NOT_LOADED, "nothing was compared")
    found = diff(before, now, *drafts)
    against = None
    if with_tests:
        from rulewright.cli.diff_pages.against import play_against

        against = play_against(before, now, found)
    if form == "overlay":
        from rulewright.cli.diff_pages.overlay import overlay

        say(overlay(drafts, found, now).rstrip("\n"))
    else:
        write(found, against, form, now)
    return verdict(found, level, notes)


def write(found: Diff, against: Against | None, form: str, now: Rules) -> None:
    """Write the differences in one of the forms."""
    if form == "json":
        from attrs import asdict

        from rulewright.dsl.diff.as_data import data

        say_json({**data(found), "tests": asdict(against) if against is not None else None})
        return
    from rulewright.cli.diff_pages import html, markdown, text
    from rulewright.cli.diff_pages.page import page

    whole = page(found, against)
    if form == "html":
        say(html.html(whole, now.written.language))
    elif form == "markdown":
        say("\n".join(markdown.markdown(whole)))
    else:
        say("\n".join(text.text(whole, on=coloured(sys.stdout))))


def verdict(found: Diff, level: str | None, notes: Path | None) -> Exit:
    """Return the exit code; changes that the notes don't name are listed on standard error."""
    failed = False
    if notes is not None:
        missing = unnamed(found, notes.read_text(encoding="utf-8"))
        for told in missing:
            note(told)
        failed = bool(missing)
        if level is None:
            return Exit.FINDINGS if failed else Exit.HOLDS
    least = SEVERITIES.index(level) if level is not None else 0
    failed = failed or any(SEVERITIES.index(c.severity) >= least for c in found.changes)
    return Exit.FINDINGS if failed else Exit.HOLDS


def unnamed(found: Diff, notes: str) -> list[str]:
    """Return a line for each change of more than words that notes name neither by id nor by name."""
    lines = []
    for change in found.changes:
        if change.severity == "text":
            continue
        names = {
            change.id,
            change.entry,
            change.name or change.section,
            change.old_name or change.section,
            change.title,
        }
        wanted = {n.casefold() for name in names for n in (name, name.replace("_", " "))}
        if not any(re.search(rf"(?<!\w){re.escape(n)}(?!\w)", notes.casefold()) for n in sorted(wanted)):
            lines.append(f"not in the notes: {change.id}: {change.told}")
    return lines


def drive(arguments: tuple[str, ...]) -> Exit:
    """Answer git: it hands over the path and both files, and takes any exit code but 0 for a crash."""
    if len(arguments) < DRIVEN:
        raise click.UsageError("git gives its diff command seven arguments; see docs/diff.md")
    path, old, new = arguments[0], arguments[1], arguments[4]
    say(f"rules diff {path}")
    missing = [side for side in (old, new) if side == "/dev/null"]
    if missing:
        say("  a new ruleset" if old == "/dev/null" else "  the ruleset is gone")
        return Exit.HOLDS
    sides = []
    for file, label in ((old, f"{path} (before)"), (new, path)):
        rules, report = read_as(Path(file), label, Path(path).parent)
        if rules is None:
            show(report, sys.stdout)
            say(f"  {label} can't be read, so nothing was compared")
        sides.append(rules)
    before, now = sides
    if before is not None and now is not None:
        write(diff(before, now, f"{path} (before)", path), None, "text", now)
    return Exit.HOLDS
