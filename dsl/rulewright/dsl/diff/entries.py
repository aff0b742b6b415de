"""Typed rules -> entries: everything that has a name of its own, section by section."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl import tree, typed
from rulewright.dsl.source import Span

SECTIONS = (
    "constants", "parameters", "types", "odds", "components", "zones", "variables", "functions", "procedures",
    "actions", "phases", "score",
)  # fmt: skip
WHOLE = ("setup", "flow", "winner", "returns", "limits")
"""Sections that are one entry."""

Entry = (
    typed.Constant
    | typed.Parameter
    | typed.EnumDecl
    | typed.Odds
    | typed.Kind
    | typed.Zone
    | typed.Variable
    | typed.Function
    | typed.Procedure
    | typed.Action
    | typed.Phase
    | typed.ScoreLine
)


@frozen(eq=False)
class Named:
    """An entry with what was written about it."""

    section: str
    name: str
    entry: Entry
    notes: tree.Notes
    span: Span

    @property
    def id(self) -> str:
        """`constants.side_base`"""
        return f"{self.section}.{self.name}"


def section(rules: typed.Rules, name: str) -> dict[str, Named]:
    """Return the entries of a section by name, in written order."""
    if name == "types":
        return types_of(rules)
    things = rules.kinds if name == "components" else getattr(rules, name)
    written = {w.name.value: w for w in getattr(rules.written, name)}
    return {
        key: Named(name, key, thing, written[key].notes, written[key].name.span)
        for key, thing in things.items()
    }


def types_of(rules: typed.Rules) -> dict[str, Named]:
    """Return the enums; a part of an enum belongs to its whole."""
    written = {w.name.value: w for w in rules.written.types}
    return {
        key: Named("types", key, enum, written[key].notes, written[key].name.span)
        for key, enum in rules.enums.items()
    }
