"""Rule text -> syntax trees: what the designer wrote, nothing decided yet. Every node has a span.

One class a form: a catalogue, longer than other modules.
"""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.source import Span


@frozen(repr=False)
class Node:
    """Anything that was written at one place."""

    span: Span


# -- expressions ----------------------------------------------------------------------------------


@frozen(repr=False)
class Expr(Node):
    """An expression."""


@frozen(repr=False)
class Number(Expr):
    """`12`"""

    value: int


@frozen(repr=False)
class Name(Expr):
    """`deck`"""

    name: str


@frozen(repr=False)
class Listing(Expr):
    """`[a, b]`"""

    items: tuple[Expr, ...]


@frozen(repr=False)
class Dot(Expr):
    """`of.name` or `of.name(args)`; `args` is None when there are no parentheses. `name_span` marks the name."""

    of: Expr
    name: str
    args: tuple[Expr, ...] | None
    name_span: Span


@frozen(repr=False)
class Index(Expr):
    """`of[args]`"""

    of: Expr
    args: tuple[Expr, ...]


@frozen(repr=False)
class Call(Expr):
    """`name(args)`, also `min(a, b)` and `max(a, b)` of two or more values and `count(z)`, `sum(z)` of one."""

    name: str
    args: tuple[Expr, ...]
    name_span: Span


@frozen(repr=False)
class Binder(Node):
    """`name in source`; `source` may be a `Range`."""

    name: str
    source: Expr
    name_span: Span


@frozen(repr=False)
class Range(Expr):
    """`low..high`, only in source position."""

    low: Expr
    high: Expr


@frozen(repr=False)
class SortKey(Node):
    """`value ascending` or `value descending`"""

    value: Expr
    descending: bool


@frozen(repr=False)
class Seats(Node):
    """`clockwise from start` or `counterclockwise from start`, also as a key among others."""

    clockwise: bool
    start: Expr


@frozen(repr=False)
class Order(Node):
    """A clause of order: at least one key."""

    keys: tuple[SortKey | Seats, ...]


@frozen(repr=False)
class Over(Expr):
    """An aggregate with binders: `fn(value for x in s, y in t where c ORDER otherwise d)`.

    `fn` is the name written before the parenthesis (`count any all sum max min first only`, or anything
    else, which the resolver refuses by name); `value` is None where there is no `for`.
    """

    fn: str
    value: Expr | None
    binders: tuple[Binder, ...]
    where: Expr | None
    order: Order | None
    otherwise: Expr | None


@frozen(repr=False)
class Every(Expr):
    """`all x in z where c`: a set (and, in a move, which components)."""

    binder: Binder
    where: Expr | None


@frozen(repr=False)
class EndOf(Expr):
    """`top of z`, `bottom of z`"""

    top: bool
    of: Expr


@frozen(repr=False)
class EndsOf(Expr):
    """`top n of z`, `bottom n of z`"""

    top: bool
    count: Expr
    of: Expr


@frozen(repr=False)
class Position(Expr):
    """`position of x`"""

    of: Expr


@frozen(repr=False)
class Minus(Expr):
    """`- x`"""

    of: Expr


@frozen(repr=False)
class Arithmetic(Expr):
    """`left op right`; op is `+ - * / mod`; `rounded` is `up`, `down` or None."""

    op: str
    left: Expr
    right: Expr
    rounded: str | None


@frozen(repr=False)
class Compare(Expr):
    """`left op right`; op is `< <= > >=`."""

    op: str
    left: Expr
    right: Expr


@frozen(repr=False)
class Is(Expr):
    """`left is right`, `left is not right`"""

    left: Expr
    right: Expr
    negated: bool


@frozen(repr=False)
class IsEmpty(Expr):
    """`z is empty`, `z is not empty`"""

    of: Expr
    negated: bool


@frozen(repr=False)
class IsKind(Expr):
    """`x is a K`, `x is not a K`"""

    of: Expr
    kind: str
    negated: bool
    kind_span: Span


@frozen(repr=False)
class IsIn(Expr):
    """`x is in z`, `x is not in z`"""

    of: Expr
    source: Expr
    negated: bool


@frozen(repr=False)
class IsFacing(Expr):
    """`x is face up`, `x is not face down`"""

    of: Expr
    up: bool
    negated: bool


@frozen(repr=False)
class Not(Expr):
    """`not c`"""

    of: Expr


@frozen(repr=False)
class And(Expr):
    """`a and b and c`"""

    items: tuple[Expr, ...]


@frozen(repr=False)
class Or(Expr):
    """`a or b or c`"""

    items: tuple[Expr, ...]


@frozen(repr=False)
class Reveal(Expr):
    """`reveal c`"""

    of: Expr


@frozen(repr=False)
class Can(Expr):
    """`can D(args)`, `can x.D(args)`: `deed` is a Name, Call or Dot."""

    deed: Expr


@frozen(repr=False)
class Either(Expr):
    """`if c then a else b`"""

    condition: Expr
    then: Expr
    otherwise: Expr


@frozen(repr=False)
class Text(Node):
    """A string with holes, in order: plain pieces (with `{{` and `}}` undoubled) and expressions.

    `raw` is the string as written between the quotes: the key of its translations.
    """

    raw: str
    parts: tuple[str | Expr, ...]


# -- pieces of statements -------------------------------------------------------------------------


@frozen(repr=False)
class AllOf(Node):
    """`all of z` in a move."""

    of: Expr


@frozen(repr=False)
class Some(Node):
    """`n x in z where c` in a move: the first n of those."""

    count: Expr
    binder: Binder
    where: Expr | None


Selection = Expr | AllOf | Some
"""What a move takes: a component or set expression (`Every`, `EndOf`, `EndsOf`, a path), `AllOf`, `Some`."""


@frozen(repr=False)
class Field(Node):
    """`name = value` after `with`."""

    name: str
    value: Expr
    name_span: Span


@frozen(repr=False)
class Quantity(Node):
    """How many are chosen: `exactly n`, `up_to n`, `between low and high`, `any_number`.

    `low` is the n of `exactly`, the first number of `between`, else None; `high` the upper one, None for
    `any_number`.
    """

    form: str
    low: Expr | None
    high: Expr | None


@frozen(repr=False)
class Choice(Node):
    """`[quantity] from source [where c] [weighted by w] ["prompt"]`: also the value of a key under `choose`."""

    quantity: Quantity | None
    source: Expr
    where: Expr | None
    weighted: Expr | None
    prompt: Text | None


# -- statements -----------------------------------------------------------------------------------


@frozen(repr=False)
class Statement(Node):
    """A statement. The span of a compound one covers its head line only."""


Block = tuple[Statement, ...]


@frozen(repr=False)
class Let(Statement):
    """`let name = value`"""

    name: str
    value: Expr
    name_span: Span


@frozen(repr=False)
class Assign(Statement):
    """`target = value`"""

    target: Expr
    value: Expr


@frozen(repr=False)
class Change(Statement):
    """`target += value`, `target -= value`; `op` is `+` or `-`."""

    target: Expr
    op: str
    value: Expr


@frozen(repr=False)
class Move(Statement):
    """`move S to Z [at n] [with a = e, …]`; `to` may be an `EndOf` (`to bottom of Z`)."""

    what: Selection
    to: Expr
    at: Expr | None
    fields: tuple[Field, ...]


@frozen(repr=False)
class Swap(Statement):
    """`swap A with B`"""

    left: Expr
    right: Expr


@frozen(repr=False)
class Shuffle(Statement):
    """`shuffle Z`"""

    what: Expr


@frozen(repr=False)
class Turn(Statement):
    """`turn S face up|down`"""

    what: Selection
    up: bool


@frozen(repr=False)
class Write(Statement):
    """`write K on Z [with a = e, …]`"""

    kind: str
    on: Expr
    fields: tuple[Field, ...]
    kind_span: Span


@frozen(repr=False)
class Show(Statement):
    """`show S to P`"""

    what: Selection
    to: Expr


@frozen(repr=False)
class Announce(Statement):
    """`announce "…"`"""

    text: Text


@frozen(repr=False)
class Say(Statement):
    """`P says "…" [to Q]`"""

    who: Expr
    text: Text
    to: Expr | None


@frozen(repr=False)
class Do(Statement):
    """`do D`, `do p.D(args)`: `deed` is a Name, Call or Dot."""

    deed: Expr


@frozen(repr=False)
class Wins(Statement):
    """`P wins`"""

    who: Expr


@frozen(repr=False)
class End(Statement):
    """`end turn|phase|game|loop`"""

    what: str


@frozen(repr=False)
class Nothing(Statement):
    """`nothing`"""


@frozen(repr=False)
class If(Statement):
    """`if c: … else if c: … else: …`; `otherwise` is None without `else`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@frozen(repr=False)
class For(Statement):
    """`for x in a, y in b where c ORDER: …`"""

    binders: tuple[Binder, ...]
    where: Expr | None
    order: Order | None
    body: Block


@frozen(repr=False)
class Together(Statement):
    """`together for p in players where c: …`"""

    binder: Binder
    where: Expr | None
    body: Block


@frozen(repr=False)
class Repeat(Statement):
    """`repeat …: …`; `limit` is `while`, `until`, `times` or None with `value` its expression."""

    limit: str | None
    value: Expr | None
    body: Block


@frozen(repr=False)
class Choose(Statement):
    """`P chooses [quantity] x from …`, `P may choose …`."""

    who: Expr
    may: bool
    name: str
    choice: Choice
    if_any: bool
    name_span: Span


@frozen(repr=False)
class Take(Statement):
    """`P takes one of a, b`, `P may take one of a, b`."""

    who: Expr
    may: bool
    actions: tuple[Name, ...]
    if_any: bool
    prompt: Text | None


@frozen(repr=False)
class Race(Statement):
    """`race r among p in S where c ORDER "prompt"`"""

    name: str
    binder: Binder
    where: Expr | None
    order: Order
    prompt: Text | None
    name_span: Span


@frozen(repr=False)
class Case(Node):
    """One case of a menu: `"A" if c: …`"""

    text: Text
    condition: Expr | None
    body: Block


@frozen(repr=False)
class Menu(Statement):
    """`P chooses one …:`, `P may choose one …:`"""

    who: Expr
    may: bool
    if_any: bool
    prompt: Text | None
    cases: tuple[Case, ...]


@frozen(repr=False)
class Offer(Statement):
    """`P may "Do it": … else: …`"""

    who: Expr
    prompt: Text
    body: Block
    otherwise: Block | None


# -- types ----------------------------------------------------------------------------------------


@frozen(repr=False)
class Bound(Node):
    """A number, or the name of a constant or parameter, or `any`."""

    value: int | str


@frozen(repr=False)
class NamedBase(Node):
    """`card`, `card or token`, `colour or none`: the names as written, each with its span."""

    names: tuple[Name, ...]


@frozen(repr=False)
class RangeBase(Node):
    """`1..7`, `0..any`, `1..8 or none`"""

    low: Bound
    high: Bound
    optional: bool


@frozen(repr=False)
class TypeSyntax(Node):
    """`[set of] BASE [each INDEX, …] [= start] [open]`"""

    is_set: bool
    base: NamedBase | RangeBase
    each: tuple[NamedBase | RangeBase, ...]
    start: Bound | None
    open: bool
