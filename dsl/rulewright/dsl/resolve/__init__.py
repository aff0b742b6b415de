"""Ruleset tree -> typed rules."""

from rulewright.dsl.resolve.rules import resolve, type_outside

__all__ = ["resolve", "type_outside"]
