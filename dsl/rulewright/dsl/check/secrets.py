"""Typed rules -> findings about hidden information: what tells a secret to who doesn't see it (8)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.check.calls import body
from rulewright.dsl.check.effects import Condition, Effects
from rulewright.dsl.check.eyes import Eyes, of_components
from rulewright.dsl.check.labels import EVERYONE, Key, Known, Label, named, unseen
from rulewright.dsl.check.leaks import Leaks
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import Span
from rulewright.dsl.types import Set, Thing, Type
from rulewright.dsl.walk import expressions, statements


def check(rules: typed.Rules, report: Report) -> None:
    """Follow the rules from set-up through the flow, and report what tells a secret."""
    walk = Walk(rules, Eyes(rules), Leaks(report))
    walk.eyes.start = {k.starts_in.name for k in rules.kinds.values() if k.starts_in is not None}
    walk.block(rules.setup)
    walk.eyes.start, walk.eyes.facts = set(), {}
    walk.block(rules.flow)
    for action in rules.actions.values():
        if action.anytime is not None:
            walk.eyes.names, walk.eyes.facts = {}, {}
            walk.action(action, ("local", id(action.me)), action.written.name.span)
    for span, reveal in walk.eyes.idle.items():
        if span not in walk.eyes.needed:
            walk.leaks.idle(reveal)


@define(eq=False)
class Walk(Effects):
    """The way through the rules, procedures carried out where they are called."""

    calm: dict[int, bool] = field(factory=dict)

    # -- blocks --------------------------------------------------------------------------------

    def block(self, block: typed.Block, conditions: tuple[Condition, ...] | None = None) -> None:
        """Carry out a block."""
        outer, before = self.conditions, self.later
        self.conditions = outer if conditions is None else conditions
        for number, statement in enumerate(block):
            self.later = (block[number + 1 :], *before)
            self.statement(statement)
        self.conditions, self.later = outer, before

    def branches(self, ways: Iterable[tuple[typed.Block, tuple[Condition, ...], typed.Expr | None]]) -> None:
        """Carry out one of several blocks; afterwards only that is open which is open in all of them."""
        before = dict(self.eyes.facts)
        after: list[dict[Key, Label]] = []
        for block, conditions, condition in ways:
            self.eyes.facts = dict(before)
            if condition is not None:
                self.eyes.facts.update(self.eyes.told(condition, True))
            self.block(block, conditions)
            if not (block and isinstance(block[-1], typed.End | typed.Wins)):
                after.append(self.eyes.facts)
        self.eyes.facts = common(after) if after else before

    def statement(self, statement: typed.Statement) -> None:
        """Carry out a statement."""
        match statement:
            case typed.If():
                self.branch(statement)
            case typed.For(binders=binders, where=where, order=order, body=inner):
                self.loop(binders, where, order, inner)
            case typed.Repeat(value=value, body=inner):
                self.block(
                    inner, self.under(self.eyes.value(value), statement.span if value is None else value.span)
                )
            case typed.Together():
                self.together(statement)
            case typed.Choose() | typed.Menu() | typed.Offer() | typed.Take() | typed.Race():
                self.decision(statement)
            case typed.DoProcedure():
                self.procedure(statement)
            case typed.DoPhase(phase=phase):
                self.phase(phase, statement)
            case typed.Let(local=local, value=value):
                known = self.eyes.of_value(value, local)
                self.eyes.names[local] = Known(
                    named(known.label, value.span), known.face, known.key, known.home
                )
            case _:
                self.simple(statement)

    def branch(self, statement: typed.If) -> None:
        """Carry out an `if`; each condition is also known where the earlier ones failed."""
        ways: list[tuple[typed.Block, tuple[Condition, ...], typed.Expr | None]] = []
        outer = self.conditions
        for condition, block in statement.branches:
            self.conditions = self.under(self.eyes.value(condition), condition.span)
            ways.append((block, self.conditions, condition))
        ways.append((statement.otherwise, self.conditions, None))
        self.conditions = outer
        self.branches(ways)

    def loop(
        self,
        binders: tuple[tuple[typed.Local, typed.Expr], ...],
        where: typed.Expr | None,
        order: typed.Order | None,
        inner: typed.Block,
    ) -> None:
        """Carry out a `for`: which members there are, and in which order, decides what follows."""
        span = where.span if where is not None else binders[0][1].span
        with self.eyes.found_in(binders, where) as outer:
            around = self.under({**outer, **self.eyes.order(order)}, span)
            self.block(inner, around)
            after = self.eyes.facts
        self.eyes.facts = after
        if len(binders) == 1 and isinstance(binders[0][1], typed.Everyone) and where is None:
            self.for_all(("local", id(binders[0][0])))

    def for_all(self, member: Key) -> None:
        """Remember for every player what a loop over all players has laid open for each."""
        for key, label in list(self.eyes.facts.items()):
            if key[0] == "zone" and member in key and not label:
                self.eyes.facts[(*(("every player",) if part == member else part for part in key),)] = label

    def together(self, statement: typed.Together) -> None:
        """Carry out a joint decision: inside, what its player sees may decide what that player chooses."""
        eyes, local = self.eyes, statement.local
        with eyes.found_in(((local, statement.source),), statement.where) as members:
            self.asked(statement)
            self.public("info-asked", members, statement, (statement.where or statement.source).span)
            self.joint = eyes.key(typed.LocalRef(local.span, local.type, local))
            self.block(statement.body)
            self.joint, after = None, eyes.facts
        eyes.facts = after

    # -- decisions -----------------------------------------------------------------------------

    def decision(self, statement: typed.Statement) -> None:
        """Carry out a sentence at which somebody is asked."""
        self.asked(statement)
        eyes = self.eyes
        match statement:
            case typed.Choose(who=who, choice=choice):
                if who is not None:
                    self.public("info-asked", eyes.value(who), statement, who.span)
                    self.offered(choice, eyes.key(who), who)
                elif not isinstance(element(choice.local.type), Thing):
                    self.rolled.add(choice.local)
                self.chosen(choice.local, choice)
            case typed.Menu(who=who, prompt=prompt, cases=cases):
                self.public("info-asked", eyes.value(who), statement, who.span)
                reader = eyes.key(who)
                self.prompt(prompt, reader, who)
                for case in cases:
                    self.option(eyes.value(case.condition), reader, who, case.condition or who)
                    self.prompt(case.text, reader, who)
                self.branches([(case.body, self.conditions, None) for case in cases])
            case typed.Offer(who=who, prompt=prompt, body=inner, otherwise=other):
                self.public("info-asked", eyes.value(who), statement, who.span)
                self.prompt(prompt, eyes.key(who), who)
                self.branches([(inner, self.conditions, None), (other, self.conditions, None)])
            case typed.Take(who=who, actions=actions, prompt=prompt):
                self.public("info-asked", eyes.value(who), statement, who.span)
                self.prompt(prompt, eyes.key(who), who)
                before, after = dict(eyes.facts), []
                for action in actions:
                    eyes.facts = dict(before)
                    self.action(action, eyes.key(who), who.span)
                    after.append(eyes.facts)
                eyes.facts = common(after)
            case typed.Race(
                local=local, member=member, source=source, where=where, order=order, prompt=prompt
            ):
                with eyes.found_in(((member, source),), where) as outer:
                    label = {**outer, **eyes.order(order)}
                    self.public("info-asked", label, statement, (where or source).span)
                    self.prompt(prompt, ("local", id(member)), source)
                eyes.names[local] = Known(EVERYONE, EVERYONE, ("local", id(local)))
            case _:
                raise AssertionError(statement)

    def offered(self, choice: typed.Choice, reader: Key, who: typed.Expr) -> None:
        """Check what a player is offered, and how it is asked for."""
        self.option(self.eyes.choice(choice), reader, who, choice.where or choice.source)
        self.prompt(choice.prompt, reader, who)

    def chosen(self, local: typed.Local, choice: typed.Choice) -> None:
        """Know the result of a choice: which one it is shows by what is done with it, its face does not."""
        key, eyes = ("local", id(local)), self.eyes
        eyes.facts.pop(key, None)
        eyes.names[local] = Known(EVERYONE, eyes.face(choice.source), key, eyes.key(choice.source))

    def option(self, label: Label, reader: Key, who: typed.Expr, found: typed.Expr) -> None:
        """Check that a decider sees what the options depend on."""
        read = unseen(label, reader)
        if read is not None:
            self.leaks.option(read, who, found)

    def prompt(self, words: typed.Words | None, reader: Key, who: typed.Expr) -> None:
        """Check that a decider sees what a question mentions."""
        read = unseen(self.eyes.words(words), reader)
        if words is not None and read is not None:
            self.leaks.prompt(read, who, words)

    def action(self, action: typed.Action, me: Key, span: Span) -> None:
        """Check what an action offers to who takes it, and carry it out."""
        eyes, outer = self.eyes, self.eyes.names
        who = typed.LocalRef(span, action.me.type, action.me)
        eyes.names = {action.me: Known(EVERYONE, EVERYONE, me)}
        for local, choice in action.parts:
            self.option(eyes.choice(choice), me, who, choice.where or choice.source)
            self.prompt(choice.prompt, me, who)
            self.chosen(local, choice)
        if action.when is not None:
            self.option(eyes.value(action.when), me, who, action.when)
        later, self.later = self.later, ()
        self.block(action.do)
        self.later, eyes.names = later, outer

    # -- procedures and phases -----------------------------------------------------------------

    def procedure(self, statement: typed.DoProcedure) -> None:
        """Carry out a procedure, or one of those that an attribute can name."""
        eyes = self.eyes
        around = self.conditions
        if statement.through is not None:
            around = self.under(eyes.value(statement.through), statement.through.span)
        before, after = dict(eyes.facts), []
        for deed in statement.deeds:
            eyes.facts = dict(before)
            given = [*([deed.subject] if deed.subject is not None else []), *deed.given]
            known = [eyes.of_value(a, local) for local, a in zip(given, statement.arguments, strict=False)]
            open_ = not around and self.joint is None and not any(k.label or k.face for k in known)
            if open_ and self.is_calm(deed):
                after.append(eyes.facts)
                continue
            outer, eyes.names = eyes.names, dict(zip(given, known, strict=False))
            later, self.later = self.later, ()
            self.block(deed.do, around)
            self.later, eyes.names = later, outer
            after.append(eyes.facts)
        eyes.facts = common(after)

    def is_calm(self, deed: typed.Procedure) -> bool:
        """Tell whether a procedure, with all that it reaches, reads no face that can be hidden."""
        if id(deed) not in self.calm:
            self.calm[id(deed)] = all(
                not isinstance(
                    s, typed.Take | typed.DoPhase | typed.Move | typed.Turn | typed.Show | typed.Shuffle
                )
                and not any(map(self.eyes.looks, expressions(s)))
                and not any(self.speaks(s, e) for e in expressions(s))
                and all(self.is_calm(d) for d in (s.deeds if isinstance(s, typed.DoProcedure) else ()))
                for s in statements(deed.do)
            )
        return self.calm[id(deed)]

    def speaks(self, statement: typed.Statement, found: typed.Expr) -> bool:
        """Tell whether a statement may name a component."""
        return isinstance(
            statement, typed.Say | typed.Announce | typed.Menu | typed.Choose | typed.Offer
        ) and of_components(found)

    def phase(self, phase: typed.Phase, statement: typed.Statement) -> None:
        """Carry out a phase: who has turns, how often and when it ends is seen by everyone."""
        eyes, outer = self.eyes, self.eyes.names
        eyes.names = {}
        around = self.under(
            eyes.value(phase.when), phase.when.span if phase.when is not None else statement.span
        )
        me = ("local", id(phase.me))
        for local in (phase.me, *([phase.member] if phase.member is not None else [])):
            eyes.names[local] = Known(EVERYONE, EVERYONE, me)
        turns = phase.written.turns.whole if phase.written.turns is not None else statement.span
        self.public("info-asked", eyes.order(phase.turns), statement, turns)
        for code, found in (
            ("info-asked", phase.rounds),
            ("info-end", phase.until),
            ("info-asked", phase.skip),
        ):
            if found is not None:
                self.public(code, eyes.value(found), statement, found.span)
        later, self.later = self.later, ()
        self.block(body(phase), around)
        self.later, eyes.names = later, outer


def element(kind: Type) -> Type:
    """Return the type of what is chosen, one or several."""
    return kind.of if isinstance(kind, Set) else kind


def common(several: list[dict[Key, Label]]) -> dict[Key, Label]:
    """Return what is known on every way."""
    if not several:
        return {}
    first, *rest = several
    return {k: v for k, v in first.items() if all(k in other and set(other[k]) == set(v) for other in rest)}
