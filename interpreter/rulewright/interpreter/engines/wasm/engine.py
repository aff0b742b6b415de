"""A program -> a machine that runs it as native code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rulewright.interpreter.engines.fast import FaultAt
from rulewright.interpreter.engines.wasm.helpers import OUTSIDE, TYPES
from rulewright.interpreter.engines.wasm.library import WasmUnavailable, library
from rulewright.interpreter.engines.wasm.machine import Machine, Trap
from rulewright.interpreter.engines.wasm.module import MEMORY, SEED, SITE, module
from rulewright.interpreter.engines.wasm.self_test import wrong
from rulewright.interpreter.program.form import Program

WHY = {
    0: "too many calls inside one another",
    1: "an address outside memory",
    6: "a quotient of more than 32 bits",
    7: "a division by 0",
}


class WasmTrap(RuntimeError):
    """Say that a program did what no program may do: a fault of this software, not of the rules."""


class WasmEngine:
    """One game's memory and its program as native code; see `Runner`.

    A guarded engine looks at every address: one outside memory or its table is a WasmTrap. In any other, it is a
    WasmTrap or some wrong number. `wasm` is what `module` made of the program, where that is known already:
    the program's functions and tables aren't looked at then. Raises WasmUnavailable where the engine can't be used.
    """

    def __init__(self, program: Program, guarded: bool = False, wasm: bytes | None = None) -> None:
        reason = available()
        if reason is not None:
            raise WasmUnavailable(reason)
        self.program = program
        self._machine = Machine(wasm if wasm is not None else module(program, guarded))
        self._memory = self._machine.memory(MEMORY, program.words)

    def call(self, function: str, *arguments: int) -> int:
        """Run one of the program's entries to its end; raises FaultAt, and WasmTrap where the program is wrong."""
        try:
            return self._machine.call(function, *arguments)
        except Trap as trap:
            site = self._machine.call(SITE)
            if site < 0:
                raise WasmTrap(f"`{function}` came to {self._why(trap, site)}") from None
        raise FaultAt(site)

    def read(self, at: int, count: int) -> list[int]:
        """Return words of memory."""
        return self._memory[at : at + count]

    def write(self, at: int, words: Sequence[int]) -> None:
        """Replace words of memory."""
        self._memory[at : at + len(words)] = [*words]

    def seed(self, game: int, bots: int) -> None:
        """Choose the 64-bit seeds of the two streams of draws."""
        self._machine.call(SEED, game, bots)

    def _why(self, trap: Trap, site: int) -> str:
        """Return what a program did wrong."""
        if site == OUTSIDE:
            return "a move of words outside memory"
        if site < OUTSIDE:
            name = list(self.program.functions)[OUTSIDE - site - len(TYPES)]
            return f"an address outside its region, in `{name}`"
        return WHY.get(trap.code, str(trap))


@cache
def available() -> str | None:
    """Return why this engine can't be used here, or None if it can: once per process, a program is tried."""
    try:
        library()
        return wrong()
    except WasmUnavailable as error:
        return str(error)
