"""Typed rules + load -> piles that run out while the game is set up."""

from __future__ import annotations

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.check.bounds import extent, known, members
from rulewright.dsl.check.calls import inner_blocks
from rulewright.dsl.check.loads import Case, said
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.load import Load
from rulewright.dsl.source import Span


def check(rules: typed.Rules, cases: list[Case], report: Report) -> None:
    """Count in every load what the set-up takes from each pile; the first that falls short is reported."""
    short: dict[Span, list[tuple[Case, str]]] = {}
    for case in cases:
        table = Table(case.load)
        table.block(rules.setup, 1)
        for span, (zone, wanted, there) in table.short.items():
            message = f"`{zone}` runs out in set-up: {wanted} wanted, {there} there"
            short.setdefault(span, []).append((case, message))
    for span, found in short.items():
        report.add(
            "finite-deal",
            said(found[0][1], [case for case, _ in found], cases),
            span,
            help="deal fewer with a table `by: players`, or say when to stop: `if … is not empty:`",
        )


@define(eq=False)
class Table:
    """How many components lie in each zone that has no index; None once that isn't known any more."""

    load: Load
    counts: dict[str, int | None] = field(factory=dict)
    taken: dict[str, int] = field(factory=dict)
    short: dict[Span, tuple[str, int, int]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        rules = self.load.rules
        self.counts = {z.name: 0 for z in rules.zones.values() if not z.each}
        self.counts["box"] = 0
        for kind in rules.kinds.values():
            home = kind.starts_in.name if kind.starts_in is not None else "box"
            before = self.counts.get(home)
            if before is not None:
                self.counts[home] = before + self.load.many[kind.name]

    def block(self, block: typed.Block, times: int | None) -> None:
        """Carry out a block so many times; None when that isn't known."""
        for statement in block:
            self.statement(statement, times)

    def statement(self, statement: typed.Statement, times: int | None) -> None:
        """Carry out a statement."""
        match statement:
            case typed.Move(what=what, to=to):
                self.move(what, to, times, statement.span)
            case typed.SwapPlaces(left=left, right=right):
                self.lose(left)
                self.lose(right)
            case typed.Write(on=on):
                self.lose(on)
            case typed.DoProcedure(deeds=(deed,), through=None):
                self.block(deed.do, times)
            case typed.DoProcedure(deeds=deeds):
                for deed in deeds:
                    self.block(deed.do, None)
            case typed.For(binders=binders, where=where, body=body):
                each: int | None = 1 if where is None else None
                for local, source in binders:
                    if isinstance(source, typed.Place) and moves(body, local):
                        self.lose(source)
                    size, exact = members(self.load, source)
                    each = each * size if each is not None and size is not None and exact else None
                self.block(body, None if each is None or times is None else times * each)
            case typed.Repeat(limit="times", value=value, body=body) if value is not None:
                count = known(self.load, value)
                self.block(body, None if count is None or times is None else times * max(count, 0))
            case typed.Together(source=source, where=where, body=body):
                size = members(self.load, source)[0]
                self.block(body, None if where is not None or times is None or size is None else times * size)
            case typed.If(branches=((condition, body),), otherwise=()) if self.holds(condition) is not None:
                if self.holds(condition):
                    self.block(body, times)
            case _:
                for inner in inner_blocks(statement):
                    self.block(inner, None)

    def holds(self, condition: typed.Expr) -> bool | None:
        """Tell whether a condition on parameters and constants holds, or None."""
        match condition:
            case typed.ParameterRef(parameter=parameter):
                return bool(self.load.settings[parameter.name])
            case typed.Not(of=of):
                inner = self.holds(of)
                return None if inner is None else not inner
            case typed.Same(
                left=typed.ParameterRef(parameter=p), right=typed.Value(value=value), negated=negated
            ):
                return (self.load.settings[p.name] == value) != negated
            case typed.Compare(op=op, left=left, right=right):
                a, b = known(self.load, left), known(self.load, right)
                if a is None or b is None:
                    return None
                return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
            case _:
                return None

    def move(self, what: typed.Selection, to: typed.Place, times: int | None, span: Span) -> None:
        """Move components."""
        match what:
            case typed.AllOf(of=typed.Place() as place):
                self.add(to, self.counts.get(name_of(place)) if times is not None else None)
                self.put(place, 0 if times is not None else None)
            case typed.EndOf(of=typed.Place() as place):
                self.draw(place, times, to, span)
            case typed.EndsOf(count=count, of=typed.Place() as place):
                low, high = extent(self.load, count)
                exact = low is not None and low == high
                each = max(low or 0, 0) if exact else None
                self.draw(place, None if each is None or times is None else each * times, to, span)
            case typed.Some(source=typed.Place() as place, where=where, local=local, count=None) if (
                times == 1
            ):
                whole = self.of_kind(place, local, where)
                before = self.counts.get(name_of(place))
                self.put(place, None if whole is None or before is None else before - whole)
                self.add(to, whole)
            case typed.LocalRef(local=typed.Local(source=typed.Place() as place)):
                self.lose(place)
                self.add(to, None)
            case typed.Single(kind=kind):
                home = kind.starts_in.name if kind.starts_in is not None else "box"
                self.counts[home] = None
                self.add(to, times)
            case _:
                self.counts["box"] = None if isinstance(what, typed.Some) else self.counts["box"]
                if isinstance(what, typed.Some) and isinstance(what.source, typed.Place):
                    self.lose(what.source)
                self.add(to, None)

    def of_kind(self, place: typed.Place, local: typed.Local, where: typed.Expr | None) -> int | None:
        """Return how many components of a kind still lie in the box, when a selection means all of them."""
        match where:
            case typed.OfKind(of=typed.LocalRef(local=found), kind=kind, negated=False) if found is local:
                known_kind = self.load.rules.kinds[kind]
                return self.load.many[kind] if place.zone is None and known_kind.starts_in is None else None
            case _:
                return None

    def draw(self, place: typed.Place, number: int | None, to: typed.Place, span: Span) -> None:
        """Take cards from an end of a pile."""
        name = name_of(place)
        before = self.counts.get(name)
        if before is None or number is None:
            self.lose(place)
            self.add(to, None)
            return
        self.taken[name] = self.taken.get(name, 0) + number
        source = (
            place.zone.refill_from.name
            if place.zone is not None and place.zone.refill_from is not None
            else ""
        )
        spare = self.counts.get(source, 0) if source else 0
        if spare is not None and number > before + spare:
            self.short.setdefault(span, (name, self.taken[name], self.taken[name] - number + before + spare))
        self.put(place, max(before - number, 0))
        self.add(to, min(number, before))

    def add(self, place: typed.Place, number: int | None) -> None:
        """Lay components into a zone."""
        before = self.counts.get(name_of(place))
        self.put(place, None if number is None or before is None else before + number)

    def lose(self, place: typed.Place) -> None:
        """Forget how many lie in a zone."""
        self.put(place, None)

    def put(self, place: typed.Place, number: int | None) -> None:
        """Set how many lie in a zone, if it is counted."""
        name = name_of(place)
        if name in self.counts:
            self.counts[name] = number


def moves(block: typed.Block, local: typed.Local) -> bool:
    """Tell whether a block moves the component that a name stands for."""
    return any(
        (isinstance(s, typed.Move) and isinstance(s.what, typed.LocalRef) and s.what.local is local)
        or any(moves(inner, local) for inner in inner_blocks(s))
        or isinstance(s, typed.DoProcedure)
        for s in block
    )


def name_of(place: typed.Place) -> str:
    """Return the name of a zone."""
    return place.zone.name if place.zone is not None else "box"
