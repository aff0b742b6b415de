"""File -> checked rules and report: the list of passes that every verb of the workbench runs."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl import check
from rulewright.dsl.check.loads import words_of
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.read import load_tree
from rulewright.dsl.resolve import resolve
from rulewright.dsl.typed import Rules


def check_file(path: Path | str) -> tuple[Rules | None, Report]:
    """Read, resolve and check a ruleset; return its typed rules, or None after errors, and all findings.

    The passes go on after a mistake and stop between passes: file → tree → typed rules → checks. The checks
    load the rules for every number of players, and for every value of a parameter that matters to a load.
    """
    tree, report = load_tree(path)
    if tree is None:
        return None, report
    rules = resolve(tree, report)
    if report.failed:
        return None, report
    check.run(rules, report)
    return (None if report.failed else rules), report


__all__ = ["check_file", "words_of"]
