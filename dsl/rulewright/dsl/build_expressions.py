"""Parse tree -> syntax nodes of expressions, orders and types, each with its place in the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast
from unicodedata import normalize

from rulewright.dsl import syntax as s
from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.reserved import AGGREGATES, RESERVED, VALUE_WORDS
from rulewright.dsl.source import RuleText, Span

DEPTH = 60
"""How deeply expressions and blocks may be nested."""
LARGEST = 2**31 - 1
"""The largest number of the language."""

N = TypeVar("N")


class ExpressionBuilder:
    """Turn the trees of one rule text into nodes. Raises `Mistake` at the first thing that can't be one.

    `make_text` reads what stands between two quotes, given its stretch of the rule text.
    """

    def __init__(self, text: RuleText, make_text: Callable[[RuleText, int, int], s.Text]) -> None:
        self._text = text
        self._make_text = make_text
        self._depth = 0

    # -- what one key holds ------------------------------------------------------------------------

    def expression(self, tree: Any) -> s.Expr:
        """Return the one expression of an `expression`."""
        return self.expr(tree.children[0])

    def order(self, tree: Any) -> s.Order:
        """Return the one clause of an `order`."""
        return self._order(tree.children[0])

    def type(self, tree: Any) -> s.TypeSyntax:
        """Return the parts of a `type`."""
        set_of, base, indexes, start, opened = tree.children
        return s.TypeSyntax(
            self._span(tree),
            is_set=set_of is not None,
            base=self._base(base),
            each=tuple(self._base(index) for index in indexes.children) if indexes else (),
            start=self._bound(start) if start else None,
            open=opened is not None,
        )

    # -- dispatch ----------------------------------------------------------------------------------

    def expr(self, tree: Any) -> s.Expr:
        """Return the node of an expression."""
        return self._deeper(tree, lambda: cast(s.Expr, getattr(self, "_" + tree.data)(tree)))

    def _deeper(self, tree: Any, make: Callable[[], N]) -> N:
        self._depth += 1
        if self._depth > DEPTH:
            raise too_deep(tree.meta.start_pos, tree.meta.end_pos)
        made = make()
        self._depth -= 1
        return made

    def _maybe(self, tree: Any) -> s.Expr | None:
        """Return the expression of an optional part such as `where c`."""
        if tree is None:
            return None
        return self.expr(tree.children[0] if tree.data in ("where", "weighted", "otherwise") else tree)

    # -- places and names --------------------------------------------------------------------------

    def _span(self, tree: Any) -> Span:
        return self._text.span(tree.meta.start_pos, tree.meta.end_pos)

    def _at(self, token: Any) -> Span:
        return self._text.span(token.start_pos, token.end_pos)

    def _new_name(self, token: Any) -> str:
        """Return a name that is given here; reserved words can't be."""
        word = spelled(token)
        if word in RESERVED:
            raise Mistake(
                "name-reserved",
                f"`{word}` is a word of the language and can't be a name",
                token.start_pos,
                token.end_pos,
                help="choose another name",
            )
        return word

    # -- binders and orders ------------------------------------------------------------------------

    def _binder(self, tree: Any) -> s.Binder:
        name, source = tree.children
        return s.Binder(self._span(tree), self._new_name(name), self.expr(source), self._at(name))

    def _range(self, tree: Any) -> s.Range:
        low, high = tree.children
        return s.Range(self._span(tree), self.expr(low), self.expr(high))

    def _order(self, tree: Any) -> s.Order:
        return s.Order(self._span(tree), tuple(self._key(key) for key in tree.children))

    def _key(self, tree: Any) -> s.SortKey | s.Seats:
        first, second = tree.children
        if tree.data == "seats":
            return s.Seats(self._span(tree), first == "clockwise", self.expr(second))
        return s.SortKey(self._span(tree), self.expr(first), second == "descending")

    # -- expressions -------------------------------------------------------------------------------

    def _either(self, tree: Any) -> s.Either:
        condition, then, otherwise = tree.children
        return s.Either(self._span(tree), self.expr(condition), self.expr(then), self.expr(otherwise))

    def _every(self, tree: Any) -> s.Every:
        binder, where = tree.children
        return s.Every(self._span(tree), self._binder(binder), self._maybe(where))

    def _or_(self, tree: Any) -> s.Or:
        return s.Or(self._span(tree), tuple(self.expr(child) for child in tree.children))

    def _and_(self, tree: Any) -> s.And:
        return s.And(self._span(tree), tuple(self.expr(child) for child in tree.children))

    def _not_(self, tree: Any) -> s.Not:
        return s.Not(self._span(tree), self.expr(tree.children[-1]))

    def _reveal(self, tree: Any) -> s.Reveal:
        return s.Reveal(self._span(tree), self.expr(tree.children[-1]))

    def _can(self, tree: Any) -> s.Can:
        return s.Can(self._span(tree), self._deed(tree.children[0]))

    def _compare(self, tree: Any) -> s.Compare:
        left, op, right = tree.children
        return s.Compare(self._span(tree), str(op), self.expr(left), self.expr(right))

    def _is_(self, tree: Any) -> s.Expr:
        left, no, body = tree.children
        span, of, negated = self._span(tree), self.expr(left), no is not None
        match body.data:
            case "empty":
                return s.IsEmpty(span, of, negated)
            case "kind":
                name = body.children[0]
                return s.IsKind(span, of, self._new_name(name), negated, self._at(name))
            case "member":
                return s.IsIn(span, of, self.expr(body.children[0]), negated)
            case "facing":
                return s.IsFacing(span, of, body.children[0].endswith("up"), negated)
        return s.Is(span, of, self.expr(body), negated)

    def _sum(self, tree: Any) -> s.Expr:
        first, *rest = tree.children
        self._not_too_long(tree, len(rest) // 2)
        left = self.expr(first)
        for op, term in zip(rest[::2], rest[1::2], strict=True):
            span = self._text.span(tree.meta.start_pos, term.meta.end_pos)
            left = s.Arithmetic(span, str(op), left, self.expr(term), None)
        return left

    def _product(self, tree: Any) -> s.Expr:
        first, *rest = tree.children
        self._not_too_long(tree, len(rest) // 3)
        left = self.expr(first)
        for op, factor, rounded in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
            span = self._text.span(tree.meta.start_pos, (rounded or factor).meta.end_pos)
            way = str(rounded.children[0]) if rounded else None
            left = s.Arithmetic(span, str(op), left, self.expr(factor), way)
        return left

    def _not_too_long(self, tree: Any, terms: int) -> None:
        if self._depth + terms > DEPTH:
            raise too_deep(tree.meta.start_pos, tree.meta.end_pos)

    def _minus(self, tree: Any) -> s.Minus:
        of = tree.children[0]
        if of.data == "number":
            return s.Minus(self._span(tree), s.Number(self._span(of), whole(of.children[0], LARGEST + 1)))
        return s.Minus(self._span(tree), self.expr(of))

    def _end_of(self, tree: Any) -> s.EndOf:
        word, of = tree.children
        return s.EndOf(self._span(tree), word.startswith("top"), self.expr(of))

    def _ends_of(self, tree: Any) -> s.EndsOf:
        word, count, of = tree.children
        return s.EndsOf(self._span(tree), word == "top", self.expr(count), self.expr(of))

    def _position(self, tree: Any) -> s.Position:
        return s.Position(self._span(tree), self.expr(tree.children[0]))

    def _dot(self, tree: Any) -> s.Dot:
        of, name = tree.children
        return s.Dot(self._span(tree), self.expr(of), spelled(name), None, self._at(name))

    def _dot_call(self, tree: Any) -> s.Dot:
        of, name, arguments = tree.children
        return s.Dot(
            self._span(tree), self.expr(of), spelled(name), self._arguments(arguments), self._at(name)
        )

    def _index(self, tree: Any) -> s.Index:
        of, arguments = tree.children
        return s.Index(self._span(tree), self.expr(of), self._arguments(arguments))

    def _call(self, tree: Any) -> s.Call | s.Over:
        name, inner = tree.children
        word = spelled(name)
        if word not in AGGREGATES:
            self._new_name(name)
        return self._call_of(self._span(tree), word, inner, self._at(name))

    def _call_all(self, tree: Any) -> s.Call | s.Over:
        start = tree.meta.start_pos
        return self._call_of(
            self._span(tree), "all", tree.children[0], self._text.span(start, start + len("all"))
        )

    def _call_of(self, span: Span, word: str, inner: Any, at: Span) -> s.Call | s.Over:
        if inner.data == "arguments":
            return s.Call(span, word, self._arguments(inner), at)
        value, *binders, where, order, otherwise = inner.children
        return s.Over(
            span,
            word,
            self._maybe(value),
            tuple(self._binder(binder) for binder in binders),
            self._maybe(where),
            self._order(order) if order else None,
            self._maybe(otherwise),
        )

    def _listing(self, tree: Any) -> s.Listing:
        return s.Listing(self._span(tree), self._arguments(tree.children[0]))

    def _arguments(self, tree: Any) -> tuple[s.Expr, ...]:
        return tuple(self.expr(child) for child in tree.children)

    def _name(self, tree: Any) -> s.Name:
        token = tree.children[0]
        word = spelled(token)
        if word in ("a", "an"):
            raise Mistake(
                "name-reserved",
                f"`{word}` can't stand here",
                token.start_pos,
                token.end_pos,
                help=f"leave it out, or choose another name: `{word}` stands only in `is {word} KIND`",
            )
        if word in RESERVED and word not in VALUE_WORDS:
            raise Mistake(
                "name-reserved",
                f"`{word}` is a word of the language, not a value",
                token.start_pos,
                token.end_pos,
                help="a value, such as the name of a variable or zone, is expected here",
            )
        return s.Name(self._at(token), word)

    def _number(self, tree: Any) -> s.Number:
        return s.Number(self._span(tree), whole(tree.children[0]))

    def _deed(self, tree: Any) -> s.Expr:
        deed = self.expr(tree)
        if not isinstance(deed, s.Name | s.Call | s.Dot):
            raise Mistake(
                "syntax",
                "a procedure is expected here",
                tree.meta.start_pos,
                tree.meta.end_pos,
                help="write its name, or `p.name` for one that belongs to a player or a component",
            )
        return deed

    # -- types -------------------------------------------------------------------------------------

    def _base(self, tree: Any) -> s.NamedBase | s.RangeBase:
        if tree.data == "named_base":
            names = tuple(s.Name(self._at(name), spelled(name)) for name in tree.children)
            return s.NamedBase(self._span(tree), names)
        low, high, other = tree.children
        if other is not None and other != "none":
            raise Mistake(
                "syntax",
                "behind a range only `or none` can stand",
                other.start_pos,
                other.end_pos,
                help="write `1..7 or none`",
            )
        return s.RangeBase(self._span(tree), self._bound(low), self._bound(high), other is not None)

    def _bound(self, tree: Any) -> s.Bound:
        if tree.data == "bound_name":
            return s.Bound(self._span(tree), spelled(tree.children[0]))
        minus, digits = tree.children
        return s.Bound(self._span(tree), -whole(digits, LARGEST + 1) if minus else whole(digits))

    # -- texts -------------------------------------------------------------------------------------

    def _quoted(self, token: Any) -> s.Text:
        return self._make_text(self._text, token.start_pos + 1, token.end_pos - 1)


def spelled(token: Any) -> str:
    """Return a name in its composed form: names that look alike are alike."""
    word = str(token)
    return word if word.isascii() else normalize("NFC", word)


def whole(token: Any, largest: int = LARGEST) -> int:
    """Return the number of a run of digits; raises `Mistake` above `largest`."""
    if len(token) > 1 and token[0] == "0":
        raise Mistake(
            "syntax-number",
            "a number doesn't begin with 0",
            token.start_pos,
            token.end_pos,
            help=f"write `{token.lstrip('0') or '0'}`",
        )
    if len(token) > len(str(largest)) or int(token) > largest:
        raise Mistake(
            "syntax-number",
            "this number is too large",
            token.start_pos,
            token.end_pos,
            help=f"the largest number is {LARGEST}",
        )
    return int(token)


def too_deep(start: int, end: int) -> Mistake:
    """Return the mistake of nesting more than `DEPTH` levels."""
    return Mistake(
        "syntax-depth",
        "this is nested too deeply",
        start,
        end,
        help="give a part of it a name: a function, or a `let` before this line",
        note=f"a rule may be nested {DEPTH} levels deep",
    )
