"""Line ends -> blocks: where one begins and ends by its indentation, ignoring lines inside brackets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class BadIndent(Exception):
    """A line stands further left than its block, but under no outer one. `start` is where its words begin."""

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.start = start


class Layout:
    """Put `_INDENT` and `_DEDENT` between the tokens of one rule text."""

    always_accept = ("_NL",)

    def process(self, tokens: Iterator[Any]) -> Iterator[Any]:
        """Yield the tokens with blocks marked; line ends inside ( ) and [ ] are dropped."""
        open_brackets = 0
        columns = [0]
        token: Any = None
        for token in tokens:
            if token.type == "_NL":
                if open_brackets == 0:
                    yield token
                    yield from self._blocks(token, columns)
                continue
            yield token
            if token.type in ("LPAR", "LSQB"):
                open_brackets += 1
            elif token.type in ("RPAR", "RSQB"):
                open_brackets = max(open_brackets - 1, 0)
        while len(columns) > 1:
            columns.pop()
            yield token.new_borrow_pos("_DEDENT", "", token)

    @staticmethod
    def _blocks(token: Any, columns: list[int]) -> Iterator[Any]:
        column = len(token) - token.rfind("\n") - 1
        if column > columns[-1]:
            columns.append(column)
            yield token.new_borrow_pos("_INDENT", "", token)
            return
        while column < columns[-1]:
            columns.pop()
            yield token.new_borrow_pos("_DEDENT", "", token)
        if column != columns[-1]:
            raise BadIndent(token.end_pos)
