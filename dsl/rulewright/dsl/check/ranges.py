"""Typed rules + load -> ranges that hold nothing for some number of players or value of a parameter."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import typed
from rulewright.dsl.check.loads import Case, said
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.load import Load
from rulewright.dsl.source import Span
from rulewright.dsl.types import Int, Type


def check(rules: typed.Rules, cases: list[Case], report: Report) -> None:
    """Look at the range of every variable, attribute and index in every load."""
    for name, kind, span in declared(rules):
        if not isinstance(kind, Int):
            continue
        wrong = [case for case in cases if empty(case.load, kind)]
        if wrong:
            low, high = wrong[0].load.bound(kind.low), wrong[0].load.bound(kind.high)
            report.add(
                "finite-load",
                said(f"the range of `{name}` is {low}..{high} and holds nothing", wrong, cases),
                span,
                help="bound it by something that is never less than its beginning",
            )


def declared(rules: typed.Rules) -> Iterator[tuple[str, Type, Span]]:
    """Yield every declared type and index with its name and place."""
    for zone in rules.zones.values():
        for index in zone.each:
            yield zone.name, index, zone.span
    for variable in rules.variables.values():
        for kind in (variable.type, *variable.each):
            yield variable.name, kind, variable.span
    for component in rules.kinds.values():
        for attribute in (*component.has.values(), *component.keeps.values()):
            yield attribute.name, attribute.type, attribute.span
            for index in attribute.each:
                yield attribute.name, index, attribute.span


def empty(load: Load, kind: Int) -> bool:
    """Tell whether a range holds no number."""
    low, high = load.bound(kind.low), load.bound(kind.high)
    return low is not None and high is not None and low > high
