"""What every reader of content shares: where it stands, what is wrong with it, which keys count."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Unpack

from attrs import define, field, frozen

from rulewright.dsl.diagnostics import Related, Report, Said, nearest
from rulewright.dsl.scalars import style
from rulewright.dsl.source import Span
from rulewright.dsl.tree import Data, Mapping, Scalar, Sequence, Word

NAME = re.compile(r"[^\W\d]\w*")
INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
LARGEST = 2_147_483_647
MAX_FINDINGS = 200

_COMMENT = re.compile(r"[ \t]+#[^\n]*")
_NUMBERED = re.compile(r"[ \t]+#\d")
"""Rather a number than a comment, as in `card #3`."""
_NOTHING = frozenset({"~", "null", "Null", "NULL"})


@frozen
class Slot:
    """The key whose content is read: its name in messages, its place, whether it stands inside `{ }`."""

    name: str
    span: Span
    flow: bool = False
    said: str = ""

    @property
    def called(self) -> str:
        """What messages call the place."""
        return self.said or f"`{self.name}`"


@define
class Reading:
    """One file being read: collects findings and the sections cited. `folder` is where its CSV files lie."""

    report: Report
    folder: Path
    cited: list[Word] = field(factory=list)
    lost: list[str] = field(factory=list)
    """Names of entries that couldn't be read."""
    findings: int = 0

    def fail(
        self, code: str, message: str, span: Span, *, related: Iterable[Related] = (), **said: Unpack[Said]
    ) -> None:
        """Record a finding, up to the number that anybody would read."""
        self.findings += 1
        if self.findings <= MAX_FINDINGS:
            self.report.add(code, message, span, related=related, **said)

    @property
    def full(self) -> bool:
        """Whether more findings would only be dropped."""
        return self.findings >= MAX_FINDINGS

    def wrong(
        self, slot: Slot, node: Data, expected: str, help: str = "", code: str = "shape-content"
    ) -> None:
        """Report content of the wrong kind."""
        self.fail(
            code, f"{slot.called} takes {expected}, and this is {describe(node)}", head(node), help=help
        )

    def pairs(self, node: Mapping) -> Iterator[tuple[Scalar, Data]]:
        """Yield the entries that count: no `x-` notes of the author, no pieces cut off by a comma."""
        for key, value in node.pairs:
            if key.text.startswith("x-"):
                continue
            if node.flow and is_empty(value) and not _has_colon(key):
                if key is node.pairs[0][0]:
                    self.fail(
                        "shape-braces",
                        f"`{{{shorten(key.text)}` at the beginning is a brace of YAML's, not of a text",
                        node.span,
                        help="put quotes around a text that begins with `{`",
                    )
                    continue
                self.fail(
                    "shape-braces",
                    f"YAML cut this off: before `{shorten(key.text)}` stands a comma inside `{{ }}`",
                    key.span,
                    help="write one entry a line, without `{ }`, or put a text with a comma in quotes",
                )
                continue
            yield key, value

    def unknown(self, key: Scalar, known: Iterable[str], where: str) -> str | None:
        """Report a key that means nothing here, with the nearest one that does; return that one."""
        known = list(known)
        near = None if self.full else nearest(key.text, known)
        help = f"write `{near}`" if near else f"known here: {listing(known)}"
        self.fail(
            "shape-key",
            f"{where} has no key `{shorten(key.text)}`",
            key.span,
            help=f"{help}; a note of your own begins with `x-`",
        )
        return near

    def empty(self, slot: Slot, node: Data, expected: str) -> bool:
        """Report and answer whether nothing stands where content is expected."""
        if not is_empty(node):
            return False
        comment = _COMMENT.match(node.span.source.text, node.span.end)
        if comment and not node.span.text:
            self.fail(
                "shape-comment",
                f"what stands behind {slot.called} became a comment",
                Span(node.span.source, comment.end() - len(comment.group().lstrip()), comment.end()),
                help="put it in quotes, if it isn't meant as one",
            )
        elif node.span.text:
            self.fail(
                "shape-content",
                f"`{node.span.text}` means nothing in YAML",
                node.span,
                help=f"{slot.called} takes {expected}; `none` is the word for no value",
            )
        else:
            self.fail(
                "shape-missing", f"{slot.called} has no content", slot.span, help=f"it takes {expected}"
            )
        return True

    def cut(self, slot: Slot, node: Scalar) -> bool:
        """Report and answer whether a comment sign cut off the end of a rule or text."""
        if style(node):
            return False
        comment = _COMMENT.match(node.span.source.text, node.span.end)
        if comment is None or not (_is_torn(node.text) or _NUMBERED.match(comment.group())):
            return False
        start = comment.end() - len(comment.group().lstrip())
        self.fail(
            "shape-comment",
            f"`#` behind a blank begins a comment, so {slot.called} ends before it",
            Span(node.span.source, start, comment.end()),
            help="write the rule as a block with `|`, or put the whole text in quotes",
        )
        return True

    def name(self, node: Data, what: str, is_key: bool = False) -> Word | None:
        """Read a name, in its normal form."""
        if not isinstance(node, Scalar):
            self.fail("shape-name", f"{what} takes a name, and this is {describe(node)}", head(node))
            return None
        text = normal(node.text)
        if text in ("true", "false") and not node.quoted and not is_key:
            self.fail("shape-name", f"{what} takes a name, and `{text}` is a truth value", node.span)
            return None
        if NAME.fullmatch(text):
            return Word(text, node.span)
        better = re.sub(r"\W+", "_", text).strip("_")
        help = "a name has letters, digits and `_`, and doesn't begin with a digit"
        if NAME.fullmatch(better):
            help = f"write `{better}`: {help}"
        kinds = re.split(r"\s*(?:,|/|&|\band\b|\bor\b)\s*", text)
        if "holds" in what and len(kinds) > 1 and all(NAME.fullmatch(kind) for kind in kinds):
            help = f"write `[{', '.join(kinds)}]`"
        if is_key and "{" in text:
            help = (
                f"write `{text[: text.index('{')].rstrip(' :')}: {{…}}`, with a colon and a blank before `{{`"
            )
        message = f"`{shorten(text)}` isn't a name"
        if not is_key:
            message = f"{what} takes a name, and this is {describe(node)}"
        self.fail("shape-name", message, visible(node), help=help)
        return None


def normal(text: str) -> str:
    """Return a name in the one form in which names are compared (NFC)."""
    return unicodedata.normalize("NFC", text)


def is_empty(node: Data) -> bool:
    """Whether nothing stands here, or YAML's own word for nothing."""
    return isinstance(node, Scalar) and not node.quoted and (not node.text.strip() or node.text in _NOTHING)


def head(node: Data) -> Span:
    """Return the first line of a node: enough to see what is meant."""
    span = visible(node)
    line_end = span.source.text.find("\n", span.start, span.end)
    return span if line_end < 0 else Span(span.source, span.start, max(line_end, span.start + 1))


def visible(node: Data) -> Span:
    """Return the span of a node, at least one character long."""
    span = node.span
    return span if span.end > span.start else Span(span.source, max(span.start - 1, 0), max(span.start, 1))


def describe(node: Data) -> str:
    """Say what stands here."""
    match node:
        case Mapping():
            return "a mapping of keys"
        case Sequence():
            return "a list"
        case Scalar(text=text, quoted=quoted):
            if not text:
                return "nothing"
            return f'the text "{shorten(text)}"' if quoted else f"`{shorten(text)}`"


def shorten(text: str) -> str:
    """Return a text short enough for a message."""
    first = text.strip().split("\n")[0]
    return first if len(first) <= 40 and first == text.strip() else first[:37] + "…"


def listing(words: Iterable[str]) -> str:
    """Return words as a list in backquotes."""
    return ", ".join(f"`{word}`" for word in words)


def _has_colon(key: Scalar) -> bool:
    text = key.span.source.text
    return text[key.span.end :].lstrip()[:1] == ":" if key.span.end < len(text) else False


def _is_torn(text: str) -> bool:
    """Whether a quote or bracket is open at the end."""
    bare = re.sub(r'"[^"]*"', "", text)
    return '"' in bare or bare.count("(") > bare.count(")") or bare.count("[") > bare.count("]")
