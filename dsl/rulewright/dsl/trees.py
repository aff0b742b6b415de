"""Rule text -> parse tree, by the tables that come with this package; None where the tables don't know what to do.

It reads what is right, and fast; what it can't read `parse.py` gives to Lark, which tells what is wrong. The tables are
those that Lark makes of the grammar (`grammar_tables.py`), and count only for the grammar they were made of. The trees
have what the trees of Lark have as far as `build.py` looks at them: `data`, `children`, `meta.start_pos` and
`meta.end_pos`, names as strings that know their places.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import define

MARKS = (
    r"\u0300-\u036f\u0591-\u05bd\u064b-\u0652\u0900-\u0963\u0966-\u0dff\u0e31-\u0e3a\u0e47-\u0e4e\u3099\u309a"
)
"""What belongs to a letter before it; names that have such marks are left to Lark."""

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("grammar.tables")

WORD, NUMBER, TEXT, SIGN, LINES = 1, 2, 3, 4, 5
"""The groups of `TOKEN`."""
TOKEN = re.compile(
    rf'[ \t]*+(?:([^\W\d]\w*+(?![{MARKS}]))|([0-9]++)|("[^"\n]*+")'
    r"|(\.\.|[+\-<>]=|[=,:.()\[\]<>+\-*/])|((?:\r?\n[ \t]*+)++))"
)
"""What a rule is made of. Comments are blanked before."""

TWO_WORDS = {
    "face": ("FACE", re.compile(r"face[ ]+(?:up|down)\b")),
    "if": ("IF_ANY", re.compile(r"if[ ]+any\b(?!\s*\()")),
    "set": ("SET_OF", re.compile(r"set[ ]+of\b")),
    "top": ("END_OF", re.compile(r"top[ ]+of\b")),
    "bottom": ("END_OF", re.compile(r"bottom[ ]+of\b")),
}
"""What is one word for the grammar, by the first of the two."""


@define(eq=False)
class Tree:
    """A part of a rule: what it is, its parts, and where it stands in the text."""

    data: str
    children: list[Any]
    start_pos: int
    end_pos: int

    @property
    def meta(self) -> Tree:
        """What knows its place."""
        return self


class Word(str):
    """A word of a rule that has a meaning of its own, and where it stands in the text."""

    __slots__ = ("end_pos", "start_pos", "type")
    type: str
    start_pos: int
    end_pos: int


@define(eq=False)
class Tables:
    """What a parser knows. `states` has for each state what to do with a terminal and where to go with a rule: a number
    from 0 is the next state, -1 and less the rule that is complete. A rule is its length, name, the name of its tree,
    whether a single child stands for it, and its children: a number from 0 is a part, -1 none, -2 and less a part whose
    children are taken. `words` has the terminals that a word or sign can be, the strongest first; `kept` those that
    trees have."""

    starts: dict[str, int]
    ends: dict[str, int]
    states: list[dict[str, int]]
    rules: list[tuple[int, str, str, bool, list[int]]]
    words: dict[str, list[str]]
    kept: frozenset[str]


@cache
def tables() -> Tables | None:
    """Return the tables of the grammar, or None where those that there are belong to another one."""
    try:
        found = json.loads(TABLES.read_bytes())
        grammar = GRAMMAR.read_bytes()
        if found.pop("grammar") != digest(grammar):
            return None
        return Tables(**{**found, "kept": frozenset(found["kept"])})
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def digest(grammar: bytes) -> str:
    """Return what tells a grammar from another one, however its lines end."""
    return sha256(grammar.replace(b"\r\n", b"\n")).hexdigest()


def tree_of(text: str, start: str) -> Tree | None:
    """Return the tree of a text from which comments are blanked, or None."""
    known = tables()
    if known is None:
        return None
    reader = Reader(known, text, known.starts[start])
    for kind, begin, end in laid_out(reader, text):
        if not reader.take(kind, begin, end):
            return None
    return reader.whole(known.ends[start])


def laid_out(reader: Reader, text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the terminals of a text as the reader needs them, blocks marked as in `layout.py`; an empty name where there
    is none."""
    position, brackets = 0, 0
    columns = [0]
    line = (0, 0)
    while found := TOKEN.match(text, position):
        position = found.end()
        group = found.lastindex
        if group == LINES:
            if brackets:
                continue
            line = found.start(), position
            yield "_NL", *line
            column = position - text.rfind("\n", 0, position) - 1
            if column > columns[-1]:
                columns.append(column)
                yield "_INDENT", *line
            while column < columns[-1]:
                columns.pop()
                yield "_DEDENT", *line
            if column != columns[-1]:
                yield "", *line
            continue
        assert group is not None
        begin, word = found.start(group), found[group]
        if group == WORD:
            kind = reader.word(word)
            if word in TWO_WORDS and TWO_WORDS[word][0] in reader.next:
                both = TWO_WORDS[word][1].match(text, begin)
                if both:
                    kind, position = TWO_WORDS[word][0], both.end()
        elif group == SIGN:
            kind = reader.sign(word)
            brackets += (word in "([") - (word in ")]")
        else:
            kind = "INT" if group == NUMBER else "STRING"
        line = begin, position
        yield kind, *line
    if text[position:].strip(" \t"):
        yield "", position, position
    for _ in columns[1:]:
        yield "_DEDENT", *line


class Reader:
    """Reads terminals one after the other: the stack of an LALR parser."""

    def __init__(self, known: Tables, text: str, start: int) -> None:
        self.known, self.text = known, text
        self.states = [start]
        self.next = known.states[start]
        """What can come."""
        self.values: list[Any] = []
        self.begins: list[int] = []
        self.end = 0
        """Where the last terminal ended."""

    def word(self, word: str) -> str:
        """Return the terminal that a word is here."""
        for kind in self.known.words.get(word, ()):
            if kind in self.next:
                return kind
        return "NAME"

    def sign(self, sign: str) -> str:
        """Return the terminal that a sign is here, or an empty name."""
        for kind in self.known.words.get(sign, ()):
            if kind in self.next:
                return kind
        return ""

    def take(self, kind: str, begin: int, end: int) -> bool:
        """Take a terminal; tell whether it can come here."""
        while (action := self.next.get(kind)) is not None:
            if action >= 0:
                value: Word | None = None
                if kind in self.known.kept:
                    value = Word(self.text[begin:end])
                    value.type, value.start_pos, value.end_pos = kind, begin, end
                self.states.append(action)
                self.values.append(value)
                self.begins.append(begin)
                self.end = end
                self.next = self.known.states[action]
                return True
            self.complete(-1 - action)
        return False

    def complete(self, number: int) -> None:
        """Put a complete rule in the place of its parts."""
        length, name, data, single, parts = self.known.rules[number]
        states, values = self.states, self.values
        if length > 1 or not single or parts != [0]:
            own = values[-length:]
            children: list[Any] = []
            for part in parts:
                if part >= 0:
                    children.append(own[part])
                elif part == -1:
                    children.append(None)
                else:
                    children += own[-2 - part].children
            begin = self.begins[-length]
            value = children[0] if single and len(children) == 1 else Tree(data, children, begin, self.end)
            values[-length:] = [value]
            self.begins[-length:] = [begin]
        del states[-length:]
        state = self.known.states[states[-1]][name]
        states.append(state)
        self.next = self.known.states[state]

    def whole(self, last: int) -> Tree | None:
        """Return the tree of all that was taken, if that is a whole."""
        while self.states[-1] != last:
            action = self.next.get("$END")
            if action is None or action >= 0:
                return None
            self.complete(-1 - action)
        found: Tree = self.values[-1]
        return found
