"""Compiled modules -> files in the user's cache folder and back, so that a warm start doesn't compile.

An entry is found by the module's own bytes, the shared library that compiled it and the machine. It begins with
these as one line and a checksum, and is handed to the library, which trusts it, only when both are right. Entries
that weren't used for long make room for new ones. What is wrong with a file or the folder is no harm.
"""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from rulewright.dsl.grammar_cache import cache_file, keep_tables, key_of, load_tables

KEPT = 64
"""So many compiled modules are kept."""


def entry_of(wasm: bytes, library: Path) -> tuple[Path, bytes] | None:
    """Return where a module's entry lies and the line it must begin with."""
    place = cache_file()
    if place is None:
        return None
    content = blake2b(wasm, digest_size=32).hexdigest()
    try:
        found = library.stat()
    except OSError:
        return None
    key = key_of(
        content,
        str(library),
        str(found.st_size),
        str(found.st_mtime_ns),
        platform.system(),
        platform.machine(),
    )
    return place.parent / "wasm" / content[:24], key


def recall(wasm: bytes, library: Path) -> bytes | None:
    """Return what was compiled from a module, or None."""
    entry = entry_of(wasm, library)
    compiled = load_tables(*entry) if entry is not None else None
    if entry is not None and compiled is not None:
        with suppress(OSError):
            os.utime(entry[0])
    return compiled


def keep(wasm: bytes, library: Path, compiled: bytes) -> None:
    """Keep what was compiled from a module, and drop what wasn't used for longest."""
    entry = entry_of(wasm, library)
    if entry is None:
        return
    keep_tables(*entry, compiled)
    with suppress(OSError):
        files = sorted((file.stat().st_mtime_ns, file) for file in entry[0].parent.iterdir())
        for _, file in files[:-KEPT]:
            file.unlink()
