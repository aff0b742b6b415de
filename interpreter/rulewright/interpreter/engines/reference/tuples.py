"""Choices and actions, compiled: what can be chosen, one by one and as sets; the complete tuples of an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.types import Set, Thing
from rulewright.dsl.walk import expressions
from rulewright.interpreter.engines.reference.places import State

if TYPE_CHECKING:
    from rulewright.interpreter.engines.reference.options import Lists


@define(eq=False)
class Parts:
    """One choice, compiled; `given` are locals chosen before it in the same action."""

    lists: Lists
    choice: typed.Choice
    given: tuple[typed.Local, ...]
    source: Callable[..., Any] = field(init=False)
    where: Callable[..., Any] | None = field(init=False, default=None)
    low: Callable[..., Any] | None = field(init=False, default=None)
    high: Callable[..., Any] | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        compiler, choice = self.lists.compiler, self.choice
        self.source = compiler.with_local(choice.source, *self.given)
        if choice.where is not None:
            self.where = compiler.with_local(choice.where, *self.given, choice.local)
        if choice.quantity is not None:
            if choice.quantity.low is not None:
                self.low = compiler.with_local(choice.quantity.low, *self.given)
            if choice.quantity.high is not None:
                self.high = compiler.with_local(choice.quantity.high, *self.given)

    def values(self, s: State, given: tuple[Any, ...], *, if_any: bool = False) -> Iterator[Any]:
        """Yield what can be chosen: single values, or lists by size and then in order."""
        members = self.source(s, *given)
        single = self.choice.quantity is None
        if single:
            test = self.where
            allowed = (m for m in members if test is None or test(s, *given, m))
            yield from self.distinct(s, list(allowed))
            return
        low = max(self.low(s, *given), 0) if self.low is not None else 0
        high = max(self.high(s, *given), 0) if self.high is not None else len(members)
        there = len(members)
        if not there and low > 0:
            return
        looks = self.looks(s, members)
        for size in range(min(low, there), min(high, there) + 1):
            if size == 0 and if_any:
                if (there and self.where is None) or (
                    there and self.where is not None and self.where(s, *given, [])
                ):
                    yield []
                continue
            for chosen in combinations(members, looks, size):
                if self.where is None or self.where(s, *given, chosen):
                    yield chosen

    def looks(self, s: State, members: list[int]) -> list[Any]:
        """Return for each member what it looks like; the same only for members of one set."""
        kind = self.choice.source.type
        if not isinstance(kind, Set) or not isinstance(kind.of, Thing):
            return list(members)
        places = self.lists.places
        found = []
        for member in members:
            spot = places.spot_of(s, member)
            is_set = places.forms[spot] == "set"
            found.append((spot, self.lists.look(s, member)) if is_set else (member,))
        return found

    def distinct(self, s: State, members: list[int]) -> list[int]:
        """Return the members, of equal-looking ones the first."""
        if len(members) < 2:
            return members
        seen: set[Any] = set()
        found = []
        for member, look in zip(members, self.looks(s, members), strict=True):
            if look not in seen:
                seen.add(look)
                found.append(member)
        return found


def combinations(members: list[int], looks: list[Any], size: int) -> Iterator[list[int]]:
    """Yield the combinations of a size in lexicographic order; of equal-looking members the first are taken first."""
    twin = [max((j for j in range(i) if looks[j] == looks[i]), default=-1) for i in range(len(members))]

    def extend(start: int, chosen: list[int]) -> Iterator[list[int]]:
        if len(chosen) == size:
            yield [members[i] for i in chosen]
            return
        for index in range(start, len(members) - (size - len(chosen)) + 1):
            if twin[index] < 0 or twin[index] in chosen:
                yield from extend(index + 1, [*chosen, index])

    return extend(0, [])


@define(eq=False)
class Tuples:
    """The complete tuples of one action, compiled."""

    lists: Lists
    action: typed.Action
    parts: list[Parts] = field(init=False)
    when: Callable[..., Any] | None = field(init=False, default=None)
    early: bool = field(init=False, default=True)
    """Whether `when` speaks of no part, so that it is asked first."""

    def __attrs_post_init__(self) -> None:
        action = self.action
        locals_ = tuple(local for local, _ in action.parts)
        self.parts = [
            Parts(self.lists, choice, (action.me, *locals_[:n])) for n, (_, choice) in enumerate(action.parts)
        ]
        if action.when is not None:
            read = {e.local for e in expressions(action.when) if isinstance(e, typed.LocalRef)}
            self.early = not read & set(locals_)
            self.when = self.lists.compiler.with_local(
                action.when, action.me, *(() if self.early else locals_)
            )

    def values(self, s: State, player: int) -> Iterator[tuple[Any, ...]]:
        """Yield the tuples, the last part fastest."""
        if self.early and self.when is not None and not self.when(s, player):
            return
        yield from self.extend(s, (player,), 0)

    def extend(self, s: State, given: tuple[Any, ...], number: int) -> Iterator[tuple[Any, ...]]:
        """Yield the completions of a tuple."""
        if number == len(self.parts):
            if self.early or self.when is None or self.when(s, *given):
                yield given[1:]
            return
        for value in self.parts[number].values(s, given):
            yield from self.extend(s, (*given, value), number + 1)
