"""Rule text -> syntax tree, or the first mistake in words of the language.

`trees.py` reads what is right. Lark reads what that can't, which is nearly always wrong, and tells where and why.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright.dsl import syntax as s
from rulewright.dsl.build import Builder
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.grammar_cache import cache_file, keep_tables, key_of, load_tables
from rulewright.dsl.layout import BadIndent, Layout
from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.reserved import RESERVED
from rulewright.dsl.slips import find_slip
from rulewright.dsl.source import RuleText
from rulewright.dsl.texts import read_text
from rulewright.dsl.trees import GRAMMAR, tree_of
from rulewright.dsl.written import Written, as_written

if TYPE_CHECKING:
    from lark import Lark

    from rulewright.dsl.stop import Stop

__all__ = [
    "RESERVED",
    "parse_block",
    "parse_choice",
    "parse_expression",
    "parse_order",
    "parse_text",
    "parse_type",
]

STARTS = ["block", "expression", "choice", "order", "type"]
T = TypeVar("T")


def parse_block(text: RuleText, report: Report) -> s.Block | None:
    """Return the statements of a block, or None after reporting the first mistake."""
    return _parse(text, report, "block", Builder.block)


def parse_expression(text: RuleText, report: Report) -> s.Expr | None:
    """Return the expression of a key such as `is` or `when`, or None after reporting the first mistake."""
    return _parse(text, report, "expression", Builder.expression)


def parse_choice(text: RuleText, report: Report) -> s.Choice | None:
    """Return an entry under `choose`, or None after reporting the first mistake."""
    return _parse(text, report, "choice", Builder.choice)


def parse_order(text: RuleText, report: Report) -> s.Order | None:
    """Return an order such as `by me.score descending`, or None after reporting the first mistake."""
    return _parse(text, report, "order", Builder.order)


def parse_type(text: RuleText, report: Report) -> s.TypeSyntax | None:
    """Return a type such as `0..2 each colour = 0`, or None after reporting the first mistake."""
    return _parse(text, report, "type", Builder.type)


def parse_text(text: RuleText, report: Report) -> s.Text | None:
    """Return a text with holes that stands without quotes (`shown_as`), or None after reporting."""
    try:
        return read_text(text, 0, len(text.text), _hole)
    except Mistake as mistake:
        mistake.report(text, report)
        return None


def _parse(text: RuleText, report: Report, start: str, build: Callable[[Builder, Any], T]) -> T | None:
    try:
        return _read(text, start, build)
    except Mistake as mistake:
        mistake.report(text, report)
        return None


def _hole(text: RuleText) -> s.Expr:
    return _read(text, "expression", Builder.expression)


def _read(text: RuleText, start: str, build: Callable[[Builder, Any], T]) -> T:
    """Return the node of a rule text; raises `Mistake`."""
    tree = _tree(text, start)
    builder = Builder(text, lambda inner, begin, end: read_text(inner, begin, end, _hole))
    return build(builder, tree)


def _tree(text: RuleText, start: str) -> Any:
    """Return the parse tree of a rule text; raises `Mistake` for a slip or what can't be read."""
    written = as_written(text, one_line=start != "block")
    slip = find_slip(written)
    if slip:
        raise slip
    readable = written.text + "\n" * (start == "block")
    tree = tree_of(readable, start)
    return tree if tree is not None else _lark_tree(text, written, readable, start)


def _lark_tree(text: RuleText, written: Written, readable: str, start: str) -> Any:
    """Return the parse tree that Lark makes; raises `Mistake` for what can't be read."""
    from lark.exceptions import UnexpectedInput

    from rulewright.dsl.expected import explain

    try:
        return parser().parse(readable, start=start)
    except UnexpectedInput as stopped:
        mistake = explain(_stop(written, start, stopped))
        if start == "block" and not text.block and len(text.segments) > 1:
            mistake.note = "several lines of rules stand under `|`, as in `do: |`"
        raise mistake from None
    except BadIndent as line:
        raise Mistake(
            "syntax-block",
            "this line belongs to no block",
            line.start,
            written.line_end(line.start),
            help="put it under a line of the block it belongs to; a block is indented by four",
        ) from None


def _stop(written: Written, kind: str, stopped: Any) -> Stop:
    """Return where and why the parser stopped."""
    from rulewright.dsl.stop import Stop

    state = stopped.interactive_parser
    expected = frozenset(state.accepts()) if state else frozenset()
    token: Any = getattr(stopped, "token", None)
    position = stopped.pos_in_stream if token is None else token.start_pos
    met = "" if token is None else token.type
    if met == "_NL":
        position = written.last_before(position)
    elif met in ("_INDENT", "_DEDENT"):
        position = token.end_pos
    elif met == "$END":
        position = written.last_before(len(written.text))
    return Stop(written, kind, position, expected, _keywords(), too_far=met == "_INDENT")


@cache
def _keywords() -> Mapping[str, str]:
    """Return the word of each terminal that is one word or sign."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in parser().terminals
        if terminal.pattern.type == "str" and not terminal.name.startswith("_I")
    }


@cache
def parser() -> Lark:
    """Return the parser, built at first use or loaded from the user's cache folder."""
    import lark

    grammar = GRAMMAR.read_text(encoding="utf-8")
    path = cache_file()
    if path is None:
        return build_parser(grammar)
    key = key_of(grammar, lark.__version__, sys.version)
    tables = load_tables(path, key)
    if tables is not None:
        with suppress(Exception):  # tables that can't be loaded are built anew
            return lark.Lark.load(BytesIO(tables))
    built = build_parser(grammar)
    buffer = BytesIO()
    built.save(buffer)
    keep_tables(path, key, buffer.getvalue())
    return built


def build_parser(grammar: str, *, strict: bool = False) -> Lark:
    """Return the parser of a grammar; `strict` refuses one with conflicts or colliding words."""
    import lark

    return lark.Lark(
        grammar,
        parser="lalr",
        start=STARTS,
        postlex=Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )
