"""Changes -> the whole diff: their place in the rulebook, saved plays, what is reached and printed anew."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rulewright.dsl import tree, typed
from rulewright.dsl.diff import entry_changes as tellers
from rulewright.dsl.diff.align import said
from rulewright.dsl.diff.changes import Change, Diff, Identity, Printed
from rulewright.dsl.diff.facets import Side
from rulewright.dsl.diff.match import Matching
from rulewright.dsl.diff.printed import kinds_that_show, reprint
from rulewright.dsl.diff.reach import died_and_born, reached
from rulewright.dsl.diff.tell import capital, label


@frozen(eq=False)
class Finish:
    """Knows both drafts and which entries belong together."""

    before: Side
    now: Side
    matching: Matching

    def diff(self, changes: list[Change]) -> Diff:
        """Return the whole diff with its changes in the order in which they are told."""
        return self.with_reach(tuple(sorted((self.finished(c) for c in changes), key=self.place)))

    def finished(self, change: Change) -> Change:
        """Return a change with its place in the rulebook and what it means for saved plays."""
        written = (*self.before.rules.written.sections, *self.now.rules.written.sections)
        headings = {word.value: said(self.now, text) for word, text in written}
        if not change.cite and change.section in ("constants", "functions"):
            change = evolve(change, cite=tuple(self.cited_by_readers(change)))
        areas = tuple(headings[c] for c in change.cite if c in headings)
        change = evolve(change, areas=areas, title=capital(change.title or change.name.replace("_", " ")))
        if change.severity == "text" or change.breaks_saves:
            return change
        return evolve(change, breaks_saves=self.breaks(change))

    def cited_by_readers(self, change: Change) -> Iterator[str]:
        """Yield the rules of the book that a number without one of its own stands in, through what reads it."""
        side = self.before if change.kind == "removed" else self.now
        seen: dict[str, None] = {}
        for user in side.users.get(change.entry, []):
            section, _, name = user.partition(".")
            for written in getattr(side.rules.written, section, ()) if name else ():
                if written.name.value == name:
                    seen.update(dict.fromkeys(w.value for w in written.notes.cite))
        yield from seen

    def breaks(self, change: Change) -> bool:
        """Tell whether a saved play may meet another question or other answers."""
        if change.section in ("score", "winner", "returns", "limits"):
            return False
        if change.section in ("constants", "functions", "odds", "parameters"):
            return any(
                side.influence.reaches({f"{change.section}.{name}"})
                for side, name in ((self.before, change.old_name), (self.now, change.name))
            )
        return not tellers.only_counts(self.before, self.now, change)

    def place(self, change: Change) -> tuple[int, int, int, str]:
        """Return where a change is told: rules before numbers before words, in the order of the rulebook."""
        order = [w.value for w, _ in self.now.rules.written.sections]
        cited = min((order.index(c) for c in change.cite if c in order), default=len(order))
        sections = (
            "players",
            "first_player",
            "notes",
            "setup",
            "flow",
            "phases",
            "actions",
            "procedures",
            "constants",
            "odds",
            "functions",
            "score",
            "winner",
        )
        section = sections.index(change.section) if change.section in sections else len(sections)
        return (("structure", "rule", "tune", "text").index(change.severity), section, cited, change.id)

    def with_reach(self, changes: tuple[Change, ...]) -> Diff:
        """Return the whole diff: what is reprinted, reached, dead, still open."""
        pairs = self.matching.pairs["components"]
        printed, untouched = reprint(
            self.before,
            self.now,
            pairs,
            self.matching.removed["components"],
            self.matching.added["components"],
        )
        causes = {
            c.entry: label(self.now, c.name) for c in changes if c.severity != "text" and c.kind != "removed"
        }
        removed_causes = {c.entry for c in changes if c.severity != "text" and c.kind == "removed"}
        died, born = died_and_born(self.before, self.now, self.matching)
        return Diff(
            identity(self.before),
            identity(self.now),
            tuple(self.with_prints(c, printed) for c in changes),
            printed,
            untouched,
            tuple(r for r in reached(self.now, causes) if r.id not in removed_causes),
            died,
            born,
            tuple(self.shared(changes)),
            tuple(self.open_questions()),
            tuple(self.matching.renames),
        )

    def with_prints(self, change: Change, printed: tuple[Printed, ...]) -> Change:
        """Add to a change of numbers what it does to printed components."""
        if change.section not in ("constants", "functions", "parameters"):
            return change
        kinds = set(kinds_that_show(self.now.rules, self.now.mentions, change.entry))
        notes = tuple(tellers.print_note(p) for p in printed if p.kind in kinds)
        return evolve(change, notes=(*change.notes, *notes))

    def shared(self, changes: tuple[Change, ...]) -> Iterator[str]:
        """Yield procedures that are used in a new place and are themselves as before, with who uses them."""
        old, new = self.before.users, self.now.users
        changed = {c.entry for c in changes if c.severity != "text"}
        for section in ("functions", "procedures"):
            for was, became in self.matching.pairs[section]:
                then = {self.current(u) for u in old.get(was.id, [])}
                today = new.get(became.id, [])
                fresh = [u for u in today if u not in then and u in changed]
                lost = [u for u in then if u not in today and u in changed]
                if became.id not in changed and (fresh or lost):
                    yield became.id

    def current(self, id: str) -> str:
        """Return the id that an entry of the earlier draft has now."""
        section, _, name = id.partition(".")
        return next((f"{s}.{n}" for s, o, n in self.matching.renames if (s, o) == (section, name)), id)

    def open_questions(self) -> Iterator[str]:
        """Yield the questions that stay open."""
        for _, became in self.matching.pairs["parameters"]:
            assert isinstance(became.entry, typed.Parameter)
            written = became.entry.written
            if written.because is not None:
                yield said(self.now, written.asks) or label(self.now, became.name)


def identity(side: Side) -> Identity:
    """Return which draft a side is."""
    written: tree.Ruleset = side.rules.written
    title = said(side, written.title) or written.game.value.replace("_", " ")
    draft = written.draft.value if written.draft is not None else ""
    return Identity(written.game.value, title, draft, side.file, said(side, written.why))
