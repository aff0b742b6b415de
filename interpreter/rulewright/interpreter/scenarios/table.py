"""One game set up for a test: its state, and the names its expressions may use."""

from __future__ import annotations

import re

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.resolve import type_outside
from rulewright.dsl.source import RuleText, Span
from rulewright.dsl.types import Player, Thing
from rulewright.interpreter.game import Game, State
from rulewright.interpreter.scenarios.model import Scenario, Wrong
from rulewright.interpreter.scenarios.naming import Names, tokens


@define(eq=False)
class Frame:
    """What tests of the same game share: the names known in their expressions, and those expressions, typed."""

    names: Names
    locals: dict[str, typed.Local] = field(factory=dict)
    values: dict[str, int] = field(factory=dict)
    known: dict[str, typed.Expr] = field(factory=dict)


def make_frame(game: Game, scenario: Scenario) -> Frame:
    """Return the names a test may use: its seats and its short names of components."""
    names = Names(game.machine, {k: tokens(v) for k, v in scenario.names.items()})
    frame = Frame(names)
    for player in range(game.players):
        seat = game.seat(player)
        if re.fullmatch(r"[^\W\d]\w*", seat):
            frame.locals[seat] = typed.Local(seat, Player(), scenario.span)
            frame.values[seat] = player
    blank = [0] * game.graph.cells.size
    for alias, long in names.aliases.items():
        for card in game.load.cards:
            if names.named(blank, card.id, long) is not None:
                frame.locals[alias] = typed.Local(alias, Thing(False, (card.kind.name,)), scenario.span)
                frame.values[alias] = card.id
                break
    return frame


@define(eq=False)
class Table:
    """A game set up for one test."""

    scenario: Scenario
    game: Game
    frame: Frame
    state: State

    @property
    def names(self) -> Names:
        """How words name components and values here."""
        return self.frame.names

    @property
    def locals(self) -> dict[str, typed.Local]:
        """Seat names and short names."""
        return self.frame.locals

    @property
    def values(self) -> dict[str, int]:
        """What they stand for."""
        return self.frame.values

    def expression(self, text: str, span: Span) -> typed.Expr:
        """Type an expression of the test; seat names and short names are known in it."""
        known = self.frame.known
        if text not in known:
            self.know_names(text)
            report = Report()
            rule = RuleText(text, span.source, ((0, span.start),), False)
            found = type_outside(self.game.rules, rule, self.locals, report)
            if found is None or report.failed:
                first = report.sorted()[0]
                raise Wrong(f"`{text}`: {first.message}" + (f" ({first.help})" if first.help else ""), span)
            known[text] = found
        return known[text]

    def know_names(self, text: str) -> None:
        """Let components be named in expressions by one word of theirs that means nothing else."""
        rules = self.game.rules
        for word_ in dict.fromkeys(re.findall(r"[^\W\d]\w*", text)):
            taken = word_ in self.locals or any(
                word_ in space
                for space in (
                    rules.constants,
                    rules.parameters,
                    rules.zones,
                    rules.variables,
                    rules.functions,
                    rules.odds,
                    rules.kinds,
                    rules.procedures,
                    rules.enums,
                )
            )
            bound = re.search(rf"\b{word_}\s+in\b", text) is not None
            if taken or bound or any(word_ in enum.values for enum in rules.enums.values()):
                continue
            for card in self.game.load.cards:
                if (word_,) in self.names.forms(self.state.cells, card.id):
                    self.locals[word_] = typed.Local(
                        word_, Thing(False, (card.kind.name,)), self.scenario.span
                    )
                    self.values[word_] = card.id
                    break

    def evaluate(self, found: typed.Expr, state: State | None = None) -> object:
        """Evaluate a typed expression of the test."""
        locals_ = list(self.locals.values())
        compiler = self.game.machine.compiler
        closure = self.game.machine.lists.once("test", found, lambda: compiler.with_local(found, *locals_))
        return closure((state or self.state).cells, *(self.values[local.name] for local in locals_))

    def seat(self, name: str) -> int | None:
        """Return the seat of this name, or None."""
        return next((p for p in range(self.game.players) if self.game.seat(p) == name), None)
