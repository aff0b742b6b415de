"""A page -> Markdown: the same text, for a repository or a forum."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.cli.diff_pages.page import Block, Entry, Page, Row
from rulewright.dsl.diff import Grid


def markdown(page: Page) -> Iterator[str]:
    """Yield the lines of a page."""
    yield f"# {plain(page.title)}, {plain(page.drafts)}"
    yield ""
    yield f"{plain(page.summary)}."
    if page.why:
        yield ""
        yield f"**Why:** {plain(page.why)}"
    for number, section in enumerate(page.sections, 1):
        yield ""
        yield f"## {number} {section.heading}"
        yield ""
        for block in section.blocks:
            yield from block_lines(block)


def block_lines(block: Block) -> Iterator[str]:
    """Yield the lines of one block."""
    match block:
        case Entry():
            yield from entry_lines(block)
        case Row(label="", text=told):
            yield f"- {plain(told)}"
        case Row(label=label, text=told):
            yield f"- **{plain(label)}**: {plain(told)}"
        case _:
            yield f"- {plain(block)}"


def entry_lines(entry: Entry) -> Iterator[str]:
    """Yield the lines of a change."""
    yield f"- **{plain(entry.title)}**: {plain(entry.told)}"
    if entry.before or entry.now:
        yield f"  - before: {plain(entry.before)}"
        yield f"  - now: {plain(entry.now)}"
    for grid in entry.grids:
        yield ""
        yield from (f"  {line}" for line in grid_lines(grid))
        yield ""
    for note in entry.notes:
        yield f"  - {plain(note)}"
    yield f"  - `{entry.refs}`"


def grid_lines(grid: Grid) -> Iterator[str]:
    """Yield a table."""
    now = [f"**{v}** {m}" if m else v for v, m in zip(grid.now, grid.marks, strict=True)]
    yield f"| {plain(grid.label + ' ' if grid.label else '')}{plain(grid.index)} | {' | '.join(map(plain, grid.heads))} |"
    yield "|" + "---|" * (len(grid.heads) + 1)
    yield f"| before | {' | '.join(map(plain, grid.before))} |"
    yield f"| now | {' | '.join(now)} |"


def plain(text: str) -> str:
    """Return a text in which nothing is taken for Markdown but code between backticks."""
    pieces = text.split("`")
    for place in range(0, len(pieces), 2):
        for sign in ("\\", "*", "_", "|", "<", "#"):
            pieces[place] = pieces[place].replace(sign, "\\" + sign)
    return "`".join(pieces)
