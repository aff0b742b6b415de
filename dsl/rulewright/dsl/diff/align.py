"""Two blocks -> the steps that differ: inserted, left out, changed, moved; nested blocks are gone into."""

from __future__ import annotations

import textwrap
from collections import Counter

from attrs import evolve, frozen

from rulewright.dsl import typed, walk
from rulewright.dsl.diff.changes import Step
from rulewright.dsl.diff.facets import Side
from rulewright.dsl.diff.lcs import common
from rulewright.dsl.diff.match import alike, gather
from rulewright.dsl.diff.naming import Form
from rulewright.dsl.diff.normal import Former
from rulewright.dsl.source import Span

ALIKE = 0.5


@frozen(eq=False)
class Line:
    """A statement with its form and, apart, the form of its first line."""

    statement: typed.Statement
    form: Form
    head: Form


@frozen(eq=False)
class Aligner:
    """Aligns blocks of two drafts; locals are known by their names."""

    before: Side
    now: Side
    given_before: tuple[typed.Local | None, tuple[typed.Local, ...]]
    given_now: tuple[typed.Local | None, tuple[typed.Local, ...]]

    def steps(self, left: typed.Block, right: typed.Block) -> list[Step]:
        """Return the steps that differ between two blocks, in order."""
        old, new = self.former(self.before, self.given_before), self.former(self.now, self.given_now)
        new.local_names = self.renamed_locals(left, right)
        return marked_moves(self.block(left, right, old, new))

    def former(self, side: Side, given: tuple[typed.Local | None, tuple[typed.Local, ...]]) -> Former:
        """Return a maker of forms that knows locals by their names."""
        former = side.former()
        former.given(*given)
        former.by_name = True
        return former

    def renamed_locals(self, left: typed.Block, right: typed.Block) -> dict[str, str]:
        """Return new names of locals whose sentences are otherwise as before."""
        old, new = self.former(self.before, self.given_before), self.former(self.now, self.given_now)
        mine = [(old.statement(s), bound(s)) for s in walk.statements(left)]
        theirs = [(new.statement(s), bound(s)) for s in walk.statements(right)]
        pairs = common(
            [(repr(form), name is not None) for form, name in mine],
            [(repr(f), n is not None) for f, n in theirs],
        )
        known = {name for _, name in mine if name}
        return {
            str(theirs[b][1]): str(mine[a][1])
            for a, b in pairs
            if mine[a][1] and mine[a][1] != theirs[b][1] and theirs[b][1] not in known
        }

    def block(self, left: typed.Block, right: typed.Block, old: Former, new: Former) -> list[Step]:
        """Align two blocks."""
        mine, theirs = lines(left, old), lines(right, new)
        kept = common([repr(line.form) for line in mine], [repr(line.form) for line in theirs])
        found: list[Step] = []
        a = b = 0
        for x, y in [*kept, (len(mine), len(theirs))]:
            found += self.gap(mine[a:x], theirs[b:y], old, new)
            a, b = x + 1, y + 1
        return found

    def gap(self, mine: list[Line], theirs: list[Line], old: Former, new: Former) -> list[Step]:
        """Compare what stands between two statements that stayed."""
        found: list[Step] = []
        b = 0
        for line in mine:
            partner = next((n for n in range(b, len(theirs)) if akin(line, theirs[n])), None)
            if partner is None:
                found.append(removed(self.before, line.statement))
                continue
            found += [added(self.now, other.statement) for other in theirs[b:partner]]
            found += self.pair(line, theirs[partner], old, new)
            b = partner + 1
        return found + [added(self.now, line.statement) for line in theirs[b:]]

    def pair(self, mine: Line, theirs: Line, old: Former, new: Former) -> list[Step]:
        """Compare two statements that belong together."""
        found: list[Step] = []
        left, right = walk.inner_blocks(mine.statement), walk.inner_blocks(theirs.statement)
        if mine.head != theirs.head or len(left) != len(right) or not left:
            whole = len(left) != len(right) or not left
            was = written(mine.statement) if whole else clean(mine.statement.span.text)
            became = written(theirs.statement) if whole else clean(theirs.statement.span.text)
            found.append(Step("changed", was, became, mine.statement.span, theirs.statement.span))
            if whole:
                return found
        for inside, other in zip(left, right, strict=True):
            found += self.block(inside, other, old, new)
        return found


def lines(block: typed.Block, former: Former) -> list[Line]:
    """Return the statements of a block with their forms."""
    found = []
    for s in block:
        form = former.statement(s)
        head = form
        if walk.inner_blocks(s):
            head = former.expr(tuple(heads(s)))
        found.append(Line(s, form, head))
    return found


def heads(s: typed.Statement) -> list[object]:
    """Return what stands in the first lines of a statement with blocks."""
    match s:
        case typed.If(branches=branches):
            return [condition for condition, _ in branches]
        case typed.Menu(who=who, cases=cases, may=may):
            return [who, may, *(c.condition for c in cases)]
        case typed.Offer(who=who):
            return [who]
        case typed.For(binders=binders, where=where, order=order):
            return [tuple(source for _, source in binders), where, order]
        case typed.Together(source=source, where=where):
            return [source, where]
        case typed.Repeat(limit=limit, value=value):
            return [limit, value]
        case _:
            return []


def akin(left: Line, right: Line) -> bool:
    """Tell whether a statement was changed into another, rather than replaced by it."""
    if type(left.statement) is not type(right.statement):
        return False
    if isinstance(left.statement, typed.DoProcedure) and isinstance(right.statement, typed.DoProcedure):
        return (
            isinstance(left.head, tuple) and isinstance(right.head, tuple) and left.head[:2] == right.head[:2]
        )
    mine: Counter[str] = Counter()
    theirs: Counter[str] = Counter()
    gather(left.form, mine)
    gather(right.form, theirs)
    return alike(mine, theirs) >= ALIKE or (
        left.head == right.head and bool(walk.inner_blocks(left.statement))
    )


def marked_moves(steps: list[Step]) -> list[Step]:
    """Turn the same statement left out here and put in there into one that moved."""
    found = list(steps)
    for gone in [s for s in steps if s.kind == "removed"]:
        come = next((s for s in found if s.kind == "added" and s.now == gone.before), None)
        if come is not None and gone in found:
            found[found.index(come)] = evolve(
                come, kind="moved", before=gone.before, before_span=gone.before_span, told=come.told
            )
            found.remove(gone)
    return found


def bound(s: typed.Statement) -> str | None:
    """Return the name that a statement gives."""
    match s:
        case typed.Let(local=local) | typed.Race(local=local):
            return local.name
        case typed.Choose(choice=choice):
            return choice.local.name
        case _:
            return None


def added(side: Side, s: typed.Statement) -> Step:
    """Return a step that is new."""
    return Step("added", "", written(s), None, s.span, told(side, s), optional(s))


def removed(side: Side, s: typed.Statement) -> Step:
    """Return a step that is gone."""
    return Step("removed", written(s), "", s.span, None, told(side, s), optional(s))


def told(side: Side, s: typed.Statement) -> str:
    """Return what a statement does at the table, from the text of what it does."""
    if isinstance(s, typed.DoProcedure) and len(s.deeds) == 1:
        return said(side, s.deeds[0].written.notes.text)
    if isinstance(s, typed.DoPhase):
        return said(side, s.phase.written.notes.text)
    return ""


def said(side: Side, text: object) -> str:
    """Return a text in the language of a draft, on one line."""
    from rulewright.dsl.tree import Text

    language = side.rules.written.language
    return " ".join(text.in_language(language, language).split()) if isinstance(text, Text) else ""


def optional(s: typed.Statement) -> bool:
    """Tell whether the first question that a statement asks may be declined."""
    first = first_question((s,))
    return isinstance(first, typed.Offer) or (
        isinstance(first, typed.Choose | typed.Take | typed.Menu) and first.may
    )


def first_question(block: typed.Block) -> typed.Statement | None:
    """Return the first statement that asks somebody, also inside procedures."""
    for s in walk.statements(block):
        if isinstance(s, typed.Offer | typed.Take | typed.Menu | typed.Race):
            return s
        if isinstance(s, typed.Choose) and s.who is not None:
            return s
        if isinstance(s, typed.DoProcedure):
            for deed in s.deeds:
                inner = first_question(deed.do)
                if inner is not None:
                    return inner
    return None


def written(s: typed.Statement) -> str:
    """Return a statement as it is written, with all inside it."""
    spans: list[Span] = [s.span]
    for inner in walk.statements((s,)):
        if inner.span.source is s.span.source:
            spans.append(inner.span)
    last = max(span.end for span in spans)
    line = s.span.source.line(s.span.line)
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.dedent(indent + s.span.source.text[s.span.start : last]).strip()


def clean(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())
