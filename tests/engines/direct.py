"""The program form read aloud: the slow and plain engine that fast ones are checked against.

It also minds what a program promises (addresses inside memory, sums inside 32 bits, no division by 0, …): a program that
breaks its word is `Broken`, one that takes too long is `Tired`. Fast engines needn't notice either.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.chance import below, game_seed
from rulewright.interpreter.engines.fast import FaultAt
from rulewright.interpreter.program.form import (
    Again,
    Block,
    Call,
    Cell,
    Const,
    Copy,
    Do,
    Draw,
    Fault,
    Fill,
    Function,
    Get,
    If,
    Leave,
    Loop,
    Op,
    Paste,
    Pick,
    Program,
    Put,
    Return,
    Row,
    Seed,
    Set,
    Step,
    Sure,
    Switch,
    Value,
)


class Broken(Exception):
    """A program did what it promises never to do."""


class Tired(Exception):
    """A program took more steps than it was given."""


def must(kept: bool, promise: str) -> None:
    """Stop if a promise isn't kept."""
    if not kept:
        raise Broken(promise)


OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: ((a << b) + 2**31) % 2**32 - 2**31,
    ">>": lambda a, b: a >> b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
}

Way = Leave | Again | Return
"""How a block ends before its last step; a Return carries its number as a Const."""


class Direct:
    """Keeps the surface of Runner."""

    def __init__(self, program: Program, steps: int = 1_000_000) -> None:
        self.program = program
        self.memory = [0] * program.words
        self.chosen = self.seeds = [0, 0]
        self.steps = steps

    def call(self, function: str, *arguments: int) -> int:
        """Run a function to its end."""
        found = self.program.functions[function]
        must(len(arguments) == found.parameters, f"{function} has {found.parameters} parameters")
        return Frame(self, found, arguments).run()

    def read(self, at: int, count: int) -> list[int]:
        """Return words of memory."""
        must(at >= 0 and count >= 0 and at + count <= len(self.memory), f"{count} words at {at}")
        return self.memory[at : at + count]

    def write(self, at: int, words: Sequence[int]) -> None:
        """Replace words of memory."""
        self.read(at, len(words))
        self.memory[at : at + len(words)] = words

    def seed(self, game: int, bots: int) -> None:
        """Choose the seeds of the two streams."""
        self.chosen = self.seeds = [game, bots]


class Frame:
    """One call of a function."""

    def __init__(self, engine: Direct, function: Function, arguments: Sequence[int]) -> None:
        self.engine = engine
        self.function = function
        self.locals = [*arguments, *[0] * (len(function.locals) - len(arguments))]

    def run(self) -> int:
        """Return what the function gives back."""
        match self.block(self.function.body):
            case Return(value=Const(value=number)):
                return number
            case way:
                raise Broken(f"{self.function.name} ends with {way}")

    def block(self, block: Block) -> Way | None:
        """Do steps until one leads elsewhere."""
        for step in block:
            way = self.step(step)
            if way is not None:
                return way
        return None

    def step(self, step: Step) -> Way | None:
        """Do one step."""
        self.engine.steps -= 1
        if self.engine.steps < 0:
            raise Tired
        match step:
            case Set(local, value):
                self.locals[local] = self.value(value)
            case Put(at, offset, value):
                place = self.value(at) + offset
                self.engine.write(place, [self.value(value)])
            case If(test, then, otherwise):
                return self.block(then if self.value(test) else otherwise)
            case Loop(label, body):
                way: Way | None = Again(label)
                while way is None or way == Again(label):
                    way = self.block(body)
                return None if way == Leave(label) else way
            case Leave() | Again():
                return step
            case Switch(value, cases, otherwise):
                number = self.value(value)
                return self.block(cases[number] if 0 <= number < len(cases) else otherwise)
            case Do(value):
                self.value(value)
            case Return(value):
                return Return(Const(self.value(value)))
            case Fault(site):
                raise FaultAt(site)
            case Seed(index):
                game = self.value(index)
                must(game >= 0, "games count from 0")
                self.engine.seeds = [game_seed(seed, game) for seed in self.engine.chosen]
            case Copy(to, start, count):
                place, first, length = self.value(to), self.value(start), self.value(count)
                self.engine.write(place, self.engine.read(first, length))
            case Fill(to, count):
                place, length = self.value(to), self.value(count)
                must(length >= 0, "counts aren't negative")
                self.engine.write(place, [0] * length)
            case Paste(to, table):
                self.engine.write(self.value(to), self.engine.program.tables[table])
        return None

    def value(self, value: Value) -> int:
        """Work out a value."""
        match value:
            case Const(number):
                return number
            case Get(local):
                return self.locals[local]
            case Cell(at, offset):
                return self.engine.read(self.value(at) + offset, 1)[0]
            case Row(table, at):
                entries, place = self.engine.program.tables[table], self.value(at)
                must(0 <= place < len(entries), f"{table} has no {place}")
                return entries[place]
            case Op(op, left, right):
                return operation(op, self.value(left), self.value(right))
            case Sure(op, left, right, site):
                number = OPERATIONS[op](self.value(left), self.value(right))
                if not -(2**31) < number < 2**31:
                    raise FaultAt(site)
                return number
            case Pick(test, then, otherwise):
                return self.value(then if self.value(test) else otherwise)
            case Call(function, arguments):
                self.engine.steps -= 1
                return self.engine.call(function, *[self.value(argument) for argument in arguments])
            case Draw(stream, key, counter, bound):
                count, most = self.value(counter), self.value(bound)
                must(most >= 1, "a bound is at least 1")
                return below(self.engine.seeds[stream], key, count, most)


def operation(op: str, left: int, right: int) -> int:
    """Return an operation on two numbers."""
    must(op not in ("//", "%") or right != 0, "no division by 0")
    must(op not in ("<<", ">>") or 0 <= right < 32, "a shift is by 0 to 31")
    number = OPERATIONS[op](left, right)
    must(-(2**31) <= number < 2**31, f"{left} {op} {right} fits into 32 bits")
    return number
