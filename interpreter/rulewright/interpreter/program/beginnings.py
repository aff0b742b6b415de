"""How games begin: the states at the first stop -> tables, and the functions that paste them."""

from __future__ import annotations

from rulewright.interpreter.faults import Fault
from rulewright.interpreter.program.build import const, op
from rulewright.interpreter.program.context import Lowering
from rulewright.interpreter.program.form import Paste
from rulewright.interpreter.program.plain_steps import clear_cells
from rulewright.interpreter.program.stop_steps import asks_first


def name_beginnings(work: Lowering) -> None:
    """Enter the state at the first stop of a game, and, if that is the question who is first, those that follow: all
    that happens before is the same in every game. Write `begin_with`, which pastes one of those."""
    machine = work.machine
    tables = work.program.tables
    first: list[int] = []
    begins = 0
    try:
        tables["INITIAL"] = tuple(machine.start())
        begins = 1
        if asks_first(work):
            for seat in range(work.load.players):
                state = list(tables["INITIAL"])
                machine.apply(state, work.load.players, seat)
                tables[f"INITIAL_{seat}"] = tuple(state)
                first.append(seat)
    except Fault:
        tables["INITIAL"] = tables["FRESH"]
    work.numbers |= {"BEGINS": begins, "ASKS_FIRST": int(len(first) == work.load.players)}
    c = work.code("begin_with")
    seat_ = c.b.parameter("seat")
    for seat in first:
        with c.b.when(op("==", seat_, const(seat))):
            c.b.add(Paste(const(0), f"INITIAL_{seat}"))
    work.finish(c)


def write_renew(work: Lowering) -> None:
    """Write `renew`: after a game of this program, begin another as `begin_with` does, less the cells of knowledge
    where nobody writes them. Of what frames hold, only what was written is forgotten."""
    c = work.code("renew")
    seat_ = c.b.parameter("seat")
    cells = work.cells
    clear_cells(c, cells.frames, cells.size)
    stretches = [(0, cells.known), (cells.armed, cells.veil if cells.shared else cells.frames)]
    if work.tracking:
        stretches = [(0, cells.frames)]
    tables = work.program.tables
    names = (
        [f"INITIAL_{seat}" for seat in range(work.load.players)]
        if work.numbers["ASKS_FIRST"]
        else ["INITIAL"]
    )
    for seat, name in enumerate(names):
        with c.b.when(op("==", seat_, const(seat)) if len(names) > 1 else const(1)):
            initial = tables[name]
            for start, end in stretches:
                part = work.table(f"{name}_{start}", initial[start:end])
                c.b.add(Paste(const(start), part))
            for at in range(cells.frames, cells.size):
                if initial[at]:
                    c.b.put(const(at), const(initial[at]))
    work.finish(c)
