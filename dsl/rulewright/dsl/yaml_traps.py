"""YAML's complaint -> the designer's words: what broke the layout, and how to write it instead.

Only the place and the kind of a complaint are taken from the YAML scanner; what is said comes from looking
at the file around that place, so both of its implementations lead to the same message.
"""

from __future__ import annotations

import re

from rulewright.dsl.diagnostics import Related, Report
from rulewright.dsl.shape_table import ENTRIES, RULESET, STATEMENT_KEYS
from rulewright.dsl.source import Source, Span

_BLOCK_HINT = "write the rule as a block: `|` after the key, the rule on the next line, indented"
_BRACKETS = {"{": "}", "[": "]", "(": ")"}
_TOP_KEYS = tuple(field.key for field in RULESET.fields)
_KNOWN_KEYS = frozenset(field.key for entry in ENTRIES for field in entry.written())
_STATEMENTS = re.compile(rf"^ *(?P<key>{'|'.join(STATEMENT_KEYS)}):(?:$| +(?P<bar>[|>])?)")
_OPENING = re.compile(r"^(?P<indent>[ ]*)(?:- +)*(?P<key>[^\s#\"'{\[][^#:]*):(?= |$)")


def explain(source: Source, report: Report, problem: str, at: int, context: str, begun: int) -> None:
    """Report why the layout can't be read.

    `at` is where the scanner stopped, `begun` where the piece began that it was reading.
    """
    text = source.text
    at = min(at, len(text))
    inside = "flow" in context
    if "nesting" in problem:
        report.add(
            "yaml-depth", "this is nested far too deeply", _mark(source, at), help="close the brackets"
        )
    elif "quoted scalar" in context and "escape" not in problem and "escape" not in context:
        _quote(source, report, begun)
    elif "escape" in problem or "escape" in context or "hexadecimal" in problem:
        _say(
            source,
            report,
            at,
            "a backslash in double quotes begins a special character",
            "write `\\\\` for a backslash, or use single quotes",
        )
    elif "mapping values are not allowed" in problem:
        _colon(source, report, at)
    elif "tag" in context:
        help = "delete it, or put the whole text in quotes"
        report.add(
            "yaml-feature", "`!` begins a YAML tag, and rulesets have none", _mark(source, begun), help=help
        )
    elif inside:
        _flow(source, report, at, begun)
    elif "anchor" in context or "alias" in context:
        _say(
            source,
            report,
            begun,
            f"a text can't begin with `{text[begun : begun + 1]}`",
            "put the text in quotes",
        )
    elif "cannot start any token" in problem:
        _say(source, report, at, f"a text can't begin with `{text[at : at + 1]}`", "put the text in quotes")
    elif "simple key" in context or "could not find expected ':'" in problem:
        _no_key(source, report, begun if begun < len(text) else at)
    elif "sequence entries are not allowed" in problem:
        _say(
            source,
            report,
            at,
            "a list can't begin here",
            "begin the list on a new line, each item after `- `; a minus sign has no blank behind it",
        )
    elif "block scalar" in context:
        _say(
            source,
            report,
            at,
            "this block isn't laid out well",
            "after `|` nothing follows on the line; the rule stands below, its first line indented least",
        )
    elif "directive" in context:
        _say(source, report, at, "a line can't begin with `%`", "put the text in quotes")
    else:
        _layout(source, report, at)


def _say(source: Source, report: Report, at: int, message: str, help: str, length: int = 1) -> None:
    report.add("yaml-syntax", message, _mark(source, at, length), help=help)


def _mark(source: Source, at: int, length: int = 1) -> Span:
    """Return a span that shows something: at the end of the file, its last character."""
    text = source.text
    if at >= len(text) or text[at:].isspace():
        at = max(len(text.rstrip()) - 1, 0)
        length = 1
    return Span(source, at, min(at + length, len(text)))


def _line(source: Source, at: int) -> tuple[int, str]:
    number, column = source.place(at)
    return at - column + 1, source.line(number)


def _quote(source: Source, report: Report, begun: int) -> None:
    _say(
        source, report, begun, "this quote isn't closed", f"close it with `{source.text[begun : begun + 1]}`"
    )


def _statements(source: Source, report: Report, at: int) -> bool:
    """Report and answer whether the fault lies in statements without `|`, or not indented under their key."""
    number, _ = source.place(at)
    indent = _indent(source.line(number))
    above = next((x for x in range(number - 1, 0, -1) if source.line(x).strip()), 0)
    key = _STATEMENTS.match(source.line(above))
    if (
        key
        and key["bar"]
        and indent <= _indent(source.line(above))
        and not _OPENING.match(source.line(number))
    ):
        _say(
            source,
            report,
            source.offset(number, indent + 1),
            f"the rule under `{key['key']}: |` isn't indented",
            "indent each of its lines by two or four blanks",
            len(source.line(number).strip()),
        )
        return True
    for outer in range(number, 0, -1):
        line = source.line(outer)
        if not line.strip() or (outer < number and _indent(line) >= indent):
            continue
        indent = _indent(line)
        key = _STATEMENTS.match(line)
        if key is None or (indent == 0) != (key["key"] in _TOP_KEYS):
            continue
        if key["bar"]:
            return False
        _say(
            source,
            report,
            source.offset(outer, key.start("key") + 1),
            f"`{key['key']}` holds a rule without `|`",
            f"write `{key['key']}: |` and the rule below, each line indented",
            len(key["key"]),
        )
        return True
    return False


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _colon(source: Source, report: Report, at: int) -> None:
    if _statements(source, report, at):
        return
    start, line = _line(source, at)
    opening = _OPENING.match(line)
    if opening and start + opening.end() <= at:
        between = line[opening.end() : at - start].strip()
        help = f"put the text in quotes; if it is a rule, {_BLOCK_HINT}"
        if '"' in between:
            help = _BLOCK_HINT
        elif between in _KNOWN_KEYS:
            help = f"put `{between}:` on a line of its own below, indented; put a text in quotes"
        _say(
            source,
            report,
            at,
            "a colon with a blank behind it can't stand in a one-line value",
            help,
        )
    elif line[: at - start].rstrip().endswith(('"', "'")) and opening is None and line.lstrip()[:1] in "\"'":
        _say(source, report, at, "this key isn't in line with the others", "give it the same indentation")
    else:
        _say(
            source,
            report,
            start + len(line) - len(line.lstrip()),
            "this line is indented further than the one it follows",
            "lines that belong together begin in the same column; a line above may lack its `:`",
            len(line.strip()),
        )


def _flow(source: Source, report: Report, at: int, begun: int) -> None:
    """Report a fault inside `{ }` or `[ ]`: never closed, or a comma, colon or bracket of a rule."""
    text = source.text
    begun = min(begun, max(len(text) - 1, 0))
    mark = text[begun : begun + 1]
    if mark not in _BRACKETS:
        begun = max(text.rfind("{", 0, at), text.rfind("[", 0, at), 0)
        mark = text[begun : begun + 1]
    closing = _BRACKETS.get(mark, "}")
    crossed = text[at : at + 1] in ("}", "]") and text[at : at + 1] != closing
    if (
        crossed
        or _end(text, begun) is None
        or (_end_of_flow(text, begun) <= at and source.place(at)[0] > source.place(begun)[0])
    ):
        report.add(
            "yaml-syntax",
            f"this `{mark}` isn't closed",
            Span(source, begun, begun + 1),
            help=f"close it with `{closing}`",
            related=[Related(_mark(source, at), "found before it was closed")]
            if at < len(text.rstrip())
            else [],
        )
        return
    report.add(
        "yaml-syntax",
        f"inside `{mark} {closing}` this can't be read",
        _mark(source, at),
        help="YAML takes commas, colons and brackets there as its own: write one entry a line, without "
        f"`{mark} {closing}`, or put a text in quotes",
        related=[Related(Span(source, begun, begun + 1), f"the `{mark}`")],
    )


def _end(text: str, begun: int) -> int | None:
    """Return where the bracket at `begun` is closed, or None."""
    depth = 0
    for match in re.finditer(r"\"(?:[^\"\\\n]|\\.)*\"|[{\[}\]]", text[begun:]):
        token = match.group()
        if token in "{[":
            depth += 1
        elif token in "}]":
            depth -= 1
            if depth == 0:
                return begun + match.start()
    return None


def _end_of_flow(text: str, begun: int) -> int:
    """Return where the first line after `begun` begins that looks like an entry of its own."""
    match = re.compile(r"^\s*[^\s#{}\[\],\"']+:(?: |$)", re.MULTILINE).search(text, begun)
    return match.start() if match else len(text)


def _no_key(source: Source, report: Report, at: int) -> None:
    if _statements(source, report, at):
        return
    start, line = _line(source, at)
    _say(
        source,
        report,
        start + len(line) - len(line.lstrip()),
        "this line has no `key:`",
        "write `key: content`; a rule of several lines stands under `|`, all lines indented",
        max(len(line.strip()), 1),
    )


def _layout(source: Source, report: Report, at: int) -> None:
    """Report what is left: something behind a closed quote or bracket, or a wrong indentation."""
    if _statements(source, report, at):
        return
    start, line = _line(source, at)
    before = line[: at - start].rstrip()
    if before.endswith(('"', "'")):
        _say(
            source,
            report,
            at,
            "nothing may follow a closed quote on its line",
            "put double quotes around a text with an apostrophe"
            if before.endswith("'")
            else f"{_BLOCK_HINT}; a text that begins with a quote needs other quotes around the whole",
            len(line) - (at - start),
        )
    elif before.endswith(("}", "]")):
        _say(
            source,
            report,
            at,
            "nothing may follow a closed bracket on its line",
            "put quotes around a text that begins with `{` or `[`",
            max(len(line) - (at - start), 1),
        )
    elif not before:
        above = _line_above(source, at)
        related = [] if above is None else [Related(above, "the line above begins here")]
        report.add(
            "yaml-syntax",
            "this line isn't in line with those above",
            _mark(source, at, max(len(line.strip()), 1)),
            help="lines that belong together begin in the same column",
            related=related,
        )
    else:
        _say(
            source,
            report,
            at,
            "the layout of the file breaks here",
            "look for a quote or bracket that isn't closed, or a line that is indented differently",
        )


def _line_above(source: Source, at: int) -> Span | None:
    """Return the first word of the nearest line above that isn't blank or a comment."""
    for number in range(source.place(at)[0] - 1, 0, -1):
        words = source.line(number).split()
        if words and not words[0].startswith("#"):
            start = source.offset(number, source.line(number).index(words[0]) + 1)
            return Span(source, start, start + len(words[0]))
    return None
