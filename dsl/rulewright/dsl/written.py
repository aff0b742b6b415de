"""Rule text -> the same for scanning: comments and quoted words blanked, every position kept."""

from __future__ import annotations

import re

from attrs import frozen

from rulewright.dsl.source import RuleText

_QUOTED_OR_COMMENT = re.compile(r'"[^"\n]*"|#')
_LINE_ENDS = str.maketrans("\r\n", "  ")
INSIDE = "\x01"
"""Stands for each character of a text in quotes."""


@frozen
class Written:
    """A rule text twice: `text` is what the parser reads (comments blanked), `plain` has no quoted words.

    Both are as long as the original, so positions are the same in all three.
    """

    text: str
    plain: str

    def line_start(self, position: int) -> int:
        """Return where the line of a position begins."""
        return self.text.rfind("\n", 0, position) + 1

    def line_end(self, position: int) -> int:
        """Return where the words of the line of a position end."""
        end = self.text.find("\n", position)
        start = self.line_start(position)
        return start + len(self.text[start : len(self.text) if end < 0 else end].rstrip())

    def last_before(self, position: int) -> int:
        """Return the position just behind the last word before a position."""
        return len(self.text[:position].rstrip())


def as_written(text: RuleText, *, one_line: bool) -> Written:
    """Return a rule text for scanning; `one_line` takes line ends as blanks.

    A comment ends with its line in the file, also where YAML has folded the lines into one.
    """
    readable: list[str] = []
    plain: list[str] = []
    folds = [position for position, _ in text.segments if position > 0]
    at = 0
    whole = text.text
    while found := _QUOTED_OR_COMMENT.search(whole, at):
        start, end = found.span()
        readable.append(whole[at:start])
        plain.append(whole[at:start])
        if found[0] == "#":
            end = _comment_end(whole, start, folds)
            readable.append(" " * (end - start))
            plain.append(" " * (end - start))
        else:
            readable.append(found[0])
            plain.append(f'"{INSIDE * (end - start - 2)}"')
        at = end
    readable.append(whole[at:])
    plain.append(whole[at:])
    both = "".join(readable), "".join(plain)
    if one_line:
        both = both[0].translate(_LINE_ENDS), both[1].translate(_LINE_ENDS)
    return Written(*both)


def _comment_end(whole: str, start: int, folds: list[int]) -> int:
    line_end = whole.find("\n", start)
    ends = [len(whole) if line_end < 0 else line_end, *(fold for fold in folds if fold > start)]
    return min(ends)
