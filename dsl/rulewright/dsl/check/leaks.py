"""Reads of hidden faces -> messages: who learns what, by which line, and how to write it instead."""

from __future__ import annotations

from attrs import define, field

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
    """Writes the findings of one run: one for each place, and one for each name given to something hidden."""

    report: Report
    names: set[Span] = field(factory=set)

    def add(
        self,
        code: str,
        message: str,
        read: Read,
        span: Span,
        help_: str,
        opened: typed.Statement | None = None,
        effect: typed.Statement | None = None,
    ) -> None:
        """Report a read once, with the function and the name by which it came here, and what shows it."""
        at = self.place(read, span)
        if read.named in self.names or any(
            d.span == at and d.code.startswith("info-") for d in self.report.found
        ):
            return
        if read.named is not None:
            self.names.add(read.named)
        related = (
            [Related(read.expr.span, "it reads this")]
            if read.through is not None and read.expr is not None
            else []
        )
        if read.named is not None:
            related.insert(0, Related(read.named, "named here"))
        if effect is not None:
            related.append(Related(effect.span, WORDS.get(type(effect), "everyone notices this")))
        behind = (
            f"write it behind line {opened.span.line}, which lays the card open" if opened is not None else ""
        )
        self.report.add(
            "info-late-read" if opened is not None else code,
            message,
            at,
            label=read.sees,
            help=behind or help_,
            related=related,
        )

    def option(self, read: Read, who: typed.Expr, found: typed.Expr) -> None:
        """Report a list of options that depends on what its decider doesn't see."""
        self.add(
            "info-option",
            f"the options tell {called(who)} something about a hidden card",
            read,
            found.span,
            "offer the option whatever the card is, and let the rules judge the answer",
        )

    def prompt(self, read: Read, who: typed.Expr, words: typed.Words) -> None:
        """Report a question that mentions what its decider doesn't see."""
        self.add(
            "info-prompt",
            f"the question tells {called(who)} something about a hidden card",
            read,
            words.span,
            "leave it out of the question, or lay the card open first",
        )

    def said(
        self, read: Read, words: typed.Words, who: typed.Expr | None, opened: typed.Statement | None
    ) -> None:
        """Report a text that mentions what not everyone (or not the speaker) sees."""
        if who is None:
            message = "everyone hears something about a card that not everyone sees"
        else:
            message = f"{called(who)} speaks of a card that {called(who)} doesn't see"
        help_ = "if the rulebook makes it known, write `{reveal …}` in the text"
        self.add("info-announce", message, read, words.span, help_, opened)

    def depends(
        self, code: str, read: Read, span: Span, effect: typed.Statement, opened: typed.Statement | None
    ) -> None:
        """Report a condition on something hidden that decides what everyone notices."""
        message, help_ = DEPENDS[code]
        self.add(code, message, read, span, help_, opened, effect)

    def value(self, code: str, read: Read, span: Span, opened: typed.Statement | None) -> None:
        """Report a value that everyone notices though it reads something hidden."""
        message, help_ = VALUES[code]
        self.add(code, message, read, span, help_, opened)

    def idle(self, reveal: typed.Reveal) -> None:
        """Report a `reveal` that discloses nothing."""
        self.report.add(
            "info-idle-reveal",
            "`reveal` of what everyone can see anyway",
            reveal.span,
            help="leave the word out",
        )

    def rolled(self, value: typed.Expr, read: Read) -> None:
        """Report a roll that is hidden too late."""
        self.report.add(
            "info-open-roll",
            "everyone has seen what chance chose, though not everyone sees where it is stored",
            value.span,
            label=read.sees,
            help="draw it hidden: shuffle a pile that nobody sees and move its top card to where it lies",
        )

    def place(self, read: Read, span: Span) -> Span:
        """Return the read itself, when it stands in the sentence that is wrong, else the whole."""
        found = read.through or read.expr
        if (
            found is not None
            and found.span.source is span.source
            and span.start <= found.span.start < span.end
        ):
            return found.span
        return span


def called(who: typed.Expr) -> str:
    """Return a player as the rule names them."""
    return f"`{who.local.name if isinstance(who, typed.LocalRef) else who.span.text}`"


DEPENDS = {
    "info-asked": (
        "whether somebody is asked depends on a card that not everyone sees",
        "ask in any case, and let the options depend on the card;\n"
        "or write `reveal …` if the rulebook makes it known",
    ),
    "info-end": (
        "whether it ends here depends on a card that not everyone sees",
        "write `reveal …` if the rulebook makes it known, or lay the card open first",
    ),
    "info-move": (
        "what happens depends on a card that not everyone sees",
        "write `reveal …` if the rulebook makes it known, or lay the card open first",
    ),
}
VALUES = {
    "info-asked": (
        "who is asked depends on a card that not everyone sees",
        "ask everyone at once (`together for p in players:`), or name it before if the rulebook\n"
        "makes it known: `let x = reveal …`",
    ),
    "info-end": (
        "when it ends depends on a card that not everyone sees",
        "let it depend on what everyone sees; lay the cards open first",
    ),
    "info-move": (
        "which cards are meant, or where they go, depends on a card that not everyone sees",
        "name it before, if the rulebook makes it known: `let x = reveal …`",
    ),
    "info-store": (
        "everyone sees what is stored here, but not the card that it reads",
        "name it before, if the rulebook makes it known: `let x = reveal …`",
    ),
}
"""By code: what is wrong, and what to write instead."""
