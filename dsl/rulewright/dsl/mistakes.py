"""Something in a rule text that can't be read -> one finding."""

from __future__ import annotations

from rulewright.dsl.diagnostics import Related, Report
from rulewright.dsl.source import RuleText, Span


class Mistake(Exception):
    """The first thing in a rule text that can't be read. `start` and `end` are positions in that text.

    `opened` marks a second place (start, end, label), such as the bracket that was never closed.
    Inside a hole of a text the positions are those of the hole: `inside` is its own rule text.
    """

    def __init__(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        *,
        label: str = "",
        help: str = "",
        note: str = "",
        opened: tuple[int, int, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.label = label
        self.help = help
        self.note = note
        self.opened = opened
        self.inside: RuleText | None = None

    def report(self, text: RuleText, report: Report) -> None:
        """Record this mistake in a report."""
        text = self.inside or text
        span = text.span(self.start, self.end)
        last = max(len(span.source.text) - 1, 0)
        if span.start > last:
            span = Span(span.source, last, last + 1)
        related: tuple[Related, ...] = ()
        if self.opened:
            start, end, label = self.opened
            related = (Related(text.span(start, end), label),)
        report.add(
            self.code,
            self.message,
            span,
            label=self.label,
            help=self.help,
            note=self.note,
            related=related,
        )
