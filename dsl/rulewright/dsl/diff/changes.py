"""What differs between two drafts, as values: one change for each thing a designer would name."""

from __future__ import annotations

from hashlib import blake2b

from attrs import field, frozen

from rulewright.dsl.source import Span

SEVERITIES = ("text", "tune", "rule", "structure")
"""From words alone over numbers and rules to the parts of the game."""

KINDS = ("added", "removed", "changed", "renamed", "reordered", "reworded")


@frozen
class Grid:
    """A table told by its index: heads, the lines before and now, marks `^` and `v` under what went up or down."""

    index: str
    heads: tuple[str, ...]
    before: tuple[str, ...]
    now: tuple[str, ...]
    marks: tuple[str, ...]
    label: str = ""


@frozen
class Step:
    """A place where a block differs. `kind` is added, removed, changed or moved; the texts are source lines."""

    kind: str
    before: str
    now: str
    before_span: Span | None = None
    now_span: Span | None = None
    told: str = ""
    """What it means at the table, from the texts of what it does."""
    optional: bool = False


@frozen
class Change:
    """One difference.

    `id` is stable and readable: `constants.side_base`. `entry` is the id of the whole entry it belongs to.
    `areas` are headings of the rulebook, through `cite`. `told` is the sentence for the designer, `before` and
    `now` what is told of the two drafts. `breaks_saves` says whether a saved play may meet another question or
    another answer list. `proof` says why nothing changes, where only words differ.
    """

    id: str
    section: str
    name: str
    old_name: str
    kind: str
    severity: str
    told: str
    before: str = ""
    now: str = ""
    cite: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    title: str = ""
    breaks_saves: bool = False
    before_span: Span | None = None
    now_span: Span | None = None
    why: str = ""
    proof: str = ""
    notes: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    steps: tuple[Step, ...] = ()
    option: bool = False
    """Whether it is about an open question or a variant (a parameter)."""
    assumed: bool = False
    reword: tuple[str, str] = ("", "")
    """Of a reworded text: all of it, before and now."""

    @property
    def entry(self) -> str:
        """The id of the entry it belongs to."""
        return f"{self.section}.{self.name}" if self.name else self.section

    @property
    def fingerprint(self) -> str:
        """A short digest of what changes: equal as long as the same thing changes in the same way."""
        parts = (
            self.id, self.kind, self.severity, self.before, self.now, *self.reword,
            *(f"{g.heads}{g.before}{g.now}" for g in self.grids),
            *(f"{s.kind} {s.before} {s.now}" for s in self.steps),
        )  # fmt: skip
        return blake2b("\n".join(parts).encode(), digest_size=6).hexdigest()


@frozen
class Printed:
    """What must be printed anew of a kind of component: which faces change, which are new or gone."""

    kind: str
    title: str
    changed: tuple[tuple[str, str], ...] = ()
    """Printed forms before and now."""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    same: int = 0
    reworded: tuple[str, ...] = ()
    """Faces whose text or effect text changes."""
    count_before: int = 0
    count_now: int = 0
    totals: tuple[tuple[str, int, int], ...] = ()
    """Printed numbers that change: what is printed, and its sum over all components before and now."""
    by: tuple[str, ...] = ()
    """What the changed faces have in common: `ranks 2, 4, 5` …"""


@frozen
class Reached:
    """A rule that is written as before but reads something that changed."""

    id: str
    title: str
    because: tuple[str, ...]
    cite: tuple[str, ...] = ()


@frozen
class Identity:
    """Which draft of which game."""

    game: str
    title: str
    draft: str
    file: str
    why: str = ""


@frozen
class Diff:
    """All differences between two drafts."""

    before: Identity
    now: Identity
    changes: tuple[Change, ...] = ()
    printed: tuple[Printed, ...] = ()
    not_printed: tuple[str, ...] = ()
    reached: tuple[Reached, ...] = ()
    died: tuple[str, ...] = ()
    came_alive: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    """Rules that stay as they are though they are used in a new place."""
    open_questions: tuple[str, ...] = ()
    """Parameters with a reason that both drafts have."""
    renames: tuple[tuple[str, str, str], ...] = field(default=())
    """(section, old, new)"""

    def of_severity(self, *severities: str) -> tuple[Change, ...]:
        """Return the changes of some severities."""
        return tuple(c for c in self.changes if c.severity in severities)

    @property
    def wording(self) -> tuple[Change, ...]:
        """Changes of words alone."""
        return self.of_severity("text")

    @property
    def rules(self) -> tuple[Change, ...]:
        """Changes that people at the table notice, options apart."""
        return tuple(c for c in self.changes if c.severity != "text" and not c.option)

    @property
    def options(self) -> tuple[Change, ...]:
        """Changes of open questions and variants."""
        return tuple(c for c in self.changes if c.severity != "text" and c.option)
