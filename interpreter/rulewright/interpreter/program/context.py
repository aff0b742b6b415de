"""What the lowering of one load shares: memory, tables, sites of faults, functions; and a function being written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from attrs import define, field, frozen

from rulewright.dsl import typed
from rulewright.dsl.cells import NONE, Cells
from rulewright.dsl.graph import Graph
from rulewright.dsl.known import Known
from rulewright.dsl.load import Load
from rulewright.dsl.source import Span
from rulewright.dsl.types import Thing, Type
from rulewright.interpreter.engines.reference.engine import Machine
from rulewright.interpreter.engines.reference.places import Places
from rulewright.interpreter.engines.reference.sight import Sight
from rulewright.interpreter.program import form
from rulewright.interpreter.program.build import Builder, cell, op
from rulewright.interpreter.program.form import Const, Leave, Loop, Program, Value
from rulewright.interpreter.program.walk import steps_in

Each = Callable[[Value, str], None]
"""What is done with each member: it and the label behind the last member."""
Source = Callable[["Code", Each], None]
"""Something that goes over its members in order."""


@define(eq=False)
class Lowering:
    """Lowers one control graph."""

    graph: Graph
    tracking: bool = False
    """Whether the program keeps up what everybody knows."""
    program: Program = field(factory=Program)
    machine: Machine = field(init=False)
    """The reference engine of this graph, for what it knows of the rules."""
    cells: Cells = field(init=False)
    load: Load = field(init=False)
    places: Places = field(init=False)
    sight: Sight = field(init=False)
    table_names: dict[tuple[int, ...], str] = field(factory=dict)
    site_numbers: dict[tuple[str, Span | None], int] = field(factory=dict)
    clean: set[int] = field(factory=set)
    """Cells of frames that are never written: what they are for is kept elsewhere."""
    lists: dict[int, tuple[int, int, int, int]] = field(factory=dict)
    """Lists in frames, by their first cell: where they say how many, where members begin, how many words each has
    and how many cells there are."""
    entries: dict[tuple[str, str], tuple[int, ...]] = field(factory=dict)
    """What tables hold that were made already, by what they are of."""
    functions: dict[object, str] = field(factory=dict)
    """Functions written for something of the rules, by what it is."""
    numbers: dict[str, int] = field(factory=dict)
    """What capital names of routines stand for."""
    faces: list[int] = field(init=False)
    """For each component the first one with the same face."""
    fixed: list[int] = field(init=False)
    """For each component whether only its face and facing tell it from others."""
    set_rooms: dict[typed.Local, int] = field(factory=dict)
    """How many words a set that is being chosen takes in a record."""

    def __attrs_post_init__(self) -> None:
        self.machine = Machine(self.graph)
        self.cells = self.graph.cells
        self.load = self.cells.load
        self.places = self.machine.places
        self.sight = self.machine.effects.sight
        self.program.words = self.cells.size
        faces = self.sight.faces
        self.faces = [faces.index(face) for face in faces]
        self.fixed = fixed_looks(self.load, self.places.owners, self.faces)

    def cell(self, name: str) -> int:
        """Return the word, or first of the words, of a name that routines use too."""
        return self.numbers[name]

    def scratch(self, count: int) -> int:
        """Reserve words behind the state and return the first."""
        start = self.program.words
        self.program.words += count
        return start

    def table(self, name: str, values: Sequence[int]) -> str:
        """Return the name of a table of these values; equal ones are kept once."""
        key = tuple(values)
        found = self.table_names.get(key)
        if found is None:
            found = name if name not in self.program.tables else f"{name}_{len(self.program.tables)}"
            self.table_names[key] = found
            self.program.tables[found] = key
        return found

    def site(self, code: str, span: Span | None = None) -> int:
        """Return the number of a fault."""
        key = (code, span)
        if key not in self.site_numbers:
            self.site_numbers[key] = len(self.program.sites)
            self.program.sites.append(form.Site(code, span))
        return self.site_numbers[key]

    def code(self, name: str, rule: str = "") -> Code:
        """Return a new function to write."""
        return Code(self, Builder(self.fresh(name), rule=rule))

    def fresh(self, name: str) -> str:
        """Return a name that no function has yet, and keep it."""
        found, n = name, 1
        while found in self.program.functions:
            n += 1
            found = f"{name}_{n}"
        self.program.functions[found] = form.Function(found, 0)
        return found

    def finish(self, code: Code) -> str:
        """Enter a function that is written and return its name."""
        made = code.b.done()
        self.program.functions[made.name] = made
        return made.name

    def many(self, kind: Type) -> int:
        """Return how many components there can be of the kinds of a type."""
        return sum(self.load.many[k] for k in kind.kinds) if isinstance(kind, Thing) else 0


@define(eq=False)
class Code:
    """A function being written: its builder and what the locals of the rules stand for in it."""

    work: Lowering
    b: Builder
    env: dict[typed.Local, Value | Source] = field(factory=dict)
    unrolls: bool = False
    """Whether loops over a few known values may be written out: inside aggregates."""
    bounded: bool = False
    """Whether the options that are listed here are known to be few enough."""
    registers: bool = False
    """Whether the locals of rules are locals here: in a loop in which nothing stops."""
    loops: dict[int, tuple[str, bool]] = field(factory=dict)
    """Loops of the rules around this place: by their first instruction, and by the one behind them, the label of the
    loop here and whether it is gone through again."""

    def inner(self, env: Mapping[typed.Local, Value | Source]) -> Code:
        """Return the same function with other locals: the body of a function of the rules."""
        return Code(self.work, self.b, dict(env), self.unrolls, self.bounded, self.registers, self.loops)

    def bound(self, local: typed.Local, value: Value | Source) -> None:
        """Say what a local stands for."""
        self.env[local] = value


@frozen
class KnownSet:
    """A set of so many members, each a value."""

    members: tuple[Value, ...]

    def __call__(self, c: Code, do: Each) -> None:
        """Go over the members, written out."""
        label = c.b.label("each")
        with c.b.block() as steps:
            for member in self.members:
                do(member, label)
        if any(step == Leave(label) for step in steps_in(tuple(steps))):
            c.b.add(Loop(label, (*steps, Leave(label))))
        else:
            c.b.open[-1].extend(steps)


@frozen
class StoredSet:
    """A set in memory: its length, then its members."""

    start: int

    def __call__(self, c: Code, do: Each) -> None:
        """Go over the members."""
        b = c.b
        n = b.let("n", Const(0))
        with b.loop() as label:
            with b.when(op(">=", n, cell(Const(self.start)))):
                b.leave(label)
            member = b.let("member", cell(n, self.start + 1))
            b.set(n, op("+", n, Const(1)))
            do(member, label)


def cell_value(value: Known | bool) -> int:
    """Return a value as cells hold it."""
    return NONE if value is None else int(value)


def pointers(cells: Cells) -> list[tuple[int, int]]:
    """Return the stretches of cells (first, count) that can point at components."""
    load = cells.load
    found = []
    for variable in load.rules.variables.values():
        if isinstance(variable.type, Thing):
            found.append((cells.variables[variable.name], len(list(load.families(variable.each)))))
    for kind in load.rules.kinds.values():
        for attribute in kind.keeps.values():
            if isinstance(attribute.type, Thing):
                width = cells.widths[kind.name, attribute.name]
                found.append((cells.keeps[kind.name, attribute.name], width * load.many[kind.name]))
    return found


def pointed(load: Load) -> set[str]:
    """Return the kinds of components that something can point at."""
    types = [variable.type for variable in load.rules.variables.values()]
    types += [a.type for kind in load.rules.kinds.values() for a in kind.keeps.values()]
    return {kind for of in types if isinstance(of, Thing) for kind in of.kinds}


def fixed_looks(load: Load, owners: list[int], faces: list[int]) -> list[int]:
    """Return for each component whether only its face and facing tell it from others: where nothing on it changes,
    nothing goes with it and nothing can point at it, or where its face is the only one of its kind."""
    carriers = {-2 - owner for owner in owners if owner != NONE and owner <= -2}
    shared, pointed_at = Counter(faces), pointed(load)
    found = []
    for card in load.cards:
        changes = bool(card.kind.keeps) or card.kind.name in pointed_at or card.id in carriers
        found.append(int(shared[faces[card.id]] < 2 or not changes))
    return found
