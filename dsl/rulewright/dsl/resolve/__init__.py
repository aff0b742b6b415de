"""Ruleset tree -> typed rules. The passes are imported when they are used: kept rules come without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.dsl import tree, typed
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.source import RuleText


def resolve(ruleset: tree.Ruleset, report: Report) -> typed.Rules:
    """Return the typed rules of a ruleset. Every mistake is reported; what is wrong is left out."""
    from rulewright.dsl.resolve import rules

    return rules.resolve(ruleset, report)


def type_outside(
    rules: typed.Rules, text: RuleText, locals_: dict[str, typed.Local], report: Report
) -> typed.Expr | None:
    """Type an expression that stands outside the rules (in a test, a metric), with some names of its own."""
    from rulewright.dsl.resolve.rules import type_outside

    return type_outside(rules, text, locals_, report)


__all__ = ["resolve", "type_outside"]
