"""Constants, options, lists of values, odds -> old and new side by side."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import typed
from rulewright.dsl.diff.align import said
from rulewright.dsl.diff.changes import Change, Grid
from rulewright.dsl.diff.draft import base, plain, readers, value_of
from rulewright.dsl.diff.entries import Named
from rulewright.dsl.diff.facets import Side, index_type
from rulewright.dsl.diff.lcs import common
from rulewright.dsl.diff.tell import grid, index_name, instead, label, listed
from rulewright.dsl.known import word_of
from rulewright.dsl.types import Int, Type

WIDEST = 12


def constant(before: Side, now: Side, was: Named, became: Named) -> Change:
    """Return the change of a number, list or table. A number that no rule reads changes nothing."""
    old, new = was.entry, became.entry
    assert isinstance(old, typed.Constant)
    assert isinstance(new, typed.Constant)
    used = readers(now, became.id)
    title = label(now, became.name)
    notes = tuple(f"read by {reader}" for reader in used[:3])
    if not used and not readers(before, was.id):
        told = f"{title}: {instead(value_of(before, was) or 'a table', value_of(now, became) or 'a table')}"
        return base(
            before,
            now,
            was,
            became,
            "changed",
            "text",
            told,
            value_of(before, was),
            value_of(now, became),
            proof="no rule reads it",
        )
    if old.rows and new.rows and len(old.by) == len(new.by):
        return evolve(table(before, now, was, became), notes=notes)
    a, b = value_of(before, was) or "a table", value_of(now, became) or "a table"
    severity = "tune" if type(old.type) is type(new.type) and bool(old.rows) == bool(new.rows) else "rule"
    told = f"{title}: {instead(a, b)}"
    return evolve(base(before, now, was, became, "changed", severity, told, a, b), notes=notes)


def table(before: Side, now: Side, was: Named, became: Named) -> Change:
    """Return the change of a table, told by its index: by rank, by player count."""
    old, new = was.entry, became.entry
    assert isinstance(old, typed.Constant)
    assert isinstance(new, typed.Constant)
    mine, theirs = cells(before, old), cells(now, new)
    differing = [key for key in dict.fromkeys((*mine, *theirs)) if mine.get(key, "-") != theirs.get(key, "-")]
    grids, said_ = [], []
    outer = list(dict.fromkeys(key[:-1] for key in differing))
    for head in outer:
        keys = [k for k in dict.fromkeys((*mine, *theirs)) if k[:-1] == head]
        by = new.by[-1]
        name = "players" if by == "players" else index_name(now, by, used_as(now, new))
        group = " ".join(label(now, word) for word in head)
        a, b = ([values.get(k, "-") for k in keys] for values in (mine, theirs))
        moved = [(k[-1], mine.get(k, "-"), theirs.get(k, "-")) for k in keys if k in differing]
        if name != "players":
            grids.append(grid(name, [k[-1] for k in keys], a, b, label=group))
        said_.append((f"{group}, " if group else "") + by_index(name, moved, len(keys)))
    title = label(now, became.name)
    told = f"{title}: {'; '.join(said_)}"
    return evolve(base(before, now, was, became, "changed", "tune", told), grids=tuple(totalled(grids)))


def by_index(name: str, moved: list[tuple[str, str, str]], all_: int) -> str:
    """Return the changed places of a table in words."""
    if name == "players":
        return ", ".join(f"with {k} players {replaced(a, b)}" for k, a, b in moved)
    if len(moved) <= 2:
        return ", ".join(f"{name} {k} {replaced(a, b)}" for k, a, b in moved)
    rest = "" if len(moved) == all_ else ", the others stay"
    return f"by {name}, {listed([k for k, _, _ in moved])} change{rest}"


def replaced(before: str, now: str) -> str:
    """Return one place of a table before and now; a place may be new or gone."""
    return f"{now} (new)" if before == "-" else "is gone" if now == "-" else instead(before, now)


def used_as(side: Side, constant: typed.Constant) -> str:
    """Return what a table by numbers is read with: the attribute that stands in its brackets."""
    from rulewright.dsl.walk import expressions

    for function in side.rules.functions.values():
        for e in expressions(function.body):
            if isinstance(e, typed.ConstantRef) and e.constant is constant and e.indexes:
                last = e.indexes[-1]
                if isinstance(last, typed.AttributeRef):
                    return last.attributes[0].name.replace("_", " ")
    return ""


def totalled(grids: list[Grid]) -> list[Grid]:
    """Add the sums of whole numbers to a table by numbers."""
    found = []
    for one in grids:
        numbers = [
            [int(v) if v.lstrip("-").isdigit() else None for v in line] for line in (one.before, one.now)
        ]
        whole = all(n is not None for line in numbers for n in line) and all(
            h.lstrip("-").isdigit() for h in one.heads
        )
        if whole and len(one.heads) > 1 and one.index != "players":
            sums = [str(sum(n or 0 for n in line)) for line in numbers]
            one = grid(one.index, [*one.heads, "all"], [*one.before, sums[0]], [*one.now, sums[1]], one.label)
        found.append(one)
    return found


def cells(side: Side, constant: typed.Constant) -> dict[tuple[str, ...], str]:
    """Return the entries of a table by the words of their indexes."""
    found = {}
    for index, value in side.table(constant).items():
        words = tuple(index_word(side, by, v) for by, v in zip(constant.by, index, strict=True))
        found[words] = plain(side, value)
    return found


def index_word(side: Side, by: Type | str, value: int) -> str:
    """Return one index value in a word."""
    kind = index_type(side.rules, by)
    return str(value) if kind is None or isinstance(kind, Int) else word_of(side.load, kind, value)


def parameter(before: Side, now: Side, was: Named, became: Named, keys: list[str]) -> list[Change]:
    """Return the changes of an open question or variant: another default, other values."""
    old, new = was.entry, became.entry
    assert isinstance(old, typed.Parameter)
    assert isinstance(new, typed.Parameter)
    question = said(now, new.written.asks) or label(now, became.name)
    found = []
    if "default" in keys:
        a, b = str(old.written.default.value), str(new.written.default.value)
        told = f'{question} Now "{b.replace("_", " ")}" instead of "{a.replace("_", " ")}".'
        found.append(base(before, now, was, became, "changed", "tune", told, a, b, suffix="default"))
    if "values" in keys or "type" in keys:
        values = [allowed(p) for p in (old, new)]
        told = f"{question} May be {values[1]}, it was {values[0]}."
        found.append(base(before, now, was, became, "changed", "rule", told, *values, suffix="values"))
    return found


def allowed(parameter: typed.Parameter) -> str:
    """Return what an option may be."""
    from rulewright.dsl.types import named

    if parameter.values is not None:
        return listed([str(v).replace("_", " ") for v in parameter.values], "or")
    return named(parameter.type)


def enum(before: Side, now: Side, was: Named, became: Named) -> Change:
    """Return the change of a list of values."""
    old, new = was.entry, became.entry
    assert isinstance(old, typed.EnumDecl)
    assert isinstance(new, typed.EnumDecl)
    theirs = tuple(now.naming.of(f"types.{became.name}", v) for v in new.values)
    come = [v for v in theirs if v not in old.values]
    gone = [v for v in old.values if v not in theirs]
    title = label(now, became.name)
    if come or gone:
        parts = (
            [f"{listed([label(now, v) for v in come])} {'is' if len(come) == 1 else 'are'} new"]
            if come
            else []
        )
        parts += (
            [f"{listed([label(before, v) for v in gone])} {'is' if len(gone) == 1 else 'are'} gone"]
            if gone
            else []
        )
        return base(
            before,
            now,
            was,
            became,
            "changed",
            "structure",
            f"{title}: {listed(parts)}",
            ", ".join(old.values),
            ", ".join(new.values),
        )
    if old.values != theirs:
        moved = len(old.values) - len(common(old.values, theirs))
        which = "value stands" if moved == 1 else "values stand"
        told = f"{title}: {moved} {which} in another order, so options are listed otherwise"
        return base(
            before, now, was, became, "reordered", "tune", told, ", ".join(old.values), ", ".join(new.values)
        )
    told = f"{title}: a part of it holds other values"
    a, b = (str({k: list(v) for k, v in e.parts.items()}) for e in (old, new))
    return base(before, now, was, became, "changed", "structure", told, a, b)


def odds(before: Side, now: Side, was: Named, became: Named, keys: list[str]) -> Change:
    """Return the change of a distribution."""
    old, new = was.entry, became.entry
    assert isinstance(old, typed.Odds)
    assert isinstance(new, typed.Odds)
    title = label(now, became.name)
    if keys == ["order"]:
        told = f"{title}: the same chances, listed in another order (a seed gives other luck)"
        return base(before, now, was, became, "reordered", "tune", told)
    mine, theirs = weights(before, old), weights(now, new)
    grids = []
    for head in dict.fromkeys((*mine, *theirs)):
        a, b = mine.get(head, {}), theirs.get(head, {})
        if a != b:
            heads = list(dict.fromkeys((*a, *b)))
            old_weights, new_weights = ([values.get(h, "0") for h in heads] for values in (a, b))
            grids.append(grid("value", heads, old_weights, new_weights, label=head))
    change = base(before, now, was, became, "changed", "tune", f"{title}: other chances")
    return evolve(change, grids=tuple(grids))


def weights(side: Side, odds: typed.Odds) -> dict[str, dict[str, str]]:
    """Return the weights of a distribution in words."""
    return {
        "" if key is None else plain(side, key): {plain(side, v): plain(side, w) for v, w in rows}
        for key, rows in odds.rows
    }
