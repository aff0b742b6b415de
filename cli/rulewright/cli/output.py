"""Results -> terminal: exit codes, colours where they are wanted, findings with their frames."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import IO, Any

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.source import Span

COLOURS = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}


class Exit(IntEnum):
    """What the command answers to the shell."""

    HOLDS = 0
    FINDINGS = 1
    USAGE = 2
    NOT_LOADED = 3
    FAULT = 4
    BUG = 70
    INTERRUPTED = 130


class Ended(Exception):
    """The command is over: an exit code, and what to say on standard error."""

    def __init__(self, code: Exit, message: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def say(text: str = "") -> None:
    """Write a line of data to standard output."""
    sys.stdout.write(text + "\n")


def note(text: str = "") -> None:
    """Write a line of progress to standard error."""
    sys.stderr.write(text + "\n")


def say_json(data: Any) -> None:
    """Write data as JSON to standard output."""
    say(json.dumps(data, ensure_ascii=False, indent=2))


def coloured(stream: IO[str]) -> bool:
    """Tell whether a stream shows colours: a terminal, and nobody has asked for none."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def paint(text: str, *styles: str, on: bool = True) -> str:
    """Return a text in some of `COLOURS`."""
    if not on or not text:
        return text
    return f"\x1b[{';'.join(COLOURS[style] for style in styles)}m{text}\x1b[0m"


SEVERITIES = {"error": "red", "warning": "yellow", "note": "cyan"}


def show_findings(
    found: Iterable[Diagnostic], stream: IO[str], section: Callable[[Span], str] = lambda span: ""
) -> None:
    """Write findings with their frames, a blank line between them; `section` is the rulebook's heading there."""
    from rulewright.dsl.frames import render

    on = coloured(stream)
    for number, diagnostic in enumerate(found):
        if number:
            stream.write("\n")
        colour = SEVERITIES[diagnostic.severity]
        for place, line in enumerate(render(diagnostic, section(diagnostic.span)).split("\n")):
            stream.write(painted_line(line, place == 0, colour, on) + "\n")


def painted_line(line: str, first: bool, colour: str, on: bool) -> str:
    """Return one line of a frame in colours: the heading, the gutter, the marks."""
    if not on:
        return line
    if first:
        head, _, rest = line.partition(": ")
        return paint(head, "bold", colour) + paint(f": {rest}", "bold")
    gutter, bar, rest = line.partition("│")
    if not bar:
        return paint(line, "dim") if "┌─" in line else line
    marks = rest.strip()
    if gutter.strip() == "" and marks[:1] in ("^", "-"):
        rest = paint(rest, colour if marks[0] == "^" else "blue")
    return paint(gutter + bar, "dim") + rest


def counted(number: int, word: str, words: str = "") -> str:
    """Return a number with its word."""
    return f"{number} {word if number == 1 else words or word + 's'}"
