"""Control graph -> plan: which instructions begin a block, which loops and branches stay loops and branches."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from attrs import define, field

from rulewright.dsl import graph as g

LEFT = (g.Call, g.CallPhase, g.Take, g.Stop, g.JointChoice, g.Barrier, g.FirstPlayer)
"""Instructions behind which play goes on later."""
NEVER_PAST = (
    g.Jump,
    g.Return,
    g.Goto,
    g.Finish,
    g.Call,
    g.CallPhase,
    g.PhaseReturn,
    g.JointStart,
    g.JointChoice,
    g.JointDone,
)
"""Instructions that never lead to the next one."""


KEPT = (g.EndsStart, g.Ready, g.Shuffle, g.Draw, g.PhaseStart)
"""Instructions that keep something in the state while they last."""


@define(eq=False)
class Plan:
    """How the code of a graph is cut up.

    `leaders` begin a block. `branches` are tests whose two ways come together again at an instruction. `loops` lead
    from their first instruction to the one behind them; nothing stops inside, and nothing jumps in from outside.
    """

    graph: g.Graph
    leaders: set[int] = field(factory=set)
    branches: dict[int, int] = field(factory=dict)
    loops: dict[int, int] = field(factory=dict)
    entered: set[int] = field(factory=set)
    """Instructions that are reached through a cell."""
    whole: dict[int, int] = field(factory=dict)
    """Loops of the rules that can keep their locals outside the state, from the instruction before them to the one
    that clears their cells."""

    def __attrs_post_init__(self) -> None:
        code = self.graph.code
        self.entered = {at for at in entered(self.graph) if 0 <= at < len(code)}
        refs = [(pc, label.at) for pc, i in enumerate(code) for label in labels(i)]
        self.find_branches()
        self.find_loops(refs)
        while True:
            self.leaders = self.found_leaders(refs)
            broken = [a for a, d in self.loops.items() if any(p in self.leaders for p in range(a, d))]
            if not broken:
                break
            for a in broken:
                del self.loops[a]
        self.find_whole()

    def find_whole(self) -> None:
        """Find the loops whose cells nobody sees: nothing stops in them, no set is kept, and no turn or phase ends in
        them, which would leave their cells as they are."""
        code = self.graph.code
        for start, over in self.loops.items():
            before = code[start - 1]
            if (
                not isinstance(before, g.ForStart | g.TimesStart)
                or start in self.leaders
                or over in self.leaders
            ):
                continue
            within = code[start:over]
            if not isinstance(code[over], g.Clear) or any(isinstance(i, (*KEPT, g.Goto)) for i in within):
                continue
            if all(not isinstance(i, g.Bind) or not i.slot.is_set for i in within):
                self.whole[start - 1] = over

    def moves_at_once(self, pc: int) -> bool:
        """Tell whether everything that a move takes is moved in one go."""
        done = self.graph.code[pc + 1]
        assert isinstance(done, g.MoveNext)
        return pc + 1 in self.loops and done.done.at not in self.leaders

    def find_branches(self) -> None:
        """Find the tests of `if`: the first way ends with a jump over the second."""
        code = self.graph.code
        for pc, i in enumerate(code):
            if isinstance(i, g.Test) and i.otherwise.at > pc + 1:
                last = code[i.otherwise.at - 1]
                if isinstance(last, g.Jump) and last.to.at >= i.otherwise.at:
                    self.branches[pc] = last.to.at

    def find_loops(self, refs: list[tuple[int, int]]) -> None:
        """Find loops without stops."""
        for pc, i in enumerate(self.graph.code):
            if not isinstance(i, g.Jump) or i.to.at > pc:
                continue
            start, over = i.to.at, pc + 1
            within = range(start, over)
            if any(at in self.entered for at in within):
                continue
            outside = [r for r in refs if r[1] in within and r[0] not in within]
            again = [r for r in refs if r[1] == start]
            leaving = [r for r in refs if r[1] == over and r[0] not in within]
            if not outside and len(again) == 1 and not leaving and over not in self.entered:
                self.loops[start] = over

    def found_leaders(self, refs: list[tuple[int, int]]) -> set[int]:
        """Return what begins a block, given the loops that stay."""
        code = self.graph.code
        ways: dict[int, int] = {}
        known = set()
        for pc, over in self.branches.items():
            test = code[pc]
            assert isinstance(test, g.Test)
            known |= {(pc, test.otherwise.at), (test.otherwise.at - 1, over)}
        for pc, at in refs:
            stays = any(at in (a, d) and a <= pc < d for a, d in self.loops.items())
            if (pc, at) not in known and not stays:
                ways[at] = ways.get(at, 0) + (2 if at <= pc else 1)
        found = set(self.entered)
        for at, n in ways.items():
            falls = at > 0 and not isinstance(code[at - 1], NEVER_PAST)
            if n + falls > 1:
                found.add(at)
        for pc, over in sorted(self.branches.items(), key=lambda b: b[1] - b[0]):
            if any(at in found for at in range(pc + 1, over)):
                found.add(over)
        return found


def entered(graph: g.Graph) -> Iterator[int]:
    """Yield the instructions that are reached through a cell."""
    yield 0
    for pc, i in enumerate(graph.code):
        if isinstance(i, LEFT):
            yield pc + 1
        if begun_anew(graph, pc):
            yield pc
        match i:
            case g.JointStart(frame=joint) | g.JointNext(frame=joint):
                yield from (joint.start.at, joint.done.at, joint.next.at)
            case g.JointChoice(stop=g.Menu() as menu) | (g.Menu() as menu):
                yield from (menu.done.at, *(label.at for label in menu.cases))
            case g.JointChoice(stop=g.Offer() as offer) | (g.Offer() as offer):
                yield offer.otherwise.at
            case _:
                pass
    for frame in (*graph.actions.values(), *graph.procedures.values()):
        yield frame.entry.at
    for phase in graph.phases.values():
        yield from (phase.entry.at, phase.turn_end.at, phase.phase_end.at)


def begun_anew(graph: g.Graph, pc: int) -> bool:
    """Tell whether an instruction is begun anew when it has been answered."""
    match graph.code[pc]:
        case g.Draw() | g.JointNext():
            return True
        case g.Ready(place=place):
            return place.zone is not None and place.zone.lazy
        case g.Shuffle(place=place):
            return place.zone is not None and not place.zone.lazy
        case g.EndsReady(cell=cell):
            return any(
                isinstance(i, g.EndsStart)
                and i.cell == cell
                and i.place.zone is not None
                and i.place.zone.lazy
                for i in graph.code
            )
        case _:
            return False


def labels(instruction: g.Instruction) -> Iterator[g.Label]:
    """Yield where an instruction can lead, frames apart."""
    for attribute in attrs.fields(type(instruction)):
        found = getattr(instruction, attribute.name)
        if isinstance(found, g.Label):
            yield found
        elif isinstance(found, tuple):
            yield from (x for x in found if isinstance(x, g.Label))
        elif isinstance(found, g.Stop):
            yield from labels(found)
