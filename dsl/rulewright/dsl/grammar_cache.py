"""Parser tables -> a file in the user's cache folder and back; what is wrong with it is no harm."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path


def cache_file() -> Path | None:
    """Return where the tables are kept, or None where the user has no folder for it."""
    try:
        if sys.platform == "win32":
            folder = Path(os.environ["LOCALAPPDATA"])
        elif os.environ.get("XDG_CACHE_HOME"):
            folder = Path(os.environ["XDG_CACHE_HOME"])
        else:
            folder = Path.home() / ".cache"
    except (KeyError, RuntimeError):
        return None
    return folder / "rulewright" / f"grammar-{sys.implementation.cache_tag}.tables"


def key_of(*parts: str) -> bytes:
    """Return what the tables depend on as one line."""
    return sha256("\0".join(parts).encode()).hexdigest().encode() + b"\n"


def load_tables(path: Path, key: bytes) -> bytes | None:
    """Return the kept tables, or None if there are none, they are of another grammar, or damaged."""
    try:
        with path.open("rb") as file:
            if file.readline() != key:
                return None
            checksum = file.readline()
            tables = file.read()
    except OSError:
        return None
    return tables if checksum == _checksum(tables) else None


def keep_tables(path: Path, key: bytes, tables: bytes) -> None:
    """Keep the tables for the next start; a folder that can't be written is no harm."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.write_bytes(key + _checksum(tables) + tables)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _checksum(tables: bytes) -> bytes:
    return sha256(tables).hexdigest().encode() + b"\n"
