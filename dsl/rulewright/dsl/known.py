"""Value known to a load -> how it is written in rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl.types import Bool, Deed, Enum, Player, Private, Type

if TYPE_CHECKING:
    from rulewright.dsl.load import Load

Known = int | None
"""A value known to the load: whole number, bool as 0/1, number of an enum value, seat, component, or `none`."""


def word_of(made: Load, kind: Type, value: Known) -> str:
    """Return a value as it is written in rules."""
    if value is None:
        return "none"
    match kind:
        case Bool():
            return "true" if value else "false"
        case Enum(name=name):
            return made.rules.enums[name].values[value]
        case Private(parameter=parameter):
            return str((made.rules.parameters[parameter].values or ())[value])
        case Deed():
            return list(made.rules.procedures)[value]
        case Player():
            return f"P{value + 1}"
        case _:
            return str(value)
