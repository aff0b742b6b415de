"""Tests of the later draft -> those of an overlay, which says again only what is new."""

from __future__ import annotations

from rulewright.dsl.diff.as_yaml import NOWHERE, mapping, scalar
from rulewright.dsl.diff.written_form import Said, counts, said
from rulewright.dsl.overlay import Draft
from rulewright.dsl.tree import Data, Mapping, Scalar

NOT_TAKEN_OVER = ("text", "covers", "cases", "simulate")
"""Keys that a test doesn't take over from the one it is like."""


class CannotTell(Exception):
    """There is something that an overlay can't say."""


def own_tests(base: Mapping | None, now: Draft) -> Mapping | None:
    """Return the tests of the later draft; one that the earlier draft has too is only like that one."""
    tests = now.root.get_mapping("tests")
    if tests is None:
        return None
    same = {
        key.text for key, _ in tests.pairs
        if counts(key) and chain(base, None, key.text) == chain(tests, now.base_tests, key.text)
    }  # fmt: skip
    for key, test in tests.pairs:
        if key.text not in same and counts(key):
            see_to_base(key.text, test, tests, now.base_tests, base)
            same -= set(ancestors(tests, key.text))
    pairs = [(k, like_before(k.text, v) if k.text in same else v) for k, v in tests.pairs if counts(k)]
    return Mapping(tuple(pairs), False, NOWHERE)


def like(test: Data | None) -> str | None:
    """Return which test a test is like."""
    found = test.get("like") if isinstance(test, Mapping) else None
    return found.text if isinstance(found, Scalar) else None


def chain(
    tests: Mapping | None, base: Mapping | None, name: str, seen: tuple[str, ...] = ()
) -> tuple[Said, ...]:
    """Return what a test says, and what those say which it is like."""
    test = tests.get(name) if tests is not None else None
    if tests is None or test is None:
        return ()
    other = like(test)
    if other is None or other in seen:
        return (said(test, ("tests", name)),)
    own = other != name and tests.get(other) is not None
    rest = chain(tests, base, other, (*seen, name)) if own else chain(base, None, other)
    return (said(test, ("tests", name)), *rest)


def ancestors(tests: Mapping, name: str) -> list[str]:
    """Return the tests of the same draft that a test is like, one through the other."""
    found: list[str] = []
    other = like(tests.get(name))
    while other is not None and other not in (name, *found) and tests.get(other) is not None:
        found.append(other)
        other = like(tests.get(other))
    return found


def see_to_base(name: str, test: Data, tests: Mapping, theirs: Mapping | None, mine: Mapping | None) -> None:
    """Refuse a test that is like one of the ruleset its draft extends, if the earlier draft has no such test."""
    other = like(test)
    if other is None or (other != name and tests.get(other) is not None):
        return
    if chain(theirs, None, other) != chain(mine, None, other):
        raise CannotTell(
            f"the test `{name}` of the later draft is like the test `{other}` of the ruleset which that draft extends, "
            "and the earlier draft has no such test: write it out in the later draft first"
        )


def like_before(name: str, test: Data) -> Mapping:
    """Return a test that only says that it is as before."""
    assert isinstance(test, Mapping)
    own = [p for p in test.pairs if p[0].text in NOT_TAKEN_OVER]
    first = [p for p in own if p[0].text in ("text", "covers")]
    rest = [p for p in own if p not in first]
    return Mapping((*first, *mapping({"like": scalar(name)}).pairs, *rest), not own, NOWHERE)
