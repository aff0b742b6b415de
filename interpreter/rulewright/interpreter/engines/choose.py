"""Program, name of an engine -> a running machine, and a note where it isn't the one that is usually taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.engines.fast import Runner

if TYPE_CHECKING:
    from rulewright.interpreter.program.form import Program

FAST = ("wasm", "python")
"""The engines that run programs, the fastest first."""
ENGINES = (*FAST, "reference")


class NoEngine(Exception):
    """Say that an engine can't be used here; its text is the reason, for people."""


def engine_for(program: Program, name: str = "", wasm: bytes | None = None) -> tuple[Runner, str]:
    """Return a machine for a program, and a note for people or nothing.

    Without a name it is native code where that is possible, else generated Python, and the note says why. `wasm` is the
    program's module, where it is known already. Raises NoEngine when the engine that was asked for by name can't be
    used.
    """
    if name in ("", "wasm"):
        from rulewright.interpreter.engines.wasm.engine import WasmEngine
        from rulewright.interpreter.engines.wasm.library import WasmUnavailable

        try:
            return WasmEngine(program, wasm=wasm), ""
        except WasmUnavailable as reason:
            if name:
                raise NoEngine(f"the engine `wasm` can't be used here: {reason}") from None
            return python(program), f"{reason}; generated Python runs the games instead, which is slower"
    if name == "python":
        return python(program), ""
    raise NoEngine(f"no engine that runs programs is called `{name}`; there are {' and '.join(FAST)}")


def usable(name: str) -> str | None:
    """Return why an engine can't be used here, or None if it can."""
    if name != "wasm":
        return None
    from rulewright.interpreter.engines.wasm.engine import available

    return available()


def installed() -> bool:
    """Tell whether what native code needs is there; whether it works is for `usable` to say, which takes longer."""
    from rulewright.interpreter.engines.wasm.library import WasmUnavailable, library_file

    try:
        return bool(library_file())
    except WasmUnavailable:
        return False


def python(program: Program) -> Runner:
    """Return a machine of generated Python; raises NoEngine."""
    from rulewright.interpreter.engines.python.engine import PythonEngine, TooDeep

    try:
        return PythonEngine(program)
    except TooDeep as reason:
        raise NoEngine(f"the engine `python` can't be used here: {reason}") from None
