"""Which engine plays: native code where it can be used, else Python with a note, and what was asked for by name or not at
all."""

from __future__ import annotations

import json
import os
from pathlib import Path

import attr
import attrs
import click
import lark
import pytest
import yaml

import rulewright.cli.main
import rulewright.dsl.source
import rulewright.interpreter.chance
from engines.drafts import CARDS, game_of, rules, with_grammar
from rulewright.cli.output import Exit
from rulewright.interpreter.engines.choose import NoEngine, engine_for, usable
from rulewright.interpreter.engines.python.engine import PythonEngine
from rulewright.interpreter.engines.wasm.engine import WasmEngine
from rulewright.interpreter.program.assemble import program_of
from rulewright.interpreter.program.form import Const, Function, Loop, Program, Return, Step


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """Return a small ruleset."""
    path = tmp_path / "cards.yaml"
    path.write_text(CARDS)
    (tmp_path / "cards.csv").write_text("points\n1\n2\n3\n4\n")
    return path


@pytest.fixture
def program(cards: Path) -> Program:
    """Return its program."""
    return program_of(game_of(cards).graph)


def test_usual(program: Program) -> None:
    """Without a name it is native code, and there is nothing to say about that."""
    runner, why = engine_for(program)
    assert isinstance(runner, WasmEngine)
    assert why == ""
    assert usable("wasm") is None


def test_by_name(program: Program) -> None:
    """Each can be asked for."""
    for name, kind in (("wasm", WasmEngine), ("python", PythonEngine)):
        runner, why = engine_for(program, name)
        assert isinstance(runner, kind)
        assert why == ""
    with pytest.raises(NoEngine, match="`cobol`; there are wasm and python"):
        engine_for(program, "cobol")


def test_refused_module(program: Program) -> None:
    """A module that the library refuses: by name that is an error, without a name Python plays, and the note says why."""
    with pytest.raises(NoEngine, match="the engine `wasm` can't be used here: "):
        engine_for(program, "wasm", b"no module")
    runner, why = engine_for(program, "", b"no module")
    assert isinstance(runner, PythonEngine)
    assert why.endswith("; generated Python runs the games instead, which is slower")


def test_too_deep_for_python() -> None:
    """Rules that Python can't take are an error that says so; native code takes them."""
    body: tuple[Step, ...] = (Return(Const(7)),)
    for depth in range(40):
        body = (Loop(f"loop {depth}", body),)
    program = Program({"f": Function("f", 0, (), body)}, words=1, entries=("f",))
    assert engine_for(program)[0].call("f") == 7
    with pytest.raises(NoEngine, match="nested so deep"):
        engine_for(program, "python")


# -- where wasmtime isn't installed ---------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path) -> str:
    """Return the path of a Python that has all that is needed but wasmtime."""
    folder = tmp_path / "packages"
    folder.mkdir()
    for package in (attr, attrs, click, lark, yaml):
        (folder / package.__name__).symlink_to(Path(package.__file__).parent)
    sources = (rulewright.dsl.source, rulewright.interpreter.chance, rulewright.cli.main)
    return os.pathsep.join([str(folder), *(str(Path(source.__file__).parents[2]) for source in sources)])


def test_without_wasmtime(cards: Path, elsewhere: str, tmp_path: Path) -> None:
    """Python plays the same game, with a note; native code by name is an error that says why."""
    cache = with_grammar(tmp_path / "cache")
    game = ("bench", str(cards), "--game", "7", "--format", "json")
    native = rules(*game, "--engine", "wasm", cache=cache)
    assert native.stderr == ""
    plain = rules(*game, cache=cache, path=elsewhere)
    assert plain.returncode == Exit.HOLDS
    why = "the Python package wasmtime isn't installed"
    assert plain.stderr == f"rules: {why}; generated Python runs the games instead, which is slower\n"
    asked = rules(*game, "--engine", "wasm", cache=cache, path=elsewhere)
    assert (asked.returncode, asked.stdout) == (Exit.NOT_LOADED, "")
    assert asked.stderr == f"rules: the engine `wasm` can't be used here: {why}\n"
    found, known = json.loads(plain.stdout), json.loads(native.stdout)
    assert (found["engine"], known["engine"]) == ("python", "wasm")
    for key in ("seed", "game", "decisions", "outcome", "winners", "totals", "returns"):
        assert found[key] == known[key]


def test_table_without_wasmtime(cards: Path, elsewhere: str, tmp_path: Path) -> None:
    """The table leaves it out and says so."""
    cache = with_grammar(tmp_path / "cache")
    run = rules("bench", str(cards), "--seconds", "0", "--format", "json", cache=cache, path=elsewhere)
    assert run.returncode == Exit.HOLDS
    assert (
        run.stderr
        == "rules: the engine `wasm` can't be used here: the Python package wasmtime isn't installed\n"
    )
    assert [row["engine"] for row in json.loads(run.stdout)] == ["python", "reference"]
