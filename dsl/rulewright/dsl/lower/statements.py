"""Typed statements -> instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import PHASE_END, TURN_END, Slot, source_room
from rulewright.dsl.lower.writer import Writer
from rulewright.dsl.types import INT, PLAYER
from rulewright.dsl.walk import expressions, statements


def block(w: Writer, nodes: typed.Block) -> None:
    """Lower a block."""
    for node in nodes:
        FORMS[type(node)](w, node)


def ready(w: Writer, *found: object) -> None:
    """Have the ends of lazy piles decided that a statement reads (7.2.3)."""
    for node in found:
        for end in expressions(node):
            if isinstance(end, typed.EndOf | typed.EndsOf):
                place = end.of
                if isinstance(place, typed.Place) and place.zone is not None and place.zone.lazy:
                    count = end.count if isinstance(end, typed.EndsOf) else None
                    w.emit(g.Ready(end.span, place, end.top, count))


def told(w: Writer, value: typed.Expr) -> None:
    """Make known what a condition reveals."""
    if any(isinstance(e, typed.Reveal) for e in expressions(value)):
        w.emit(g.Told(value.span, value))


def let(w: Writer, node: typed.Let) -> None:
    ready(w, node.value)
    told(w, node.value)
    w.emit(g.Bind(node.span, w.local(node.local), node.value))


def store(w: Writer, node: typed.Store) -> None:
    w.emit(g.Store(node.span, node.target, node.value))


def move(w: Writer, node: typed.Move) -> None:
    what = node.what
    end, done = g.Label(), g.Label()
    again = g.Label()
    if isinstance(what, typed.EndOf | typed.EndsOf) and isinstance(what.of, typed.Place):
        cell = w.cells.take(4)
        count = what.count if isinstance(what, typed.EndsOf) else None
        w.emit(g.EndsStart(node.span, cell, what.of, count, node.to, node.at))
        w.settle(again)
        w.emit(g.EndsReady(node.span, cell, what.top, done))
        w.emit(g.EndsNext(node.span, cell, what.top, node))
        w.jump(node.span, again)
        w.settle(done)
        w.emit(g.Clear(node.span, cell, cell + 4))
        return
    room = len(w.cells.load.cards)
    if isinstance(what, typed.AllOf):
        room = source_room(w.cells.load, what.of)
    elif isinstance(what, typed.Some):
        room = source_room(w.cells.load, what.source)
    elif not hasattr(what.type, "of"):
        room = 1
    if isinstance(what, typed.AllOf) and orders(what.of, node.to):
        w.emit(g.Ready(node.span, what.of, True, typed.Count(node.span, INT, what.of)))  # type: ignore[arg-type]
    cell = w.cells.take(4 + room)
    w.emit(g.MoveStart(node.span, cell, what, node.to, node.at))
    w.settle(again)
    w.emit(g.MoveNext(node.span, cell, node, end))
    w.jump(node.span, again)
    w.settle(end)
    w.emit(g.Clear(node.span, cell, cell + 4 + room))


def orders(what: typed.Expr, to: typed.Place) -> bool:
    """Tell whether a whole lazy pile goes where its order will matter, so that it must be decided first."""
    lazy = isinstance(what, typed.Place) and what.zone is not None and what.zone.lazy
    return lazy and to.zone is not None and to.zone.form != "set"


def swap_places(w: Writer, node: typed.SwapPlaces) -> None:
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if orders(one, other) and other.zone is not None and not other.zone.lazy:
            w.emit(g.Ready(node.span, one, True, typed.Count(node.span, INT, one)))
    w.emit(g.SwapPlaces(node.span, node.left, node.right))


def swap_values(w: Writer, node: typed.SwapValues) -> None:
    w.emit(g.SwapValues(node.span, node.left, node.right))


def shuffle(w: Writer, node: typed.Shuffle) -> None:
    w.emit(g.Shuffle(node.span, node.what, w.cells.take(1)))


def turn(w: Writer, node: typed.Turn) -> None:
    ready(w, node.what)
    w.emit(g.Turn(node.span, node.what, node.up))


def write(w: Writer, node: typed.Write) -> None:
    w.emit(g.Write(node.span, node))


def show(w: Writer, node: typed.Show) -> None:
    ready(w, node.what)
    w.emit(g.Show(node.span, node.what, node.to))


def announce(w: Writer, node: typed.Announce) -> None:
    for part in node.text.parts:
        if not isinstance(part, str):
            told(w, part)
    w.emit(g.Announce(node.span, node.text))


def say(w: Writer, node: typed.Say) -> None:
    for part in node.text.parts:
        if not isinstance(part, str):
            told(w, part)
    w.emit(g.Say(node.span, node.who, node.text, node.to))


def do_procedure(w: Writer, node: typed.DoProcedure) -> None:
    frames = tuple(w.graph.procedures[d.name] for d in node.deeds)
    w.emit(g.Call(node.span, frames, node.deeds, node.through, node.arguments))


def do_phase(w: Writer, node: typed.DoPhase) -> None:
    w.emit(g.CallPhase(node.span, w.graph.phases[node.phase.name]))


def wins(w: Writer, node: typed.Wins) -> None:
    w.emit(g.Finish(node.span, node.who))


def end(w: Writer, node: typed.End) -> None:
    if node.what == "game":
        w.emit(g.Finish(node.span, None))
    elif node.what == "loop":
        if w.loops:
            w.jump(node.span, w.loops[-1][1])
    else:
        w.emit(g.Goto(node.span, TURN_END if node.what == "turn" else PHASE_END))


def nothing(w: Writer, node: typed.Pass) -> None:
    pass


def branch(w: Writer, node: typed.If) -> None:
    over, seen, last = g.Label(), w.choices_seen, last_choice(w, node)
    for condition, body in node.branches:
        otherwise = g.Label()
        told(w, condition)
        w.emit(g.Test(condition.span, condition, otherwise))
        path(w, node, body, seen, last)
        w.jump(node.span, over)
        w.settle(otherwise)
    path(w, node, node.otherwise, seen, last)
    w.settle(over)


def path(w: Writer, node: typed.Statement, body: typed.Block, seen: int, last: int) -> None:
    """Lower one of several ways. In a joint decision it waits for the choices that stand in the others (6.3)."""
    w.choices_seen = seen
    barrier(w, node, w.choices_written)
    block(w, body)
    barrier(w, node, last)


def last_choice(w: Writer, node: typed.Statement) -> int:
    """Return the number of the last choice inside a statement of a joint decision."""
    return w.choices_written + sum(
        isinstance(s, typed.Choose | typed.Menu | typed.Offer) and not is_chance(s)
        for s in statements((node,))
    )


def is_chance(node: typed.Statement) -> bool:
    """Tell whether chance is asked."""
    return isinstance(node, typed.Choose) and node.who is None


def barrier(w: Writer, node: typed.Statement, number: int) -> None:
    """Make a member wait for the choices up to this number that its path doesn't come by."""
    if w.joint is not None and number > w.choices_seen:
        w.emit(g.Barrier(node.span, w.joint, number))
        w.choices_seen = number


def for_(w: Writer, node: typed.For) -> None:
    room = 1
    for _, over in node.binders:
        room *= source_room(w.cells.load, over)
    ready(w, tuple(over for _, over in node.binders))
    cell = w.cells.take(2 + room * len(node.binders))
    w.emit(g.ForStart(node.span, cell, node.binders, node.where, node.order, room))
    again, done = g.Label(), g.Label()
    slots = tuple(w.local(local) for local, _ in node.binders)
    start = cell
    w.settle(again)
    w.emit(g.ForNext(node.span, cell, slots, done))
    w.emit(g.Tick(node.span, bool(w.in_flow == 1)))
    loop_body(w, node.body, done)
    w.jump(node.span, again)
    w.settle(done)
    w.emit(g.Clear(node.span, start, w.cells.size))


def loop_body(w: Writer, body: typed.Block, done: g.Label) -> None:
    """Lower the body of a loop."""
    w.loops.append(("loop", done))
    depth, w.in_flow = w.in_flow, w.in_flow + 1 if w.in_flow else 0
    block(w, body)
    w.in_flow = depth
    w.loops.pop()


def repeat(w: Writer, node: typed.Repeat) -> None:
    again, done = g.Label(), g.Label()
    start = w.cells.size
    cell = 0
    if node.limit == "times" and node.value is not None:
        cell = w.cells.take(1)
        w.emit(g.TimesStart(node.span, cell, node.value))
        start += 1
    w.settle(again)
    if node.value is not None and node.limit == "times":
        w.emit(g.TimesNext(node.span, cell, done))
    elif node.value is not None and node.limit == "while":
        told(w, node.value)
        w.emit(g.Test(node.value.span, node.value, done))
    elif node.value is not None:
        told(w, node.value)
        stop = typed.Not(node.value.span, node.value.type, node.value)
        w.emit(g.Test(node.value.span, stop, done))
    w.emit(g.Tick(node.span, w.in_flow == 1))
    loop_body(w, node.body, done)
    w.emit(g.Clear(node.span, start, w.cells.size))
    w.jump(node.span, again)
    w.settle(done)
    w.emit(g.Clear(node.span, start, w.cells.size))


def stop(w: Writer, made: g.Stop) -> None:
    """Write a stop; inside a joint decision as the next numbered choice."""
    if w.joint is None:
        w.emit(made)
        return
    w.joint.choices += 1
    w.choices_seen = w.choices_written
    w.emit(g.JointChoice(made.span, w.joint, w.joint.choices, made))


def choose(w: Writer, node: typed.Choose) -> None:
    ready(w, node.choice.source)
    slot = w.local(node.choice.local)
    if node.who is None:
        cell = w.cells.take(1) if node.choice.quantity is not None else None
        name = w.question(node.name)
        w.emit(g.Draw(node.span, name, node, slot, cell, w.cells.counters[name]))
    else:
        stop(w, g.Choose(node.span, w.question(node.name), node, slot))


def take(w: Writer, node: typed.Take) -> None:
    frames = tuple(w.graph.actions[a.name] for a in node.actions)
    w.emit(g.Take(node.span, w.question(""), node, frames))


def menu(w: Writer, node: typed.Menu) -> None:
    cases, none, over = tuple(g.Label() for _ in node.cases), g.Label(), g.Label()
    last = last_choice(w, node)
    stop(w, g.Menu(node.span, w.question(""), node, cases, none))
    seen = w.choices_seen
    for label, case in zip(cases, node.cases, strict=True):
        w.settle(label)
        path(w, node, case.body, seen, last)
        w.jump(case.span, over)
    w.settle(none)
    path(w, node, (), seen, last)
    w.settle(over)


def offer(w: Writer, node: typed.Offer) -> None:
    otherwise, over = g.Label(), g.Label()
    last = last_choice(w, node)
    stop(w, g.Offer(node.span, w.question(""), node, otherwise))
    seen = w.choices_seen
    path(w, node, node.body, seen, last)
    w.jump(node.span, over)
    w.settle(otherwise)
    path(w, node, node.otherwise, seen, last)
    w.settle(over)


def race(w: Writer, node: typed.Race) -> None:
    slot = w.local(node.local, PLAYER.maybe())
    cell = w.cells.take(1 + w.cells.load.players)
    w.emit(g.Race(node.span, w.question(node.local.name), node, slot, cell))


def together(w: Writer, node: typed.Together) -> None:
    players = w.cells.load.players
    start = w.cells.size
    cell = w.cells.take(3 + 3 * players)
    frame = g.JointFrame(cell, players, node)
    w.emit(g.JointStart(node.span, frame))
    w.joint, w.choices_seen = frame, 0
    frame.member = Slot(cell, 1, False)
    w.graph.slots[node.local] = frame.member
    w.settle(frame.next)
    w.emit(g.JointNext(node.span, w.question("together"), frame))
    w.settle(frame.start)
    block(w, node.body)
    w.emit(g.JointDone(node.span, frame))
    w.settle(frame.done)
    w.joint, w.choices_seen = None, 0
    w.emit(g.JointClose(node.span, frame))
    w.emit(g.Clear(node.span, start, w.cells.size))


FORMS: dict[type[typed.Statement], Callable[[Writer, Any], None]] = {
    typed.Let: let,
    typed.Store: store,
    typed.Move: move,
    typed.SwapPlaces: swap_places,
    typed.SwapValues: swap_values,
    typed.Shuffle: shuffle,
    typed.Turn: turn,
    typed.Write: write,
    typed.Show: show,
    typed.Announce: announce,
    typed.Say: say,
    typed.DoProcedure: do_procedure,
    typed.DoPhase: do_phase,
    typed.Wins: wins,
    typed.End: end,
    typed.Pass: nothing,
    typed.If: branch,
    typed.For: for_,
    typed.Together: together,
    typed.Repeat: repeat,
    typed.Choose: choose,
    typed.Take: take,
    typed.Menu: menu,
    typed.Offer: offer,
    typed.Race: race,
}
