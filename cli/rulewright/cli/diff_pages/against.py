"""Tests of one draft -> those whose result is another under a second draft."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl import tree, typed
from rulewright.dsl.diff import Diff, diff
from rulewright.dsl.renaming import Renaming, rename
from rulewright.interpreter.scenarios import Outcome, run_tests


@frozen
class Changed:
    """A test with another result: what it was, what it is, and what differs first."""

    name: str
    before: str
    now: str
    message: str


@frozen
class Against:
    """The tests of a draft, played under another one."""

    total: int
    changed: tuple[Changed, ...]


def play_against(
    before: typed.Rules, now: typed.Rules, found: Diff | None = None, pattern: str | None = None
) -> Against:
    """Play the tests of the earlier draft under both; names that are new are given to the tests first."""
    found = diff(before, now) if found is None else found
    tests, base = before.written.tests, before.written.base_tests
    if tests is None:
        return Against(0, ())
    then = run_tests(before, pattern=pattern, tests=tests, base=base)
    today = run_tests(
        now, pattern=pattern, tests=with_names(tests, found), base=with_names(base, found) if base else None
    )
    changed = [
        Changed(a.name, a.status, b.status, difference(a, b))
        for a, b in zip(then, today, strict=True)
        if (a.status, a.message) != (b.status, b.message)
    ]
    return Against(len(then), tuple(changed))


def with_names(tests: tree.Mapping, found: Diff) -> tree.Mapping:
    """Return tests with the names that the later draft uses."""
    changes = [Renaming(section, old, new) for section, old, new in found.renames]
    return rename(tests, changes) if changes else tests


def difference(before: Outcome, now: Outcome) -> str:
    """Return the first line of what a test says now and didn't say before."""
    return next((line for line in now.message if line not in before.message), "")
