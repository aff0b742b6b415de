"""Which files a check has read: the cache must know when one of them changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
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
