"""Engine and second opinion side by side: the same answers, compared at every stop."""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import define, frozen

from oracle.choices import NOTHING
from oracle.direct import Direct
from oracle.endings import Ending, ending
from oracle.table import Stop, Wrong
from rulewright.dsl.cells import FIRST, NONE
from rulewright.interpreter.engines.reference.options import Option
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.game import Chance, Decision, Game, Joint, Race, State, Terminal


class Disagreement(AssertionError):
    """The two don't agree: what, after how many stops."""


@frozen
class Played:
    """One game that both played alike: how many stops, the code of the fault it ended with, if any, which kinds of
    stop and of statement came up, and whether it was played to its end."""

    stops: int
    fault: str
    kinds: frozenset[str]
    done: frozenset[str]
    ended: bool


@define(eq=False)
class Pair:
    """A game played twice at once."""

    game: Game
    seed: int
    stops: int = 0

    def play(self, luck: Random, most: int = 100_000) -> Played:
        """Play with random answers to the end, or for `most` stops; a `Disagreement` says where they part."""
        state, fault = self.guarded(lambda: self.game.new(self.seed, log=False))
        direct = Direct(self.game.load, self.seed)
        run, answers = direct.run(), None
        kinds: set[str] = set()
        while True:
            stop, wrong = self.advance(run, answers)
            if wrong and not fault:
                _, fault = self.guarded(lambda found=state: listed(found))
            if fault or wrong:
                self.same("fault", fault, wrong)
            else:
                self.compare(state, direct, stop)
            if stop is None or self.stops >= most:
                ended = stop is None and not fault
                return Played(self.stops, fault, frozenset(kinds), frozenset(direct.done), ended)
            self.stops += 1
            kinds.add(stop.kind)
            answers, fault = self.answer(state, stop, luck)

    def guarded(self, step: Any) -> tuple[Any, str]:
        """Do something with the engine; return the code of its fault."""
        try:
            return step(), ""
        except Fault as fault:
            return None, fault.code

    def advance(self, run: Any, answers: Any) -> tuple[Stop | None, str]:
        """Let the second opinion run to its next stop; None at the end of the game."""
        try:
            return run.send(answers), ""
        except StopIteration:
            return None, ""
        except Wrong as wrong:
            return None, wrong.code

    def judged(self, direct: Direct) -> tuple[Ending | None, str]:
        """Let the second opinion say how the game ended; return the code of its fault."""
        try:
            return ending(direct), ""
        except Wrong as wrong:
            return None, wrong.code

    def answer(self, state: State, stop: Stop, luck: Random) -> tuple[dict[int, int], str]:
        """Answer at random; return the answers and the code of the engine's fault, if it has one."""
        if stop.kind == "chance":
            drawn, fault = self.guarded(state.draw)
            if not fault:
                self.same(f"draw of {stop.point}", drawn, stop.drawn)
            return {}, fault
        answers = {}
        players = list(stop.options)
        if stop.kind != "decision":
            luck.shuffle(players)
        fault = ""
        for player in players:
            answers[player] = luck.randrange(len(stop.options[player]))
            _, fault = self.guarded(lambda player=player: state.apply(player, answers[player]))
        return answers, fault

    def same(self, what: str, engine: Any, direct: Any) -> None:
        """Insist that both say the same."""
        if engine != direct:
            raise Disagreement(
                f"{what} after {self.stops} stops, seed {self.seed}, {self.game.players} players:\n"
                f"  engine: {engine}\n  direct: {direct}"
            )

    def compare(self, state: State, direct: Direct, stop: Stop | None) -> None:
        """Compare everything at a stop."""
        found = state.stop
        kind, players = kind_of(found)
        self.same("kind of stop", kind, stop.kind if stop is not None else "over")
        self.compare_table(state, direct, stop)
        if stop is None:
            result, fault = self.guarded(state.result)
            own, wrong = self.judged(direct)
            self.same("fault at the end", fault, wrong)
            for name in ("outcome", "winners", "lines", "totals", "returns") if own is not None else ():
                self.same(name, getattr(result, name), getattr(own, name))
        elif isinstance(found, Chance):
            self.same("point", found.point, stop.point)
            outcomes = state.outcomes()
            if found.point.startswith("shuffle "):
                self.same("undecided cards", len(outcomes), len(stop.options[-1]))
            else:
                self.same("outcomes", [value_of(o) for o in outcomes], [plain(v) for v in stop.options[-1]])
            self.same("weights", [o.weight for o in outcomes], list(stop.weights))
        else:
            self.same("players asked", sorted(players), sorted(stop.options))
            for player, options in stop.options.items():
                engine = [value_of(o) for o in state.options(player)]
                self.same(f"options of {player}", engine, [plain(v) for v in options])

    def compare_table(self, state: State, direct: Direct, stop: Stop | None) -> None:
        """Compare what lies where and how, and all variables and attributes.

        While chance decides a pile that is being shuffled, nothing is said about its order.
        """
        game, table = self.game, direct.table
        cells, load = game.graph.cells, game.load
        self.same("first player", none_of(state.cells[FIRST]), table.first_player)
        for spot in load.spots:
            engine = game.machine.places.listed(state.cells, spot.number)
            own = table.listed(spot.number)
            if stop is not None and stop.point == f"shuffle {spot.zone.name}" and not spot.zone.lazy:
                engine, own = sorted(engine), sorted(own)
            self.same(f"zone {spot.zone.name} {spot.indexes}", engine, own)
        facing = state.cells[cells.facing : cells.facing + len(load.cards)]
        out = [spot == 0 for spot in table.at]
        self.same("facing", hide(facing, out), hide(table.facing, out))
        for variable in load.rules.variables.values():
            for n, index in enumerate(load.families(variable.each)):
                engine = state.cells[cells.variables[variable.name] + n]
                self.same(
                    f"variable {variable.name} {index}",
                    none_of(engine),
                    table.variables.get((variable.name, index)),
                )
        for kind in load.rules.kinds.values():
            for attribute in kind.keeps.values():
                at = cells.keeps[kind.name, attribute.name]
                for component in range(load.first[kind.name], load.first[kind.name] + load.many[kind.name]):
                    for index in load.families(attribute.each):
                        what = f"attribute {attribute.name} {index} of {component}"
                        self.same(
                            what,
                            none_of(state.cells[at]),
                            table.keeps.get((component, attribute.name, index)),
                        )
                        at += 1


def hide(facing: list[int], out: list[bool]) -> list[int]:
    """Return how components lie, those in the box left out."""
    return [0 if gone else side for side, gone in zip(facing, out, strict=True)]


def kind_of(found: Any) -> tuple[str, tuple[int, ...]]:
    """Return the kind of a stop of the engine and who is asked."""
    match found:
        case Decision(player=player):
            return "decision", (player,)
        case Joint(players=players):
            return "joint", players
        case Race(players=players):
            return "race", players
        case Chance():
            return "chance", ()
        case Terminal():
            return "over", ()
    raise AssertionError(found)


def listed(state: State) -> None:
    """Have the engine list all options of a stop: a mistake in the condition of one may show only now."""
    for player in kind_of(state.stop)[1]:
        state.options(player)


def none_of(cell: int) -> int | None:
    """Return a cell as a value."""
    return None if cell == NONE else cell


def value_of(option: Option) -> Any:
    """Return an option of the engine as the second opinion writes it."""
    match option.form:
        case "value" | "case":
            return none_of(option.value)
        case "set":
            return list(option.value)
        case "action":
            return (option.name, *(list(v) if isinstance(v, list) else none_of(v) for v in option.value))
        case "nothing":
            return NOTHING
        case _:
            return option.form


def plain(found: Any) -> Any:
    """Return a value of the second opinion with truth values as numbers."""
    return int(found) if isinstance(found, bool) else found
