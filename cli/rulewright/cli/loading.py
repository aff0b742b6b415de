"""Name of a ruleset -> checked rules, or the findings on standard error and exit code 3."""

from __future__ import annotations

import sys
from pathlib import Path

from attrs import evolve

from rulewright.cli import bundled
from rulewright.cli.output import Ended, Exit, show_findings
from rulewright.dsl.compile import check_file
from rulewright.dsl.diagnostics import Diagnostic, Report, nearest
from rulewright.dsl.typed import Rules


def load_rules(name: str) -> tuple[Rules, Path]:
    """Return checked rules and their file; after errors show them and end the command."""
    path = bundled.find(name)
    rules, report = check_file(path)
    if rules is None:
        from rulewright.cli.rulebook import sections_of

        hint_at_shipped(name, report)
        errors = [found for found in report.sorted() if found.severity == "error"]
        show_findings(errors, sys.stderr, sections_of(path))
        raise Ended(Exit.NOT_LOADED)
    return rules, path


def hint_at_shipped(name: str, report: Report) -> None:
    """Where a file is missing, name the shipped ruleset that may be meant."""
    if any(found.code == "file-unreadable" for found in report.found) and not Path(name).exists():
        known = [path.stem for path in bundled.shipped()]
        near = nearest(Path(name).stem, known)
        help = (
            f"did you mean the shipped ruleset `{near}`?" if near else "`rules list` names the shipped ones"
        )
        report.found = [with_help(found, help) for found in report.found]


def with_help(found: Diagnostic, help: str) -> Diagnostic:
    """Return a finding with another hint."""
    return evolve(found, help=help) if found.code == "file-unreadable" else found


def could_be_read(report: Report) -> bool:
    """Tell whether the file itself could be read."""
    return not any(found.code.startswith("file-") for found in report.found)
