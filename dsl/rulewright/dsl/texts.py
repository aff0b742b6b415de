"""Text between quotes -> pieces and holes."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import syntax as s
from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.source import RuleText


def read_text(text: RuleText, start: int, end: int, read_hole: Callable[[RuleText], s.Expr]) -> s.Text:
    """Return the text that stands at `text[start:end]`; `{{` and `}}` are braces. Raises `Mistake`."""
    raw = text.text[start:end]
    parts: list[str | s.Expr] = []
    plain = ""
    at = 0
    while at < len(raw):
        char = raw[at]
        if char in "{}" and raw[at : at + 2] == char * 2:
            plain += char
            at += 2
        elif char == "{":
            close = raw.find("}", at)
            if close < 0 or "{" in raw[at + 1 : close]:
                raise _mistake("this hole isn't closed", start + at, "write `}` behind the expression")
            if not raw[at + 1 : close].strip():
                help = "write an expression: `{name}`"
                raise _mistake("this hole is empty", start + at, help, close - at + 1)
            if plain:
                parts.append(plain)
                plain = ""
            parts.append(_hole(text, start + at + 1, start + close, read_hole))
            at = close + 1
        elif char == "}":
            raise _mistake("this `}` closes no hole", start + at, "write `}}` for a brace")
        else:
            plain += char
            at += 1
    if plain:
        parts.append(plain)
    return s.Text(text.span(start, end), raw, tuple(parts))


def part_of(text: RuleText, start: int, end: int) -> RuleText:
    """Return a stretch of a rule text as one of its own."""
    inner = [(position - start, offset) for position, offset in text.segments if start < position < end]
    return RuleText(text.text[start:end], text.source, ((0, text.offset(start)), *inner), block=False)


def _hole(text: RuleText, start: int, end: int, read_hole: Callable[[RuleText], s.Expr]) -> s.Expr:
    inside = part_of(text, start, end)
    try:
        return read_hole(inside)
    except Mistake as mistake:
        mistake.inside = mistake.inside or inside
        raise


def _mistake(message: str, start: int, help: str, length: int = 1) -> Mistake:
    return Mistake("syntax-text", message, start, start + length, help=help, note="`{{` and `}}` are braces")
