"""The Python engine gives what the form says."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.direct import Broken, Direct, Tired
from engines.made_up import programs
from rulewright.interpreter.engines.fast import FaultAt, Runner
from rulewright.interpreter.engines.python.engine import PythonEngine
from rulewright.interpreter.program.form import Program


def outcome(runner: Runner, argument: int) -> tuple[str, int]:
    """Run a program; return what comes of it."""
    try:
        return "gives", runner.call("main", argument)
    except FaultAt as fault:
        return "fault", fault.site


@settings(max_examples=300)
@given(programs(), st.lists(st.integers(-5, 9), min_size=1, max_size=3), st.integers(0, 2**64 - 1))
def test_made_up(program: Program, arguments: list[int], seed: int) -> None:
    """A made-up program gives the same numbers, the same faults and the same memory as its plain reading."""
    plain, fast = Direct(program, 20_000), PythonEngine(program)
    plain.seed(seed, 7)
    fast.seed(seed, 7)
    for argument in arguments:
        try:
            wanted = outcome(plain, argument)
        except (Broken, Tired):
            assume(False)
        assert outcome(fast, argument) == wanted
        assert fast.read(0, program.words) == plain.memory
