"""Parse tree -> syntax nodes of statements, each with its place in the file."""

from __future__ import annotations

from typing import Any, cast

from rulewright.dsl import syntax as s
from rulewright.dsl.build_expressions import ExpressionBuilder, spelled
from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.source import Span


class Builder(ExpressionBuilder):
    """Turn the trees of any rule text into nodes, those of blocks and choices too."""

    # -- what one key holds ------------------------------------------------------------------------

    def block(self, tree: Any) -> s.Block:
        """Return the statements of a `block` or of the `suite` under a head line."""
        return tuple(self.statement(child) for child in tree.children)

    def choice(self, tree: Any) -> s.Choice:
        """Return the parts of a `choice`."""
        quantity, source, where, weighted, prompt = tree.children
        return self._choice(self._span(tree), quantity, source, where, weighted, prompt)

    def statement(self, tree: Any) -> s.Statement:
        """Return the node of a statement."""
        return self._deeper(tree, lambda: cast(s.Statement, getattr(self, "_" + tree.data)(tree)))

    def _head(self, tree: Any, suite: Any) -> Span:
        """Return the span of a head line, from its first word to the colon before its block."""
        return self._text.span(tree.meta.start_pos, suite.meta.start_pos + 1)

    # -- simple statements -------------------------------------------------------------------------

    def _let(self, tree: Any) -> s.Let:
        name, value = tree.children
        return s.Let(self._span(tree), self._new_name(name), self.expr(value), self._at(name))

    def _assign(self, tree: Any) -> s.Assign:
        target, value = tree.children
        return s.Assign(self._span(tree), self.expr(target), self.expr(value))

    def _change(self, tree: Any) -> s.Change:
        target, bump, value = tree.children
        return s.Change(self._span(tree), self.expr(target), bump[0], self.expr(value))

    def _move(self, tree: Any) -> s.Move:
        what, to, at, fields = tree.children
        return s.Move(
            self._span(tree), self._selection(what), self.expr(to), self._maybe(at), self._fields(fields)
        )

    def _selection(self, tree: Any) -> s.Selection:
        match tree.data:
            case "all_of":
                return s.AllOf(self._span(tree), self.expr(tree.children[0]))
            case "some":
                count, binder, where = tree.children
                return s.Some(self._span(tree), self.expr(count), self._binder(binder), self._maybe(where))
        return self.expr(tree)

    def _fields(self, tree: Any) -> tuple[s.Field, ...]:
        if tree is None:
            return ()
        return tuple(
            s.Field(self._span(field), spelled(name), self.expr(value), self._at(name))
            for field in tree.children
            for name, value in [field.children]
        )

    def _swap(self, tree: Any) -> s.Swap:
        left, right = tree.children
        return s.Swap(self._span(tree), self.expr(left), self.expr(right))

    def _shuffle(self, tree: Any) -> s.Shuffle:
        return s.Shuffle(self._span(tree), self.expr(tree.children[0]))

    def _turn(self, tree: Any) -> s.Turn:
        what, face = tree.children
        return s.Turn(self._span(tree), self._selection(what), face.endswith("up"))

    def _write(self, tree: Any) -> s.Write:
        kind, on, fields = tree.children
        return s.Write(
            self._span(tree), self._new_name(kind), self.expr(on), self._fields(fields), self._at(kind)
        )

    def _show(self, tree: Any) -> s.Show:
        what, to = tree.children
        return s.Show(self._span(tree), self._selection(what), self.expr(to))

    def _announce(self, tree: Any) -> s.Announce:
        return s.Announce(self._span(tree), self._quoted(tree.children[0]))

    def _say(self, tree: Any) -> s.Say:
        who, said, to = tree.children
        return s.Say(self._span(tree), self.expr(who), self._quoted(said), self._maybe(to))

    def _do(self, tree: Any) -> s.Do:
        return s.Do(self._span(tree), self._deed(tree.children[0]))

    def _wins(self, tree: Any) -> s.Wins:
        return s.Wins(self._span(tree), self.expr(tree.children[0]))

    def _end(self, tree: Any) -> s.End:
        return s.End(self._span(tree), str(tree.children[0]))

    def _nothing(self, tree: Any) -> s.Nothing:
        return s.Nothing(self._span(tree))

    # -- decisions ---------------------------------------------------------------------------------

    def _choose(self, tree: Any) -> s.Choose:
        who, choosing, quantity, name, source, where, weighted, if_any, prompt = tree.children
        not_both(choosing, if_any)
        first = (quantity.meta if quantity else name).start_pos
        return s.Choose(
            self._span(tree),
            self.expr(who),
            choosing.data == "may",
            self._new_name(name),
            self._choice(
                self._text.span(first, tree.meta.end_pos), quantity, source, where, weighted, prompt
            ),
            if_any is not None,
            self._at(name),
        )

    def _choice(
        self, span: Span, quantity: Any, source: Any, where: Any, weighted: Any, prompt: Any
    ) -> s.Choice:
        return s.Choice(
            span,
            self._quantity(quantity) if quantity else None,
            self.expr(source),
            self._maybe(where),
            self._maybe(weighted),
            self._quoted(prompt) if prompt else None,
        )

    def _quantity(self, tree: Any) -> s.Quantity:
        bounds = [self.expr(child) for child in tree.children]
        match tree.data:
            case "exactly":
                return s.Quantity(self._span(tree), "exactly", bounds[0], None)
            case "up_to":
                return s.Quantity(self._span(tree), "up_to", None, bounds[0])
            case "between":
                return s.Quantity(self._span(tree), "between", bounds[0], bounds[1])
        return s.Quantity(self._span(tree), "any_number", None, None)

    def _take(self, tree: Any) -> s.Take:
        who, taking, *names, if_any, prompt = tree.children
        not_both(taking, if_any)
        return s.Take(
            self._span(tree),
            self.expr(who),
            taking.data == "may",
            tuple(s.Name(self._at(name), self._new_name(name)) for name in names),
            if_any is not None,
            self._quoted(prompt) if prompt else None,
        )

    def _race(self, tree: Any) -> s.Race:
        name, binder, where, order, prompt = tree.children
        return s.Race(
            self._span(tree),
            self._new_name(name),
            self._binder(binder),
            self._maybe(where),
            self._order(order),
            self._quoted(prompt) if prompt else None,
            self._at(name),
        )

    # -- compound statements -----------------------------------------------------------------------

    def _if_(self, tree: Any) -> s.If:
        *pairs, otherwise = tree.children
        return s.If(
            self._head(tree, pairs[1]),
            tuple(
                (self.expr(condition), self.block(suite))
                for condition, suite in zip(pairs[::2], pairs[1::2], strict=True)
            ),
            self.block(otherwise) if otherwise else None,
        )

    def _for_(self, tree: Any) -> s.For:
        *binders, where, order, suite = tree.children
        return s.For(
            self._head(tree, suite),
            tuple(self._binder(binder) for binder in binders),
            self._maybe(where),
            self._order(order) if order else None,
            self.block(suite),
        )

    def _together(self, tree: Any) -> s.Together:
        binder, where, suite = tree.children
        return s.Together(
            self._head(tree, suite), self._binder(binder), self._maybe(where), self.block(suite)
        )

    def _repeat(self, tree: Any) -> s.Repeat:
        limit, suite = tree.children
        return s.Repeat(
            self._head(tree, suite),
            limit.data.rstrip("_") if limit else None,
            self.expr(limit.children[0]) if limit else None,
            self.block(suite),
        )

    def _menu(self, tree: Any) -> s.Menu:
        who, choosing, if_any, prompt, cases = tree.children
        not_both(choosing, if_any)
        return s.Menu(
            self._head(tree, cases),
            self.expr(who),
            choosing.data == "may",
            if_any is not None,
            self._quoted(prompt) if prompt else None,
            tuple(self._case(case) for case in cases.children),
        )

    def _case(self, tree: Any) -> s.Case:
        label, condition, suite = tree.children
        return s.Case(self._head(tree, suite), self._quoted(label), self._maybe(condition), self.block(suite))

    def _offer(self, tree: Any) -> s.Offer:
        who, prompt, suite, otherwise = tree.children
        return s.Offer(
            self._head(tree, suite),
            self.expr(who),
            self._quoted(prompt),
            self.block(suite),
            self.block(otherwise) if otherwise else None,
        )


def not_both(way: Any, if_any: Any) -> None:
    """Raise `Mistake` for `if any` in a sentence with `may`, which always stops."""
    if way.data == "may" and if_any is not None:
        raise Mistake(
            "syntax",
            "`may` and `if any` don't go together",
            if_any.start_pos,
            if_any.end_pos,
            help="leave `if any` out: who may choose is always asked",
        )
