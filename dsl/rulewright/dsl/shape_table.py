"""Every section and key of the language, in one table."""

from __future__ import annotations

from rulewright.dsl.shapes import Choice, Entry, Field, Form, Leaf, Many, Named

_NAME = Leaf("name")
_TEXT = Leaf("text")
_TYPE = Leaf("type")
_EXPR = Leaf("expr")
_BLOCK = Leaf("block")
_ORDER = Leaf("order")
_LITERAL = Leaf("literal")
_NAMES = Many(_NAME, alone=True)
_INDEXES = Many(Leaf("index"), alone=True)
_SHOWN = Choice(("always", "used", "never"))
_OUTCOME = Choice(("shared", "rematch", "nobody"), or_name=True)

SOURCE = Entry(
    "source",
    (
        Field("document", _TEXT, "the document that is put into rules"),
        Field("sections", Named(_TEXT, key="section"), "section id → heading", default=()),
    ),
    noted=False,
)

CONSTANT = Entry(
    "constant",
    (
        Field(
            "is", Leaf("constant"), "a literal, a list of literals, or a table", required=True, into="value"
        ),
    ),
    short="is",
)

PARAMETER = Entry(
    "parameter",
    (
        Field("is", _TYPE, "the type of its values", into="type"),
        Field("one_of", Many(_LITERAL), "its values, when they belong to this parameter alone"),
        Field("default", _LITERAL, "the value that holds unless another is chosen", required=True),
        Field("asks", _TEXT, "the open question"),
        Field("because", _TEXT, "why this default: the source leaves it open"),
    ),
    forms=(Form(("is",), ("one_of",)), Form(("one_of",), ("is",))),
)

TYPE = Entry(
    "type",
    (
        Field("values", Many(_NAME), "its values in order", hidden=True, default=()),
        Field("part_of", _NAME, "the type of which this is a part", required=True),
        Field("without", _NAMES, "the values left out", default=()),
    ),
    short="values",
)

ODDS = Leaf("odds")

COMPONENT = Entry(
    "component",
    (
        Field(
            "is", Choice(("card", "tile", "token", "die", "slip")), "what it is", required=True, into="is_"
        ),
        Field("each", Choice(("player",)), "`player`: every player owns a set", into="each_player"),
        Field("has", Named(_TYPE, of="attribute"), "fixed attributes: name → type", default=()),
        Field(
            "keeps",
            Named(_TYPE, of="attribute"),
            "attributes that change: name → type with start value",
            default=(),
        ),
        Field("back", Many(_NAME), "the `has` attributes that everyone sees wherever it lies"),
        Field("cards", Leaf("cards"), "list of rows, or a CSV path"),
        Field("copies", _LITERAL, "how many there are, when there is nothing to tell apart"),
        Field("starts_in", _NAME, "the zone where it starts, otherwise `box`"),
        Field("shown_as", _TEXT, 'the printed form: `"{suit} {rank}"`'),
    ),
)

REFILL = Entry(
    "refill",
    (
        Field("from", _NAME, "the zone from which it is filled up", required=True, into="from_"),
        Field("when", Choice(("empty", "needed")), "when it is filled up", required=True),
    ),
    noted=False,
)

ZONE = Entry(
    "zone",
    (
        Field("holds", _NAMES, "kind or list", required=True),
        Field(
            "each",
            _INDEXES,
            "`player`, a type, a range, a kind, or a list of them: a family of zones",
            default=(),
        ),
        Field(
            "as",
            Choice(("pile", "row", "set")),
            "top last, positions from 1, or unordered",
            into="as_",
            default="set",
        ),
        Field(
            "seen_by",
            Choice(("everyone", "owner", "others", "nobody")),
            "who sees the faces",
            default="everyone",
        ),
        Field("refill", REFILL, "`{from: discard, when: empty}` or `when: needed`"),
        Field("arranged", _ORDER, "the order on the screen; the first key makes groups"),
        Field("shown", _SHOWN, "when the screen shows it", default="used"),
    ),
)

VARIABLE = Entry(
    "variable",
    (
        Field("is", _TYPE, "its type", required=True, into="type"),
        Field("shown", _SHOWN, "when the screen shows it", default="used"),
    ),
    short="is",
)

FUNCTION = Entry(
    "function",
    (
        Field("each", _NAME, "`player` gives `me`, a kind gives `this`"),
        Field("given", Named(_TYPE, of="given"), "arguments: name → type", default=()),
        Field("is", _EXPR, "the value", required=True, into="is_"),
    ),
)

PROCEDURE = Entry(
    "procedure",
    (
        Field("each", _NAME, "`player` gives `me`, a kind gives `this`"),
        Field("given", Named(_TYPE, of="given"), "arguments: name → type", default=()),
        Field("when", _EXPR, "when it may be done; `can` asks for it"),
        Field("do", _BLOCK, "the effect", required=True),
        Field("on_turn", _EXPR, "who must be on turn when it begins"),
    ),
)

ACTION = Entry(
    "action",
    (
        Field("choose", Named(Leaf("choice"), of="part"), "name → choice, in order", default=()),
        Field("when", _EXPR, "when it is possible"),
        Field("do", _BLOCK, "the effect", required=True),
        Field("anytime", _EXPR, "while this holds, any player may hand it in at a stop"),
    ),
)

PHASE = Entry(
    "phase",
    (
        Field("when", _EXPR, "otherwise the phase is passed over"),
        Field("do", _BLOCK, "a phase without turns"),
        Field("turns", _ORDER, "whose turns, computed once when the phase begins"),
        Field("turn", _BLOCK, "one turn; `me` is the player on turn"),
        Field("rounds", _EXPR, "everyone has this many turns"),
        Field("until", _EXPR, "tested before each turn; true ends the phase"),
        Field(
            "finish_round", Leaf("bool"), "`until` ends the phase only at the end of the round", default=False
        ),
        Field("skip", _EXPR, "players for whom it holds are passed over"),
    ),
    forms=(
        Form(("do",), ("turns", "turn", "rounds", "until", "finish_round", "skip")),
        Form(("turns", "turn"), ("do",)),
    ),
)

LIMITS = Entry(
    "limits",
    (
        Field("turns", _LITERAL, "turns begun"),
        Field("rounds", _LITERAL, "passes of loops that stand directly in `flow`"),
        Field("stops", _LITERAL, "stops of the whole game"),
        Field("steps", _LITERAL, "loop passes and procedure calls between two stops"),
    ),
    noted=False,
)

SCORE_LINE = Entry(
    "score line",
    (Field("is", _EXPR, "the points, for `me`", required=True, into="value"),),
    short="is",
)

WINNER = Entry(
    "winner",
    (
        Field("ranked", _ORDER, "the ranking, for `me`"),
        Field("among", _EXPR, "who can win"),
        Field("if_tied", _OUTCOME, "what a tie for first place means"),
        Field("if_nobody", _OUTCOME, "what it means that nobody can win"),
        Field("rematch_if", _EXPR, "tested first: the game is played again"),
    ),
)

SCREEN = Entry(
    "screen",
    (
        Field("table", Many(_NAME), "the lines of the table", default=()),
        Field("player", Many(_NAME), "the lines of each player", default=()),
    ),
    noted=False,
)

RULESET = Entry(
    "ruleset",
    (
        Field("rules", Leaf("version"), "version of this language", required=True),
        Field("game", _NAME, "the game's short name", required=True),
        Field("title", _TEXT, "the game's title"),
        Field("draft", Leaf("string"), "which revision this is, in quotes"),
        Field("why", _TEXT, "why this revision was made"),
        Field("language", Leaf("language"), "the language of prompts and plain strings", default="en"),
        Field("players", Leaf("players"), "allowed player counts: `2..5` or `2`", required=True),
        Field("first_player", _TEXT, 'the rulebook\'s question ("Who was last at sea?")'),
        Field("notes", Choice(("allowed", "forbidden")), "may players take notes", default="allowed"),
        Field("source", SOURCE, "what `cite` refers to"),
        Field("constants", Named(CONSTANT), "numbers of the rulebook", default=()),
        Field("parameters", Named(PARAMETER), "open questions, variants, options", default=()),
        Field("types", Named(TYPE), "enums and parts of enums", default=()),
        Field("odds", Named(ODDS), "distributions", default=()),
        Field("components", Named(COMPONENT), "cards, dice, tokens, slips", default=()),
        Field("zones", Named(ZONE), "places", default=()),
        Field("variables", Named(VARIABLE), "public facts: name → type", default=()),
        Field("functions", Named(FUNCTION), "named values: no effects, no stops", default=()),
        Field("procedures", Named(PROCEDURE), "named effects; may stop", default=()),
        Field("actions", Named(ACTION), "what a player may do when asked", default=()),
        Field("setup", _BLOCK, "before the first phase"),
        Field("phases", Named(PHASE), "named stretches of play", default=()),
        Field("flow", _BLOCK, "the course of the game: mostly `do PHASE`", required=True),
        Field("limits", LIMITS, "guards; passing one is a fault, never a result", default=()),
        Field("score", Named(SCORE_LINE), "score lines, for `me`; `p.score` is their sum", default=()),
        Field("winner", WINNER, "ranking and ties"),
        Field("returns", _EXPR, "what a result is worth, for `me`"),
        Field("screen", SCREEN, "the order of the lines on the screen"),
        Field("words", Named(Leaf("label"), key="label"), "labels and translations", default=()),
        Field("tests", Leaf("tests"), "scenarios"),
        Field("extends", Leaf("path"), "the ruleset of which this is a revision"),
        Field("change", Leaf("data"), "what is changed in it, by section"),
        Field("add", Leaf("data"), "what is added to it, by section"),
        Field("remove", Leaf("names"), "what is taken out of it, by section"),
        Field("rename", Leaf("data"), "what gets another name in it, by section"),
    ),
    noted=False,
)
"""The whole file."""

ENTRIES = (
    SOURCE,
    CONSTANT,
    PARAMETER,
    TYPE,
    COMPONENT,
    REFILL,
    ZONE,
    VARIABLE,
    FUNCTION,
    PROCEDURE,
    ACTION,
    PHASE,
    LIMITS,
    SCORE_LINE,
    WINNER,
    SCREEN,
    RULESET,
)
"""Every mapping with known keys."""

STATEMENT_KEYS = tuple(
    sorted({field.key for entry in ENTRIES for field in entry.fields if field.shape == _BLOCK})
)
"""The keys under which statements stand, behind `|`."""
