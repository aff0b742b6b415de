"""A page -> one HTML file without anything from elsewhere, to send and to print."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rulewright.cli.diff_pages.page import Block, Entry, Page, Row, Section
from rulewright.dsl.diff import Grid

STYLE = """
:root { --ink: #22252b; --quiet: #6b7280; --line: #d9dce1; --paper: #fff; --accent: #9a3412; --up: #166534;
  --down: #9a3412; --mark: #fff4e5; }
* { box-sizing: border-box; }
body { margin: 0; background: #f3f1ec; color: var(--ink); font: 16px/1.5 Georgia, "Noto Serif", "Noto Serif CJK JP", serif; }
main { max-width: 52rem; margin: 2rem auto; padding: 2.5rem 3rem 3rem; background: var(--paper);
  border: 1px solid var(--line); border-radius: 4px; }
header { border-bottom: 3px double var(--line); margin-bottom: 1.5rem; padding-bottom: 1rem; }
h1 { font-size: 2rem; margin: 0; letter-spacing: .01em; }
h1 span { font-weight: normal; color: var(--quiet); margin-left: .6rem; font-size: 1.3rem; }
.summary { color: var(--quiet); margin: .3rem 0 0; font-size: .95rem; }
.why { margin: .8rem 0 0; font-style: italic; }
h2 { font-size: 1.15rem; margin: 2rem 0 .7rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); break-after: avoid; }
h2 b { color: var(--accent); margin-right: .5rem; }
h3.group { font-size: 1rem; color: var(--quiet); margin: 1.2rem 0 .4rem; font-weight: normal; font-style: italic; }
article { display: grid; grid-template-columns: 9.5rem 1fr; gap: 0 1.2rem; margin: 0 0 1.2rem; break-inside: avoid; }
article h3 { margin: 0; font-size: 1rem; }
article p { margin: 0 0 .35rem; }
.severity { display: inline-block; font: 600 .68rem/1.5 system-ui, sans-serif; text-transform: uppercase; letter-spacing: .06em;
  color: var(--quiet); border: 1px solid var(--line); border-radius: 3px; padding: 0 .35rem; margin-top: .25rem; }
.severity.rule, .severity.structure { color: var(--accent); border-color: var(--accent); }
.chain { display: grid; grid-template-columns: 4.2rem 1fr; margin: .3rem 0 .5rem; font: .9rem/1.6 system-ui, sans-serif; }
.chain dt { color: var(--quiet); }
.chain dd { margin: 0; }
.chain dd.now { background: var(--mark); }
.note, .refs { font-size: .88rem; color: var(--quiet); }
.refs { font-family: ui-monospace, monospace; font-size: .74rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: .4rem 0 .6rem; font: .92rem/1.4 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .2rem; }
th, td { padding: .18rem .7rem; text-align: center; border-bottom: 1px solid var(--line); }
thead th { color: var(--quiet); font-weight: normal; }
th[scope=row], thead th:first-child { text-align: left; padding-left: 0; color: var(--quiet); font-weight: normal; }
td.up { color: var(--up); font-weight: 700; background: #effaf2; }
td.down { color: var(--down); font-weight: 700; background: var(--mark); }
td.other { font-weight: 700; background: var(--mark); }
dl.rows { display: grid; grid-template-columns: 9.5rem 1fr; gap: .25rem 1.2rem; margin: 0; }
dl.rows dt { font-weight: 600; overflow-wrap: anywhere; }
dl.rows dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 1.2rem; }
li { margin-bottom: .25rem; }
footer { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .6rem; color: var(--quiet); font-size: .8rem; }
@media (max-width: 40rem) { main { margin: 0; padding: 1.2rem; border: 0; }
  article, dl.rows { grid-template-columns: 1fr; } dl.rows dd { margin-bottom: .4rem; }
  table { display: block; overflow-x: auto; } }
@media print { :root { --quiet: #4b5058; --line: #b9bec6; }
  body { background: none; font-size: 10.5pt; line-height: 1.4; orphans: 3; widows: 3; }
  main { margin: 0; padding: 0; border: 0; max-width: none; }
  h2 { margin-top: 1.5rem; } h3.group { break-after: avoid; }
  li, dl.rows dd, tr, .chain { break-inside: avoid; } thead { display: table-header-group; }
  .chain dd.now, td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  @page { margin: 18mm 16mm; } }
"""

ARROWS = {"^": ("up", "▲"), "v": ("down", "▼"), "*": ("other", ""), "": ("", "")}


def html(page: Page, language: str) -> str:
    """Return a whole HTML document."""
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(language)}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(arrow(page.title))}, {escape(arrow(page.drafts))}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            "<header>",
            f"<h1>{escape(arrow(page.title))}<span>{escape(arrow(page.drafts))}</span></h1>",
            f'<p class="summary">{escape(page.summary)}</p>',
            *([f'<p class="why">{escape(page.why)}</p>'] if page.why else []),
            "</header>",
            *(
                line
                for number, section in enumerate(page.sections, 1)
                for line in section_lines(number, section)
            ),
            "<footer>Made by <code>rules diff</code> from the rules themselves.</footer>",
            "</main>",
            "</body>",
            "</html>",
        ]
    )


def arrow(text: str) -> str:
    """Return a text with arrows in place of `->`."""
    return text.replace("->", "→")


def section_lines(number: int, section: Section) -> Iterator[str]:
    """Yield a section; rows that follow each other stand in one list."""
    yield f"<section><h2><b>{number}</b>{escape(section.heading)}</h2>"
    opened = ""
    for block in section.blocks:
        wanted = list_of(block, section)
        if wanted != opened:
            yield CLOSING[opened] + OPENING[wanted]
            opened = wanted
        yield from block_lines(block, wanted)
    yield f"{CLOSING[opened]}</section>"


OPENING = {"": "", "rows": '<dl class="rows">', "items": "<ul>"}
CLOSING = {"": "", "rows": "</dl>", "items": "</ul>"}


def list_of(block: Block, section: Section) -> str:
    """Return in which list a block stands."""
    if isinstance(block, Entry):
        return ""
    if isinstance(block, Row):
        return "rows" if block.label else "items"
    return "" if any(isinstance(b, Entry) for b in section.blocks) else "items"


def block_lines(block: Block, inside: str) -> Iterator[str]:
    """Yield one block."""
    match block:
        case Entry():
            yield from entry_lines(block)
        case Row(label=label, text=told) if label:
            yield f"<dt>{rich(label)}</dt><dd>{rich(arrow(told))}</dd>"
        case Row(text=told):
            yield f"<li>{rich(arrow(told))}</li>"
        case _:
            yield f"<li>{rich(block)}</li>" if inside == "items" else f'<h3 class="group">{rich(block)}</h3>'


def entry_lines(entry: Entry) -> Iterator[str]:
    """Yield a change."""
    severity = f'<span class="severity {entry.severity}">{entry.severity}</span>'
    yield f"<article><div><h3>{escape(entry.title)}</h3>{severity}</div><div>"
    yield f"<p>{rich(entry.told)}</p>"
    if entry.before or entry.now:
        yield (
            f'<dl class="chain"><dt>before</dt><dd>{rich(arrow(entry.before))}</dd>'
            f'<dt>now</dt><dd class="now">{rich(arrow(entry.now))}</dd></dl>'
        )
    for grid in entry.grids:
        yield from grid_lines(grid)
    for note in entry.notes:
        yield f'<p class="note">{rich(note)}</p>'
    yield f'<p class="refs">{escape(entry.refs)}</p></div></article>'


def grid_lines(grid: Grid) -> Iterator[str]:
    """Yield a table."""
    caption = f"<caption>{escape(grid.label)}</caption>" if grid.label else ""
    yield f'<table>{caption}<thead><tr><th scope="col">{escape(grid.index)}</th>'
    yield "".join(f'<th scope="col">{escape(h)}</th>' for h in grid.heads) + "</tr></thead><tbody>"
    yield '<tr><th scope="row">before</th>' + "".join(f"<td>{escape(v)}</td>" for v in grid.before) + "</tr>"
    cells = []
    for value, sign in zip(grid.now, grid.marks, strict=True):
        name, shape = ARROWS[sign]
        tail = f" {shape}" if shape else ""
        cells.append(
            f'<td class="{name}">{escape(value)}{tail}</td>' if name else f"<td>{escape(value)}</td>"
        )
    yield f'<tr><th scope="row">now</th>{"".join(cells)}</tr></tbody></table>'


def rich(text: str) -> str:
    """Return a text with code between backticks."""
    pieces = [escape(piece) for piece in text.split("`")]
    return (
        "".join(f"<code>{p}</code>" if n % 2 else p for n, p in enumerate(pieces))
        if len(pieces) % 2
        else escape(text)
    )
