"""Words of other languages where the parser stopped -> how the rules say it."""

from __future__ import annotations

import re

from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.stop import Stop

STARTS: dict[str, str] = {
    "elif": "`else if`",
    "elseif": "`else if`",
    "elsif": "`else if`",
    "while": "`repeat while`",
    "until": "`repeat until`",
    "loop": "`repeat`",
    "foreach": "`for NAME in SOURCE:`",
    "choose": "`me chooses NAME from SOURCE`: first who chooses",
    "chooses": "`me chooses NAME from SOURCE`: first who chooses",
    "may": "`me may choose NAME from SOURCE`: first who may",
    "take": "`me takes one of ACTION, ACTION`: first who takes",
    "takes": "`me takes one of ACTION, ACTION`: first who takes",
    "says": '`me says "TEXT"`: first who says it',
    "say": '`me says "TEXT"`: first who says it',
    "print": '`announce "TEXT"`',
    "wins": "`me wins`: first who wins",
    "win": "`me wins`: first who wins",
    "set": "`NAME = VALUE`",
    "var": "`let NAME = VALUE`",
    "const": "`let NAME = VALUE`",
    "increase": "`NAME += NUMBER`",
    "decrease": "`NAME -= NUMBER`",
    "add": "`NAME += NUMBER`",
    "call": "`do PROCEDURE`",
    "run": "`do PROCEDURE`",
    "put": "`move WHAT to WHERE`",
    "give": "`move WHAT to WHERE`",
    "place": "`move WHAT to WHERE`",
    "discard": "`move WHAT to WHERE`",
    "deal": "`move top 3 of PILE to WHERE`",
    "draw": "`move top of PILE to WHERE`, or `top 3 of PILE`",
    "remove": "`move WHAT to box`",
    "flip": "`turn WHAT face up` or `face down`",
    "reveal": '`turn WHAT face up` or `announce "TEXT"`',
    "roll": "`chance chooses NAME from 1..6`",
    "ask": '`me chooses NAME from SOURCE "QUESTION"`',
    "break": "`end loop`",
    "exit": "`end loop` or `end game`",
    "pass": "`nothing`",
    "return": "`end turn`, or `else` for the other case; a procedure runs to its end",
    "continue": "`if` around the rest of the block",
    "unless": "`if not CONDITION:`",
    "when": "`if CONDITION:`",
}
"""First words of lines. They are no reserved words: they count only where the line can't be read."""

PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b(?:{pattern})\b"), words)
    for pattern, words in (
        (r"(?:is )?(?:greater|more|bigger|larger|higher) than or equal(?: to)?", "`>=`"),
        (r"(?:is )?(?:less|fewer|smaller|lower) than or equal(?: to)?", "`<=`"),
        (r"(?:is )?(?:greater|more|bigger|larger|higher) than", "`>`"),
        (r"(?:is )?(?:less|fewer|smaller|lower) than", "`<`"),
        (r"(?:is )?at least", "`>=`"),
        (r"(?:is )?at most", "`<=`"),
        (r"(?:is |does )?not equals?(?: to)?", "`is not`"),
        (r"(?:is )?equals?(?: to)?", "`is`"),
        (r"are", "`is`"),
        (r"isnt|isn|isnot", "`is not`"),
        (r"(?:not )?contains|includes", "`x is in z`"),
        (r"has|have|owns", "`x is in z`, or `z is not empty`"),
        (r"does|doesnt", "`is` or `is not`"),
        (r"for each \w+", "`for NAME in SOURCE:`"),
        (r"such that", "`where`"),
        (r"that|who|which|with the", "`where CONDITION`"),
        (r"plus", "`+`"),
        (r"minus", "`-`"),
        (r"times(?= \w)", "`*`"),
        (r"divided by", "`/ … rounded down`"),
        (r"random", "`chance chooses NAME from SOURCE`"),
        (r"rounds? (?:up|down)", "`rounded up` or `rounded down`"),
        (r"modulo", "`mod`"),
    )
)
"""Phrases that are recognised when the parser stopped inside one or at its beginning."""


def foreign_start(stop: Stop) -> Mistake | None:
    """Return the mistake if the line begins with a word of another language."""
    word = stop.first_word
    if stop.kind != "block" or word not in STARTS:
        return None
    rest = stop.line[len(word) :]
    if re.match(r"\s*(?:[+-]?=|[.\[(]|chooses|takes|says|wins|may)", rest):
        return None
    start = stop.line_start
    return stop.mistake(
        f"no statement begins with `{word}`",
        f"write {STARTS[word]}",
        code="syntax-slip",
        start=start,
        end=start + len(word),
    )


def foreign_phrase(stop: Stop) -> Mistake | None:
    """Return the mistake if the parser stopped inside or at a phrase of another language."""
    if stop.at_end:
        return None
    for pattern, words in PHRASES:
        for found in pattern.finditer(stop.line):
            start, end = (stop.line_start + at for at in found.span())
            behind = end + 1 if " " in found[0] else start
            if start <= stop.start < end or stop.start == behind:
                return stop.mistake(
                    f"`{found[0]}` isn't written here",
                    f"write {words}",
                    code="syntax-slip",
                    start=start,
                    end=end,
                )
    return None
