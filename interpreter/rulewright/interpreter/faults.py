"""Faults: mistakes of the rules that show in play. The same code and rule in every engine."""

from __future__ import annotations

from rulewright.dsl.source import Span


class Fault(Exception):
    """A mistake of the rules found in play.

    `code` is one of `gap` (nothing applies), `deadlock` (nothing to choose and no `if any`), `loop`, `limit`,
    `range`, `none`, `index`, `supply`, `turn`; `rule` the path of the rule; `span` the place in the ruleset.
    """

    def __init__(self, code: str, message: str, span: Span, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.rule = rule


class Refused(Exception):
    """An answer that isn't possible now; the state is unchanged."""
