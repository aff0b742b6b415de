"""Load -> control graph."""

from rulewright.dsl.lower.program import lower

__all__ = ["lower"]
