"""File, players, parameters -> a program ready to play: from the cache where it is there, else by the whole front end."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.cli import bundled
from rulewright.cli.output import note
from rulewright.interpreter.engines import kept
from rulewright.interpreter.engines.choose import NoEngine, engine_for, usable
from rulewright.interpreter.engines.fast import Runner

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game


@frozen
class Running:
    """A machine, the name of its engine, and what it runs."""

    engine: str
    runner: Runner
    ready: kept.Ready


@define(eq=False, slots=False)
class Subject:
    """What is played: a ruleset for a number of players. The front end runs when it is needed, and once."""

    name: str
    players: int | None
    settings: dict[str, str]
    path: Path = field(init=False)
    request: kept.Request = field(init=False)
    """What is looked for in the cache."""
    others: list[Path] = field(init=False, factory=list)
    """What was read beside the ruleset."""
    _game: Game | None = None

    def __attrs_post_init__(self) -> None:
        self.path = bundled.find(self.name)
        self.request = kept.Request.of(self.path, self.players, self.settings)

    @property
    def game(self) -> Game:
        """The game; ends the command with the findings when the rules don't hold."""
        if self._game is None:
            from rulewright.cli.games import game_from
            from rulewright.cli.loading import load_rules
            from rulewright.dsl.files_read import files_read

            with files_read() as self.others:
                rules, _ = load_rules(self.name)
            self._game = game_from(rules, self.players, self.settings)
        return self._game

    @cached_property
    def recalled(self) -> kept.Ready | None:
        """The program that is kept for native code, if one is and there is native code here."""
        found = kept.recall(self.request)
        return found if found is not None and usable("wasm") is None else None

    def ready(self, engine: str) -> kept.Ready:
        """Return the program for an engine; kept ones are good for native code only."""
        native = engine != "python"
        found = self.recalled if native else None
        return found if found is not None else self.fresh(native and usable("wasm") is None)

    def fresh(self, native: bool) -> kept.Ready:
        """Return the program made anew; with its module, and kept, where there is native code."""
        from rulewright.interpreter.program.assemble import program_of

        graph = self.game.graph
        program = program_of(graph)
        if not native:
            return kept.made(program, graph.rules)
        from rulewright.interpreter.engines.wasm.module import module

        found = kept.made(program, graph.rules, module(program))
        kept.keep(self.request, self.others, found)
        return found

    def running(self, engine: str) -> Running:
        """Return a machine, and say so where it isn't the usual one; raises NoEngine where the one that was asked for
        can't be used."""
        ready = self.ready(engine)
        try:
            runner, why = engine_for(ready.program, "wasm" if ready.from_cache else engine, ready.wasm)
        except NoEngine:
            if not ready.from_cache:
                raise
            ready = self.fresh(native=True)
            runner, why = engine_for(ready.program, engine, ready.wasm)
        if why:
            note(f"rules: {why}")
        return Running("python" if why or engine == "python" else "wasm", runner, ready)
