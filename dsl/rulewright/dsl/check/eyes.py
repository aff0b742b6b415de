"""Typed expressions -> labels, with the names and the open faces of one way through the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.check.labels import EVERYONE, Key, Known, Label, Read, join, stamped, through
from rulewright.dsl.resolve.public import backs_tell_kind, children, on_back
from rulewright.dsl.source import Span
from rulewright.dsl.types import Player, Set, Thing
from rulewright.dsl.walk import blocks, expressions, statements

Bindings = dict[typed.Local, Known]


@define(eq=False)
class Eyes:
    """Answers who may know what, at one point of the rules.

    `names` are the locals, `facts` who sees a face now where that differs from the zone: laid open, turned,
    shown to everybody. `start` are the zones whose content is still that of the beginning, which everybody
    can look up.
    """

    rules: typed.Rules
    names: Bindings = field(factory=dict)
    facts: dict[Key, Label] = field(factory=dict)
    start: set[str] = field(factory=set)
    quiet: dict[typed.Function, bool] = field(factory=dict)
    needed: set[Span] = field(factory=set)
    """Every `reveal` that discloses something."""
    idle: dict[Span, typed.Reveal] = field(factory=dict)
    """Every `reveal` that was met where everyone could know the value."""
    results: dict[object, tuple[Label, Label]] = field(factory=dict)
    secret: frozenset[str] = field(init=False)
    """The kinds whose faces can ever be hidden from somebody."""

    def __attrs_post_init__(self) -> None:
        turned = any(
            isinstance(s, typed.Turn) and not s.up
            for _, block in blocks(self.rules)
            for s in statements(block)
        )
        hidden = [z for z in self.rules.zones.values() if z.seen_by != "everyone"]
        self.secret = frozenset(self.rules.kinds if turned else (k for z in hidden for k in z.kinds))

    # -- what an expression points at ----------------------------------------------------------

    def key(self, found: typed.Expr | None) -> Key:
        """Return what an expression points at."""
        match found:
            case typed.LocalRef(local=local):
                return self.names[local].key if local in self.names else ("local", id(local))
            case typed.FirstPlayer():
                return ("first player",)
            case typed.Neighbour(of=of, left=left):
                return ("left" if left else "right", self.key(of))
            case typed.Owner(of=of):
                return ("owner", self.key(of))
            case typed.AttributeRef(of=of, attributes=attributes, indexes=indexes):
                return ("attribute", attributes[0].name, self.key(of), *map(self.key, indexes))
            case typed.VariableRef(variable=variable, indexes=indexes):
                return ("variable", variable.name, *map(self.key, indexes))
            case typed.Place(zone=zone, indexes=indexes):
                return ("zone", zone.name if zone is not None else "box", *map(self.key, indexes))
            case typed.EndOf(top=top, of=of):
                return ("end", top, self.key(of))
            case typed.Value(value=value):
                return ("value", value)
            case typed.Single(kind=kind):
                return ("single", kind.name)
            case None:
                return ()
            case _:
                return ("expression", id(found))

    # -- who sees a face -----------------------------------------------------------------------

    def face(self, found: typed.Expr) -> Label:
        """Return who sees the faces of the component or components that an expression finds."""
        key = self.key(found)
        if key in self.facts:
            return self.facts[key]
        if key[0] == "zone" and isinstance(found, typed.Place):
            every = self.for_every(found, key)
            if every in self.facts:
                return self.facts[every]
        match found:
            case typed.LocalRef(local=local):
                return self.names[local].face if local in self.names else EVERYONE
            case typed.Place(zone=zone):
                return self.zone_face(found) if zone is not None else EVERYONE
            case typed.Union(over=over, member=member, each=each):
                with self.bound([(member, self.of_source(member, over))]):
                    return self.face(each)
            case typed.EndOf(of=of) | typed.EndsOf(of=of) | typed.Every(source=of):
                return self.face(of)
            case typed.Over(fn="first" | "only", binders=((_, source), *_), otherwise=otherwise):
                return join([self.face(source), self.face(otherwise) if otherwise is not None else EVERYONE])
            case typed.Listing(items=items):
                return join(map(self.face, items))
            case typed.Either(then=then, otherwise=other):
                return join([self.face(then), self.face(other)])
            case typed.Reveal(of=of):
                return self.face(of)
            case typed.Call():
                return self.call(found)[1]
            case typed.TypeValues(type=Set(of=Thing(kinds=kinds))):
                return self.anywhere(kinds)
            case _:
                return EVERYONE

    def for_every(self, place: typed.Place, key: Key) -> Key:
        """Return the key under which it stands what was laid open for every player alike."""
        each = place.zone.each if place.zone is not None else ()
        players = {n + 2 for n, kind in enumerate(each) if isinstance(kind, Player)}
        return tuple(("every player",) if n in players else part for n, part in enumerate(key))

    def zone_face(self, place: typed.Place) -> Label:
        """Return who sees the faces in a zone."""
        zone = place.zone
        assert zone is not None
        if zone.seen_by == "everyone" or zone.name in self.start:
            return EVERYONE
        if zone.seen_by == "nobody" or zone.dot is None:
            return {("nobody", ()): Read(zone.name, f"nobody sees `{zone.name}`")}
        owner = place.indexes[zone.dot]
        player: Key = ("each", id(place)) if owner is None else self.key(owner)
        if isinstance(zone.each[zone.dot], Thing):
            player = ("owner", player)
        if zone.seen_by == "owner":
            return {("only", player): Read(zone.name, f"only its owner sees `{zone.name}`")}
        return {("not", player): Read(zone.name, f"its owner doesn't see `{zone.name}`")}

    def anywhere(self, kinds: Iterable[str]) -> Label:
        """Return who sees the faces of all components of some kinds, wherever they lie."""
        for zone in self.rules.zones.values():
            if set(zone.kinds) & set(kinds) and zone.seen_by != "everyone" and zone.name not in self.start:
                return {("nobody", ()): Read(zone.name, f"not everyone sees `{zone.name}`")}
        return EVERYONE

    # -- who may know a value ------------------------------------------------------------------

    def value(self, found: typed.Expr | None) -> Label:
        """Return who may know the value of an expression; of components, which ones they are."""
        match found:
            case None:
                return EVERYONE
            case typed.LocalRef(local=local):
                return self.names[local].label if local in self.names else EVERYONE
            case typed.AttributeRef(of=of, attributes=attributes, indexes=indexes):
                inner = join([self.value(of), *map(self.value, indexes)])
                if all(on_back(self.rules, a) for a in attributes):
                    return inner
                return join([inner, stamped(self.face(of), found, self.key(of))])
            case typed.OfKind(of=of):
                if backs_tell_kind(self.rules, of) or not several_kinds(of):
                    return self.value(of)
                return join([self.value(of), stamped(self.face(of), found, self.key(of))])
            case typed.Call():
                return self.call(found)[0]
            case typed.Score(of=of):
                return self.score(found, of)
            case typed.Can():
                return self.can(found)
            case typed.Reveal(of=of):
                (self.needed.add(found.span) if self.value(of) else self.idle.setdefault(found.span, found))
                return EVERYONE
            case typed.Over(binders=binders, where=where, value=value, order=order, otherwise=otherwise):
                with self.found_in(binders, where) as outer:
                    inner = join([outer, self.value(value), self.order(order)])
                return join([inner, self.value(otherwise)])
            case typed.Every(local=local, source=source, where=where):
                with self.found_in(((local, source),), where) as outer:
                    return outer
            case typed.Union(over=over, member=member, each=each):
                with self.bound([(member, self.of_source(member, over))]):
                    return join([self.value(over), self.value(each)])
            case typed.And(items=items) | typed.Or(items=items):
                return self.in_turn(items, isinstance(found, typed.And))
            case typed.Either(condition=condition, then=then, otherwise=other):
                before = self.value(condition)
                with self.assumed(condition, True):
                    yes = self.value(then)
                with self.assumed(condition, False):
                    return join([before, yes, self.value(other)])
            case _:
                return join(map(self.value, children(found)))

    def in_turn(self, items: tuple[typed.Expr, ...], hold: bool) -> Label:
        """Return the label of conditions read one after another: each knows how the earlier ones came out."""
        labels: list[Label] = []
        before = dict(self.facts)
        for item in items:
            labels.append(self.value(item))
            self.facts.update(self.told(item, hold))
        self.facts = before
        return join(labels)

    def order(self, order: typed.Order | None) -> Label:
        """Return who may know an order."""
        keys = order.keys if order is not None else ()
        return join(
            self.value(k.value)
            if isinstance(k, typed.SortKey)
            else join([self.value(k.start), self.value(k.of)])
            for k in keys
        )

    def words(self, words: typed.Words | None) -> Label:
        """Return who may know a text: the values of its holes, and of components their faces."""
        labels: list[Label] = []
        for part in words.parts if words is not None else ():
            if isinstance(part, typed.Expr):
                labels.append(self.value(part))
                if of_components(part) and not isinstance(part, typed.Reveal):
                    labels.append(stamped(self.face(part), part, self.key(part)))
        return join(labels)

    def selection(self, what: typed.Selection) -> Label:
        """Return who may know which components a statement means."""
        match what:
            case typed.AllOf(of=of):
                return self.value(of)
            case typed.Some(count=count, local=local, source=source, where=where):
                with self.found_in(((local, source),), where) as outer:
                    return join([outer, self.value(count)])
            case _:
                return self.value(what)

    # -- functions -----------------------------------------------------------------------------

    def call(self, found: typed.Call) -> tuple[Label, Label]:
        """Return the labels of the value and of the faces of a function's result."""
        function = found.function
        given = [*([function.subject] if function.subject is not None else []), *function.given]
        known = [self.of_value(a, local) for local, a in zip(given, found.arguments, strict=False)]
        if self.is_quiet(function):
            return join(k.label for k in known), EVERYONE
        memo = (
            function,
            tuple((frozenset(k.label), frozenset(k.face), k.key) for k in known),
            frozenset((k, frozenset(v)) for k, v in self.facts.items()),
            len(self.start),
        )
        if memo not in self.results:
            outer, self.names = self.names, dict(zip(given, known, strict=False))
            self.results[memo] = (
                self.value(function.body),
                (self.face(function.body) if function.body else EVERYONE),
            )
            self.names = outer
        value, face = self.results[memo]
        return join([*(k.label for k in known), through(value, found)]), face

    def is_quiet(self, function: typed.Function) -> bool:
        """Tell whether a function, with all it calls, reads no face that can be hidden."""
        if function not in self.quiet:
            self.quiet[function] = True
            self.quiet[function] = not of_components(function.body) and not any(
                map(self.looks, expressions(function.body))
            )
        return self.quiet[function]

    def looks(self, found: typed.Expr) -> bool:
        """Tell whether an expression itself may read a hidden face."""
        match found:
            case typed.Call(function=function):
                return not self.is_quiet(function)
            case typed.AttributeRef(attributes=attributes):
                return any(a.kind in self.secret and not on_back(self.rules, a) for a in attributes)
            case typed.OfKind(of=of):
                return several_kinds(of) and not backs_tell_kind(self.rules, of)
            case typed.Can() | typed.Score():
                return True
            case _:
                return False

    def score(self, found: typed.Expr, of: typed.Expr) -> Label:
        """Return who may know a score in play: all its lines."""
        labels = [self.value(of)]
        for line in self.rules.score.values():
            with self.bound([(line.me, self.of_value(of, line.me))]):
                labels.append(through(self.value(line.value), found))
        return join(labels)

    def can(self, found: typed.Can) -> Label:
        """Return who may know whether a procedure may be done: its `when`, and the choice it begins with."""
        labels = [self.value(found.through), *map(self.value, found.arguments)]
        for deed in found.deeds:
            given = [*([deed.subject] if deed.subject is not None else []), *deed.given]
            known = [
                (local, self.of_value(a, local)) for local, a in zip(given, found.arguments, strict=False)
            ]
            outer, self.names = self.names, dict(known)
            labels.append(through(self.value(deed.when), found))
            first = deed.do[0] if deed.do else None
            if isinstance(first, typed.Choose):
                labels.append(through(self.choice(first.choice), found))
            self.names = outer
        return join(labels)

    def choice(self, choice: typed.Choice) -> Label:
        """Return who may know what a choice offers."""
        quantity = choice.quantity
        number = [self.value(quantity.low), self.value(quantity.high)] if quantity is not None else []
        with self.found_in(((choice.local, choice.source),), choice.where) as outer:
            return join([outer, *number])

    # -- names and facts -----------------------------------------------------------------------

    def of_value(self, found: typed.Expr, local: typed.Local) -> Known:
        """Return what is known of a name that stands for a value."""
        same = isinstance(found, typed.LocalRef) or not isinstance(local.type, Thing)
        if not same:
            self.facts.pop(("local", id(local)), None)
        key = self.key(found) if same else ("local", id(local))
        home = (
            self.names[found.local].home
            if isinstance(found, typed.LocalRef) and found.local in self.names
            else None
        )
        return Known(self.value(found), self.face(found), key, home)

    def of_source(self, local: typed.Local, source: typed.Expr) -> Known:
        """Return what is known of a name that goes over a source."""
        return Known(self.value(source), self.face(source), ("local", id(local)), self.key(source))

    @contextmanager
    def bound(self, names: Iterable[tuple[typed.Local, Known]]) -> Iterator[None]:
        """Know some names for a while."""
        outer = self.names
        self.names = {**outer, **dict(names)}
        yield
        self.names = outer

    @contextmanager
    def found_in(
        self, binders: tuple[tuple[typed.Local, typed.Expr], ...], where: typed.Expr | None
    ) -> Iterator[Label]:
        """Know the names of binders, and that `where` holds; yields who may know which members are found."""
        outer, before = self.names, dict(self.facts)
        self.names = dict(outer)
        labels: list[Label] = []
        for local, source in binders:
            labels.append(self.value(source))
            self.names[local] = self.of_source(local, source)
            self.facts.pop(("local", id(local)), None)
        labels.append(self.value(where))
        if where is not None:
            self.facts.update(self.told(where, True))
        yield join(labels)
        self.names, self.facts = outer, before

    @contextmanager
    def assumed(self, condition: typed.Expr | None, holds: bool) -> Iterator[None]:
        """Know for a while that a condition holds or doesn't."""
        before = dict(self.facts)
        if condition is not None:
            self.facts.update(self.told(condition, holds))
        yield
        self.facts = before

    def told(self, condition: typed.Expr, holds: bool) -> dict[Key, Label]:
        """Return which faces are known to be open when a condition holds (or doesn't)."""
        match condition:
            case typed.Facing(of=of, up=up, negated=negated) if up and holds != negated:
                return {self.key(of): EVERYONE}
            case typed.Not(of=of):
                return self.told(of, not holds)
            case typed.And(items=items) if holds:
                return {k: v for item in items for k, v in self.told(item, True).items()}
            case typed.Or(items=items) if not holds:
                return {k: v for item in items for k, v in self.told(item, False).items()}
            case _:
                return {}


def of_components(found: typed.Expr | None) -> bool:
    """Tell whether an expression finds one or several components."""
    kind = found.type if found is not None else None
    return isinstance(kind.of if isinstance(kind, Set) else kind, Thing)


def several_kinds(of: typed.Expr) -> bool:
    """Tell whether a component may be of several kinds, so that its kind is something to see."""
    return isinstance(of.type, Thing) and len(of.type.kinds) > 1
