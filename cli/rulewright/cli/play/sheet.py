"""Result -> lines of text: the score sheet line by line, the ranking, who won."""

from __future__ import annotations

from rulewright.cli.columns import clean, cut, pad, width
from rulewright.cli.output import paint
from rulewright.cli.play.layout import Look
from rulewright.cli.words import word
from rulewright.interpreter.game import Game
from rulewright.interpreter.results import Result


def sheet(game: Game, result: Result, look: Look) -> list[str]:
    """Return score sheet, ranking and result."""
    return [*scores(game, result, look), *ranking(game, result), "", outcome(game, result, look)]


def scores(game: Game, result: Result, look: Look) -> list[str]:
    """Return the score lines, a column for each player, in bands where they don't fit; the sum last."""
    if not result.lines:
        return []
    rows = [(clean(game.machine.writer.label(name)), values) for name, values in result.lines.items()]
    if len(rows) > 1:
        rows.append((word(look.language, "total"), result.totals))
    names = [clean(game.seat(seat)) for seat in range(game.players)]
    margin = min(max(width(label) for label, _ in rows), look.columns // 3)
    column = min(max(width(name) for name in (*names, "-999")), 14)
    most = max((look.columns - margin) // (column + 2), 1)
    lines: list[str] = []
    for start in range(0, game.players, most):
        seats = range(start, min(start + most, game.players))
        head = "".join(right(names[seat], column) for seat in seats)
        lines.append(paint(" " * margin + head, "bold", on=look.colour))
        for label, values in rows:
            lines.append(
                pad(cut(label, margin), margin) + "".join(right(str(values[seat]), column) for seat in seats)
            )
    return [*lines, ""]


def right(text: str, column: int) -> str:
    """Return a text at the right of a column."""
    text = cut(text, column)
    return "  " + " " * (column - width(text)) + text


def ranking(game: Game, result: Result) -> list[str]:
    """Return the places, the first first; players of equal rank share a line."""
    if len(result.ranking) < 2:
        return []
    lines, place = [], 1
    for group in result.ranking:
        names = ", ".join(clean(game.seat(seat)) for seat in group)
        points = f"  {result.totals[group[0]]}" if result.lines and one_total(result, group) else ""
        lines.append(f"{place}. {names}{points}")
        place += len(group)
    return lines


def one_total(result: Result, group: tuple[int, ...]) -> bool:
    """Tell whether players of one rank have the same total."""
    return len({result.totals[seat] for seat in group}) == 1


def outcome(game: Game, result: Result, look: Look) -> str:
    """Return how the game ended."""
    names = [clean(game.seat(seat)) for seat in result.winners]
    match result.outcome:
        case "win":
            text = word(look.language, "wins", names[0])
        case "shared":
            text = word(look.language, "shared", joined(names, look))
        case "nobody":
            text = word(look.language, "no winner")
        case other:
            text = word(look.language, other)
    return paint(text, "bold", "green", on=look.colour)


def joined(names: list[str], look: Look) -> str:
    """Return names as a list of words."""
    if len(names) < 2:
        return "".join(names)
    return word(look.language, "and", ", ".join(names[:-1]), names[-1])
