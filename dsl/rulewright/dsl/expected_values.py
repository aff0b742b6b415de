"""Where the parser stopped in an expression, a choice, an order or a type -> what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.stop import Stop
from rulewright.dsl.templates import AGGREGATES


def _range(stop: Stop) -> str:
    """Say how the range is written whose bounds stand around the word."""
    bounds = re.search(r"([\w.]+)$", stop.before), re.match(r"\s*([\w.]+)", stop.rest[len(stop.word) :])
    low, high = (found[1] if found else end for found, end in zip(bounds, ("1", "6"), strict=True))
    return f"write `{low}..{high}`"


def _equals(stop: Stop) -> Mistake | None:
    if stop.word == "=":
        return stop.mistake("`=` changes something, it doesn't compare", "write `is`", code="syntax-slip")
    return None


def _value_words(stop: Stop) -> Mistake | None:
    if stop.word == "in" and stop.expects("IS"):
        return stop.mistake(
            "`x in z` only gives a name", "to test write `x is in z`; with `not`: `x is not in z`"
        )
    if stop.word == "to" and re.search(r"\b(?:in|from)\s+\S+$", stop.before) and stop.statement != "move":
        return stop.mistake("a range is written with two dots", _range(stop))
    if stop.word in ("<", "<=", ">", ">=", "is") and stop.expects("AND"):
        return stop.mistake("comparisons aren't chained", "join two with `and`: `low < n and n < high`")
    if stop.start > 0 and stop.written.plain[stop.start - 1] == '"' and '"' in stop.rest:
        return stop.mistake('a text holds no `"`', "write other marks inside it, such as ‘ and ’")
    if stop.word.startswith('"') and stop.expects_value:
        return stop.mistake("a text can't stand here", "values are written without quotes")
    if stop.word == ")" and stop.before.endswith("("):
        return stop.mistake(
            "these brackets are empty", "without anything in it, leave the pair of brackets out"
        )
    if stop.word == "..":
        return stop.mistake("a range stands only behind `in` and `from`", "write `n is in 1..5`")
    if stop.expected == {"ELSE"} or (stop.expects("ELSE") and stop.at_end):
        return stop.mistake("`else` is missing", "write `if CONDITION then VALUE else VALUE`")
    if stop.previous == "in" and stop.expects("IN"):
        before = stop.line_start + len(stop.before)
        return stop.mistake("a name is missing before `in`", start=before - len("in"), end=before)
    if stop.previous in AGGREGATES and stop.previous != "all" and re.match(r"\w", stop.word):
        return stop.mistake(
            f"a `(` is missing behind `{stop.previous}`", f"write `{AGGREGATES[stop.previous]}`"
        )
    if re.search(r"\b(?:top|bottom)\s+[\w.\[\]]+$", stop.before) and stop.expects("OF"):
        return stop.mistake("`of` is missing", "write `top of PILE` or `top 3 of PILE`")
    return None


def _type(stop: Stop) -> Mistake | None:
    if stop.kind == "type" and stop.word in ("-", "to", "–"):
        return stop.mistake("a range is written with two dots", _range(stop))
    return None


def _choice(stop: Stop) -> Mistake | None:
    if stop.kind == "choice" and re.search(r"\bchooses?\b", stop.line):
        counted = re.search(r"\bchooses?\s+(\S.*?)\s+\w+\s+from\b", stop.line)
        written = f"`{counted[1]} from …`" if counted else "only what stands from `from` on"
        return stop.mistake("who chooses and the name are left out here", f"write {written}")
    if stop.kind == "choice" and stop.expects("FROM") and not re.search(r"\bfrom\b", stop.line):
        return stop.mistake("`from` is missing before the source", start=stop.line_start, end=stop.line_end)
    if stop.kind == "order" and stop.expects("BY") and not stop.before:
        return stop.mistake("an order begins with `by`, `clockwise` or `counterclockwise`")
    return None


VALUE_RULES: tuple[Callable[[Stop], Mistake | None], ...] = (_choice, _type, _equals, _value_words)
"""What is often written inside a line."""
