"""Steps of the program form -> lines of Python.

Python leaves only the innermost loop. A jump further out breaks out of each loop in between; where a loop has several
ways out, the local `go` says which one it was: 0 for its own `Leave`, else the number of the jump.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import define, field

from rulewright.interpreter.engines.python.counting import Count, Counts
from rulewright.interpreter.engines.python.jumps import Jump, Ways
from rulewright.interpreter.engines.python.lines import Lines
from rulewright.interpreter.engines.python.switches import FEW, Half, Run, Tree, called, search
from rulewright.interpreter.engines.python.values import OR
from rulewright.interpreter.program.build import op
from rulewright.interpreter.program.form import (
    Again,
    Block,
    Const,
    Copy,
    Do,
    Fault,
    Fill,
    Get,
    If,
    Leave,
    Loop,
    Op,
    Paste,
    Put,
    Return,
    Seed,
    Set,
    Step,
    Switch,
)
from rulewright.interpreter.program.ranges import range_of
from rulewright.interpreter.program.walk import quiet


@define(eq=False)
class Writer(Lines):
    """The lines of a function. What writes steps tells whether anything goes on behind them."""

    ways: Ways = field(factory=dict)
    counts: Counts = field(factory=Counts)
    loops: list[str] = field(factory=list)
    """The loops around the place where we are, the innermost last."""

    def inside(self, head: str, block: Block) -> bool:
        """Write a line and a block under it."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        goes_on = self.block(block)
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1
        return goes_on

    def block(self, block: Block) -> bool:
        """Write steps, up to the first behind which nothing goes on."""
        return all(self.step(step) for step in block)

    def step(self, step: Step) -> bool:
        """Write one step."""
        match step:
            case Set(local=local, value=value) if local in self.counts.dead and quiet(value):
                pass
            case Set():
                self.set(step)
            case Put():
                self.put(step)
            case Copy():
                self.copy(step)
            case Fill():
                self.fill(step)
            case Paste():
                self.paste(step)
            case Do(value=value):
                if not quiet(value):
                    self.line(self.scope.number(value))
            case Seed(index=index):
                self.line(f"begin({self.scope.number(index)})")
            case If():
                return self.choice(step)
            case Loop():
                return self.loop(step)
            case Switch():
                return self.switch(step)
            case Leave() | Again():
                self.jump(step)
                return False
            case Return(value=value):
                self.line(f"return {self.scope.number(value)}")
                return False
            case Fault(site=site):
                self.line(f"raise FaultAt({site})")
                return False
            case _:
                assert_never(step)
        return True

    # -- one of two --------------------------------------------------------------------------------

    def choice(self, step: If) -> bool:
        """Write an `if`; what comes behind a way that ends needs no `else`."""
        if not step.then and not step.otherwise:
            return self.step(Do(step.test))
        if not step.then:
            self.inside(f"if {self.scope.fails(step.test)}:", step.otherwise)
            return True
        if self.inside(f"if {self.scope.test(step.test)}:", step.then):
            self.otherwise(step.otherwise)
            return True
        return self.block(step.otherwise)

    def otherwise(self, block: Block) -> None:
        """Write an `else`, or an `elif` where that is all there is in it."""
        match block:
            case (If(test=test, then=then, otherwise=otherwise),) if then:
                self.inside(f"elif {self.scope.test(test)}:", then)
                self.otherwise(otherwise)
            case (_, *_):
                self.inside("else:", block)
            case _:
                pass

    # -- loops -------------------------------------------------------------------------------------

    def loop(self, step: Loop) -> bool:
        """Write a loop and, behind it, the jumps that lead further out."""
        ways = self.ways[step.label]
        self.loops.append(step.label)
        leave = (Leave(step.label),)
        count = self.counts.loops.get(step.label)
        match step.body:
            case _ if count is not None:
                self.round(
                    f"for {self.scope.locals[count.local]} in {self.members(count)}:", count.rest, ways
                )
            case (If(test=test, then=then, otherwise=otherwise), *rest) if then == leave:
                self.round(f"while {self.scope.fails(test)}:", (*otherwise, *rest), ways)
            case (If(test=test, then=then, otherwise=otherwise), *rest) if otherwise == leave:
                self.round(f"while {self.scope.test(test)}:", (*then, *rest), ways)
            case (*rest, last) if last == Again(step.label):
                self.inside("while True:", tuple(rest))
            case body:
                self.inside("while True:", body)
        self.loops.pop()
        return self.landing(step.label, ways)

    def round(self, head: str, block: Block, ways: Sequence[Jump]) -> None:
        """Write a loop that ends by itself, and that it did where there are other ways out."""
        self.inside(head, block)
        if len(ways) > 1:
            self.line("else:")
            self.line(f"    {self.scope.temporary('go')} = 0")

    def members(self, count: Count) -> str:
        """Return what a loop goes over: numbers or words."""
        words, ends = count.words, (count.start, count.end)
        if words is None:
            start, end = map(self.scope.number, ends)
            return f"range({end})" if start == "0" else f"range({start}, {end})"
        name = self.scope.shared.tables[words.table] if words.table is not None else "M"
        first, behind = (self.scope.number(op("+", words.zero, end)) for end in ends)
        known = [end.value for end in ends if isinstance(end, Const)]
        some = (
            ""
            if known == sorted(known) and len(known) == 2
            else self.scope.test(Op(">", *reversed(ends)), OR)
        )
        return f"{name}[{first}:{behind}]" + (f" if {some} else ()" if some else "")

    def landing(self, label: str, ways: Sequence[Jump]) -> bool:
        """Write what follows a loop that was left."""
        further = [(number, way) for number, way in enumerate(ways, 1) if way != Leave(label)]
        if not further:
            return bool(ways)
        go = self.scope.temporary("go") if len(ways) > 1 else ""
        for number, way in further[: len(further) - (len(further) == len(ways))]:
            self.line(f"if {go}:" if number == further[-1][0] else f"if {go} == {number}:")
            self.depth += 1
            self.jump(way)
            self.depth -= 1
        if len(further) < len(ways):
            return True
        self.jump(further[-1][1])
        return False

    def jump(self, way: Jump) -> None:
        """Write a jump."""
        inner = self.loops[-1]
        if way == Again(inner):
            self.line("continue")
            return
        ways = self.ways[inner]
        if len(ways) > 1:
            number = 0 if way == Leave(inner) else 1 + ways.index(way)
            self.line(f"{self.scope.temporary('go')} = {number}")
        self.line("break")

    # -- one of many -------------------------------------------------------------------------------

    def switch(self, step: Switch) -> bool:
        """Write a choice of one of many cases."""
        value, count = step.value, len(step.cases)
        if isinstance(value, Const):
            return self.block(step.cases[value.value] if 0 <= value.value < count else step.otherwise)
        if not step.cases:
            return self.block((Do(value), *step.otherwise))
        low, high = range_of(value, self.scope.shared.ranges)
        name = self.scope.number(value) if isinstance(value, Get) else self.kept("case", value)
        tree = search(step)
        if low >= 0 and high < count:
            return self.tree(name, tree)
        if not isinstance(tree, Half) and len(tree) < FEW:
            return self.one_of(name, tree, step.otherwise)
        if low >= 0:
            head = f"if {name} < {count}:"
        elif high < count:
            head = f"if {name} >= 0:"
        else:
            head = f"if 0 <= {name} < {count}:"
        self.line(head)
        self.depth += 1
        goes_on = self.tree(name, tree)
        self.depth -= 1
        if not goes_on:
            return self.block(step.otherwise)
        if step.otherwise:
            self.inside("else:", step.otherwise)
        return True

    def tree(self, name: str, tree: Tree) -> bool:
        """Write a search among cases one of which it is."""
        if not isinstance(tree, Half):
            return self.one_of(name, tree, None)
        self.line(f"if {name} < {tree.bound}:")
        self.depth += 1
        below = self.tree(name, tree.below)
        self.depth -= 1
        if not below:
            return self.tree(name, tree.rest)
        self.line("else:")
        self.depth += 1
        self.tree(name, tree.rest)
        self.depth -= 1
        return True

    def one_of(self, name: str, runs: Sequence[Run], otherwise: Block | None) -> bool:
        """Write a few runs one after the other; without `otherwise` it is surely one of them."""
        goes_on = False
        word = "if"
        for run in runs:
            last = otherwise is None and run is runs[-1]
            if last and word == "if":
                return self.run(name, run)
            if last:
                self.line("else:")
            elif len(run.cases) == 1:
                self.line(f"{word} {name} == {run.first}:")
            elif otherwise is None:
                self.line(f"{word} {name} < {run.end}:")
            else:
                self.line(f"{word} {run.first} <= {name} < {run.end}:")
            self.depth += 1
            goes_on |= self.run(name, run)
            self.depth -= 1
            word = "elif"
        if otherwise is None:
            return goes_on
        if not goes_on:
            return self.block(otherwise)
        if otherwise:
            self.inside("else:", otherwise)
        return True

    def run(self, name: str, run: Run) -> bool:
        """Write what all cases of a run do, through a table if they call different functions."""
        before = len(self.lines)
        case = run.cases[0]
        if run.same:
            goes_on = self.block(case)
            if len(self.lines) == before:
                self.line("pass")
            return goes_on
        shared = self.scope.shared
        table = shared.switch(tuple(shared.functions[called(c).function] for c in run.cases))
        place = f"{name} - {run.first}" if run.first else name
        call = f"{table}[{place}]({self.scope.numbers(called(case).arguments)})"
        match case[0]:
            case Set(local=local):
                self.line(f"{self.scope.locals[local]} = {call}")
            case Return():
                self.line(f"return {call}")
                return False
            case _:
                self.line(call)
        return True
