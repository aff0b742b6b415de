"""Names of people's rules -> names that Python takes."""

from __future__ import annotations

import keyword
import re

from attrs import define, field

NUMBERED = re.compile(r"(POINT|BOTS|SWITCH)_\d+")
"""Names that the module itself gives while its functions are written."""


@define(eq=False)
class Names:
    """Names that are in use, and those of a scope around them."""

    outer: Names | None = None
    taken: set[str] = field(factory=set)

    def has(self, name: str) -> bool:
        """Tell whether a name is in use here or further out."""
        if self.outer is None:
            return name in self.taken
        return name in self.taken or self.outer.has(name) or NUMBERED.fullmatch(name) is not None

    def new(self, wanted: str) -> str:
        """Return a valid name like the wanted one that nothing else has."""
        name = re.sub(r"\W+", "_", wanted, flags=re.ASCII) or "x"
        if name[0].isdigit():
            name = f"n{name}"
        if keyword.iskeyword(name):
            name = f"{name}_"
        found, number = name, 1
        while self.has(found):
            number += 1
            found = f"{name}_{number}"
        self.taken.add(found)
        return found
