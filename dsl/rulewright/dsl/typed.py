"""Typed rules: what a ruleset means, names looked up and types known, for every number of players.

`diff`, `doc` and the checks read this form; `load` makes it concrete, `lower` turns it into a control graph.
One class a form: a catalogue, longer than other modules.
"""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.dsl import tree
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type

# -- declarations ---------------------------------------------------------------------------------


@define(eq=False, repr=False)
class Local:
    """A name bound in a rule: `let`, a binder, an argument, `me`, `this`. Compared by identity."""

    name: str
    type: Type
    span: Span
    source: Expr | None = None
    """What a binder goes over."""


Index = Type
"""An index of a family: an Int range, Player, Enum, or Thing of one kind."""


@define(eq=False, repr=False)
class Attribute:
    """An attribute of a kind. `fixed` for `has`; `start` is a value expression of a `keeps`."""

    kind: str
    name: str
    type: Type
    each: tuple[Index, ...]
    fixed: bool
    open: bool
    start: Expr | None
    span: Span


@frozen(eq=False, repr=False)
class Row:
    """One row of cards: for each attribute its values (one card each), and for text its text.

    Keys of indexed attributes are `name.index` with the index value as its number: `("called", 1)`.
    """

    span: Span
    values: dict[str, tuple[Expr, ...]]
    indexed: dict[tuple[str, str], Expr | tree.Text]
    texts: dict[str, tree.Text]
    copies: Expr | None


@define(eq=False, repr=False)
class Kind:
    """A kind of component; attributes by name in declared order."""

    name: str
    each_player: bool
    has: dict[str, Attribute]
    keeps: dict[str, Attribute]
    back: tuple[str, ...] | None
    shown_as: Words | None
    this: Local
    written: tree.Component
    rows: tuple[Row, ...] = ()
    copies: Expr | None = None
    starts_in: Zone | None = None


@define(eq=False, repr=False)
class Zone:
    """A place or family of places. `dot` is the position in `each` of the player or kind index, or None."""

    name: str
    kinds: tuple[str, ...]
    each: tuple[Index, ...]
    form: str
    seen_by: str
    dot: int | None
    span: Span
    refill_from: Zone | None = None
    refill_when: str = ""
    lazy: bool = False
    """Whether it is a pile that nobody sees and that something shuffles (7.2)."""
    arranged: Order | None = None
    member: Local | None = None
    """The component that the keys of `arranged` speak of."""
    shown: str = "used"


@define(eq=False, repr=False)
class Variable:
    """A public fact, one value or a family."""

    name: str
    type: Type
    each: tuple[Index, ...]
    dot: int | None
    start: Expr | None
    span: Span
    shown: str = "used"


@define(eq=False, repr=False)
class Function:
    """A named value. `subject` is `me` or `this`; `result` is found when the body is typed."""

    name: str
    subject: Local | None
    given: tuple[Local, ...]
    written: tree.Function
    body: Expr | None = None
    result: Type | None = None


@define(eq=False, repr=False)
class Procedure:
    """A named effect; its `do` and `when` see `subject` and `given`."""

    name: str
    subject: Local | None
    given: tuple[Local, ...]
    written: tree.Procedure
    when: Expr | None = None
    on_turn: Expr | None = None
    do: Block = ()


@define(eq=False, repr=False)
class Action:
    """What a player may do: parts in order, each bound to a local."""

    name: str
    me: Local
    written: tree.Action
    parts: tuple[tuple[Local, Choice], ...] = ()
    when: Expr | None = None
    anytime: Expr | None = None
    do: Block = ()


@define(eq=False, repr=False)
class Phase:
    """A stretch of play. With `turns`, `turn` is one turn of `me`; otherwise `do`."""

    name: str
    me: Local
    written: tree.Phase
    when: Expr | None = None
    do: Block = ()
    turns: Order | None = None
    member: Local | None = None
    turn: Block = ()
    rounds: Expr | None = None
    until: Expr | None = None
    skip: Expr | None = None


@define(eq=False, repr=False)
class ScoreLine:
    """One line of the score sheet for `me`."""

    name: str
    me: Local
    value: Expr
    span: Span


@define(eq=False, repr=False)
class Winner:
    """Ranking and ties; `if_tied` and `if_nobody` are expressions of a parameter, or a fixed word."""

    me: Local
    rematch_if: Expr | None
    among: Expr | None
    ranked: Order | None
    if_tied: str | Expr
    if_nobody: str | Expr


@define(eq=False, repr=False)
class EnumDecl:
    """A whole enum and its values in order, with its parts."""

    name: str
    values: tuple[str, ...]
    parts: dict[str, tuple[str, ...]]
    span: Span


@define(eq=False, repr=False)
class Constant:
    """A number, list or table of the rulebook. `by` are its index types; `rows` stay as written."""

    name: str
    type: Type
    by: tuple[Index | str, ...]
    """Index types; a str is the name of a parameter, or `players`, whose value each load knows."""
    written: tree.Constant
    value: Expr | None = None
    items: tuple[Expr, ...] | None = None
    rows: tuple[tuple[tuple[Expr | tuple[Expr, Expr] | None, ...], Expr], ...] = ()
    """Keys (one value, a range, or None for all) and the value of each row."""
    otherwise: Expr | None = None


@define(eq=False, repr=False)
class Parameter:
    """An open question or variant. `values` are the words of a `one_of`, in order; else None."""

    name: str
    type: Type
    values: tuple[int | str, ...] | None
    written: tree.Parameter


@define(eq=False, repr=False)
class Odds:
    """A distribution over values of one type, by an index or not."""

    name: str
    type: Type
    by: Index | str | None
    written: tree.Odds
    rows: tuple[tuple[Expr | None, tuple[tuple[Expr, Expr], ...]], ...] = ()
    """(index value or None, ((value, weight), …))"""


@define(eq=False, repr=False)
class Rules:
    """A whole ruleset, typed."""

    written: tree.Ruleset
    enums: dict[str, EnumDecl] = field(factory=dict)
    constants: dict[str, Constant] = field(factory=dict)
    parameters: dict[str, Parameter] = field(factory=dict)
    odds: dict[str, Odds] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)
    zones: dict[str, Zone] = field(factory=dict)
    variables: dict[str, Variable] = field(factory=dict)
    functions: dict[str, Function] = field(factory=dict)
    procedures: dict[str, Procedure] = field(factory=dict)
    actions: dict[str, Action] = field(factory=dict)
    phases: dict[str, Phase] = field(factory=dict)
    setup: Block = ()
    flow: Block = ()
    score: dict[str, ScoreLine] = field(factory=dict)
    winner: Winner | None = None
    returns: tuple[Local, Expr] | None = None
    limits: dict[str, int] = field(factory=dict)
    names: object = None
    """The name spaces, for expressions that stand outside the rules (tests, metrics)."""
    public_actions: dict[str, bool] = field(factory=dict)
    """Whether everyone can tell if an action is possible (6.7.5)."""


# -- expressions ----------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Expr:
    """An expression with its place and type."""

    span: Span
    type: Type


@frozen(eq=False, repr=False)
class Value(Expr):
    """A value known now: a number, bool, enum value (its number in the whole), private value, deed, `none`."""

    value: int | None


@frozen(eq=False, repr=False)
class ConstantRef(Expr):
    """A constant: a number or a list, or a table entry with its indexes (bare ones filled in by the load)."""

    constant: Constant
    indexes: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class ParameterRef(Expr):
    """The value of a parameter in this load."""

    parameter: Parameter


@frozen(eq=False, repr=False)
class LocalRef(Expr):
    """A local."""

    local: Local


@frozen(eq=False, repr=False)
class FirstPlayer(Expr):
    """`first_player`"""


@frozen(eq=False, repr=False)
class VariableRef(Expr):
    """A variable, all indexes given, in declared order."""

    variable: Variable
    indexes: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class AttributeRef(Expr):
    """An attribute of a component. With several possible kinds, one declaration for each kind."""

    of: Expr
    attributes: tuple[Attribute, ...]
    indexes: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Place(Expr):
    """A zone, or with None among its indexes the union of those members of the family."""

    zone: Zone | None
    """None is the box."""
    indexes: tuple[Expr | None, ...]


@frozen(eq=False, repr=False)
class Union(Expr):
    """`players.played`, `cards.on_it`: the union of a place or set over the members of a set."""

    over: Expr
    member: Local
    each: Expr


@frozen(eq=False, repr=False)
class Single(Expr):
    """The one component of a kind that has exactly one."""

    kind: Kind


@frozen(eq=False, repr=False)
class Listing(Expr):
    """`[a, b]`"""

    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Span_(Expr):
    """`low..high` as a source."""

    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class Everyone(Expr):
    """`players`"""


@frozen(eq=False, repr=False)
class TypeValues(Expr):
    """An enum or a part of one as a source: its values in order; or a kind: its components."""


@frozen(eq=False, repr=False)
class OddsRef(Expr):
    """A distribution as the source of a chance point."""

    odds: Odds
    index: Expr | None


@frozen(eq=False, repr=False)
class Call(Expr):
    """A function with its subject (if any) first, then its arguments."""

    function: Function
    arguments: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Neighbour(Expr):
    """`p.left`, `p.right`"""

    of: Expr
    left: bool


@frozen(eq=False, repr=False)
class Owner(Expr):
    """`c.owner`"""

    of: Expr


@frozen(eq=False, repr=False)
class Score(Expr):
    """`p.score`, or one line of it"""

    of: Expr
    line: str | None


@frozen(eq=False, repr=False)
class Extreme(Expr):
    """`min(a, b)`, `max(a, b)`"""

    least: bool
    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Count(Expr):
    """`count(z)`"""

    of: Expr


@frozen(eq=False, repr=False)
class Over(Expr):
    """An aggregate with binders; `fn` is `count any all sum max min first only`."""

    fn: str
    value: Expr | None
    binders: tuple[tuple[Local, Expr], ...]
    where: Expr | None
    order: Order | None
    otherwise: Expr | None


@frozen(eq=False, repr=False)
class Every(Expr):
    """`all x in z where c`"""

    local: Local
    source: Expr
    where: Expr | None


@frozen(eq=False, repr=False)
class EndOf(Expr):
    """`top of z`, `bottom of z`"""

    top: bool
    of: Expr


@frozen(eq=False, repr=False)
class EndsOf(Expr):
    """`top n of z`"""

    top: bool
    count: Expr
    of: Expr


@frozen(eq=False, repr=False)
class Position(Expr):
    """`position of x`"""

    of: Expr


@frozen(eq=False, repr=False)
class Minus(Expr):
    """`-x`"""

    of: Expr


@frozen(eq=False, repr=False)
class Arithmetic(Expr):
    """`+ - * / mod`"""

    op: str
    left: Expr
    right: Expr
    rounded: str | None


@frozen(eq=False, repr=False)
class Compare(Expr):
    """`< <= > >=`"""

    op: str
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Same(Expr):
    """`left is right` or `is not`"""

    left: Expr
    right: Expr
    negated: bool


@frozen(eq=False, repr=False)
class Empty(Expr):
    """`z is empty`"""

    of: Expr
    negated: bool


@frozen(eq=False, repr=False)
class OfKind(Expr):
    """`x is a K`"""

    of: Expr
    kind: str
    negated: bool


@frozen(eq=False, repr=False)
class Member(Expr):
    """`x is in z`"""

    of: Expr
    source: Expr
    negated: bool


@frozen(eq=False, repr=False)
class Facing(Expr):
    """`x is face up`"""

    of: Expr
    up: bool
    negated: bool


@frozen(eq=False, repr=False)
class Not(Expr):
    """`not c`"""

    of: Expr


@frozen(eq=False, repr=False)
class And(Expr):
    """`a and b`"""

    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Or(Expr):
    """`a or b`"""

    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Reveal(Expr):
    """`reveal c`"""

    of: Expr


@frozen(eq=False, repr=False)
class Can(Expr):
    """`can D(args)`: one procedure, or those that a `procedure` attribute of `through` can name."""

    deeds: tuple[Procedure, ...]
    through: AttributeRef | None
    arguments: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Either(Expr):
    """`if c then a else b`"""

    condition: Expr
    then: Expr
    otherwise: Expr


@frozen(eq=False, repr=False)
class Words:
    """A string with typed holes; `raw` is the key of its translations (typed likewise)."""

    span: Span
    raw: str
    parts: tuple[str | Expr, ...]
    translations: dict[str, tuple[str | Expr, ...]]


# -- orders, choices ------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class SortKey:
    """A value to sort by."""

    value: Expr
    descending: bool


@frozen(eq=False, repr=False)
class Seats:
    """By seat, starting from a player; of a component, by its owner's seat."""

    clockwise: bool
    start: Expr
    of: Expr | None
    """The player whose seat counts (the member, or its owner)."""


@frozen(eq=False, repr=False)
class Order:
    """Sort keys, the first counts most."""

    keys: tuple[SortKey | Seats, ...]


@frozen(eq=False, repr=False)
class Quantity:
    """How many: `low` and `high` are None for 0 and for no upper limit."""

    low: Expr | None
    high: Expr | None


@frozen(eq=False, repr=False)
class Choice:
    """What is chosen from: `local` stands for the result in `where` (the whole set if `quantity`)."""

    local: Local
    quantity: Quantity | None
    source: Expr
    where: Expr | None
    weighted: Expr | None
    prompt: Words | None
    span: Span
    public: bool
    """Whether everyone can tell that there is nothing to choose (6.7.5)."""


# -- statements -----------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Statement:
    """A statement with its place."""

    span: Span


Block = tuple[Statement, ...]


@frozen(eq=False, repr=False)
class AllOf:
    """`all of z`"""

    span: Span
    of: Expr


@frozen(eq=False, repr=False)
class Some:
    """`n x in z where c`; `count` None for all of them."""

    span: Span
    count: Expr | None
    local: Local
    source: Expr
    where: Expr | None


Selection = Expr | AllOf | Some


@frozen(eq=False, repr=False)
class Let(Statement):
    """`let x = e`"""

    local: Local
    value: Expr


@frozen(eq=False, repr=False)
class Store(Statement):
    """`t = e`, and `t += e` as `t = t + e`; `target` is a variable or a `keeps` attribute."""

    target: VariableRef | AttributeRef
    value: Expr


@frozen(eq=False, repr=False)
class Move(Statement):
    """`move S to Z`; `fields` set attributes of what is moved."""

    what: Selection
    to: Place
    to_bottom: bool
    at: Expr | None
    fields: tuple[tuple[Attribute, Expr], ...]


@frozen(eq=False, repr=False)
class SwapPlaces(Statement):
    """`swap A with B` of zones"""

    left: Place
    right: Place


@frozen(eq=False, repr=False)
class SwapValues(Statement):
    """`swap a with b` of values"""

    left: VariableRef | AttributeRef
    right: VariableRef | AttributeRef


@frozen(eq=False, repr=False)
class Shuffle(Statement):
    """`shuffle Z`"""

    what: Place


@frozen(eq=False, repr=False)
class Turn(Statement):
    """`turn S face up`"""

    what: Selection
    up: bool


@frozen(eq=False, repr=False)
class Write(Statement):
    """`write K on Z`; every `keeps` attribute has its expression."""

    kind: Kind
    on: Place
    fields: tuple[tuple[Attribute, Expr], ...]


@frozen(eq=False, repr=False)
class Show(Statement):
    """`show S to P`"""

    what: Selection
    to: Expr


@frozen(eq=False, repr=False)
class Announce(Statement):
    """`announce "…"`"""

    text: Words


@frozen(eq=False, repr=False)
class Say(Statement):
    """`P says "…" to Q`; `to` None means everyone."""

    who: Expr
    text: Words
    to: Expr | None


@frozen(eq=False, repr=False)
class DoProcedure(Statement):
    """`do D(args)`; with `through`, the procedure that an attribute names."""

    deeds: tuple[Procedure, ...]
    through: AttributeRef | None
    arguments: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class DoPhase(Statement):
    """`do PHASE`"""

    phase: Phase


@frozen(eq=False, repr=False)
class Wins(Statement):
    """`P wins`"""

    who: Expr


@frozen(eq=False, repr=False)
class End(Statement):
    """`end turn`, `end phase`, `end game`, `end loop`"""

    what: str


@frozen(eq=False, repr=False)
class Pass(Statement):
    """`nothing`"""


@frozen(eq=False, repr=False)
class If(Statement):
    """`if … else if … else …`"""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


@frozen(eq=False, repr=False)
class For(Statement):
    """`for x in a, y in b where c ORDER`"""

    binders: tuple[tuple[Local, Expr], ...]
    where: Expr | None
    order: Order | None
    body: Block


@frozen(eq=False, repr=False)
class Together(Statement):
    """`together for p in players where c`"""

    local: Local
    source: Expr
    where: Expr | None
    body: Block


@frozen(eq=False, repr=False)
class Repeat(Statement):
    """`repeat`, with `limit` `while`, `until`, `times` or None"""

    limit: str | None
    value: Expr | None
    body: Block


@frozen(eq=False, repr=False)
class Choose(Statement):
    """`P chooses x from …`; `who` None is chance."""

    who: Expr | None
    may: bool
    choice: Choice
    if_any: bool
    name: str
    """For chance: the name of its point."""


@frozen(eq=False, repr=False)
class Take(Statement):
    """`P takes one of …`"""

    who: Expr
    may: bool
    actions: tuple[Action, ...]
    if_any: bool
    prompt: Words | None


@frozen(eq=False, repr=False)
class Case:
    """A case of a menu."""

    span: Span
    text: Words
    condition: Expr | None
    body: Block


@frozen(eq=False, repr=False)
class Menu(Statement):
    """`P chooses one:`; an offer (`P may "…"`) is a menu of yes and no."""

    who: Expr
    may: bool
    if_any: bool
    prompt: Words | None
    cases: tuple[Case, ...]
    public: bool


@frozen(eq=False, repr=False)
class Offer(Statement):
    """`P may "Do it": … else: …`"""

    who: Expr
    prompt: Words
    body: Block
    otherwise: Block


@frozen(eq=False, repr=False)
class Race(Statement):
    """`race r among p in S where c ORDER`"""

    local: Local
    member: Local
    source: Expr
    where: Expr | None
    order: Order
    prompt: Words | None
