"""Made-up programs that keep every promise of the form (all but sums, which may grow too large: see `Broken`)."""

from __future__ import annotations

from attrs import define, field
from hypothesis import strategies as st

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
    Site,
    Step,
    Sure,
    Switch,
    Value,
)

WORDS = 48
TABLES = {"eight": (3, -1, 4, 1, 0, 9, -2147483648, 6), "bits": (0, 1, 1, 0, 1, 0, 0, 1)}
SITES = 5
PARAMETERS = {"first": 0, "second": 2, "third": 1, "main": 1}
"""The functions; each may call those before it."""
NAMES = ("card", "class", "M", "card", "n 1", "é")
COMPARE = ("==", "!=", "<", "<=", ">", ">=")


@define(eq=False)
class Maker:
    """Make one function."""

    draw: st.DrawFn
    name: str
    locals: list[str] = field(factory=list)
    loops: list[str] = field(factory=list)
    labels: int = 0
    hidden: set[int] = field(factory=set)
    """Locals that only the loop which counts with them knows."""

    def one(self, *choices: str) -> str:
        """Choose a word."""
        return self.draw(st.sampled_from(choices))

    def up_to(self, most: int) -> int:
        """Choose a number from 0."""
        return self.draw(st.integers(0, most))

    def any_local(self) -> int:
        """Choose a local."""
        return self.draw(st.sampled_from([n for n in range(len(self.locals)) if n not in self.hidden]))

    def value(self, depth: int = 3) -> Value:
        """Make a value."""
        kind = "const" if depth == 0 else self.one(*VALUES)
        if kind in ("const", "get"):
            if kind == "get" or self.up_to(1):
                return Get(self.any_local())
            return Const(self.draw(st.integers(-3, 20)))
        less = depth - 1
        match kind:
            case "cell":
                return Cell(self.below(8, less), self.up_to(WORDS - 8))
            case "row":
                return Row(self.one(*TABLES), self.below(8, less))
            case "sum":
                return Op(self.one("+", "-", "+", "-", "*"), self.value(less), self.value(less))
            case "compare":
                return Op(self.one(*COMPARE), self.value(less), self.value(less))
            case "bits":
                return Op(self.one("&", "|", "^"), self.value(less), self.value(less))
            case "shift":
                shifted = Op(self.one("<<", ">>", "<<"), self.value(less), self.below(32, less))
                return shifted if self.up_to(2) == 0 else Op("&", shifted, Const(255))
            case "divide":
                return Op(self.one("//", "%"), self.value(less), Op("|", self.value(less), Const(1)))
            case "sure":
                return Sure(
                    self.one("+", "-", "*"), self.value(less), self.value(less), self.up_to(SITES - 1)
                )
            case "pick":
                return Pick(self.value(less), self.value(less), self.value(less))
            case "call":
                return self.call(less)
            case _:
                key = self.one("5", "18446744073709551615")
                counter, below = self.value(less), self.below(8, less)
                if "Call(" in repr((counter, below)):
                    counter, below = Get(self.any_local()), Const(2)
                return Draw(self.up_to(1), int(key), counter, Op("+", below, Const(1)))

    def below(self, bound: int, depth: int) -> Value:
        """Make a value from 0 to below a power of two."""
        if depth == 0 or self.up_to(2) == 0:
            return Const(self.up_to(bound - 1))
        return Op("&", self.value(depth), Const(bound - 1))

    def call(self, depth: int) -> Value:
        """Make a call of an earlier function."""
        earlier = list(PARAMETERS)[: list(PARAMETERS).index(self.name)]
        if not earlier:
            return self.value(depth)
        name = self.one(*earlier)
        return Call(name, tuple(self.value(depth) for _ in range(PARAMETERS[name])))

    def block(self, depth: int, most: int = 4) -> Block:
        """Make steps."""
        return tuple(step for _ in range(self.up_to(most)) for step in self.steps(depth))

    def steps(self, depth: int) -> Block:
        """Make a step, or several that belong together."""
        match self.one(*(STEPS if depth else PLAIN)):
            case "set":
                return (self.set(),)
            case "grow":
                local = self.any_local()
                return (Set(local, Op(self.one("+", "-", "&", "^"), Get(local), self.value(2))),)
            case "put":
                return (Put(self.below(8, 2), self.up_to(WORDS - 8), self.value()),)
            case "more":
                at, offset = self.below(8, 2), self.up_to(WORDS - 8)
                return (Put(at, offset, Op(self.one("+", "-", "|"), Cell(at, offset), self.value(2))),)
            case "if":
                return (If(self.value(), self.block(depth - 1), self.block(depth - 1)),)
            case "loop":
                return self.loop(depth)
            case "jump" if self.loops:
                label = self.one(*self.loops)
                jump: Step = Leave(label) if self.up_to(1) else Again(label)
                return (jump,) if self.up_to(3) == 0 else (If(self.value(2), (jump,)),)
            case "switch":
                return (self.switch(depth),)
            case "do":
                return (Do(self.value()),)
            case "return" if self.up_to(2) == 0:
                return (If(self.value(2), (Return(self.value()),)),)
            case "fault" if self.up_to(2) == 0:
                return (If(self.value(2), (Fault(self.up_to(SITES - 1)),)),)
            case "copy":
                count = self.below(16, 2)
                return (Copy(self.place(), self.place(), count),)
            case "fill":
                return (Fill(self.place(), self.below(16, 2)),)
            case "seed":
                return (Seed(self.below(8, 2)),)
            case "paste":
                return (Paste(self.place(), self.one(*TABLES)),)
            case _:
                return ()

    def set(self) -> Step:
        """Make an assignment."""
        return Set(self.any_local(), self.value())

    def place(self) -> Value:
        """Make an address with 16 words behind it."""
        return Op("+", self.below(16, 2), Const(self.up_to(WORDS - 32)))

    def loop(self, depth: int) -> Block:
        """Make a loop that ends after a few rounds at the latest, and perhaps the beginning of its counter."""
        self.labels += 1
        label = f"loop{self.labels}"
        self.locals.append("round")
        counter = len(self.locals) - 1
        if self.up_to(2):
            self.hidden.add(counter)
        most = self.one_end() if self.up_to(1) else Const(self.up_to(3))
        count = Set(counter, Op("+", Get(counter), Const(1)))
        self.loops.append(label)
        block = self.block(depth - 1)
        self.loops.pop()
        form = self.up_to(5)
        match form:
            case 0:
                body: Block = (count, If(Op(">", Get(counter), most), (Leave(label),)), *block)
            case 1:
                body = (If(Op(">=", Get(counter), most), (Leave(label),)), count, *block)
            case 2:
                body = (If(Op("<", Get(counter), most), (count, *block), (Leave(label),)),)
            case 3 | 4:
                self.locals.append("at")
                end = self.one_end()
                at = len(self.locals) - 1
                if self.up_to(1):
                    self.hidden.add(at)
                    word = (
                        Cell(Op("+", self.below(8, 1), Get(at)), 3)
                        if self.up_to(2)
                        else Row("eight", Get(at))
                    )
                    block = (Set(self.any_local(), word), *block)
                head = If(Op(">=", Get(counter), end), (Leave(label),))
                body = (head, Set(at, Get(counter)), count, *block)
            case _:
                body = (If(Op(">=", Get(counter), most), (Leave(label),)), *block, count)
        start = (Set(counter, self.value(1) if form == 4 else Const(0)),) if self.up_to(3) else ()
        return (*start, Loop(label, body))

    def one_end(self) -> Value:
        """Make an end of counting."""
        match self.one("number", "local", "cell", "sum"):
            case "number":
                return Const(self.up_to(3))
            case "local":
                return Get(self.any_local())
            case "cell":
                return Cell(self.below(8, 1), self.up_to(WORDS - 8))
            case _:
                return Op("&", self.value(2), Const(3))

    def switch(self, depth: int) -> Step:
        """Make a choice of one of many."""
        alike = self.up_to(2)
        if alike == 0:
            local = self.any_local()
            return Switch(
                self.value(),
                tuple((Set(local, self.call(0)),) for _ in range(self.up_to(12))),
                self.block(0),
            )
        few = [self.block(0 if alike == 1 else depth - 1, 2) for _ in range(1 + self.up_to(3))]
        cases = tuple(few[self.up_to(len(few) - 1)] for _ in range(self.up_to(10))) if alike == 1 else few
        value = self.value() if self.up_to(1) else self.below(8, 2)
        return Switch(value, tuple(cases), self.block(depth - 1, 2))


PLAIN = ("set", "grow", "put", "more", "jump", "do", "return", "fault", "copy", "fill", "paste", "seed")
STEPS = (*PLAIN, "if", "if", "loop", "loop", "switch", "jump", "set", "put")
VALUES = (
    "const",
    "get",
    "cell",
    "row",
    "sum",
    "sum",
    "compare",
    "compare",
    "bits",
    "shift",
    "divide",
    "sure",
)
VALUES = (*VALUES, "pick", "call", "draw")


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Make a program whose `main` takes one number."""
    functions: dict[str, Function] = {}
    for name, parameters in PARAMETERS.items():
        maker = Maker(draw, name, [NAMES[place % len(NAMES)] for place in range(4)])
        body = (*maker.block(3 if name == "main" else 2), Return(maker.value()))
        functions[name] = Function(name, parameters, tuple(maker.locals), body, f"rules.{name}")
    sites = [Site("range", None) for _ in range(SITES)]
    return Program(functions, dict(TABLES), sites, WORDS, ("main",))
