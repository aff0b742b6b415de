"""YAML data under `tests` -> scenarios: `like` followed, `cases` laid over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve, field, frozen

from rulewright.dsl import tree
from rulewright.dsl.source import Span

KEYS = (
    "text",
    "covers",
    "like",
    "players",
    "set",
    "cards",
    "names",
    "at",
    "given",
    "play",
    "expect",
    "options",
    "ways",
    "unchanged",
    "chances",
    "cases",
    "simulate",
)
CHECKS = ("expect", "options", "ways", "unchanged", "chances", "simulate")


class Wrong(Exception):
    """A mistake in a test, with its place."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


@frozen
class Step:
    """One step of `play`: a seat (or `chance`, `shuffle ZONE`, `refused`, `expect`, `options`) and its content."""

    who: str
    content: tree.Data
    span: Span
    at_once: tuple[str, ...] = ()
    """The seats of the same step: `{S: react, J: react}` answer one race."""


@frozen
class Scenario:
    """One test, complete. Mappings are kept as (key, data) pairs in written order."""

    name: str
    span: Span
    text: str = ""
    covers: tuple[str, ...] = ()
    players: tree.Data | None = None
    set: dict[str, str] = field(factory=dict)
    cards: dict[str, tree.Data] = field(factory=dict)
    names: dict[str, str] = field(factory=dict)
    at: str = ""
    given: dict[str, tree.Data] = field(factory=dict)
    layers: dict[str, int] = field(factory=dict)
    """How late each key of `given` was stated: what a later layer names, an earlier one loses."""
    layer: int = 0
    play: tuple[Step, ...] = ()
    expect: dict[str, tree.Data] = field(factory=dict)
    options: dict[str, tree.Data] = field(factory=dict)
    ways: int | None = None
    unchanged: tuple[str, ...] = ()
    chances: dict[str, tree.Data] = field(factory=dict)
    simulate: dict[str, str] | None = None
    cases: tuple[tree.Mapping, ...] = ()

    @property
    def checks(self) -> bool:
        """Whether there is anything to check."""
        steps = any(s.who in ("expect", "options", "refused") for s in self.play)
        return bool(
            self.expect
            or self.options
            or self.ways is not None
            or self.unchanged
            or self.chances
            or self.simulate
            or steps
        )


def scenarios(
    tests: tree.Mapping, base: tree.Mapping | None = None
) -> Iterator[Scenario | tuple[str, Wrong]]:
    """Yield every test in written order, fixtures included; a test that can't be read comes with its mistake."""
    for name, data in tests.pairs:
        try:
            yield scenario(tests, name.text, data, base)
        except Wrong as wrong:
            yield name.text, wrong


def scenario(
    tests: tree.Mapping,
    name: str,
    data: tree.Data,
    base: tree.Mapping | None = None,
    seen: tuple[str, ...] = (),
) -> Scenario:
    """Return one test with what it is `like`."""
    if not isinstance(data, tree.Mapping):
        raise Wrong(f"the test `{name}` has no keys", data.span)
    like = data.get("like")
    start = Scenario(name, data.span)
    if isinstance(like, tree.Scalar):
        where, from_base = tests, False
        other = tests.get(like.text)
        if base is not None and (other is None or like.text == name):
            other, where, from_base = base.get(like.text), base, True
        if other is None or (like.text == name and not from_base):
            raise Wrong(f"no test is called `{like.text}`", like.span)
        if like.text in seen and not from_base:
            raise Wrong(f"`{name}` is like itself", like.span)
        passed = () if from_base else (*seen, like.text)
        parent = scenario(where, like.text, other, None if from_base else base, passed)
        start = inherit(parent, name, data)
    return lay_over(start, data)


def inherit(parent: Scenario, name: str, data: tree.Mapping) -> Scenario:
    """Return what a test takes from the one it is like: all but its words, and its checks only if it neither plays
    on nor has checks of its own."""
    kept = evolve(parent, name=name, span=data.span, text="", covers=(), cases=(), simulate=None)
    if any(data.get(key) is not None for key in ("play", *CHECKS)):
        kept = evolve(kept, expect={}, options={}, ways=None, unchanged=(), chances={})
    return kept


def lay_over(start: Scenario, data: tree.Mapping, *, case: bool = False) -> Scenario:
    """Return a scenario with the keys of a mapping laid over it; a case replaces `play` and `expect`."""
    found = evolve(start, layer=start.layer + 1)
    for key, value in data.pairs:
        match key.text:
            case "text":
                found = evolve(found, text=value.text if isinstance(value, tree.Scalar) else "")
            case "covers":
                found = evolve(found, covers=tuple(words(value)))
            case "like":
                pass
            case "players":
                found = evolve(found, players=value)
            case "set":
                found = evolve(found, set={**found.set, **{k: scalar(v) for k, v in pairs(value)}})
            case "cards":
                found = evolve(found, cards={**found.cards, **dict(pairs(value))})
            case "names":
                found = evolve(found, names={**found.names, **{k: scalar(v) for k, v in pairs(value)}})
            case "at":
                found = evolve(found, at=scalar(value))
            case "given":
                new = dict(pairs(value))
                layers = {**found.layers, **dict.fromkeys(new, found.layer)}
                found = evolve(found, given={**found.given, **new}, layers=layers)
            case "play":
                found = evolve(found, play=(() if case else found.play) + steps(value))
            case "expect":
                new = dict(pairs(value))
                found = evolve(found, expect=new if case else {**found.expect, **new})
            case "options":
                new = dict(pairs(value))
                found = evolve(found, options=new if case else {**found.options, **new})
            case "ways":
                found = evolve(found, ways=number(value))
            case "unchanged":
                found = evolve(found, unchanged=tuple(words(value)))
            case "chances":
                found = evolve(found, chances=dict(pairs(value)))
            case "simulate":
                found = evolve(found, simulate={k: scalar(v) for k, v in pairs(value)})
            case "cases":
                if not isinstance(value, tree.Sequence):
                    raise Wrong("`cases` is a list", value.span)
                found = evolve(found, cases=tuple(c for c in value.items if isinstance(c, tree.Mapping)))
            case other:
                if not other.startswith("x-"):
                    raise Wrong(f"a test has no key `{other}`; it may have {', '.join(KEYS)}", key.span)
    return found


def steps(data: tree.Data) -> tuple[Step, ...]:
    """Return the steps of `play`."""
    if not isinstance(data, tree.Sequence):
        raise Wrong("`play` is a list of steps: `- P1: answer`", data.span)
    found = []
    for item in data.items:
        if not isinstance(item, tree.Mapping):
            raise Wrong("a step is `SEAT: answer`", item.span)
        for key, value in item.pairs:
            found.append(Step(key.text, value, item.span, tuple(k.text for k, _ in item.pairs)))
    return tuple(found)


def pairs(data: tree.Data) -> list[tuple[str, tree.Data]]:
    """Return the pairs of a mapping."""
    if not isinstance(data, tree.Mapping):
        raise Wrong("keys with values are expected here", data.span)
    return [(key.text, value) for key, value in data.pairs]


def scalar(data: tree.Data) -> str:
    """Return a single word or number."""
    if not isinstance(data, tree.Scalar):
        raise Wrong("a single value is expected here", data.span)
    return data.text.strip()


def number(data: tree.Data) -> int:
    """Return a whole number."""
    text = scalar(data)
    if not re.fullmatch(r"-?\d+", text):
        raise Wrong("a whole number is expected here", data.span)
    return int(text)


def words(data: tree.Data) -> list[str]:
    """Return a word or a list of words."""
    if isinstance(data, tree.Sequence):
        return [scalar(item) for item in data.items]
    text = scalar(data)
    return [text] if text else []
