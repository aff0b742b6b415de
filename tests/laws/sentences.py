"""Random statements of the language, every kind of them, into blocks that end."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve, field

from laws.effects import Effects, Lines, Place, indented
from laws.values import Scope


@define(eq=False)
class Sentences(Effects):
    """Writes statements."""

    used: set[str] = field(factory=set)
    """Which kinds of statement have been written."""

    def block(self, scope: Scope, at: Place, length: int, depth: int) -> Lines:
        """Write a block of some statements; what they name is seen to its end."""
        inner = scope.child()
        lines: Lines = []
        for _ in range(self.r.randint((length + 1) // 2, length)):
            lines += self.statement(inner, at, depth)
        return lines

    def statement(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Write one statement."""
        makers: list[Callable[[Scope, Place, int], Lines]] = [
            self.let,
            self.store,
            self.store,
            self.move,
            self.move,
            self.move,
            self.swap,
            self.shuffle,
            self.turn_over,
            self.write,
            self.tell,
            self.deed,
            self.deed,
            self.leave,
        ]
        if depth > 0:
            makers += [self.branch, self.branch, self.each, self.repeat]
        if at.joint:
            if at.choices:
                makers += [self.choose, self.choose, self.choose_several, self.offer, self.menu]
        elif at.stops:
            makers += [
                self.choose,
                self.choose,
                self.choose_several,
                self.offer,
                self.menu,
                self.race,
                self.race,
            ]
            makers += [self.luck, self.luck, self.take, self.take]
            if depth > 0:
                makers += [self.together, self.together]
        maker = self.r.choice(makers)
        self.used.add(maker.__name__)
        return maker(scope, at, depth)

    # -- control ----------------------------------------------------------------------------------

    def branch(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Write `if`, perhaps with `else if` and `else`."""
        head = self.r.choice(["", "", "reveal "])
        test = self.revealable(scope) if head else self.truth(scope)
        lines = [f"if {head}{test}:", *indented(self.block(scope, at, 2, depth - 1))]
        if self.often(30):
            lines += [f"else if {self.truth(scope)}:", *indented(self.block(scope, at, 2, depth - 1))]
        if self.often(50):
            lines += ["else:", *indented(self.block(scope, at, 2, depth - 1))]
        return lines

    def each(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Write `for`."""
        name, source, kind = self.binder(scope)
        if self.often(15):
            source, kind = "top 2 of deck", "unseen"
        inner = scope.child()
        inner.locals[name] = kind
        where = f" where {self.truth(inner, 1)}" if self.often(40) else ""
        order = self.order(inner, name, seats=kind in ("player", "disc")) if self.often(40) else ""
        binders = f"{name} in {source}"
        if self.often(15):
            other, second, second_kind = self.binder(scope)
            binders += f", {other} in {second}"
            order = ""
            inner.locals[other] = second_kind
        body = self.block(inner, evolve(at, loop=True, choices=False), 2, depth - 1)
        return [f"for {binders}{where}{order}:", *indented(body)]

    def repeat(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Write `repeat` in all its forms, so that it ends."""
        inside = evolve(at, loop=True, choices=False)
        body = self.block(scope, inside, 2, depth - 1)
        form = self.r.choice(["times", "alone", "while", "until"])
        if form == "times":
            return [f"repeat {self.r.choice(['2', 'small', '(level mod 3)'])} times:", *indented(body)]
        if at.joint:
            return ["repeat 2 times:", *indented(body)]
        guard = ["clock_hand += 1", "if clock_hand > 40:", "    clock_hand = 0", "    end loop"]
        if form == "alone":
            return ["repeat:", *indented([*guard, *body, f"if {self.truth(scope, 1)}:", "    end loop"])]
        return [f"repeat {form} {self.truth(scope)}:", *indented([*guard, *body])]

    # -- decisions --------------------------------------------------------------------------------

    def decider(self, scope: Scope) -> str:
        """Write who is asked."""
        return scope.joint or self.player(scope)

    def seen(self, scope: Scope, who: str) -> Scope:
        """Return a scope in which conditions of a choice are written."""
        return scope.child()

    def choose(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Let a player choose one of something."""
        who, name = self.decider(scope), self.fresh()
        source, kind = self.source(scope)
        inner = scope.child()
        if self.often(25):
            source, kind = f"{who}.hand", "unseen" if self.hidden_hands else "card"
            inner.locals[name] = "card"
        elif self.often(10):
            source, kind = self.r.choice(
                [("top 2 of deck", "unseen"), (f"{who}.dish", "bean"), ("jar", "bean")]
            )
            inner.locals[name] = kind
        else:
            inner.locals[name] = kind
        where = f" where {self.truth(inner, 1)}" if self.often(40) else ""
        body_scope = scope.child()
        body_scope.locals[name] = kind
        prompt = ' "Which one?"' if self.often(50) else ""
        body = self.block(body_scope, at, 2, depth - 1) if not at.joint else self.simple_block(body_scope, at)
        if self.often(35):
            head = f"{who} may choose {name} from {source}{where}{prompt}"
        else:
            silent = "" if self.often(self.daring) else " if any"
            head = f"{who} chooses {name} from {source}{where}{silent}{prompt}"
        return [head, f"if {name} is not none:", *indented(body)]

    def simple_block(self, scope: Scope, at: Place) -> Lines:
        """Write a block without choices, for joint decisions."""
        return self.block(scope, evolve(at, choices=False), 2, 1)

    def choose_several(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Let a player choose a set."""
        who, name = self.decider(scope), self.fresh()
        source = self.r.choice([f"{who}.hand", f"{who}.hand", "market", f"cell[{self.small_index(scope)}]"])
        quantity = self.r.choice(["2", "up to 2", "1 to 2", "any number of", "up to small", "0 to 1"])
        inner = scope.child()
        inner.locals[name] = "cards"
        other = self.fresh()
        each = inner.child()
        each.locals[other] = "card"
        where = f" where all({self.truth(each, 0)} for {other} in {name})" if self.often(40) else ""
        scope.locals[name] = "unseen cards" if self.hidden_hands else "cards"
        lines = [f"{who} chooses {quantity} {name} from {source}{where} if any"]
        if self.often(70):
            lines.append(f"move {name} to {self.card_target(scope)}")
        return lines

    def offer(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Ask a player yes or no."""
        lines = [f'{self.decider(scope)} may "Do it":', *indented(self.block(scope, at, 2, depth - 1))]
        if self.often(50):
            lines += ["else:", *indented(self.block(scope, at, 2, depth - 1))]
        return lines

    def menu(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Let a player choose a case."""
        who = self.decider(scope)
        head = (
            self.r.choice([f"{who} chooses one if any", f"{who} may choose one"])
            + self.r.choice(["", ' "How?"'])
            + ":"
        )
        lines = [head]
        for number in range(self.r.randint(2, 3)):
            test = f" if {self.truth(scope, 1)}" if self.often(60) else ""
            lines.append(f'    "Case {number}"{test}:')
            lines += indented(indented(self.block(scope, at, 2, depth - 1)))
        return lines

    def race(self, scope: Scope, at: Place, depth: int) -> Lines:
        """See who reacts first."""
        name, member = self.fresh(), self.fresh()
        inner = scope.child()
        inner.locals[member] = "player"
        where = f" where {self.truth(inner, 1)}" if self.often(50) else ""
        after = scope.child()
        after.locals[name] = "player"
        body = self.block(after, at, 2, depth - 1)
        order = self.order(inner, member, seats=True)
        return [
            f'race {name} among {member} in players{where}{order} "Ring?"',
            f"if {name} is not none:",
            *indented(body),
        ]

    def luck(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Let chance choose."""
        name = self.fresh()
        if self.often(40):
            source, kind = self.r.choice(
                [("die", "int"), (f"coin[{self.colour(scope)}]", "colour"), ("dice_by_mode", "int")]
            )
            scope.locals[name] = kind
            return [f"chance chooses {name} from {source}"]
        inner = scope.child()
        if self.often(25):
            scope.locals[name] = "cards"
            inner.locals[name] = "card"
            where = f" where {self.truth(inner, 1)}" if self.often(40) else ""
            return [
                f"chance chooses 2 {name} from {self.r.choice(['market', 'cell[1]', 'discard'])}{where} if any"
            ]
        source, kind = self.source(scope)
        if self.often(25):
            source, kind = "jar", "bean"
        inner.locals[name] = kind
        where = f" where {self.truth(inner, 1)}" if self.often(40) else ""
        weighted = f" weighted by max({self.number(inner, 0)}, 0) + 1" if self.often(40) else ""
        if self.often(5):
            weighted = f" weighted by max({self.number(inner, 0)}, 0)"
        if self.often(self.daring * 3):
            weighted = f" weighted by {self.number(inner, 0)}"
        after = scope.child()
        after.locals[name] = kind
        body = self.block(after, at, 2, depth - 1)
        return [
            f"chance chooses {name} from {source}{where}{weighted} if any",
            f"if {name} is not none:",
            *indented(body),
        ]

    def take(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Let a player take an action."""
        if not at.actions:
            return ["nothing"]
        some = self.r.sample(at.actions, self.r.randint(1, len(at.actions)))
        who = self.player(scope)
        if self.often(30):
            return [f"{who} may take one of {', '.join(some)}"]
        return [f"{who} takes one of {', '.join(some)} if any"]

    def together(self, scope: Scope, at: Place, depth: int) -> Lines:
        """Let players decide unseen by each other."""
        name = self.fresh()
        inner = scope.child(joint=name)
        inner.locals[name] = "player"
        where = f" where {self.truth(inner, 1)}" if self.often(30) else ""
        inside = evolve(at, joint=True, choices=True, turn=False, phase=False, loop=False)
        body = self.block(inner, inside, 4, depth - 1)
        return [f"together for {name} in players{where}:", *indented(body)]
