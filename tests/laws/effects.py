"""Random simple effects of the language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from attrs import define, frozen

from laws.values import Scope, Values

Lines = list[str]


@frozen
class Place:
    """What may stand at a place of a rule."""

    stops: bool = True
    turn: bool = False
    phase: bool = False
    loop: bool = False
    choices: bool = True
    """In a joint decision: not inside loops."""
    joint: bool = False
    phases: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    deeds: tuple[tuple[str, str, bool], ...] = ()
    """(name, `each`, whether it may stop) of what may be done here."""
    effects: bool = False
    """Whether the effects printed on cards may be done here."""


def indented(lines: Lines) -> Lines:
    """Return a block one step to the right."""
    return ["    " + line for line in lines]


@define(eq=False)
class Effects(Values, ABC):
    """Writes statements that ask nobody; whoever writes blocks says which others stand in them."""

    @abstractmethod
    def block(self, scope: Scope, at: Place, length: int, depth: int) -> Lines:
        """Write a block of some statements."""

    def let(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Name a value, or a component that may not be there and is asked for."""
        name = self.fresh()
        kind = self.r.choice(["int", "bool", "player", "colour", "cards", "card", "card", "drawn"])
        if kind in ("card", "drawn"):
            return self.let_card(scope, at, depth, name, kind)
        value = {
            "int": lambda: self.number(scope),
            "bool": lambda: self.r.choice(["", "reveal "]) + self.revealable(scope),
            "player": lambda: self.player(scope),
            "colour": lambda: self.colour(scope),
            "cards": lambda: self.cards(scope),
        }[kind]()
        scope.locals[name] = kind
        return [f"let {name} = {value}"]

    def revealable(self, scope: Scope) -> str:
        """Write one comparison or call."""
        return f"{self.number(scope, 0)} {self.r.choice(['<', 'is', '>='])} {self.number(scope, 0)}"

    def let_card(self, scope: Scope, at: Place, depth: int, name: str, kind: str) -> Lines:
        """Name a card, ask whether it is there, and go on with it."""
        inner = scope.child()
        inner.locals[name] = "unseen" if kind == "drawn" else "card"
        if kind == "drawn":
            value = f"{self.r.choice(['top', 'bottom'])} of deck"
        else:
            other = self.fresh()
            filtered = scope.child()
            filtered.locals[other] = "card"
            source = self.cards(scope)
            value = self.pick(
                lambda: (
                    f"first({other} in {source} where {self.truth(filtered, 1)}{self.order(filtered, other)})"
                ),
                lambda: f"only({other} in {source} where {self.truth(filtered, 1)})",
                lambda: (
                    f"{self.r.choice(['top', 'bottom'])} of {self.r.choice(['stack', 'discard', 'market'])}"
                ),
            )
        body = self.block(inner, at, 2, depth - 1)
        return [f"let {name} = {value}", f"if {name} is not none:", *indented(body)]

    def order(self, scope: Scope, name: str, *, seats: bool = False) -> str:
        """Write an order behind a source, or nothing."""
        if self.often(40) and not seats:
            return ""
        key = f"by {self.number(scope, 1)} {self.r.choice(['ascending', 'descending'])}"
        turn = f"{self.r.choice(['clockwise', 'counterclockwise'])} from {self.player(scope)}"
        if not seats:
            return " " + key
        return " " + self.r.choice([key, turn, f"{key}, {turn}"])

    def store(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Assign to a variable or an attribute; mostly within its range."""
        cards = scope.named("card")

        def within(value: str, high: int = 9) -> str:
            return f"max(0, min({value}, {high}))" if self.often(97) else value

        return self.pick_lines(
            lambda: [f"tally = {within(self.number(scope))}"],
            lambda: [f"level += {self.number(scope, 0)}"],
            lambda: [f"level -= {self.number(scope, 0)}"],
            lambda: self.assigned(f"{self.player(scope)}.coins", within(self.number(scope))),
            lambda: self.assigned(f"{self.player(scope)}.ready", self.truth(scope)),
            lambda: [f"flag = {self.truth(scope)}"],
            lambda: [f"mood = {self.colour(scope)}"],
            lambda: self.tone(scope),
            lambda: [f"leader = {self.player(scope)}"],
            lambda: [f"holder = {self.r.choice([self.player(scope), 'none'])}"],
            lambda: [
                f"grid[{self.small_index(scope)}, {self.colour(scope)}] = {within(self.number(scope), 5)}"
            ],
            *(lambda c=c: [f"{c}.mark = {within(self.number(scope))}"] for c in cards),
            *(lambda c=c: [f"{c}.tint = {self.r.choice([self.colour(scope), 'none'])}"] for c in cards),
            *(
                lambda c=c: [f"{c}.needs[{self.colour(scope)}] = {within(self.number(scope), 3)}"]
                for c in cards
            ),
            *(lambda c=c: [f"chosen = {c}"] for c in cards),
            lambda: ["chosen = none"],
        )

    def tone(self, scope: Scope) -> Lines:
        """Assign a part of an enum, asking first whether the value is one."""
        value = self.colour(scope)
        if self.often(self.daring):
            return [f"tone = {value}"]
        return [f"if {value} is in warm:", f"    tone = {value}"]

    def assigned(self, target: str, value: str) -> Lines:
        """Write an assignment."""
        return [f"{target} = {value}"]

    def pick_lines(self, *makers: Callable[[], Lines]) -> Lines:
        """Return what one of some makers writes."""
        return self.r.choice(makers)()

    def card_zone(self, scope: Scope) -> str:
        """Write one zone that holds cards, whoever sees it."""
        return self.r.choice(
            [
                "deck",
                "discard",
                "market",
                "stack",
                "ground",
                "box",
                "reserve",
                f"{self.player(scope)}.hand",
                f"{self.player(scope)}.store[{self.colour(scope)}]",
                f"cell[{self.small_index(scope)}]",
            ]
        )

    def card_target(self, scope: Scope) -> str:
        """Write where cards are laid."""
        zone = self.card_zone(scope)
        if zone in ("deck", "discard", "stack", "reserve") and self.often(40):
            return f"bottom of {zone}"
        if zone == "market" and self.often(40):
            return "market at " + self.r.choice(["1", "max(1, count(market))", "count(market) + 1"])
        return zone

    def move(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Move cards, beans or discs."""
        some = self.fresh()
        inner = scope.child()
        inner.locals[some] = "card"
        source = self.cards(scope)
        target = self.card_target(scope)
        marked = self.r.choice(
            ["", "", f" with mark = {self.r.randint(0, 4)}", " with tint = none, mark = 2"]
        )
        who = self.player(scope)
        cards = scope.named("card")
        return self.pick_lines(
            lambda: [
                f"move top of {self.r.choice(['deck', 'stack', 'discard', 'reserve'])} to {target}{marked}"
            ],
            lambda: [
                f"move top {self.r.choice(['2', self.number(scope, 0)])} of deck to {self.card_zone(scope)}"
            ],
            lambda: [f"move bottom of {self.r.choice(['deck', 'stack'])} to {target}"],
            lambda: [f"move all of {self.one_zone(scope)} to {self.card_zone(scope)}"],
            lambda: [f"move all {some} in {source} where {self.truth(inner, 1)} to {target}{marked}"],
            lambda: [
                f"move {self.r.choice(['1', '2', 'small'])} {some} in {source} where {self.truth(inner, 1)} to {target}"
            ],
            lambda: [
                f"move all {some} in box where {some} is a card to {self.r.choice(['deck', 'discard', 'market'])}"
            ],
            lambda: [f"move top of bag to {self.r.choice([f'{who}.dish', 'jar', 'ground'])}"],
            lambda: [f"move top 2 of bag to {who}.dish"],
            lambda: [f"move all of {self.r.choice([f'{who}.dish', 'jar', 'players.dish'])} to bag"],
            lambda: [f"move 1 {some} in pool where {some}.owner is {who} to {who}.tray"],
            lambda: ["move top of bag to track" + self.r.choice(["", " at position of clock", " at 1"])],
            lambda: ["move clock to track at 1"],
            lambda: [f"move all {some} in track where {some} is a bean to {self.r.choice(['jar', 'bag'])}"],
            lambda: [f"move all of {who}.tray to {self.r.choice(['pool', f'{self.player(scope)}.tray'])}"],
            *(lambda c=c: [f"move {c} to {target}{marked}"] for c in cards * 2),
            *(lambda c=c: [f"move {c} to {target}{marked}"] for c in scope.named("unseen") * 3),
            *(lambda c=c: [f"move 1 {some} in jar to {c}.on_it"] for c in cards),
            *(lambda c=c: [f"move all of {c}.on_it to {self.r.choice(['jar', 'bag'])}"] for c in cards),
            *(lambda s=s: [f"move {s} to {target}"] for s in scope.named("cards")),
            *(
                lambda b=b: [f"move {b} to {self.r.choice(['jar', f'{who}.dish'])}"]
                for b in scope.named("bean")
            ),
        )

    def one_zone(self, scope: Scope) -> str:
        """Write a zone of cards that is emptied as a whole."""
        return self.r.choice(
            [
                "deck",
                "discard",
                "market",
                "stack",
                f"{self.player(scope)}.hand",
                "players.store",
                f"cell[{self.small_index(scope)}]",
            ]
        )

    def swap(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Exchange the contents of two zones, or two values."""
        one, two = self.player(scope), self.player(scope)
        return [
            self.r.choice(
                [
                    f"swap {one}.hand with {two}.hand",
                    f"swap {one}.tray with {two}.tray",
                    f"swap discard with {self.r.choice(['stack', 'market'])}",
                    f"swap {one}.store[{self.colour(scope)}] with {two}.store[{self.colour(scope)}]",
                    f"swap deck with {self.r.choice(['reserve', 'reserve', 'stack', 'market', 'discard'])}",
                    f"swap {one}.coins with {two}.coins",
                    f"swap cell[1] with cell[{self.small_index(scope)}]",
                    f"swap grid[1, red] with grid[{self.small_index(scope)}, {self.colour(scope)}]",
                ]
            )
        ]

    def shuffle(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Shuffle a pile."""
        return [f"shuffle {self.r.choice(['deck', 'deck', 'bag', 'stack', 'discard', 'reserve'])}"]

    def turn_over(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Turn components."""
        some = self.fresh()
        inner = scope.child()
        inner.locals[some] = "card"
        what = self.pick(
            lambda: "top of stack",
            lambda: "top of deck",
            lambda: "all of market",
            lambda: f"all {some} in {self.cards(scope)} where {self.truth(inner, 1)}",
            *(lambda c=c: c for c in scope.named("card") + scope.named("unseen")),
        )
        return [f"turn {what} face {self.updown()}"]

    def write(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Write a slip, or take the slips back."""
        if self.often(30):
            return ["move all of slips to box"]
        about = self.r.choice([*scope.named("card"), "none"])
        fields = f"author = {self.player(scope)}" + self.r.choice(
            ["", f", word = {self.colour(scope)}", f", about = {about}"]
        )
        if self.often(self.daring * 3):
            return [f"write note on slips with {fields}"]
        return ["if count(slips) < 4:", f"    write note on slips with {fields}"]

    def tell(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Say, show or announce something, or do nothing."""
        some = self.fresh()
        return self.pick_lines(
            lambda: ["nothing"],
            lambda: ['announce "The tally is {tally} of {count(deck)}"'],
            lambda: [f'{self.player(scope)} says "I have {{{self.number(scope, 0)}}}"'],
            lambda: [f'{self.player(scope)} says "Psst" to {self.player(scope)}'],
            lambda: [f"show top 2 of deck to {self.player(scope)}"],
            lambda: [f"show bottom of deck to {self.r.choice(['players', self.player(scope)])}"],
            lambda: [f"show all of {self.player(scope)}.hand to {self.player(scope)}"],
            lambda: [f"show all {some} in market to players"],
            *(lambda c=c: [f"show {c} to {self.player(scope)}"] for c in scope.named("unseen")),
        )

    def deed(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Do a procedure, asking first whether it can be done."""
        if at.phases and at.stops and not at.joint and self.often(25):
            return [f"do {self.r.choice(at.phases)}"]
        if at.effects and scope.named("card") and self.often(30):
            call = f"{scope.named('card')[0]}.effect({self.number(scope, 0)})"
            return [f"if can {call}:", f"    do {call}"]
        allowed = [(n, e) for n, e, stops in at.deeds if (at.stops and not at.joint) or not stops]
        allowed = [(n, e) for n, e in allowed if e != "card" or scope.named("card")]
        if not allowed:
            return ["nothing"]
        name, each = self.r.choice(allowed)
        subject = {
            "player": lambda: self.player(scope) + ".",
            "card": lambda: scope.named("card")[0] + ".",
            "": lambda: "",
        }
        call = f"{subject[each]()}{name}({self.number(scope, 0)})"
        if self.often(self.daring * 2):
            return [f"do {call}"]
        return [f"if can {call}:", f"    do {call}"]

    def leave(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Leave something, now and then."""
        ways = []
        if not at.joint:
            ways += ["end loop"] * (2 * at.loop)
            ways += ["end turn"] * (2 * at.turn) + ["end phase"] * (2 * at.phase)
            ways += ["end turn"] * (at.phase and self.often(2))
            ways += ["end game", f"{self.player(scope)} wins", f"{self.player(scope)} wins"] * (
                at.stops and self.often(20)
            )
        if not ways:
            return ["nothing"]
        return [f"if {self.truth(scope, 1)}:", f"    {self.r.choice(ways)}"]
