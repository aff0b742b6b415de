"""Typed rules -> who mentions whom: the ids of the entries that a definition names."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import typed, walk
from rulewright.dsl import types as t
from rulewright.dsl.diff.entries import SECTIONS, Entry, section
from rulewright.dsl.types import Type


def mentions(rules: typed.Rules) -> dict[str, dict[str, None]]:
    """Return for each entry, and for `setup`, `flow`, `winner`, `returns`, the ids it mentions, in order."""
    found = {
        entry.id: dict.fromkeys(i for i in of_entry(rules, entry.entry) if i != entry.id)
        for name in SECTIONS
        for entry in section(rules, name).values()
    }
    found["setup"] = dict.fromkeys(inside(rules, rules.setup))
    found["flow"] = dict.fromkeys(inside(rules, rules.flow))
    winner = rules.winner
    parts = (
        ()
        if winner is None
        else (winner.rematch_if, winner.among, winner.ranked, winner.if_tied, winner.if_nobody)
    )
    found["winner"] = dict.fromkeys(inside(rules, parts))
    found["returns"] = dict.fromkeys(inside(rules, rules.returns[1] if rules.returns is not None else None))
    return found


def users(found: dict[str, dict[str, None]]) -> dict[str, list[str]]:
    """Return for each entry who mentions it, in order."""
    turned: dict[str, list[str]] = {}
    for who, named in found.items():
        for id in named:
            turned.setdefault(id, []).append(who)
    return turned


def of_entry(rules: typed.Rules, entry: Entry) -> Iterator[str]:
    """Yield what an entry mentions."""
    match entry:
        case typed.Constant(by=by, value=value, items=items, rows=rows, otherwise=otherwise):
            for index in by:
                yield from (
                    ([f"parameters.{index}"] if index in rules.parameters else [])
                    if isinstance(index, str)
                    else of_type(rules, index)
                )
            yield from inside(rules, (value, items, tuple(v for _, v in rows), otherwise))
        case typed.Parameter(type=kind):
            yield from of_type(rules, kind)
        case typed.EnumDecl():
            return
        case typed.Odds(rows=rows, by=by):
            if isinstance(by, str):
                yield f"parameters.{by}"
            elif by is not None:
                yield from of_type(rules, by)
            yield from inside(rules, tuple(pair for _, pairs in rows for pair in pairs))
        case typed.Kind():
            yield from of_kind(rules, entry)
        case typed.Zone(kinds=kinds, each=each, refill_from=refill):
            yield from (f"components.{k}" for k in kinds)
            for kind in each:
                yield from of_type(rules, kind)
            if refill is not None:
                yield f"zones.{refill.name}"
        case typed.Variable(type=kind, each=each, start=start):
            for one in (kind, *each):
                yield from of_type(rules, one)
            yield from inside(rules, start)
        case typed.Function(given=given, body=body):
            yield from of_types(rules, given)
            yield from inside(rules, body)
        case typed.Procedure(given=given, when=when, on_turn=on_turn, do=do):
            yield from of_types(rules, given)
            yield from inside(rules, (when, on_turn, do))
        case typed.Action(parts=parts, when=when, anytime=anytime, do=do):
            yield from inside(rules, (tuple(c for _, c in parts), when, anytime, do))
        case typed.Phase():
            yield from inside(
                rules,
                (entry.when, entry.do, entry.turns, entry.turn, entry.rounds, entry.until, entry.skip),
            )
        case typed.ScoreLine(value=value):
            yield from inside(rules, value)


def of_kind(rules: typed.Rules, kind: typed.Kind) -> Iterator[str]:
    """Yield what a kind mentions: types of attributes, what is printed, procedures on cards."""
    for attribute in (*kind.has.values(), *kind.keeps.values()):
        for one in (attribute.type, *attribute.each):
            yield from of_type(rules, one)
        yield from inside(rules, attribute.start)
    yield from inside(rules, (kind.shown_as, kind.copies))
    for row in kind.rows:
        yield from inside(
            rules,
            (
                row.copies,
                tuple(row.values.values()),
                tuple(v for v in row.indexed.values() if isinstance(v, typed.Expr)),
            ),
        )
    if kind.starts_in is not None:
        yield f"zones.{kind.starts_in.name}"


def of_types(rules: typed.Rules, given: tuple[typed.Local, ...]) -> Iterator[str]:
    """Yield what the types of arguments mention."""
    for local in given:
        yield from of_type(rules, local.type)


def of_type(rules: typed.Rules, kind: Type) -> Iterator[str]:
    """Yield the enum, kinds, constants and parameters of a type."""
    match kind:
        case t.Enum(name=name):
            yield f"types.{name}"
        case t.Thing(kinds=kinds):
            yield from (f"components.{k}" for k in kinds)
        case t.Int(low=low, high=high):
            for limit in (low, high):
                if isinstance(limit, str) and limit != "players":
                    yield f"parameters.{limit}" if limit in rules.parameters else f"constants.{limit}"
        case t.Set(of=of):
            yield from of_type(rules, of)
        case _:
            return


def inside(rules: typed.Rules, node: object) -> Iterator[str]:
    """Yield what the expressions and statements of a part mention."""
    for block in [node] if isinstance(node, tuple) else []:
        for item in block:
            if isinstance(item, tuple):
                yield from deeds_of(item)
            elif isinstance(item, typed.Statement):
                yield from deeds_of((item,))
    for e in walk.expressions(node):
        match e:
            case typed.ConstantRef(constant=constant):
                yield f"constants.{constant.name}"
            case typed.ParameterRef(parameter=parameter):
                yield f"parameters.{parameter.name}"
            case typed.VariableRef(variable=variable):
                yield f"variables.{variable.name}"
            case typed.AttributeRef(attributes=attributes):
                yield from (f"components.{a.kind}" for a in attributes)
            case typed.Place(zone=zone) if zone is not None:
                yield f"zones.{zone.name}"
            case typed.Single(kind=kind):
                yield f"components.{kind.name}"
            case typed.OfKind(kind=name):
                yield f"components.{name}"
            case typed.TypeValues(type=kind_):
                yield from of_type(rules, kind_.of if isinstance(kind_, t.Set) else kind_)
            case typed.OddsRef(odds=odds):
                yield f"odds.{odds.name}"
            case typed.Call(function=function):
                yield f"functions.{function.name}"
            case typed.Score(line=line):
                yield from [f"score.{line}"] if line else [f"score.{name}" for name in rules.score]
            case typed.Can(deeds=deeds):
                yield from (f"procedures.{d.name}" for d in deeds)
            case typed.Value(type=t.Deed(), value=value) if value is not None:
                yield f"procedures.{list(rules.procedures)[value]}"
            case typed.Value(type=t.Enum(name=name)):
                yield f"types.{name}"
            case _:
                pass


def deeds_of(block: tuple[object, ...]) -> Iterator[str]:
    """Yield procedures, phases, actions and slips that statements name."""
    for s in walk.statements(tuple(s for s in block if isinstance(s, typed.Statement))):
        match s:
            case typed.DoProcedure(deeds=deeds):
                yield from (f"procedures.{d.name}" for d in deeds)
            case typed.DoPhase(phase=phase):
                yield f"phases.{phase.name}"
            case typed.Take(actions=actions):
                yield from (f"actions.{a.name}" for a in actions)
            case typed.Write(kind=kind):
                yield f"components.{kind.name}"
            case _:
                pass
