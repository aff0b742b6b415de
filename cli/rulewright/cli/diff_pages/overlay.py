"""Two drafts -> the overlay that makes the later one of the earlier one, tried out before it is shown."""

from __future__ import annotations

import os
from pathlib import Path

import click

from rulewright.cli import bundled
from rulewright.cli.diff_pages.drafts import read_written
from rulewright.cli.output import Ended, Exit
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.diff import Diff, diff
from rulewright.dsl.diff.as_overlay import overlay_text
from rulewright.dsl.diff.own_tests import CannotTell
from rulewright.dsl.overlay import Draft, whole_draft
from rulewright.dsl.source import Source
from rulewright.dsl.typed import Rules
from rulewright.dsl.yaml_nodes import read_source


def overlay(names: tuple[str, ...], found: Diff, now: Rules) -> str:
    """Return the overlay, to be saved beside the later draft; end the command where there can be none."""
    earlier, later = (file(name) for name in names)
    extends = Path(os.path.relpath(earlier.resolve(), later.resolve().parent)).as_posix()
    try:
        text = overlay_text(draft(earlier), draft(later), found.renames, extends, later.stem, later.parent)
        try_out(text, now, later.parent)
    except CannotTell as why:
        raise Ended(Exit.NOT_LOADED, f"there is no such overlay: {why}") from None
    return text


def file(name: str) -> Path:
    """Return the file of a draft."""
    path = bundled.find(name)
    if not path.is_file():
        raise click.UsageError(
            f"an overlay extends a file, and `{name}` is none: save it first, `git show {name} > FILE.yaml`"
        )
    return path


def draft(path: Path) -> Draft:
    """Return the data of a draft that was read before."""
    report = Report()
    source = read_source(path, report)
    found = None if source is None else whole_draft(source, report, path.parent)
    if found is None:
        raise CannotTell(f"`{path}` has just changed")
    return found


def try_out(text: str, now: Rules, folder: Path) -> None:
    """See to it that an overlay stands for the rules of the later draft."""
    rules, report = read_written(Source("the overlay", text, folder), folder)
    if rules is None:
        first = next(f for f in report.sorted() if f.severity == "error")
        raise CannotTell(f"{first.message} ({first.span.source.name}, line {first.span.line})")
    left = diff(rules, now).changes
    if left:
        raise CannotTell(f"it would leave out {left[0].id}: {left[0].told}")
