"""A person at a pseudo-terminal: starts the command, waits for what is asked, types."""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from pathlib import Path

COMMAND = [sys.executable, "-m", "rulewright.cli"]
PATIENCE = 60.0
SCREEN = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Person:
    """A command at a terminal of its own. `heard` is all that it has written so far."""

    def __init__(self, *arguments: str, state: Path, columns: int = 80, rows: int = 40, **extra: str) -> None:
        master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "XDG_STATE_HOME": str(state), "TERM": "xterm", "NO_COLOR": "1", **extra}
        environment.pop("COLUMNS", None)
        environment.pop("LINES", None)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.master = master
        self.heard = ""
        self.decoder = getincrementaldecoder("utf-8")("replace")
        self.read = 0

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def listen(self, seconds: float) -> bool:
        """Take in what is written within some time; False when the terminal was closed."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return True
        try:
            piece = os.read(self.master, 65536)
        except OSError:
            return False
        self.heard += self.decoder.decode(piece)
        return bool(piece)

    def wait_for(self, *patterns: str) -> str:
        """Return what was written up to one of some patterns, since the last such moment."""
        until = time.monotonic() + PATIENCE
        wanted = re.compile("|".join(patterns))
        while True:
            found = wanted.search(self.heard, self.read)
            if found:
                text = self.heard[self.read : found.end()]
                self.read = found.end()
                return text
            if not self.listen(0.2) or time.monotonic() > until:
                raise AssertionError(f"never came: {patterns} in {self.heard[self.read :][-2000:]}")

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self.master, f"{text}\n".encode())

    def press(self, key: bytes) -> None:
        """Press a key."""
        os.write(self.master, key)

    def end(self) -> int:
        """Wait for the end of the command and return its exit code."""
        until = time.monotonic() + PATIENCE
        while self.listen(0.2) and time.monotonic() < until:
            if self.process.poll() is not None:
                self.listen(0.1)
                break
        return self.process.wait(timeout=PATIENCE)

    @property
    def rest(self) -> str:
        """What was written since the last awaited moment, without the terminal's codes."""
        return SCREEN.sub("", self.heard[self.read :])
