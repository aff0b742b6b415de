"""Assignments to locals and memory -> lines of Python."""

from __future__ import annotations

from attrs import define, field

from rulewright.interpreter.engines.python.values import BINDS, Scope, positive
from rulewright.interpreter.program.build import add
from rulewright.interpreter.program.form import Cell, Const, Copy, Fill, Get, Op, Paste, Put, Set, Value
from rulewright.interpreter.program.walk import fixed, plain, quiet


@define(eq=False)
class Lines:
    """Lines under construction, and how far they are indented."""

    scope: Scope
    lines: list[str] = field(factory=list)
    depth: int = 1

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append("    " * self.depth + text)

    def kept(self, name: str, value: Value) -> str:
        """Work out a value now and return the name of the temporary that keeps it."""
        found = self.scope.temporary(name)
        self.line(f"{found} = {self.scope.number(value)}")
        return found

    def held(self, name: str, value: Value) -> str:
        """Return a text for a value that may stand several times."""
        return self.scope.number(value) if plain(value) else self.kept(name, value)

    def set(self, step: Set) -> None:
        """Write an assignment to a local."""
        self.assign(self.scope.locals[step.local], Get(step.local), step.value)

    def put(self, step: Put) -> None:
        """Write an assignment to a word; its address is worked out before the value."""
        at = add(step.at, step.offset)
        if quiet(at) and (quiet(step.value) or fixed(at)):
            self.assign(f"M[{self.scope.number(at)}]", Cell(step.at, step.offset), step.value)
        else:
            place = self.held("at", at)
            self.line(f"M[{place}] = {self.scope.number(step.value)}")

    def assign(self, place: str, old: Value, value: Value) -> None:
        """Write an assignment, in short where the place goes on from its old value."""
        if isinstance(value, Op) and value.left == old and value.op in BINDS and value.op != "<<":
            sign, right = positive(value)
            self.line(f"{place} {sign}= {self.scope.number(right)}")
        else:
            self.line(f"{place} = {self.scope.number(value)}")

    def copy(self, step: Copy) -> None:
        """Write a copy inside memory."""
        if step.count == Const(1):
            self.put(Put(step.to, 0, Cell(step.start)))
            return
        to, start = self.held("to", step.to), self.held("start", step.start)
        count = self.count(step.count)
        self.line(f"{words(to, step.to, count)} = {words(start, step.start, count)}")

    def fill(self, step: Fill) -> None:
        """Write zeros."""
        if step.count == Const(1):
            self.put(Put(step.to, 0, Const(0)))
            return
        to, count = self.held("to", step.to), self.count(step.count)
        zeros = "(0,)" if count.isdigit() else "[0]"
        self.line(f"{words(to, step.to, count)} = {zeros} * {count}")

    def paste(self, step: Paste) -> None:
        """Write a constant table into memory."""
        table = self.scope.shared.program.tables[step.table]
        to = self.held("to", step.to)
        self.line(f"{words(to, step.to, str(len(table)))} = {self.scope.shared.tables[step.table]}")

    def count(self, count: Value) -> str:
        """Return a count as a number or a name."""
        return self.scope.number(count) if isinstance(count, Const | Get) else self.kept("count", count)


def words(first: str, start: Value, count: str) -> str:
    """Return so many words of memory, `first` being the text of their address."""
    if isinstance(start, Const) and count.isdigit():
        return f"M[{first}:{start.value + int(count)}]"
    return f"M[{first}:{first} + {count}]"
