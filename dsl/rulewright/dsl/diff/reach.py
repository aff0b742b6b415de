"""What changed -> what reads it: rules written as before that are another bargain now; rules that died or came alive."""

from __future__ import annotations

from rulewright.dsl.diff.changes import Reached
from rulewright.dsl.diff.entries import SECTIONS, section
from rulewright.dsl.diff.facets import Side
from rulewright.dsl.diff.match import Matching
from rulewright.dsl.diff.tell import label

TOLD = ("functions", "procedures", "actions", "phases", "score")
THROUGH = ("constants", "odds", *TOLD)
"""What hands a change on: a kind of component or a place doesn't play otherwise because it is used otherwise."""
RULES = ("functions", "procedures", "actions", "phases")


def reached(now: Side, changed: dict[str, str]) -> tuple[Reached, ...]:
    """Return the rules that read something changed (id -> how it is called), transitively, with the reason."""
    turned = now.users
    because: dict[str, list[str]] = {}
    waiting = list(changed)
    while waiting:
        cause = waiting.pop(0)
        for who in turned.get(cause, []):
            if who in changed or who.partition(".")[0] not in THROUGH:
                continue
            new = who not in because
            because.setdefault(who, []).append(label(now, cause.partition(".")[2]))
            if new:
                waiting.append(who)
    found = []
    for name in TOLD:
        for entry in section(now.rules, name).values():
            if entry.id in because:
                cite = tuple(w.value for w in entry.notes.cite)
                reasons = tuple(dict.fromkeys(because[entry.id]))
                found.append(Reached(entry.id, label(now, entry.name), reasons, cite))
    return tuple(found)


def alive(side: Side) -> set[str]:
    """Return the ids that the game can come to, from set-up, flow and the end."""
    rules, mentioned = side.rules, side.mentions
    waiting = ["setup", "flow", "winner", "returns"]
    waiting += [f"score.{name}" for name in rules.score]
    waiting += [f"actions.{a.name}" for a in rules.actions.values() if a.anytime is not None]
    waiting += [f"components.{name}" for name in rules.kinds]
    seen: set[str] = set()
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting += list(mentioned.get(one, {}))
    return seen


def died_and_born(before: Side, now: Side, matching: Matching) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rules that both drafts have and only one can come to: those that died, those that came alive."""
    then, today = alive(before), alive(now)
    died, born = [], []
    for name in SECTIONS:
        if name in RULES:
            for was, became in matching.pairs[name]:
                if was.id in then and became.id not in today:
                    died.append(became.id)
                if was.id not in then and became.id in today:
                    born.append(became.id)
    return tuple(died), tuple(born)
