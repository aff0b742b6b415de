"""Typed rules -> decisions that may find nothing to choose and don't say `if any` (6.7.4).

Only what can be shown is reported: a source that nothing ever fills, or a condition on players, values or
numbers that nothing around the sentence has asked before.
"""

from __future__ import annotations

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.check.calls import Rule, body, called, inner_blocks
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import Span
from rulewright.dsl.walk import blocks, expressions, statements

Names = frozenset[str]


def check(rules: typed.Rules, report: Report) -> None:
    """Look at every sentence that must find something."""
    look = Look(rules, report)
    for owner, block in owners(rules):
        look.block(block, look.around(owner))


def owners(rules: typed.Rules) -> list[tuple[Rule | None, typed.Block]]:
    """Return every block with the rule it belongs to."""
    found: list[tuple[Rule | None, typed.Block]] = [(None, rules.setup), (None, rules.flow)]
    everything: list[Rule] = [*rules.procedures.values(), *rules.actions.values(), *rules.phases.values()]
    return found + [(rule, body(rule)) for rule in everything]


@define(eq=False)
class Look:
    """Goes through the blocks with what the conditions around have asked about."""

    rules: typed.Rules
    report: Report
    known: dict[int, Names] = field(factory=dict)
    filled: Names = frozenset()
    conditional: dict[int, Names] = field(factory=dict)
    """What the conditions of a statement ask about."""
    behind: dict[int, Names] = field(factory=dict)
    """What a choice has asked about."""

    callers: dict[int, list[tuple[Rule | None, typed.Block]]] = field(factory=dict)
    """The blocks that call a rule, with the rules they belong to."""

    def __attrs_post_init__(self) -> None:
        rules = self.rules
        for caller, block in owners(rules):
            for rule in {id(rule): None for s in statements(block) for rule in called(s)}:
                self.callers.setdefault(rule, []).append((caller, block))
        found = {k.starts_in.name for k in rules.kinds.values() if k.starts_in is not None}
        for _, block in blocks(rules):
            for statement in statements(block):
                match statement:
                    case typed.Move(to=typed.Place(zone=zone)) | typed.Write(on=typed.Place(zone=zone)):
                        found.add(zone.name if zone is not None else "box")
                    case typed.SwapPlaces(left=left, right=right):
                        found |= {p.zone.name for p in (left, right) if p.zone is not None}
                    case _:
                        pass
        found |= {z.name for z in rules.zones.values() if z.refill_from is not None}
        self.filled = frozenset(found)

    def around(self, owner: Rule | None) -> Names:
        """Return what is asked about wherever a rule is carried out, and by its own conditions."""
        if owner is None:
            return frozenset()
        if id(owner) in self.known:
            return self.known[id(owner)]
        self.known[id(owner)] = frozenset()
        callers = [
            self.around(caller) | self.before(block, owner)
            for caller, block in self.callers.get(id(owner), ())
        ]
        found = frozenset.intersection(*callers) if callers else frozenset()
        found |= asked(conditions(owner))
        self.known[id(owner)] = found
        return found

    def before(self, block: typed.Block, rule: Rule) -> Names:
        """Return what the conditions around the calls of a rule in a block ask about, at every call."""
        found: list[Names] = []
        self.calls(block, rule, frozenset(), found)
        return frozenset.intersection(*found) if found else frozenset()

    def calls(self, block: typed.Block, rule: Rule, names: Names, found: list[Names]) -> None:
        """Collect what is asked about around each call."""
        for statement in block:
            if any(rule is other for other in called(statement)):
                found.append(names | asked(arguments(statement)))
            names |= self.chosen(statement)
            for inner in inner_blocks(statement):
                self.calls(inner, rule, names | self.conditions(statement), found)

    def conditions(self, statement: typed.Statement) -> Names:
        """Return what the conditions of a statement ask about."""
        if id(statement) not in self.conditional:
            self.conditional[id(statement)] = asked(own_conditions(statement))
        return self.conditional[id(statement)]

    def chosen(self, statement: typed.Statement) -> Names:
        """Return what an earlier choice or condition of the same block has asked about."""
        if not isinstance(statement, typed.Choose):
            return self.conditions(statement)
        if id(statement) not in self.behind:
            choice = statement.choice
            self.behind[id(statement)] = asked((choice.where, choice.source))
        return self.behind[id(statement)]

    def block(self, block: typed.Block, names: Names) -> None:
        """Check the sentences of a block, knowing what was asked about before."""
        for statement in block:
            self.sentence(statement, names)
            names |= self.chosen(statement)
            for inner in inner_blocks(statement):
                self.block(inner, names | self.conditions(statement))

    def sentence(self, statement: typed.Statement, names: Names) -> None:
        """Check one sentence."""
        match statement:
            case typed.Choose(who=who, choice=choice, may=False, if_any=False):
                if may_be_none(choice):
                    return
                why = self.empty(choice, names)
                if why:
                    self.tell(
                        choice.span,
                        why,
                        "say `if any` behind it" if who is not None else "ask first: `if any(…):`",
                    )
            case typed.Menu(cases=cases, may=False, if_any=False):
                if all(case.condition is not None for case in cases) and not covers(cases, names):
                    self.tell(
                        statement.span, "every case has a condition", "say `if any`, or give one case none"
                    )
            case typed.Take(actions=actions, may=False, if_any=False):
                if all(self.may_be_impossible(action, names) for action in actions):
                    self.tell(
                        statement.span,
                        "every action has a condition",
                        "say `if any`, or add an action `pass`",
                    )
            case _:
                pass

    def tell(self, span: Span, why: str, help_: str) -> None:
        """Report a sentence that may find nothing."""
        self.report.add(
            "decide-empty",
            f"there may be nothing to choose: {why}",
            span,
            help=help_,
            note="with nothing to choose the game stops with a fault",
        )

    def empty(self, choice: typed.Choice, names: Names) -> str:
        """Return why a source may be empty, or nothing."""
        source, where = choice.source, choice.where
        if isinstance(source, typed.Place) and source.zone is not None:
            return "" if source.zone.name in self.filled else f"nothing ever lies in `{source.zone.name}`"
        fixed = isinstance(source, typed.Everyone | typed.TypeValues | typed.Span_ | typed.Listing)
        if not fixed or where is None or harmless(where, self.rules.written.players[0]):
            return ""
        return "" if asked((where,)) & names else "the condition may hold for none"

    def may_be_impossible(self, action: typed.Action, names: Names) -> bool:
        """Tell whether an action depends on something that nothing around has asked about."""
        if action.when is not None:
            return not asked((action.when,)) & names
        return any(bool(self.empty(choice, names)) for _, choice in action.parts)


def may_be_none(choice: typed.Choice) -> bool:
    """Tell whether a choice accepts none at all."""
    quantity = choice.quantity
    if quantity is None:
        return False
    return quantity.low is None or not (
        isinstance(quantity.low, typed.Value) and (quantity.low.value or 0) > 0
    )


def covers(cases: tuple[typed.Case, ...], names: Names) -> bool:
    """Tell whether a menu may well cover everything: a case asks what another or an earlier condition did."""
    every = [asked((case.condition,)) for case in cases]
    shared = any(a & b for n, a in enumerate(every) for b in every[n + 1 :])
    return shared or any(each & names for each in every)


def harmless(where: typed.Expr, players: int) -> bool:
    """Tell whether a condition only excludes one value: `other is not me` among two players or more."""
    return isinstance(where, typed.Same) and where.negated and players > 1


def conditions(owner: Rule) -> tuple[object, ...]:
    """Return the conditions on a whole rule."""
    match owner:
        case typed.Procedure(when=when):
            return (when,)
        case typed.Action(when=when, parts=parts):
            return (when, *((c.source, c.where) for _, c in parts))
        case typed.Phase(when=when, until=until, skip=skip):
            return (when, until, skip)


def own_conditions(statement: typed.Statement) -> tuple[object, ...]:
    """Return the conditions that a statement puts on its blocks, and on what follows it."""
    match statement:
        case typed.If(branches=branches):
            return tuple(condition for condition, _ in branches)
        case typed.For(binders=binders, where=where):
            return (where, *(source for _, source in binders))
        case typed.Repeat(value=value):
            return (value,)
        case typed.Together(where=where):
            return (where,)
        case typed.Menu(cases=cases):
            return tuple(case.condition for case in cases)
        case _:
            return ()


def arguments(statement: typed.Statement) -> tuple[object, ...]:
    """Return what a call gives to the rule: a component was found or chosen somewhere."""
    return statement.arguments if isinstance(statement, typed.DoProcedure) else ()


def asked(nodes: tuple[object, ...]) -> Names:
    """Return the zones, variables, attributes and functions that conditions ask about, also in functions."""
    found: set[str] = set()
    pending: list[object] = [*nodes]
    seen: set[int] = set()
    while pending:
        for expr in expressions(pending.pop()):
            match expr:
                case typed.Place(zone=zone):
                    found.add(zone.name if zone is not None else "box")
                case typed.VariableRef(variable=variable):
                    found.add(variable.name)
                case typed.AttributeRef(attributes=attributes):
                    found.add(attributes[0].name)
                case typed.ParameterRef(parameter=parameter):
                    found.add(parameter.name)
                case typed.Call(function=function):
                    found.add(function.name)
                    if id(function) not in seen:
                        seen.add(id(function))
                        pending.append(function.body)
                case typed.Can(deeds=deeds):
                    for deed in deeds:
                        if id(deed) not in seen:
                            seen.add(id(deed))
                            pending += [deed.when, deed.do[0] if deed.do else None]
                case typed.LocalRef(local=local) if local.source is not None and id(local) not in seen:
                    seen.add(id(local))
                    pending.append(local.source)
                case _:
                    pass
    return frozenset(found)
