"""`simulate`: many games with bots, and ranges for what comes out; three verdicts."""

from __future__ import annotations

import random
import re
from math import sqrt
from statistics import mean, median

from rulewright.dsl import tree, typed
from rulewright.dsl.cells import STOPS, TURNS
from rulewright.interpreter.game import Chance, Game, State
from rulewright.interpreter.scenarios.fixture import Tables
from rulewright.interpreter.scenarios.model import Scenario, Wrong, scalar
from rulewright.interpreter.scenarios.play import asked

Z = 1.96
"""95 %."""


def run(tables: Tables, scenario: Scenario) -> list[str]:
    """Play the games and judge every expectation."""
    settings = scenario.simulate or {}
    games, seed = int(settings.get("games", "100")), int(settings.get("seed", "1"))
    players = (
        int(settings["players"]) if settings.get("players", "").isdigit() else tables.rules.written.players[0]
    )
    bots = settings.get("bots", "random")
    if bots != "random":
        raise Wrong(f"there are no `{bots}` bots; `random` there are", scenario.span)
    game = Game.of(tables.rules, players, scenario.set)
    finished = [play(game, seed * 1_000_003 + number) for number in range(games)]
    lines = []
    for key, data in scenario.expect.items():
        line = judge(game, finished, key, data)
        if line:
            lines.append(line)
    return lines


def play(game: Game, seed: int) -> tuple[State, dict[str, int]]:
    """Play one game with random bots; returns the final state and how often each action was taken."""
    luck = random.Random(seed)
    state = game.new(seed, log=False)
    taken: dict[str, int] = {}
    while not state.over:
        stop = state.stop
        if isinstance(stop, Chance):
            state.draw()
            continue
        player = asked(stop)[0]
        options = state.options(player)
        number = luck.randrange(len(options))
        if options[number].form == "action":
            taken[options[number].name] = taken.get(options[number].name, 0) + 1
        state.apply(player, number)
    return state, taken


def judge(game: Game, finished: list[tuple[State, dict[str, int]]], key: str, data: tree.Data) -> str:
    """Judge one expectation over all games."""
    text = scalar(data)
    low, high = limits(text, data)
    share = re.fullmatch(r"share (\w+)", key)
    if share is not None:
        hits = sum(t.get(share.group(1), 0) for _, t in finished)
        return judge_share(key, text, hits, sum(sum(t.values()) for _, t in finished), low, high)
    if key in ("rematch", "nobody", "shared", "win", "draw"):
        hits = sum(s.result().outcome == key for s, _ in finished)
        return judge_share(key, text, hits, len(finished), low, high)
    counted = re.fullmatch(r"(turns|stops)(?: (mean|median|most|least))?", key)
    if counted is not None:
        cell = TURNS if counted.group(1) == "turns" else STOPS
        values: list[float] = [s.cells[cell] for s, _ in finished]
        how = counted.group(2)
        if how is not None:
            values = [summary(how, values)]
    else:
        found = expression(game, key, data)
        closure = game.machine.compiler.root(found)
        values = [closure(s.cells) for s, _ in finished]
    wrong = [v for v in values if not low <= v <= high]
    return f"{key}: expected {text}, found {wrong[0]} in {len(wrong)} of {len(values)}" if wrong else ""


def summary(how: str, values: list[float]) -> float:
    """Return one number for many."""
    match how:
        case "mean":
            return mean(values)
        case "median":
            return median(values)
        case "most":
            return max(values)
        case _:
            return min(values)


def expression(game: Game, key: str, data: tree.Data) -> typed.Expr:
    """Type the key of an expectation."""
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.resolve import type_outside
    from rulewright.dsl.source import RuleText

    report = Report()
    rule = RuleText(key, data.span.source, ((0, data.span.start),), False)
    found = type_outside(game.rules, rule, {}, report)
    if found is None or report.failed:
        raise Wrong(f"`{key}`: {report.sorted()[0].message}", data.span)
    return found


def limits(text: str, data: tree.Data) -> tuple[float, float]:
    """Read `20..40`, `10 % .. 20 %`, `25 % ± 3`, or one number."""
    percent = "%" in text
    plain = text.replace("%", "").replace(" ", "")
    spanned = re.fullmatch(r"(-?[\d.]*\d)\.\.(-?\d[\d.]*)", plain)
    around = re.fullmatch(r"(-?[\d.]+)±([\d.]+)", plain)
    if spanned is not None:
        low, high = float(spanned.group(1)), float(spanned.group(2))
    elif around is not None:
        low = float(around.group(1)) - float(around.group(2))
        high = float(around.group(1)) + float(around.group(2))
    elif re.fullmatch(r"-?[\d.]+", plain):
        low = high = float(plain)
    else:
        words = {"true": 1.0, "yes": 1.0, "false": 0.0, "no": 0.0}
        if text not in words:
            raise Wrong("a range is written 20..40 or 25 % ± 3", data.span)
        low = high = words[text]
    return (low / 100, high / 100) if percent else (low, high)


def judge_share(key: str, text: str, hits: int, total: int, low: float, high: float) -> str:
    """Judge a share by its 95 % interval (Wilson): inside, outside, or undecided."""
    if not total:
        return f"{key}: nothing to count"
    share = hits / total
    middle = (share + Z * Z / (2 * total)) / (1 + Z * Z / total)
    half = Z * sqrt(share * (1 - share) / total + Z * Z / (4 * total * total)) / (1 + Z * Z / total)
    bottom, top = middle - half, middle + half
    if low <= bottom and top <= high:
        return ""
    shown = f"{share:.1%}, 95 % between {bottom:.1%} and {top:.1%}"
    if top < low or bottom > high:
        return f"{key}: expected {text}, found {shown}"
    more = int(total * max((half / max(min(abs(share - low), abs(high - share)), 1e-3)) ** 2 - 1, 1))
    return f"undecided: {key}: expected {text}, found {shown}; about {more} games more would tell"
