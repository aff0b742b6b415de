"""Two drafts -> which entries belong together: by name, then by what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.diff.entries import SECTIONS, Named, section
from rulewright.dsl.diff.facets import Side
from rulewright.dsl.diff.naming import Form

ALIKE = 0.6
"""How much of a renamed entry must be as it was."""
SHORT = 12
"""An entry with less in it is recognised by who uses it, too."""
LONG = ("types", "components", "functions", "procedures", "actions", "phases")
MOST_PAIRS = 2500
MOST_ROUNDS = 5


@define(eq=False)
class Matching:
    """Pairs of entries, and what stands alone, section by section."""

    pairs: dict[str, list[tuple[Named, Named]]] = field(factory=dict)
    removed: dict[str, list[Named]] = field(factory=dict)
    added: dict[str, list[Named]] = field(factory=dict)
    renames: list[tuple[str, str, str]] = field(factory=list)


def match(before: Side, now: Side) -> Matching:
    """Match the entries of two drafts; the later one's naming learns what is called differently."""
    found = Matching()
    old = {name: section(before.rules, name) for name in SECTIONS}
    new = {name: section(now.rules, name) for name in SECTIONS}
    for name in SECTIONS:
        match_values(before, now, old[name], new[name])
    for _ in range(MOST_ROUNDS):
        known = len(found.renames)
        gone_by, come_by = alone(old, new, found.renames)
        loose = {e.id for some in (gone_by, come_by) for entries in some.values() for e in entries}
        for name in SECTIONS:
            for was, became in renamed(before, now, gone_by[name], come_by[name], loose):
                now.naming.names[name, became.name] = was.name
                found.renames.append((name, was.name, became.name))
                match_values(before, now, {was.name: was}, {was.name: became})
        if len(found.renames) == known:
            break
    back = {(s, o): n for s, o, n in found.renames}
    for name in SECTIONS:
        called = {key: back.get((name, key), key) for key in old[name]}
        found.pairs[name] = [
            (e, new[name][called[k]]) for k, e in old[name].items() if called[k] in new[name]
        ]
        found.removed[name] = [e for k, e in old[name].items() if called[k] not in new[name]]
        taken = set(called.values())
        found.added[name] = [e for k, e in new[name].items() if k not in taken]
    return found


def alone(
    old: dict[str, dict[str, Named]], new: dict[str, dict[str, Named]], renames: list[tuple[str, str, str]]
) -> tuple[dict[str, list[Named]], dict[str, list[Named]]]:
    """Return what has no partner yet, section by section: what is gone, what has come."""
    left, right = {(s, o) for s, o, _ in renames}, {(s, n) for s, _, n in renames}
    gone = {s: [e for k, e in old[s].items() if k not in new[s] and (s, k) not in left] for s in SECTIONS}
    come = {s: [e for k, e in new[s].items() if k not in old[s] and (s, k) not in right] for s in SECTIONS}
    return gone, come


def match_values(before: Side, now: Side, old: dict[str, Named], new: dict[str, Named]) -> None:
    """Recognise renamed values of enums by their place, renamed attributes by what they are."""
    for name, was in old.items():
        became = new.get(name)
        if became is None:
            continue
        if isinstance(was.entry, typed.EnumDecl) and isinstance(became.entry, typed.EnumDecl):
            values, others = was.entry.values, became.entry.values
            if len(values) == len(others):
                for value, other in zip(values, others, strict=True):
                    if value != other and value not in others and other not in values:
                        now.naming.names[f"types.{became.name}", other] = value
            parts, others_ = was.entry.parts, became.entry.parts
            for part, inside in parts.items():
                fitting = [o for o, other in others_.items() if other == inside and o not in parts]
                if part not in others_ and len(fitting) == 1:
                    now.naming.names["types", fitting[0]] = part
        if isinstance(was.entry, typed.Kind) and isinstance(became.entry, typed.Kind):
            for mine, theirs in ((was.entry.has, became.entry.has), (was.entry.keeps, became.entry.keeps)):
                match_attributes(before, now, became.name, mine, theirs)


def match_attributes(
    before: Side, now: Side, kind: str, mine: dict[str, typed.Attribute], theirs: dict[str, typed.Attribute]
) -> None:
    """Recognise an attribute with another name: the only ones of their type that have no partner."""
    gone = [a for n, a in mine.items() if n not in theirs]
    come = [a for n, a in theirs.items() if n not in mine]
    for attribute in gone:
        shape = before.naming.type(attribute.type)
        fitting = [c for c in come if now.naming.type(c.type) == shape]
        rivals = [g for g in gone if before.naming.type(g.type) == shape]
        if len(fitting) == 1 and len(rivals) == 1:
            now.naming.names[f"components.{kind}", fitting[0].name] = attribute.name


def renamed(
    before: Side, now: Side, gone: list[Named], come: list[Named], loose: set[str]
) -> Iterator[tuple[Named, Named]]:
    """Yield pairs that are the same but for the name, the most alike first; none where it isn't clear.

    `loose` are all ids without a partner so far.
    """
    if not gone or not come or len(gone) * len(come) > MOST_PAIRS:
        return
    old_users, new_users = before.users, now.users
    scored = []
    for was in gone:
        mine = tokens(before, was)
        for became in come:
            theirs = tokens(now, became)
            content = alike(mine, theirs)
            shared = shared_users(now, old_users.get(was.id, []), new_users.get(became.id, []), loose)
            size = min(sum(mine.values()), sum(theirs.values())) if was.section in LONG else 0
            unused = was.id not in old_users and became.id not in new_users
            if content >= ALIKE and (shared >= 0.5 or size >= SHORT or (unused and content == 1.0)):
                names = sorted((was.name, became.name))
                scored.append((-content, -shared, names, was, became))
    taken: set[str] = set()
    for content, shared, _, was, became in sorted(scored, key=lambda s: s[:3]):
        if was.name in taken or f"+{became.name}" in taken:
            continue
        rivals = [
            s for s in scored if (s[3] is was) != (s[4] is became) and s[:2] == (content, shared)
            and s[3].name not in taken and f"+{s[4].name}" not in taken
        ]  # fmt: skip
        if rivals:
            continue
        taken |= {was.name, f"+{became.name}"}
        yield was, became


def tokens(side: Side, named: Named) -> Counter[str]:
    """Return the words and numbers in an entry's form."""
    found: Counter[str] = Counter()
    gather(tuple(side.facets(named, side.former()).items()), found)
    return found


def gather(form: Form, found: Counter[str]) -> None:
    """Count the words and numbers of a form."""
    if isinstance(form, tuple):
        for item in form:
            gather(item, found)
    elif form is not None:
        found[str(form)] += 1


def alike(left: Counter[str], right: Counter[str]) -> float:
    """Return how much two entries have in common, from 0 to 1."""
    total = sum(left.values()) + sum(right.values())
    return 2 * sum((left & right).values()) / total if total else 0.0


def shared_users(now: Side, old: list[str], new: list[str], loose: set[str]) -> float:
    """Return which part of the users of two entries are the same. Of those without a partner as many as on the other
    side may still be the same, so they don't count twice."""
    mine = set(old)
    theirs = {f"{s}.{now.naming.of(s, n)}" if n else s for s, _, n in (u.partition(".") for u in new)}
    waiting = min(len(mine & loose), len(theirs & loose))
    return len(mine & theirs) / (len(mine | theirs) - waiting) if mine | theirs else 0.0
