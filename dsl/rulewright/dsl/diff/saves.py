"""A change -> whether a saved play may meet another question or another list of answers."""

from __future__ import annotations

from collections.abc import Iterable

import attrs
from attrs import define, field

from rulewright.dsl import typed, walk
from rulewright.dsl.diff.uses import inside, of_entry

ENDS = ("score", "winner", "returns")


@define(eq=False)
class Influence:
    """What reaches the questions of a game. A value that is only counted at the end reaches none of them."""

    rules: typed.Rules
    _feeds: dict[str, list[str]] = field(init=False)
    """Entry -> the entries that change with it."""
    _asking: set[str] = field(init=False)
    """What is read where that can decide what is asked."""

    def __attrs_post_init__(self) -> None:
        self._feeds = {}
        self._asking = set()
        for _, block in walk.blocks(self.rules):
            self.sort_block(block)
        for action in self.rules.actions.values():
            self.asks((tuple(c for _, c in action.parts), action.when, action.anytime))
        for procedure in self.rules.procedures.values():
            self.asks((procedure.when,))
        for phase in self.rules.phases.values():
            self.asks((phase.when, phase.turns, phase.rounds, phase.until, phase.skip))
        for section in ("functions", "constants", "score"):
            for name, entry in getattr(self.rules, section).items():
                self.feeds(of_entry(self.rules, entry), f"{section}.{name}")

    def asks(self, node: object) -> None:
        """Take note of what decides what is asked."""
        self._asking.update(inside(self.rules, node))

    def feeds(self, sources: Iterable[str], target: str) -> None:
        """Take note of what changes with what."""
        for source in dict.fromkeys(sources):
            self._feeds.setdefault(source, []).append(target)

    def sort_block(self, block: typed.Block) -> None:
        """Part what a block only stores from what decides how play goes on."""
        for s in walk.statements(block):
            if isinstance(s, typed.Store):
                self.feeds(inside(self.rules, s.value), target_id(s.target))
                continue
            if isinstance(s, typed.Say | typed.Announce):
                continue
            own = tuple(
                getattr(s, a.name)
                for a in attrs.fields(type(s))
                if a.name not in ("body", "otherwise", "branches", "cases")
            )
            self._asking |= set(inside(self.rules, own)) - rules_named(s)
            if isinstance(s, typed.If):
                self.asks(tuple(c for c, _ in s.branches))
            if isinstance(s, typed.Menu):
                self.asks(tuple(c.condition for c in s.cases))

    def reaches(self, ids: set[str]) -> bool:
        """Tell whether a change of these entries can change a question or its answers."""
        tainted = set(ids)
        waiting = list(ids)
        while waiting:
            for target in self._feeds.get(waiting.pop(), ()):
                if target not in tainted:
                    tainted.add(target)
                    waiting.append(target)
        return not tainted.isdisjoint(self._asking)


def target_id(target: typed.VariableRef | typed.AttributeRef) -> str:
    """Return the id of what a store changes."""
    if isinstance(target, typed.VariableRef):
        return f"variables.{target.variable.name}"
    return f"components.{target.attributes[0].kind}"


def rules_named(s: typed.Statement) -> set[str]:
    """Return the procedures, phases and actions that a statement goes on with: they are looked at themselves."""
    match s:
        case typed.DoProcedure(deeds=deeds):
            return {f"procedures.{d.name}" for d in deeds}
        case typed.DoPhase(phase=phase):
            return {f"phases.{phase.name}"}
        case typed.Take(actions=actions):
            return {f"actions.{a.name}" for a in actions}
        case _:
            return set()


def only_stores(before: typed.Statement | None, now: typed.Statement | None) -> set[str] | None:
    """Return what two statements store if they do nothing else, or None."""
    found: set[str] = set()
    for s in (before, now):
        if isinstance(s, typed.Store):
            found.add(target_id(s.target))
        elif s is not None:
            return None
    return found
