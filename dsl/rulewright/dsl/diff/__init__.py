"""Two drafts, typed -> what changed, the way a designer would say it."""

from rulewright.dsl.diff.changes import (
    KINDS,
    SEVERITIES,
    Change,
    Diff,
    Grid,
    Identity,
    Printed,
    Reached,
    Step,
)
from rulewright.dsl.diff.compare import diff

__all__ = ["KINDS", "SEVERITIES", "Change", "Diff", "Grid", "Identity", "Printed", "Reached", "Step", "diff"]
