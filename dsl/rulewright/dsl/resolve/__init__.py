"""Ruleset tree -> typed rules."""

from rulewright.dsl.resolve.rules import resolve

__all__ = ["resolve"]
