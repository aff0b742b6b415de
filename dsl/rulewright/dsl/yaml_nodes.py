"""File -> YAML nodes: every scalar with its place and its text un-guessed.

The only module that imports PyYAML. It works on events, not on PyYAML's nodes: so nothing recurses, and an
alias is known where it stands. Tabs reach the YAML scanner as single blanks (the offsets stay the same);
tabs that indent are refused before. Rule strings are taken from the file itself, see `scalars`.
One class follows all events, because each changes what the next may be: that is why it is longer than other modules.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Any

import yaml
from attrs import define, field

from rulewright.dsl.diagnostics import Related, Report
from rulewright.dsl.files_read import note_file
from rulewright.dsl.source import Source, Span
from rulewright.dsl.tree import Data, Mapping, Scalar, Sequence
from rulewright.dsl.yaml_traps import explain

FAST: type[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
PURE: type[Any] = yaml.BaseLoader

MAX_BYTES = 2_000_000
MAX_DEPTH = 40
MAX_NODES = 200_000
MAX_FINDINGS = 200

_FORBIDDEN = re.compile(
    r"\r(?!\n)"
    r"|[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_INDENTING_TAB = re.compile(r"^[ ]*(\t)[ \t]*(?=[^ \t\r\n])", re.MULTILINE)
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*\s*)+")
_QUESTION = re.compile(r"(?<=[^\s\[\]{},])\?|(?<=[^\s\[\]{},:-] )\?")
_TAG = re.compile(r"(?<!\S)![^\s]*")


def read_source(path: Path | str, report: Report, name: str | None = None) -> Source | None:
    """Read a UTF-8 file (with or without a byte order mark); report what stands in the way.

    `name` is what messages call the file, else the path as given.
    """
    path = Path(path)
    name = name or str(path)
    nowhere = Source(name, "")

    def fail(code: str, message: str, help: str = "") -> None:
        report.add(code, message, Span(nowhere, 0, 0), help=help)

    try:
        if path.is_dir():
            fail("file-unreadable", f"`{name}` is a folder", "name the ruleset file inside it")
            return None
        note_file(path)
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        fail("file-unreadable", f"there is no file `{name}`", "check the name and the folder")
        return None
    except (OSError, ValueError):
        fail("file-unreadable", f"`{name}` can't be opened", "check that you may read it")
        return None
    if len(content) > MAX_BYTES:
        fail("file-too-large", f"`{name}` is larger than 2 MB", "move long card lists into CSV files")
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        fail(
            "file-not-text",
            f"line {line} of `{name}` isn't UTF-8 text",
            "save the file as UTF-8 (not UTF-16, Shift-JIS or Latin-1)",
        )
        return None
    if "\0" in text:
        fail(
            "file-not-text",
            f"`{name}` isn't a text file",
            "a ruleset is UTF-8 text, written in a text editor",
        )
        return None
    if not text.strip():
        fail("file-empty", f"`{name}` is empty", "start with `rules: 1`, `game:`, `players:` and `flow:`")
        return None
    return Source(name, text, path.parent)


def compose(source: Source, report: Report, loader: type[Any] = FAST) -> Mapping | None:
    """Return the file's one mapping, or None after an error that leaves no safe reading.

    Duplicate keys, keys that aren't single words and the parts of YAML that rulesets don't use are reported,
    and reading goes on without them.
    """
    text = source.text
    if not _clean(source, report):
        return None
    scanned = text.replace("\t", " ")
    builder = _Builder(source, report)
    if loader is PURE:
        builder.question = next(x for x in map(chr, range(0xE000, 0xF8FF)) if x not in text)
        scanned = _QUESTION.sub(builder.question, scanned)
    try:
        for event in yaml.parse(scanned, Loader=loader):
            if not builder.take(event):
                return None
    except yaml.MarkedYAMLError as error:
        explain(
            source,
            report,
            error.problem or "",
            _index(error.problem_mark, len(text)),
            error.context or "",
            _index(error.context_mark, len(text)),
        )
        return None
    except yaml.YAMLError:
        report.add("yaml-syntax", "the layout of the file can't be read", Span(source, 0, 0))
        return None
    root = builder.root
    if root is None or (isinstance(root, Scalar) and not root.text):
        report.add(
            "file-empty",
            f"`{source.name}` holds only comments",
            Span(source, 0, 0),
            help="start with `rules: 1`, `game:`, `players:` and `flow:`",
        )
        return None
    if not isinstance(root, Mapping):
        report.add(
            "shape-content",
            "a ruleset is a list of lines `key: content`",
            Span(source, root.span.start, min(root.span.end, root.span.start + 40)),
            help="start with `rules: 1`, `game:`, `players:` and `flow:`",
        )
        return None
    return root


def _index(mark: Any, end: int) -> int:
    return end if mark is None else min(int(mark.index), end)


def _clean(source: Source, report: Report) -> bool:
    """Report characters no ruleset may hold, and tabs that indent."""
    bad = _FORBIDDEN.search(source.text)
    if bad:
        what = (
            f"the character U+{ord(bad.group()):04X}" if bad.group() != "\r" else "a line end of an old kind"
        )
        report.add(
            "yaml-syntax",
            f"{what} can't stand in a ruleset",
            Span(source, bad.start(), bad.end()),
            help="delete it; lines end with an ordinary line break",
        )
        return False
    tabs = [match.start(1) for match in _INDENTING_TAB.finditer(source.text)]
    if tabs:
        more = ""
        if len(tabs) > 1:
            more = f", and so {'are' if len(tabs) > 2 else 'is'} {len(tabs) - 1} more"
        line = source.place(tabs[0])[0]
        report.add(
            "yaml-tab",
            f"line {line} is indented with a tab{more}",
            Span(source, tabs[0], tabs[0] + 1),
            help="indent with blanks; most editors can replace every tab for you",
        )
        return False
    return True


@define
class _Open:
    """A list or mapping whose end hasn't been reached."""

    mapping: bool
    flow: bool
    start: int
    anchor: str | None
    before: int
    items: list[Data] = field(factory=list)
    pairs: list[tuple[Scalar, Data]] = field(factory=list)
    keys: dict[str, Scalar] = field(factory=dict)
    key: Scalar | None = None
    twice: bool = False


@define
class _Builder:
    """Builds nodes from events; `take` says whether to go on.

    `question` stands for `?` in what the pure scanner reads: inside `{ }` it would take any for YAML's own.
    """

    source: Source
    report: Report
    root: Data | None = None
    documents: int = 0
    nodes: int = 0
    findings: int = 0
    question: str = ""
    stack: list[_Open] = field(factory=list)
    anchors: dict[str, tuple[Data | None, int]] = field(factory=dict)

    def take(self, event: Any) -> bool:
        """Take in one event; False after an error that leaves no safe reading."""
        take = TAKEN.get(event.__class__)
        return take is None or take(self, event)

    def _document(self, event: Any) -> bool:
        self.documents += 1
        if self.documents == 1:
            return True
        start = event.start_mark.index
        self._feature("a second document begins here", start, start + 3, "delete the `---`")
        return False

    def _feature(self, message: str, start: int, end: int, help: str) -> None:
        self.report.add("yaml-feature", message, Span(self.source, start, max(end, start + 1)), help=help)

    def _begin(self, event: Any) -> int:
        """Return where the node itself begins."""
        start: int = event.start_mark.index
        if event.anchor is None and event.tag is None and not self.source.text.startswith("!", start):
            return start
        return self._behind(event)

    def _behind(self, event: Any) -> int:
        """Return where a node with an anchor or a tag begins, behind these; report a tag."""
        start: int = event.start_mark.index
        text = self.source.text
        properties = _PROPERTIES.match(text, start)
        if properties is None:
            return start
        tag = _TAG.search(properties.group())
        if tag:
            self._feature(
                f"`{tag.group()}` is a YAML tag, and rulesets have none",
                start + tag.start(),
                start + tag.end(),
                "delete it, or put the whole text in quotes",
            )
        return min(properties.end(), int(event.end_mark.index))

    def _scalar(self, event: Any) -> bool:
        source, style = self.source, event.style
        start, end = self._begin(event), event.end_mark.index
        if style in ("|", ">"):
            end = start + len(source.text[start:end].rstrip())
        value = event.value.replace(self.question, "?") if self.question else event.value
        scalar = Scalar(value, style in ("'", '"'), Span(source, start, end))
        self.nodes += 1
        if event.anchor is not None:
            self.anchors[event.anchor] = (scalar, 1)
        return self._place(scalar)

    def _open(self, event: Any) -> bool:
        start = self._begin(event)
        mapping = isinstance(event, yaml.MappingStartEvent)
        if self.stack and self.stack[-1].mapping and self.stack[-1].key is None:
            self._feature(
                "a key must be one word or one text",
                start,
                start + 1,
                "put quotes around a text that begins with `{` or `[`",
            )
            return False
        self.stack.append(_Open(mapping, bool(event.flow_style), start, event.anchor, self.nodes))
        self.nodes += 1
        if event.anchor is not None:
            self.anchors[event.anchor] = (None, 0)
        if len(self.stack) > MAX_DEPTH:
            self.report.add(
                "yaml-depth",
                f"this is nested more than {MAX_DEPTH} levels deep",
                Span(self.source, start, start + 1),
                help="a ruleset needs no more than a few levels: look for brackets that aren't closed",
            )
            return False
        return True

    def _close(self, event: Any) -> bool:
        done = self.stack.pop()
        end = event.end_mark.index
        if not done.flow:
            last = done.pairs[-1][1] if done.pairs else done.items[-1] if done.items else None
            end = max(done.start, last.span.end) if last else done.start + 1
        span = Span(self.source, done.start, end)
        node: Data = (
            Mapping(tuple(done.pairs), done.flow, span)
            if done.mapping
            else Sequence(tuple(done.items), done.flow, span)
        )
        if done.anchor is not None:
            self.anchors[done.anchor] = (node, self.nodes - done.before)
        return self._place(node)

    def _alias(self, event: Any) -> bool:
        start, end = event.start_mark.index, event.end_mark.index
        span = Span(self.source, start, end)
        if event.anchor not in self.anchors:
            self.report.add(
                "yaml-alias",
                f"`*{event.anchor}` copies an anchor `&{event.anchor}`, and none is written above",
                span,
                help="put quotes around a text that begins with `*`",
            )
            return False
        node, size = self.anchors[event.anchor]
        if node is None:
            self.report.add("yaml-alias", f"`*{event.anchor}` stands inside what it copies", span)
            return False
        self.nodes += size
        if self.nodes > MAX_NODES:
            self.report.add(
                "yaml-alias",
                f"with this copy the file would have more than {MAX_NODES} entries",
                span,
                help="write the entries out, or move a long card list into a CSV file",
            )
            return False
        return self._place(node)

    def _place(self, node: Data) -> bool:
        """Put a finished node where it belongs."""
        if not self.stack:
            self.root = node
            return True
        parent = self.stack[-1]
        key = parent.key
        if key is not None:
            if not parent.twice:
                parent.pairs.append((key, node))
            parent.key = None
        elif parent.mapping:
            return self._key(parent, node)
        else:
            parent.items.append(node)
        return True

    def _key(self, parent: _Open, node: Data) -> bool:
        if not isinstance(node, Scalar):
            self._feature(
                "a key must be one word or one text", node.span.start, node.span.start + 1, "write the name"
            )
            return False
        text = node.text
        key = node if text.isascii() else Scalar(unicodedata.normalize("NFC", text), node.quoted, node.span)
        parent.key = key
        first = parent.keys.get(key.text)
        parent.twice = first is not None or key.text == ""
        if first is not None:
            self._twice(key, first)
        elif key.text == "":
            self.report.add(
                "yaml-syntax",
                "a key is missing before `:`",
                Span(self.source, key.span.start, key.span.start + 1),
            )
        elif key.text == "<<" and not key.quoted:
            self._feature(
                "merge keys (`<<`) are not part of rulesets",
                key.span.start,
                key.span.end,
                "write the entries out",
            )
            return False
        else:
            parent.keys[key.text] = key
        return self.findings < MAX_FINDINGS

    def _twice(self, key: Scalar, first: Scalar) -> None:
        self.findings += 1
        note = ""
        if key.span.text != first.span.text and not key.quoted and not first.quoted:
            note = "the two look alike but are typed with different characters"
        self.report.add(
            "yaml-duplicate",
            f"`{key.text}` is written twice",
            key.span,
            help="delete one, or give it another name",
            note=note,
            related=[Related(first.span, "first here")],
        )


TAKEN = {
    yaml.ScalarEvent: _Builder._scalar,
    yaml.MappingStartEvent: _Builder._open,
    yaml.SequenceStartEvent: _Builder._open,
    yaml.MappingEndEvent: _Builder._close,
    yaml.SequenceEndEvent: _Builder._close,
    yaml.AliasEvent: _Builder._alias,
    yaml.DocumentStartEvent: _Builder._document,
}
"""What is done with an event; with others nothing."""
