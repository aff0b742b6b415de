"""Plain instructions: values, loops, speech, calls, and the end of set-up and game."""

from __future__ import annotations

from rulewright.dsl import graph as g
from rulewright.dsl.cells import (
    ACTOR,
    KIND,
    MASK,
    NONE,
    OVER,
    PC,
    READY,
    ROUNDS,
    STEPS,
    TURN_END,
    WINNER,
)
from rulewright.interpreter.engines.reference.machine import (
    STEPS_OF,
    WAIT,
    Machine,
)
from rulewright.interpreter.engines.reference.places import State
from rulewright.interpreter.faults import Fault


def bind(m: Machine, s: State, i: g.Bind) -> None:
    m.put(s, i.slot, m.root(i.value)(s))


def store(m: Machine, s: State, i: g.Store) -> None:
    m.effects.store(s, i.target, m.root(i.value)(s), i.value)


def jump(m: Machine, s: State, i: g.Jump) -> int:
    return i.to.at


def test(m: Machine, s: State, i: g.Test) -> int | None:
    return None if m.root(i.condition)(s) else i.otherwise.at


def tick(m: Machine, s: State, i: g.Tick) -> None:
    s[STEPS] += 1
    if s[STEPS] > m.limits.get("steps", 100_000):
        raise Fault("loop", "goes on without a stop", i.span)
    if i.round_:
        s[ROUNDS] += 1
        m.limit(s[ROUNDS], "rounds", i.span)


def clear(m: Machine, s: State, i: g.Clear) -> None:
    s[i.start : i.end] = [0] * (i.end - i.start)


def for_start(m: Machine, s: State, i: g.ForStart) -> None:
    members = m.lists.members(i)(s)
    s[i.cell], s[i.cell + 1] = len(members), 0
    flat = [v for member in members for v in member]
    s[i.cell + 2 : i.cell + 2 + len(flat)] = flat


def for_next(m: Machine, s: State, i: g.ForNext) -> int | None:
    count, at = s[i.cell], s[i.cell + 1]
    if at >= count:
        return i.done.at
    s[i.cell + 1] = at + 1
    width = len(i.slots)
    for n, slot in enumerate(i.slots):
        m.put(s, slot, s[i.cell + 2 + at * width + n])
    return None


def times_start(m: Machine, s: State, i: g.TimesStart) -> None:
    s[i.cell] = max(m.root(i.value)(s), 0)


def times_next(m: Machine, s: State, i: g.TimesNext) -> int | None:
    if s[i.cell] <= 0:
        return i.done.at
    s[i.cell] -= 1
    return None


def announce(m: Machine, s: State, i: g.Announce) -> None:
    m.tell("announces", NONE, m.lists.text(i.text)(s), fleeting=True)


def say(m: Machine, s: State, i: g.Say) -> None:
    if m.events is None:
        return
    who = m.root(i.who)(s)
    text = m.lists.text(i.text)(s)
    if i.to is None:
        m.tell("says", who, text, fleeting=True)
        return
    to = m.root(i.to)(s)
    mask = 1 << who
    for seat in to if isinstance(to, list) else [to]:
        mask |= 1 << seat
    m.tell("says", who, text, mask, "…", fleeting=True)


def told(m: Machine, s: State, i: g.Told) -> None:
    m.effects.told(s, i.value, m.tell if m.events is not None else None)


def call(m: Machine, s: State, i: g.Call) -> int:
    s[STEPS] += 1
    if s[STEPS] > m.limits.get("steps", 100_000):
        raise Fault("loop", "goes on without a stop", i.span)
    frame = i.frames[0]
    if i.through is not None:
        name = list(m.compiler.load.rules.procedures)[m.root(i.through)(s)]
        frame = next(f for f in i.frames if f.name == name)
    values = [m.root(a)(s) for a in i.arguments]
    s[frame.back] = s[PC] + 1
    for slot, value in zip(frame.arguments, values, strict=True):
        if not slot.is_set and value == NONE and slot is frame.arguments[0] and _has_subject(m, frame):
            raise Fault("none", f"`{i.span.text}`: nobody is there to do it", i.span)
        m.put(s, slot, value)
    return frame.entry.at


def _has_subject(m: Machine, frame: g.Frame) -> bool:
    procedure = m.compiler.load.rules.procedures.get(frame.name)
    return procedure is not None and procedure.subject is not None


def guard(m: Machine, s: State, i: g.Guard) -> None:
    frame = i.frame
    if frame.when is not None and not m.root(frame.when)(s):
        raise Fault("gap", f"`{frame.name}` is done although its `when` doesn't hold", i.span)
    if frame.on_turn is not None and m.root(frame.on_turn)(s) != s[ACTOR]:
        raise Fault("turn", f"`{frame.name}` is done by somebody who isn't on turn", i.span)


def return_(m: Machine, s: State, i: g.Return) -> int:
    back = s[i.frame.back]
    s[i.frame.start : i.frame.end] = [0] * (i.frame.end - i.frame.start)
    return back


def goto(m: Machine, s: State, i: g.Goto) -> int:
    if not s[i.cell]:
        raise Fault(
            "turn", "there is no turn to end" if i.cell == TURN_END else "there is no phase to end", i.span
        )
    return s[i.cell]


def finish(m: Machine, s: State, i: g.Finish) -> int:
    s[WINNER] = m.root(i.winner)(s) if i.winner is not None else NONE
    s[KIND], s[MASK], s[ACTOR] = OVER, 0, NONE
    m.tell("over", s[WINNER], "")
    return WAIT


def set_up(m: Machine, s: State, i: g.SetUp) -> None:
    s[READY] = 1
    for spot in range(len(m.compiler.load.spots)):
        s[m.graph.cells.armed + spot] = 1


STEPS_OF.update(
    {
        g.Bind: bind,
        g.Store: store,
        g.Jump: jump,
        g.Test: test,
        g.Tick: tick,
        g.Clear: clear,
        g.ForStart: for_start,
        g.ForNext: for_next,
        g.TimesStart: times_start,
        g.TimesNext: times_next,
        g.Announce: announce,
        g.Say: say,
        g.Told: told,
        g.Call: call,
        g.Guard: guard,
        g.Return: return_,
        g.Goto: goto,
        g.Finish: finish,
        g.SetUp: set_up,
    }
)
