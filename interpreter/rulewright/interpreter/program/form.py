"""The program form: what every fast engine runs. Whole numbers of 32 bits in one flat memory; no strings, no objects.

Memory is an array of words, addressed by word; the cells of the state come first, at their own numbers. Constant
tables lie outside it. A function has parameters and locals, all numbered together, parameters first; all are whole
numbers and start as 0. Every function gives back one number.

Values are worked out from left to right, in the order in which a form lists them: an address before the value that is
put there. The lowering promises: `+`, `-`, `*` and `//` as `Op` don't leave 32 bits (where they could, it writes
`Sure`), a shift is by 0 to 31, addresses lie inside memory and tables, counts aren't negative, and nothing that a draw
needs to know calls a function that begins the draws anew.

Invariants, held by `examine`: every name that is called, read or left exists; a call has as many arguments as the
function has parameters; `Leave` and `Again` stand inside the loop they name; a function ends in `Return` or `Fault`
on every path that can be followed to its end.
"""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.dsl.source import Span

# -- values ---------------------------------------------------------------------------------------


@frozen(repr=False)
class Const:
    """A number."""

    value: int


@frozen(repr=False)
class Get:
    """A local."""

    local: int


@frozen(repr=False)
class Cell:
    """The word at `at + offset`."""

    at: Value
    offset: int = 0


@frozen(repr=False)
class Row:
    """An entry of a constant table; `at` lies inside it."""

    table: str
    at: Value


@frozen(repr=False)
class Op:
    """`+ - * // % & | ^ << >> == != < <= > >=` on signed numbers; `+ - *` wrap around, `//` and `%` round down and
    are never asked to divide by 0; comparisons give 0 or 1."""

    op: str
    left: Value
    right: Value


@frozen(repr=False)
class Sure:
    """`+`, `-` or `*`; leaving the whole numbers of the language (-2147483647 to 2147483647) is the fault `site`."""

    op: str
    left: Value
    right: Value
    site: int


@frozen(repr=False)
class Pick:
    """`then` if `test` isn't 0, else `otherwise`; only that one is worked out."""

    test: Value
    then: Value
    otherwise: Value


@frozen(repr=False)
class Call:
    """What a function gives back. Arguments are worked out in order."""

    function: str
    arguments: tuple[Value, ...] = ()


@frozen(repr=False)
class Draw:
    """`below(seed, key, counter, bound)` of chance.py; `stream` 0 is the game's seed, 1 that of bots. `bound` is at
    least 1."""

    stream: int
    key: int
    """64 bits, without sign."""
    counter: Value
    bound: Value


Value = Const | Get | Cell | Row | Op | Sure | Pick | Call | Draw

# -- steps ----------------------------------------------------------------------------------------


@frozen(repr=False)
class Set:
    """Give a local a value."""

    local: int
    value: Value


@frozen(repr=False)
class Put:
    """Give the word at `at + offset` a value."""

    at: Value
    offset: int
    value: Value


@frozen(repr=False)
class If:
    """Do one or the other."""

    test: Value
    then: Block
    otherwise: Block = ()


@frozen(repr=False)
class Loop:
    """Do it again and again until `Leave`, `Return` or `Fault`. Labels are unique in a function."""

    label: str
    body: Block


@frozen(repr=False)
class Leave:
    """Go on behind the loop of this label, which may lie several loops further out."""

    label: str


@frozen(repr=False)
class Again:
    """Go back to the beginning of the loop of this label, which may lie several loops further out."""

    label: str


@frozen(repr=False)
class Switch:
    """Do the case of this number; with no such case `otherwise`. No falling through."""

    value: Value
    cases: tuple[Block, ...]
    otherwise: Block = ()


@frozen(repr=False)
class Do:
    """Work out a value for what happens on the way."""

    value: Value


@frozen(repr=False)
class Return:
    """Give back a value."""

    value: Value


@frozen(repr=False)
class Fault:
    """A rule can't be carried out: `sites[site]` says what and where. Nothing goes on."""

    site: int


@frozen(repr=False)
class Seed:
    """Begin the draws of a game of a series: both streams' seeds become `game_seed(seed, index)` of chance.py, from
    the seeds that were chosen from outside. `index` is 0 or more."""

    index: Value


@frozen(repr=False)
class Copy:
    """Copy `count` words inside memory, as if all at once; `count` may be 0."""

    to: Value
    start: Value
    count: Value


@frozen(repr=False)
class Fill:
    """Make `count` words 0."""

    to: Value
    count: Value


@frozen(repr=False)
class Paste:
    """Copy a whole constant table into memory."""

    to: Value
    table: str


Step = Set | Put | If | Loop | Leave | Again | Switch | Do | Return | Fault | Seed | Copy | Fill | Paste
Block = tuple[Step, ...]

# -- the whole ------------------------------------------------------------------------------------


@frozen(repr=False)
class Site:
    """A fault that can happen: its code and the words of the rules that it is about."""

    code: str
    span: Span | None


@define(eq=False)
class Function:
    """One function. `locals` are the names of all its locals, for people; parameters are the first of them."""

    name: str
    parameters: int
    locals: tuple[str, ...] = ()
    body: Block = ()
    rule: str = ""
    """The rule it comes from, for people."""


@define(eq=False)
class Program:
    """Everything an engine needs. `words` is the size of memory; `entries` are the functions called from outside."""

    functions: dict[str, Function] = field(factory=dict)
    tables: dict[str, tuple[int, ...]] = field(factory=dict)
    sites: list[Site] = field(factory=list)
    words: int = 0
    entries: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    """Functions without parameters that give back the number of the one of these to go on with, or a number below 0."""
    natural: bool = False
    """Whether what an offset is added to is never negative by itself."""
    flows: tuple[str, ...] = ()
    """Functions that give back the number of a block to go on with, blocks among them: an engine may go there at once."""
    names: dict[str, int] = field(factory=dict)
    """Where the named words of memory are, and other numbers of the load that drivers need."""
