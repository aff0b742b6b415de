"""Measure random games of every engine beside other software, in turns within one run, on one core.

Prints Markdown tables for docs/benchmarks.md: complete random games per CPU second, and ratios. Needs the extra
`bench`: `pip install -e '.[bench]'`, then `python benchmarks/peers.py [SECONDS [ROUNDS]]`, on a quiet machine.
Every player answers with each option equally often, in every program that is measured.
"""

from __future__ import annotations

import ctypes
import platform
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import which
from statistics import median
from tempfile import mkdtemp
from time import process_time
from typing import Any

from rulewright.dsl.compile import check_file
from rulewright.interpreter.engines.python.engine import PythonEngine
from rulewright.interpreter.engines.wasm.engine import WasmEngine
from rulewright.interpreter.game import Game
from rulewright.interpreter.program.assemble import program_of
from rulewright.interpreter.series import reference_series

Play = Callable[[int], object]
"""Plays so many games."""
RULESETS = Path(__file__).parents[1] / "rulesets"
CALL = 1024
"""How many games one call plays, at most."""
CALLS = 16
"""In how many such calls the decisions of a game are counted."""
CLASSICS = {
    "tic_tac_toe": ("tic_tac_toe", 2.0),
    "connect_four": ("connect_four", 7.0),
    "kuhn_poker": ("kuhn_poker", 1.0),
    "leduc_poker": ("leduc_poker", 1.0),
    "pig": ("pig", 1.0),
    "go_fish": ("go_fish", 1.0),
    "hearts": ("hearts", 1.0),
    "othello": ("othello", 0.0),
}
"""Our name -> OpenSpiel's, and how many times as fast native code should be as its rollouts inside C++."""
ROLLOUTS = """
#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/spiel.h"
extern "C" double rollouts(const char* name, int count, int seed) {
  auto game = open_spiel::LoadGame(std::string(name));
  auto state = game->NewInitialState();
  return open_spiel::algorithms::RandomRolloutEvaluator(count, seed).Evaluate(*state)[0];
}
"""
"""OpenSpiel's own random rollouts, many in one call: its Python package has them, but no way to call them."""
ZOO = {"tic_tac_toe": "tictactoe_v3", "connect_four": "connect_four_v3"}
"""Our name -> PettingZoo's."""
TABLES = [
    ("usagi_curry", 4),
    ("garcon", 4),
    ("a_la_carte", 4),
    ("bbqp_draft14", 4),
    ("bbqp_draft15", 4),
    ("chaos_terria", 2),
    ("chaos_terria", 4),
]
OURS = ("wasm", "python", "reference")


def game_of(name: str, players: int) -> Game:
    """Return a shipped game with every parameter at its default."""
    rules, _ = check_file(RULESETS / f"{name}.yaml")
    assert rules is not None
    return Game.of(rules, players)


def own(game: Game) -> dict[str, Play]:
    """Return our engines."""
    program = program_of(game.graph)
    found: dict[str, Play] = {}
    for name, runner in (("wasm", WasmEngine(program)), ("python", PythonEngine(program))):
        runner.seed(1, 2)
        found[name] = partial(in_calls, runner)
    found["reference"] = lambda count: list(reference_series(game, 1, 0, count))
    return found


def in_calls(runner: WasmEngine | PythonEngine, count: int) -> None:
    """Play games in as few calls as possible."""
    first = 0
    while first < count:
        first += runner.call("many", first, min(CALL, count - first))


def decisions_of(game: Game) -> float:
    """Return how many decisions a random game has, on average of many."""
    program = program_of(game.graph)
    runner = WasmEngine(program)
    runner.seed(5, 6)
    width, total = program.names["RESULT_WIDTH"], 0
    for call in range(CALLS):
        runner.call("many", call * CALL, CALL)
        total += sum(runner.read(program.names["RESULTS"], CALL * width)[::width])
    return total / (CALLS * CALL)


# -- others ---------------------------------------------------------------------------------------


def others(name: str) -> dict[str, Play]:
    """Return other programs that play a classic."""
    found: dict[str, Play] = {}
    try:
        import pyspiel
    except ImportError:
        return found
    theirs = pyspiel.load_game(CLASSICS[name][0])
    inside = spiel_inside()
    if inside is not None:
        found["OpenSpiel, C++"] = lambda count: inside(CLASSICS[name][0].encode(), count, 1)
    found["OpenSpiel, Python"] = partial(spiel_outside, theirs, random.Random(1))
    if name == "leduc_poker":
        found |= rlcard("leduc-holdem")
    if name in ZOO:
        found |= pettingzoo(ZOO[name])
    return found


@cache
def spiel_inside() -> Callable[[bytes, int, int], float] | None:
    """Return OpenSpiel's rollouts inside C++, or None where no compiler is."""
    import pyspiel

    compiler = which("g++") or which("clang++")
    if compiler is None:
        print("OpenSpiel's rollouts inside C++ need a C++ compiler; there is none", file=sys.stderr)
        return None
    package = Path(pyspiel.__file__).parent / "open_spiel"
    folder = Path(mkdtemp())
    source, made = folder / "rollouts.cc", folder / "rollouts.so"
    source.write_text(ROLLOUTS, encoding="utf-8")
    headers = [package.parent, package / "abseil-cpp", package / "json" / "include"]
    flags = ["-std=c++20", "-O2", "-shared", "-fPIC", *(f"-I{header}" for header in headers)]
    subprocess.run([compiler, *flags, str(source), "-o", str(made)], check=True)
    ctypes.CDLL(pyspiel.__file__, mode=ctypes.RTLD_GLOBAL)
    found = ctypes.CDLL(str(made)).rollouts
    found.restype = ctypes.c_double
    return found  # type: ignore[no-any-return]


def spiel_outside(theirs: Any, luck: random.Random, count: int) -> None:
    """Play games of OpenSpiel with a loop in Python."""
    for _ in range(count):
        state = theirs.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                actions, weights = zip(*outcomes, strict=True)
                state.apply_action(luck.choices(actions, weights)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))


def rlcard(name: str) -> dict[str, Play]:
    """Return RLCard's environment of a game, if it is there."""
    try:
        import rlcard as cards
        from rlcard.agents import RandomAgent
    except ImportError:
        return {}
    table = cards.make(name)
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(table.num_players)])

    def play(count: int) -> None:
        for _ in range(count):
            table.run(is_training=False)

    return {"RLCard": play}


def pettingzoo(name: str) -> dict[str, Play]:
    """Return PettingZoo's environment of a game, if it is there."""
    from importlib import import_module

    try:
        table = import_module(f"pettingzoo.classic.{name}").env()
    except Exception as reason:  # its games import what not everybody has
        print(f"PettingZoo's {name} can't be used: {reason}", file=sys.stderr)
        return {}
    luck = random.Random(1)

    def play(count: int) -> None:
        for _ in range(count):
            table.reset()
            for _agent in table.agent_iter():
                seen, _, ended, cut, _ = table.last()
                if ended or cut:
                    table.step(None)
                else:
                    mask = seen["action_mask"]
                    table.step(luck.choice([a for a, may in enumerate(mask) if may]))

    return {"PettingZoo": play}


# -- measuring ------------------------------------------------------------------------------------


def cost(play: Play, count: int) -> float:
    """Return the CPU seconds of so many games."""
    before = process_time()
    play(count)
    return process_time() - before


def measured(plays: dict[str, Play], seconds: float, rounds: int) -> dict[str, list[float]]:
    """Return games per second of each, one number a round; in a round each has its turn."""
    counts = {}
    for name, play in plays.items():
        count = 1
        while (spent := cost(play, count)) < seconds / 8:
            count *= 2
        counts[name] = max(1, round(count * seconds / spent))
    found: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(rounds):
        for name, play in plays.items():
            found[name].append(counts[name] / cost(play, counts[name]))
    return found


def ratio(rates: dict[str, list[float]], one: str, other: str) -> str:
    """Return how many times as fast one is: the median of the rounds, and the least and the greatest."""
    found = [a / b for a, b in zip(rates[one], rates[other], strict=True)]
    return f"{short(median(found))} ({short(min(found))}–{short(max(found))})"


def short(number: float) -> str:
    """Return a number with few digits."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def rate(rates: dict[str, list[float]], name: str) -> str:
    """Return the median of the games per second."""
    if name not in rates:
        return "–"
    return short(median(rates[name]))


def machine() -> str:
    """Return where and with what this is measured."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        chip = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        chip = platform.processor() or platform.machine()
    found = []
    for package in ("wasmtime", "open_spiel", "rlcard", "pettingzoo"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return f"{chip}, one core; Python {platform.python_version()}, {', '.join(found)}"


def main() -> None:
    """Print the tables."""
    warnings.simplefilter("ignore")
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print(f"{machine()}; {rounds} rounds of {seconds} s each.\n")
    theirs = ("OpenSpiel, C++", "OpenSpiel, Python", "RLCard", "PettingZoo")
    print(
        f"| game | decisions | {' | '.join((*OURS, *theirs))} |\n|---|{'---:|' * (1 + len(OURS) + len(theirs))}"
    )
    ratios = []
    for name, (_, wanted) in CLASSICS.items():
        players = 4 if name == "hearts" else 2
        game = game_of(f"classics/{name}", players)
        rates = measured(own(game) | others(name), seconds, rounds)
        row = [f"{decisions_of(game):.2f}", *(rate(rates, n) for n in (*OURS, *theirs))]
        print(f"| {name} | {' | '.join(row)} |", flush=True)
        against = ratio(rates, "wasm", "OpenSpiel, C++") if "OpenSpiel, C++" in rates else "–"
        aim = short(wanted) if wanted else "–"
        ratios.append(
            (name, against, aim, ratio(rates, "wasm", "python"), ratio(rates, "python", "reference"))
        )
    print("\n| game | decisions | wasm | python | reference |\n|---|---:|---:|---:|---:|")
    for name, players in TABLES:
        game = game_of(name, players)
        rates = measured(own(game), seconds, rounds)
        row = [f"{decisions_of(game):.1f}", *(rate(rates, n) for n in OURS)]
        print(f"| {name}, {players} players | {' | '.join(row)} |", flush=True)
        shown = f"{name}, {players} players"
        ratios.append((shown, "–", "–", ratio(rates, "wasm", "python"), ratio(rates, "python", "reference")))
    print(
        "\n| ratio, median (least–greatest of the rounds) | wasm : OpenSpiel in C++ | aim | wasm : python | python : reference |"
    )
    print("|---|---:|---:|---:|---:|")
    for line in ratios:
        print(f"| {' | '.join(line)} |")


if __name__ == "__main__":
    main()
