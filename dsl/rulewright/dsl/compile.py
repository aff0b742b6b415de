"""File -> checked rules and report: the list of passes that every verb of the workbench runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from attrs import evolve

from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.dsl.load import Known, load, settings_of
from rulewright.dsl.read import load_tree
from rulewright.dsl.resolve import resolve
from rulewright.dsl.typed import Parameter, Rules
from rulewright.dsl.types import Bool, Enum, Int, Private

CHECKS: tuple[Callable[[Rules, Report], None], ...] = ()
"""What is looked for in typed rules before they are loaded; each adds its findings to the report."""

MOST_SETTINGS = 40
"""How many values of one parameter are tried; of a longer range its ends and what lies evenly between."""


def check_file(path: Path | str) -> tuple[Rules | None, Report]:
    """Read, resolve and load a ruleset; return its typed rules, or None after errors, and all findings.

    The passes go on after a mistake and stop between passes: file → tree → typed rules → checks → a load for
    every number of players with the defaults, and one for every other value of each parameter.
    """
    tree, report = load_tree(path)
    if tree is None:
        return None, report
    rules = resolve(tree, report)
    if report.failed:
        return None, report
    for look in CHECKS:
        look(rules, report)
    if not report.failed:
        load_all(rules, report)
    return (None if report.failed else rules), report


def load_all(rules: Rules, report: Report) -> None:
    """Load the rules for all numbers of players and all values of parameters, one difference at a time."""
    low, high = rules.written.players
    defaults, _ = settings_of(rules, {})
    for players in range(low, high + 1):
        try_load(rules, players, defaults, report, f"with {players} players" if players > low else "")
    if report.failed:
        return
    for name, value, word in other_settings(rules, defaults):
        try_load(rules, low, {**defaults, name: value}, report, f"with `{name}` set to {word}")


def try_load(rules: Rules, players: int, settings: Mapping[str, Known], report: Report, when: str) -> None:
    """Load the rules once; findings that are new are added, with the case in which they show."""
    own = Report()
    load(rules, players, settings, own)
    for found in own.sorted():
        if not any(same(found, known) for known in report.found):
            report.found.append(evolve(found, note=found.note or when))


def same(one: Diagnostic, other: Diagnostic) -> bool:
    """Tell whether two findings are about the same place."""
    return one.code == other.code and one.span == other.span


def other_settings(rules: Rules, defaults: Mapping[str, Known]) -> Iterator[tuple[str, Known, str]]:
    """Yield every value of every parameter but its default: name, value, value as it is written."""
    for parameter in rules.parameters.values():
        for word in words_of(rules, parameter):
            settings, wrong = settings_of(rules, {parameter.name: word})
            if not wrong and settings[parameter.name] != defaults[parameter.name]:
                yield parameter.name, settings[parameter.name], word


def words_of(rules: Rules, parameter: Parameter) -> list[str]:
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
            found = [str(value) for value in parameter.values or spread(low, high)]
        case Int():
            found = [str(value) for value in parameter.values or ()]
        case _:
            found = []
    return [*found, "none"] if kind.optional and "none" not in found else found


def spread(low: int, high: int) -> list[int]:
    """Return the numbers of a range; of a long one its ends and what lies evenly between."""
    if high - low < MOST_SETTINGS:
        return list(range(low, high + 1))
    return sorted({low + (high - low) * step // (MOST_SETTINGS - 1) for step in range(MOST_SETTINGS)})
