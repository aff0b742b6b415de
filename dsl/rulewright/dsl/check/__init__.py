"""Typed rules -> findings before play, one family a module."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.check import chance, deals, decisions, empty, finite, loads, options, secrets
from rulewright.dsl.diagnostics import Report


def run(rules: typed.Rules, report: Report) -> None:
    """Add what the checks find in rules that resolved without an error.

    Rules that carry themselves out end the checks: the others follow every call.
    """
    finite.check(rules, report)
    if any(found.code == "finite-recursion" for found in report.found):
        return
    decisions.check(rules, report)
    empty.check(rules, report)
    chance.check(rules, report)
    cases = loads.cases(rules, report)
    options.check(rules, cases, report)
    deals.check(rules, cases, report)
    if not report.failed:
        secrets.check(rules, report)


__all__ = ["run"]
