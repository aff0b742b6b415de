"""Stops -> lists of options in their fixed order (6.7), and the outcomes of chance with their weights (7.1).

One method a kind of stop, with the rules for sets and twins that all of them share: longer than other modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field, frozen

from rulewright.dsl import graph as g
from rulewright.dsl import typed
from rulewright.dsl.cells import NONE
from rulewright.dsl.load import Load
from rulewright.dsl.types import BOOL, Player, Set, Thing, Type
from rulewright.interpreter.engines.reference.compiler import Compiler, Root, Unit
from rulewright.interpreter.engines.reference.places import Places, State
from rulewright.interpreter.engines.reference.sight import Sight
from rulewright.interpreter.engines.reference.tuples import Parts, Tuples
from rulewright.interpreter.engines.reference.words import Writer
from rulewright.interpreter.faults import Fault

MOST_OPTIONS = 4096


@frozen(eq=False)
class Option:
    """One possible answer.

    `value` is what the rule gets: a number, a list for several, a tuple of parts for an action. `form` is
    `value`, `set`, `action`, `case`, `yes`, `no`, `nothing`, `react` or `quiet`; `action` the place of the action
    in its list. `weight` counts for chance. `types` are the types of the value or of the parts.
    """

    value: Any
    form: str
    write: Callable[[], str]
    types: tuple[Type, ...] = ()
    weight: int = 1
    action: int = -1
    name: str = ""
    """Of an action its name, of a race the name of its winner."""

    @property
    def text(self) -> str:
        """The option as people read it."""
        return self.write()


@define(eq=False)
class Lists:
    """Lists options and outcomes for the stops of one graph."""

    compiler: Compiler
    writer: Writer
    load: Load = field(init=False)
    places: Places = field(init=False)
    sight: Sight = field(init=False)
    made: dict[tuple[str, int], Any] = field(factory=dict)
    kept: list[object] = field(factory=list)
    pointers: list[tuple[int, int]] = field(init=False)
    """Stretches of cells (first, count) of variables and attributes that can point at components."""
    always: list[tuple[Any, ...] | None] = field(init=False)
    """What tells a component from others where that never changes; None where the state must be asked."""

    def __attrs_post_init__(self) -> None:
        self.load, self.places = self.compiler.load, self.compiler.places
        cells = self.compiler.graph.cells
        self.sight = Sight(cells, self.places)
        self.pointers = []
        for variable in self.load.rules.variables.values():
            if isinstance(variable.type, Thing):
                self.pointers.append(
                    (cells.variables[variable.name], len(list(self.load.families(variable.each))))
                )
        for kind in self.load.rules.kinds.values():
            for attribute in kind.keeps.values():
                if isinstance(attribute.type, Thing):
                    width = cells.widths[kind.name, attribute.name]
                    self.pointers.append(
                        (cells.keeps[kind.name, attribute.name], width * self.load.many[kind.name])
                    )

        self.always = [self.fixed_look(card.id) for card in self.load.cards]

    def fixed_look(self, component: int) -> tuple[Any, ...] | None:
        """Return the look of a component that carries nothing that changes and that nothing can point at."""
        card = self.load.cards[component]
        if self.load.many[card.kind.name] < 2:
            return (component,)
        if card.kind.keeps or self.pointers or (-2 - component) in self.places.owners:
            return None
        return (self.sight.faces.index(self.sight.faces[component]), -1)

    def once(self, what: str, node: object, make: Callable[[], Any]) -> Any:
        """Compile something about a node once."""
        key = (what, id(node))
        if key not in self.made:
            self.made[key] = make()
            self.kept.append(node)
        return self.made[key]

    # -- pieces of statements ---------------------------------------------------------------------

    def spot(self, place: typed.Place) -> Root:
        """Return the compiled number of a zone."""

        def make() -> Root:
            unit = Unit()
            closure = self.compiler.spot(place, unit)
            return lambda s: closure(s, [NONE] * unit.size)

        found: Root = self.once("spot", place, make)
        return found

    def text(self, words: typed.Words) -> Callable[[State], str]:
        """Return the compiled writer of a string."""
        found: Callable[[State], str] = self.once("text", words, lambda: self.writer.words(words))
        return found

    def selected(self, what: typed.Selection) -> Callable[[State], list[int]]:
        """Return the compiled list of what a move, turn or look takes, in source order."""
        found: Callable[[State], list[int]] = self.once("selected", what, lambda: self.make_selected(what))
        return found

    def make_selected(self, what: typed.Selection) -> Callable[[State], list[int]]:
        """Compile a selection."""
        if isinstance(what, typed.AllOf):
            return self.compiler.root(what.of)
        if isinstance(what, typed.Some):
            kind = what.source.type
            every = self.compiler.root(typed.Every(what.span, kind, what.local, what.source, what.where))
            if what.count is None:
                return every
            count = self.compiler.root(what.count)
            return lambda s: every(s)[: max(count(s), 0)]
        root = self.compiler.root(what)
        if isinstance(what.type, Set):
            return root
        return lambda s: [root(s)]

    def members(self, loop: g.ForStart) -> Callable[[State], list[tuple[int, ...]]]:
        """Return the compiled snapshot of a loop's members, sorted."""
        found: Callable[[State], list[tuple[int, ...]]] = self.once(
            "members", loop, lambda: self.make_members(loop.binders, loop.where, loop.order)
        )
        return found

    def make_members(
        self,
        binders: tuple[tuple[typed.Local, typed.Expr], ...],
        where: typed.Expr | None,
        order: typed.Order | None,
    ) -> Callable[[State], list[tuple[int, ...]]]:
        """Compile binders with their condition and order."""
        unit = Unit()
        each = self.compiler.each_member(binders, where, unit)
        registers = [unit.registers[local] for local, _ in binders]
        key = self.compiler.sort_key(order, unit) if order is not None else None

        def snapshot(s: State) -> list[tuple[int, ...]]:
            r = [NONE] * unit.size
            if key is None:
                return [tuple(r[n] for n in registers) for _ in each(s, r)]
            keyed = [(key(s, r), n, tuple(r[k] for k in registers)) for n, _ in enumerate(each(s, r))]
            return [member for _, _, member in sorted(keyed)]

        return snapshot

    def racers(self, race: g.Race) -> Callable[[State], list[int]]:
        """Return the compiled order of a race's candidates."""
        stop = race.race

        def make() -> Callable[[State], list[int]]:
            members = self.make_members(((stop.member, stop.source),), stop.where, stop.order)
            return lambda s: [seat for (seat,) in members(s)]

        found: Callable[[State], list[int]] = self.once("racers", race, make)
        return found

    # -- does it stop -----------------------------------------------------------------------------

    def stops(self, s: State, player: int, stop: g.Stop) -> bool:
        """Tell whether a sentence stops: not when there is nothing to choose and everyone can tell (6.7.5)."""
        match stop:
            case g.Choose(choose=choose):
                may, if_any, public = choose.may, choose.if_any, choose.choice.public
            case g.Take(take=take):
                may, if_any = take.may, take.if_any
                public = all(self.load.rules.public_actions.get(a.name, False) for a in take.actions)
            case g.Menu(menu=menu):
                may, if_any, public = menu.may, menu.if_any, menu.public
            case _:
                return True
        if may:
            return True
        something = any(True for _ in self.real_options(s, player, stop))
        if something:
            return True
        if not if_any:
            raise Fault(
                "deadlock", f"there is nothing to choose: `{stop.span.text.splitlines()[0]}`", stop.span
            )
        return not public

    # -- options ----------------------------------------------------------------------------------

    def options(self, s: State, player: int, stop: g.Stop) -> list[Option]:
        """Return a player's options at a stop."""
        found = list(self.real_options(s, player, stop))
        if len(found) > MOST_OPTIONS:
            raise Fault("limit", f"more than {MOST_OPTIONS} options", stop.span)
        if isinstance(stop, g.Choose):
            optional = stop.choose.may or not found
            if optional and not stop.slot.is_set:
                found.append(Option(NONE, "nothing", lambda: "nothing"))
            elif optional and not any(option.value == [] for option in found):
                found.append(Option([], "nothing", lambda: "nothing"))
        elif isinstance(stop, g.Take) and (stop.take.may or not found):
            found.append(Option((), "nothing", lambda: "nothing"))
        elif isinstance(stop, g.Menu) and (stop.menu.may or not found):
            found.append(Option(NONE, "nothing", lambda: "nothing"))
        return found

    def real_options(self, s: State, player: int, stop: g.Stop) -> Iterator[Option]:
        """Yield the options that aren't *nothing*."""
        match stop:
            case g.Choose(choose=choose):
                yield from self.choice_options(s, player, choose.choice, if_any=choose.if_any)
            case g.Take():
                yield from self.action_options(s, player, stop)
            case g.Menu(menu=menu):
                for number, case in enumerate(menu.cases):
                    if case.condition is None or self.root(case.condition)(s):
                        write = self.text(case.text)
                        yield Option(number, "case", lambda write=write: write(s), name=case.text.raw)  # type: ignore[misc]
            case g.Offer():
                yield Option(1, "yes", lambda: self.yes_no(True))
                yield Option(0, "no", lambda: self.yes_no(False))
            case g.Race(race=race):
                name = race.local.name
                prompt = self.text(race.prompt) if race.prompt is not None else None
                yield Option(0, "react", lambda: prompt(s) if prompt else self.writer.label(name), name=name)
                yield Option(1, "quiet", lambda: "stay quiet")
            case _:
                raise AssertionError(stop)

    def yes_no(self, yes: bool) -> str:
        """Return yes or no in the language of play."""
        return self.writer.value([], BOOL, int(yes))

    def root(self, e: typed.Expr) -> Root:
        """Return the compiled form of an expression."""
        found: Root = self.once("root", e, lambda: self.compiler.root(e))
        return found

    def choice_options(
        self, s: State, player: int, choice: typed.Choice, *, if_any: bool
    ) -> Iterator[Option]:
        """Yield the options of `P chooses x from …`."""
        parts = self.once("parts", choice, lambda: Parts(self, choice, ()))
        for value in parts.values(s, (), if_any=if_any):
            form = "set" if choice.quantity is not None else "value"
            yield Option(value, form, self.shower(s, player, choice.local.type, value), (choice.local.type,))

    def shower(self, s: State, player: int, kind: Type, value: Any) -> Callable[[], str]:
        """Return how a value is written when somebody wants to read it."""
        return lambda: self.shown(s, player, kind, value)

    def action_options(self, s: State, player: int, stop: g.Take) -> Iterator[Option]:
        """Yield the complete tuples of all actions in a list."""
        for number, action in enumerate(stop.take.actions):
            for values in self.tuples(action).values(s, player):
                yield Option(
                    values,
                    "action",
                    lambda action=action, values=values: self.action_text(s, player, action, values),  # type: ignore[misc]
                    tuple(local.type for local, _ in action.parts),
                    action=number,
                    name=action.name,
                )

    def tuples_of(self, s: State, player: int, action: typed.Action) -> list[Option]:
        """Return the complete tuples of one action."""
        return [
            Option(
                values,
                "action",
                lambda values=values: self.action_text(s, player, action, values),  # type: ignore[misc]
                tuple(local.type for local, _ in action.parts),
                name=action.name,
            )
            for values in self.tuples(action).values(s, player)
        ]

    def tuples(self, action: typed.Action) -> Tuples:
        """Return the compiled tuples of an action."""
        found: Tuples = self.once("tuples", action, lambda: Tuples(self, action))
        return found

    def action_text(self, s: State, player: int, action: typed.Action, values: tuple[Any, ...]) -> str:
        """Return an action with its parts as people read it."""
        shown = [
            self.shown(s, player, local.type, v) for (local, _), v in zip(action.parts, values, strict=True)
        ]
        return " · ".join([self.writer.label(action.name), *shown])

    def told(self, s: State, option: Option) -> str:
        """Return an action as everyone may hear of it: components that not all see by their backs (and their
        places, where those can be followed), and no value that a component can keep hidden."""
        if option.form != "action":
            return option.text
        parts = [self.told_part(s, kind, v) for kind, v in zip(option.types, option.value, strict=True)]
        return " · ".join([self.writer.label(option.name), *filter(None, parts)])

    def told_part(self, s: State, kind: Type, value: Any) -> str:
        """Return one part of an action as everyone may hear of it; empty for nothing."""
        if isinstance(kind, Set):
            if isinstance(value, list) and value:
                return " + ".join(self.told_part(s, kind.of, v) for v in value)
            return self.writer.value(s, kind, value)
        if isinstance(kind, Thing) and value != NONE and self.sight.mask(s, value) != self.sight.all:
            spot = self.places.spot_of(s, value)
            if not self.sight.tracked(spot) or self.places.forms[spot] == "pile":
                return self.writer.back(s, value)
            return f"{self.writer.back(s, value)} {self.places.listed(s, spot).index(value) + 1}"
        if not isinstance(kind, Thing | Player) and self.kept_hidden(kind):
            return ""
        return self.shown(s, self.load.players, kind, value)

    def kept_hidden(self, kind: Type) -> bool:
        """Tell whether a component can keep a value of this type hidden."""
        return any(
            type(attribute.type) is type(kind)
            and getattr(attribute.type, "name", None) == getattr(kind, "name", None)
            for owner in self.load.rules.kinds.values()
            for attribute in owner.keeps.values()
            if not attribute.open
        )

    def shown(self, s: State, player: int, kind: Type, value: Any) -> str:
        """Return a value as its reader may see it: a component he can't see is named by its place."""
        if isinstance(value, list) and isinstance(kind, Set):
            if not value:
                return self.writer.value(s, kind, value)
            return " + ".join(self.shown(s, player, kind.of, v) for v in value)
        if isinstance(kind, Thing) and value != NONE and not self.sight.sees(s, player, value):
            spot = self.places.spot_of(s, value)
            place = self.places.listed(s, spot).index(value) + 1
            return f"{self.writer.back(s, value)} {place}"
        if isinstance(kind, Thing) and value != NONE:
            return " ".join([self.writer.component(s, value), *self.writer.notes(s, value)])
        return self.writer.value(s, kind, value)

    # -- chance -----------------------------------------------------------------------------------

    def outcomes(self, s: State, i: g.Instruction) -> list[Option]:
        """Return the outcomes of a chance point."""
        match i:
            case g.FirstPlayer():
                return [
                    Option(p, "value", lambda p=p: self.writer.seat(p), (Player(),))  # type: ignore[misc]
                    for p in range(self.load.players)
                ]
            case g.Ready(place=place):
                return self.undecided(s, self.spot(place)(s))
            case g.EndsReady(cell=cell):
                return self.undecided(s, s[cell + 3])
            case g.Shuffle(place=place, cell=cell):
                return self.alike(s, self.places.stored(s, self.spot(place)(s))[: s[cell]])
            case g.Draw():
                return self.draw_outcomes(s, i)
            case _:
                raise AssertionError(i)

    def component_option(self, s: State, value: int, component: int, weight: int) -> Option:
        """Return an outcome that is a component."""
        return Option(
            value,
            "value",
            lambda: self.writer.component(s, component),
            (Thing(False, ()),),
            weight,
            name=str(component),
        )

    def undecided(self, s: State, spot: int) -> list[Option]:
        """Return which undecided card of a pile may be next."""
        return self.alike(s, self.places.undecided(s, spot))

    def alike(self, s: State, cards: list[int]) -> list[Option]:
        """Return components as outcomes, by their places: copies together, by number."""
        found: dict[tuple[Any, ...], list[int]] = {}
        for place, component in enumerate(cards):
            found.setdefault(self.look(s, component), []).append(place)
        return [
            self.component_option(s, places[0], cards[places[0]], len(places)) for places in found.values()
        ]

    def look(self, s: State, component: int) -> tuple[Any, ...]:
        """Return what tells a component from others in a set (6.7.6); facing counts where things can be turned."""
        fixed = self.always[component]
        if fixed is not None:
            facing = s[self.compiler.graph.cells.facing + component]
            return fixed if not facing else (*fixed, facing)
        cells = self.compiler.graph.cells
        card = self.load.cards[component]
        if self.load.many[card.kind.name] < 2 or any(
            component in s[base : base + count] for base, count in self.pointers
        ):
            return (component,)
        keeps: list[int] = []
        for attribute in card.kind.keeps.values():
            width = cells.widths[card.kind.name, attribute.name]
            base = cells.keeps[card.kind.name, attribute.name] + width * (
                component - self.load.first[card.kind.name]
            )
            keeps += s[base : base + width]
        attached = []
        for number in self.attachments(component):
            looks = [self.look(s, c) for c in self.places.stored(s, number)]
            attached.append(tuple(sorted(looks, key=repr) if self.places.forms[number] == "set" else looks))
        return (self.sight.faces[component], tuple(keeps), s[cells.facing + component], tuple(attached))

    def attachments(self, component: int) -> list[int]:
        """Return the zones that go with a component."""
        found: list[int] = self.once(
            f"attached {component}",
            self,
            lambda: [n for n, owner in enumerate(self.places.owners) if owner == -2 - component],
        )
        return found

    def point(self, s: State, i: g.Instruction) -> str:
        """Return the name of a chance point."""
        match i:
            case g.FirstPlayer():
                return "first_player"
            case g.Ready(place=place) | g.Shuffle(place=place):
                return f"shuffle {self.places.zone(self.spot(place)(s)).name}"
            case g.EndsReady(cell=cell):
                return f"shuffle {self.places.zone(s[cell + 3]).name}"
            case g.Draw(name=name):
                return name
            case _:
                raise AssertionError(i)

    def draws(self, s: State, i: g.Draw) -> int:
        """Return how many chance draws, cut to what is there."""
        quantity = i.choose.choice.quantity
        assert quantity is not None
        assert quantity.high is not None
        wanted: int = max(self.root(quantity.high)(s), 0)
        there = len(self.draw_members(s, i, ()))
        if not there and wanted and not i.choose.if_any:
            raise Fault("deadlock", "chance has nothing to choose from", i.span)
        return min(wanted, there)

    def draw_members(self, s: State, i: g.Draw, drawn: tuple[int, ...]) -> list[int]:
        """Return the members chance may draw, those drawn already left out."""
        choice = i.choose.choice
        listed = typed.Every(choice.span, choice.source.type, choice.local, choice.source, choice.where)
        every = self.once("drawn", choice, lambda: self.compiler.root(listed))
        return [m for m in every(s) if m not in drawn]

    def draw_outcomes(self, s: State, i: g.Draw) -> list[Option]:
        """Return the outcomes of `chance chooses x from …`."""
        choice = i.choose.choice
        kind = choice.source.type.of if isinstance(choice.source.type, Set) else choice.source.type
        drawn: tuple[int, ...] = tuple(self.compiler.slot(i.slot)(s, [])) if i.slot.is_set else ()
        if isinstance(choice.source, typed.OddsRef):
            table = self.once("odds", choice, lambda: self.odds_root(choice))
            allowed = set(self.draw_members(s, i, drawn)) if choice.where is not None or drawn else None
            weighted = [(v, w) for v, w in table(s) if w > 0 and (allowed is None or v in allowed)]
        else:
            members = self.draw_members(s, i, drawn)
            if choice.weighted is None:
                weighted = [(m, 1) for m in members]
            else:
                by = choice.weighted
                weight = self.once("weight", choice, lambda: self.compiler.with_local(by, choice.local))
                weighted = [(m, weight(s, m)) for m in members]
                if any(w < 0 for _, w in weighted) or (members and not any(w for _, w in weighted)):
                    raise Fault("range", "weights are whole numbers from 0 up, not all 0", i.span)
                weighted = [(m, w) for m, w in weighted if w]
        return [
            Option(v, "value", lambda v=v: self.writer.value(s, kind, v), (kind,), w)  # type: ignore[misc]
            for v, w in self.merged(s, kind, weighted)
        ]

    def odds_root(self, choice: typed.Choice) -> Callable[[State], list[tuple[int, int]]]:
        """Compile a distribution with `none` as a cell value."""
        unit = Unit()
        assert isinstance(choice.source, typed.OddsRef)
        table = self.compiler.odds_table(choice.source, unit)
        return lambda s: [(NONE if v is None else v, w) for v, w in table(s, [NONE] * unit.size)]

    def merged(self, s: State, kind: Type, weighted: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Put equal-looking components of sets together; the first stands for all, weights add up."""
        if not isinstance(kind, Thing):
            return weighted
        found: dict[tuple[Any, ...], list[int]] = {}
        for component, weight in weighted:
            spot = self.places.spot_of(s, component)
            key = (
                (spot, self.look(s, component)) if self.places.forms[spot] == "set" else (spot, (component,))
            )
            entry = found.setdefault(key, [component, 0])
            entry[1] += weight
        return [(c, w) for c, w in found.values()]
