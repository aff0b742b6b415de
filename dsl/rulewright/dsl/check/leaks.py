"""Reads of hidden faces -> messages: who learns what, by which line, and how to write it instead."""

from __future__ import annotations

from attrs import define

from rulewright.dsl import typed
from rulewright.dsl.check.labels import Read
from rulewright.dsl.diagnostics import Related, Report
from rulewright.dsl.source import Span

WORDS = {
    typed.Move: "this is moved",
    typed.Turn: "this is turned",
    typed.Show: "this is shown",
    typed.Shuffle: "this is shuffled",
    typed.SwapPlaces: "these are exchanged",
    typed.SwapValues: "these are exchanged",
    typed.Write: "this is written",
    typed.Announce: "this is said",
    typed.Say: "this is said",
    typed.Store: "this changes",
    typed.Wins: "the game ends here",
    typed.Take: "this is asked",
    typed.Choose: "this is asked",
    typed.Menu: "this is asked",
    typed.Offer: "this is asked",
    typed.Race: "this is asked",
    typed.Together: "this is asked",
}
"""What everyone notices of a statement."""


@define(eq=False)
class Leaks:
    """Writes the findings of one run, one for each place."""

    report: Report

    def option(self, read: Read, who: typed.Expr, found: typed.Expr) -> None:
        """Report a list of options that depends on what its decider doesn't see."""
        name = who.span.text if isinstance(who, typed.LocalRef) is False else who.local.name
        self.report.add(
            "info-option", f"the options tell `{name}` something about a hidden card", self.place(read, found.span),
            label=self.label(read),
            help="offer the option whatever the card is, and let the rules judge the answer",
            related=self.inner(read),
        )

    def prompt(self, read: Read, who: typed.Expr, words: typed.Words) -> None:
        """Report a question that mentions what its decider doesn't see."""
        name = who.local.name if isinstance(who, typed.LocalRef) else who.span.text
        self.report.add(
            "info-prompt", f"the question tells `{name}` something about a hidden card", self.place(read, words.span),
            label=self.label(read), help="leave it out of the question, or show the card first: `turn … face up`",
            related=self.inner(read),
        )

    def said(self, read: Read, words: typed.Words, who: typed.Expr | None, opened: typed.Statement | None) -> None:
        """Report a text that mentions what not everyone (or not the speaker) sees."""
        hears = "everyone hears" if who is None else f"`{who.span.text}` says"
        sees = "not everyone sees" if who is None else f"`{who.span.text}` doesn't see"
        self.report.add(
            "info-announce", f"{hears} something about a card that {sees}", self.place(read, words.span),
            label=self.label(read),
            help=behind(opened) or "if the rulebook makes it known, write `{reveal …}` in the text",
            related=self.inner(read),
        )

    def depends(
        self, code: str, read: Read, span: Span, effect: typed.Statement, opened: typed.Statement | None
    ) -> None:
        """Report a condition on something hidden that decides what everyone notices."""
        if any(d.span == self.place(read, span) and d.code.startswith("info-") for d in self.report.found):
            return
        message = {
            "info-asked": "whether somebody is asked depends on a card that not everyone sees",
            "info-end": "whether it ends here depends on a card that not everyone sees",
        }.get(code, "what happens depends on a card that not everyone sees")
        help_ = {
            "info-asked": "ask in any case, and let the options depend on the card; or write `reveal …` if the rulebook "
            "makes it known",
        }.get(code, "write `reveal …` if the rulebook makes it known, or lay the card open first")
        self.report.add(
            "info-late-read" if opened is not None else code, message, self.place(read, span), label=self.label(read),
            help=behind(opened) or help_,
            related=[*self.inner(read), Related(effect.span, WORDS.get(type(effect), "everyone notices this"))],
        )

    def value(
        self, code: str, read: Read, span: Span, statement: typed.Statement, opened: typed.Statement | None
    ) -> None:
        """Report a value that everyone notices though it reads something hidden."""
        message = {
            "info-asked": "who is asked depends on a card that not everyone sees",
            "info-end": "when it ends depends on a card that not everyone sees",
            "info-store": "everyone sees what is stored here, but not the card that it reads",
        }.get(code, "what is moved depends on a card that not everyone sees")
        help_ = {
            "info-asked": "let it depend on what everyone sees; or ask everyone at once with `together`",
            "info-end": "let it depend on what everyone sees, or name it before: `let over = reveal …`",
            "info-store": "name it before, if the rulebook makes it known: `let x = reveal …`",
        }.get(code, "name it before, if the rulebook makes it known: `let x = reveal …`")
        self.report.add(
            "info-late-read" if opened is not None else code, message, self.place(read, span), label=self.label(read),
            help=behind(opened) or help_, related=self.inner(read),
        )

    def idle(self, reveal: typed.Reveal) -> None:
        """Report a `reveal` that discloses nothing."""
        self.report.add(
            "info-idle-reveal", "`reveal` of what everyone can see anyway", reveal.span, help="leave the word out"
        )

    def place(self, read: Read, span: Span) -> Span:
        """Return the read itself, when it stands in the sentence that is wrong, else the whole."""
        found = read.through or read.expr
        if found is not None and found.span.source is span.source and span.start <= found.span.start < span.end:
            return found.span
        return span

    def label(self, read: Read) -> str:
        """Say who sees what is read."""
        return read.sees

    def inner(self, read: Read) -> list[Related]:
        """Return the look inside a function that is called."""
        if read.through is None or read.expr is None:
            return []
        return [Related(read.expr.span, "it reads this")]


def behind(opened: typed.Statement | None) -> str:
    """Tell behind which line the same one would be fine."""
    return f"write it behind line {opened.span.line}, which lays the card open" if opened is not None else ""
