"""Where the parser stopped -> what is wrong and how to mend it, in words of the language."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from rulewright.dsl.expected_statements import STATEMENT_RULES, missing_word
from rulewright.dsl.expected_values import VALUE_RULES
from rulewright.dsl.foreign import foreign_phrase, foreign_start
from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.reserved import RESERVED
from rulewright.dsl.stop import Stop
from rulewright.dsl.templates import OPENERS, STATEMENTS

Rule = Callable[[Stop], Mistake | None]

_CONTINUE = frozenset(
    (
        *("DOT", "LPAR", "LSQB", "RPAR", "RSQB", "COMMA", "COLON", "_DOTS", "_NL", "$END"),
        *("PLUS", "MINUS", "FACTOR", "ROUNDED", "COMPARE", "IS", "AND", "OR", "NOT", "REVEAL", "CAN"),
        *("ENDS", "END_OF", "POSITION", "ALL", "WHERE", "WEIGHTED", "IF_ANY", "OTHERWISE", "AT", "WITH"),
        *("BY", "DIRECTION"),
    )
)
"""What may go on almost anywhere: never named as missing."""
_WORDS = {
    "NAME": "a name",
    "STRING": "a text in quotes",
    "FACE": "`face up` or `face down`",
    "SORT": "`ascending` or `descending`",
    "UPDOWN": "`up` or `down`",
    "LEFT": "`turn`, `phase`, `game` or `loop`",
    "BUMP": "`+=`",
}


def explain(stop: Stop) -> Mistake:
    """Return the mistake that explains why the parser stopped; the first rule that knows it decides."""
    for rule in RULES:
        mistake = rule(stop)
        if mistake:
            return mistake
    return _anything(stop)


# -- layout ----------------------------------------------------------------------------------------


def _empty(stop: Stop) -> Mistake | None:
    if stop.written.text.strip():
        return None
    help = "write `nothing` if there is nothing to do" if stop.kind == "block" else ""
    return stop.mistake("a rule is missing here", help)


def _block_missing(stop: Stop) -> Mistake | None:
    if stop.expected != {"_INDENT"}:
        return None
    head_end = stop.written.last_before(stop.start)
    head = stop.written.text[stop.written.line_start(head_end) : head_end]
    head_start = head_end - len(head.lstrip())
    return stop.mistake(
        "the block under this line is missing",
        "indent it by four; write `nothing` if there is nothing to do",
        code="syntax-block",
        start=head_start,
        end=head_end,
    )


def _same_line(stop: Stop) -> Mistake | None:
    if stop.expected != {"_NL"} or not stop.before.endswith(":"):
        return None
    rest = stop.written.text[stop.start : stop.line_end]
    return stop.mistake(
        "a block doesn't stand on the line that opens it",
        f"start a new line behind `:` and write `{rest}` there, indented by four",
        code="syntax-block",
        end=stop.line_end,
        start=stop.start,
    )


def _too_far_right(stop: Stop) -> Mistake | None:
    if not stop.too_far:
        return None
    return stop.mistake(
        "this line stands too far right",
        "put it under the line above; only a line that ends with `:` opens a block",
        code="syntax-block",
        start=stop.start,
        end=stop.line_end,
    )


def _else(stop: Stop) -> Mistake | None:
    misplaced = stop.word == "else" and not stop.before
    if not misplaced and stop.before != "else" and stop.line != "else":
        return None
    if misplaced or not stop.expects("COLON"):
        return stop.mistake(
            "this `else` belongs to no `if` or `may`",
            "it stands below the block, in the column of its `if`",
            code="syntax-block",
            start=stop.line_start,
            end=stop.line_start + len("else"),
        )
    if not stop.at_end:
        return stop.mistake("`else` takes no condition", "write `else if CONDITION:` or `else:`")
    return None


def _colon(stop: Stop) -> Mistake | None:
    if "COLON" not in stop.expected or stop.statement not in OPENERS:
        return None
    if stop.at_end:
        return stop.mistake(
            "a `:` is missing at the end of the line",
            "this line opens a block: end it with `:` and indent the block by four",
            code="syntax-block",
        )
    if stop.word == "then":
        return stop.mistake(
            "`then` doesn't open a block", "end the line with `:` and indent the block by four"
        )
    if stop.word in _STARTS and stop.statement != "case":
        return stop.mistake(
            "a `:` and a new line are missing here",
            "end the line that opens a block with `:` and indent the block by four",
            code="syntax-block",
        )
    return None


_STARTS = frozenset(STATEMENTS) | {"me"}
_EFFECTS = ("let", "move", "swap", "shuffle", "turn", "show", "announce", "for", "repeat")


# -- words -----------------------------------------------------------------------------------------


def _capitals(stop: Stop) -> Mistake | None:
    words = [(stop.start, stop.word), (stop.line_start, stop.first_word)]
    known = RESERVED.union(stop.keywords.values())
    for start, word in words:
        if word != word.lower() and word.lower() in known:
            return stop.mistake(
                f"`{word}` is written small",
                f"write `{word.lower()}`",
                code="syntax-slip",
                start=start,
                end=start + len(word),
            )
    return None


def _spelling(stop: Stop) -> Mistake | None:
    words = [stop.keywords[name] for name in sorted(stop.expected) if name in stop.keywords]
    before = stop.before[: len(stop.before) - len(stop.previous)]
    for start, word in ((stop.line_start + len(before), stop.previous), (stop.start, stop.word)):
        if (
            start == stop.line_start
            or stop.written.plain[start - 1] == "."
            or not re.match(r"[^\W\d]\w{2,}$", word)
            or word in stop.keywords.values()
        ):
            continue
        meant = get_close_matches(word, [known for known in words if known[0] == word[0]], 1, 0.7)
        if meant:
            return stop.mistake(
                f"`{word}` can't stand here", f"write `{meant[0]}`", start=start, end=start + len(word)
            )
    return None


# -- anything else ---------------------------------------------------------------------------------


def _anything(stop: Stop) -> Mistake:
    if not stop.at_end and not re.match(r'[\w"\s.,:()\[\]<>=+*/-]', stop.word):
        return stop.mistake(f"{stop.shown} isn't a sign of rules")
    what = _what_is_expected(stop)
    if stop.at_end:
        end = "at the end of the line" if stop.kind == "block" else "at the end"
        return stop.mistake(f"{what or 'something'} is missing {end}")
    if what:
        return stop.mistake(f"{stop.shown} can't stand here: {what} is expected")
    if stop.kind == "expression" and (stop.first_word in _EFFECTS or stop.first_word == "return"):
        return stop.mistake(
            f"{stop.shown} can't stand here",
            "this key holds a value, such as `count(me.hand)`; effects stand in procedures, actions and phases",
        )
    if not stop.template and re.match(r"\w", stop.word) and re.match(r"[\w)\]]", stop.previous):
        return stop.mistake(
            f"{stop.shown} can't stand here",
            "between two values stands a word or a sign; an index stands in brackets: `table[n]`",
        )
    return stop.mistake(f"{stop.shown} can't stand here")


def _what_is_expected(stop: Stop) -> str:
    if stop.expects_value:
        return "a value"
    named: list[str] = []
    optional = set(_CONTINUE)
    if stop.expects("_NL", "$END"):
        optional.add("STRING")
    if not re.match(r"\w+\s+in\b", stop.rest):
        optional.add("FOR")
    for name in sorted(stop.expected - optional):
        words = _WORDS.get(name) or (f"`{stop.keywords[name]}`" if name in stop.keywords else "")
        if words:
            named.append(words)
    if len(named) > 4:
        return ""
    return " or ".join(filter(None, [", ".join(named[:-1]), named[-1] if named else ""]))


RULES: tuple[Rule, ...] = (
    _empty,
    _block_missing,
    _same_line,
    _else,
    _capitals,
    foreign_start,
    foreign_phrase,
    _too_far_right,
    _colon,
    *STATEMENT_RULES,
    *VALUE_RULES,
    _spelling,
    missing_word,
)
"""From the surest to the vaguest."""
