"""A switch -> how its case is found: tables of functions and halves of halves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from attrs import frozen

from rulewright.interpreter.program.form import Block, Call, Do, Return, Set, Switch, Value

FEW = 4
"""So many runs are asked for one after the other."""


@frozen
class Run:
    """Cases side by side that are the same, or that call functions in the same way."""

    first: int
    cases: tuple[Block, ...]

    @property
    def end(self) -> int:
        """Return the number behind the last case."""
        return self.first + len(self.cases)

    @property
    def same(self) -> bool:
        """Tell whether all cases are the same."""
        return all(case == self.cases[0] for case in self.cases)


@frozen
class Half:
    """Two halves: the numbers below a bound and the rest."""

    bound: int
    below: Tree
    rest: Tree


Tree = Half | tuple[Run, ...]


def search(step: Switch) -> Tree:
    """Return how to find a case among those that there are."""
    return halved(tuple(runs(step.cases)))


def halved(found: tuple[Run, ...]) -> Tree:
    """Return runs as halves of halves."""
    if len(found) <= FEW:
        return found
    middle = len(found) // 2
    return Half(found[middle].first, halved(found[:middle]), halved(found[middle:]))


def runs(cases: Sequence[Block]) -> list[Run]:
    """Return the runs of cases, in order."""
    found: list[Run] = []
    for alike, group in groupby(enumerate(cases), key=lambda case: likeness(case[1])):
        numbered = list(group)
        if isinstance(alike, Way) and len(numbered) > FEW:
            found.append(Run(numbered[0][0], tuple(case for _, case in numbered)))
            continue
        for _, part in groupby(numbered, key=lambda case: case[1]):
            same = list(part)
            found.append(Run(same[0][0], tuple(case for _, case in same)))
    return found


@frozen
class Way:
    """A way to call a function: what is done with the number that it gives back, and its arguments."""

    kind: type
    local: int
    arguments: tuple[Value, ...]


def likeness(case: Block) -> Way | Block:
    """Return the way in which a case calls a function, or the case itself if it does something else."""
    match case:
        case (Set(local=local, value=Call(arguments=arguments)),):
            return Way(Set, local, arguments)
        case (Do(value=Call(arguments=arguments)),):
            return Way(Do, 0, arguments)
        case (Return(value=Call(arguments=arguments)),):
            return Way(Return, 0, arguments)
        case _:
            return case


def called(case: Block) -> Call:
    """Return the call of a case that has a way."""
    step = case[0]
    assert isinstance(step, Set | Do | Return)
    assert isinstance(step.value, Call)
    return step.value
