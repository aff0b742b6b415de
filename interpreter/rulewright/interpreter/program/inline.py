"""Program -> a program in which functions are written in place of their calls, where that is less work.

What is small, what is called from one place, and what is called with a number that decides much: written in place, its
steps stand among those of the caller, and the optimiser sees them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from attrs import define, evolve, field

from rulewright.interpreter.program.build import ends
from rulewright.interpreter.program.form import (
    Again,
    Block,
    Call,
    Cell,
    Const,
    Do,
    Draw,
    Function,
    Get,
    If,
    Leave,
    Loop,
    Pick,
    Program,
    Return,
    Set,
    Step,
    Sure,
    Switch,
    Value,
)
from rulewright.interpreter.program.rebuild import with_parts, with_values
from rulewright.interpreter.program.unset import unset
from rulewright.interpreter.program.walk import calls_in, fixed, quiet, size_of, steps_in
from rulewright.interpreter.program.writers import writers

SMALL = 50
"""Functions of so many values and steps are always written in place."""
DECIDED = 140
"""Functions of so many are if an argument is a number."""
ONCE = 500
"""Functions of so many are if there is only one call."""
LARGEST = 2500
"""No function grows beyond so many."""
REST = 6
"""So many are written on each of several ways that lead to them."""

Give = Callable[[Value], Block]
"""What is done with the value that a function gives back."""
FIXED, QUIET, FIRM = range(3)
"""What has been worked out before a call: nothing that could change, words of memory, or what must stay before it."""


def inlined(program: Program, apart: Collection[str]) -> Program:
    """Return a program that does the same; the functions `apart` stay functions of their own."""
    work = Inliner(program, frozenset(apart))
    return evolve(program, functions={name: work.function(name) for name in program.functions})


@define(eq=False)
class Inliner:
    """Functions on their way; each is done before those that call it, as far as they don't call each other."""

    program: Program
    apart: frozenset[str]
    calls: Counter[str] = field(init=False)
    writers: frozenset[str] = field(init=False)
    done: dict[str, Function] = field(factory=dict)
    begun: set[str] = field(factory=set)
    sizes: dict[str, int] = field(factory=dict)
    shapes: dict[str, Block | None] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.calls = Counter(self.program.entries)
        for function in self.program.functions.values():
            self.calls.update(calls_in(function.body))
        self.writers = writers(self.program)

    def function(self, name: str) -> Function:
        """Return a function with others written in place of their calls."""
        if name not in self.done:
            self.begun.add(name)
            self.done[name] = Place(self, self.program.functions[name]).function()
            self.sizes[name] = size_of(self.done[name].body)
        return self.done[name]

    def fits(self, call: Call) -> bool:
        """Tell whether a function shall be written in place of a call."""
        name = call.function
        if name in self.apart or (name in self.begun and name not in self.done):
            return False
        self.function(name)
        size = self.sizes[name]
        if size <= SMALL or (size <= ONCE and self.calls[name] == 1):
            return True
        return size <= DECIDED and any(isinstance(a, Const) for a in call.arguments)

    def shape(self, name: str) -> Block | None:
        """Return the steps of a function with nothing behind what gives a value back, or None if that can't be."""
        if name not in self.shapes:
            self.shapes[name] = forked(self.function(name).body)
        return self.shapes[name]


def forked(block: Block) -> Block | None:
    """Return steps with nothing behind what gives a value back: what followed an `if` is written into the way that
    goes on. None where a loop gives a value back, or where much would be written twice."""
    for number, step in enumerate(block):
        if not any(isinstance(inner, Return) for inner in steps_in((step,))):
            continue
        rest = block[number + 1 :]
        match step:
            case Return():
                return block[: number + 1]
            case If(test=test, then=then, otherwise=otherwise):
                ways = forked_ways([then, otherwise], rest)
                return None if ways is None else (*block[:number], If(test, *ways))
            case Switch(value=value, cases=cases, otherwise=otherwise):
                ways = forked_ways([otherwise, *cases], rest)
                return None if ways is None else (*block[:number], Switch(value, tuple(ways[1:]), ways[0]))
            case _:
                return None
    return block


def forked_ways(ways: list[Block], rest: Block) -> list[Block] | None:
    """Return the ways of a fork, each with what follows it."""
    going_on = sum(not ends(way) for way in ways)
    if going_on > 1 and size_of(rest) > REST:
        return None
    found = [forked(way if ends(way) else (*way, *rest)) for way in ways]
    done = [way for way in found if way is not None]
    return done if len(done) == len(found) else None


@define(eq=False)
class Place:
    """A function in which others are written."""

    work: Inliner
    of: Function
    locals: list[str] = field(init=False)
    labels: set[str] = field(init=False)
    size: int = field(init=False)
    before: int = FIXED
    found: Call | None = None
    """The call that was taken out of a step."""

    def __attrs_post_init__(self) -> None:
        self.locals = list(self.of.locals)
        self.labels = {step.label for step in steps_in(self.of.body) if isinstance(step, Loop)}
        self.size = size_of(self.of.body)

    def function(self) -> Function:
        """Return the whole function."""
        if not calls_in(self.of.body):
            return self.of
        body = self.block(self.of.body)
        return evolve(self.of, locals=tuple(self.locals), body=body)

    def block(self, block: Block) -> Block:
        """Return steps with functions in place of calls."""
        return tuple(made for step in block for made in self.step(step))

    def step(self, step: Step) -> Block:
        """Return a step with functions in place of calls."""
        found: list[Step] = []
        match step:
            case Return(value=Call() as call) if self.fits(call, anyhow=True):
                return self.written(call, self.work.function(call.function).body, lambda v: (Return(v),))
            case Set(local=local, value=Call() as call) if self.fits(call):
                return self.shaped(call, lambda v: (Set(local, v),))
            case Do(value=Call() as call) if self.fits(call):
                return self.shaped(call, lambda v: () if quiet(v) else (Do(v),))
            case Loop(label=label, body=body):
                return (Loop(label, self.block(body)),)
            case _:
                pass
        steps: Block = (step,)
        while len(steps) == 1:
            self.before, self.found = FIXED, None
            taken = len(self.locals)
            changed = with_values(steps[0], self.lifted, lambda block: block)
            if self.found is None:
                break
            self.locals.append(self.found.function)
            found += self.shaped(self.found, lambda v, local=taken: (Set(local, v),))
            steps = changed
        made = [inner for s in steps for inner in with_values(s, lambda value: value, self.block)]
        return (*found, *made)

    def fits(self, call: Call, anyhow: bool = False) -> bool:
        """Tell whether a function shall be written in place of a call here."""
        if self.size > LARGEST or not self.work.fits(call):
            return False
        return anyhow or self.work.shape(call.function) is not None

    def lifted(self, value: Value) -> Value:
        """Return a value without its first call that can as well be done before the step."""
        if self.found is not None:
            return value
        match value:
            case Const() | Get():
                return value
            case Pick(test=test, then=then, otherwise=otherwise):
                new = self.lifted(test)
                for part in (then, otherwise):
                    self.note(FIXED if fixed(part) else QUIET if quiet(part) else FIRM)
                return Pick(new, then, otherwise)
        new = with_parts(value, self.lifted, self.work.program.tables)
        if self.found is not None:
            return new
        match new:
            case Call(function=name):
                calm = self.before == FIXED or (self.before == QUIET and name not in self.work.writers)
                if calm and self.fits(new):
                    self.found = new
                    return Get(len(self.locals))
                self.note(FIRM)
            case Sure():
                self.note(FIRM)
            case Cell() | Draw():
                self.note(QUIET)
            case _:
                pass
        return new

    def note(self, what: int) -> None:
        """Note what has been worked out."""
        self.before = max(self.before, what)

    # -- writing ---------------------------------------------------------------------------------

    def shaped(self, call: Call, give: Give) -> Block:
        """Return the steps of a function for a call's arguments, with something done to the value it gives back."""
        shape = self.work.shape(call.function)
        assert shape is not None
        return self.written(call, shape, give)

    def written(self, call: Call, body: Block, give: Give) -> Block:
        """Return steps of a function for a call's arguments, with something done to the value they give back."""
        found = self.work.function(call.function)
        assigned = {step.local for step in steps_in(body) if isinstance(step, Set)}
        begin: list[Step] = []
        places: list[Value] = []
        for number, name in enumerate(found.locals):
            argument = call.arguments[number] if number < found.parameters else None
            if argument is not None and number not in assigned and isinstance(argument, Const | Get):
                places.append(argument)
                continue
            self.locals.append(name)
            places.append(Get(len(self.locals) - 1))
            if argument is not None:
                begin.append(Set(len(self.locals) - 1, argument))
        for number in unset(found):
            begin.append(Set(local_at(places, number), Const(0)))
        self.size += size_of(body)
        moved = Moved(places, {}, give, self)
        return (*begin, *moved.block(body))

    def label(self, name: str) -> str:
        """Return a new label, like one of another function."""
        stem = name.rstrip("0123456789")
        number = len(self.labels) + 1
        while f"{stem}{number}" in self.labels:
            number += 1
        self.labels.add(f"{stem}{number}")
        return f"{stem}{number}"


def local_at(places: list[Value], number: int) -> int:
    """Return the local that stands for one of another function."""
    place = places[number]
    assert isinstance(place, Get)
    return place.local


@define(eq=False)
class Moved:
    """Steps of a function on their way into another."""

    places: list[Value]
    labels: dict[str, str]
    give: Give
    to: Place

    def block(self, block: Block) -> Block:
        """Return the same steps about the locals of the other function."""
        return tuple(made for step in block for made in self.step(step))

    def step(self, step: Step) -> Block:
        """Return the same step about the locals of the other function."""
        match step:
            case Set(local=local, value=value):
                return (Set(local_at(self.places, local), self.value(value)),)
            case Loop(label=label, body=body):
                self.labels[label] = self.to.label(label)
                return (Loop(self.labels[label], self.block(body)),)
            case Leave(label=label):
                return (Leave(self.labels[label]),)
            case Again(label=label):
                return (Again(self.labels[label]),)
            case Return(value=value):
                return self.give(self.value(value))
            case _:
                return with_values(step, self.value, self.block)

    def value(self, value: Value) -> Value:
        """Return the same value about the locals of the other function."""
        if isinstance(value, Get):
            return self.places[value.local]
        return with_parts(value, self.value, self.to.work.program.tables)
