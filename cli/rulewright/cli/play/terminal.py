"""Lines -> a terminal and back: pages, pauses, the alternate screen without scroll-back."""

from __future__ import annotations

import shutil
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from attrs import define, field

from rulewright.cli.output import Ended, Exit, coloured

ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
NARROWEST, WIDEST = 40, 120


class Left(Exception):
    """The person at the terminal has closed the input."""


@define(eq=False)
class Terminal:
    """A person's terminal. With `paged`, nothing of an earlier page stays on it or in its scroll-back."""

    paged: bool = False
    inside: bool = field(default=False, init=False)

    @property
    def columns(self) -> int:
        """The columns that are used: never more than can be read at a glance."""
        return max(NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))

    @property
    def rows(self) -> int:
        """The rows of the terminal."""
        return max(8, shutil.get_terminal_size((80, 24)).lines)

    @property
    def real(self) -> bool:
        """Whether there is a terminal at all."""
        return sys.stdout.isatty()

    @property
    def colour(self) -> bool:
        """Whether colours are shown."""
        return coloured(sys.stdout)

    def enter(self) -> None:
        """Go to the alternate screen, if pages are wanted."""
        if self.paged and not self.inside:
            self.inside = True
            signal.signal(signal.SIGTERM, stopped)
            self.put(ENTER_SCREEN + CLEAR)

    def leave(self) -> None:
        """Go back to the ordinary screen."""
        if self.inside:
            self.inside = False
            self.put(CLEAR + LEAVE_SCREEN)

    def clear(self) -> None:
        """Begin a new page."""
        if self.inside:
            self.put(CLEAR)

    def put(self, text: str) -> None:
        """Write text as it stands."""
        sys.stdout.write(text)
        sys.stdout.flush()

    def write(self, lines: Sequence[str] = ("",)) -> None:
        """Write lines."""
        self.put("".join(f"{line}\n" for line in lines))

    def pages(self, lines: Sequence[str], more: str) -> None:
        """Write lines; where they are more than the screen holds, wait between pages."""
        room = self.rows - 2
        for start in range(0, len(lines), room):
            if start:
                self.read(more)
                self.clear()
            self.write(lines[start : start + room])

    def read(self, prompt: str) -> str:
        """Return what is typed, without blanks around it."""
        self.put(prompt)
        line = sys.stdin.readline()
        if not line:
            self.put("\n")
            raise Left
        return line.strip()

    def hidden_from(self, lines: Sequence[str], ready: str) -> None:
        """Show a page that belongs to nobody, and wait; keys typed too early are dropped."""
        self.clear()
        drop_typed()
        rule = "-" * min(self.columns - 2, 60)
        self.write(["", rule, "", *(f"  {line}" for line in lines), ""])
        self.read(f"  {ready} ")
        self.clear()


def drop_typed() -> None:
    """Forget what was typed before it was asked for."""
    try:
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)
    except (ImportError, OSError, ValueError):
        return


def stopped(_signal: int, _frame: FrameType | None) -> None:
    """Leave the screen in order when the process is told to end."""
    raise Ended(Exit.INTERRUPTED)
