"""A change -> whether a saved play may meet another question or another list of answers."""

from __future__ import annotations

from attrs import define, field

from rulewright.dsl import typed, walk
from rulewright.dsl.diff.uses import inside, of_entry

ENDS = ("score", "winner", "returns")


@define(eq=False)
class Influence:
    """What reaches the questions of a game. A value that is only counted at the end reaches none of them."""

    rules: typed.Rules
    _stores: dict[str, list[tuple[str, typed.Expr]]] = field(init=False)
    _asking: dict[str, set[str]] = field(init=False)
    """Rule -> what it reads where that can decide what is asked."""

    def __attrs_post_init__(self) -> None:
        self._stores = {}
        self._asking = {}
        for path, block in walk.blocks(self.rules):
            asking: set[str] = set()
            self.sort_block(path, block, asking)
            self._asking[path] = asking
        for action in self.rules.actions.values():
            self._asking[f"actions.{action.name}"] |= set(
                inside(self.rules, (tuple(c for _, c in action.parts), action.when, action.anytime))
            )
        for procedure in self.rules.procedures.values():
            self._asking[f"procedures.{procedure.name}"] |= set(inside(self.rules, (procedure.when,)))
        for phase in self.rules.phases.values():
            parts = (phase.when, phase.turns, phase.rounds, phase.until, phase.skip)
            self._asking[f"phases.{phase.name}"] |= set(inside(self.rules, parts))

    def sort_block(self, path: str, block: typed.Block, asking: set[str]) -> None:
        """Part what a block only stores from what decides how play goes on."""
        for s in walk.statements(block):
            if isinstance(s, typed.Store):
                target = target_id(s.target)
                self._stores.setdefault(path, []).append((target, s.value))
                continue
            if isinstance(s, typed.Say | typed.Announce):
                continue
            own = tuple(
                getattr(s, a.name)
                for a in s.__attrs_attrs__
                if a.name not in ("body", "otherwise", "branches", "cases")
            )
            asking |= set(inside(self.rules, own)) - rules_named(s)
            if isinstance(s, typed.If):
                asking |= set(inside(self.rules, tuple(c for c, _ in s.branches)))
            if isinstance(s, typed.Menu):
                asking |= set(inside(self.rules, tuple(c.condition for c in s.cases)))

    def reaches(self, ids: set[str]) -> bool:
        """Tell whether a change of these entries can change a question or its answers."""
        tainted = set(ids)
        while True:
            grown = set(tainted)
            for name, function in self.rules.functions.items():
                if set(of_entry(self.rules, function)) & tainted:
                    grown.add(f"functions.{name}")
            for name, constant in self.rules.constants.items():
                if set(of_entry(self.rules, constant)) & tainted:
                    grown.add(f"constants.{name}")
            for name, line in self.rules.score.items():
                if set(of_entry(self.rules, line)) & tainted:
                    grown.add(f"score.{name}")
            for stores in self._stores.values():
                for target, value in stores:
                    if set(inside(self.rules, value)) & tainted:
                        grown.add(target)
            if grown == tainted:
                break
            tainted = grown
        return any(asked & tainted for asked in self._asking.values())


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
