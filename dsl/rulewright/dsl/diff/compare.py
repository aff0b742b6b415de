"""Two rulesets -> everything that differs between them."""

from __future__ import annotations

from attrs import define, evolve, field

from rulewright.dsl import typed
from rulewright.dsl.diff import entry_changes as tellers
from rulewright.dsl.diff.align import said
from rulewright.dsl.diff.changes import Change, Diff
from rulewright.dsl.diff.entries import SECTIONS, WHOLE, Named
from rulewright.dsl.diff.facets import DISPLAY, Facets, Side, of_whole, rule_parts, side_of, wordings
from rulewright.dsl.diff.finish import Finish
from rulewright.dsl.diff.match import Matching, match
from rulewright.dsl.diff.naming import Naming
from rulewright.dsl.diff.tell import label
from rulewright.dsl.diff.wording import grouped

HELPERS = ("constants", "functions", "procedures")
"""What is nothing by itself: it counts through what uses it."""


def diff(before: typed.Rules, now: typed.Rules, before_file: str = "", now_file: str = "") -> Diff:
    """Return all differences between two drafts that hold."""
    a, b = side_of(before, Naming(), before_file), side_of(now, Naming(), now_file)
    return Comparison(a, b, match(a, b)).run()


@define(eq=False)
class Comparison:
    """Goes through two drafts section by section."""

    before: Side
    now: Side
    matching: Matching
    changes: list[Change] = field(factory=list)
    rewordings: list[Change] = field(factory=list)
    proven: set[str] = field(factory=set)
    """Entries that are written otherwise and come to the same."""
    differing: set[str] = field(factory=set)

    def run(self) -> Diff:
        """Compare everything."""
        self.header()
        for section in SECTIONS:
            for was, became in self.matching.pairs[section]:
                self.entry(was, became)
        for section in WHOLE:
            self.whole(section)
        for section in SECTIONS:
            for gone in self.matching.removed[section]:
                self.alone(gone, None)
            for come in self.matching.added[section]:
                self.alone(None, come)
        self.labels()
        self.renames()
        return Finish(self.before, self.now, self.matching).diff([*self.changes, *grouped(self.rewordings)])

    # -- the head of the file ---------------------------------------------------------------------

    def header(self) -> None:
        """Compare what stands at the top of a ruleset."""
        old, new = self.before.rules.written, self.now.rules.written
        if old.players != new.players:
            was, became = (
                f"{low} to {high}" if low < high else str(low) for low, high in (old.players, new.players)
            )
            self.add("players", "", "changed", "structure", f"{became} players instead of {was}", was, became)
        was, became = (word_of(written.notes) for written in (old, new))
        if was != became:
            self.add("notes", "", "changed", "rule", f"taking notes is {became}, not {was}", was, became)
        if (old.first_player is None) != (new.first_player is None):
            who = "who begins is asked before the game" if new.first_player is not None else "seat 1 begins"
            texts = (said(self.before, old.first_player), said(self.now, new.first_player))
            self.add("first_player", "", "changed", "rule", who, *texts)
        for name, was_text, now_text in (
            ("title", old.title, new.title),
            ("first_player", old.first_player, new.first_player),
        ):
            if was_text is not None and now_text is not None:
                self.reword(
                    name, "", name.replace("_", " "), said(self.before, was_text), said(self.now, now_text)
                )

    def add(
        self, section: str, name: str, kind: str, severity: str, told: str, before: str, now: str
    ) -> None:
        """Record a change of the head of a file."""
        keys_before, keys_now = self.before.rules.written.keys, self.now.rules.written.keys
        self.changes.append(
            Change(
                f"{section}.{name}" if name else section,
                section,
                name,
                name,
                kind,
                severity,
                told,
                before,
                now,
                title=section.replace("_", " "),
                breaks_saves=severity != "text",
                before_span=keys_before.get(section),
                now_span=keys_now.get(section),
            )
        )

    # -- entries that both drafts have ------------------------------------------------------------

    def entry(self, was: Named, became: Named) -> None:
        """Compare an entry with itself in the other draft."""
        old = self.before.facets(was, self.before.former())
        new = self.now.facets(became, self.now.former())
        keys = different(old, new)
        if not keys:
            self.words_of(was, became)
            return
        rule_keys = [k for k in keys if k not in DISPLAY]
        if not rule_keys:
            self.changes.append(tellers.display(self.before, self.now, was, became, keys))
            self.words_of(was, became)
            return
        deep_old = self.before.facets(was, self.before.former(deep=True))
        deep_new = self.now.facets(became, self.now.former(deep=True))
        if was.section != "parameters" and all(deep_old.get(k) == deep_new.get(k) for k in rule_keys):
            self.proven.add(became.id)
            self.changes.append(tellers.same_game(self.before, self.now, was, became))
            self.words_of(was, became)
            return
        self.differing.add(became.id)
        for change in tellers.changed(self.before, self.now, was, became, rule_keys):
            self.changes.append(self.with_texts(change, was, became))

    def with_texts(self, change: Change, was: Named, became: Named) -> Change:
        """Return a change with the sentences of the entry before and now, where they differ."""
        texts = said(self.before, was.notes.text), said(self.now, became.notes.text)
        if texts[0] and texts[1] and texts[0] != texts[1]:
            return evolve(change, reword=texts)
        if texts[0] and became.section in ("functions", "procedures", "actions", "phases", "score"):
            return evolve(change, notes=(*change.notes, f'its sentence is as before: "{texts[1]}"'))
        return change

    def words_of(self, was: Named, became: Named) -> None:
        """Compare what is only said: sentences, questions, prompts, what is assumed."""
        title = label(self.now, became.name)
        self.reword(
            became.section,
            became.name,
            title,
            said(self.before, was.notes.text),
            said(self.now, became.notes.text),
            was,
            became,
        )
        if isinstance(was.entry, typed.Parameter) and isinstance(became.entry, typed.Parameter):
            asks = said(self.before, was.entry.written.asks), said(self.now, became.entry.written.asks)
            self.reword(became.section, f"{became.name}.asks", title, *asks, was, became)
        old_prompts, new_prompts = (
            list(wordings(rule_parts(was.entry))),
            list(wordings(rule_parts(became.entry))),
        )
        if len(old_prompts) == len(new_prompts):
            for number, (a, b) in enumerate(zip(old_prompts, new_prompts, strict=True), 1):
                self.reword(became.section, f"{became.name}.prompt{number}", title, a, b, was, became)
        self.assumptions(was, became, title)

    def assumptions(self, was: Named, became: Named, title: str) -> None:
        """Tell where something that was assumed is written now, or the other way round."""
        old, new = said(self.before, was.notes.assumed), said(self.now, became.notes.assumed)
        if bool(old) != bool(new):
            value = f"{shown} " if (shown := tellers.value_of(self.now, became)) else ""
            told = (
                f"{title}: {value}is written now (was assumed: {old})"
                if old
                else f"{title}: {value}is assumed now ({new})"
            )
            self.changes.append(
                tellers.base(
                    self.before,
                    self.now,
                    was,
                    became,
                    "reworded",
                    "text",
                    told,
                    old,
                    new,
                    proof="the value is as before",
                    suffix="assumed",
                )
            )

    def reword(
        self,
        section: str,
        name: str,
        title: str,
        old: str,
        new: str,
        was: Named | None = None,
        became: Named | None = None,
    ) -> None:
        """Record a text that differs."""
        if old == new or not (old or new):
            return
        self.rewordings.append(
            Change(
                f"{section}.{name}" if name else section,
                section,
                name,
                was.name if was and "." not in name else name,
                "reworded",
                "text",
                "",
                old,
                new,
                title=title,
                proof="only words differ",
                reword=(old, new),
                before_span=was.span if was else None,
                now_span=became.span if became else None,
                cite=tuple(w.value for w in became.notes.cite) if became else (),
            )
        )

    # -- sections that are one entry --------------------------------------------------------------

    def whole(self, section: str) -> None:
        """Compare set-up, flow, winner, returns, limits."""
        old = of_whole(self.before, section, self.before.former())
        new = of_whole(self.now, section, self.now.former())
        if not different(old, new):
            return
        if same(
            of_whole(self.before, section, self.before.former(deep=True)),
            of_whole(self.now, section, self.now.former(deep=True)),
        ):
            self.proven.add(section)
            self.changes.append(tellers.whole_same(self.before, self.now, section))
            return
        self.differing.add(section)
        self.changes += tellers.whole_changed(self.before, self.now, section, old, new)

    # -- entries that one draft has ---------------------------------------------------------------

    def alone(self, gone: Named | None, come: Named | None) -> None:
        """Tell an entry that is new or gone. A helper whose users come to the same is a matter of writing."""
        named = come or gone
        assert named is not None
        change = tellers.alone(self.before, self.now, gone, come)
        if named.section in HELPERS and self.harmless(
            named, self.now if come else self.before, bool(come), set()
        ):
            proof = (
                "nothing reads it"
                if not self.users_of(named, bool(come))
                else "what uses it comes to the same"
            )
            change = evolve(change, severity="text", proof=proof)
        else:
            self.differing.add(named.id)
        self.changes.append(change)

    def users_of(self, named: Named, new: bool) -> list[str]:
        """Return who uses an entry that stands alone."""
        side = self.now if new else self.before
        return side.users.get(named.id, [])

    def harmless(self, named: Named, side: Side, new: bool, seen: set[str]) -> bool:
        """Tell whether everything that uses a helper is proven to come to the same."""
        alone = self.matching.added if new else self.matching.removed
        back = {f"{s}.{o}": f"{s}.{n}" for s, o, n in self.matching.renames}
        for user in self.users_of(named, new):
            section, _, name = user.partition(".")
            helper = next((e for e in alone.get(section, []) if e.name == name), None)
            if helper is not None:
                if (
                    section not in HELPERS
                    or user in seen
                    or not self.harmless(helper, side, new, {*seen, user})
                ):
                    return False
            elif (user if new else back.get(user, user)) not in self.proven:
                return False
        return True

    # -- names and labels -------------------------------------------------------------------------

    def labels(self) -> None:
        """Compare labels in the drafts' own language; translations are no difference."""
        language = self.now.rules.written.language
        old = {w.key.value: w for w in self.before.rules.written.words}
        names = {n: o for (_, n), o in self.now.naming.names.items()}
        for word in self.now.rules.written.words:
            was = old.get(names.get(word.key.value, word.key.value))
            if was is not None and was.text is not None and word.text is not None:
                a, b = (t.values.get(language) or t.values.get("") or "" for t in (was.text, word.text))
                self.reword("words", word.key.value, label(self.now, word.key.value), a, b)

    def renames(self) -> None:
        """Tell which names are new."""
        pairs = {(s, b.name): (a, b) for s in SECTIONS for a, b in self.matching.pairs[s]}
        for section, old, new in self.matching.renames:
            was, became = pairs[section, new]
            self.changes.append(tellers.renamed(self.before, self.now, was, became))
            assert old == was.name
        for (section, new), old in sorted(self.now.naming.names.items()):
            if "." in section and old != new:
                self.changes.append(tellers.renamed_part(self.now, section, old, new))


def word_of(written: object) -> str:
    """Return a word that may carry its place."""
    return str(getattr(written, "value", written))


def different(old: Facets, new: Facets) -> list[str]:
    """Return the facets that differ, in order."""
    return [k for k in dict.fromkeys((*old, *new)) if old.get(k) != new.get(k)]


def same(old: Facets, new: Facets) -> bool:
    """Tell whether nothing differs."""
    return not different(old, new)
