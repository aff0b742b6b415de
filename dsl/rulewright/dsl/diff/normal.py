"""Typed rules -> normal forms: equal forms play the same game.

A form sees through the names of locals, the order of conditions that can't fail, doubled negations, prompts and
texts. A `Former` that is `deep` also sees through the sharing of functions, procedures and constants, and through
the order of neighbouring statements that touch nothing in common. One method a form: a catalogue, longer than other modules.
"""

from __future__ import annotations

from hashlib import blake2b

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl import types as t
from rulewright.dsl.diff.conditions import (
    OPPOSITE,
    conjuncts,
    denied,
    flatten,
    in_order,
    opposite,
    sure,
)
from rulewright.dsl.diff.effects import NONE, Effects, Resource, Touch
from rulewright.dsl.diff.naming import Form, Naming, held
from rulewright.dsl.diff.reorder import Item, canonical
from rulewright.dsl.diff.size import expanded

SKIPPED = ("span", "type", "public", "prompt")
MOST_INLINED = 600
"""A rule that would grow beyond this many parts is compared by its name."""
MOST_REORDERED = 200
LEAVES = (typed.LocalRef, typed.Value, typed.FirstPlayer, typed.ParameterRef, typed.Single, typed.Everyone)


@define(eq=False)
class Former:
    """Makes forms. With `by_name` a local of a block is known by its name, for aligning statements."""

    rules: typed.Rules
    naming: Naming
    touch: Touch
    deep: bool = False
    by_name: bool = False
    local_names: dict[str, str] = field(factory=dict)
    _env: dict[typed.Local, Form] = field(factory=dict)
    _depth: int = 0
    _used: set[Form] = field(factory=set)
    _counts: dict[str, int] = field(factory=dict)
    _facts: dict[Form, frozenset[Resource]] = field(factory=dict)
    """Conditions that hold at this place, with what they read."""
    sizes: dict[typed.Function | typed.Procedure, int] = field(factory=dict)

    # -- whole rules ------------------------------------------------------------------------------

    def bind(self, local: typed.Local | None, token: Form) -> None:
        """Say by which token a local is known."""
        if local is not None:
            self._env[local] = token

    def given(self, subject: typed.Local | None, given: tuple[typed.Local, ...]) -> Form:
        """Begin a rule: bind its subject and arguments; return their types."""
        self._env, self._counts, self._facts, self._used, self._depth = {}, {}, {}, set(), 0
        self.bind(subject, ("subject",))
        for number, local in enumerate(given):
            self.bind(local, ("given", number))
        return (
            None if subject is None else self.naming.type(subject.type),
            tuple(self.naming.type(local.type) for local in given),
        )

    # -- expressions ------------------------------------------------------------------------------

    def expr(self, node: object) -> Form:
        """Return the form of an expression or another part of a sentence."""
        match node:
            case None | str() | int():
                return node
            case tuple():
                return tuple(self.expr(item) for item in node)
            case typed.LocalRef(local=local):
                token = self._env.get(local, ("local", self.local_names.get(local.name, local.name)))
                self._used.add(token)
                return token
            case typed.Value():
                return self.value(node)
            case typed.ConstantRef(constant=constant, indexes=indexes):
                if self.deep and constant.value is not None and not indexes:
                    return self.expr(constant.value)
                return ("constant", self.naming.of("constants", constant.name), self.expr(indexes))
            case typed.ParameterRef(parameter=parameter):
                return ("parameter", self.naming.of("parameters", parameter.name))
            case typed.VariableRef(variable=variable, indexes=indexes):
                return ("variable", self.naming.of("variables", variable.name), self.expr(indexes))
            case typed.AttributeRef(of=of, attributes=attributes, indexes=indexes):
                return ("attribute", self.attributes(attributes), self.expr(of), self.expr(indexes))
            case typed.Place(zone=zone, indexes=indexes):
                name = "box" if zone is None else self.naming.of("zones", zone.name)
                return ("place", name, self.expr(indexes))
            case typed.Single(kind=kind):
                return ("single", self.naming.of("components", kind.name))
            case typed.TypeValues(type=kind):
                return ("values", self.naming.type(kind))
            case typed.OddsRef(odds=odds, index=index):
                return ("odds", self.naming.of("odds", odds.name), self.expr(index))
            case typed.Call():
                return self.call(node)
            case typed.Score(of=of, line=line):
                return ("score", self.expr(of), None if line is None else self.naming.of("score", line))
            case typed.Can(deeds=deeds, through=through, arguments=arguments):
                if self.deep and through is None and plainly_possible(deeds[0]) and self.may_inline(deeds):
                    return self.written_out(deeds[0], deeds[0].when, arguments)
                return ("can", self.deeds(deeds), self.expr(through), self.expr(arguments))
            case typed.OfKind(of=of, kind=kind_name, negated=negated):
                return ("of kind", self.expr(of), self.naming.of("components", kind_name), negated)
            case typed.Words(parts=parts):
                holes = [self.expr(p) for p in parts if not isinstance(p, str)]
                return ("words", *sorted(holes, key=repr))
            case typed.And(items=items):
                return self.junction("and", typed.And, items)
            case typed.Or(items=items):
                return self.junction("or", typed.Or, items)
            case typed.Not(of=of):
                return self.negation(of)
            case typed.Same(left=left, right=right, negated=negated):
                sides = [self.expr(left), self.expr(right)]
                if sure(left) and sure(right):
                    sides.sort(key=repr)
                return ("is not" if negated else "is", *sides)
            case typed.Over(binders=binders) | typed.For(binders=binders):
                return self.scope(node, tuple(local for local, _ in binders), [s for _, s in binders])
            case typed.Every(local=local) | typed.Some(local=local) | typed.Together(local=local):
                return self.scope(node, (local,), [node.source])
            case typed.Union(member=member, over=over):
                return self.scope(node, (member,), [over])
            case typed.Choice(local=local, source=source):
                return self.scope(node, (local,), [source])
            case typed.Race(member=member, source=source):
                return self.scope(node, (member,), [source])
            case typed.DoProcedure(deeds=deeds, through=through, arguments=arguments):
                return ("do", self.deeds(deeds), self.expr(through), self.expr(arguments))
            case typed.Action(name=name):
                return ("action", self.naming.of("actions", name))
            case typed.Phase(name=name):
                return ("phase", self.naming.of("phases", name))
            case typed.Kind(name=name):
                return ("kind", self.naming.of("components", name))
            case typed.Attribute():
                return self.attributes((node,))
            case typed.Local():
                return None
            case typed.Procedure():
                return self.deeds((node,))
            case _:
                return self.parts(node)

    def parts(self, node: object) -> Form:
        """Return the form of any other part: its name and the forms of its fields."""
        found: list[Form] = [type(node).__name__]
        for name, value in held(node):
            if name in SKIPPED or (isinstance(node, typed.Choose) and name == "name"):
                continue
            found.append(self.block(value) if is_block(node, name, value) else self.expr(value))
        if isinstance(node, typed.Choose) and node.who is None:
            found.append(node.choice.local.name)
        return tuple(found)

    def scope(self, node: object, locals_: tuple[typed.Local, ...], sources: list[typed.Expr]) -> Form:
        """Return the form of something that binds names for what stands inside it, by their depth."""
        first = []
        for local, source in zip(locals_, sources, strict=True):
            first.append(self.expr(source))
            self._env[local] = ("bound", self._depth)
            self._depth += 1
        found = self.parts_without_sources(node)
        self._depth -= len(locals_)
        return (tuple(first), found)

    def parts_without_sources(self, node: object) -> Form:
        """Return the form of the fields that may use the names bound here."""
        found: list[Form] = [type(node).__name__]
        for name, value in held(node):
            if name in (*SKIPPED, "binders", "local", "member", "source", "over"):
                continue
            found.append(self.loop(value) if is_block(node, name, value) else self.expr(value))
        return tuple(found)

    def value(self, node: typed.Value) -> Form:
        """Return the form of a literal."""
        value, kind = node.value, node.type
        if value is None:
            return ("none",)
        match kind:
            case t.Enum(name=name):
                word = self.rules.enums[name].values[value]
                return ("value", self.naming.of("types", name), self.naming.of(f"types.{name}", word))
            case t.Private(parameter=parameter):
                words = self.rules.parameters[parameter].values or ()
                return ("private", self.naming.of("parameters", parameter), words[value])
            case t.Deed():
                return ("deed", self.naming.of("procedures", list(self.rules.procedures)[value]))
            case t.Bool():
                return ("true" if value else "false",)
            case _:
                return value

    def attributes(self, attributes: tuple[typed.Attribute, ...]) -> Form:
        """Return the names of attributes."""
        return tuple(
            sorted(
                (self.naming.of("components", a.kind), self.naming.of(f"components.{a.kind}", a.name))
                for a in attributes
            )
        )

    def deeds(self, deeds: tuple[typed.Procedure, ...]) -> Form:
        """Return the names of procedures."""
        return ("deeds", *sorted(self.naming.of("procedures", d.name) for d in deeds))

    def call(self, node: typed.Call) -> Form:
        """Return the form of a call, or of what the function says."""
        function = node.function
        arguments = [self.expr(a) for a in node.arguments]
        if not self.deep or function.body is None or expanded(function, self) > MOST_INLINED:
            return ("call", self.naming.of("functions", function.name), tuple(arguments))
        names = [*([function.subject] if function.subject is not None else []), *function.given]
        for local, form in zip(names, arguments, strict=True):
            self._env[local] = form
        return self.expr(function.body)

    def written_out(
        self, deed: typed.Procedure, condition: typed.Expr | None, arguments: tuple[typed.Expr, ...]
    ) -> Form:
        """Return the form of a condition of a procedure for these arguments."""
        forms = [self.expr(a) for a in arguments]
        names = [*([deed.subject] if deed.subject is not None else []), *deed.given]
        for local, form in zip(names, forms, strict=True):
            self._env[local] = form
        return self.expr(condition)

    def junction(
        self, word: str, kind: type[typed.And] | type[typed.Or], items: tuple[typed.Expr, ...]
    ) -> Form:
        """Return the form of `and` or `or`: flat, and sorted as far as no condition guards another."""
        flat = flatten(kind, items)
        found: list[Form] = []
        run: list[Form] = []
        for item in flat:
            if sure(item):
                run.append(self.expr(item))
                continue
            found += [*in_order(run), self.expr(item)]
            run = []
        found += in_order(run)
        return (word, *found)

    def negation(self, of: typed.Expr) -> Form:
        """Return the form of `not c`, with the `not` driven inwards."""
        match of:
            case typed.Not(of=inner):
                return self.expr(inner)
            case typed.Same() | typed.Empty() | typed.OfKind() | typed.Member() | typed.Facing():
                return self.expr(opposite(of))
            case typed.Compare(op=op, left=left, right=right):
                return ("Compare", OPPOSITE[op], self.expr(left), self.expr(right))
            case typed.And(items=items):
                return self.junction("or", typed.Or, tuple(denied(i) for i in flatten(typed.And, items)))
            case typed.Or(items=items):
                return self.junction("and", typed.And, tuple(denied(i) for i in flatten(typed.Or, items)))
            case typed.Value(type=t.Bool(), value=value):
                return ("false" if value else "true",)
            case _:
                return ("not", self.expr(of))

    # -- statements -------------------------------------------------------------------------------

    def block(self, block: typed.Block) -> Form:
        """Return the form of a block."""
        counts, facts = dict(self._counts), dict(self._facts)
        items: list[Item] = []
        for s in block:
            for item in self.items(s):
                self.forget(item.effects)
                items.append(item)
        self._counts, self._facts = counts, facts
        if self.deep and len(items) <= MOST_REORDERED:
            items = canonical(items)
        return ("block", *(item.form for item in items))

    def loop(self, block: typed.Block) -> Form:
        """Return the form of a block that is done again and again: what it changes is not known at its beginning."""
        facts = dict(self._facts)
        if self.deep:
            self.forget(self.touch.block(block))
        found = self.block(block)
        self._facts = facts
        return found

    def forget(self, effects: Effects) -> None:
        """Drop the conditions that may no longer hold."""
        if self._facts:
            self._facts = {
                fact: reads
                for fact, reads in self._facts.items()
                if not effects.anything and not reads & effects.writes
            }

    def under(self, condition: typed.Expr, form: Form, block: typed.Block) -> Form:
        """Return the form of a block that is done where a condition holds."""
        facts = dict(self._facts)
        if self.deep:
            reads = self.touch.reading(condition).reads
            for fact in conjuncts(form):
                self._facts[fact] = reads
        found = self.block(block)
        self._facts = facts
        return found

    def items(self, s: typed.Statement) -> list[Item]:
        """Return a statement as the items it comes to: none, one, or those of what it does."""
        if isinstance(s, typed.Pass):
            return []
        if isinstance(s, typed.DoProcedure) and self.deep and s.through is None and self.may_inline(s.deeds):
            return self.inlined(s)
        outer, self._used = self._used, set()
        item = Item(self.statement(s), self.touch.statement(s) if self.deep else NONE)
        item.uses = self._used
        self._used = outer | item.uses
        local = (
            s.local
            if isinstance(s, typed.Let | typed.Race)
            else s.choice.local
            if isinstance(s, typed.Choose)
            else None
        )
        if isinstance(s, typed.Let) and self.deep and self.fixed(s.value):
            self._env[s.local] = self.expr(s.value)
            return []
        if local is not None:
            token = self.token(local, item.form)
            self._env[local] = token
            item.binds.append(token)
        return [item]

    def token(self, local: typed.Local, form: Form) -> Form:
        """Return by what a local of a block is known: its name, or what it stands for and its place among equals."""
        if self.by_name:
            return ("local", self.local_names.get(local.name, local.name))
        digest = blake2b(repr(form).encode(), digest_size=12).hexdigest()
        self._counts[digest] = self._counts.get(digest, 0) + 1
        return ("is", digest, self._counts[digest])

    def statement(self, s: typed.Statement) -> Form:
        """Return the form of one statement."""
        match s:
            case typed.If(branches=branches, otherwise=otherwise):
                (condition, body), *rest = branches
                head = self.expr(condition)
                inside = self.under(condition, head, body)
                if rest:
                    return ("if", head, inside, ("block", self.statement(if_of(s, tuple(rest), otherwise))))
                if len(otherwise) == 1 and isinstance(otherwise[0], typed.If):
                    return ("if", head, inside, ("block", self.statement(otherwise[0])))
                return ("if", head, inside, self.block(otherwise))
            case typed.Let(value=value):
                return ("let", self.expr(value))
            case _:
                return self.expr(s)

    def fixed(self, e: typed.Expr) -> bool:
        """Tell whether an expression is worth the same wherever it stands, so that a name for it says nothing."""
        return isinstance(e, LEAVES) or self.touch.reading(e) == NONE

    def may_inline(self, deeds: tuple[typed.Procedure, ...]) -> bool:
        """Tell whether writing out a procedure leaves the game the same: chance points are named by their rule."""
        return len(deeds) == 1 and expanded(deeds[0], self) <= MOST_INLINED

    def inlined(self, s: typed.DoProcedure) -> list[Item]:
        """Return the items of a procedure, its arguments bound as by `let`."""
        procedure = s.deeds[0]
        found: list[Item] = []
        names = [*([procedure.subject] if procedure.subject is not None else []), *procedure.given]
        tokens: list[Form] = []
        for argument in s.arguments:
            outer, self._used = self._used, set()
            form = self.expr(argument)
            uses, self._used = self._used, outer
            if self.fixed(argument):
                tokens.append(form)
                self._used |= uses
                continue
            bound = typed.Let(argument.span, typed.Local("", argument.type, argument.span), argument)
            items = self.items(bound)
            found += items
            tokens.append(items[0].binds[0])
        for local, token in zip(names, tokens, strict=True):
            self._env[local] = token
        for required in (procedure.when, procedure.on_turn):
            if required is not None:
                outer, self._used = self._used, set()
                wanted = [f for f in conjuncts(self.expr(required)) if f not in self._facts]
                uses, self._used = self._used, outer
                if wanted:
                    effects = self.touch.reading(required) | Effects(leaves=True)
                    found.append(Item(("required", *wanted), effects, uses=uses))
        facts = dict(self._facts)
        for inner in procedure.do:
            for item in self.items(inner):
                self.forget(item.effects)
                found.append(item)
        self._facts = facts
        return found


def is_block(node: object, name: str, value: object) -> bool:
    """Tell whether a field holds statements."""
    return isinstance(value, tuple) and (
        name == "body" or (name == "otherwise" and isinstance(node, typed.Offer | typed.If))
    )


def plainly_possible(deed: typed.Procedure) -> bool:
    """Tell whether `can` asks for nothing but the `when` of a procedure, since it begins with no choice."""
    first = deed.do[0] if deed.do else None
    return deed.when is not None and not isinstance(first, typed.Choose)


def if_of(
    s: typed.If, branches: tuple[tuple[typed.Expr, typed.Block], ...], otherwise: typed.Block
) -> typed.If:
    """Return the rest of an `if … else if` as one of its own."""
    return typed.If(s.span, branches, otherwise)
