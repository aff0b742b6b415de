"""Python source -> a running machine.

What the program promises, besides the invariants of the form: `+`, `-` and `*` as `Op` never leave 32 bits (where they
could, the lowering writes `Sure`), neither does `//`; a shift is by 0 to 31; addresses lie inside memory, counts aren't
negative. `<<` may leave 32 bits and wraps around. Values are worked out from left to right, in the order in which the
form lists them; so an address comes before the value that is put there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from rulewright.interpreter.chance import GAMMA, MASK, game_seed, mix
from rulewright.interpreter.engines.fast import FaultAt
from rulewright.interpreter.engines.python.source import Source, written
from rulewright.interpreter.engines.python.values import BITS
from rulewright.interpreter.program.form import Program

MIXED = tuple(mix(counter) for counter in range(1024))
"""`mix` of the counters that are needed most."""


class TooDeep(Exception):
    """Say that a program can't be written as Python: about 20 loops or 90 other steps inside each other."""


class PythonEngine:
    """A program as Python functions over one list; keeps the surface of Runner."""

    def __init__(self, program: Program) -> None:
        self.program = program
        try:
            self.source: Source = written(program)
            code = compile(self.source.text, "<program>", "exec")
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise TooDeep(f"Python can't take rules that are nested so deep: {error}") from None
        self.memory = [0] * program.words
        shared = self.source.shared
        self.module: dict[str, object] = {
            "M": self.memory,
            "BITS": BITS,
            "FaultAt": FaultAt,
            "begin": self.begin,
            "draw": draw,
            "fault": fault,
            **{shared.tables[name]: table for name, table in program.tables.items()},
        }
        self.seed(0, 0)
        exec(code, self.module)
        self.functions: dict[str, Callable[..., int]] = {
            name: self.module[shared.functions[name]]  # type: ignore[misc]
            for name in program.functions
        }

    def call(self, function: str, *arguments: int) -> int:
        """Run one of the program's functions to its end; raises FaultAt."""
        return self.functions[function](*arguments)

    def read(self, at: int, count: int) -> list[int]:
        """Return words of memory."""
        return self.memory[at : at + count]

    def write(self, at: int, words: Sequence[int]) -> None:
        """Replace words of memory."""
        if at < 0 or at + len(words) > len(self.memory):
            raise IndexError(f"{len(words)} words at {at}: memory has {len(self.memory)}")
        self.memory[at : at + len(words)] = words

    def seed(self, game: int, bots: int) -> None:
        """Choose the 64-bit seeds of the two streams of draws."""
        self.seeds = (game, bots)
        self.mix(game, bots)

    def begin(self, index: int) -> None:
        """Go on with the seeds of one game of a series."""
        self.mix(*(game_seed(seed, index) for seed in self.seeds))

    def mix(self, *seeds: int) -> None:
        """Work out the states of both streams at each chance point."""
        mixed = [mix(seed & MASK) for seed in seeds]
        for (stream, key), name in self.source.shared.points.items():
            self.module[name] = mix(mixed[stream] ^ key)

    def where(self, line: int) -> str:
        """Return what a line of the generated source belongs to: the function and the rule it comes from."""
        function = self.source.function(line)
        if function is None:
            return ""
        return f"{function.name} ({function.rule})" if function.rule else function.name


def draw(counter: int, bound: int, point: int) -> int:
    """Return what `below` of chance.py gives, the seed and the key being mixed already."""
    state = point ^ (MIXED[counter] if 0 <= counter < 1024 else mix(counter))
    while True:
        state = (state + GAMMA) & MASK
        value = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
        product = (value ^ (value >> 31)) * bound
        low = product & MASK
        if low >= bound or low >= (MASK + 1 - bound) % bound:
            return product >> 64


def fault(site: int) -> NoReturn:
    """Raise a fault inside an expression."""
    raise FaultAt(site)
