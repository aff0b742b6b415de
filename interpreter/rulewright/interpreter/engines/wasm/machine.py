"""A WebAssembly module -> native code with a memory of its own."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from contextlib import suppress
from ctypes import byref, c_int32, c_uint8, c_uint64, c_void_p
from typing import Any

from rulewright.interpreter.engines.wasm import cache
from rulewright.interpreter.engines.wasm.library import (
    EXPORTED,
    Library,
    Raw,
    Room,
    WasmUnavailable,
    library,
)

ARGUMENTS = 16
"""So many arguments a function can have."""


class Machine:
    """A module that runs. Raises WasmUnavailable where none can run, and KeyError for what it doesn't export."""

    def __init__(self, wasm: bytes) -> None:
        loaded = library()
        functions = loaded.functions
        self.functions: dict[str, Callable[..., Any]] = functions
        self.library = loaded
        module = native(loaded, wasm)
        store: int = functions["wasmtime_store_new"](loaded.engine, None, None)
        weakref.finalize(self, functions["wasmtime_store_delete"], store).atexit = False
        self.context: int = functions["wasmtime_store_context"](store)
        self.instance, trap = Room(), c_void_p()
        new = functions["wasmtime_instance_new"](
            self.context, module, None, 0, byref(self.instance), byref(trap)
        )
        functions["wasmtime_module_delete"](module)
        loaded.check(new)
        if trap.value:
            raise WasmUnavailable(str(self.trap(trap.value)))
        self.exports: dict[str, ctypes.Array[c_uint64]] = {}
        self.arguments = (Raw * ARGUMENTS)()

    def export(self, name: str) -> int:
        """Return the address of what the library knows about an export."""
        if name not in self.exports:
            room, encoded = Room(), name.encode()
            get = self.functions["wasmtime_instance_export_get"]
            if not get(self.context, byref(self.instance), encoded, len(encoded), byref(room)):
                raise KeyError(name)
            self.exports[name] = room
        return ctypes.addressof(self.exports[name]) + EXPORTED

    def memory(self, name: str, words: int) -> ctypes.Array[c_int32]:
        """Return the first words of a memory that doesn't grow, as they change."""
        data = self.functions["wasmtime_memory_data"](self.context, self.export(name))
        return (c_int32 * words).from_address(data)

    def call(self, name: str, *arguments: int) -> int:
        """Return what an exported function gives back, 0 if that is nothing; raises Trap."""
        for place, argument in enumerate(arguments):
            self.arguments[place].value = argument
        trap = c_void_p()
        run = self.functions["wasmtime_func_call_unchecked"]
        self.library.check(run(self.context, self.export(name), self.arguments, ARGUMENTS, byref(trap)))
        if trap.value:
            raise self.trap(trap.value)
        return c_int32(self.arguments[0].value).value

    def trap(self, trap: int) -> Trap:
        """Return what a trap is, and give it back to the library."""
        code = c_uint8()
        known = self.functions["wasmtime_trap_code"](trap, byref(code))
        text = self.library.message("wasm_trap_message", trap)
        self.functions["wasm_trap_delete"](trap)
        return Trap(code.value if known else -1, text)


class Trap(Exception):
    """Say that a module stopped on the way: the library's number for why, and its words."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


def native(loaded: Library, wasm: bytes) -> int:
    """Return a module as native code, from the user's cache folder if it is there."""
    compiled = cache.recall(wasm, loaded.file)
    if compiled is not None:
        with suppress(WasmUnavailable):
            return loaded.deserialize(compiled)
    made = loaded.compile(wasm)
    cache.keep(wasm, loaded.file, loaded.serialize(made))
    return made
