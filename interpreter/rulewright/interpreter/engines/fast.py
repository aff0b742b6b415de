"""Program -> a running machine: the surface that every fast engine has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rulewright.interpreter.program.form import Program


class FaultAt(Exception):
    """Say that a rule couldn't be carried out: `program.sites[site]` is what and where."""

    def __init__(self, site: int) -> None:
        super().__init__(f"fault site {site}")
        self.site = site


class Runner(Protocol):
    """One game's memory and the functions that work on it. Every number is signed and has 32 bits.

    Memory is 0 when the engine is made, and so are both seeds. After a fault it stays as it was when the fault
    happened: whoever wants to go on writes a copy back.
    """

    @property
    def program(self) -> Program:
        """Return what it runs."""
        ...

    def call(self, function: str, *arguments: int) -> int:
        """Run one of the program's entries to its end; raises FaultAt."""
        ...

    def read(self, at: int, count: int) -> list[int]:
        """Return words of memory."""
        ...

    def write(self, at: int, words: Sequence[int]) -> None:
        """Replace words of memory."""
        ...

    def seed(self, game: int, bots: int) -> None:
        """Choose the 64-bit seeds of the two streams of draws."""
        ...
