"""Kinds of components, zones, variables -> what is different on the table."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import typed
from rulewright.dsl.diff.changes import Change
from rulewright.dsl.diff.draft import base, plain
from rulewright.dsl.diff.entries import Named
from rulewright.dsl.diff.facets import Side
from rulewright.dsl.diff.printed import Face, faces_of, partner
from rulewright.dsl.diff.tell import SEEN, instead, label, listed
from rulewright.dsl.types import named

MOST_NAMED = 6


def kind(before: Side, now: Side, was: Named, became: Named, keys: list[str]) -> list[Change]:
    """Return the changes of a kind: its attributes, its cards, how many, what lies open."""
    old, new = was.entry, became.entry
    assert isinstance(old, typed.Kind)
    assert isinstance(new, typed.Kind)
    title = label(now, became.name)
    found = []
    for key in keys:
        word, _, name = key.partition(" ")
        if word in ("has", "keeps") and name:
            found.append(attribute(before, now, was, became, word, name))
    if "back" in keys:
        backs = [
            "nothing" if k.back == () else "not even its kind" if k.back is None else ", ".join(k.back)
            for k in (old, new)
        ]
        told = f"{title}: on the back one sees {backs[1]}, it was {backs[0]}"
        found.append(base(before, now, was, became, "changed", "rule", told, *backs, suffix="back"))
    if "each_player" in keys:
        told = f"{title}: " + ("every player has a set" if new.each_player else "there is one set for all")
        found.append(base(before, now, was, became, "changed", "structure", told, suffix="each"))
    if "starts_in" in keys:
        places = [k.starts_in.name if k.starts_in is not None else "box" for k in (old, new)]
        told = f"{title}: begins in {label(now, places[1])}, not in {label(before, places[0])}"
        found.append(base(before, now, was, became, "changed", "rule", told, *places, suffix="starts_in"))
    if "cards" in keys or "copies" in keys:
        found += cards(before, now, was, became, several=bool(found))
    return found


def attribute(before: Side, now: Side, was: Named, became: Named, word: str, name: str) -> Change:
    """Return the change of one attribute."""
    sides = ((before, was), (now, became))
    mine, theirs = (attribute_of(side, named_, word, name) for side, named_ in sides)
    title = label(now, became.name)
    suffix = theirs.name if theirs is not None else name
    if mine is None or theirs is None:
        kind = "added" if mine is None else "removed"
        told = f"{title}: {'new' if mine is None else 'no longer an'} attribute {label(now, suffix)}"
        return base(before, now, was, became, kind, "structure", told, suffix=suffix)
    types = [attribute_type(side, a) for side, a in ((before, mine), (now, theirs))]
    told = f"{title}: {label(now, suffix)} is {types[1]}, it was {types[0]}"
    return base(before, now, was, became, "changed", "rule", told, *types, suffix=suffix)


def attribute_of(side: Side, named_: Named, word: str, name: str) -> typed.Attribute | None:
    """Return an attribute by the name it is compared by."""
    assert isinstance(named_.entry, typed.Kind)
    own = f"components.{named_.name}"
    inside = named_.entry.has if word == "has" else named_.entry.keeps
    return next((a for a in inside.values() if side.naming.of(own, a.name) == name), None)


def attribute_type(side: Side, attribute: typed.Attribute) -> str:
    """Return the type of an attribute in words."""
    start = f" from {plain(side, attribute.start)}" if attribute.start is not None else ""
    return named(attribute.type) + start + (", open to all" if attribute.open else "")


def cards(before: Side, now: Side, was: Named, became: Named, *, several: bool) -> list[Change]:
    """Return the change of the cards of a kind, all in one."""
    mine, theirs = faces_of(before, was.entry), faces_of(now, became.entry)
    pairs = partner(mine, theirs)
    left, right = {a for a, _ in pairs}, {b for _, b in pairs}
    gone = [f for n, f in enumerate(mine) if n not in left]
    come = [f for n, f in enumerate(theirs) if n not in right]
    parts = []
    if come:
        parts.append(f"new: {faces_words(come)}")
    if gone:
        parts.append(f"gone: {faces_words(gone)}")
    counts = [(mine[a], theirs[b]) for a, b in pairs if mine[a].count != theirs[b].count]
    if counts:
        alone = len(mine) == len(theirs) == 1
        parts += [
            ("" if alone else f"{b.printed}: ") + instead(str(a.count), str(b.count))
            for a, b in counts[:MOST_NAMED]
        ]
        parts += [f"{len(counts) - MOST_NAMED} more"] if len(counts) > MOST_NAMED else []
    parts += values_changed([(mine[a], theirs[b]) for a, b in pairs if mine[a].values != theirs[b].values])
    title = label(now, became.name)
    totals = [str(sum(f.count for f in faces)) for faces in (mine, theirs)]
    if not parts:
        if several:
            return []
        told = f"{title}: the same cards, numbered in another order"
        return [base(before, now, was, became, "reordered", "tune", told, suffix="cards")]
    told = f"{title}: {'; '.join(parts)}"
    if totals[0] != totals[1] and len(theirs) > 1:
        told += f"; {totals[1]} in all instead of {totals[0]}"
    change = base(before, now, was, became, "changed", "tune", told, totals[0], totals[1], suffix="cards")
    return [evolve(change, breaks_saves=True)]


def faces_words(faces: list[Face]) -> str:
    """Return faces by what is printed on them."""
    words = [f"{f.count} of {f.printed}" if f.count > 1 else f.printed for f in faces]
    return (
        listed(words)
        if len(words) <= MOST_NAMED
        else f"{', '.join(words[:MOST_NAMED])} and {len(words) - MOST_NAMED} more"
    )


def values_changed(pairs: list[tuple[Face, Face]]) -> list[str]:
    """Return attributes that have other values, cards with the same change together."""
    groups: dict[tuple[str, str, str], list[Face]] = {}
    for a, b in pairs:
        old = dict(a.values)
        for name, value in b.values:
            if old.get(name) != value:
                groups.setdefault((name, old.get(name, "-"), value), []).append(b)
    return [
        f"{name.replace('_', ' ')} {instead(old, new)} on {faces_words(faces)}"
        for (name, old, new), faces in groups.items()
    ]


def zone(before: Side, now: Side, was: Named, became: Named, keys: list[str]) -> list[Change]:
    """Return the changes of a place."""
    old, new = was.entry, became.entry
    assert isinstance(old, typed.Zone)
    assert isinstance(new, typed.Zone)
    title = label(now, became.name)
    found = []
    for key in keys:
        match key:
            case "holds":
                kinds = [listed([label(side, k) for k in z.kinds]) for side, z in ((before, old), (now, new))]
                if sorted(old.kinds) == sorted(now.naming.of("components", k) for k in new.kinds):
                    told = f"{title}: its kinds are numbered in another order"
                    found.append(
                        base(before, now, was, became, "reordered", "tune", told, *kinds, suffix="order")
                    )
                    continue
                told = f"{title} holds {kinds[1]}, it held {kinds[0]}"
                found.append(
                    base(before, now, was, became, "changed", "structure", told, *kinds, suffix="holds")
                )
            case "each":
                each = [listed([named(k) for k in z.each]) or "one for all" for z in (old, new)]
                told = f"{title}: one for each of {each[1]}, it was {each[0]}"
                found.append(
                    base(before, now, was, became, "changed", "structure", told, *each, suffix="each")
                )
            case "form":
                told = f"{title} is a {new.form}, it was a {old.form}"
                found.append(
                    base(before, now, was, became, "changed", "rule", told, old.form, new.form, suffix="as")
                )
            case "seen_by":
                told = f"{title}: {SEEN[new.seen_by]}; before, {SEEN[old.seen_by]}"
                found.append(
                    base(
                        before,
                        now,
                        was,
                        became,
                        "changed",
                        "rule",
                        told,
                        old.seen_by,
                        new.seen_by,
                        suffix="seen_by",
                    )
                )
            case "refill":
                refills = [refill(z) for z in (old, new)]
                told = f"{title} is refilled {refills[1]}, it was {refills[0]}"
                found.append(
                    base(before, now, was, became, "changed", "rule", told, *refills, suffix="refill")
                )
            case _:
                pass
    return found


def refill(zone: typed.Zone) -> str:
    """Return how a pile is refilled."""
    return "never" if zone.refill_from is None else f"from {zone.refill_from.name} when {zone.refill_when}"


def variable(before: Side, now: Side, was: Named, became: Named, keys: list[str]) -> Change:
    """Return the change of a public fact."""
    old, new = was.entry, became.entry
    assert isinstance(old, typed.Variable)
    assert isinstance(new, typed.Variable)
    title = label(now, became.name)
    if keys == ["start"] and old.start is not None and new.start is not None:
        starts = plain(before, old.start), plain(now, new.start)
        told = f"{title} begins at {instead(*starts)}"
        return base(before, now, was, became, "changed", "tune", told, *starts)
    types = [
        named(v.type) + (f" for each of {listed([named(k) for k in v.each])}" if v.each else "")
        for v in (old, new)
    ]
    told = f"{title} is {types[1]}, it was {types[0]}"
    return base(before, now, was, became, "changed", "rule", told, *types)
