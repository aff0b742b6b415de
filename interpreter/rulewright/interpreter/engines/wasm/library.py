"""The shared library of the wasmtime package, called through its C interface.

Importing the package's own Python interface costs more than everything else that happens before a game begins, and
a call through it thirty times what it costs here. Only what this engine needs is declared. The structures that the
library fills are given more room than any version needs and are never looked into, but for the two fields of a
vector of bytes.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Callable
from ctypes import POINTER, byref, c_bool, c_char_p, c_size_t, c_uint8, c_uint64, c_void_p
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import define

FILES = {"win32": "_wasmtime.dll", "darwin": "_libwasmtime.dylib"}
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
SPEED = 1


class WasmUnavailable(Exception):
    """Say that this engine can't be used here; its text is the reason."""


class Bytes(ctypes.Structure):
    """A vector of bytes that the library owns."""

    _fields_ = (("size", c_size_t), ("data", c_void_p))


Room = c_uint64 * 16
"""Room for an instance, or for an export: its kind, and at `EXPORTED` what it is."""
EXPORTED = 8


class Raw(ctypes.Structure):
    """An argument or a result."""

    _fields_ = (("value", c_uint64), ("rest", c_uint64))


SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "wasm_config_new": (c_void_p, ()),
    "wasm_engine_new_with_config": (c_void_p, (c_void_p,)),
    "wasm_byte_vec_delete": (None, (POINTER(Bytes),)),
    "wasm_trap_message": (None, (c_void_p, POINTER(Bytes))),
    "wasm_trap_delete": (None, (c_void_p,)),
    "wasmtime_trap_code": (c_bool, (c_void_p, POINTER(c_uint8))),
    "wasmtime_error_message": (None, (c_void_p, POINTER(Bytes))),
    "wasmtime_error_delete": (None, (c_void_p,)),
    "wasmtime_config_cranelift_opt_level_set": (None, (c_void_p, c_uint8)),
    "wasmtime_config_parallel_compilation_set": (None, (c_void_p, c_bool)),
    "wasmtime_config_native_unwind_info_set": (None, (c_void_p, c_bool)),
    "wasmtime_module_new": (c_void_p, (c_void_p, c_char_p, c_size_t, POINTER(c_void_p))),
    "wasmtime_module_serialize": (c_void_p, (c_void_p, POINTER(Bytes))),
    "wasmtime_module_deserialize": (c_void_p, (c_void_p, c_char_p, c_size_t, POINTER(c_void_p))),
    "wasmtime_module_delete": (None, (c_void_p,)),
    "wasmtime_store_new": (c_void_p, (c_void_p, c_void_p, c_void_p)),
    "wasmtime_store_context": (c_void_p, (c_void_p,)),
    "wasmtime_store_delete": (None, (c_void_p,)),
    "wasmtime_instance_new": (
        c_void_p,
        (c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, POINTER(c_void_p)),
    ),
    "wasmtime_instance_export_get": (c_bool, (c_void_p, c_void_p, c_char_p, c_size_t, c_void_p)),
    "wasmtime_memory_data": (c_void_p, (c_void_p, c_void_p)),
    "wasmtime_func_call_unchecked": (
        c_void_p,
        (c_void_p, c_void_p, c_void_p, c_size_t, POINTER(c_void_p)),
    ),
}


def library_file() -> Path:
    """Return where the shared library lies; raises WasmUnavailable."""
    found = find_spec("wasmtime")
    if found is None or not found.submodule_search_locations:
        raise WasmUnavailable("the Python package wasmtime isn't installed")
    machine = platform.machine().lower()
    system = "android" if hasattr(sys, "getandroidapilevel") else sys.platform
    file = Path(found.submodule_search_locations[0]) / f"{system}-{MACHINES.get(machine, machine)}"
    file /= FILES.get(system, "_libwasmtime.so")
    if not file.is_file():
        raise WasmUnavailable(f"the Python package wasmtime has nothing for {system} on {machine}")
    return file


@define(eq=False)
class Library:
    """The functions of the library by name, and one engine, which compiles."""

    file: Path
    functions: dict[str, Callable[..., Any]]
    engine: int

    def check(self, error: int | None) -> None:
        """Raise what the library says went wrong, if anything did."""
        if error:
            text = self.message("wasmtime_error_message", error)
            self.functions["wasmtime_error_delete"](error)
            raise WasmUnavailable(text)

    def message(self, teller: str, subject: int | None) -> str:
        """Return the last line of what the library says about an error or a trap: the cause of it all."""
        text = self.take(lambda out: self.functions[teller](subject, out)).rstrip(b"\0\n")
        return text.decode(errors="replace").split("\n")[-1].strip()

    def take(self, fill: Callable[[Any], object]) -> bytes:
        """Return the bytes that a function of the library writes."""
        out = Bytes()
        fill(byref(out))
        content = ctypes.string_at(out.data, out.size) if out.size else b""
        self.functions["wasm_byte_vec_delete"](byref(out))
        return content

    def compile(self, wasm: bytes) -> int:
        """Return a module made from WebAssembly."""
        module = c_void_p()
        self.check(self.functions["wasmtime_module_new"](self.engine, wasm, len(wasm), byref(module)))
        assert module.value
        return module.value

    def serialize(self, module: int) -> bytes:
        """Return a compiled module as bytes."""
        return self.take(lambda out: self.check(self.functions["wasmtime_module_serialize"](module, out)))

    def deserialize(self, compiled: bytes) -> int:
        """Return a module from the bytes that `serialize` gave: nobody but the library looks whether they are good."""
        module = c_void_p()
        self.check(
            self.functions["wasmtime_module_deserialize"](self.engine, compiled, len(compiled), byref(module))
        )
        assert module.value
        return module.value


@cache
def library() -> Library:
    """Load the library, once per process; raises WasmUnavailable."""
    file = library_file()
    try:
        loaded = ctypes.CDLL(str(file))
        functions: dict[str, Callable[..., Any]] = {}
        for name, (result, arguments) in SIGNATURES.items():
            function = functions[name] = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise WasmUnavailable(f"the Python package wasmtime can't be used: {error}") from None
    return Library(file, functions, new_engine(functions))


def new_engine(functions: dict[str, Callable[..., Any]]) -> int:
    """Return an engine that makes fast code; in one thread, for a forked process has no others and would wait."""
    config = functions["wasm_config_new"]()
    functions["wasmtime_config_cranelift_opt_level_set"](config, SPEED)
    functions["wasmtime_config_parallel_compilation_set"](config, False)
    functions["wasmtime_config_native_unwind_info_set"](config, False)
    engine: int | None = functions["wasm_engine_new_with_config"](config)
    if not engine:
        raise WasmUnavailable("wasmtime doesn't support this machine")
    return engine
