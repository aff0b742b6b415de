"""Scenarios -> outcomes: each played with three different seeds of whatever luck it leaves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import evolve, frozen

from rulewright.dsl import tree, typed
from rulewright.dsl.cells import ACTOR, TURNS
from rulewright.dsl.types import Set, Thing
from rulewright.interpreter.chance import pick, point_key
from rulewright.interpreter.engines.reference.options import Option
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Chance, Game, Race, State, Terminal
from rulewright.interpreter.scenarios import simulate
from rulewright.interpreter.scenarios.answers import choose
from rulewright.interpreter.scenarios.fixture import Tables
from rulewright.interpreter.scenarios.judge import check_options, compare_typed, expect, plain
from rulewright.interpreter.scenarios.model import Scenario, Wrong, lay_over, pairs, scenarios, words
from rulewright.interpreter.scenarios.play import Failed, Play, asked, refused

SEEDS = (1, 20, 333)


@frozen
class Outcome:
    """What became of a test. `status` is `pass`, `fail` or `undecided`; `message` the lines that say why;
    `line` where it stands."""

    name: str
    status: str
    text: str = ""
    covers: tuple[str, ...] = ()
    message: tuple[str, ...] = ()
    line: int = 0


def run_tests(
    rules: typed.Rules,
    pattern: str | None = None,
    tests: tree.Mapping | None = None,
    base: tree.Mapping | None = None,
) -> list[Outcome]:
    """Run the tests of a ruleset (or others, for a comparison) and return their outcomes in written order.

    `pattern` selects names that contain it (or match it with `*`). Fixtures, which check nothing, aren't run.
    """
    return list(outcomes(rules, pattern, tests, base))


def outcomes(
    rules: typed.Rules,
    pattern: str | None = None,
    tests: tree.Mapping | None = None,
    base: tree.Mapping | None = None,
) -> Iterator[Outcome]:
    """Yield the outcomes one by one."""
    tables = Tables(rules)
    base = base if base is not None else rules.written.base_tests
    for found in scenarios(tests or rules.written.tests or tree.Mapping((), False, rules.written.span), base):
        name = found.name if isinstance(found, Scenario) else found[0]
        if pattern is not None and not selected(name, pattern):
            continue
        if not isinstance(found, Scenario):
            yield Outcome(
                name, "fail", message=(found[1].message,), line=found[1].span.line if found[1].span else 0
            )
        elif found.checks or found.cases:
            yield run_test(tables, found)


def selected(name: str, pattern: str) -> bool:
    """Tell whether a name is meant by a pattern."""
    if "*" in pattern:
        return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), name) is not None
    return pattern in name


def run_test(tables: Tables, scenario: Scenario) -> Outcome:
    """Run one test with all its cases."""
    lines: list[str] = []
    undecided: list[str] = []
    variants: list[tuple[str, Scenario]] = [("", evolve(scenario, cases=()))] if scenario.checks else []
    for number, case in enumerate(scenario.cases, 1):
        try:
            variants.append((f"case {number}: ", evolve(lay_over(scenario, case, case=True), cases=())))
        except Wrong as wrong:
            lines.append(f"case {number}: {wrong.message}")
    for label, variant in variants:
        found = run_variant(tables, variant)
        (undecided if found and found[0].startswith("undecided") else lines).extend(
            label + line for line in found
        )
    status = "fail" if lines else "undecided" if undecided else "pass"
    return Outcome(
        scenario.name, status, scenario.text, scenario.covers, (*lines, *undecided), scenario.span.line
    )


def run_variant(tables: Tables, scenario: Scenario) -> list[str]:
    """Run one variant of a test; returns what doesn't hold."""
    if scenario.simulate is not None:
        return guarded(lambda: simulate.run(tables, scenario))
    if scenario.chances:
        return guarded(lambda: check_chances(tables, scenario))
    found: list[tuple[list[str], dict[str, None]]] = []
    for seed in SEEDS:
        lucky: dict[str, None] = {}
        lines = guarded(lambda seed=seed, lucky=lucky: once(tables, scenario, seed, lucky))  # type: ignore[misc]
        found.append((lines, lucky))
    failing = [lines for lines, _ in found if lines]
    if not failing:
        return []
    if len(failing) == len(found):
        return failing[0]
    points = (
        ", ".join(dict.fromkeys(f"`{p.removeprefix('shuffle ')}`" for _, lucky in found for p in lucky))
        or "what is hidden"
    )
    return [f"depends on luck: name {points}", *failing[0]]


def guarded(play: Callable[[], list[str]]) -> list[str]:
    """Turn mistakes of the test and faults of the rules into lines."""
    try:
        return play()
    except Failed as failed:
        return [str(failed)]
    except Wrong as wrong:
        place = f"{wrong.span.source.name}:{wrong.span.line}: " if wrong.span is not None else ""
        return [f"{place}{wrong.message}"]
    except Fault as fault:
        return [f"fault `{fault.code}` in {fault.rule}, line {fault.span.line}: {fault.message}"]


def once(tables: Tables, scenario: Scenario, seed: int, lucky: dict[str, None]) -> list[str]:
    """Play a test once."""
    table = tables.table(scenario, seed)

    def by_seed(state: State, outcomes: list[Option]) -> int:
        stop = state.stop
        assert isinstance(stop, Chance)
        counter = state.cells[table.game.graph.cells.counters[stop.point]]
        return pick(seed, point_key(stop.point), counter, [o.weight for o in outcomes])

    play = Play(table, by_seed)
    before = [*table.state.cells]
    lines = play_steps(play, scenario)
    if lines:
        lucky.update(play.lucky)
        return lines
    lines += final_checks(play, scenario)
    if scenario.ways is not None:
        count = ways(play)
        if count != scenario.ways:
            lines.append(f"ways: expected {scenario.ways}, found {count}")
    if scenario.unchanged:
        lines += unchanged(play, scenario, before)
    lucky.update(play.lucky)
    return lines


def final_checks(play: Play, scenario: Scenario) -> list[str]:
    """Check what is expected after all steps. A race nobody mentioned is nobody's, unless its options are asked for."""
    early = (
        check_options(play, scenario.options)
        if scenario.options and isinstance(play.state.stop, Race)
        else ["not asked for"]
    )
    lines = expect(play, scenario.expect, last=bool(early)) + play.unused_script()
    return lines + (check_options(play, scenario.options) if early else [])


def rung_next(play: Play, scenario: Scenario, number: int) -> bool:
    """Tell whether the next answer of a test is to the race that is open now."""
    stop = play.state.stop
    following = next((s for s in scenario.play[number:] if s.who not in ("expect", "options")), None)
    if not isinstance(stop, Race) or following is None:
        return False
    seat = play.table.seat(following.who)
    answers = words(following.content) if isinstance(following.content, tree.Scalar | tree.Sequence) else []
    if following.who == "refused" and isinstance(following.content, tree.Mapping):
        return True
    if seat not in stop.players or not answers:
        return False
    return bool(choose(play.table.names, play.state.cells, play.state.options(seat), answers[0]))


def play_steps(play: Play, scenario: Scenario) -> list[str]:
    """Play the steps; the first that fails ends it."""
    for number, step in enumerate(scenario.play, 1):
        play.step = number
        try:
            if step.who == "expect":
                lines = expect(play, dict(pairs(step.content)), last=not rung_next(play, scenario, number))
            elif step.who == "options":
                lines = check_options(play, dict(pairs(step.content)))
            elif step.who == "refused":
                refused(play, step)
                lines = []
            else:
                play.begin()
                play.answer_step(step)
                lines = []
        except Failed as failed:
            lines = [str(failed)]
        if lines:
            return [f"step {number} (line {step.span.line}): {line}" for line in lines]
    return []


def ways(play: Play) -> int:
    """Count in how many ways the turn can be finished, over all its stops."""
    play.finish()
    start = play.state
    turn = (start.cells[TURNS], start.cells[ACTOR])

    def count(state: State) -> int:
        while isinstance(state.stop, Chance):
            state.draw()
        if isinstance(state.stop, Terminal) or (state.cells[TURNS], state.cells[ACTOR]) != turn:
            return 1
        player = asked(state.stop)[0]
        total = 0
        for number in range(len(state.options(player))):
            branch = state.clone()
            branch.apply(player, number)
            total += count(branch)
        return total

    return count(start.clone())


def unchanged(play: Play, scenario: Scenario, before: list[int]) -> list[str]:
    """Check that the named families changed nowhere except where `expect` says so."""
    game = play.table.game
    cells, load = game.graph.cells, game.load
    stated = {key.split("[")[0].strip() for key in scenario.expect} | set(scenario.expect)
    lines = []
    for name in scenario.unchanged:
        if name in load.rules.variables:
            variable = load.rules.variables[name]
            base = cells.variables[name]
            for member, index in enumerate(load.families(variable.each)):
                owner = member_name(play, variable.each, variable.dot, index, name)
                if owner not in stated and play.state.cells[base + member] != before[base + member]:
                    then, now = (
                        game.machine.writer.value(play.state.cells, variable.type, c[base + member])
                        for c in (before, play.state.cells)
                    )
                    lines.append(f"{owner} has changed from {then} to {now}")
        elif name in load.rules.zones:
            zone = load.rules.zones[name]
            for spot in load.spots:
                owner = (
                    member_name(play, zone.each, zone.dot, spot.indexes, name) if spot.zone is zone else ""
                )
                if (
                    owner
                    and owner not in stated
                    and lies(game, play.state.cells, spot.number) != lies(game, before, spot.number)
                ):
                    lines.append(f"{owner} has changed")
        else:
            lines += unchanged_place(play, scenario, name, before)
    return lines


def unchanged_place(play: Play, scenario: Scenario, name: str, before: list[int]) -> list[str]:
    """Check that one place or variable of a family is as it was."""
    found = play.table.expression(name, scenario.span)
    then = play.table.evaluate(found, State(play.table.game, before, 0, None))
    now = play.table.evaluate(found)
    if isinstance(found, typed.Place) and isinstance(then, list) and isinstance(now, list):
        return [] if sorted(then) == sorted(now) else [f"{name} has changed"]
    if then == now:
        return []
    writer, cells = play.table.game.machine.writer, play.state.cells
    was, is_ = (writer.value(cells, found.type, v) for v in (then, now))
    return [f"{name} has changed from {was} to {is_}"]


def member_name(
    play: Play, each: tuple[typed.Index, ...], dot: int | None, index: tuple[int, ...], name: str
) -> str:
    """Return how a test would name one member of a family."""
    words = [play.table.names.word(kind, value) for kind, value in zip(each, index, strict=True)]
    others = ", ".join(w for n, w in enumerate(words) if n != dot)
    head = f"{words[dot]}.{name}" if dot is not None else name
    return f"{head}[{others}]" if others else head


def lies(game: Game, cells: list[int], spot: int) -> list[int]:
    """Return what lies in a zone."""
    found = game.machine.places.stored(cells, spot)
    return sorted(found) if game.machine.places.forms[spot] == "set" else found


# -- exact chances --------------------------------------------------------------------------------


def check_chances(tables: Tables, scenario: Scenario) -> list[str]:
    """Enumerate all luck of the steps and compare the exact distributions."""
    leaves = list(all_luck(tables, scenario))
    lines = []
    for key, data in scenario.chances.items():
        if not isinstance(data, tree.Mapping):
            raise Wrong("a distribution is a mapping: value → probability", data.span)
        covered = [False] * len(leaves)
        for entry, weight in data.pairs:
            content = tree.Scalar(entry.text, False, entry.span)
            total = Fraction(0)
            for number, (play, chance) in enumerate(leaves):
                found = play.table.expression(key, entry.span)
                if holds(play, found, content):
                    total += chance
                    covered[number] = True
            wanted, slack = probability(plain(weight), weight)
            if abs(total - wanted) > slack:
                lines.append(
                    f"chance of {key} being {entry.text}: expected {plain(weight)}, found {total} ({float(total):.4f})"
                )
        missed = sum((c for (_, c), hit in zip(leaves, covered, strict=True) if not hit), Fraction(0))
        if missed:
            lines.append(f"chances of {key}: other values have {missed} ({float(missed):.4f})")
    return lines


def holds(play: Play, found: typed.Expr, content: tree.Scalar) -> bool:
    """Tell whether a value is what one key of a distribution says: `nothing`, `red and 2 of blue`, `3`."""
    value = play.table.evaluate(found)
    data: tree.Data = content
    if isinstance(found.type, Set) and isinstance(found.type.of, Thing):
        parts = [] if content.text.strip() in ("nothing", "none") else content.text.split(" and ")
        data = tree.Sequence(tuple(tree.Scalar(p, False, content.span) for p in parts), True, content.span)
    return not compare_typed(play, "", found, value, data)


def probability(text: str, data: tree.Data) -> tuple[Fraction, Fraction]:
    """Return a written probability and how exactly it was written."""
    match = re.fullmatch(r"(\d+)/(\d+)|(\d*\.?\d+)\s*(%?)", text.strip())
    if match is None:
        raise Wrong("a probability is written 0.25, 25 % or 1/4", data.span)
    if match.group(1):
        return Fraction(int(match.group(1)), int(match.group(2))), Fraction(0)
    value = Fraction(match.group(3))
    digits = len(match.group(3).partition(".")[2])
    slack = Fraction(1, 2 * 10**digits) if digits else Fraction(0)
    if match.group(4):
        return value / 100, slack / 100
    return value, slack


def all_luck(tables: Tables, scenario: Scenario) -> Iterator[tuple[Play, Fraction]]:
    """Yield a finished play for every way luck can fall, with its probability."""
    path: list[tuple[int, int]] = []
    while True:
        chance = [Fraction(1)]
        depth = [0]

        def enumerated(
            state: State, options: list[Option], chance: list[Fraction] = chance, depth: list[int] = depth
        ) -> int:
            at = depth[0]
            if at == len(path):
                path.append((0, len(options)))
            depth[0] += 1
            chosen = path[at][0]
            chance[0] *= Fraction(options[chosen].weight, sum(o.weight for o in options))
            return chosen

        play = Play(tables.table(scenario, SEEDS[0]), enumerated)
        lines = play_steps(play, scenario)
        if lines:
            raise Failed(lines[0])
        play.settle(races=True)
        yield play, chance[0]
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        path[-1] = (path[-1][0] + 1, path[-1][1])
