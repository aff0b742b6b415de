"""Reference engine and fast engines side by side: the same answers, compared at every stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from attrs import define, field, frozen

from rulewright.dsl import graph as g
from rulewright.dsl.cells import CHANCE, KIND, MASK, NONE, PC, Cells
from rulewright.interpreter.engines.fast import FaultAt, Runner
from rulewright.interpreter.engines.python.engine import PythonEngine
from rulewright.interpreter.engines.reference.options import Option
from rulewright.interpreter.engines.reference.sight import BOXED
from rulewright.interpreter.engines.wasm.engine import WasmEngine
from rulewright.interpreter.faults import Fault, Refused
from rulewright.interpreter.game import Game, State
from rulewright.interpreter.observe import observe
from rulewright.interpreter.program.assemble import program_of
from rulewright.interpreter.program.choices import part_width
from rulewright.interpreter.program.context import Lowering
from rulewright.interpreter.program.form import Program
from rulewright.interpreter.results import Result
from rulewright.interpreter.series import OUTCOMES

ENGINES: dict[str, Callable[[Any], Runner]] = {"python": PythonEngine, "wasm": WasmEngine}
CAREFUL = 0.4
"""How often what may be declined is declined; else answers are random."""
KINDS = ("running", "decision", "joint", "race", "chance", "over")


@lru_cache(maxsize=64)
def program_for(game: Game, *, tracking: bool = False) -> Program:
    """Return the program of a game, made once while several tests ask for it."""
    return program_of(game.graph, tracking=tracking)


def runners_of(game: Game, *, tracking: bool = False) -> dict[str, Runner]:
    """Return every fast engine with the program of a game: lean, or one that keeps what anybody knows."""
    program = program_for(game, tracking=tracking)
    return {name: make(program) for name, make in ENGINES.items()}


class Disagreement(AssertionError):
    """Two engines don't agree: which, about what, after how many stops."""


@frozen
class Played:
    """One game that all played alike: how many stops, the code of the fault it ended with, if any, which kinds of
    stop came up, how often the state was moved, and whether it was played to its end."""

    stops: int
    fault: str
    kinds: frozenset[str]
    moved: int
    ended: bool


@frozen
class Mistake:
    """A fault as every engine tells it: its code, and the rule (empty where the reference names none)."""

    code: str
    rule: str


@define(eq=False)
class Group:
    """A game played by the reference engine and by fast engines at once."""

    game: Game
    runners: Mapping[str, Runner]
    seed: int
    tracking: bool = False
    """Whether the engines keep what anybody knows."""
    stops: int = 0
    moved: int = 0
    work: Lowering = field(init=False)
    kept: list[range] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.work = Lowering(self.game.graph)
        self.kept = kept(self.game.graph.cells, tracking=self.tracking)

    # -- playing ----------------------------------------------------------------------------------

    def play(self, luck: Random, most: int = 100_000) -> Played:
        """Play with random answers to the end, or for `most` stops; a `Disagreement` says where they part."""
        first = luck.choice([None, *range(self.game.players)])
        state, fault = self.both(
            lambda: self.game.new(self.seed, first_player=first, log=False),
            lambda runner: runner.call("start", NONE if first is None else first),
        )
        kinds: set[str] = set()
        while not fault:
            self.compare_cells(state)
            kinds.add(KINDS[state.cells[KIND]])
            if state.over or self.stops >= most:
                break
            if luck.random() < 0.03:
                self.hand_in(state, luck)
                self.move(state, luck)
            if luck.random() < 0.03:
                self.compare_view(state, luck.randrange(self.game.players + 1))
            self.stops += 1
            fault = self.step(state, luck)
        ended = not fault and state.over
        if ended:
            fault = self.compare_results(state)
        return Played(self.stops, fault, frozenset(kinds), self.moved, ended)

    def step(self, state: State, luck: Random) -> str:
        """Compare what can be answered, and answer; return the code of the fault this ends in, if it does."""
        waiting = [seat for seat in range(self.game.players) if state.cells[MASK] >> seat & 1]
        chance = state.cells[KIND] == CHANCE
        player = self.game.players if chance else luck.choice(waiting)
        self.same_words("asked", [self.game.players if chance else waiting[0]], lambda r: [r.call("asked")])
        listed, fault = self.both(
            lambda: state.outcomes() if chance else state.options(player),
            lambda runner: runner.call("options", player),
        )
        if fault:
            return fault
        self.compare_options(state, player, listed)
        number = choose(listed, luck)
        if luck.random() < 0.1:
            self.compare_refusals(state, player, luck.choice([-1, len(listed), len(listed) + 5]))
            idle = [seat for seat in range(self.game.players) if seat not in waiting]
            if idle and not chance:
                self.compare_refusals(state, luck.choice(idle), 0)
        answered, fault = self.both(
            lambda: state.apply(player, number), lambda runner: runner.call("apply", player, number)
        )
        assert answered is None
        return fault

    def both(self, reference: Callable[[], Any], fast: Callable[[Runner], object]) -> tuple[Any, str]:
        """Do a step in every engine; return what the reference gives and the code of the fault all end in."""
        found, mistake = None, None
        try:
            found = reference()
        except Fault as fault:
            mistake = Mistake(fault.code, fault.rule)
        for name, runner in self.runners.items():
            self.same("fault", name, mistake, guarded(self.game, runner, fast, mistake))
        return found, mistake.code if mistake is not None else ""

    def hand_in(self, state: State, luck: Random) -> None:
        """Hand in what may be handed in at any time, in the reference alone: fast engines don't know of it."""
        player = luck.randrange(self.game.players)
        if fouls := state.anytime(player):
            state.hand_in(player, luck.randrange(len(fouls)))

    def move(self, state: State, luck: Random) -> None:
        """Let the engines do something else; then write the reference's state into them, to go on from there."""
        self.moved += 1
        for runner in self.runners.values():
            names = runner.program.names
            try:
                runner.call("many", luck.randrange(1000), 1)
            except FaultAt:
                runner.write(names["AUTO"], [0])
            runner.write(0, state.cells)
            runner.write(names["LISTED"], [0])

    # -- comparing --------------------------------------------------------------------------------

    def same(self, what: str, engine: str, reference: object, found: object) -> None:
        """Insist that an engine says what the reference says."""
        if reference != found:
            raise Disagreement(
                f"{what} after {self.stops} stops, seed {self.seed}, {self.game.players} players:\n"
                f"  reference: {reference}\n  {engine}: {found}"
            )

    def same_words(self, what: str, reference: list[int], read: Callable[[Runner], list[int]]) -> None:
        """Insist that all engines have these words."""
        for name, runner in self.runners.items():
            self.same(what, name, reference, read(runner))

    def compare_cells(self, state: State) -> None:
        """Compare every cell that a fast engine keeps. When the game is over, nobody reads the locals of rules."""
        facing = range(self.game.graph.cells.facing, self.game.graph.cells.known)
        for name, runner in self.runners.items():
            cells = runner.read(0, len(state.cells))
            for stretch in self.kept:
                if state.over:
                    stretch = range(stretch.start, min(stretch.stop, self.game.graph.cells.frames))
                mine, own = state.cells[stretch.start : stretch.stop], cells[stretch.start : stretch.stop]
                if mine == own:
                    continue
                for at, reference, found in zip(stretch, mine, own, strict=True):
                    if reference != found and (
                        self.tracking or at not in facing or min(reference, found) < BOXED
                    ):
                        what = f"cell {at} ({self.cell_name(at)}), {self.place(state)}"
                        self.same(what, name, reference, found)

    def compare_view(self, state: State, seat: int) -> None:
        """Compare what a seat sees; who knows what is taken from the reference, for fast engines don't keep it."""
        unkept = sorted(set(range(len(state.cells))) - {cell for stretch in self.kept for cell in stretch})
        for name, runner in self.runners.items():
            cells = runner.read(0, len(state.cells))
            for cell in unkept:
                cells[cell] = state.cells[cell]
            seen = observe(self.game.machine, cells, seat)
            self.same(f"what {seat} sees, {self.place(state)}", name, state.observe(seat), seen)

    def compare_options(self, state: State, player: int, listed: list[Option]) -> None:
        """Compare the whole list of options, or of outcomes with their weights, record by record."""
        what = f"options of {player}, {self.place(state)}"
        wanted = [list(self.record(state, player, option)) for option in listed]
        for name, runner in self.runners.items():
            self.same(f"number of {what}", name, len(listed), runner.call("options", player))
            width = runner.call("width_now", player)
            words = runner.read(runner.program.names["OPTIONS"], len(listed) * width)
            for number, record in enumerate(wanted):
                own = words[number * width : (number + 1) * width]
                found = [None if w is None else x for w, x in zip(record, own, strict=False)]
                self.same(f"option {number} of {what}", name, record, found)

    def record(self, state: State, player: int, option: Option) -> Iterator[int | None]:
        """Yield the words of an option; None is a word nobody reads."""
        if player == self.game.players:
            yield from (option.value, option.weight)
            return
        stop = self.game.machine.asked(state.cells, player)
        if option.form == "nothing":
            many = isinstance(stop, g.Choose) and stop.slot.is_set
            yield -1 if isinstance(stop, g.Take) else 0 if many else NONE
        elif isinstance(stop, g.Take):
            yield option.action
            parts = stop.take.actions[option.action].parts
            for (_, choice), value in zip(parts, option.value, strict=True):
                words = [len(value), *value] if isinstance(value, list | tuple) else [value]
                yield from words
                yield from (None for _ in range(part_width(self.work, choice) - len(words)))
        elif option.form == "set":
            yield from (len(option.value), *option.value)
        else:
            yield option.value

    def compare_refusals(self, state: State, player: int, number: int) -> None:
        """See to it that every engine refuses an answer that isn't in the list or that nobody asked for, and changes
        nothing."""
        try:
            state.apply(player, number)
        except Refused:
            self.same_words("answer taken", [0], lambda runner: [runner.call("apply", player, number)])
        else:
            raise Disagreement(f"the reference takes answer {number}")
        self.compare_cells(state)

    def compare_results(self, state: State) -> str:
        """Compare how the game ended; return the code of the fault this is, if it is one."""
        result, fault = self.both(state.result, lambda runner: runner.call("result"))
        if fault:
            return fault
        for name, runner in self.runners.items():
            self.same("result", name, told(result), ending(runner))
        return ""

    def place(self, state: State) -> str:
        """Return where the reference is."""
        return f"at {self.game.graph.rules[state.cells[PC]]}"

    def cell_name(self, at: int) -> str:
        """Return what a cell holds, as near as it can be told."""
        cells = self.game.graph.cells
        starts = [(first, name) for name, first in cells.variables.items()]
        starts += [(first, ".".join(key)) for key, first in cells.keeps.items()]
        starts += [
            (cells.spot_of, "place"),
            (cells.facing, "facing"),
            (cells.armed, "armed"),
            (cells.frames, "frames"),
        ]
        starts += [(first, f"zone {n}") for n, first in enumerate(cells.spots)] + [(0, "head")]
        starts += [(first, f"counter of {name}") for name, first in cells.counters.items()]
        return max((first, name) for first, name in starts if first <= at)[1]


def choose(listed: list[Option], luck: Random) -> int:
    """Return the place of an answer: sometimes a careful one."""
    declines = [n for n, option in enumerate(listed) if option.form in ("quiet", "nothing", "no")]
    careful = bool(declines) and luck.random() < CAREFUL
    return declines[0] if careful else luck.randrange(len(listed))


def guarded(
    game: Game, runner: Runner, step: Callable[[Runner], object], wanted: Mistake | None
) -> Mistake | None:
    """Do a step; return the fault it ends in. Of its rule nothing is said where the reference names none."""
    try:
        step(runner)
    except FaultAt as fault:
        rule = game.graph.rules[runner.read(PC, 1)[0]] if wanted is None or wanted.rule else ""
        return Mistake(runner.program.sites[fault.site].code, rule)
    return None


def kept(cells: Cells, *, tracking: bool) -> list[range]:
    """Return the cells that a fast engine keeps: a lean one all but what anybody knows."""
    if tracking:
        return [range(cells.size)]
    found = [range(cells.known), range(cells.armed, cells.size)]
    if cells.shared:
        found[1:] = [range(cells.armed, cells.veil), range(cells.frames, cells.size)]
    return found


def told(result: Result) -> list[object]:
    """Return how the reference says that a game ended, as `ending` writes it."""
    mask = sum(1 << seat for seat in result.winners)
    return [result.outcome, mask, list(result.totals), list(result.returns)]


def ending(runner: Runner) -> list[object]:
    """Return how a fast engine says that a game ended: outcome, mask of the winners, totals, returns."""
    outcome = OUTCOMES[runner.call("result")]
    names = runner.program.names
    players = names["PLAYERS"]
    (worth,) = runner.read(names["WORTH"], 1)
    returns = [Fraction(word, worth) for word in runner.read(names["RETURNS"], players)]
    return [outcome, *runner.read(names["WINNERS"], 1), runner.read(names["TOTALS"], players), returns]
