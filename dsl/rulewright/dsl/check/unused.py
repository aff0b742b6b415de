"""Typed rules -> names that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulewright.dsl import tree, typed
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.resolve.public import children
from rulewright.dsl.source import Span
from rulewright.dsl.types import Deed, Int, Type, Words
from rulewright.dsl.walk import blocks, statements


def check(rules: typed.Rules, report: Report) -> None:
    """Report zones, variables, functions, procedures, parameters, constants and attributes without effect."""
    used = Used(rules)
    for what, name, span, why in declared(rules):
        if (what, name) not in used.names and name.split(".")[-1] not in used.words:
            report.add(
                "name-unused", f"{why.format(name.split('.')[-1])}", span, help="take it out, or use it"
            )


def declared(rules: typed.Rules) -> Iterator[tuple[str, str, Span, str]]:
    """Yield everything that ought to be read: section, name, place, and what to say when it isn't.

    A constant or parameter with a note stands for something that the text names without a rule for it; an open
    attribute may be a mark for the players' eyes.
    """
    for zone in rules.zones.values():
        yield "zone", zone.name, zone.span, "nothing ever uses the zone `{}`"
    for variable in rules.variables.values():
        yield "variable", variable.name, variable.span, "no rule reads the variable `{}`"
    for function in rules.functions.values():
        yield "function", function.name, function.written.name.span, "nothing asks for `{}`"
    for procedure in rules.procedures.values():
        yield "procedure", procedure.name, procedure.written.name.span, "nothing carries out `{}`"
    for phase in rules.phases.values():
        yield "phase", phase.name, phase.written.name.span, "`flow` never comes to the phase `{}`"
    for parameter in rules.parameters.values():
        yield "parameter", parameter.name, parameter.written.name.span, "no rule reads the parameter `{}`"
    for odds in rules.odds.values():
        yield "odds", odds.name, odds.written.name.span, "chance never chooses from `{}`"
    for constant in rules.constants.values():
        notes = constant.written.notes
        if notes.text is None and notes.assumed is None and not notes.cite:
            yield "constant", constant.name, constant.written.name.span, "no rule reads the constant `{}`"
    for kind in rules.kinds.values():
        for attribute in (*kind.has.values(), *kind.keeps.values()):
            for_eyes = attribute.open or isinstance(attribute.type, Words)
            if not for_eyes and (kind.written.shown_as is not None or not attribute.fixed):
                yield (
                    "attribute",
                    f"{kind.name}.{attribute.name}",
                    attribute.span,
                    "no rule reads the attribute `{}`",
                )


@define(eq=False)
class Used:
    """What is read somewhere. `words` are the words of the tests, whose expressions aren't typed."""

    rules: typed.Rules
    names: set[tuple[str, str]] = field(factory=set)
    words: set[str] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        rules = self.rules
        self.read(*(f.body for f in rules.functions.values()))
        for procedure in rules.procedures.values():
            self.read(procedure.when, procedure.on_turn)
            self.types(*(local.type for local in procedure.given))
        for function in rules.functions.values():
            self.types(*(local.type for local in function.given))
        for action in rules.actions.values():
            self.read(action.when, action.anytime, action.parts)
        for phase in rules.phases.values():
            self.read(phase.when, phase.turns, phase.rounds, phase.until, phase.skip)
        self.read(*(line.value for line in rules.score.values()), rules.returns)
        winner = rules.winner
        if winner is not None:
            self.read(winner.rematch_if, winner.among, winner.ranked, winner.if_tied, winner.if_nobody)
        for _, block in blocks(rules):
            for statement in statements(block):
                self.statement(statement)
        self.declarations()
        self.words_of(rules.written.tests)

    def declarations(self) -> None:
        """Read what declarations say of each other."""
        rules = self.rules
        for kind in rules.kinds.values():
            self.read(kind.shown_as, kind.copies, *((r.copies, *r.values.values()) for r in kind.rows))
            self.read(*(cell for r in kind.rows for cell in r.indexed.values()))
            if kind.starts_in is not None:
                self.names.add(("zone", kind.starts_in.name))
            for attribute in (*kind.has.values(), *kind.keeps.values()):
                self.read(attribute.start)
                self.types(attribute.type, *attribute.each)
                if isinstance(attribute.type, Deed):
                    self.deeds(kind, attribute)
        for zone in rules.zones.values():
            self.read(zone.arranged)
            self.types(*zone.each)
            if zone.refill_from is not None:
                self.names.add(("zone", zone.refill_from.name))
        for variable in rules.variables.values():
            self.read(variable.start)
            self.types(variable.type, *variable.each)
        for parameter in rules.parameters.values():
            self.types(parameter.type)
        for constant in rules.constants.values():
            self.read(constant.value, constant.items, constant.rows, constant.otherwise)
            self.types(*constant.by)
            self.names |= {("parameter", by) for by in constant.by if isinstance(by, str)}
        for odds in rules.odds.values():
            self.read(odds.rows)
            self.names |= {("parameter", odds.by)} if isinstance(odds.by, str) else set()
        screen = rules.written.screen
        for word in (*screen.table, *screen.player) if screen is not None else ():
            self.names |= {("zone", word.value), ("function", word.value)}

    def deeds(self, kind: typed.Kind, attribute: typed.Attribute) -> None:
        """Read the procedures that cards name."""
        for row in kind.rows:
            for cell in row.values.get(attribute.name, ()):
                if isinstance(cell, typed.Value) and cell.value is not None:
                    self.names.add(("procedure", list(self.rules.procedures)[cell.value]))

    def statement(self, statement: typed.Statement) -> None:
        """Read a statement; what is only assigned isn't read."""
        match statement:
            case typed.Store(target=target, value=value):
                for index in target.indexes:
                    self.read(index)
                if isinstance(target, typed.AttributeRef):
                    self.read(target.of)
                if isinstance(value, typed.Arithmetic) and value.left is target:
                    self.read(value.right)
                else:
                    self.read(value)
            case typed.DoProcedure(deeds=deeds, through=through, arguments=arguments):
                self.names |= {("procedure", deed.name) for deed in deeds}
                self.read(through, arguments)
            case typed.DoPhase(phase=phase):
                self.names.add(("phase", phase.name))
            case typed.Move(what=what, to=to, at=at, fields=fields):
                self.read(what, to, at, tuple(value for _, value in fields))
            case typed.Write(on=on, fields=fields):
                self.read(on, tuple(value for _, value in fields))
            case _:
                self.read(statement)

    def read(self, *nodes: object) -> None:
        """Note everything that expressions read."""
        for node in nodes:
            match node:
                case typed.Expr():
                    self.expression(node)
                    self.read(*children(node))
                case typed.Words():
                    self.read(*node.parts)
                case tuple():
                    self.read(*node)
                case typed.Choice() | typed.Quantity() | typed.Order() | typed.SortKey() | typed.Seats():
                    self.fields(node)
                case typed.AllOf() | typed.Some() | typed.Case() | typed.Statement():
                    self.fields(node)
                case _:
                    pass

    def fields(self, node: object) -> None:
        """Read the parts of a node; blocks are walked on their own."""
        for attribute in node.__attrs_attrs__:  # type: ignore[attr-defined]
            if attribute.name not in ("body", "otherwise", "branches"):
                self.read(getattr(node, attribute.name))
        if isinstance(node, typed.If):
            self.read(*(condition for condition, _ in node.branches))

    def expression(self, found: typed.Expr) -> None:
        """Note what one expression names."""
        match found:
            case typed.Place(zone=zone) if zone is not None:
                self.names.add(("zone", zone.name))
            case typed.VariableRef(variable=variable):
                self.names.add(("variable", variable.name))
            case typed.Call(function=function):
                self.names.add(("function", function.name))
            case typed.ParameterRef(parameter=parameter):
                self.names.add(("parameter", parameter.name))
            case typed.ConstantRef(constant=constant):
                self.names.add(("constant", constant.name))
            case typed.OddsRef(odds=odds):
                self.names.add(("odds", odds.name))
            case typed.AttributeRef(attributes=attributes):
                self.names |= {("attribute", f"{a.kind}.{a.name}") for a in attributes}
            case typed.Can(deeds=deeds):
                self.names |= {("procedure", deed.name) for deed in deeds}
            case typed.Value(type=Deed(), value=int() as number):
                self.names.add(("procedure", list(self.rules.procedures)[number]))
            case _:
                pass

    def types(self, *kinds: Type | str) -> None:
        """Note the constants and parameters that bound ranges."""
        for kind in kinds:
            for bound in (kind.low, kind.high) if isinstance(kind, Int) else ():
                if isinstance(bound, str):
                    self.names |= {("constant", bound), ("parameter", bound)}

    def words_of(self, data: object) -> None:
        """Note the words of the tests."""
        match data:
            case tree.Mapping(pairs=pairs):
                for key, value in pairs:
                    self.words_of(key)
                    self.words_of(value)
            case tree.Sequence(items=items):
                for item in items:
                    self.words_of(item)
            case tree.Scalar(text=text):
                self.words |= set(
                    text.replace(".", " ").replace("(", " ").replace("[", " ").replace(":", " ").split()
                )
            case _:
                pass
