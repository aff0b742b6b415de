"""Program -> a program that does the same with less.

Functions that only give back a small value are written where they are called; what is known is worked out; neighbouring
zeros are written at once; what is overwritten at once isn't written; functions that nobody calls are left out.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, evolve, field

from rulewright.interpreter.program.build import ends
from rulewright.interpreter.program.form import (
    Block,
    Call,
    Const,
    Fill,
    Function,
    Get,
    Program,
    Put,
    Return,
    Set,
    Step,
    Value,
)
from rulewright.interpreter.program.rebuild import with_parts, with_values
from rulewright.interpreter.program.walk import calls_in, fixed, plain, quiet, steps_in, values_in, within

SMALL = 12
"""Values of so many parts are written in place of a call."""
ROW = 4
"""So many zeros side by side are written at once."""


def optimised(program: Program) -> Program:
    """Return a program that does the same; its memory, tables, faults and entries stay."""
    work = Work(program)
    functions = {name: work.function(name) for name in program.functions}
    return pruned(evolve(program, functions=functions))


def pruned(program: Program) -> Program:
    """Return a program without the functions that nobody calls."""
    names = needed(program.functions, program.entries)
    return evolve(
        program, functions={name: made for name, made in program.functions.items() if name in names}
    )


def needed(functions: dict[str, Function], entries: tuple[str, ...]) -> set[str]:
    """Return the functions that can come to be called."""
    found: set[str] = set()
    waiting = [name for name in entries if name in functions]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += sorted({*calls_in(functions[name].body)} - found)
    return found


@define(eq=False)
class Work:
    """Functions on their way; each is done before those that call it, as far as they don't call each other."""

    program: Program
    done: dict[str, Function] = field(factory=dict)
    begun: set[str] = field(factory=set)

    def function(self, name: str) -> Function:
        """Return a function with less in it."""
        if name not in self.done:
            self.begun.add(name)
            found = self.program.functions[name]
            body = self.block(found.body)
            self.done[name] = evolve(found, body=without_unread(body))
        return self.done[name]

    def block(self, block: Block) -> Block:
        """Return steps with less in them, up to the first behind which nothing goes on."""
        found: list[Step] = []
        for step in block:
            found += with_values(step, self.value, self.block)
            if found and ends((found[-1],)):
                break
        return joined(tuple(found))

    def value(self, value: Value) -> Value:
        """Return a value with less in it."""
        made = with_parts(value, self.value, self.program.tables)
        if isinstance(made, Call):
            inner = self.given_back(made.function)
            if inner is not None and fit(inner, made.arguments):
                return self.substituted(inner, made.arguments)
        return made

    def given_back(self, name: str) -> Value | None:
        """Return the value that a function gives back, if that is all it does and it is small."""
        if name in self.begun and name not in self.done:
            return None
        match self.function(name).body:
            case (Return(value=value),) if sum(1 for _ in within(value)) <= SMALL:
                return value
            case _:
                return None

    def substituted(self, value: Value, arguments: tuple[Value, ...]) -> Value:
        """Return the value of a function for these arguments; its other locals are 0."""
        if isinstance(value, Get):
            return arguments[value.local] if value.local < len(arguments) else Const(0)
        return with_parts(value, lambda part: self.substituted(part, arguments), self.program.tables)


def fit(value: Value, arguments: tuple[Value, ...]) -> bool:
    """Tell whether a function's value can stand in place of its call: nothing happens twice or in another order."""
    reads = Counter(part.local for part in within(value) if isinstance(part, Get))
    for number, argument in enumerate(arguments):
        if plain(argument):
            continue
        if reads[number] > 1 or not quiet(argument) or not (quiet(value) or fixed(argument)):
            return False
    return True


def joined(block: Block) -> Block:
    """Return steps in which neighbouring zeros are written at once, and nothing is overwritten by the next step."""
    if len(block) < 2:
        return block
    found: list[Step] = []
    for step in block:
        last = found[-1] if found else None
        if last is not None and overwritten(last, step):
            found.pop()
        found.append(step)
    return zeros(found)


def overwritten(step: Step, behind: Step) -> bool:
    """Tell whether the next step writes the same word, without looking at it."""
    match step, behind:
        case Put(at=Const() as at, offset=offset, value=value), Put(at=other, offset=also, value=Const()):
            return (at, offset) == (other, also) and quiet(value)
        case _:
            return False


def zeros(steps: list[Step]) -> Block:
    """Return steps in which neighbouring zeros are written at once."""
    found: list[Step] = []
    run: list[int] = []
    for step in [*steps, None]:
        at = zero_at(step)
        if at is None or (run and at != run[-1] + 1):
            words: list[Step] = [Put(Const(0), place, Const(0)) for place in run]
            found += [Fill(Const(run[0]), Const(len(run)))] if len(run) >= ROW else words
            run = []
        if at is not None:
            run.append(at)
        elif step is not None:
            found.append(step)
    return tuple(found)


def zero_at(step: Step | None) -> int | None:
    """Return the address at which a step writes 0, if it is known."""
    match step:
        case Put(at=Const(value=at), offset=offset, value=Const(value=0)):
            return at + offset
        case _:
            return None


def without_unread(body: Block) -> Block:
    """Return the steps of a function without what gives a value to locals that are never read."""
    while True:
        given = {s.local for s in steps_in(body) if isinstance(s, Set) and quiet(s.value)}
        unread = given and given - {v.local for v in values_in(body) if isinstance(v, Get)}
        if not unread:
            return body
        body = dropped(body, unread)


def dropped(block: Block, unread: set[int]) -> Block:
    """Return steps without those that give a value to these locals and do nothing else."""
    found: list[Step] = []
    for step in block:
        if not (isinstance(step, Set) and step.local in unread and quiet(step.value)):
            found += with_values(step, lambda value: value, lambda inner: dropped(inner, unread))
    return tuple(found)
