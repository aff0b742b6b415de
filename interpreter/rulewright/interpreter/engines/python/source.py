"""Program -> Python source, with a way back from its lines to the functions."""

from __future__ import annotations

from bisect import bisect_right

from attrs import frozen

from rulewright.interpreter.engines.python.counting import counts_of
from rulewright.interpreter.engines.python.jumps import ways_out
from rulewright.interpreter.engines.python.names import Names
from rulewright.interpreter.engines.python.steps import Writer
from rulewright.interpreter.engines.python.values import Globals, Scope, global_names
from rulewright.interpreter.program.form import Function, Program
from rulewright.interpreter.program.unset import unset


@frozen
class Source:
    """A program as Python text.

    The module needs `M` (memory), `FaultAt`, `begin`, `draw`, `fault`, `BITS`, and the tables and points under their names.
    """

    text: str
    shared: Globals
    starts: tuple[int, ...]
    """The first line of each function, in the order of the program."""

    def function(self, line: int) -> Function | None:
        """Return the function that a line belongs to."""
        place = bisect_right(self.starts, line) - 1
        return list(self.shared.program.functions.values())[place] if place >= 0 else None


def written(program: Program) -> Source:
    """Return a program as Python."""
    shared = global_names(program)
    lines: list[str] = []
    starts: list[int] = []
    for function in program.functions.values():
        starts.append(len(lines) + 1)
        lines += [*function_lines(function, shared), "", ""]
    for name, functions in shared.switches.items():
        lines.append(f"{name} = ({', '.join(functions)},)")
    return Source("\n".join(lines) + "\n", shared, tuple(starts))


def function_lines(function: Function, shared: Globals) -> list[str]:
    """Return one function as lines of Python."""
    names = Names(shared.names)
    scope = Scope(shared, [names.new(name) for name in function.locals], names)
    writer = Writer(scope, ways=ways_out(function.body), counts=counts_of(function.body, shared.writers))
    zero = [scope.locals[local] for local in unset(function)]
    if zero:
        writer.line(f"{' = '.join(zero)} = 0")
    if writer.block(function.body):
        writer.line("return 0")
    head = f"def {shared.functions[function.name]}({', '.join(scope.locals[: function.parameters])}):"
    return [*([f"# {function.rule}"] if function.rule else []), head, *writer.lines]
