"""Typed rules -> findings before play, one family a module."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.check import (
    chance,
    components,
    deals,
    decisions,
    empty,
    finite,
    loads,
    options,
    ranges,
    reading,
    secrets,
    unused,
)
from rulewright.dsl.diagnostics import Report


def run(rules: typed.Rules, report: Report) -> None:
    """Add what the checks find in rules that resolved without an error.

    Rules that carry themselves out end the checks: the others follow every call. Secrets are looked for in
    rules without other errors, and notes on reading are made when there is nothing worse to say.
    """
    finite.check(rules, report)
    if any(found.code == "finite-recursion" for found in report.found):
        return
    decisions.check(rules, report)
    empty.check(rules, report)
    chance.check(rules, report)
    cases = loads.cases(rules, report)
    ranges.check(rules, cases, report)
    components.check(rules, cases, report)
    unused.check(rules, report)
    options.check(rules, cases, report)
    deals.check(rules, cases, report)
    if not report.failed:
        secrets.check(rules, report)
    if not report.failed:
        reading.check(rules, report)


__all__ = ["run"]
