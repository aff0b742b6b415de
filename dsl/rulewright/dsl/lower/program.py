"""Load -> control graph: set-up, flow, phases, actions and procedures, each lowered once."""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import Slot, lay_out
from rulewright.dsl.load import Load
from rulewright.dsl.lower.statements import block
from rulewright.dsl.lower.writer import Writer
from rulewright.dsl.source import Span
from rulewright.dsl.types import PLAYER
from rulewright.dsl.walk import chance_points


def lower(load: Load) -> g.Graph:
    """Return the control graph of a load. The rules must have passed the checks."""
    points = tuple(name for name, _ in chance_points(load.rules))
    cells = lay_out(load, list(points))
    graph = g.Graph(cells, points=points)
    w = Writer(cells, graph)
    rules = load.rules
    for phase in rules.phases.values():
        declare_phase(w, phase)
    for action in rules.actions.values():
        locals_ = (action.me, *(local for local, _ in action.parts))
        graph.actions[action.name] = declare_frame(w, action.name, locals_)
    for procedure in rules.procedures.values():
        subject = (procedure.subject,) if procedure.subject is not None else ()
        frame = declare_frame(w, procedure.name, (*subject, *procedure.given))
        frame.when, frame.on_turn = procedure.when, procedure.on_turn
        graph.procedures[procedure.name] = frame
    start = rules.written.span
    w.path = "first_player"
    w.emit(g.FirstPlayer(start))
    w.path = "setup"
    block(w, rules.setup)
    w.emit(g.SetUp(start))
    w.path, w.in_flow = "flow", 1
    block(w, rules.flow)
    w.in_flow = 0
    w.emit(g.Finish(start, None))
    for phase in rules.phases.values():
        lower_phase(w, graph.phases[phase.name])
    for action in rules.actions.values():
        w.path = f"actions.{action.name}"
        lower_body(w, graph.actions[action.name], action.do, action.written.name.span)
    for procedure in rules.procedures.values():
        w.path = f"procedures.{procedure.name}"
        lower_body(w, graph.procedures[procedure.name], procedure.do, procedure.written.name.span)
    return graph


def declare_frame(w: Writer, name: str, locals_: tuple[typed.Local, ...]) -> g.Frame:
    """Reserve the frame of a procedure or action: the way back and the arguments."""
    start = w.cells.size
    back = w.cells.take(1)
    slots = tuple(w.local(local) for local in locals_)
    return g.Frame(name, back, slots, g.Label(), start, w.cells.size)


def lower_body(w: Writer, frame: g.Frame, body: typed.Block, span: Span) -> None:
    """Lower the body of a procedure or action and the way back."""
    w.settle(frame.entry)
    if frame.when is not None or frame.on_turn is not None:
        w.emit(g.Guard(span, frame))
    start = w.cells.size
    block(w, body)
    if w.cells.size > start:
        w.emit(g.Clear(span, start, w.cells.size))
    w.emit(g.Return(span, frame))


def declare_phase(w: Writer, phase: typed.Phase) -> None:
    """Reserve the frame of a phase."""
    turns = phase.turns is not None
    cell = w.cells.take(8 + w.cells.load.players if turns else 3)
    back = w.cells.take(1)
    me: Slot | None = None
    if turns:
        me = w.local(phase.me, PLAYER)
    w.graph.phases[phase.name] = g.PhaseFrame(phase, cell, me, g.Label(), back)


def lower_phase(w: Writer, frame: g.PhaseFrame) -> None:
    """Lower a phase: with turns a loop over them, otherwise its block."""
    phase = frame.phase
    span = phase.written.name.span
    w.path = f"phases.{phase.name}"
    w.settle(frame.entry)
    passed_over = g.Label()
    if phase.when is not None:
        w.emit(g.Test(span, phase.when, passed_over))
    w.emit(g.PhaseStart(span, frame))
    start = w.cells.size
    if phase.turns is not None:
        again = g.Label()
        w.settle(again)
        w.emit(g.TurnStart(span, frame))
        block(w, phase.turn)
        w.settle(frame.turn_end)
        if w.cells.size > start:
            w.emit(g.Clear(span, start, w.cells.size))
        w.emit(g.TurnClose(span, frame))
        w.jump(span, again)
    else:
        block(w, phase.do)
    over = frame.phase_end
    w.settle(over)
    if w.cells.size > start:
        w.emit(g.Clear(span, start, w.cells.size))
    w.emit(g.PhaseClose(span, frame))
    w.settle(passed_over)
    w.emit(g.PhaseReturn(span, frame))
