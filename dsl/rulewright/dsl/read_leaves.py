"""YAML nodes -> single pieces of content: names, numbers, texts, rule strings."""

from __future__ import annotations

import re

from rulewright.dsl.diagnostics import nearest
from rulewright.dsl.reading import (
    INTEGER,
    LARGEST,
    NAME,
    Reading,
    Slot,
    describe,
    head,
    listing,
    normal,
    shorten,
    visible,
)
from rulewright.dsl.scalars import rule_text, style
from rulewright.dsl.shapes import KINDS, Choice
from rulewright.dsl.source import RuleText
from rulewright.dsl.tree import Data, Literal, Mapping, Scalar, Sequence, Text, Word

MOST_PLAYERS = 30
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]+)*")

_NUMBER_LIKE = re.compile(r"[-+]?[0-9０-９][0-9０-９_.,:eExXoObBaAcCdDfF]*%?")
_BOUND = r"(?:-?(?:0|[1-9][0-9]*)|[^\W\d]\w*)"
RANGE = re.compile(rf"({_BOUND})\.\.({_BOUND})")
_PLAYERS = re.compile(r"([1-9][0-9]*)(?:\.\.([1-9][0-9]*))?")
_READ_AS_NUMBER = re.compile(
    r"[-+]?(?:[0-9][0-9_]*)?\.?[0-9_]+(?:[eE][-+]?[0-9]+)?|[0-9]+(?::[0-9]+)+|0[xob][0-9a-fA-F]+"
)
_READ_AS_BOOL = frozenset({"yes", "no", "on", "off", "true", "false", "y", "n"})
_WORD = re.compile(r"-?\w+")


def scalar(reading: Reading, slot: Slot, node: Data, expected: str, help: str = "") -> Scalar | None:
    """Return a node that is one non-empty piece; report anything else."""
    if reading.empty(slot, node, expected):
        return None
    if isinstance(node, Scalar) and node.text.strip():
        return node
    reading.wrong(slot, node, expected, help)
    return None


def version(reading: Reading, slot: Slot, node: Data) -> int | None:
    """Read the version of the language."""
    piece = scalar(reading, slot, node, KINDS["version"])
    if piece is None:
        return None
    if piece.text != "1" or piece.quoted:
        reading.fail(
            "shape-content",
            f"this program reads version 1 of the language, not {describe(piece)}",
            visible(piece),
            help="write `rules: 1`",
        )
        return None
    return 1


def name(reading: Reading, slot: Slot, node: Data) -> Word | None:
    """Read a name."""
    if reading.empty(slot, node, KINDS["name"]):
        return None
    return reading.name(node, slot.called)


def section(reading: Reading, slot: Slot, node: Data) -> Word | None:
    """Read the id of a section and remember that it was cited."""
    piece = scalar(reading, slot, node, KINDS["section"])
    if piece is None:
        return None
    word = Word(normal(piece.text), piece.span)
    reading.cited.append(word)
    return word


def text(reading: Reading, slot: Slot, node: Data) -> Text | None:
    """Read a text in one language or several."""
    if reading.empty(slot, node, KINDS["text"]):
        return None
    match node:
        case Scalar():
            if reading.cut(slot, node):
                return None
            return Text({"": plain(node)}, node.span)
        case Mapping():
            return _languages(reading, slot, node)
    reading.wrong(slot, node, KINDS["text"], "put quotes around a text that begins with `[`")
    return None


def plain(node: Scalar) -> str:
    """Return a display text as written, without the line end of a block."""
    return node.text.rstrip("\n") if style(node) in ("|", ">") else node.text


def _languages(reading: Reading, slot: Slot, node: Mapping) -> Text | None:
    values: dict[str, str] = {}
    before = reading.findings
    for key, value in reading.pairs(node):
        inner = Slot(key.text, key.span, node.flow)
        if not LANGUAGE.fullmatch(key.text):
            _not_a_language(reading, slot, key)
        elif reading.empty(inner, value, "a text"):
            continue
        elif not isinstance(value, Scalar):
            reading.wrong(inner, value, "a text")
        elif not reading.cut(inner, value):
            values[key.text] = plain(value)
    if not values and reading.findings == before:
        reading.wrong(slot, node, KINDS["text"])
    return Text(values, node.span) if values else None


def _not_a_language(reading: Reading, slot: Slot, key: Scalar) -> None:
    near = nearest(key.text, ["short"]) if slot.said else None
    reading.fail(
        "shape-key",
        f"`{shorten(key.text)}` isn't a language code such as `en`",
        visible(key),
        help=f"write `{near}`"
        if near
        else "a code has two or three letters; a text that begins with `{` needs quotes",
    )


def string(reading: Reading, slot: Slot, node: Data) -> Word | None:
    """Read the name of a draft: quotes are needed where other programs would read a number."""
    piece = scalar(reading, slot, node, KINDS["string"])
    if piece is None:
        return None
    if not piece.quoted and (_READ_AS_NUMBER.fullmatch(piece.text) or piece.text in ("true", "false")):
        reading.fail(
            "shape-content",
            f"{slot.called} is a text, and `{piece.text}` doesn't look like one",
            piece.span,
            help=f'write `{slot.name}: "{piece.text}"`',
            note=_misread(piece.text),
        )
        return None
    return Word(piece.text, piece.span)


def _misread(text: str) -> str:
    """Say how programs misread an unquoted number."""
    if text in ("true", "false"):
        return "without quotes programs read it as a truth value"
    if ":" in text:
        return "without quotes some programs read it as hours and minutes"
    if "." in text and text.rstrip("0") != text:
        return f"without quotes many programs read it as {text.rstrip('0').rstrip('.')}"
    if text.startswith("0") and len(text) > 1:
        return f"without quotes some programs drop the leading zero: {text.lstrip('0') or '0'}"
    return "without quotes it is a number, and drafts are compared as texts"


def language(reading: Reading, slot: Slot, node: Data) -> str | None:
    """Read a language code."""
    piece = scalar(reading, slot, node, KINDS["language"])
    if piece is not None and LANGUAGE.fullmatch(piece.text):
        return piece.text
    if piece is not None:
        reading.wrong(slot, piece, KINDS["language"])
    return None


def players(reading: Reading, slot: Slot, node: Data) -> tuple[int, int] | None:
    """Read the allowed player counts."""
    piece = scalar(reading, slot, node, KINDS["players"])
    if piece is None:
        return None
    match = _PLAYERS.fullmatch(piece.text)
    if match is None or (piece.quoted and match[2] is None):
        reading.wrong(slot, piece, KINDS["players"])
        return None
    low, high = int(match[1][:6]), int((match[2] or match[1])[:6])
    if low > high:
        reading.fail("shape-content", "this range runs backwards", piece.span, help=f"write `{high}..{low}`")
        return None
    if high > MOST_PLAYERS:
        reading.fail("shape-content", f"a ruleset is for at most {MOST_PLAYERS} players", piece.span)
        return None
    return low, high


def literal(reading: Reading, slot: Slot, node: Data) -> Literal | None:
    """Read a whole number or a word."""
    piece = scalar(reading, slot, node, KINDS["literal"])
    return None if piece is None else number_or_word(reading, slot, piece, KINDS["literal"])


def number_or_word(reading: Reading, slot: Slot, piece: Scalar, expected: str) -> Literal | None:
    """Read a whole number or a word from one piece."""
    written = normal(piece.text)
    if NAME.fullmatch(written):
        return Literal(written, piece.span)
    if INTEGER.fullmatch(written) and not piece.quoted:
        if len(written) > 11 or abs(int(written)) > LARGEST:
            reading.fail(
                "shape-number",
                f"`{shorten(written)}` is too large",
                piece.span,
                help=f"numbers lie between -{LARGEST} and {LARGEST}",
            )
            return None
        return Literal(int(written), piece.span)
    if _NUMBER_LIKE.fullmatch(written):
        reading.fail(
            "shape-number",
            f"`{shorten(written)}` isn't a whole number as rulesets write it",
            visible(piece),
            help=_number_help(piece),
        )
    else:
        reading.wrong(slot, piece, expected)
    return None


def _number_help(piece: Scalar) -> str:
    written = normal(piece.text)
    if piece.quoted and INTEGER.fullmatch(written):
        return f"in quotes it is a text; write `{written}`"
    digits = written.lstrip("+").replace("_", "")
    digits = "".join(str(int(c)) if c.isdigit() else c for c in digits)
    whole = re.fullmatch(r"(-?)0*([0-9]+)", digits)
    if whole:
        return f"write `{whole[1]}{whole[2]}`: plain digits, no `_`, no leading zero"
    if written.endswith("%"):
        return "chances are weights in whole numbers, such as `3` against `7`"
    return "rules count in whole numbers, written in plain digits"


def row(reading: Reading, slot: Slot, node: Scalar) -> Literal | tuple[Literal, Literal] | None:
    """Read a whole number, a word, or a range with its two ends."""
    match = RANGE.fullmatch(normal(node.text))
    if match is None:
        return number_or_word(reading, slot, node, KINDS["row"])
    ends = [
        number_or_word(reading, slot, Scalar(part, False, node.span), KINDS["row"]) for part in match.groups()
    ]
    low, high = ends
    if low is None or high is None:
        return None
    if isinstance(low.value, int) and isinstance(high.value, int) and low.value > high.value:
        reading.fail(
            "shape-content", "this range runs backwards", node.span, help=f"write `{high.value}..{low.value}`"
        )
        return None
    return low, high


def index(reading: Reading, slot: Slot, node: Data) -> Word | None:
    """Read `player`, a type, a kind or a range, as a word."""
    piece = scalar(reading, slot, node, KINDS["index"])
    if piece is None:
        return None
    written = normal(piece.text)
    if NAME.fullmatch(written):
        return reading.name(piece, slot.called)
    if RANGE.fullmatch(written):
        return Word(written, piece.span) if row(reading, slot, piece) is not None else None
    reading.wrong(slot, piece, KINDS["index"])
    return None


def boolean(reading: Reading, slot: Slot, node: Data) -> bool | None:
    """Read `true` or `false`."""
    piece = scalar(reading, slot, node, KINDS["bool"])
    if piece is None:
        return None
    if piece.text in ("true", "false") and not piece.quoted:
        return piece.text == "true"
    lower = piece.text.lower()
    note = ""
    if lower in _READ_AS_BOOL:
        meant = "true" if lower in ("yes", "on", "true", "y") else "false"
        note = f"YAML programs disagree about `{piece.text}`"
        reading.wrong(
            slot, piece, KINDS["bool"], f"write `{meant}`: {note}" if not piece.quoted else f"write `{meant}`"
        )
    else:
        reading.wrong(slot, piece, KINDS["bool"])
    return None


def choice(reading: Reading, slot: Slot, node: Data, shape: Choice) -> Word | None:
    """Read one of some words, or where allowed the name of a parameter."""
    expected = f"one of {listing(shape.words)}" if len(shape.words) > 1 else f"only `{shape.words[0]}`"
    expected += " or the name of a parameter" if shape.or_name else ""
    piece = scalar(reading, slot, node, expected)
    if piece is None:
        return None
    written = normal(piece.text)
    if written in shape.words:
        return Word(written, piece.span)
    if shape.or_name and NAME.fullmatch(written):
        return reading.name(piece, slot.called)
    near = nearest(written, shape.words)
    reading.wrong(slot, piece, expected, f"write `{near}`" if near else "")
    return None


def path(reading: Reading, slot: Slot, node: Data) -> Word | None:
    """Read the name of a file."""
    piece = scalar(reading, slot, node, KINDS["path"])
    return None if piece is None else Word(piece.text, piece.span)


def rule(reading: Reading, slot: Slot, node: Data, kind: str) -> RuleText | None:
    """Read a rule string: an expression, statements, a choice, an order or a type."""
    expected = KINDS[kind]
    below = f"write `{slot.name}: |` and the rule below, indented"
    piece = scalar(reading, slot, node, expected, below)
    if piece is None or reading.cut(slot, piece):
        return None
    lines = style(piece) in ("", ">", '"', "'") and "\n" in piece.span.text.strip()
    if slot.flow and kind != "type" and not _WORD.fullmatch(piece.text):
        reading.fail(
            "shape-braces",
            f"{slot.called} takes {expected}, and a rule can't stand inside `{{ }}`",
            head(piece),
            help="write one entry a line, without `{ }`",
            note="YAML takes commas and brackets there as its own",
        )
        return None
    if kind == "block" and lines and (style(piece) == "" or len(piece.span.text.strip().split("\n")) > 2):
        reading.fail(
            "shape-content",
            f"the lines of {slot.called} would run together into one",
            head(piece),
            help=below,
        )
        return None
    return rule_text(piece)


def words(reading: Reading, slot: Slot, node: Data) -> tuple[Literal, ...] | None:
    """Read a list of whole numbers or words."""
    if not isinstance(node, Sequence):
        return None
    read = [literal(reading, slot, item) for item in node.items]
    return tuple(item for item in read if item is not None)
