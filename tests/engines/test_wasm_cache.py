"""Compiled modules are kept for the next start, what is wrong with them is no harm, and a missing library says so."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import attr
import attrs
import pytest

import rulewright.dsl.source
import rulewright.interpreter.chance
from rulewright.dsl.grammar_cache import keep_tables
from rulewright.interpreter.engines.wasm import cache
from rulewright.interpreter.engines.wasm.engine import WasmEngine
from rulewright.interpreter.engines.wasm.library import library, library_file
from rulewright.interpreter.engines.wasm.module import module
from rulewright.interpreter.engines.wasm.self_test import WORDS, program, wrong
from rulewright.interpreter.program.form import Const, Function, Program, Return

RUN = """
from rulewright.interpreter.engines.wasm.engine import WasmEngine, available
from rulewright.interpreter.engines.wasm.self_test import WORDS, program
print(available())
engine = WasmEngine(program())
engine.write(0, WORDS)
print(engine.call("test", 1))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache folder of one's own, that isn't there yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "rulewright" / "wasm"


def runs() -> bool:
    """Tell whether the small program does what it should."""
    engine = WasmEngine(program())
    engine.write(0, WORDS)
    return engine.call("test", 1) == 31


def entry() -> Path:
    """Return where the small program's module is kept."""
    found = cache.entry_of(module(program()), library().file)
    assert found is not None
    return found[0]


def recalled() -> bytes | None:
    """Return what is kept of the small program."""
    return cache.recall(module(program()), library().file)


def test_kept(folder: Path) -> None:
    """A module is compiled once and then comes from its file, which nothing writes again."""
    assert recalled() is None
    assert runs()
    assert list(folder.iterdir()) == [entry()]
    assert recalled() is not None
    before = entry().stat().st_ino
    assert runs()
    assert entry().stat().st_ino == before


def test_each_its_own(folder: Path) -> None:
    """Another program has another entry."""
    assert runs()
    other = Program({"f": Function("f", 0, (), (Return(Const(9)),))}, entries=("f",))
    assert WasmEngine(other).call("f") == 9
    assert len(list(folder.iterdir())) == 2


def test_damaged(folder: Path) -> None:
    """An entry that was cut off, changed in one place, emptied, or is something else is made again."""
    assert runs()
    good = entry().read_bytes()
    lines = good.split(b"\n", 2)
    damages = [
        b"",
        good[:40],
        good[:-1],
        good[: len(good) // 2],
        good + b"\0",
        good[:-100] + bytes([good[-100] ^ 1]) + good[-99:],
        b"0" * 64 + b"\n" + lines[1] + b"\n" + lines[2],
        b"\n".join([lines[0], b"0" * 64, lines[2]]),
        b"a shopping list\nmilk\n",
        b"\x7fELF" + bytes(5000),
    ]
    for damage in damages:
        entry().write_bytes(damage)
        assert recalled() is None
        assert runs()
        assert recalled() is not None


def test_of_another_library(folder: Path, tmp_path: Path) -> None:
    """What another version of the library compiled isn't used, and is made again."""
    other = tmp_path / "another library"
    other.write_bytes(b"older")
    wasm = module(program())
    cache.keep(wasm, other, b"what the older one made of it")
    assert cache.recall(wasm, other) is not None
    assert recalled() is None
    assert runs()
    assert recalled() is not None
    assert cache.recall(wasm, other) is None
    other.write_bytes(b"changed")
    assert cache.recall(wasm, other) is None


def test_refused_by_the_library(folder: Path) -> None:
    """An entry that is whole but not what the library takes is made again."""
    found = cache.entry_of(module(program()), library().file)
    assert found is not None
    for content in (b"", b"no module", b"\x7fELF" + bytes(200)):
        keep_tables(*found, content)
        assert recalled() == content
        assert runs()
        assert recalled() != content


def test_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be kept, everything is compiled: a file or a folder lies in the way."""
    (tmp_path / "file").write_text("in the way")
    for place in (str(tmp_path / "file"), "/dev/null/nowhere"):
        monkeypatch.setenv("XDG_CACHE_HOME", place)
        assert runs()
        assert recalled() is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    entry().mkdir(parents=True)
    assert runs()
    assert recalled() is None


def test_two_at_once(folder: Path) -> None:
    """Processes that compile the same at once don't disturb one another, and leave one good file."""
    several = [
        subprocess.Popen([sys.executable, "-c", RUN], stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    assert [process.communicate()[0] for process in several] == ["None\n31\n"] * 3
    assert list(folder.iterdir()) == [entry()]
    assert recalled() is not None
    assert runs()


def test_only_so_many(folder: Path) -> None:
    """Those that weren't used for longest go."""
    file = library().file
    for number in range(cache.KEPT):
        cache.keep(b"%d" % number, file, b"kept")
        found = cache.entry_of(b"%d" % number, file)
        assert found is not None
        os.utime(found[0], (1000 + number, 1000 + number))
    assert cache.recall(b"0", file) == b"kept"
    cache.keep(b"one more", file, b"kept")
    assert len(list(folder.iterdir())) == cache.KEPT
    assert cache.recall(b"0", file) == b"kept"
    assert cache.recall(b"1", file) is None
    assert cache.recall(b"2", file) == b"kept"


def test_forked(folder: Path) -> None:
    """A forked process compiles what its parent hasn't, though the parent's threads are gone."""
    code = f"""{RUN}
import os
print(end="", flush=True)
from rulewright.interpreter.program.form import Const, Function, Program, Return
functions = {{f"f{{n}}": Function(f"f{{n}}", 0, (), (Return(Const(n)),)) for n in range(50)}}
child = os.fork() if hasattr(os, "fork") else 0
found = WasmEngine(Program(functions, entries=tuple(functions))).call("f7")
engine.write(0, WORDS)
print("%d %d\\n" % (found, engine.call("test", 1)), end="", flush=True)
if child:
    os.waitpid(child, 0)
else:
    os._exit(0)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    lines = run.stdout.splitlines()
    assert lines[:2] == ["None", "31"]
    assert set(lines[2:]) == {"7 31"}
    assert len(lines) == 2 + (2 if hasattr(os, "fork") else 1)


# -- where it can't be used -----------------------------------------------------------------------


def reason(tmp_path: Path) -> str:
    """Return why the engine can't be used by a Python that sees only what a folder holds, and these packages."""
    for package in (attr, attrs):
        (tmp_path / package.__name__).symlink_to(Path(package.__file__).parent)
    sources = [Path(rulewright.dsl.source.__file__), Path(rulewright.interpreter.chance.__file__)]
    path = os.pathsep.join([str(tmp_path), *(str(source.parents[2]) for source in sources)])
    code = "from rulewright.interpreter.engines.wasm.engine import available\nprint(available())"
    run = subprocess.run(
        [sys.executable, "-Sc", code],
        env={**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
    )
    assert run.stderr == ""
    return run.stdout.strip()


def test_without_wasmtime(tmp_path: Path) -> None:
    """Without the package, the reason is that."""
    assert reason(tmp_path) == "the Python package wasmtime isn't installed"


def test_without_this_machine(tmp_path: Path) -> None:
    """A package for other machines says so."""
    (tmp_path / "wasmtime").mkdir()
    assert reason(tmp_path).startswith("the Python package wasmtime has nothing for ")


def test_damaged_library(tmp_path: Path) -> None:
    """A library that can't be loaded says so."""
    file = library_file()
    there = tmp_path / "wasmtime" / file.parent.name / file.name
    there.parent.mkdir(parents=True)
    there.write_bytes(b"no library")
    assert reason(tmp_path).startswith("the Python package wasmtime can't be used: ")


def test_library_found(tmp_path: Path) -> None:
    """With the whole package beside it, the same Python can use the engine."""
    file = library_file()
    (tmp_path / "wasmtime" / file.parent.name).mkdir(parents=True)
    shutil.copy(file, tmp_path / "wasmtime" / file.parent.name / file.name)
    assert reason(tmp_path) == "None"


def test_wrong_results(folder: Path) -> None:
    """A library that calculates something else isn't trusted: here, because the program is another."""
    assert wrong() is None
    changed = program()
    changed.tables["table"] = (5, -8)
    assert "wrong results" in (wrong(module(changed)) or "")
