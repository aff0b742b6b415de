"""A change of programs -> what becomes of some steps, and whether programs still do the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import assume

from engines.direct import Broken, Direct, Tired
from rulewright.interpreter.engines.fast import FaultAt
from rulewright.interpreter.program.examine import examine
from rulewright.interpreter.program.form import Function, Program, Site, Step
from rulewright.interpreter.program.show import show_function

Change = Callable[[Program], Program]


def lines_after(change: Change, steps: tuple[Step, ...], others: tuple[Function, ...] = ()) -> list[str]:
    """Return what becomes of the steps of `main`."""
    main = Function("main", 2, ("a", "b", "c"), steps)
    functions = {function.name: function for function in (*others, main)}
    program = Program(functions, {"TEN": (7, 8)}, [Site("gap", None)], 50, ("main",))
    assert examine(program) == []
    made = change(program)
    assert examine(made) == []
    return [line.strip() for line in show_function(made.functions["main"])][1:]


def does_the_same(change: Change, program: Program, arguments: Sequence[int], seed: int) -> None:
    """See to it that a program gives the same when it is changed: numbers, faults and memory."""
    less = change(program)
    assert examine(less) == []
    runners = [Direct(one, 20_000) for one in (program, less)]
    for runner in runners:
        runner.seed(seed, 7)
    for argument in arguments:
        try:
            wanted = outcome(runners[0], argument)
        except (Broken, Tired):
            assume(False)
        assert outcome(runners[1], argument) == wanted
        assert runners[0].memory == runners[1].memory


def outcome(runner: Direct, argument: int) -> tuple[str, int]:
    """Run a program; return what comes of it."""
    try:
        return "gives", runner.call("main", argument)
    except FaultAt as fault:
        return "fault", fault.site
