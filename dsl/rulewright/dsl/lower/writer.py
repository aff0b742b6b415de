"""The code under construction: instructions, slots, and what surrounds the statement being lowered."""

from __future__ import annotations

from attrs import define, field

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import Cells, Slot
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type


@define(eq=False)
class Writer:
    """Writes the code of one load."""

    cells: Cells
    graph: g.Graph
    path: str = ""
    """The rule being lowered."""
    joint: g.JointFrame | None = None
    choices_seen: int = 0
    """How many choices of the joint block lie behind a member at this place, made or waited for."""
    loops: list[tuple[str, g.Label]] = field(factory=list)
    """Where `end loop` leads, innermost last."""
    in_flow: int = 0
    """Depth of loops when lowering `flow`: those directly in it count rounds."""

    @property
    def choices_written(self) -> int:
        """How many choices of the joint block stand above this place."""
        return self.joint.choices if self.joint is not None else 0

    def emit(self, instruction: g.Instruction) -> None:
        """Write an instruction."""
        self.graph.code.append(instruction)
        self.graph.rules.append(self.path)

    def settle(self, label: g.Label) -> None:
        """Say that a label stands here."""
        label.at = len(self.graph.code)

    def local(self, local: typed.Local, kind: Type | None = None) -> Slot:
        """Reserve the cells of a local; inside a joint decision one stretch for each player."""
        member = self.joint.cell if self.joint is not None else None
        slot = self.cells.slot(kind or local.type, member)
        self.graph.slots[local] = slot
        return slot

    def question(self, local: str) -> str:
        """Return the public name of a stop: the rule's path and what is chosen."""
        return f"{self.path}.{local}" if local else self.path

    def jump(self, span: Span, to: g.Label) -> None:
        """Write a jump."""
        self.emit(g.Jump(span, to))
