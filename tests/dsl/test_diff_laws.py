"""Laws of `diff` over made-up rulesets and what becomes of them when a line changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from diffs.drafts import applied, by_entry, rules_in
from dsl.test_diff import CASES, base, case
from laws.rulesets import make
from rulewright.dsl import check
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.diff import Change, Diff, diff
from rulewright.dsl.read import read_ruleset
from rulewright.dsl.resolve import resolve
from rulewright.dsl.source import Source
from rulewright.dsl.typed import Rules
from rulewright.interpreter.analysis import asked
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Chance, Game, State
from rulewright.interpreter.results import Result

SAME = sorted(CASES.glob("same/*.edit"))
SEEDS = st.integers(0, 10_000)
FEW = settings(max_examples=15, phases=(Phase.generate,))
UNORDERED = (
    "parameters",
    "constants",
    "odds",
    "variables",
    "zones",
    "functions",
    "procedures",
    "actions",
    "phases",
)


def rules_of(text: str) -> Rules | None:
    """Return the typed rules of a text, or None when it doesn't hold."""
    report = Report()
    tree = read_ruleset(Source("made-up.yaml", text), report, Path("."))
    if tree is None or report.failed:
        return None
    rules = resolve(tree, report)
    if report.failed:
        return None
    check.run(rules, report)
    return None if report.failed else rules


def made(seed: int) -> str:
    """Return a made-up ruleset that holds."""
    for number in range(50):
        text = make(Random(seed * 100 + number)).text
        if rules_of(text) is not None:
            return text
    raise AssertionError("no made-up ruleset holds")


def mutants(text: str, luck: Random) -> Iterator[str]:
    """Yield texts in which one line is another: swapped with its neighbour, left out, doubled, with another number."""
    lines = text.split("\n")
    start = next(n for n, line in enumerate(lines) if line == "functions:")
    for _ in range(60):
        n = luck.randrange(start, len(lines) - 1)
        changed = list(lines)
        match luck.choice(["swap", "swap", "swap", "drop", "number", "constant", "double"]):
            case "swap":
                if indent(lines[n]) != indent(lines[n + 1]):
                    continue
                changed[n], changed[n + 1] = lines[n + 1], lines[n]
            case "drop":
                del changed[n]
            case "double":
                changed.insert(n, lines[n])
            case "number":
                changed[n] = re.sub(r"\b\d\b", lambda m: str(int(m[0]) + 1), lines[n], count=1)
            case _:
                at = next(k for k, line in enumerate(lines) if line.startswith("  small:"))
                changed[at] = f"  small: {luck.randint(1, 3)}"
        if changed != lines:
            yield "\n".join(changed)


def indent(line: str) -> int:
    """Return how far a line is indented."""
    return len(line) - len(line.lstrip())


def mutant(text: str, luck: Random) -> Rules:
    """Return the rules of the first changed text that holds."""
    for other in mutants(text, luck):
        rules = rules_of(other)
        if rules is not None:
            return rules
    assume(False)
    raise AssertionError


def turned(change: Change) -> tuple[object, ...]:
    """Return a change as the other direction tells it."""
    kinds = {"added": "removed", "removed": "added"}
    grids = tuple((g.index, g.heads, g.now, g.before) for g in change.grids)
    return (
        change.section, change.old_name, change.name, kinds.get(change.kind, change.kind), change.severity,
        change.breaks_saves, change.now, change.before, grids, sorted(kinds.get(s.kind, s.kind) for s in change.steps),
    )  # fmt: skip


def told(change: Change) -> tuple[object, ...]:
    """Return a change in the same form, as it is."""
    grids = tuple((g.index, g.heads, g.before, g.now) for g in change.grids)
    return (
        change.section, change.name, change.old_name, change.kind, change.severity, change.breaks_saves,
        change.before, change.now, grids, sorted(s.kind for s in change.steps),
    )  # fmt: skip


def mirrors(left: Diff, right: Diff) -> bool:
    """Tell whether two diffs are the same one seen from both sides."""
    return sorted(map(repr, map(turned, left.changes))) == sorted(map(repr, map(told, right.changes)))


@FEW
@given(SEEDS)
def test_a_draft_does_not_differ_from_itself(seed: int) -> None:
    text = made(seed)
    one, two = rules_of(text), rules_of(text)
    assert one is not None
    assert two is not None
    found = diff(one, two)
    assert found.changes == ()
    assert (found.printed, found.reached, found.died, found.came_alive, found.renames) == ((), (), (), (), ())


@FEW
@given(SEEDS, SEEDS)
def test_the_other_direction_is_the_mirror_image(seed: int, other: int) -> None:
    text = made(seed)
    before = rules_of(text)
    assert before is not None
    now = mutant(text, Random(other))
    there, back = diff(before, now), diff(now, before)
    assert mirrors(there, back)
    assert (there.died, there.came_alive) == (back.came_alive, back.died)


@FEW
@given(SEEDS, SEEDS)
def test_layout_never_shows(seed: int, other: int) -> None:
    """Comments, blank lines and the order of keys and of sections are no difference."""
    text = made(seed)
    before, now = rules_of(text), rules_of(laid_out_otherwise(text, Random(other)))
    assert before is not None
    assert now is not None
    assert diff(before, now).changes == ()


def laid_out_otherwise(text: str, luck: Random) -> str:
    """Return a ruleset with its sections and the entries in them in another order, and with comments."""
    sections: list[list[str]] = []
    for line in text.rstrip("\n").split("\n"):
        if line and not line.startswith(" "):
            sections.append([])
        sections[-1].append(line)
    made_anew = []
    for section in sections:
        head, *rest = section
        if head.rstrip(":") in UNORDERED:
            entries: list[list[str]] = []
            for line in rest:
                if indent(line) == 2:
                    entries.append([])
                entries[-1].append(line)
            luck.shuffle(entries)
            rest = [line for entry in entries for line in [*entry, ""]]
        made_anew.append(["# a comment", head, *rest])
    luck.shuffle(made_anew)
    return "\n".join(line for section in made_anew for line in section) + "\n"


@settings(max_examples=5, phases=(Phase.generate,))
@given(SEEDS, SEEDS)
def test_changes_told_as_an_overlay_make_the_later_draft(seed: int, other: int) -> None:
    """Of a changed line, of changed lines in another layout, of another ruleset altogether; in both directions."""
    text = made(seed)
    luck = Random(other)
    changed = next(other for other in mutants(text, luck) if rules_of(other) is not None)
    for later in (changed, laid_out_otherwise(changed, luck), laid_out_otherwise(made(other), luck)):
        for one, two in ((text, later), (later, text)):
            with TemporaryDirectory() as folder:
                (Path(folder) / "one.yaml").write_text(one, encoding="utf-8")
                (Path(folder) / "two.yaml").write_text(two, encoding="utf-8")
                there = applied(Path(folder) / "one.yaml", Path(folder) / "two.yaml")
                wanted = rules_in(Path(folder) / "two.yaml")
            assert diff(there, wanted).changes == ()
            assert by_entry(there) == by_entry(wanted)


def lockstep(one: Game, two: Game, seed: int, most: int = 120) -> None:
    """Play both with the same answers: the same is asked, with the same answers to choose from, to the same end."""
    luck = Random(seed)
    left, right = one.new(seed, log=False), two.new(seed, log=False)
    for _ in range(most):
        who = asked(left)
        assert asked(right) == who
        if who is None:
            assert without_names(left.result()) == without_names(right.result())
            return
        assert choices(left, who) == choices(right, who)
        place = luck.randrange(len(choices(left, who)))
        results = [answered(state, who, place) for state in (left, right)]
        assert results[0] == results[1]
        if results[0]:
            return


def without_names(result: Result) -> tuple[object, ...]:
    """Return how a game ended; lines of the score may be called otherwise."""
    lines = tuple(result.lines.values())
    return (result.outcome, result.winners, result.ranking, lines, result.totals, result.returns)


def answered(state: State, who: int, place: int) -> str:
    """Answer; return the fault if there is one."""
    try:
        if isinstance(state.stop, Chance):
            state.draw()
        else:
            state.apply(who, place)
    except Fault as fault:
        return fault.code
    return ""


def choices(state: State, who: int) -> list[tuple[object, int]]:
    """Return the values of the options at a stop with their weights."""
    found = state.outcomes() if who == state.game.players else state.options(who)
    return [(option.value, option.weight) for option in found]


@cache
def with_another_line(seed: int) -> tuple[Rules, tuple[tuple[Rules, bool], ...]]:
    """Return made-up rules and what they are with another line, each with whether `diff` tells more than words."""
    text = made(seed)
    before = rules_of(text)
    assert before is not None
    found = []
    for other in dict.fromkeys(mutants(text, Random(seed))):
        now = rules_of(other)
        if now is not None:
            told_ = diff(before, now)
            found.append((now, bool(told_.rules or told_.options)))
    return before, tuple(found)


@pytest.mark.parametrize("path", SAME, ids=lambda path: path.stem)
def test_the_same_game_plays_the_same(path: Path) -> None:
    """What the cases change of words alone is answered in the same way to the same end."""
    before, now = base(), case(path)
    for seed in range(10):
        players = 2 + seed % 3
        lockstep(Game.of(before, players), Game.of(now, players), seed, most=1000)


@pytest.mark.slow
def test_wording_only_never_changes_a_play() -> None:
    """Whatever line was changed: where `diff` speaks of words, the games are the same, stop by stop."""
    compared = 0
    for seed in range(12):
        before, drafts = with_another_line(seed)
        for now, more in drafts:
            if not more:
                for players in dict.fromkeys(before.written.players):
                    lockstep(Game.of(before, players), Game.of(now, players), seed)
                compared += 1
    assert compared > 10


def test_most_changed_lines_are_told() -> None:
    """The law above says something: most changes of a line are more than words."""
    drafts = [more for seed in range(6) for _, more in with_another_line(seed)[1]]
    assert sum(drafts) > len(drafts) - sum(drafts) > 0
