"""Tests beside the rules (section 12): read, set up, played and judged."""

from rulewright.interpreter.scenarios.run import Outcome, run_tests

__all__ = ["Outcome", "run_tests"]
