"""Texts that changed -> what became of the words: a term renamed, something left out, something added."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from attrs import evolve

from rulewright.dsl.diff.changes import Change
from rulewright.dsl.diff.tell import listed

WORD = re.compile(r"\w+|[^\w\s]")


def grouped(found: list[Change]) -> list[Change]:
    """Put together rewordings that replace one term by another everywhere; tell the others one by one."""
    terms: dict[tuple[str, str], list[Change]] = {}
    rest: list[Change] = []
    for change in found:
        pair = one_term(*change.reword)
        if pair is None:
            rest.append(told_alone(change))
        else:
            terms.setdefault(pair, []).append(change)
    made = []
    for (old, new), members in terms.items():
        old, new = with_neighbours(old, new, members)
        made.append(term(old, new, members))
    return made + rest


def term(old: str, new: str, members: list[Change]) -> Change:
    """Return one change for a term that is another one now."""
    first = members[0]
    where = list(dict.fromkeys(m.title for m in members))
    shown = where if len(where) <= 6 else [*where[:5], f"{len(where) - 5} more"]
    slug = re.sub(r"\W+", "_", new.lower()).strip("_") or re.sub(r"\W+", "_", old.lower()).strip("_")
    return evolve(
        first,
        id=f"wording.{slug}",
        section="wording",
        name=slug,
        old_name=re.sub(r"\W+", "_", old.lower()).strip("_") or slug,
        title="wording",
        told=f'"{old}" is now "{new}" ({listed(shown)})',
        before=old,
        now=new,
        reword=(old, new),
        cite=(),
        areas=(),
        steps=(),
    )


def told_alone(change: Change) -> Change:
    """Return a rewording told by what was left out or added, else by both texts."""
    before, now = change.reword
    parts = list(pieces(before, now))
    said = []
    for old, new in parts:
        if old and not new:
            said.append(f'"{old}" is left out')
        elif new and not old:
            said.append(f'"{new}" is added')
        else:
            said.append(f'"{new}" instead of "{old}"')
    if len(parts) > 2 or not parts:
        return evolve(change, told=f"{change.title}: worded anew", before=before, now=now)
    return evolve(change, told=f"{change.title}: {listed(said)}", before=before, now=now)


def pieces(before: str, now: str) -> Iterator[tuple[str, str]]:
    """Yield the stretches that differ: what was there and what is there."""
    old, new = list(WORD.finditer(before)), list(WORD.finditer(now))
    matcher = difflib.SequenceMatcher(
        None, [m.group() for m in old], [m.group() for m in new], autojunk=False
    )
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            was = before[old[a].start() : old[b - 1].end()] if b > a else ""
            became = now[new[c].start() : new[d - 1].end()] if d > c else ""
            yield was.strip(" ,;"), became.strip(" ,;")


def one_term(before: str, now: str) -> tuple[str, str] | None:
    """Return the one term that was replaced in a text, wherever it stands, or None."""
    found = {(a.lower(), b.lower()) for a, b in pieces(before, now)}
    if len(found) != 1:
        return None
    old, new = next(iter(found))
    return (old, new) if old and new and len(old.split()) <= 4 and len(new.split()) <= 4 else None


def with_neighbours(old: str, new: str, members: list[Change]) -> tuple[str, str]:
    """Return a term with the word that follows it everywhere: `stock` of `stock card`."""
    following = set()
    for member in members:
        for found in re.finditer(rf"(?i)\b{re.escape(old)}\b(\s+(\w+))?", member.reword[0]):
            following.add(found.group(2) or "")
    if not following or "" in following:
        return old, new
    shortest = min(following, key=lambda w: (len(w), w))
    if all(word in (shortest, shortest + "s") for word in following):
        return f"{old} {shortest}", f"{new} {shortest}"
    return old, new
