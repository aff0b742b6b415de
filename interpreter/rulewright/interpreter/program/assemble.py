"""Control graph -> program: everything put together."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import (
    NONE,
    PC,
)
from rulewright.dsl.graph import Graph
from rulewright.dsl.types import Int
from rulewright.interpreter.chance import point_key
from rulewright.interpreter.program import (
    card_steps,
    functions,
    joint_steps,
    knowledge,
    phase_steps,
    plain_steps,
    sources,
    stop_steps,
    values,
)
from rulewright.interpreter.program.beginnings import name_beginnings, write_renew
from rulewright.interpreter.program.blocks import Blocks
from rulewright.interpreter.program.build import cell, const, op
from rulewright.interpreter.program.chance_points import write_piles
from rulewright.interpreter.program.choices import lister, width_of
from rulewright.interpreter.program.context import Code, Lowering
from rulewright.interpreter.program.dispatch import value
from rulewright.interpreter.program.form import Block, Call, Program, Return, Row, Set, Switch
from rulewright.interpreter.program.joint_steps import choices_of, place_of
from rulewright.interpreter.program.knowledge import name_knowledge, write_values_apart
from rulewright.interpreter.program.leaving import left
from rulewright.interpreter.program.looks import write_alike
from rulewright.interpreter.program.memory import name_memory, name_tables
from rulewright.interpreter.program.outcomes import outcome_lister
from rulewright.interpreter.program.passes import shortened
from rulewright.interpreter.program.routine import Names, routines
from rulewright.interpreter.program.scoring import write_result
from rulewright.interpreter.program.stop_steps import RESUMES, asks_first
from rulewright.interpreter.program.worlds import write_worlds

PARTS = (values, sources, functions, plain_steps, phase_steps, card_steps, stop_steps, joint_steps, knowledge)
"""The modules that enter their forms."""
ROUTINES = ("zones", "looks", "choices", "drive", "worlds")
ENTRIES = (
    "start",
    "asked",
    "options",
    "width_now",
    "apply",
    "playout",
    "many",
    "result",
    "save",
    "restore",
    "rollout",
    "determinize",
    "perft",
    "hash",
)
"""What is called from outside."""


def program_of(graph: Graph, *, tracking: bool = False) -> Program:
    """Return the program of a control graph: lean, without what anybody knows, or tracking that, for play and search.

    Both agree on all cells but those of knowledge and of joint decisions' curtains, and in a component that went to
    the box in play on who saw it last. What is said and heard isn't in either.
    """
    work = Lowering(graph, tracking)
    name_memory(work)
    name_tables(work)
    work.numbers["TRACKING"] = int(tracking)
    if tracking:
        name_knowledge(work)
        write_values_apart(work)
    name_beginnings(work)
    blocks = Blocks(work)
    blocks.table()
    write_start(work)
    write_run(work, blocks)
    write_resume(work, blocks)
    write_renew(work)
    write_lists(work, blocks)
    write_piles(work, blocks)
    write_alike(work)
    write_worlds(work, blocks)
    write_result(work)
    names = Names(
        work.numbers,
        work.program.tables,
        work.site,
        {"BOTS": point_key("bots"), "FIRST_PLAYER": point_key("first_player"), "WORLDS": point_key("worlds")},
    )
    folder = Path(__file__).with_name("routines")
    for part in (*ROUTINES, "sight") if tracking else ROUTINES:
        for made in routines((folder / f"{part}.py").read_text(encoding="utf-8"), names):
            assert made.name not in work.program.functions, made.name
            work.program.functions[made.name] = made
    work.program.entries = ENTRIES
    work.program.natural = not counts_below_zero(work)
    work.program.names = dict(work.numbers)
    return shortened(work.program)


def counts_below_zero(work: Lowering) -> bool:
    """Tell whether there are variables, attributes or zones for each of some numbers, the first of which is negative."""
    rules = work.load.rules
    families = [variable.each for variable in rules.variables.values()]
    families += [attribute.each for kind in rules.kinds.values() for attribute in kind.keeps.values()]
    families += [spot.zone.each for spot in work.load.spots]
    return any(isinstance(k, Int) and work.load.values(k)[0] < 0 for each in families for k in each)


def write_start(work: Lowering) -> None:
    """Write `start_values`: what variables and changing attributes are at the beginning."""
    c = work.code("start_values")
    for variable in work.load.rules.variables.values():
        base = work.cells.variables[variable.name]
        fill_with(c, variable.start, base, len(list(work.load.families(variable.each))))
    for kind in work.load.rules.kinds.values():
        for attribute in kind.keeps.values():
            base, width = (
                work.cells.keeps[kind.name, attribute.name],
                work.cells.widths[kind.name, attribute.name],
            )
            fill_with(c, attribute.start, base, width * work.load.many[kind.name])
    work.finish(c)


def fill_with(c: Code, start: typed.Expr | None, base: int, count: int) -> None:
    """Give a stretch of cells one value."""
    found = c.b.held("start", value(c, start) if start is not None else const(NONE))
    if count <= 8:
        for cell_ in range(base, base + count):
            c.b.put(const(cell_), found)
        return
    at = c.b.let("at", const(base))
    with c.b.loop("cells") as label:
        with c.b.when(op(">=", at, const(base + count))):
            c.b.leave(label)
        c.b.put(at, found)
        c.b.set(at, op("+", at, const(1)))


def write_run(work: Lowering, blocks: Blocks) -> None:
    """Write `run`: one block after the other until the machine waits."""
    c = work.code("run")
    block = c.b.parameter("block")
    names = blocks.written()
    work.program.blocks = tuple(names)
    with c.b.loop("blocks") as label:
        with c.b.when(op("<", block, const(0))):
            c.b.leave(label)
        cases: tuple[Block, ...] = tuple((Set(block.local, Call(name)),) for name in names)
        c.b.add(Switch(block, cases))
    work.finish(c)


def write_resume(work: Lowering, blocks: Blocks) -> None:
    """Write `resume`: from the stop at which the machine waits and the number of an answer to the next block."""
    c = work.code("resume")
    number = c.b.parameter("number")
    ways: list[tuple[int, str]] = []
    for pc, i in enumerate(work.graph.code):
        resume = RESUMES.get(type(i))
        if resume is not None and (not isinstance(i, g.FirstPlayer) or asks_first(work)):
            inner = work.code(f"resume_{pc}", work.graph.rules[pc])
            width = width_of(work, i) if isinstance(i, g.Choose | g.Take | g.Menu | g.Offer) else 2
            chosen = op("*", inner.b.parameter("number"), const(width))
            resume(blocks, inner, pc, i, inner.b.held("record", op("+", chosen, const(work.cell("OPTIONS")))))
            left(inner, together=isinstance(i, g.Race | g.JointNext))
            ways.append((pc, work.finish(inner)))
    cases: tuple[Block, ...] = tuple((Return(Call(name, (number,))),) for _, name in ways)
    c.b.add(Switch(Row(by_pc(work, "RESUME", ways), cell(const(PC))), cases))
    c.b.give(Call("resume_pile", (number,)))
    work.finish(c)
    work.program.flows = (*work.program.blocks, "resume", "resume_pile", *(name for _, name in ways))


def by_pc(work: Lowering, name: str, ways: list[tuple[int, str]]) -> str:
    """Return the table from instructions to cases."""
    found = [-1] * len(work.graph.code)
    for n, (pc, _) in enumerate(ways):
        found[pc] = n
    work.program.tables[name] = tuple(found)
    return name


def write_lists(work: Lowering, blocks: Blocks) -> None:
    """Write `list_now` and `width_now`: the options of whoever is asked, and how many words one takes."""
    c, w = work.code("list_now"), work.code("width_now")
    player, other = c.b.parameter("player"), w.b.parameter("player")
    lists: list[tuple[int, Block]] = []
    widths: list[tuple[int, Block]] = []
    for pc, i in enumerate(work.graph.code):
        if isinstance(i, g.Choose | g.Take | g.Menu | g.Offer | g.Race):
            if isinstance(i, g.Stop):
                lists.append((pc, (Return(Call(lister(work, i), (player,))),)))
                widths.append((pc, (Return(const(width_of(work, i))),)))
        elif isinstance(i, g.JointNext):
            lists.append((pc, (Return(Call(joint_lister(work, blocks, i), (player,))),)))
            widths.append((pc, (Return(Call(joint_width(work, blocks, i), (other,))),)))
        elif isinstance(i, g.FirstPlayer) and asks_first(work):
            lists.append((pc, (Return(Call("list_seats")),)))
            widths.append((pc, (Return(const(2)),)))
        elif isinstance(i, g.Draw):
            lists.append((pc, (Return(Call(outcome_lister(work, i))),)))
            widths.append((pc, (Return(const(2)),)))
    for code, ways in ((c, lists), (w, widths)):
        found = [-1] * len(work.graph.code)
        for n, (pc, _) in enumerate(ways):
            found[pc] = n
        work.program.tables[f"{code.b.name}_case".upper()] = tuple(found)
        cases = tuple(block for _, block in ways)
        code.b.add(Switch(Row(f"{code.b.name}_case".upper(), cell(const(PC))), cases))
    c.b.give(Call("list_pile"))
    w.b.give(const(2))
    work.finish(c)
    work.finish(w)


def joint_lister(work: Lowering, blocks: Blocks, i: g.JointNext) -> str:
    """Return the function that lists a member's options of a joint decision."""
    c = work.code("list_joint", i.name)
    seat = c.b.parameter("seat")
    member = const(i.frame.cell)
    c.b.put(member, seat)
    n = c.b.let("n", const(0))
    for pc, choice in choices_of(blocks, i.frame):
        with c.b.when(op("==", cell(seat, place_of(i.frame)), const(pc))):
            c.b.set(n, Call(lister(work, choice.stop), (seat,)))
    c.b.put(member, const(NONE))
    c.b.give(n)
    return work.finish(c)


def joint_width(work: Lowering, blocks: Blocks, i: g.JointNext) -> str:
    """Return the function that tells how many words an option of a member takes."""
    c = work.code("width_joint", i.name)
    seat = c.b.parameter("seat")
    for pc, choice in choices_of(blocks, i.frame):
        with c.b.when(op("==", cell(seat, place_of(i.frame)), const(pc))):
            c.b.give(const(width_of(work, choice.stop)))
    return work.finish(c)


__all__ = ["PARTS", "program_of"]
