"""Simple statements -> what everyone notices of them, and what they lay open."""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.dsl import typed
from rulewright.dsl.check.eyes import Eyes
from rulewright.dsl.check.labels import EVERYONE, Key, Label, Read, unseen
from rulewright.dsl.check.leaks import Leaks
from rulewright.dsl.source import Span
from rulewright.dsl.walk import expressions


@frozen(eq=False)
class Condition:
    """Something hidden on which it depends whether what follows happens."""

    read: Read
    label: Label
    span: Span


@define(eq=False)
class Effects:
    """One point on the way through the rules: what it depends on, and who sees what."""

    rules: typed.Rules
    eyes: Eyes
    leaks: Leaks
    conditions: tuple[Condition, ...] = ()
    joint: Key | None = None
    """Inside `together`: whose answers are open."""
    later: tuple[typed.Block, ...] = ()
    """What follows in the blocks around."""
    rolled: set[typed.Local] = field(factory=set)
    """What chance has chosen in front of everyone: values, no components."""

    # -- conditions ----------------------------------------------------------------------------

    def under(self, label: Label, span: Span) -> tuple[Condition, ...]:
        """Return the conditions around, with one more if not everyone may know it."""
        read = unseen(label, None)
        return self.conditions if read is None else (*self.conditions, Condition(read, label, span))

    def effect(self, statement: typed.Statement, word: str) -> None:
        """Report what everyone notices though it depends on something hidden."""
        for condition in self.conditions:
            code = {"asked": "info-asked", "ends": "info-end"}.get(word, "info-move")
            self.leaks.depends(
                code, condition.read, condition.span, statement, self.laid_open(condition.read)
            )

    def asked(self, statement: typed.Statement) -> None:
        """Report that somebody is asked depending on something hidden; not of the own hand in `together`."""
        if self.joint is not None and all(unseen(c.label, self.joint) is None for c in self.conditions):
            return
        self.effect(statement, "asked")

    def public(self, code: str, label: Label, statement: typed.Statement, span: Span) -> None:
        """Report a value that everyone notices though not everyone may know it."""
        read = unseen(label, None)
        if read is not None:
            opened = None if isinstance(statement, typed.Move) else self.laid_open(read)
            self.leaks.value(code, read, span, opened)

    def laid_open(self, read: Read) -> typed.Statement | None:
        """Return the later statement of the same text that lays open the card which is read, or None."""
        if not read.key:
            return None
        for statement in (s for block in self.later for s in block):
            match statement:
                case typed.Move(what=typed.Expr() as what, to=to) if self.eyes.key(what) == read.key:
                    return statement if not self.eyes.face(to) else None
                case typed.Turn(what=typed.Expr() as what, up=True) if self.eyes.key(what) == read.key:
                    return statement
                case typed.Show(what=typed.Expr() as what, to=typed.Everyone()) if (
                    self.eyes.key(what) == read.key
                ):
                    return statement
                case _:
                    pass
        return None

    # -- simple effects ------------------------------------------------------------------------

    def simple(self, statement: typed.Statement) -> None:
        """Check a simple effect, and note what it lays open."""
        eyes = self.eyes
        match statement:
            case typed.Pass():
                return
            case typed.Store(target=target, value=value):
                self.store(statement, target, value)
                return
            case typed.Move(what=what, to=to, at=at, fields=fields):
                self.effect(statement, "moves")
                self.public("info-move", eyes.selection(what), statement, what.span)
                self.public("info-move", {**eyes.value(to), **eyes.value(at)}, statement, to.span)
                for _, value in fields:
                    if not eyes.face(to):
                        self.public("info-store", eyes.value(value), statement, value.span)
                    else:
                        self.rolled_openly(value, eyes.face(to))
                self.moved(what, to)
            case typed.Write(on=on, fields=fields):
                self.effect(statement, "moves")
                for _, value in fields:
                    if not eyes.face(on):
                        self.public("info-store", eyes.value(value), statement, value.span)
                    else:
                        self.rolled_openly(value, eyes.face(on))
            case typed.Turn(what=what, up=up):
                self.effect(statement, "turns")
                self.public("info-move", eyes.selection(what), statement, what.span)
                hidden: Label = {("nobody", ()): Read("", "it lies face down")}
                self.lay(what, EVERYONE if up else hidden)
            case typed.Show(what=what, to=to):
                self.effect(statement, "shows")
                self.public("info-move", {**eyes.selection(what), **eyes.value(to)}, statement, what.span)
                if isinstance(to, typed.Everyone):
                    self.lay(what, EVERYONE)
            case typed.Shuffle(what=what):
                self.effect(statement, "shuffles")
                eyes.start.discard(what.zone.name if what.zone is not None else "")
            case typed.Announce(text=text):
                self.effect(statement, "speaks")
                self.said(text, None, None)
            case typed.Say(who=who, text=text):
                self.effect(statement, "speaks")
                self.public("info-move", eyes.value(who), statement, who.span)
                self.said(text, eyes.key(who), who)
            case typed.Wins(who=who):
                self.effect(statement, "ends")
                self.public("info-end", eyes.value(who), statement, who.span)
            case typed.End():
                self.effect(statement, "ends")
            case _:
                self.effect(statement, "swaps")

    def store(self, statement: typed.Statement, target: typed.Expr, value: typed.Expr) -> None:
        """Check what is stored: variables are public, an attribute is seen with its face."""
        eyes = self.eyes
        sees: Label = EVERYONE
        if isinstance(target, typed.AttributeRef) and not all(a.open for a in target.attributes):
            sees = eyes.face(target.of)
        if sees:
            self.rolled_openly(value, sees)
            return
        self.effect(statement, "stores")
        self.public("info-store", eyes.value(value), statement, value.span)
        if isinstance(target, typed.VariableRef):
            self.public("info-store", eyes.value(target), statement, target.span)

    def rolled_openly(self, value: typed.Expr, sees: Label) -> None:
        """Report a roll, seen by everyone, that is stored where not everyone looks."""
        if any(isinstance(e, typed.LocalRef) and e.local in self.rolled for e in expressions(value)):
            self.leaks.rolled(value, next(iter(sees.values())))

    def said(self, words: typed.Words, reader: Key | None, who: typed.Expr | None) -> None:
        """Check that a speaker, or everyone, sees what a text mentions."""
        read = unseen(self.eyes.words(words), reader)
        if read is not None:
            self.leaks.said(read, words, who, self.laid_open(read))

    def lay(self, what: typed.Selection, label: Label) -> None:
        """Note who sees the face of what was turned or shown."""
        if isinstance(what, typed.Expr | typed.AllOf):
            self.eyes.facts[self.eyes.key(what.of if isinstance(what, typed.AllOf) else what)] = label

    def moved(self, what: typed.Selection, to: typed.Place) -> None:
        """Note who sees the face of what was moved, and forget what was known of both ends of piles."""
        eyes = self.eyes
        for key in [k for k in eyes.facts if k[0] == "end" or k == eyes.key(to)]:
            del eyes.facts[key]
        target = eyes.face(to)
        match what:
            case typed.AllOf(of=of):
                place = eyes.key(of)
                eyes.facts[place] = target
                if isinstance(of, typed.Place | typed.Union):
                    eyes.facts.pop(place)
                for known in eyes.names.values():
                    if known.home == place:
                        eyes.facts[known.key] = target
            case typed.EndOf():
                top = eyes.key(what)
                for known in eyes.names.values():
                    if known.home == top:
                        eyes.facts[known.key] = target
            case typed.Expr():
                eyes.facts[eyes.key(what)] = target
            case _:
                pass
