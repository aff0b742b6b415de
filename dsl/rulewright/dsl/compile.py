"""File -> checked rules and report: the list of passes that every verb of the workbench runs."""

from __future__ import annotations

from pathlib import Path
from time import time_ns

from rulewright.dsl import ruleset_cache
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.files_read import changed_since, files_read, note_file
from rulewright.dsl.typed import Rules


def check_file(path: Path | str) -> tuple[Rules | None, Report]:
    """Read, resolve and check a ruleset; return its typed rules, or None after errors, and all findings.

    The passes go on after a mistake and stop between passes: file → tree → typed rules → checks. The checks
    load the rules for every number of players, and for every value of a parameter that matters to a load. What
    was written to while it was read isn't kept for the next time.
    """
    path = Path(path)
    begun, entry = time_ns(), ruleset_cache.entry_of(path)
    kept = ruleset_cache.recall(path)
    if kept is not None:
        return kept[0], Report(kept[1])
    with files_read() as others:
        rules, report = check_afresh(path)
    for other in others:
        note_file(other)
    if ruleset_cache.entry_of(path) == entry and not changed_since([path, *others], begun):
        ruleset_cache.keep(path, others, rules, report.found)
    return rules, report


def check_afresh(path: Path) -> tuple[Rules | None, Report]:
    """Do all the work of `check_file`, whatever the cache knows."""
    from rulewright.dsl import check
    from rulewright.dsl.read import load_tree
    from rulewright.dsl.resolve import resolve

    tree, report = load_tree(path)
    if tree is None:
        return None, report
    rules = resolve(tree, report)
    if report.failed:
        return None, report
    check.run(rules, report)
    return (None if report.failed else rules), report
