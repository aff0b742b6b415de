"""Functions and procedures -> how large they would be written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import typed, walk

if TYPE_CHECKING:
    from rulewright.dsl.diff.normal import Former

TOO_LARGE = 1 << 30


def expanded(rule: typed.Function | typed.Procedure, former: Former) -> int:
    """Return the number of parts of a rule with everything it uses written out; too large if it can't be."""
    sizes = former.sizes
    if rule not in sizes:
        sizes[rule] = TOO_LARGE
        sizes[rule] = measure(rule, former)
    return sizes[rule]


def measure(rule: typed.Function | typed.Procedure, former: Former) -> int:
    """Measure a rule. A point of chance is named by its rule, so a rule that holds one stays as it is."""
    if isinstance(rule, typed.Function):
        return inside(rule.body, former)
    total = inside(rule.when, former) + inside(rule.on_turn, former)
    for s in walk.statements(rule.do):
        if isinstance(s, typed.Choose) and s.who is None:
            return TOO_LARGE
        total += 1
        if isinstance(s, typed.DoProcedure):
            total += sum(min(expanded(d, former), TOO_LARGE) for d in s.deeds)
    return min(total + inside(rule.do, former), TOO_LARGE)


def inside(node: object, former: Former) -> int:
    """Return the number of expressions in a part, calls written out."""
    total = 0
    for e in walk.expressions(node):
        total += 1
        if isinstance(e, typed.Call):
            total += expanded(e.function, former)
    return min(total, TOO_LARGE)
