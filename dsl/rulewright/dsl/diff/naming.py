"""Names of the later draft -> the names they had: what is compared is what things are, not how they are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field

from rulewright.dsl import types as t
from rulewright.dsl.types import Type


def held(node: object) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a node with their names."""
    for attribute in getattr(type(node), "__attrs_attrs__", ()):
        yield attribute.name, getattr(node, attribute.name)


Form = object
"""A normal form: nested tuples of words and numbers, equal when the meaning is."""


@define
class Naming:
    """`names` maps (section, name) to the name it is compared by; what isn't there keeps its own."""

    names: dict[tuple[str, str], str] = field(factory=dict)

    def of(self, section: str, name: str) -> str:
        """Return the name to compare by."""
        return self.names.get((section, name), name)

    def type(self, kind: Type) -> Form:
        """Return the normal form of a type."""
        tail = ("none",) if kind.optional else ()
        match kind:
            case t.Int(low=low, high=high):
                return ("number", self.limit(low), self.limit(high), *tail)
            case t.Enum(name=name, part=part):
                return ("enum", self.of("types", name), self.of("types", part), *tail)
            case t.Thing(kinds=kinds):
                return ("component", *sorted(self.of("components", k) for k in kinds), *tail)
            case t.Private(parameter=parameter):
                return ("private", self.of("parameters", parameter), *tail)
            case t.Deed(kind=of):
                return ("deed", self.of("components", of), *tail)
            case t.Set(of=of_):
                return ("set", self.type(of_), *tail)
            case _:
                return (type(kind).__name__.lower(), *tail)

    def limit(self, limit: t.Limit | None) -> Form:
        """Return a bound of a range."""
        if isinstance(limit, str):
            for section in ("constants", "parameters"):
                if (section, limit) in self.names:
                    return self.names[section, limit]
        return limit

    def index(self, by: Type | str) -> Form:
        """Return the normal form of an index of a table."""
        return self.of("parameters", by) if isinstance(by, str) else self.type(by)
