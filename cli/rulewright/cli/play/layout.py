"""Table view -> lines of text: the table first, then one column for each player, at any width."""

from __future__ import annotations

from itertools import groupby

from attrs import frozen

from rulewright.cli.columns import clean, cut, flow, pad, width
from rulewright.cli.output import paint
from rulewright.cli.words import word
from rulewright.interpreter.table_view import Grid, Line, TableView

MOST_LINES, MOST_OF_PLAYER = 12, 8
"""How many lines a place of the table, and of a player, takes before the rest is left out; `t` shows all."""

LEAST_COLUMN = 11
"""The narrowest column of a player; where more players than fit, they stand in several bands."""

EMPTY = "-"


@frozen
class Look:
    """How to lay out: columns, language of the screen's own words, colours; `whole` leaves nothing out."""

    columns: int
    language: str
    colour: bool = False
    whole: bool = False


def table(view: TableView, look: Look, subtitle: str = "") -> list[str]:
    """Return the table view as lines."""
    rule = paint("─" * look.columns, "dim", on=look.colour)
    return [rule, heading(view, look, subtitle), *places(view, look), *players(view, look)]


def heading(view: TableView, look: Look, subtitle: str) -> str:
    """Return the title line: game and draft on the left, whose turn it is on the right."""
    draft = word(look.language, "draft", view.draft) if view.draft else ""
    left = "  ".join(filter(None, [view.title.upper(), draft]))
    room = look.columns - width(subtitle) - 2
    left = cut(left, max(room, 10))
    gap = max(look.columns - width(left) - width(subtitle), 2)
    return paint(left, "bold", on=look.colour) + (" " * gap + subtitle if subtitle else "")


def merged(items: tuple[str, ...]) -> list[str]:
    """Return items cleaned, equal neighbours as one with their number."""
    found = []
    for item, group in groupby(clean(item) for item in items):
        count = len(list(group))
        found.append(item if count == 1 else f"{item} ×{count}")
    return found


def without(items: tuple[str, ...], label: str) -> tuple[str, ...]:
    """Return items without a note that only repeats the name of their group."""
    return tuple(item.replace(f" ({label})", "", 1) for item in items) if label else items


def contents(line: Line, look: Look) -> list[tuple[str, list[str]]]:
    """Return the items of a line by group, as they are printed."""
    if line.form == "numbered":
        return [("", [f"{n}. {clean(item)}" for n, item in enumerate(line.groups[0][1], 1)])]
    groups = [(clean(label), merged(without(items, label))) for label, items in line.groups]
    if line.form == "pile" and len(groups) == 1 and len(groups[0][1]) > 1:
        first, *rest = groups[0][1]
        groups = [(groups[0][0], [f"{first} ({word(look.language, 'top')})", *rest])]
    return [("" if items == [label] and not label.isdigit() else label, items) for label, items in groups]


# -- the table ------------------------------------------------------------------------------------


def places(view: TableView, look: Look) -> list[str]:
    """Return the places of the table: short ones beside each other, long ones with labels in a margin."""
    labels = [width(line.label) for line in view.table]
    margin = min(max(labels, default=0), max(look.columns // 4, 12))
    lines: list[str] = []
    short: list[str] = []
    for line in view.table:
        if isinstance(line, Grid):
            lines += [*row(short, look), *grid(line, look)]
            short = []
            continue
        groups = contents(line, look)
        if len(groups) < 2 and sum(len(items) for _, items in groups) < 2 and line.form != "numbered":
            items = groups[0][1] if groups else []
            short.append(f"{clean(line.label)}  {items[0] if items else EMPTY}")
            continue
        lines += [*row(short, look), *place(line, groups, margin, look)]
        short = []
    return [*lines, *row(short, look)]


def row(short: list[str], look: Look) -> list[str]:
    """Return short places beside each other."""
    return flow(short, look.columns, between="     ") if short else []


def place(line: Line, groups: list[tuple[str, list[str]]], margin: int, look: Look) -> list[str]:
    """Return one place with its label in the margin."""
    room = look.columns - margin - 2
    inner = min(max((width(label) for label, _ in groups), default=0), room // 3)
    if line.form != "numbered" and len(groups) > 1 and all(len(items) < 2 for _, items in groups):
        body = flow(
            (f"{label} {items[0] if items else EMPTY}".strip() for label, items in groups),
            room,
            between="   ",
        )
    elif line.form == "numbered":
        body = [piece for item in groups[0][1] for piece in flow([item], room, "   ")]
    else:
        body = []
        for label, items in groups:
            start = pad(cut(label, inner), inner) + "  " if inner else ""
            body += hung(start, flow(items or [EMPTY], room - width(start)))
    body = shortened(body, look, MOST_LINES)
    return hung(pad(cut(clean(line.label), margin), margin) + "  ", body)


def hung(start: str, lines: list[str]) -> list[str]:
    """Return lines behind a label, the others indented as far."""
    blank = " " * width(start)
    return [((blank if number else start) + line).rstrip() for number, line in enumerate(lines)]


def shortened(lines: list[str], look: Look, most: int) -> list[str]:
    """Leave out what makes a place very long."""
    if look.whole or len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"… (+{len(lines) - most + 1}: t)"]


def grid(place: Grid, look: Look) -> list[str]:
    """Return a board: numbers across below, upwards on the left."""
    cells = [[cut(clean(cell), 12) or "." for cell in cells] for _, cells in place.rows]
    size = max((width(cell) for line in (*cells, place.across) for cell in line), default=1)
    side = max((width(label) for label, _ in place.rows), default=1)
    lines = [paint(f"{clean(place.label)} [→, ↑]", "bold", on=look.colour)]
    for (label, _), line in zip(place.rows, cells, strict=True):
        lines.append(f"  {' ' * (side - width(label))}{label}  " + " ".join(pad(cell, size) for cell in line))
    lines.append(" " * (side + 4) + " ".join(pad(label, size) for label in place.across))
    return [line.rstrip() for line in lines]


# -- the players ----------------------------------------------------------------------------------


def players(view: TableView, look: Look) -> list[str]:
    """Return the players' columns, in several bands where they don't fit beside each other."""
    labels = [width(label) for label, _ in view.rows]
    margin = min(max(labels, default=0), max(look.columns // 4, 12))
    room = look.columns - margin - 2
    most = max(room // (LEAST_COLUMN + 2), 1)
    bands = -(-len(view.seats) // most)
    size = -(-len(view.seats) // bands)
    lines: list[str] = []
    for start in range(0, len(view.seats), size):
        lines += band(view, range(start, min(start + size, len(view.seats))), margin, room, look)
    return [*lines, *own(view, margin, max(room // size - 2, 6), look)]


def band(view: TableView, seats: range, margin: int, room: int, look: Look) -> list[str]:
    """Return the columns of some players."""
    column = max(room // len(seats) - 2, 6)
    lines = [" " * margin + "  " + "  ".join(name(view, seat, column, look) for seat in seats)]
    for label, cells in view.rows:
        columns = [
            [word(look.language, "below")]
            if seat == view.observer and private(cells, seat) and long(cells[seat], column, look)
            else cell(cells[seat], column, look)
            for seat in seats
        ]
        for number in range(max(len(lines_of) for lines_of in columns)):
            start = pad(cut(clean(label), margin), margin) if number == 0 else " " * margin
            parts = (pad(lines_of[number] if number < len(lines_of) else "", column) for lines_of in columns)
            lines.append((start + "  " + "  ".join(parts)).rstrip())
    return [line.rstrip() for line in lines]


def name(view: TableView, seat: int, column: int, look: Look) -> str:
    """Return a player's heading; `>` marks whose turn it is."""
    mark = " >" if seat == view.actor else ""
    text = clean(view.seats[seat]).upper()
    if seat == view.observer:
        text = word(look.language, "you", text)
    text = cut(text, column - width(mark)) + mark
    return paint(pad(text, column), "bold", on=look.colour)


def own(view: TableView, margin: int, column: int, look: Look) -> list[str]:
    """Return what the observer alone sees and what is too long for a column, over the whole width."""
    lines: list[str] = []
    for label, cells in view.rows:
        seat = view.observer
        if seat < len(cells) and private(cells, seat) and long(cells[seat], column, look):
            start = pad(cut(clean(label), margin), margin) + "  "
            lines += hung(start, flow(printed(cells[seat], look), look.columns - width(start)))
    return lines


def private(cells: tuple[Line, ...], seat: int) -> bool:
    """Tell whether a seat sees more in its own place than in those of the others."""
    others = [item for n, line in enumerate(cells) if n != seat for _, items in line.groups for item in items]
    return all(item.startswith("[") for item in others)


def long(line: Line, column: int, look: Look) -> bool:
    """Tell whether something is too long for a player's column."""
    return len(flow(printed(line, look), column)) > 2


def printed(line: Line, look: Look) -> list[str]:
    """Return the items of a line, its groups one behind the other."""
    items: list[str] = []
    for label, members in contents(line, look):
        items += (
            [word(look.language, "of", label, members[0]), *members[1:]] if label and members else members
        )
    return items or [EMPTY]


def cell(line: Line, column: int, look: Look) -> list[str]:
    """Return what one player has in a row."""
    return shortened(flow(printed(line, look), column), look, MOST_OF_PLAYER)
