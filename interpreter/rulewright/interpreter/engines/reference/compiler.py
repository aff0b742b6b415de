"""Typed expressions -> closures over (state, registers).

Every value is a whole number (`NONE` for none), a set a list of them. Locals of procedures live in the state;
binders and arguments of functions in registers, numbered for each rule when it is compiled.
One method a form of expression: a catalogue, longer than other modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.cells import FIRST, NONE, Slot
from rulewright.dsl.graph import Graph
from rulewright.dsl.load import Load
from rulewright.dsl.types import LARGEST, SMALLEST, Set, Type
from rulewright.interpreter.engines.reference.places import Places, State
from rulewright.interpreter.faults import Fault

Registers = list[Any]
Closure = Callable[[State, Registers], Any]
Root = Callable[[State], Any]


@define(eq=False)
class Unit:
    """The registers of one rule: a function, or one expression of a statement."""

    registers: dict[typed.Local, int] = field(factory=dict)
    size: int = 0

    def take(self, local: typed.Local) -> int:
        """Give a local a register."""
        self.registers[local] = self.size
        self.size += 1
        return self.size - 1


@define(eq=False)
class Compiler:
    """Compiles the expressions of one graph; a function's body once."""

    graph: Graph
    places: Places
    load: Load = field(init=False)
    functions: dict[typed.Function, tuple[Closure, Unit]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.load = self.graph.cells.load

    # -- roots ------------------------------------------------------------------------------------

    def root(self, expr: typed.Expr) -> Root:
        """Compile an expression of a statement into a function of the state."""
        unit = Unit()
        closure = self.expr(expr, unit)
        if not unit.size:
            empty: Registers = []
            return lambda s: closure(s, empty)
        return lambda s: closure(s, [NONE] * unit.size)

    def with_local(self, expr: typed.Expr, *locals_: typed.Local) -> Callable[..., Any]:
        """Compile an expression into a function of the state and the values of some locals."""
        unit = Unit()
        for local in locals_:
            unit.take(local)
        closure = self.expr(expr, unit)
        count = len(locals_)

        def call(s: State, *values: Any) -> Any:
            return closure(s, [*values, *([NONE] * (unit.size - count))])

        return call

    def with_key(self, order: typed.Order, member: typed.Local) -> Callable[[State, int], Any]:
        """Compile an order into a key of the state and a member."""
        unit = Unit()
        unit.take(member)
        closure = self.sort_key(order, unit)
        return lambda s, value: closure(s, [value, *([NONE] * (unit.size - 1))])

    # -- expressions ------------------------------------------------------------------------------

    def expr(self, e: typed.Expr, unit: Unit) -> Closure:
        """Compile an expression."""
        return FORMS[type(e)](self, e, unit)

    def many(self, items: tuple[typed.Expr, ...], unit: Unit) -> list[Closure]:
        """Compile several."""
        return [self.expr(i, unit) for i in items]

    def value(self, e: typed.Value, unit: Unit) -> Closure:
        value = NONE if e.value is None else e.value
        return lambda s, r: value

    def constant_value(self, value: Any) -> Closure:
        """Return a closure of a value known to the load."""
        known = NONE if value is None else value
        return lambda s, r: known

    def constant(self, e: typed.ConstantRef, unit: Unit) -> Closure:
        constant = e.constant
        if constant.items is not None:
            values = [NONE if v is None else v for v in self.load.lists[constant.name]]
            return lambda s, r: values
        if not e.indexes:
            return self.constant_value(self.load.constant(constant, ()))
        indexes = self.many(e.indexes, unit)
        load, span = self.load, e.span

        def look_up(s: State, r: Registers) -> int:
            key = tuple(i(s, r) for i in indexes)
            try:
                found = load.constant(constant, key)
            except KeyError:
                raise Fault("index", f"the table `{constant.name}` has no such row", span) from None
            return NONE if found is None else found

        return look_up

    def parameter(self, e: typed.ParameterRef, unit: Unit) -> Closure:
        return self.constant_value(self.load.settings[e.parameter.name])

    def local(self, e: typed.LocalRef, unit: Unit) -> Closure:
        register = unit.registers.get(e.local)
        if register is not None:
            return lambda s, r: r[register]
        return self.slot(self.graph.slots[e.local])

    def slot(self, slot: Slot) -> Closure:
        """Read a slot."""
        cell, size, member = slot.cell, slot.size, slot.member
        if slot.is_set:
            if member is None:
                return lambda s, r: s[cell + 1 : cell + 1 + s[cell]]
            return lambda s, r: s[
                cell + size * s[member] + 1 : cell + size * s[member] + 1 + s[cell + size * s[member]]
            ]
        if member is None:
            return lambda s, r: s[cell]
        return lambda s, r: s[cell + size * s[member]]

    def first_player(self, e: typed.FirstPlayer, unit: Unit) -> Closure:
        return lambda s, r: s[FIRST]

    def offset(
        self, each: tuple[Type, ...], indexes: tuple[typed.Expr, ...], unit: Unit, what: typed.Expr
    ) -> Closure:
        """Compile the indexes of a family into an offset; a missing member is a fault."""
        if not each:
            return lambda s, r: 0
        maps: list[tuple[Closure, dict[int, int]]] = []
        stride = 1
        for kind, index in reversed(list(zip(each, indexes, strict=True))):
            values = self.load.values(kind)
            maps.append((self.expr(index, unit), {v: n * stride for n, v in enumerate(values)}))
            stride *= len(values)
        span = what.span

        def find(s: State, r: Registers) -> int:
            total = 0
            for closure, table in maps:
                value = closure(s, r)
                step = table.get(value)
                if step is None:
                    raise Fault(
                        "index", f"`{span.text}` has no member for {value if value != NONE else 'none'}", span
                    )
                total += step
            return total

        return find

    def variable(self, e: typed.VariableRef, unit: Unit) -> Closure:
        cell = self.variable_cell(e, unit)
        return lambda s, r: s[cell(s, r)]

    def variable_cell(self, e: typed.VariableRef, unit: Unit) -> Closure:
        """Compile which cell a variable is."""
        base = self.graph.cells.variables[e.variable.name]
        if not e.variable.each:
            return lambda s, r: base
        offset = self.offset(e.variable.each, e.indexes, unit, e)
        return lambda s, r: base + offset(s, r)

    def attribute(self, e: typed.AttributeRef, unit: Unit) -> Closure:
        of = self.expr(e.of, unit)
        if e.attributes[0].each and not e.indexes:
            return lambda s, r: 0
        offset = self.offset(e.attributes[0].each, e.indexes, unit, e)
        span = e.span
        if all(a.fixed for a in e.attributes):
            name = e.attributes[0].name
            tables = [
                [NONE if v is None else v for v in card.values.get(name, (0,))] for card in self.load.cards
            ]

            def read_fixed(s: State, r: Registers) -> int:
                component = of(s, r)
                if component == NONE:
                    raise none_fault(span)
                return tables[component][offset(s, r)]

            return read_fixed
        cell = self.attribute_cell(e, unit)
        return lambda s, r: s[cell(s, r)]

    def attribute_cell(self, e: typed.AttributeRef, unit: Unit) -> Closure:
        """Compile which cell a changing attribute is."""
        of = self.expr(e.of, unit)
        offset = self.offset(e.attributes[0].each, e.indexes, unit, e)
        cells, span = self.graph.cells, e.span
        bases: dict[int, int] = {}
        for attribute in e.attributes:
            width = cells.widths[attribute.kind, attribute.name]
            base = cells.keeps[attribute.kind, attribute.name]
            first = self.load.first[attribute.kind]
            for number in range(self.load.many[attribute.kind]):
                bases[first + number] = base + number * width

        def find(s: State, r: Registers) -> int:
            base = bases.get(of(s, r))
            if base is None:
                raise none_fault(span)
            return base + int(offset(s, r))

        return find

    def spot(self, e: typed.Place, unit: Unit) -> Closure:
        """Compile which zone a place with all its indexes is."""
        if e.zone is None:
            return lambda s, r: 0
        if not e.zone.each:
            number = self.load.spot_at[e.zone.name, ()]
            return lambda s, r: number
        first = self.load.spot_at[e.zone.name, next(iter(self.load.families(e.zone.each)))]
        offset = self.offset(e.zone.each, tuple(i for i in e.indexes if i is not None), unit, e)
        return lambda s, r: first + offset(s, r)

    def place(self, e: typed.Place, unit: Unit) -> Closure:
        listed = self.places.listed
        if e.zone is None or None not in e.indexes:
            spot = self.spot(e, unit)
            return lambda s, r: listed(s, spot(s, r))
        zone = e.zone
        given = [(n, self.expr(i, unit)) for n, i in enumerate(e.indexes) if i is not None]
        members = list(self.load.families(zone.each))
        numbers = [self.load.spot_at[zone.name, m] for m in members]

        def union(s: State, r: Registers) -> list[int]:
            wanted = [(n, c(s, r)) for n, c in given]
            found: list[int] = []
            for index, number in zip(members, numbers, strict=True):
                if all(index[n] == v for n, v in wanted):
                    found += listed(s, number)
            return found

        return union

    def union(self, e: typed.Union, unit: Unit) -> Closure:
        over = self.expr(e.over, unit)
        register = unit.take(e.member)
        each = self.expr(e.each, unit)

        def gather(s: State, r: Registers) -> list[int]:
            found: list[int] = []
            for member in over(s, r):
                r[register] = member
                found += each(s, r)
            return found

        return gather

    def single(self, e: typed.Single, unit: Unit) -> Closure:
        return self.constant_value(self.load.first[e.kind.name])

    def listing(self, e: typed.Listing, unit: Unit) -> Closure:
        items = self.many(e.items, unit)
        return lambda s, r: [i(s, r) for i in items]

    def span(self, e: typed.Span_, unit: Unit) -> Closure:
        low, high = self.expr(e.low, unit), self.expr(e.high, unit)
        return lambda s, r: list(range(low(s, r), high(s, r) + 1))

    def everyone(self, e: typed.Everyone, unit: Unit) -> Closure:
        seats = list(range(self.load.players))
        return lambda s, r: seats

    def type_values(self, e: typed.TypeValues, unit: Unit) -> Closure:
        values = list(self.load.values(e.type.of if isinstance(e.type, Set) else e.type))
        return lambda s, r: values

    def odds(self, e: typed.OddsRef, unit: Unit) -> Closure:
        table = self.odds_table(e, unit)
        return lambda s, r: [NONE if v is None else v for v, _ in table(s, r)]

    def odds_table(self, e: typed.OddsRef, unit: Unit) -> Closure:
        """Compile a distribution: its values with their weights."""
        rows = self.load.odds[e.odds.name]
        if e.odds.by is None:
            only = rows[None]
            return lambda s, r: only
        if isinstance(e.odds.by, str):
            by = e.odds.by
            fixed = rows[self.load.players if by == "players" else self.load.settings[by]]
            return lambda s, r: fixed
        assert e.index is not None
        index, span = self.expr(e.index, unit), e.span

        def find(s: State, r: Registers) -> Any:
            row = rows.get(index(s, r))
            if row is None:
                raise Fault("index", f"`{e.odds.name}` has no row for this", span)
            return row

        return find

    def call(self, e: typed.Call, unit: Unit) -> Closure:
        arguments = self.many(e.arguments, unit)
        holder = self.function(e.function)
        function, span = e.function, e.span

        def run(s: State, r: Registers) -> Any:
            body, inner = holder()
            return body(s, [*[a(s, r) for a in arguments], *([NONE] * (inner.size - len(arguments)))])

        if function.subject is not None and isinstance(arguments, list):
            subject = arguments[0]

            def guarded(s: State, r: Registers) -> Any:
                if subject(s, r) == NONE:
                    raise none_fault(span)
                return run(s, r)

            return guarded
        return run

    def function(self, function: typed.Function) -> Callable[[], tuple[Closure, Unit]]:
        """Return how to reach a function's compiled body (compiled when first met)."""
        if function not in self.functions:
            unit = Unit()
            for local in (*([function.subject] if function.subject else []), *function.given):
                unit.take(local)
            assert function.body is not None
            self.functions[function] = (lambda s, r: NONE, unit)
            self.functions[function] = (self.expr(function.body, unit), unit)
        return lambda: self.functions[function]

    def neighbour(self, e: typed.Neighbour, unit: Unit) -> Closure:
        of, step, count, span = self.expr(e.of, unit), 1 if e.left else -1, self.load.players, e.span

        def find(s: State, r: Registers) -> int:
            player: int = of(s, r)
            if player == NONE:
                raise none_fault(span)
            return (player + step) % count

        return find

    def owner(self, e: typed.Owner, unit: Unit) -> Closure:
        of, places, span = self.expr(e.of, unit), self.places, e.span

        def find(s: State, r: Registers) -> int:
            component = of(s, r)
            if component == NONE:
                raise none_fault(span)
            return places.owner(s, component)

        return find

    def score(self, e: typed.Score, unit: Unit) -> Closure:
        of = self.expr(e.of, unit)
        lines = [self.with_local(line.value, line.me) for line in self.load.rules.score.values()]
        return lambda s, r: sum(line(s, of(s, r)) for line in lines)

    def extreme(self, e: typed.Extreme, unit: Unit) -> Closure:
        items, choose = self.many(e.items, unit), min if e.least else max
        return lambda s, r: choose(i(s, r) for i in items)

    def count(self, e: typed.Count, unit: Unit) -> Closure:
        if isinstance(e.of, typed.Place) and (e.of.zone is None or None not in e.of.indexes):
            spot, bases = self.spot(e.of, unit), self.places.bases
            return lambda s, r: s[bases[spot(s, r)]]
        of = self.expr(e.of, unit)
        return lambda s, r: len(of(s, r))

    def each_member(
        self, binders: tuple[tuple[typed.Local, typed.Expr], ...], where: typed.Expr | None, unit: Unit
    ) -> Callable[[State, Registers], Iterator[None]]:
        """Compile binders into an iteration that leaves each member in its register."""
        steps = []
        for local, over in binders:
            source = self.expr(over, unit)
            steps.append((unit.take(local), source))
        test = self.expr(where, unit) if where is not None else None
        if len(steps) == 1:
            register, source = steps[0]

            def single(s: State, r: Registers) -> Iterator[None]:
                for member in source(s, r):
                    r[register] = member
                    if test is None or test(s, r):
                        yield

            return single

        def nested(s: State, r: Registers, depth: int = 0) -> Iterator[None]:
            register, source = steps[depth]
            for member in source(s, r):
                r[register] = member
                if depth + 1 < len(steps):
                    yield from nested(s, r, depth + 1)
                elif test is None or test(s, r):
                    yield

        return nested

    def over(self, e: typed.Over, unit: Unit) -> Closure:
        if e.fn in ("count", "sum", "any", "all"):
            return self.fold(e, unit)
        members = self.each_member(e.binders, e.where, unit)
        otherwise = self.expr(e.otherwise, unit) if e.otherwise is not None else None
        fallback = otherwise or (lambda s, r: NONE)
        if e.fn in ("max", "min"):
            assert e.value is not None
            value, choose = self.expr(e.value, unit), max if e.fn == "max" else min

            def extreme(s: State, r: Registers) -> Any:
                found = [value(s, r) for _ in members(s, r)]
                return choose(found) if found else fallback(s, r)

            return extreme
        register = unit.registers[e.binders[0][0]]
        if e.fn == "only":

            def only(s: State, r: Registers) -> Any:
                found = NONE
                for number, _ in enumerate(members(s, r)):
                    if number:
                        return fallback(s, r)
                    found = r[register]
                return found if found != NONE else fallback(s, r)

            return only
        if e.order is None:

            def first(s: State, r: Registers) -> Any:
                for _ in members(s, r):
                    return r[register]
                return fallback(s, r)

            return first
        key = self.sort_key(e.order, unit)

        def best(s: State, r: Registers) -> Any:
            found = [(key(s, r), n, r[register]) for n, _ in enumerate(members(s, r))]
            return min(found)[2] if found else fallback(s, r)

        return best

    def fold(self, e: typed.Over, unit: Unit) -> Closure:
        """Compile `count`, `sum`, `any`, `all`."""
        members = self.each_member(e.binders, e.where, unit)
        if e.fn == "count":
            return lambda s, r: sum(1 for _ in members(s, r))
        if e.fn == "any":
            return lambda s, r: int(any(True for _ in members(s, r)))
        assert e.value is not None
        value = self.expr(e.value, unit)
        if e.fn == "all":
            return lambda s, r: int(all(value(s, r) for _ in members(s, r)))
        return lambda s, r: sum(value(s, r) for _ in members(s, r))

    def sort_key(self, order: typed.Order, unit: Unit) -> Closure:
        """Compile an order into a key: smaller comes first."""
        keys: list[Closure] = []
        count = self.load.players
        for key in order.keys:
            if isinstance(key, typed.SortKey):
                value = self.expr(key.value, unit)
                sign = -1 if key.descending else 1
                keys.append(lambda s, r, value=value, sign=sign: sign * value(s, r))  # type: ignore[misc]
            else:
                start = self.expr(key.start, unit)
                of = self.expr(key.of, unit) if key.of is not None else (lambda s, r: 0)
                sign = 1 if key.clockwise else -1

                def seat(
                    s: State, r: Registers, start: Closure = start, of: Closure = of, sign: int = sign
                ) -> int:
                    found = of(s, r)
                    return count if found == NONE else int(sign * (found - start(s, r))) % count

                keys.append(seat)
        return lambda s, r: tuple(k(s, r) for k in keys)

    def every(self, e: typed.Every, unit: Unit) -> Closure:
        members = self.each_member(((e.local, e.source),), e.where, unit)
        register = unit.registers[e.local]
        return lambda s, r: [r[register] for _ in members(s, r)]

    def end_of(self, e: typed.EndOf, unit: Unit) -> Closure:
        assert isinstance(e.of, typed.Place)
        spot, ends, top = self.spot(e.of, unit), self.places.ends, e.top

        def find(s: State, r: Registers) -> int:
            found = ends(s, spot(s, r), top, 1)
            return found[0] if found else NONE

        return find

    def ends_of(self, e: typed.EndsOf, unit: Unit) -> Closure:
        assert isinstance(e.of, typed.Place)
        spot, count, ends, top = self.spot(e.of, unit), self.expr(e.count, unit), self.places.ends, e.top
        return lambda s, r: ends(s, spot(s, r), top, max(count(s, r), 0))

    def position(self, e: typed.Position, unit: Unit) -> Closure:
        of, places, span = self.expr(e.of, unit), self.places, e.span

        def find(s: State, r: Registers) -> int:
            component = of(s, r)
            if component == NONE:
                raise none_fault(span)
            return places.listed(s, places.spot_of(s, component)).index(component) + 1

        return find

    def minus(self, e: typed.Minus, unit: Unit) -> Closure:
        of, span = self.number(e.of, unit), e.span
        return lambda s, r: whole(-of(s, r), span)

    def number(self, e: typed.Expr, unit: Unit) -> Closure:
        """Compile a number; one that may be `none` is guarded."""
        closure, span = self.expr(e, unit), e.span
        if not e.type.optional:
            return closure

        def guarded(s: State, r: Registers) -> int:
            value = closure(s, r)
            if value == NONE:
                raise none_fault(span)
            return int(value)

        return guarded

    def arithmetic(self, e: typed.Arithmetic, unit: Unit) -> Closure:
        left, right, span = self.number(e.left, unit), self.number(e.right, unit), e.span
        if e.op == "+":
            return lambda s, r: whole(left(s, r) + right(s, r), span)
        if e.op == "-":
            return lambda s, r: whole(left(s, r) - right(s, r), span)
        if e.op == "*":
            return lambda s, r: whole(left(s, r) * right(s, r), span)

        def divisor(s: State, r: Registers) -> int:
            value = right(s, r)
            if value == 0:
                raise Fault("range", f"`{span.text}` divides by 0", span)
            return int(value)

        if e.op == "mod":
            return lambda s, r: left(s, r) % divisor(s, r)
        if e.rounded == "up":
            return lambda s, r: -(-left(s, r) // divisor(s, r))
        return lambda s, r: left(s, r) // divisor(s, r)

    def compare(self, e: typed.Compare, unit: Unit) -> Closure:
        left, right = self.number(e.left, unit), self.number(e.right, unit)
        match e.op:
            case "<":
                return lambda s, r: int(left(s, r) < right(s, r))
            case "<=":
                return lambda s, r: int(left(s, r) <= right(s, r))
            case ">":
                return lambda s, r: int(left(s, r) > right(s, r))
            case _:
                return lambda s, r: int(left(s, r) >= right(s, r))

    def same(self, e: typed.Same, unit: Unit) -> Closure:
        left, right = self.expr(e.left, unit), self.expr(e.right, unit)
        if e.negated:
            return lambda s, r: int(left(s, r) != right(s, r))
        return lambda s, r: int(left(s, r) == right(s, r))

    def empty(self, e: typed.Empty, unit: Unit) -> Closure:
        count = self.count(typed.Count(e.span, e.type, e.of), unit)
        if e.negated:
            return lambda s, r: int(count(s, r) > 0)
        return lambda s, r: int(count(s, r) == 0)

    def of_kind(self, e: typed.OfKind, unit: Unit) -> Closure:
        of = self.expr(e.of, unit)
        low = self.load.first[e.kind]
        high = low + self.load.many[e.kind]
        wanted = not e.negated
        return lambda s, r: int((low <= of(s, r) < high) == wanted)

    def member(self, e: typed.Member, unit: Unit) -> Closure:
        of, wanted = self.expr(e.of, unit), not e.negated
        if isinstance(e.source, typed.Place) and (e.source.zone is None or None not in e.source.indexes):
            spot, cell = self.spot(e.source, unit), self.graph.cells.spot_of

            def lies(s: State, r: Registers) -> int:
                component = of(s, r)
                return int((component != NONE and s[cell + component] == spot(s, r)) == wanted)

            return lies
        source = self.expr(e.source, unit)
        return lambda s, r: int((of(s, r) in source(s, r)) == wanted)

    def facing(self, e: typed.Facing, unit: Unit) -> Closure:
        of, wanted, up, span = self.expr(e.of, unit), not e.negated, e.up, e.span
        cell, places = self.graph.cells.facing, self.places
        asks = "everyone" if up else "nobody"

        def lies(s: State, r: Registers) -> int:
            component = of(s, r)
            if component == NONE:
                raise none_fault(span)
            side = s[cell + component]
            shown = side == (1 if up else 2)
            if side == 0:
                shown = places.zone(places.spot_of(s, component)).seen_by == asks
            return int(shown == wanted)

        return lies

    def negation(self, e: typed.Not, unit: Unit) -> Closure:
        of = self.expr(e.of, unit)
        return lambda s, r: 1 - of(s, r)

    def conjunction(self, e: typed.And, unit: Unit) -> Closure:
        items = self.many(e.items, unit)
        return lambda s, r: int(all(i(s, r) for i in items))

    def disjunction(self, e: typed.Or, unit: Unit) -> Closure:
        items = self.many(e.items, unit)
        return lambda s, r: int(any(i(s, r) for i in items))

    def reveal(self, e: typed.Reveal, unit: Unit) -> Closure:
        return self.expr(e.of, unit)

    def can(self, e: typed.Can, unit: Unit) -> Closure:
        arguments = self.many(e.arguments, unit)
        asks = {}
        for deed in e.deeds:
            locals_ = (*([deed.subject] if deed.subject is not None else []), *deed.given)
            test = self.with_local(deed.when, *locals_) if deed.when is not None else None
            begins = self.begins(deed, locals_)
            asks[deed.name] = (test, begins)
        names = list(self.load.rules.procedures)
        through = self.expr(e.through, unit) if e.through is not None else None

        def ask(s: State, r: Registers) -> int:
            name = names[through(s, r)] if through is not None else e.deeds[0].name
            test, begins = asks[name]
            given = [a(s, r) for a in arguments]
            return int((test is None or bool(test(s, *given))) and (begins is None or begins(s, *given)))

        return ask

    def begins(self, deed: typed.Procedure, locals_: tuple[typed.Local, ...]) -> Callable[..., bool] | None:
        """Compile whether the choice with which a procedure begins has anything to choose from."""
        first = deed.do[0] if deed.do else None
        if (
            not isinstance(first, typed.Choose)
            or first.may
            or first.if_any
            or first.choice.quantity is not None
        ):
            return None
        choice = first.choice
        every = typed.Every(choice.span, choice.source.type, choice.local, choice.source, choice.where)
        members = self.with_local(every, *locals_)
        return lambda s, *given: bool(members(s, *given))

    def either(self, e: typed.Either, unit: Unit) -> Closure:
        test, then, otherwise = (
            self.expr(e.condition, unit),
            self.expr(e.then, unit),
            self.expr(e.otherwise, unit),
        )
        return lambda s, r: then(s, r) if test(s, r) else otherwise(s, r)


def whole(value: int, span: Any) -> int:
    """Return a value that lies among the whole numbers of the language."""
    if SMALLEST <= value <= LARGEST:
        return value
    raise Fault("range", f"`{span.text}` leaves the whole numbers", span)


def none_fault(span: Any) -> Fault:
    """Return the fault of reading something of `none`."""
    return Fault("none", f"`{span.text}` is asked of `none`", span)


FORMS: dict[type[typed.Expr], Callable[[Compiler, Any, Unit], Closure]] = {
    typed.Value: Compiler.value,
    typed.ConstantRef: Compiler.constant,
    typed.ParameterRef: Compiler.parameter,
    typed.LocalRef: Compiler.local,
    typed.FirstPlayer: Compiler.first_player,
    typed.VariableRef: Compiler.variable,
    typed.AttributeRef: Compiler.attribute,
    typed.Place: Compiler.place,
    typed.Union: Compiler.union,
    typed.Single: Compiler.single,
    typed.Listing: Compiler.listing,
    typed.Span_: Compiler.span,
    typed.Everyone: Compiler.everyone,
    typed.TypeValues: Compiler.type_values,
    typed.OddsRef: Compiler.odds,
    typed.Call: Compiler.call,
    typed.Neighbour: Compiler.neighbour,
    typed.Owner: Compiler.owner,
    typed.Score: Compiler.score,
    typed.Extreme: Compiler.extreme,
    typed.Count: Compiler.count,
    typed.Over: Compiler.over,
    typed.Every: Compiler.every,
    typed.EndOf: Compiler.end_of,
    typed.EndsOf: Compiler.ends_of,
    typed.Position: Compiler.position,
    typed.Minus: Compiler.minus,
    typed.Arithmetic: Compiler.arithmetic,
    typed.Compare: Compiler.compare,
    typed.Same: Compiler.same,
    typed.Empty: Compiler.empty,
    typed.OfKind: Compiler.of_kind,
    typed.Member: Compiler.member,
    typed.Facing: Compiler.facing,
    typed.Not: Compiler.negation,
    typed.And: Compiler.conjunction,
    typed.Or: Compiler.disjunction,
    typed.Reveal: Compiler.reveal,
    typed.Can: Compiler.can,
    typed.Either: Compiler.either,
}
