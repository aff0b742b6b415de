"""Where the parser stopped in a statement -> what is missing in it, with its pattern."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl.diagnostics import nearest
from rulewright.dsl.foreign import STARTS
from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.stop import Stop
from rulewright.dsl.templates import STATEMENTS


def _move(stop: Stop) -> Mistake | None:
    if stop.statement not in ("move", "show"):
        return None
    where = "a place" if stop.statement == "move" else "somebody"
    if stop.word == "from":
        return stop.mistake(
            f"`{stop.statement}` doesn't say from where",
            f"write `{stop.template}`; several: `{stop.statement} top 3 of PILE to …`, "
            f"`{stop.statement} 3 x in ZONE to …`",
        )
    if re.match(rf"{stop.statement}\s+to\b", stop.line):
        return stop.mistake(f"what to {stop.statement} is missing", start=stop.line_start, end=stop.line_end)
    if re.search(r"\bto\b", stop.line):
        return None
    start = stop.start
    found = re.search(r"[\w.\[\]]+$", stop.before)
    if not stop.at_end and found and stop.expects("IN") and not stop.expects("TO"):
        start = stop.line_start + found.start()
    end = stop.line_end if start < stop.start else stop.end
    return stop.mistake(f"`to` and {where} are missing", start=start, end=end)


def missing_word(stop: Stop) -> Mistake | None:
    """Return the mistake if the word that every such statement has stands nowhere in the line."""
    word, missing = {
        "swap": ("with", "`with` and the other are missing"),
        "write": ("on", "`on` and a place are missing"),
        "turn": ("face", "`face up` or `face down` is missing"),
        "choose": ("from", "`from` and a source are missing"),
    }.get(stop.statement, ("", ""))
    if not word or re.search(rf"\b{word}\b", stop.line):
        return None
    return stop.mistake(missing)


def _choose(stop: Stop) -> Mistake | None:
    if stop.statement not in ("choose", "menu", "take"):
        return None
    found = re.search(r"\b(?:chooses|choose)\s+(?:[\w ]+\s)?(from|in)\s", stop.line)
    if found and found[1] == "in" and not re.search(r"\bfrom\b", stop.line):
        start, end = (stop.line_start + at for at in found.span(1))
        return stop.mistake("a choice says `from`, not `in`", start=start, end=end)
    if re.search(r"\b(?:chooses|choose)\s+from\b", stop.line) or (
        stop.word == "from" and stop.expects("NAME")
    ):
        start = stop.line_start + stop.line.index("from")
        return stop.mistake("a name for what is chosen is missing before `from`", start=start, end=start + 4)
    if stop.word in ("by", "clockwise", "counterclockwise") and not stop.expects("BY"):
        return stop.mistake("a choice takes no order", f"write `{STATEMENTS['choose']}`")
    if re.search(r"\bany\s+where$", f"{stop.before} {stop.word}") or re.match(r"any\s+where\b", stop.rest):
        return stop.mistake(
            "`if any` stands behind `where`, before the question",
            'write `WHO chooses NAME from SOURCE where CONDITION if any "QUESTION"`',
        )
    if stop.word == "any":
        return stop.mistake(
            "`any` stands only behind `if`", "write `if any` where there may be nothing to choose"
        )
    if re.search(r"\b(?:chooses|choose)\s+one$", stop.before) and re.match(r"\w", stop.word):
        return stop.mistake(
            "`chooses one` opens a menu",
            f"to choose something write `{STATEMENTS['choose']}`; to choose an action `{STATEMENTS['take']}`",
        )
    return None


def _case(stop: Stop) -> Mistake | None:
    if stop.expected == {"STRING"} and not stop.before:
        return stop.mistake(
            "a case of a menu begins with its text", 'write `"TEXT":`, or `"TEXT" if CONDITION:`'
        )
    if stop.statement != "case" or not stop.before or not stop.word.startswith('"'):
        return None
    return stop.mistake("a case has one text only, the one it begins with", 'write `"TEXT" if CONDITION:`')


def _race(stop: Stop) -> Mistake | None:
    if stop.statement != "race" or not stop.expects("BY", "DIRECTION"):
        return None
    if stop.at_end or stop.word.startswith('"'):
        return stop.mistake("a race needs an order: who is first if several react at once")
    return None


def _loops(stop: Stop) -> Mistake | None:
    if stop.statement == "repeat" and stop.expects("TIMES") and not re.search(r"\btimes\b", stop.line):
        return stop.mistake("`times` is missing", "write `repeat NUMBER times:`")
    counted = re.match(r"repeat\s+(.+?)\s+times\b", stop.line)
    if (
        stop.statement == "repeat"
        and stop.expects("TIMES")
        and counted
        and stop.word in ("+", "-", "*", "/", "mod")
    ):
        return stop.mistake(
            "what is counted out stands in parentheses", f"write `repeat ({counted[1]}) times:`"
        )
    return None


def _counted(stop: Stop) -> Mistake | None:
    if stop.statement not in ("move", "turn", "show") or stop.word not in ("+", "-", "*", "/", "mod"):
        return None
    counted = re.match(r"\w+\s+(?:(?:top|bottom)\s+)?(.+?)\s+(?:of|\w+\s+in)\s", stop.line)
    if not counted or stop.line_start + counted.end(1) < stop.start:
        return None
    return stop.mistake(
        "what is counted out stands in parentheses",
        f"write `({counted[1]})`",
        start=stop.line_start + counted.start(1),
        end=stop.line_start + counted.end(1),
    )


def _end(stop: Stop) -> Mistake | None:
    if stop.expects("LEFT"):
        return stop.mistake(
            "it isn't said what ends" if stop.at_end else f"{stop.shown} can't be ended",
            "write `end turn`, `end phase`, `end game` or `end loop`",
        )
    return None


def _no_statement(stop: Stop) -> Mistake | None:
    if not stop.expects("BUMP") or not stop.expects("WINS"):
        return None
    if stop.word == "is":
        return stop.mistake(
            "`is` only asks", "to change something write `NAME = VALUE`; to ask write `if …:`"
        )
    if stop.at_end:
        change = "" if stop.line.endswith(")") else f"; to change something `{stop.line} = VALUE`"
        return stop.mistake(
            "this line says nothing to do",
            f"to carry out a procedure write `do {stop.line}`{change}",
            start=stop.line_start,
            end=stop.line_end,
        )
    if stop.word in ("+", "-", "*", "/", "<", "<=", ">", ">="):
        return stop.mistake(
            "this line says nothing to do", "to change something write `NAME = VALUE` or `NAME += NUMBER`"
        )
    if stop.word == "must":
        return stop.mistake("`must` isn't written", "write `WHO chooses …` or `WHO takes one of …`")
    if stop.word in ("choose", "take", "win", "say"):
        return stop.mistake(f"`{stop.word}` needs an s here", f"write `{stop.word}s`")
    verb = stop.word.removesuffix("s")
    deed = STARTS.get(verb) if verb not in ("wins", "says", "takes", "chooses") else None
    if deed and verb != stop.word and not stop.statement:
        return stop.mistake(f"nobody `{stop.word}` in rules", f"write {deed}", code="syntax-slip")
    if re.match(r"\w", stop.word) and not stop.statement:
        known = nearest(stop.first_word, STATEMENTS) or nearest(
            stop.word, ("chooses", "takes", "says", "wins")
        )
        return stop.mistake(
            "this is no statement",
            f"is `{known}` meant?" if known else "begin with a verb, or with who does it: `me chooses …`",
            start=stop.line_start,
            end=stop.line_end,
        )
    return None


STATEMENT_RULES: tuple[Callable[[Stop], Mistake | None], ...] = (
    _move,
    _choose,
    _case,
    _race,
    _loops,
    _counted,
    _end,
    _no_statement,
)
"""Each knows one family of statements."""
