"""Program -> a program in which what is known at each place is used: values of locals and words, and their bounds.

Steps are gone through in order. What a test says holds in its ways; where ways meet, only what holds in all is kept; in
a loop, only what it doesn't change.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from attrs import define, evolve, field

from rulewright.interpreter.program.build import COMPARISONS, FOLDS
from rulewright.interpreter.program.form import (
    Again,
    Block,
    Call,
    Cell,
    Const,
    Copy,
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
    Set,
    Step,
    Switch,
    Value,
)
from rulewright.interpreter.program.ranges import ANY, Range, Tables, range_of, table_ranges
from rulewright.interpreter.program.rebuild import with_parts, with_values
from rulewright.interpreter.program.walk import all_of, quiet, steps_in
from rulewright.interpreter.program.writers import writers

MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


@define(eq=False)
class Known:
    """What is known at one place: locals and words that are a number or another local, and bounds of locals."""

    locals: dict[int, Const | Get] = field(factory=dict)
    words: dict[int, Const | Get] = field(factory=dict)
    bounds: dict[int, Range] = field(factory=dict)

    def copy(self) -> Known:
        """Return the same, to be changed apart."""
        return Known(self.locals.copy(), self.words.copy(), self.bounds.copy())

    def forget(self, local: int) -> None:
        """Forget what had to do with a local that is given another value."""
        self.locals.pop(local, None)
        self.bounds.pop(local, None)
        gone = Get(local)
        for known in (self.locals, self.words):
            if gone in known.values():
                for key in [key for key, value in known.items() if value == gone]:
                    del known[key]

    def met(self, other: Known) -> Known:
        """Return what holds here and there."""
        bounds = {
            n: (min(a[0], b[0]), max(a[1], b[1]))
            for n, a in self.bounds.items()
            if (b := other.bounds.get(n)) is not None
        }
        return Known(both(self.locals, other.locals), both(self.words, other.words), bounds)


def meeting(here: Known | None, there: Known | None) -> Known | None:
    """Return what is known where two ways meet, some of which nobody goes."""
    if here is None or there is None:
        return here or there
    return here.met(there)


def both(here: dict[int, Const | Get], there: dict[int, Const | Get]) -> dict[int, Const | Get]:
    """Return what is the same in both."""
    return {key: value for key, value in here.items() if there.get(key) == value}


def informed(program: Program) -> Program:
    """Return a program that does the same, using what is known at each place."""
    facts = Facts(program.tables, table_ranges(program.tables), writers(program))
    functions = {name: facts.function(function) for name, function in program.functions.items()}
    return evolve(program, functions=functions)


@define(eq=False)
class Facts:
    """A way through functions. `writers` are the functions that write memory."""

    tables: dict[str, tuple[int, ...]]
    ranges: Tables
    writers: AbstractSet[str]

    def function(self, function: Function) -> Function:
        """Return a function that does the same with less."""
        body, _ = self.block(function.body, Known())
        return evolve(function, body=body)

    def block(self, block: Block, known: Known) -> tuple[Block, Known | None]:
        """Return steps with less in them, and what is known behind them: None where nothing goes on."""
        found: list[Step] = []
        after: Known | None = known
        for step in block:
            if after is None:
                break
            made, after = self.step(step, after)
            found += made
        return tuple(found), after

    def step(self, step: Step, known: Known) -> tuple[Block, Known | None]:
        """Return a step with less in it, and what is known behind it; what is known before it is used up."""
        if known.words and self.calls(step):
            known.words.clear()
        match step:
            case Set(local=local, value=value):
                return self.set(local, self.value(value, known), known), known
            case If(test=test, then=then, otherwise=otherwise):
                return self.choice(self.value(test, known), then, otherwise, known)
            case Loop(label=label, body=body):
                self.forget(steps_in(body), known)
                made, _ = self.block(body, known.copy())
                return (Loop(label, made),), known if left(made, label) else None
            case Switch():
                return self.switch(step, known)
            case Leave() | Again() | Fault():
                return (step,), None
            case Return(value=value):
                return (Return(self.value(value, known)),), None
            case _:
                made = with_values(step, lambda value: self.value(value, known), lambda block: block)
                for inner in made:
                    self.forget((inner,), known)
                match made:
                    case (Put(at=Const(value=at), offset=offset, value=Const() | Get() as value),):
                        known.words[at + offset] = value
                return made, known

    def set(self, local: int, value: Value, known: Known) -> Block:
        """Give a local a value."""
        bounds = range_of(value, self.ranges, known.bounds)
        if value == Get(local):
            return ()
        known.forget(local)
        match value:
            case Const() | Get():
                known.locals[local] = value
            case Cell(at=Const(value=at), offset=offset):
                known.words[at + offset] = Get(local)
        if bounds != ANY:
            known.bounds[local] = bounds
        return (Set(local, value),)

    def choice(self, test: Value, then: Block, otherwise: Block, known: Known) -> tuple[Block, Known | None]:
        """Go both ways of an `if`."""
        if isinstance(test, Const):
            return self.block(then if test.value else otherwise, known)
        one, other = known.copy(), known
        suppose(test, True, one)
        suppose(test, False, other)
        then, after = self.block(then, one)
        otherwise, also = self.block(otherwise, other)
        return (If(test, then, otherwise),), meeting(after, also)

    def switch(self, step: Switch, known: Known) -> tuple[Block, Known | None]:
        """Go all ways of a choice."""
        value = self.value(step.value, known)
        if isinstance(value, Const):
            inside = 0 <= value.value < len(step.cases)
            return self.block(step.cases[value.value] if inside else step.otherwise, known)
        after: Known | None = None
        made: list[Block] = []
        for block in (*step.cases, step.otherwise):
            new, also = self.block(block, known.copy())
            made.append(new)
            after = meeting(after, also)
        return (Switch(value, tuple(made[:-1]), made[-1]),), after

    def forget(self, steps: Iterable[Step], known: Known) -> None:
        """Forget what steps can change."""
        for step in steps:
            match step:
                case Set(local=local):
                    known.forget(local)
                case Put(at=Const(value=at), offset=offset):
                    known.words.pop(at + offset, None)
                case Put() | Copy() | Fill() | Paste():
                    known.words.clear()
                case _:
                    pass
            if known.words and self.calls(step):
                known.words.clear()

    def calls(self, step: Step) -> bool:
        """Tell whether working out a step's own values can change words."""
        return any(isinstance(value, Call) and value.function in self.writers for value in all_of(step))

    # -- values ----------------------------------------------------------------------------------

    def value(self, value: Value, known: Known) -> Value:
        """Return a value with less in it."""
        match value:
            case Get(local=local):
                found: Value = known.locals.get(local, value)
                if found is value and local in known.bounds:
                    low, high = known.bounds[local]
                    return Const(low) if low == high else value
                return found
            case Const():
                return value
            case Pick(test=test, then=then, otherwise=otherwise):
                return self.pick(self.value(test, known), then, otherwise, known)
        made = with_parts(value, lambda part: self.value(part, known), self.tables)
        match made:
            case Cell(at=Const(value=at), offset=offset):
                return known.words.get(at + offset, made)
            case Op(op=name) if name in COMPARISONS:
                return self.compared(made, known)
            case _:
                return made

    def pick(self, test: Value, then: Value, otherwise: Value, known: Known) -> Value:
        """Return one of two values."""
        if isinstance(test, Const):
            return self.value(then if test.value else otherwise, known)
        one, other = known.copy(), known.copy()
        suppose(test, True, one)
        suppose(test, False, other)
        return with_parts(
            Pick(test, self.value(then, one), self.value(otherwise, other)), lambda part: part, self.tables
        )

    def compared(self, made: Op, known: Known) -> Value:
        """Return a comparison, decided where bounds decide it and nothing happens on the way."""
        if not quiet(made):
            return made
        low, high = range_of(made.left, self.ranges, known.bounds)
        least, most = range_of(made.right, self.ranges, known.bounds)
        can = {FOLDS[made.op](a, b) for a in (low, high) for b in (least, most)}
        if made.op in ("==", "!="):
            if high < least or low > most:
                return Const(int(made.op == "!="))
            return made if (low, high) != (least, most) or low != high else Const(int(made.op == "=="))
        return Const(can.pop()) if len(can) == 1 else made


def left(block: Block, label: str) -> bool:
    """Tell whether a loop is left."""
    return any(step == Leave(label) for step in steps_in(block))


def suppose(test: Value, holds: bool, known: Known) -> None:
    """Note what a test says that holds, or doesn't."""
    match test:
        case Get(local=local):
            if not holds:
                bound(known, local, 0, 0)
        case Op(op="==", left=Op() | Pick() as inner, right=Const(value=0)):
            suppose(inner, not holds, known)
        case Pick(test=first, then=then, otherwise=Const(value=0)) if holds:
            suppose(first, True, known)
            suppose(then, True, known)
        case Pick(test=first, then=Const(value=number), otherwise=otherwise) if number and not holds:
            suppose(first, False, known)
            suppose(otherwise, False, known)
        case Op(op=name, left=Get(local=local), right=Const(value=number)) if name in COMPARISONS:
            limit(known, local, name if holds else COMPARISONS[name], number)
        case Op(op=name, left=Const(value=number), right=Get(local=local)) if name in COMPARISONS:
            name = MIRRORED[name]
            limit(known, local, name if holds else COMPARISONS[name], number)
        case _:
            pass


def limit(known: Known, local: int, name: str, number: int) -> None:
    """Note how a local compares to a number."""
    match name:
        case "==":
            bound(known, local, number, number)
        case "<":
            bound(known, local, ANY[0], number - 1)
        case "<=":
            bound(known, local, ANY[0], number)
        case ">":
            bound(known, local, number + 1, ANY[1])
        case ">=":
            bound(known, local, number, ANY[1])
        case _:
            low, high = known.bounds.get(local, ANY)
            bound(known, local, low + (low == number), high - (high == number))


def bound(known: Known, local: int, low: int, high: int) -> None:
    """Note bounds of a local; where nobody can come, nothing more is noted."""
    least, most = known.bounds.get(local, ANY)
    low, high = max(low, least), min(high, most)
    if low <= high:
        known.bounds[local] = (low, high)
