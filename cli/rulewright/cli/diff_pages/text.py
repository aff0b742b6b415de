"""A page -> plain text for a terminal or a mail."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.cli.columns import pad, width, wrap
from rulewright.cli.diff_pages.page import Block, Entry, Page, Row
from rulewright.cli.output import paint
from rulewright.dsl.diff import Grid

COLUMNS = 100
LABEL = 18


def text(page: Page, *, on: bool = False) -> Iterator[str]:
    """Yield the lines of a page."""
    head = f"{page.title}  {page.drafts}"
    gap = max(COLUMNS - width(head) - width(page.summary), 2)
    yield paint(head, "bold", on=on) + " " * gap + page.summary
    if page.why:
        yield from wrap(f"Why: {page.why}", COLUMNS, "     ")
    for number, section in enumerate(page.sections, 1):
        yield ""
        yield paint(f"{number} {section.heading.upper()}", "bold", on=on)
        for block in section.blocks:
            yield from block_lines(block, on)


def block_lines(block: Block, on: bool) -> Iterator[str]:
    """Yield the lines of one block."""
    match block:
        case Entry():
            yield from entry_lines(block, on)
        case Row(label="", text=told):
            yield from wrap(f"  {told}", COLUMNS, "    ")
        case Row(label=label, text=told):
            yield from beside(label, told)
        case _:
            yield from wrap(f"  {block}", COLUMNS, "    ")


def beside(label: str, told: str) -> Iterator[str]:
    """Yield a text beside its label."""
    margin = " " * (LABEL + 2)
    if width(label) > LABEL - 1:
        yield f"  {label}"
        yield from wrap(margin + told, COLUMNS, margin)
        return
    first, *rest = wrap(margin + told, COLUMNS, margin)
    yield "  " + pad(label, LABEL) + first[len(margin) :]
    yield from rest


def entry_lines(entry: Entry, on: bool) -> Iterator[str]:
    """Yield the lines of a change."""
    yield from beside(entry.title, entry.told)
    margin = " " * (LABEL + 2)
    if entry.before or entry.now:
        for label, chain in (("Before  ", entry.before), ("Now     ", entry.now)):
            yield from wrap(f"{margin}{label}{chain}", COLUMNS, margin + " " * 8)
    for grid in entry.grids:
        yield from (margin + line for line in grid_lines(grid))
    for note in entry.notes:
        yield from wrap(margin + note, COLUMNS, margin)
    yield from (paint(line, "dim", on=on) for line in wrap(margin + entry.refs, COLUMNS, margin))


def grid_lines(grid: Grid) -> Iterator[str]:
    """Yield a table: the index, before, now with marks."""
    now = [f"{v} {m}".rstrip() for v, m in zip(grid.now, grid.marks, strict=True)]
    columns = [
        max(width(h), width(b), width(n)) for h, b, n in zip(grid.heads, grid.before, now, strict=True)
    ]
    first = max(width(grid.index), len("before"))
    if grid.label:
        yield grid.label
    for label, cells in ((grid.index, grid.heads), ("before", grid.before), ("now", now)):
        yield (
            pad(label, first) + "   " + "   ".join(pad(c, w) for c, w in zip(cells, columns, strict=True))
        ).rstrip()
