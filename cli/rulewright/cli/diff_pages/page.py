"""Differences -> one page in the order in which a designer tells them."""

from __future__ import annotations

from collections import Counter

from attrs import frozen

from rulewright.cli.diff_pages.against import Against
from rulewright.cli.output import counted
from rulewright.dsl.diff import Change, Diff, Grid, Printed
from rulewright.dsl.diff.tell import capital, listed, sentence

MOST_RULES = 24


@frozen
class Entry:
    """One change: what it is about, what is told of it."""

    title: str
    told: str
    severity: str = ""
    before: str = ""
    now: str = ""
    grids: tuple[Grid, ...] = ()
    notes: tuple[str, ...] = ()
    refs: str = ""


@frozen
class Row:
    """A label and what stands beside it."""

    label: str
    text: str


Block = Entry | Row | str


@frozen
class Section:
    """A numbered section of the page."""

    heading: str
    blocks: tuple[Block, ...]


@frozen
class Page:
    """The whole page."""

    title: str
    drafts: str
    summary: str
    why: str
    sections: tuple[Section, ...]


def page(diff: Diff, against: Against | None) -> Page:
    """Return the page of a comparison; `against` are the tests of the earlier draft played under the later one."""
    sections = [
        Section("What changes at the table", tuple(at_the_table(diff))),
        Section("Reprint", tuple(reprint(diff))),
        Section("Rules touched", tuple(touched(diff))),
        Section("Wording only (proved: the same game)", tuple(wording(diff))),
        Section("Saved plays and tests", tuple(saved(diff, against))),
        Section("Still open (unchanged)", tuple(still_open(diff))),
    ]
    title = (
        diff.now.title if diff.now.title == diff.before.title else f"{diff.before.title} -> {diff.now.title}"
    )
    drafts = f"{draft(diff.before.draft)} -> {diff.now.draft or 'without a number'}"
    return Page(title, drafts, summary(diff), diff.now.why, tuple(s for s in sections if s.blocks))


def draft(number: str) -> str:
    """Return a draft by its number."""
    return f"draft {number}" if number else "draft without a number"


def summary(diff: Diff) -> str:
    """Return the one line about how much changes."""
    if not diff.changes:
        return "no differences"
    rules, structure = diff.rules, [c for c in diff.rules if c.severity == "structure"]
    parts = [counted(len(rules), "rule change"), f"{len(structure)} structure"]
    if diff.options:
        parts.append(counted(len(diff.options), "option"))
    if not rules and not diff.options:
        parts = ["wording only, the same game"]
    told = f"{', '.join(parts)}; {saves(diff)}"
    return told if diff.before.game == diff.now.game else f"two different games: {told}"


def saves(diff: Diff) -> str:
    """Return in a few words what becomes of saved plays."""
    return "saved plays: see below" if breaking(diff) else "saved plays go on"


def breaking(diff: Diff) -> list[Change]:
    """Return the changes that a saved play can meet."""
    return [c for c in diff.changes if c.breaks_saves]


def at_the_table(diff: Diff) -> list[Block]:
    """Return the patch notes: rules first, options apart."""
    found: list[Block] = [entry(c) for c in diff.rules]
    if diff.options:
        found.append("Options (open questions and variants)")
        found += [entry(c) for c in diff.options]
    return found


def entry(change: Change) -> Entry:
    """Return a change as it stands on the page."""
    told = capital(change.told)
    title = change.title
    if told.lower().startswith(title.lower()):
        told = capital(told[len(title) :].lstrip(" :,"))
    notes = [f"({sentence(capital(note))})" for note in change.notes if note]
    if change.option and change.assumed:
        notes.append("(Assumed: the source leaves it open.)")
    if change.reword[0]:
        notes.append(f"Text: {change.reword[1]}")
    if change.why:
        notes.append(f"Why: {sentence(change.why)}")
    chain = (
        " -> " in change.before
        or " -> " in change.now
        or (len(change.steps) == 1 and change.steps[0].kind == "changed")
    )
    before, now = (change.before, change.now) if chain else ("", "")
    return Entry(
        title, sentence(told), change.severity, before, now, change.grids, tuple(notes), refs(change)
    )


def refs(change: Change) -> str:
    """Return where a change stands: in the rulebook, in the ruleset."""
    cited = ", ".join(change.cite[:6]) + (" …" if len(change.cite) > 6 else "")
    return f"{cited}; {change.id}" if cited else change.id


def reprint(diff: Diff) -> list[Block]:
    """Return what is to be printed anew, and what is not."""
    found: list[Block] = []
    if not diff.changes:
        return found
    for printed in diff.printed:
        found.append(Row(printed.title, printed_words(printed)))
    texts = list(dict.fromkeys(c.title for c in diff.changes if c.reword[0] and c.severity != "text"))
    if texts:
        found.append(Row("player aid", f"the sentences of {listed(texts)}"))
    if not found:
        return ["Nothing."]
    counts = [p for p in diff.printed if p.count_before != p.count_now]
    if diff.not_printed or not counts:
        tail = "Counts: none changed." if not counts else ""
        rest = f"{listed(diff.not_printed)}." if diff.not_printed else "nothing."
        found.append(Row("not reprinted", f"{rest} {tail}".strip()))
    return found


def printed_words(printed: Printed) -> str:
    """Return what is printed anew of one kind."""
    parts = []
    if printed.changed:
        which = ""
        if printed.by:
            name, *values = printed.by
            which = f" ({name} {', '.join(values)})"
        elif len(printed.changed) <= 6:
            which = f" ({'; '.join(f'{new} instead of {old}' for old, new in printed.changed)})"
        parts.append(f"{len(printed.changed)} of {printed.count_now} change{which}")
    for word, faces in (("new", printed.added), ("gone", printed.removed), ("new text on", printed.reworded)):
        if faces:
            told = [f"{count} of {face}" if count > 1 else face for face, count in Counter(faces).items()]
            shown = ", ".join(told[:8]) + (f" and {len(told) - 8} more" if len(told) > 8 else "")
            parts.append(f"{word}: {shown}")
    if printed.count_before != printed.count_now:
        parts.append(f"{printed.count_now} in all instead of {printed.count_before}")
    return "; ".join(parts) + "."


def touched(diff: Diff) -> list[Block]:
    """Return the rules that changed, those that are reached, those that stay as they are."""
    if not diff.rules and not diff.options:
        return []
    changed = [with_cite(c.entry, c.cite) for c in (*diff.rules, *diff.options)]
    found: list[Block] = [Row("changed", listed_short(list(dict.fromkeys(changed))))]
    if diff.reached:
        told = [f"{r.id} (reads {listed(r.because[:3])})" for r in diff.reached[:MOST_RULES]]
        more = len(diff.reached) - len(told)
        found.append(Row("reached", "; ".join(told) + (f"; {more} more" if more > 0 else "") + "."))
    if diff.unchanged:
        names = listed([id.partition(".")[2] for id in diff.unchanged])
        found.append(
            Row("unchanged", f"{names}, though used in another place, and everything not named here.")
        )
    found.append(Row("died", listed(diff.died) or "no rule"))
    found.append(Row("came alive", listed(diff.came_alive) or "no rule"))
    return found


def with_cite(id: str, cite: tuple[str, ...]) -> str:
    """Return an id with the rules of the book it stands for."""
    return f"{id} ({', '.join(cite[:4])}{' …' if len(cite) > 4 else ''})" if cite else id


def listed_short(words: list[str]) -> str:
    """Return words, not too many of them."""
    shown = words[:MOST_RULES]
    return "; ".join(shown) + (f"; {len(words) - len(shown)} more" if len(words) > len(shown) else "") + "."


def wording(diff: Diff) -> list[Block]:
    """Return what only reads otherwise, each with the reason why the game is the same."""
    return [
        Row(
            "",
            f"{capital(c.told.rstrip('.'))} [{c.proof}]." if c.proof else f"{capital(c.told.rstrip('.'))}.",
        )
        for c in diff.wording
    ]


def saved(diff: Diff, against: Against | None) -> list[Block]:
    """Return what becomes of saved plays and of the tests of the earlier draft."""
    found: list[Block] = []
    breaks = breaking(diff)
    if not diff.changes:
        return []
    if breaks:
        names = listed(list(dict.fromkeys(f"{c.title} ({c.entry})" for c in breaks[:8])))
        more = f" and {len(breaks) - 8} more" if len(breaks) > 8 else ""
        found.append(
            Row(
                "saved plays",
                f"go on until the first question that another rule asks or answers: {names}{more}.",
            )
        )
    else:
        tail = "; scores differ" if any(c.severity != "text" for c in diff.changes) else ""
        found.append(Row("saved plays", f"go on: no question and no list of answers differs{tail}."))
    if against is not None:
        found += against_words(against)
    return found


def against_words(against: Against) -> list[Block]:
    """Return the tests whose result is another."""
    if not against.total:
        return [Row("tests", "the earlier draft has none.")]
    if not against.changed:
        return [Row("tests", f"all {against.total} have the same result.")]
    found: list[Block] = [
        Row("tests", f"{len(against.changed)} of {against.total} have another result; all others the same.")
    ]
    found += [
        Row(t.name, f"{t.before} -> {t.now}" + (f": {t.message}" if t.message else ""))
        for t in against.changed
    ]
    return found


def still_open(diff: Diff) -> list[Block]:
    """Return the questions that neither draft answers."""
    if not diff.changes or not diff.open_questions:
        return []
    shown = diff.open_questions[:5]
    more = len(diff.open_questions) - len(shown)
    return (
        [*shown, f"… and {more} more: `rules gaps` lists them with their defaults."]
        if more > 0
        else list(shown)
    )
