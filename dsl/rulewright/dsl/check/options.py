"""Typed rules + load -> lists of options that may grow beyond what a stop can hold (6.7.3)."""

from __future__ import annotations

from math import comb

from attrs import frozen

from rulewright.dsl import typed
from rulewright.dsl.check.bounds import extent, members, of_components
from rulewright.dsl.check.loads import Case, said
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.load import Load
from rulewright.dsl.walk import blocks, statements

MOST = 4096
"""The longest list of options."""

MANY = 10**9
"""More than this isn't counted."""


@frozen
class Size:
    """The greatest length of a list, and whether only unproved numbers of components make it so."""

    options: int
    unproved: bool

    def __mul__(self, other: Size) -> Size:
        return Size(min(self.options * other.options, MANY), self.unproved or other.unproved)

    def __add__(self, other: Size) -> Size:
        return Size(min(self.options + other.options, MANY), self.unproved or other.unproved)


def check(rules: typed.Rules, cases: list[Case], report: Report) -> None:
    """Compute the longest list of every sentence in every load."""
    sentences = [
        s for _, block in blocks(rules) for s in statements(block) if isinstance(s, typed.Choose | typed.Take)
    ]
    for statement in sentences:
        sizes = [(case, length(case.load, statement)) for case in cases]
        wrong = [(case, size) for case, size in sizes if size.options > MOST]
        if wrong:
            span = statement.choice.span if isinstance(statement, typed.Choose) else statement.span
            worst = wrong[0][1]
            number = f"{worst.options:,}" if worst.options < MANY else "a great many"
            concerned = [case for case, _ in wrong]
            if worst.unproved:
                report.add(
                    "finite-guard",
                    said(f"this could offer up to {number} options", concerned, cases),
                    span,
                    help="more than 4,096 at once stop the game; if so many can lie there, split the choice",
                )
            else:
                report.add(
                    "finite-options",
                    said(f"this offers {number} options; 4,096 are the most", concerned, cases),
                    span,
                    help="split this choice: ask for one part after the other",
                )


def length(load: Load, statement: typed.Choose | typed.Take) -> Size:
    """Return the greatest number of options of a sentence."""
    if isinstance(statement, typed.Choose):
        if statement.who is None:
            return Size(members(load, statement.choice.source)[0] or 1, True)
        return of_choice(load, statement.choice)
    total = Size(int(statement.may), False)
    for action in statement.actions:
        tuples = Size(1, False)
        for _, choice in action.parts:
            tuples = tuples * of_choice(load, choice)
        total = total + tuples
    return total


def of_choice(load: Load, choice: typed.Choice) -> Size:
    """Return the greatest number of answers to one choice."""
    size, exact = members(load, choice.source)
    unproved = of_components(choice.source) or not exact or choice.where is not None
    if size is None:
        return Size(1, True)
    if choice.quantity is None:
        return Size(size, unproved)
    low = extent(load, choice.quantity.low)[0] if choice.quantity.low is not None else 0
    high = extent(load, choice.quantity.high)[1] if choice.quantity.high is not None else size
    low, high = max(low or 0, 0), min(size if high is None else high, size)
    total = 0
    for count in range(low, high + 1):
        total += comb(size, count)
        if total > MANY:
            return Size(MANY, unproved)
    return Size(max(total, 1), unproved)
