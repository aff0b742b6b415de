"""A pair of entries -> the changes a designer would name."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import typed
from rulewright.dsl.diff import number_changes, part_changes, rule_changes
from rulewright.dsl.diff.align import said
from rulewright.dsl.diff.changes import Change, Printed, Step
from rulewright.dsl.diff.draft import base, value_of
from rulewright.dsl.diff.entries import Named
from rulewright.dsl.diff.facets import Facets, Side, of_whole
from rulewright.dsl.diff.tell import label, listed, sentence
from rulewright.dsl.walk import chance_points

SINGULAR = {
    "constants": "number", "parameters": "option", "types": "list of values", "odds": "distribution",
    "components": "kind of component", "zones": "place", "variables": "fact", "functions": "value",
    "procedures": "effect", "actions": "action", "phases": "phase", "score": "score line",
}  # fmt: skip
WEIGHT = {
    "constants": "tune", "parameters": "rule", "types": "structure", "odds": "tune", "components": "structure",
    "zones": "structure", "variables": "structure", "functions": "rule", "procedures": "rule", "actions": "rule",
    "phases": "structure", "score": "rule",
}  # fmt: skip


def changed(before: Side, now: Side, was: Named, became: Named, keys: list[str]) -> list[Change]:
    """Return what differs in an entry, rule by rule."""
    match became.entry:
        case typed.Constant():
            return [number_changes.constant(before, now, was, became)]
        case typed.Parameter():
            return number_changes.parameter(before, now, was, became, keys)
        case typed.EnumDecl():
            return [number_changes.enum(before, now, was, became)]
        case typed.Odds():
            return [number_changes.odds(before, now, was, became, keys)]
        case typed.Kind():
            return part_changes.kind(before, now, was, became, keys)
        case typed.Zone():
            return part_changes.zone(before, now, was, became, keys)
        case typed.Variable():
            return [part_changes.variable(before, now, was, became, keys)]
        case _:
            return [rule_changes.rule(before, now, was, became, keys)]


def display(before: Side, now: Side, was: Named, became: Named, keys: list[str]) -> Change:
    """Return a change of what is only shown."""
    told = f"{label(now, became.name)}: {listed([k.replace('_', ' ') for k in keys])} on screen and in print is another"
    change = base(
        before,
        now,
        was,
        became,
        "reworded",
        "text",
        told,
        proof="rules never read how things are shown",
        suffix="display",
    )
    if "shown_as" in keys and isinstance(was.entry, typed.Kind) and isinstance(became.entry, typed.Kind):
        texts = [k.shown_as.raw if k.shown_as is not None else "" for k in (was.entry, became.entry)]
        return with_texts(change, *texts)
    return change


def with_texts(change: Change, old: str, new: str) -> Change:
    """Return a change with what is told of both drafts."""
    return evolve(change, before=old, now=new)


def same_game(before: Side, now: Side, was: Named, became: Named) -> Change:
    """Return a change of an entry that is written otherwise and comes to the same."""
    steps = rule_changes.steps_of(before, now, was, became)
    if steps and all(s.kind == "moved" for s in steps):
        proof = "these steps touch nothing in common, so their order doesn't matter"
        told = f"{label(now, became.name)}: the steps come in another order"
        return base(before, now, was, became, "reordered", "text", told, proof=proof)
    told = f"{label(now, became.name)}: the same rule in other words"
    proof = "written out, both drafts have the same normal form"
    return base(before, now, was, became, "reworded", "text", told, proof=proof, suffix="form")


def whole_same(before: Side, now: Side, section: str) -> Change:
    """Return a change of set-up or flow that comes to the same."""
    steps = rule_changes.whole_steps(before, now, section)
    title = {"setup": "set-up"}.get(section, section)
    moved = bool(steps) and all(s.kind == "moved" for s in steps)
    told = f"{title}: {moved_words(steps)}" if moved else f"{title}: the same rule in other words"
    proof = (
        "these steps touch nothing in common, so their order doesn't matter"
        if moved
        else "written out, both drafts have the same normal form"
    )
    change = whole_change(before, now, section, "reordered" if moved else "reworded", "text", told)
    return evolve(change, proof=proof, title=title)


def moved_words(steps: list[Step]) -> str:
    """Return which steps stand elsewhere."""
    names = [f"`{s.now.splitlines()[0]}`" for s in steps]
    return f"{listed(names)} {'stands' if len(names) == 1 else 'stand'} elsewhere"


def whole_change(before: Side, now: Side, section: str, kind: str, severity: str, told: str) -> Change:
    """Return a change of a section that is one entry."""
    return Change(
        section, section, "", "", kind, severity, told, title={"setup": "set-up"}.get(section, section),
        before_span=before.rules.written.keys.get(section), now_span=now.rules.written.keys.get(section),
    )  # fmt: skip


def whole_changed(before: Side, now: Side, section: str, old: Facets, new: Facets) -> list[Change]:
    """Return what differs in set-up, flow, winner, returns or limits."""
    return rule_changes.whole(before, now, section, old, new)


def alone(before: Side, now: Side, gone: Named | None, come: Named | None) -> Change:
    """Return the change of an entry that only one draft has."""
    side, named = (now, come) if come is not None else (before, gone)
    assert named is not None
    thing = SINGULAR[named.section]
    text = text_of(side, named)
    value = value_of(side, named)
    label_ = label(side, named.name)
    about = f" {sentence(text)}" if text else ""
    told = f"new {thing}: {label_}" if come is not None else f"{thing} {label_} is gone"
    told += f" ({value})." if value else "."
    kind = "added" if come is not None else "removed"
    change = base(before, now, gone or named, come or named, kind, WEIGHT[named.section], told + about)
    return placed(change, gone, come, value or text)


def text_of(side: Side, named: Named) -> str:
    """Return the sentence of an entry; of a question what it asks."""
    if isinstance(named.entry, typed.Parameter):
        return said(side, named.entry.written.asks)
    return said(side, named.notes.text)


def placed(change: Change, gone: Named | None, come: Named | None, content: str) -> Change:
    """Return the change of an entry that stands alone, with its place and content on its side only."""
    return evolve(
        change,
        before_span=gone.span if gone else None,
        now_span=come.span if come else None,
        before=content if gone else "",
        now=content if come else "",
    )


def renamed(before: Side, now: Side, was: Named, became: Named) -> Change:
    """Return the change of a name."""
    told = f"{SINGULAR[became.section]} `{was.name}` is now called `{became.name}`"
    luck = draws(before, was)
    proof = "everything that used the old name uses the new one"
    change = base(
        before, now, was, became, "renamed", "tune" if luck else "text", told, was.name, became.name,
        proof="" if luck else proof, suffix="name",
    )  # fmt: skip
    if luck:
        note = "its points of chance are named after it: the same chances, but the same seed gives other luck"
        return evolve(change, notes=(*change.notes, note))
    return change


def draws(side: Side, named: Named) -> bool:
    """Tell whether chance points are called after an entry."""
    names = [name for name, _ in chance_points(side.rules)]
    if named.section == "zones":
        return f"shuffle {named.name}" in names
    return any(name.startswith(f"{named.id}.") for name in names)


def renamed_part(now: Side, section: str, old: str, new: str) -> Change:
    """Return the change of the name of an enum value or an attribute."""
    top, _, owner = section.partition(".")
    thing = "value" if top == "types" else "attribute"
    return Change(
        f"{section}.{new}.name", top, f"{owner}.{new}", f"{owner}.{old}", "renamed", "text",
        f"{thing} `{old}` of {label(now, owner)} is now called `{new}`", old, new, title=label(now, owner),
        proof="everything that used the old name uses the new one",
    )  # fmt: skip


def only_counts(before: Side, now: Side, change: Change) -> bool:
    """Tell whether a changed rule only stores what nothing but the score reads."""
    return rule_changes.only_counts(before, now, change)


def print_note(printed: Printed) -> str:
    """Return what a change does to printed components."""
    count = len(printed.changed)
    if not count:
        return ""
    rest = printed.count_now - count
    told = f"{count} {printed.title}{'' if count == 1 else 's'} printed anew, {rest} not"
    for name, old, new in printed.totals:
        told += f"; {name} on all {printed.count_now}: " + (
            f"{new} as before" if old == new else f"{new} instead of {old}"
        )
    return told


__all__ = [
    "alone",
    "base",
    "changed",
    "display",
    "of_whole",
    "renamed",
    "same_game",
    "value_of",
    "whole_changed",
]
