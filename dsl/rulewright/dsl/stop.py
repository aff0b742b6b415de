"""Where the parser stopped -> the line, the word and what could have stood there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from attrs import define

from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.templates import AGGREGATES, KINDS, STATEMENTS, statement_of
from rulewright.dsl.written import INSIDE, Written

_WORD = re.compile(rf'"{INSIDE}*"|\w+|<=|>=|\+=|-=|\.\.|\S')


@define(slots=False)
class Stop:
    """The first place of a rule text that can't be read.

    `kind` is what the text holds (`block`, `expression` …), `start` the position of the word that can't stand
    there, `expected` the grammar's names of what could, `keywords` the words that they stand for.
    `too_far` says that its line is indented without a line that opens a block.
    """

    written: Written
    kind: str
    start: int
    expected: frozenset[str]
    keywords: Mapping[str, str]
    too_far: bool

    @cached_property
    def word(self) -> str:
        """The word that can't stand there, `""` at the end of the line or of the text."""
        found = _WORD.match(self.written.plain, self.start)
        return found[0] if found else ""

    @property
    def end(self) -> int:
        """The position behind the word."""
        return self.start + len(self.word)

    @property
    def at_end(self) -> bool:
        """Whether the line or the text ends too early."""
        return not self.word

    @property
    def shown(self) -> str:
        """The word as a message shows it."""
        written = self.written.text[self.start : self.end]
        return f"`{written}`" if len(written) <= 30 else f"`{written[:28]}…`"

    @cached_property
    def line_start(self) -> int:
        """Where the statement begins; one that has brackets over several lines is one line."""
        plain = self.written.plain
        start, depth = 0, 0
        last = max(self.written.last_before(self.start), 0) if self.at_end else self.start
        for at, char in enumerate(plain[:last]):
            if char in "([":
                depth += 1
            elif char in ")]":
                depth -= 1
            elif char == "\n" and depth == 0:
                start = at + 1
        return start + len(plain[start:last]) - len(plain[start:last].lstrip())

    @cached_property
    def line_end(self) -> int:
        """Where the words of the statement end."""
        return max(self.written.line_end(self.start), self.line_start)

    @property
    def line(self) -> str:
        """The statement without indent, what stands in quotes blanked."""
        return self.written.plain[self.line_start : self.line_end]

    @property
    def before(self) -> str:
        """What stands before the word in its line."""
        return self.written.plain[self.line_start : self.start].rstrip()

    @property
    def rest(self) -> str:
        """What stands in the line from the word on."""
        return self.written.plain[self.start : self.line_end]

    @property
    def previous(self) -> str:
        """The word before, or `""`."""
        words = _WORD.findall(self.before)
        return words[-1] if words else ""

    @property
    def first_word(self) -> str:
        """The first word of the line."""
        found = re.match(r"\w+", self.line)
        return found[0] if found else ""

    @cached_property
    def statement(self) -> str:
        """The statement that the line is meant to be, or `""`."""
        return statement_of(self.line) if self.kind == "block" else ""

    @property
    def template(self) -> str:
        """The pattern of the innermost aggregate, else of the statement, `""` if neither is known."""
        opened: list[str] = []
        for found in re.finditer(r"(\w*)\s*\(|\)", self.before):
            if found[0] == ")":
                del opened[-1:]
            else:
                opened.append(found[1])
        if opened and opened[-1] in AGGREGATES:
            return AGGREGATES[opened[-1]]
        template = STATEMENTS.get(self.statement, "")
        if self.statement == "move" and re.search(r"\bwith\b", self.before):
            template += " with ATTRIBUTE = VALUE"
        return template

    def expects(self, *names: str) -> bool:
        """Return whether one of these could stand there."""
        return not self.expected.isdisjoint(names)

    @property
    def expects_value(self) -> bool:
        """Whether a value could stand there."""
        return "INT" in self.expected and "NAME" in self.expected

    def mistake(
        self,
        message: str,
        help: str = "",
        *,
        code: str = "syntax",
        start: int | None = None,
        end: int | None = None,
    ) -> Mistake:
        """Return the mistake at this word, or from `start` to `end`; without `help` the pattern is shown."""
        if not help:
            help = f"write `{self.template}`" if self.template else KINDS.get(self.kind, "")
        first = self.start if start is None else start
        last = (self.end if start is None else first) if end is None else end
        return Mistake(code, message, first, last, help=help)
