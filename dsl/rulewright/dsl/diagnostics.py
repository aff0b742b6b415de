"""Findings -> messages: what is wrong, where, and how to mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TypedDict, Unpack

from attrs import define, field, frozen

from rulewright.dsl.codes import CODES
from rulewright.dsl.source import Span


@frozen
class Related:
    """A second place that helps to understand a finding, such as a declaration."""

    span: Span
    label: str


@frozen
class Diagnostic:
    """One finding of `check`.

    `code` is a key of `CODES`, which gives the severity. `message` is one clause without a full stop,
    `label` stands behind the carets, `help` says what to write instead, `note` explains why.
    """

    code: str
    message: str
    span: Span
    label: str = ""
    help: str = ""
    note: str = ""
    related: tuple[Related, ...] = ()

    @property
    def severity(self) -> str:
        """`error`, `warning` or `note`."""
        return CODES[self.code].severity


class Said(TypedDict, total=False):
    """What a finding may say besides its message: fields of `Diagnostic`."""

    label: str
    help: str
    note: str


@define
class Report:
    """Collects findings; a pass goes on after an error, the pipeline stops between passes."""

    found: list[Diagnostic] = field(factory=list)

    def add(
        self, code: str, message: str, span: Span, *, related: Iterable[Related] = (), **said: Unpack[Said]
    ) -> None:
        """Record a finding, unless the same code was recorded for the same place."""
        if any(
            d.code == code
            and d.span.source is span.source
            and (d.span.start, d.span.end) == (span.start, span.end)
            for d in self.found
        ):
            return
        self.found.append(Diagnostic(code, message, span, related=tuple(related), **said))

    @property
    def failed(self) -> bool:
        """Whether an error was recorded."""
        return any(d.severity == "error" for d in self.found)

    def sorted(self) -> list[Diagnostic]:
        """Return the findings by file, place and code."""
        return sorted(self.found, key=lambda d: (d.span.source.name, d.span.start, d.span.end, d.code))


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `word`, or None when none is near enough to be a slip."""
    matches = difflib.get_close_matches(word, sorted(set(known)), n=1, cutoff=0.6)
    return matches[0] if matches else None
