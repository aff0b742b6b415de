"""Random expressions of the language, by type, from what can be seen at a place."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from attrs import define, evolve, field

COLOURS = ("red", "green", "blue")


@define
class Scope:
    """What a rule can name: locals by what they are (`int`, `player`, `card`, `cards`…), and whether `me` is one of
    them. `public` leaves out what not everyone sees."""

    locals: dict[str, str] = field(factory=dict)
    me: bool = False
    functions: tuple[tuple[str, str, str], ...] = ()
    """(name, `each`, what it gives) of the functions that may be called."""
    deeds: tuple[tuple[str, str], ...] = ()
    """(name, `each`) of the procedures that may be done."""
    joint: str = ""
    """In a joint decision the local that decides."""

    def child(self, **changes: object) -> Scope:
        """Return a scope for a block inside."""
        return evolve(self, locals=dict(self.locals), **changes)

    def named(self, kind: str) -> list[str]:
        """Return the locals of a kind."""
        return [name for name, what in self.locals.items() if what == kind]


@define(eq=False)
class Values:
    """Writes expressions. `r` is the only source of choice."""

    r: Random
    count: int = 0
    hidden_hands: bool = False
    daring: int = 0
    """How often (in a hundred) something is written that can be a mistake in play."""

    def fresh(self) -> str:
        """Return a name for a local, never used before."""
        self.count += 1
        return f"x{self.count}"

    def pick(self, *makers: Callable[[], str]) -> str:
        """Return what one of some makers writes."""
        return self.r.choice(makers)()

    def often(self, percent: int) -> bool:
        """Return true so often."""
        return self.r.randrange(100) < percent

    # -- values -----------------------------------------------------------------------------------

    def number(self, scope: Scope, depth: int = 2) -> str:
        """Write a whole number."""
        simple: list[Callable[[], str]] = [
            lambda: str(self.r.randint(0, 3)),
            lambda: self.r.choice(["small", "by_count", "players_here", "level"]),
            lambda: f"worth[{self.colour(scope, 0)}]",
            lambda: "tally",
            lambda: f"{self.player(scope, 0)}.coins",
            lambda: f"grid[{self.small_index(scope, 0)}, {self.colour(scope, 0)}]",
            lambda: f"count({self.counted(scope)})",
            *(lambda name=name: name for name in scope.named("int")),
            *(lambda name=name: f"{name}.{self.r.choice(['rank', 'mark'])}" for name in scope.named("card")),
            *(lambda name=name: f"count({name})" for name in scope.named("cards")),
            *(lambda name=name: f"{name}.needs[{self.colour(scope, 0)}]" for name in scope.named("card")),
            *(lambda call=call: call for call in self.calls(scope, "int")),
        ]
        if self.often(self.daring):
            return self.daring_number(scope)
        if depth <= 0:
            return self.pick(*simple)
        return self.pick(
            *simple,
            lambda: (
                f"({self.number(scope, depth - 1)} {self.r.choice('+-*')} {self.number(scope, depth - 1)})"
            ),
            lambda: f"({self.number(scope, depth - 1)} / {self.r.randint(1, 3)} rounded {self.updown()})",
            lambda: f"({self.number(scope, depth - 1)} mod {self.r.choice(['2', '3', '(-2)'])})",
            lambda: f"-{self.number(scope, 0)}",
            lambda: (
                f"{self.r.choice(['min', 'max'])}({self.number(scope, depth - 1)}, {self.number(scope, 0)})"
            ),
            lambda: (
                f"(if {self.truth(scope, depth - 1)} then {self.number(scope, 0)} else {self.number(scope, 0)})"
            ),
            lambda: self.counting(scope, depth),
            lambda: self.adding(scope, depth),
            lambda: self.placed(scope),
        )

    def daring_number(self, scope: Scope) -> str:
        """Write a number whose calculation can go wrong."""
        return self.r.choice(
            [
                "(tally * 2000000000)",
                "(3 / tally rounded down)",
                "(level mod tally)",
                f"grid[tally, {self.colour(scope, 0)}]",
                "holder.coins",
                "chosen.rank",
            ]
        )

    def updown(self) -> str:
        """Write how a division rounds."""
        return self.r.choice(["up", "down"])

    def small_index(self, scope: Scope, depth: int = 1) -> str:
        """Write a number 1..2."""
        if depth <= 0 or self.often(60):
            return self.r.choice(["1", "2"])
        return f"({self.number(scope, depth - 1)} mod 2) + 1"

    def counting(self, scope: Scope, depth: int) -> str:
        """Write `count(x in s where c)`."""
        name, source, kind = self.binder(scope)
        inner = scope.child()
        inner.locals[name] = kind
        if self.often(30):
            other, second, second_kind = self.binder(scope)
            inner.locals[other] = second_kind
            return f"count({name} in {source}, {other} in {second} where {self.truth(inner, depth - 1)})"
        return f"count({name} in {source} where {self.truth(inner, depth - 1)})"

    def adding(self, scope: Scope, depth: int) -> str:
        """Write `sum(v for x in s)`, or `max` and `min` with an `otherwise`."""
        name, source, kind = self.binder(scope)
        inner = scope.child()
        inner.locals[name] = kind
        where = f" where {self.truth(inner, 0)}" if self.often(40) else ""
        value = self.number(inner, depth - 1)
        if self.often(50):
            return f"sum({value} for {name} in {source}{where})"
        return f"{self.r.choice(['max', 'min'])}({value} for {name} in {source}{where} otherwise {self.r.randint(0, 4)})"

    def placed(self, scope: Scope) -> str:
        """Write the place of something that lies in order."""
        if self.often(30):
            return "position of clock"
        name = self.fresh()
        return f"max(position of {name} for {name} in {self.r.choice(['market', 'stack', 'discard'])} otherwise 0)"

    def truth(self, scope: Scope, depth: int = 2) -> str:
        """Write a condition in parentheses where it needs them."""
        simple: list[Callable[[], str]] = [
            lambda: (
                f"{self.number(scope, 0)} {self.r.choice(['<', '<=', '>', '>='])} {self.number(scope, 0)}"
            ),
            lambda: f"{self.number(scope, 0)} is {self.number(scope, 0)}",
            lambda: f"{self.counted(scope)} is {self.r.choice(['', 'not '])}empty",
            lambda: self.r.choice(
                ["flag", "extra", f"{self.player(scope, 0)}.ready", "mode is fast", "not flag"]
            ),
            lambda: f"{self.player(scope, 0)} is {self.r.choice(['', 'not '])}{self.player(scope, 0)}",
            lambda: f"mood is {self.r.choice(['', 'not '])}{self.colour(scope, 0)}",
            lambda: f"mood is in [{self.colour(scope, 0)}, {self.colour(scope, 0)}]",
            lambda: f"{self.colour(scope, 0)} is in warm",
            lambda: f"holder is {self.r.choice(['', 'not '])}none",
            lambda: (
                f"chosen is not none and chosen.{self.r.choice(['rank', 'mark'])} >= {self.number(scope, 0)}"
            ),
            lambda: f"holder is not none and holder.left is {self.player(scope, 0)}",
            *(lambda name=name: f"{name}.owner is {self.player(scope, 0)}" for name in scope.named("card")),
            *(lambda name=name: f"{name} is chosen" for name in scope.named("card")),
            *(
                lambda name=name: f"many({self.zone_of_cards(scope)})"
                for name in scope.named("cards")[:1]
                if scope.functions
            ),
            *(lambda name=name: f"many({name})" for name in scope.named("cards") if scope.functions),
            *(lambda name=name: f"{name} is in {self.cards(scope, 0)}" for name in scope.named("card")),
            *(lambda name=name: f"{name}.colour is {self.colour(scope, 0)}" for name in scope.named("card")),
            *(lambda name=name: f"{name} is face {self.updown()}" for name in scope.named("card")),
            *(
                lambda name=name: f"{name} is a {self.r.choice(['card', 'bean'])}"
                for name in scope.named("piece")
            ),
            *(
                lambda name=name: f"{name}.tint is {self.r.choice([*COLOURS, 'none'])}"
                for name in scope.named("card")
            ),
            *(lambda name=name: f"{name}.on_it is not empty" for name in scope.named("card")),
            *(lambda call=call: call for call in self.calls(scope, "bool")),
        ]
        if depth <= 0:
            return self.pick(*simple)
        return self.pick(
            *simple,
            lambda: f"not ({self.truth(scope, depth - 1)})",
            lambda: f"({self.truth(scope, depth - 1)} and {self.truth(scope, 0)})",
            lambda: f"({self.truth(scope, depth - 1)} or {self.truth(scope, 0)})",
            lambda: self.quantified(scope, depth),
            lambda: self.quantified(scope, depth),
            lambda: self.feasible(scope),
        )

    def quantified(self, scope: Scope, depth: int) -> str:
        """Write `any` or `all` over a source."""
        name, source, kind = self.binder(scope)
        inner = scope.child()
        inner.locals[name] = kind
        if self.often(50):
            return f"any({name} in {source} where {self.truth(inner, depth - 1)})"
        return f"all({self.truth(inner, depth - 1)} for {name} in {source})"

    def feasible(self, scope: Scope) -> str:
        """Write `can D`."""
        if scope.deeds and scope.named("card") and self.often(30):
            return f"can {scope.named('card')[0]}.effect({self.number(scope, 0)})"
        deeds = [(name, each) for name, each in scope.deeds if each != "card" or scope.named("card")]
        if not deeds:
            return "flag"
        name, each = self.r.choice(deeds)
        subject = {
            "player": f"{self.player(scope, 0)}.",
            "card": "".join(scope.named("card")[:1]) + ".",
            "": "",
        }[each]
        return f"can {subject}{name}({self.number(scope, 0)})"

    def player(self, scope: Scope, depth: int = 1) -> str:
        """Write a player."""
        simple: list[Callable[[], str]] = [
            lambda: "first_player",
            lambda: "leader",
            *(lambda name=name: name for name in scope.named("player") * 2),
            *((lambda: "me",) * 2 if scope.me else ()),
            *(lambda name=name: f"{name}.owner" for name in scope.named("disc")),
        ]
        if depth <= 0:
            return self.pick(*simple)
        return self.pick(*simple, lambda: f"{self.player(scope, 0)}.{self.r.choice(['left', 'right'])}")

    def colour(self, scope: Scope, depth: int = 1) -> str:
        """Write a colour."""
        return self.pick(
            lambda: self.r.choice(COLOURS),
            lambda: self.r.choice(["mood", "tone"]),
            *(lambda name=name: name for name in scope.named("colour")),
            *(lambda name=name: f"{name}.colour" for name in scope.named("card")),
        )

    def calls(self, scope: Scope, gives: str) -> list[str]:
        """Write calls of functions that give something."""
        found = []
        for name, each, what in scope.functions:
            if what != gives:
                continue
            if each == "player":
                found.append(f"{self.player(scope, 0)}.{name}")
            elif each == "card":
                found += [f"{card}.{name}" for card in scope.named("card")[:1]]
            else:
                found.append(f"{name}({self.r.randint(0, 3)})")
        return found

    # -- sources ----------------------------------------------------------------------------------

    def binder(self, scope: Scope) -> tuple[str, str, str]:
        """Write a binder: its name, what it goes over, what its members are."""
        source, kind = self.source(scope)
        return self.fresh(), source, kind

    def source(self, scope: Scope) -> tuple[str, str]:
        """Write what can be gone over."""
        return self.r.choice(
            [
                lambda: ("players", "player"),
                lambda: (f"1..{self.r.choice(['2', '3', 'small'])}", "int"),
                lambda: (f"[{self.number(scope, 0)}, {self.number(scope, 0)}]", "int"),
                lambda: (self.r.choice(["colour", "warm"]), "colour"),
                lambda: (self.cards(scope), "card"),
                lambda: (self.cards(scope), "card"),
                lambda: ("ground", "piece"),
                lambda: (self.discs(scope), "disc"),
                lambda: ("slips", "note"),
            ]
        )()

    def cards(self, scope: Scope, depth: int = 1) -> str:
        """Write a set of cards whose faces may be read."""
        simple: list[Callable[[], str]] = [
            lambda: self.zone_of_cards(scope),
            lambda: self.zone_of_cards(scope),
            lambda: self.r.choice(["players.store", f"{self.player(scope, 0)}.store"]),
            *(lambda name=name: name for name in scope.named("cards")),
            *(lambda call=call: call for call in self.calls(scope, "cards")),
        ]
        if depth <= 0:
            return self.pick(*simple)

        def filtered() -> str:
            name = self.fresh()
            inner = scope.child()
            inner.locals[name] = "card"
            return f"(all {name} in {self.cards(scope, 0)} where {self.truth(inner, 0)})"

        return self.pick(*simple, filtered, lambda: f"(top {self.r.randint(1, 2)} of stack)")

    def zone_of_cards(self, scope: Scope) -> str:
        """Write one zone of cards that everyone sees, or the own hand."""
        zones = [
            "market",
            "discard",
            "stack",
            f"{self.player(scope, 0)}.store[{self.colour(scope, 0)}]",
            f"cell[{self.small_index(scope)}]",
        ]
        if not self.hidden_hands:
            who = scope.joint or self.player(scope, 0)
            zones += [f"{who}.hand", f"{who}.hand"]
        return self.r.choice(zones)

    def discs(self, scope: Scope) -> str:
        """Write a set of discs."""
        return self.r.choice([f"{self.player(scope, 0)}.tray", "players.tray", "pool"])

    def counted(self, scope: Scope) -> str:
        """Write something whose size everyone can tell."""
        return self.r.choice(
            [
                "deck",
                "bag",
                "market",
                "discard",
                "stack",
                "ground",
                "players.hand",
                "slips",
                "pool",
                "jar",
                f"{self.player(scope, 0)}.hand",
                f"{self.player(scope, 0)}.tray",
                f"cell[{self.small_index(scope)}]",
                f"{self.player(scope, 0)}.store[{self.colour(scope, 0)}]",
            ]
        )
