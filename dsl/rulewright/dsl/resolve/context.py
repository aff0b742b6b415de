"""What the passes of resolution share: the name spaces (3.3), scopes of locals, and how a slip is reported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.diagnostics import Related, Report, Said, nearest
from rulewright.dsl.source import Span
from rulewright.dsl.types import BAD, Type

Declared = (
    typed.Constant
    | typed.Parameter
    | typed.EnumDecl
    | typed.Variable
    | typed.Zone
    | typed.Function
    | typed.Odds
    | typed.Kind
)

BUILT_IN = ("players", "me", "this", "chance", "box", "first_player", "none", "true", "false")


@define(eq=False)
class Scope:
    """The locals that a rule sees at one place. A child sees its parent's; facts narrow types further in."""

    parent: Scope | None = None
    locals: dict[str, typed.Local] = field(factory=dict)
    facts: dict[typed.Local, Type] = field(factory=dict)
    bare: typed.Local | None = None
    """In `shown_as` and `arranged`: the component whose attributes are found by bare name."""
    inside: str = ""
    """`function`, `where`, `together`, … where something is not allowed there."""

    def find(self, name: str) -> typed.Local | None:
        """Return the local of this name, or None."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.locals:
                return scope.locals[name]
            scope = scope.parent
        return None

    def type_of(self, local: typed.Local) -> Type:
        """Return what is known here about a local's type."""
        scope: Scope | None = self
        while scope is not None:
            if local in scope.facts:
                return scope.facts[local]
            scope = scope.parent
        return local.type

    def child(self, *bound: typed.Local, facts: dict[typed.Local, Type] | None = None) -> Scope:
        """Return a scope inside this one."""
        scope = Scope(self, {}, dict(facts or {}), self.bare, self.inside)
        for local in bound:
            scope.locals[local.name] = local
        return scope

    def names(self) -> list[str]:
        """Return the names of all locals seen here."""
        found: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            found.extend(scope.locals)
            scope = scope.parent
        return found


@define(eq=False)
class Context:
    """The rules under construction, the name spaces and the report."""

    rules: typed.Rules
    report: Report
    values: dict[str, tuple[Declared, Span]] = field(factory=dict)
    types: dict[str, tuple[Type, Span]] = field(factory=dict)
    enum_values: dict[str, tuple[typed.EnumDecl, int]] = field(factory=dict)
    typing: list[typed.Function] = field(factory=list)
    """Functions whose body is being typed: a repetition is a recursion."""
    lost: set[str] = field(factory=set)
    """Names whose declaration is wrong: who asks for one makes no second mistake."""
    careless: set[typed.Local] = field(factory=set)
    """Results of `may choose` and `if any`, which may be `none`."""

    def error(
        self, code: str, message: str, span: Span, *, related: Iterable[Related] = (), **said: Unpack[Said]
    ) -> None:
        """Report a finding."""
        self.report.add(code, message, span, related=related, **said)

    def bad(self, code: str, message: str, span: Span, **said: Unpack[Said]) -> typed.Expr:
        """Report a mistake and return an expression that causes no further ones."""
        self.error(code, message, span, **said)
        return typed.Value(span, BAD, 0)

    def unknown(
        self, what: str, name: str, span: Span, known: Iterable[str], *, help: str = "", far: str = ""
    ) -> None:
        """Report an unknown name with `help`, else the nearest known one, else `far`."""
        if name in self.lost or name in self.rules.written.lost:
            return
        known = list(known)
        near = nearest(name, known) if not help else None
        related = []
        if near and near in self.values:
            related.append(Related(self.values[near][1], "closest name, declared here"))
        elif near and near in self.types:
            related.append(Related(self.types[near][1], "closest name, declared here"))
        some = ", ".join(f"`{k}`" for k in sorted(set(known))[:12])
        fallback = f"known here: {some}" if some else ""
        self.error(
            "name-unknown",
            f"no {what} is named `{name}`",
            span,
            help=help or (f"write `{near}`" if near else far or fallback),
            related=related,
        )

    def is_unknown(self, name: str, scope: Scope) -> bool:
        """Tell whether nothing at all has this name: no local, value, type, family, function or deed."""
        rules = self.rules
        spaces = (self.values, self.enum_values, self.types, rules.zones, rules.variables, rules.functions)
        deeds = (rules.procedures, rules.phases, rules.actions)
        if scope.bare is not None or scope.find(name) is not None or name in BUILT_IN:
            return False
        return not any(name in space for space in (*spaces, *deeds))

    def declare(self, name: str, thing: Declared, span: Span) -> None:
        """Enter a bare name into the space of values; a second use of it is an error."""
        if name in self.values:
            self.error(
                "name-twice",
                f"`{name}` is declared twice",
                span,
                help="give one of them another name",
                related=[Related(self.values[name][1], "first declared here")],
            )
            return
        if name in self.enum_values:
            enum = self.enum_values[name][0]
            self.error(
                "name-twice",
                f"`{name}` is also a value of the type `{enum.name}`",
                span,
                help="give one of them another name",
                related=[Related(enum.span, "the type")],
            )
            return
        self.values[name] = (thing, span)
