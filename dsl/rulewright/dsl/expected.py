"""Where the parser stopped -> what is wrong and how to mend it, in words of the language."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl.diagnostics import nearest
from rulewright.dsl.foreign import foreign_phrase, foreign_start
from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.stop import Stop
from rulewright.dsl.templates import AGGREGATES, OPENERS, STATEMENTS

Rule = Callable[[Stop], Mistake | None]

_CONTINUE = frozenset(
    (
        *("DOT", "LPAR", "LSQB", "RPAR", "RSQB", "COMMA", "_DOTS", "_NL"),
        *("PLUS", "MINUS", "FACTOR", "ROUNDED", "COMPARE", "IS", "AND", "OR", "NOT", "REVEAL", "CAN"),
        *("ENDS", "END_OF", "POSITION", "ALL", "WHERE", "WEIGHTED", "IF_ANY", "OTHERWISE", "AT", "WITH"),
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
    "DIRECTION": "`clockwise from WHO`",
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
    if stop.before != "else" and stop.line != "else":
        return None
    if not stop.expects("COLON"):
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


# -- words -----------------------------------------------------------------------------------------


def _capitals(stop: Stop) -> Mistake | None:
    words = [(stop.start, stop.word), (stop.line_start, stop.first_word)]
    known = frozenset(stop.keywords.values())
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
            or not re.match(r"[^\W\d]\w{2,}$", word)
            or word in stop.keywords.values()
        ):
            continue
        meant = nearest(word, [known for known in words if len(known) > 2])
        if meant:
            return stop.mistake(
                f"`{word}` can't stand here", f"write `{meant}`", start=start, end=start + len(word)
            )
    return None


# -- statements ------------------------------------------------------------------------------------


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


def _missing_word(stop: Stop) -> Mistake | None:
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
    if stop.statement == "for" and stop.word == "to" and stop.expects("_DOTS"):
        return stop.mistake("a range is written with two dots", "write `for n in 1..5:`")
    if stop.statement == "repeat" and stop.expects("TIMES") and not re.search(r"\btimes\b", stop.line):
        return stop.mistake("`times` is missing", "write `repeat NUMBER times:`")
    return None


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
        return stop.mistake(
            "this line says nothing to do",
            f"to carry out a procedure write `do {stop.line}`; to change something `{stop.line} = VALUE`",
            start=stop.line_start,
            end=stop.line_end,
        )
    if stop.word == "must":
        return stop.mistake("`must` isn't written", "write `WHO chooses …` or `WHO takes one of …`")
    if stop.word in ("choose", "take", "win", "say"):
        return stop.mistake(f"`{stop.word}` needs an s here", f"write `{stop.word}s`")
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


# -- expressions -----------------------------------------------------------------------------------


def _equals(stop: Stop) -> Mistake | None:
    if stop.word == "=":
        return stop.mistake("`=` changes something, it doesn't compare", "write `is`", code="syntax-slip")
    return None


def _value_words(stop: Stop) -> Mistake | None:
    if stop.word == "in" and stop.expects("IS"):
        return stop.mistake(
            "`x in z` only gives a name", "to test write `x is in z`; with `not`: `x is not in z`"
        )
    if stop.word in ("<", "<=", ">", ">=", "is") and stop.expects("AND"):
        return stop.mistake("comparisons aren't chained", "join two with `and`: `low < n and n < high`")
    if stop.word.startswith('"') and stop.expects_value:
        return stop.mistake("a text can't stand here", "values are written without quotes")
    if stop.word == ")" and stop.before.endswith("("):
        return stop.mistake(
            "these brackets are empty", "without anything in it, leave the pair of brackets out"
        )
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
        return stop.mistake("a range is written with two dots", "write `1..7`")
    return None


def _choice(stop: Stop) -> Mistake | None:
    if stop.kind == "choice" and re.search(r"\bchooses?\b", stop.line):
        return stop.mistake(
            "who chooses and the name are left out here", "write only what stands from `from` on"
        )
    if stop.kind == "choice" and stop.expects("FROM") and not re.search(r"\bfrom\b", stop.line):
        return stop.mistake("`from` is missing before the source", start=stop.line_start, end=stop.line_end)
    if stop.kind == "order" and stop.expects("BY") and not stop.before:
        return stop.mistake("an order begins with `by`, `clockwise` or `counterclockwise`")
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
    return stop.mistake(f"{stop.shown} can't stand here")


def _what_is_expected(stop: Stop) -> str:
    if stop.expects_value:
        return "a value"
    named: list[str] = []
    for name in sorted(stop.expected - _CONTINUE):
        words = _WORDS.get(name) or (f"`{stop.keywords[name]}`" if name in stop.keywords else "")
        if words:
            named.append(words)
    if named == [_WORDS["STRING"]] and stop.expects("_NL"):
        return ""
    if stop.expects("_NL"):
        named = [words for words in named if words != _WORDS["STRING"]] if len(named) > 1 else named
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
    _choice,
    _move,
    _choose,
    _case,
    _race,
    _loops,
    _end,
    _type,
    _equals,
    _no_statement,
    _value_words,
    _spelling,
    _missing_word,
)
"""From the surest to the vaguest."""
