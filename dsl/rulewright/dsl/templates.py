"""The pattern of each statement and aggregate in one line, shown where one can't be read."""

from __future__ import annotations

import re

STATEMENTS: dict[str, str] = {
    "let": "let NAME = VALUE",
    "assign": "NAME = VALUE",
    "change": "NAME += NUMBER",
    "move": "move WHAT to WHERE",
    "swap": "swap ONE with OTHER",
    "shuffle": "shuffle PILE",
    "turn": "turn WHAT face up",
    "write": "write SLIP on WHERE with ATTRIBUTE = VALUE",
    "show": "show WHAT to WHOM",
    "announce": 'announce "TEXT"',
    "say": 'WHO says "TEXT"',
    "do": "do PROCEDURE",
    "wins": "WHO wins",
    "end": "end turn",
    "nothing": "nothing",
    "if": "if CONDITION:",
    "for": "for NAME in SOURCE:",
    "repeat": "repeat NUMBER times:",
    "choose": 'WHO chooses NAME from SOURCE where CONDITION "QUESTION"',
    "menu": "WHO chooses one:",
    "offer": 'WHO may "DO IT":',
    "take": "WHO takes one of ACTION, ACTION",
    "together": "together for NAME in players:",
    "race": 'race NAME among NAME in players where CONDITION clockwise from WHO "QUESTION"',
}
"""The 24 statements."""

OPENERS = frozenset({"if", "for", "repeat", "together", "menu", "offer", "case", "else"})
"""What opens a block."""

AGGREGATES: dict[str, str] = {
    "count": "count(NAME in SOURCE where CONDITION)",
    "any": "any(NAME in SOURCE where CONDITION)",
    "all": "all(CONDITION for NAME in SOURCE)",
    "sum": "sum(VALUE for NAME in SOURCE)",
    "max": "max(VALUE for NAME in SOURCE otherwise VALUE)",
    "min": "min(VALUE for NAME in SOURCE otherwise VALUE)",
    "first": "first(NAME in SOURCE where CONDITION by VALUE descending)",
    "only": "only(NAME in SOURCE where CONDITION)",
}

KINDS: dict[str, str] = {
    "choice": 'write `from SOURCE where CONDITION "QUESTION"`',
    "order": "write `by VALUE descending`, `clockwise from WHO`, or several keys with commas",
    "type": "a type is `1..7`, `bool`, or a name; then may follow `or none`, `each player`, `= START`",
}
"""How what one key holds is written."""

_BY_FIRST_WORD = re.compile(
    r"(let|move|swap|shuffle|turn|write|show|announce|do|end|nothing|if|for|repeat|together|race|else)\b"
)
_BY_OTHER_WORDS = (
    ("menu", re.compile(r"\b(?:chooses|may[ ]+choose)[ ]+one\b")),
    ("choose", re.compile(r"\b(?:chooses|choose)\b")),
    ("take", re.compile(r"\b(?:takes|take)\b")),
    ("offer", re.compile(r"\bmay\b")),
    ("say", re.compile(r"\bsays\b")),
    ("wins", re.compile(r"\bwins\b")),
    ("change", re.compile(r"[+-]=")),
    ("assign", re.compile(r"(?<![<>=])=(?!=)")),
)


def statement_of(line: str) -> str:
    """Return the statement that a line (without indent, quotes blanked) is meant to be, or `""`."""
    found = _BY_FIRST_WORD.match(line)
    if found and not re.match(r"\s*(?:[+-]?=|\.)", line[found.end() :]):
        return found[1]
    if line.startswith('"'):
        return "case"
    return next((name for name, pattern in _BY_OTHER_WORDS if pattern.search(line)), "")
