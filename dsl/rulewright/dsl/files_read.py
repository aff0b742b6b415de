"""Which files a check has read: the cache must know when one of them changes, also while it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path

_reading: ContextVar[list[Path] | None] = ContextVar("reading", default=None)


@contextmanager
def files_read() -> Iterator[list[Path]]:
    """Collect the files that are read inside the block."""
    files: list[Path] = []
    token = _reading.set(files)
    try:
        yield files
    finally:
        _reading.reset(token)


def note_file(path: Path) -> None:
    """Note that a file is read."""
    files = _reading.get()
    if files is not None:
        files.append(path)


def changed_since(files: Iterable[Path], moment: int) -> bool:
    """Tell whether a file may have been written after a moment, in nanoseconds: what was read of it is of no use then."""
    for path in files:
        try:
            if path.stat().st_mtime_ns >= moment:
                return True
        except OSError:
            continue
    return False


def digest(path: Path) -> str:
    """Return a hash of a file, empty when it can't be read."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
