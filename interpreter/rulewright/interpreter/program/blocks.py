"""Control graph -> blocks: which instructions begin one, and the function that runs from there to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import PC, Slot
from rulewright.interpreter.program import form
from rulewright.interpreter.program.build import const, ends, op
from rulewright.interpreter.program.context import Code, Lowering
from rulewright.interpreter.program.dispatch import value
from rulewright.interpreter.program.form import Block, Row, Value
from rulewright.interpreter.program.plan import Plan
from rulewright.interpreter.program.walk import quiet, steps_in, values_of

Lower = Callable[["Blocks", Code, int, Any], "int | None"]
INSTRUCTIONS: dict[type[g.Instruction], Lower] = {}
"""How an instruction is written; gives back where to go on, None when all ways are written. Modules enter theirs."""
FEW = 4
"""Among so many instructions the one to go on at is looked for."""
WAITS = -1
"""What a block gives back when the machine waits."""


@define(eq=False)
class Blocks:
    """The blocks of one graph, written one by one."""

    work: Lowering
    plan: Plan = field(init=False)
    numbers: dict[int, int] = field(init=False)
    """The number of the block that begins at an instruction."""

    slots: dict[int, typed.Local] = field(init=False)
    """The local that each slot holds."""
    ends_of: dict[int, int] = field(init=False)
    """The last instruction of each frame."""
    behind: dict[int, list[int]] = field(factory=dict)
    """Where play goes on behind a frame."""

    def __attrs_post_init__(self) -> None:
        self.slots = {id(slot): local for local, slot in self.work.graph.slots.items()}
        self.plan = Plan(self.work.graph)
        self.ends_of = {
            id(i.frame): pc
            for pc, i in enumerate(self.work.graph.code)
            if isinstance(i, g.Return | g.PhaseReturn)
        }
        self.find_clean()
        self.numbers = {pc: n for n, pc in enumerate(sorted(self.plan.leaders))}

    def find_clean(self) -> None:
        """Find the cells of frames that are never written, and the lists in the others."""
        code, work = self.work.graph.code, self.work
        for over in self.plan.whole.values():
            ends_it = code[over]
            assert isinstance(ends_it, g.Clear)
            work.clean |= set(range(ends_it.start, ends_it.end))
        for pc, i in enumerate(code):
            match i:
                case g.ForStart() if not self.left_early(pc + 1, loop_end(code, pc)):
                    width = len(i.binders)
                    work.lists[i.cell] = (0, 2, width, 2 + i.room * width)
                case g.MoveStart():
                    ends_it = code[pc + 3]
                    assert isinstance(ends_it, g.Clear)
                    work.lists[i.cell] = (2, 4, 1, ends_it.end - i.cell)
                    if self.plan.moves_at_once(pc):
                        work.clean |= set(range(i.cell, ends_it.end))
                case _:
                    pass

    def left_early(self, start: int, end: int) -> bool:
        """Tell whether a turn or a phase can end among these instructions or in what they call: a list that is left
        like that may be written anew with fewer members, in front of what is left of it."""
        code, met = self.work.graph.code, set[int]()
        ranges = [range(start, end)]
        for found in ranges:
            for i in code[found.start : found.stop]:
                if isinstance(i, g.Goto):
                    return True
                for frame in called_by(i):
                    if id(frame) not in met:
                        met.add(id(frame))
                        ranges.append(range(frame.entry.at, self.ends_of[id(frame)]))
        return False

    def table(self) -> None:
        """Enter the table from instructions to blocks."""
        count = len(self.work.graph.code)
        self.work.program.tables["BLOCK_OF"] = tuple(self.numbers.get(pc, 0) for pc in range(count))

    def written(self) -> list[str]:
        """Write all blocks and return their functions, by number."""
        return [self.block(pc) for pc in sorted(self.numbers)]

    def block(self, pc: int) -> str:
        """Write the block that begins at an instruction."""
        c = self.work.code(f"at_{pc}", self.work.graph.rules[pc])
        self.instructions(c, pc, None)
        return self.work.finish(c)

    def run(self, c: Code, pc: int, stop: int | None) -> None:
        """Go on at an instruction; `stop` is where the ways of an `if` come together again."""
        if pc == stop:
            return
        if pc in self.numbers:
            c.b.give(const(self.numbers[pc]))
        else:
            self.instructions(c, pc, stop)

    def instructions(self, c: Code, pc: int, stop: int | None) -> None:
        """Write instructions from here to the next block or `stop`."""
        code = self.work.graph.code
        while True:
            instruction = code[pc]
            then: int | None
            if pc in self.plan.loops and pc not in c.loops:
                then = self.loop(c, pc)
            elif isinstance(instruction, g.Jump):
                if instruction.to.at == stop:
                    return
                self.go(c, instruction.to.at)
                return
            else:
                with c.b.block() as steps:
                    if pc in self.plan.branches:
                        then = self.branch(c, pc, instruction)
                    else:
                        then = INSTRUCTIONS[type(instruction)](self, c, pc, instruction)
                if fallible(tuple(steps)):
                    c.b.put(const(PC), const(pc))
                for step in steps:
                    c.b.add(step)
            if then is None or then == stop:
                return
            pc = then
            if pc in self.numbers:
                c.b.give(const(self.numbers[pc]))
                return
            if pc in c.loops:
                self.go(c, pc)
                return

    def branch(self, c: Code, pc: int, i: g.Instruction) -> int | None:
        """Write an `if` with both its ways."""
        assert isinstance(i, g.Test)
        over = self.plan.branches[pc]
        holds = value(c, i.condition)
        if isinstance(holds, form.Const):
            self.run(c, pc + 1 if holds.value else i.otherwise.at, over)
            return None if c.b.open[-1] and ends(tuple(c.b.open[-1])) else over
        with c.b.block() as then:
            self.run(c, pc + 1, over)
        with c.b.block() as other:
            self.run(c, i.otherwise.at, over)
        c.b.add(form.If(holds, tuple(then), tuple(other)))
        return None if ends(tuple(then)) and ends(tuple(other)) else over

    def loop(self, c: Code, pc: int) -> int:
        """Write a loop in which nothing stops; return the instruction behind it."""
        over = self.plan.loops[pc]
        with c.b.loop() as label:
            c.loops[pc], c.loops[over] = (label, True), (label, False)
            self.instructions(c, pc, None)
            del c.loops[pc], c.loops[over]
        return over

    def inside(self, c: Code, again: int, over: int, label: str) -> Code:
        """Return the inside of a loop whose locals are locals of the function."""
        loops = {**c.loops, again: (label, True), over: (label, False)}
        return Code(c.work, c.b, dict(c.env), c.unrolls, c.bounded, True, loops)

    def local_of(self, slot: Slot) -> typed.Local | None:
        """Return the local of the rules that a slot holds, unless it is a set."""
        return None if slot.is_set else self.slots.get(id(slot))

    def go(self, c: Code, at: int) -> None:
        """Go on at an instruction: here, if no other way leads there."""
        found = c.loops.get(at)
        if found is not None:
            label, again = found
            (c.b.again if again else c.b.leave)(label)
        else:
            self.run(c, at, None)

    def go_to_cell(self, c: Code, pc: Value, ways: Sequence[int] = ()) -> None:
        """Go on at the instruction that a value says: one of a few, if they are known."""
        if not 0 < len(ways) <= FEW:
            c.b.give(Row("BLOCK_OF", pc))
            return
        at = c.b.held("at", pc) if len(ways) > 1 else pc
        for way in ways[1:]:
            with c.b.when(op("==", at, const(way))):
                c.b.give(const(self.numbers[way]))
        c.b.give(const(self.numbers[ways[0]]))

    def callers(self, frame: g.Frame | g.PhaseFrame) -> list[int]:
        """Return where play can go on behind a procedure, an action or a phase."""
        if not self.behind:
            for pc, i in enumerate(self.work.graph.code):
                for called in called_by(i):
                    self.behind.setdefault(id(called), []).append(pc + 1)
        return self.behind.get(id(frame), [])


def loop_end(code: Sequence[g.Instruction], pc: int) -> int:
    """Return the instruction behind a loop over members that begins here."""
    following = code[pc + 1]
    assert isinstance(following, g.ForNext)
    return following.done.at


def called_by(i: g.Instruction) -> tuple[g.Frame | g.PhaseFrame, ...]:
    """Return what an instruction calls."""
    match i:
        case g.Call(frames=frames) | g.Take(frames=frames):
            return tuple(frames)
        case g.CallPhase(frame=frame):
            return (frame,)
        case _:
            return ()


def fallible(block: Block) -> bool:
    """Tell whether a block can end in a fault, as far as can be told without looking into functions."""
    return any(isinstance(s, form.Fault) or not all(map(quiet, values_of(s))) for s in steps_in(block))
