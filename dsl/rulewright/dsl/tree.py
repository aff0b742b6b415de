"""YAML -> tree: the sections of a ruleset as written, rule strings not yet parsed.

Every entry keeps the file's order. A `Word` is a string with its place; a `RuleText` is a rule string with
the way back into the file. `Literal` values are plain: nothing is looked up here.
One class a section or part of one: a catalogue, longer than other modules.
"""

from __future__ import annotations

from attrs import field, frozen

from rulewright.dsl.pickled import by_fields
from rulewright.dsl.source import RuleText, Source, Span

# -- plain data (yaml_nodes makes it) -------------------------------------------------------------


@by_fields
@frozen
class Scalar:
    """One YAML scalar: `text` as YAML decodes it, never guessed at; `quoted` when it stood in quotes."""

    text: str
    quoted: bool
    span: Span


@by_fields
@frozen
class Sequence:
    """A YAML list; `flow` when it was written in brackets."""

    items: tuple[Data, ...]
    flow: bool
    span: Span


@by_fields
@frozen
class Mapping:
    """A YAML mapping in written order; keys are scalars (NFC), no key twice."""

    pairs: tuple[tuple[Scalar, Data], ...]
    flow: bool
    span: Span

    def get(self, key: str) -> Data | None:
        """Return the value of a key, or None."""
        return next((value for name, value in self.pairs if name.text == key), None)

    def get_mapping(self, key: str) -> Mapping | None:
        """Return the value of a key if it is a mapping."""
        value = self.get(key)
        return value if isinstance(value, Mapping) else None


Data = Scalar | Sequence | Mapping


# -- small pieces ---------------------------------------------------------------------------------


@by_fields
@frozen
class Word:
    """A name or other single word."""

    value: str
    span: Span


@by_fields
@frozen
class Text:
    """A text in one or several languages: language -> string. One plain string stands under `""`."""

    values: dict[str, str]
    span: Span

    def in_language(self, language: str, written: str) -> str:
        """Return the text in a language, else in the ruleset's own (`written`), else in any."""
        for key in (language, "", written):
            if key in self.values:
                return self.values[key]
        return next(iter(self.values.values()), "")


@by_fields
@frozen
class Notes:
    """What any entry may carry (2.2)."""

    text: Text | None = None
    cite: tuple[Word, ...] = ()
    why: Text | None = None
    assumed: Text | None = None


@by_fields
@frozen
class Literal:
    """A whole number, or a word: an enum value, `true`, `false`, `none`, a name of a constant, `any`."""

    value: int | str
    span: Span


@by_fields
@frozen
class Table:
    """`{by: INDEX, key: value, low..high: value, otherwise: value}`.

    `by` holds the written index types (a name such as `players`, `size`, a parameter, or a range `1..8`).
    `rows` are (keys, value): one literal or range for each index, nested mappings flattened; an index that a
    row leaves out (`appeal: none` in a table by two) is None, meaning all its values. `otherwise` is the
    value of its row or None.
    """

    by: tuple[Word, ...]
    rows: tuple[tuple[tuple[Literal | tuple[Literal, Literal] | None, ...], Literal], ...]
    otherwise: Literal | None
    span: Span


@by_fields
@frozen
class Constant:
    """A number of the rulebook: a literal, a list of literals, or a table."""

    name: Word
    value: Literal | tuple[Literal, ...] | Table
    notes: Notes = Notes()


@by_fields
@frozen
class Parameter:
    """An open question (with `because`) or a variant. Exactly one of `type` and `one_of` is given."""

    name: Word
    type: RuleText | None
    one_of: tuple[Literal, ...] | None
    default: Literal
    asks: Text | None
    because: Text | None
    notes: Notes = Notes()


@by_fields
@frozen
class EnumType:
    """`name: [a, b]`, or `name: {part_of: TYPE, without: [..]}` (then `values` is empty)."""

    name: Word
    values: tuple[Word, ...]
    part_of: Word | None = None
    without: tuple[Word, ...] = ()
    notes: Notes = Notes()


@by_fields
@frozen
class Odds:
    """A distribution: rows (value, weight); with `by` one list of rows for each index value.

    `rows` without `by` are stored under the key None.
    """

    name: Word
    by: Word | None
    rows: tuple[tuple[Literal | None, tuple[tuple[Literal, Literal], ...]], ...]
    notes: Notes = Notes()


@by_fields
@frozen
class Attribute:
    """One attribute of a component kind and its type string."""

    name: Word
    type: RuleText


@by_fields
@frozen
class CardRow:
    """One row under `cards`: attribute -> one value, or several (a list or range written out as such).

    A value is a Literal, a tuple of Literals (a list), a pair in `ranges` form ("1..7") kept as a Literal
    whose value is the string, or the word `each` (all values of the type). Text attributes may be a `Text`.
    Indexed attributes filled by CSV columns `name.index` stand under the key `name.index`.
    """

    values: dict[str, Literal | tuple[Literal, ...] | Text]
    copies: Literal | None
    span: Span
    notes: Notes = Notes()


@by_fields
@frozen
class Component:
    """A kind of component (2.6)."""

    name: Word
    is_: Word
    each_player: bool
    has: tuple[Attribute, ...]
    keeps: tuple[Attribute, ...]
    back: tuple[Word, ...] | None
    cards: tuple[CardRow, ...] | None
    copies: Literal | None
    starts_in: Word | None
    shown_as: Text | None
    notes: Notes = Notes()


@by_fields
@frozen
class Refill:
    """`refill: {from: discard, when: empty}`"""

    from_: Word
    when: Word


@by_fields
@frozen
class Zone:
    """A place (2.7). `each` holds the written index types (names or ranges)."""

    name: Word
    holds: tuple[Word, ...]
    each: tuple[Word, ...]
    as_: str
    seen_by: str
    refill: Refill | None
    arranged: RuleText | None
    shown: str
    notes: Notes = Notes()


@by_fields
@frozen
class Variable:
    """A public fact and its type string."""

    name: Word
    type: RuleText
    shown: str
    notes: Notes = Notes()


@by_fields
@frozen
class Given:
    """One argument under `given` and its type string."""

    name: Word
    type: RuleText


@by_fields
@frozen
class Function:
    """A named value. `each` is `player`, a kind, or None."""

    name: Word
    each: Word | None
    given: tuple[Given, ...]
    is_: RuleText
    notes: Notes = Notes()


@by_fields
@frozen
class Procedure:
    """A named effect."""

    name: Word
    each: Word | None
    given: tuple[Given, ...]
    when: RuleText | None
    do: RuleText
    on_turn: RuleText | None
    notes: Notes = Notes()


@by_fields
@frozen
class Part:
    """One entry under `choose` of an action: name and choice string."""

    name: Word
    choice: RuleText


@by_fields
@frozen
class Action:
    """What a player may do when asked."""

    name: Word
    choose: tuple[Part, ...]
    when: RuleText | None
    do: RuleText
    anytime: RuleText | None
    notes: Notes = Notes()


@by_fields
@frozen
class Phase:
    """A named stretch of play: with `do`, or with `turns` and `turn`."""

    name: Word
    when: RuleText | None
    do: RuleText | None
    turns: RuleText | None
    turn: RuleText | None
    rounds: RuleText | None
    until: RuleText | None
    finish_round: bool
    skip: RuleText | None
    notes: Notes = Notes()


@by_fields
@frozen
class ScoreLine:
    """One line of the score sheet, an expression for `me`."""

    name: Word
    value: RuleText
    notes: Notes = Notes()


@by_fields
@frozen
class Winner:
    """Ranking and ties; `if_tied` and `if_nobody` are words or names of parameters."""

    span: Span
    rematch_if: RuleText | None
    among: RuleText | None
    ranked: RuleText | None
    if_tied: Word | None
    if_nobody: Word | None
    notes: Notes = Notes()


@by_fields
@frozen
class Screen:
    """The order of the lines on the table view."""

    table: tuple[Word, ...]
    player: tuple[Word, ...]


@by_fields
@frozen
class WordsEntry:
    """One label or translation: `key` is a name, an enum value or a prompt; `short` its short form."""

    key: Word
    text: Text | None
    short: Text | None


@by_fields
@frozen
class Ruleset:
    """One file, read. Sections that are missing are empty; nothing is looked up or parsed yet."""

    source: Source
    span: Span
    game: Word
    players: tuple[int, int]
    title: Text | None = None
    draft: Word | None = None
    why: Text | None = None
    language: str = "en"
    first_player: Text | None = None
    notes: str = "allowed"
    document: Text | None = None
    sections: tuple[tuple[Word, Text], ...] = ()
    constants: tuple[Constant, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    types: tuple[EnumType, ...] = ()
    odds: tuple[Odds, ...] = ()
    components: tuple[Component, ...] = ()
    zones: tuple[Zone, ...] = ()
    variables: tuple[Variable, ...] = ()
    functions: tuple[Function, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    actions: tuple[Action, ...] = ()
    setup: RuleText | None = None
    phases: tuple[Phase, ...] = ()
    flow: RuleText | None = None
    limits: tuple[tuple[Word, Literal], ...] = ()
    score: tuple[ScoreLine, ...] = ()
    winner: Winner | None = None
    returns: RuleText | None = None
    screen: Screen | None = None
    words: tuple[WordsEntry, ...] = ()
    tests: Mapping | None = None
    base_tests: Mapping | None = None
    """Of a draft by overlay: the tests of the ruleset it extends."""
    keys: dict[str, Span] = field(factory=dict, eq=False)
    """Where each top-level key stands."""
    lost: frozenset[str] = field(default=frozenset(), eq=False)
    """Names of entries that couldn't be read: who asks for one makes no second mistake."""
