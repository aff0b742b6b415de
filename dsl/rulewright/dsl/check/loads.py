"""Typed rules -> loads: every number of players, and every value of a parameter on which a load depends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from rulewright.dsl import typed
from rulewright.dsl.check.calls import reached
from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.dsl.faces import KnownFaces
from rulewright.dsl.known import Known
from rulewright.dsl.load import Load, load
from rulewright.dsl.settings import settings_of
from rulewright.dsl.types import Bool, Enum, Int, Private, Type
from rulewright.dsl.walk import blocks, expressions, statements

MOST_TRIED = 12
"""How many values of one parameter are tried; of a longer range its ends and what lies evenly between."""

MOST_LISTED = 40
"""How many values of one parameter are listed."""


@frozen(eq=False)
class Case:
    """One load, and the words for it: `with 5 players`; nothing for the first."""

    load: Load
    words: str
    ordinary: bool
    """Whether all parameters have their defaults."""


def said(message: str, wrong: list[Case], cases: list[Case]) -> str:
    """Return a message about some cases: it names the first, unless every number of players is concerned."""
    everywhere = all(case in wrong for case in cases if case.ordinary)
    return message if everywhere or not wrong[0].words else f"{wrong[0].words} {message}"


def cases(rules: typed.Rules, report: Report) -> list[Case]:
    """Make the loads; what is wrong with one is reported once, with the first case in which it shows."""
    low, high = rules.written.players
    defaults, _ = settings_of(rules, {})
    found: list[Case] = []
    problems: list[tuple[Diagnostic, list[str]]] = []
    faces = KnownFaces()
    for players in range(low, high + 1):
        words = f"with {players} player{'s' if players > 1 else ''}" if high > low else ""
        found += one(rules, players, defaults, words, problems, faces)
    for problem, words_of_it in problems:
        everywhere = len(words_of_it) == high - low + 1
        report.found.append(problem if everywhere else evolve(problem, note=problem.note or words_of_it[0]))
    if report.failed:
        return found
    problems = []
    for name, value, word in other_settings(rules, defaults):
        settings, words = {**defaults, name: value}, f"with `{name}` set to {word}"
        found += one(rules, low, settings, words, problems, faces)
    report.found += [evolve(problem, note=problem.note or words[0]) for problem, words in problems]
    return found


def one(
    rules: typed.Rules,
    players: int,
    settings: Mapping[str, Known],
    words: str,
    problems: list[tuple[Diagnostic, list[str]]],
    faces: KnownFaces,
) -> list[Case]:
    """Make one load; what is wrong with it is kept with the words of all cases in which it shows."""
    own = Report()
    made = load(rules, players, settings, own, faces)
    for finding in own.sorted():
        known = next((cases for other, cases in problems if same(finding, other)), None)
        if known is None:
            problems.append((finding, [words]))
        else:
            known.append(words)
    return [] if made is None else [Case(made, words, "`" not in words)]


def same(one: Diagnostic, other: Diagnostic) -> bool:
    """Tell whether two findings are about the same place."""
    return one.code == other.code and one.span == other.span


def other_settings(rules: typed.Rules, defaults: Mapping[str, Known]) -> Iterator[tuple[str, Known, str]]:
    """Yield every value but the default of the parameters that matter: name, value, its word."""
    names = of_weight(rules)
    for parameter in rules.parameters.values():
        if parameter.name not in names:
            continue
        for word in words_of(rules, parameter, MOST_TRIED):
            settings, wrong = settings_of(rules, {parameter.name: word})
            if not wrong and settings[parameter.name] != defaults[parameter.name]:
                yield parameter.name, settings[parameter.name], word


def of_weight(rules: typed.Rules) -> set[str]:
    """Return the parameters on which a load, the length of an option list or the set-up depends."""
    found: set[str] = set()
    for constant in rules.constants.values():
        found |= {by for by in constant.by if isinstance(by, str)}
        found |= mentioned((constant.value, constant.items, constant.rows, constant.otherwise))
    for odds in rules.odds.values():
        found |= mentioned(odds.rows) | ({odds.by} if isinstance(odds.by, str) else set())
    for kind in rules.kinds.values():
        found |= mentioned(
            tuple((*row.values.values(), *row.indexed.values(), row.copies) for row in kind.rows)
        )
        found |= mentioned(kind.copies) | bounds(
            *(a.type for a in (*kind.has.values(), *kind.keeps.values()))
        )
        found |= bounds(*(i for a in (*kind.has.values(), *kind.keeps.values()) for i in a.each))
    for zone in rules.zones.values():
        found |= bounds(*zone.each)
    for variable in rules.variables.values():
        found |= bounds(variable.type, *variable.each)
    for statement in reached(rules.setup):
        found |= mentioned(statement)
    for block in (b for _, b in blocks(rules)):
        for statement in statements(block):
            if isinstance(statement, typed.Choose):
                found |= mentioned((statement.choice.source, statement.choice.quantity))
    for action in rules.actions.values():
        found |= mentioned(tuple((choice.source, choice.quantity) for _, choice in action.parts))
    return found


def mentioned(node: object) -> set[str]:
    """Return the parameters that stand in a part of the rules."""
    return {e.parameter.name for e in expressions(node) if isinstance(e, typed.ParameterRef)}


def bounds(*types: Type) -> set[str]:
    """Return the names that bound ranges."""
    return {b for t in types if isinstance(t, Int) for b in (t.low, t.high) if isinstance(b, str)}


def words_of(rules: typed.Rules, parameter: typed.Parameter, most: int = MOST_LISTED) -> list[str]:
    """Return the values that a parameter can be set to, as they are written."""
    kind = parameter.type
    found: list[str]
    match kind:
        case Bool():
            found = ["false", "true"]
        case Private():
            found = [str(value) for value in parameter.values or ()]
        case Enum(name=name, part=part):
            enum = rules.enums[name]
            found = list(enum.parts[part] if part else enum.values)
        case Int(low=int(low), high=int(high)):
            found = [str(value) for value in parameter.values or spread(low, high, most)]
        case Int():
            found = [str(value) for value in parameter.values or ()]
        case _:
            found = []
    return [*found, "none"] if kind.optional and "none" not in found else found


def spread(low: int, high: int, most: int) -> list[int]:
    """Return the numbers of a range; of a long one its ends and what lies evenly between."""
    if high - low < most:
        return list(range(low, high + 1))
    return sorted({low + (high - low) * step // (most - 1) for step in range(most)})
