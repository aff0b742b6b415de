"""The codes of all findings: severity, title and what a designer should know about each."""

from __future__ import annotations

from attrs import frozen


@frozen
class Code:
    """A kind of finding. `severity` is `error`, `warning` or `note`; `about` is its page in docs/diagnostics.md."""

    severity: str
    title: str
    about: str


CODES: dict[str, Code] = {
    # -- the file (source, YAML) ------------------------------------------------------------------
    "file-unreadable": Code(
        "error", "the file can't be read", "It is missing, a folder, or may not be read."
    ),
    "file-not-text": Code("error", "the file isn't text", "A ruleset is a UTF-8 text file."),
    "file-empty": Code(
        "error", "the file is empty", "A ruleset needs at least `rules`, `game`, `players` and `flow`."
    ),
    "file-too-large": Code("error", "the file is too large", "A ruleset may have at most 2 MB."),
    "yaml-syntax": Code("error", "the YAML can't be read", "Something breaks the layout of the file."),
    "yaml-tab": Code("error", "a tab can't indent YAML", "Indent with blanks."),
    "yaml-duplicate": Code("error", "a key is written twice", "The second would silently replace the first."),
    "yaml-alias": Code(
        "error",
        "aliases grow too large",
        "Anchors and aliases may not multiply a file or point at themselves.",
    ),
    "yaml-feature": Code(
        "error", "a part of YAML that rulesets don't use", "No tags, merge keys, second documents."
    ),
    "yaml-depth": Code("error", "nested too deeply", "A ruleset never needs more than 40 levels."),
    # -- the shape --------------------------------------------------------------------------------
    "shape-key": Code("error", "unknown key", "Unknown keys are errors; your own notes start with `x-`."),
    "shape-missing": Code("error", "a key is missing", "The entry can't be understood without it."),
    "shape-content": Code("error", "wrong content", "Something else is expected at this place."),
    "shape-name": Code(
        "error", "not a name", "Names have letters, digits and `_`, and don't begin with a digit."
    ),
    "shape-number": Code(
        "error", "not a whole number", "Plain decimal digits within ±2147483647, no leading zero."
    ),
    "shape-cite": Code("error", "unknown section", "`cite` names a section listed under `source`."),
    "shape-braces": Code("error", "a rule inside braces", "YAML takes commas and brackets there as its own."),
    "shape-comment": Code("error", "`#` began a comment", "Quote the text, or leave no blank before `#`."),
    "table-csv": Code(
        "error", "a card table can't be read", "The CSV file is missing or a column doesn't fit."
    ),
    # -- the rule language ------------------------------------------------------------------------
    "syntax": Code("error", "the rule can't be read", "The parser stopped at this place."),
    "syntax-slip": Code(
        "error", "written as in another language", "The message says how it is written here."
    ),
    "syntax-text": Code("error", "a text hole can't be read", "Holes hold one expression: `{name}`."),
    "syntax-block": Code(
        "error",
        "a block is laid out wrongly",
        "A line that opens a block ends with `:`; the block is indented by four.",
    ),
    "syntax-bracket": Code(
        "error", "a bracket isn't closed or opened", "Every `(` needs its `)`, every `[` its `]`."
    ),
    "syntax-number": Code(
        "error", "a number can't be read", "Numbers are whole, without leading zeros, up to 2147483647."
    ),
    "syntax-depth": Code(
        "error", "nested too deeply", "A rule may be nested 60 levels deep; name a part of it."
    ),
    # -- names ------------------------------------------------------------------------------------
    "name-unknown": Code("error", "unknown name", "Nothing of that name can stand at this place."),
    "name-twice": Code("error", "a name is used twice", "Names of values are unique in a ruleset."),
    "name-reserved": Code(
        "error", "a reserved word", "Words of the language can't be names of values, types, kinds or deeds."
    ),
    "name-hidden": Code("error", "a name hides another", "A local may not be called like another value."),
    "name-unused": Code(
        "warning", "a name that nothing reads", "It has no effect on the game; take it out, or use it."
    ),
    "name-misplaced": Code("error", "a name at the wrong place", "The name exists, but not for use here."),
    # -- types ------------------------------------------------------------------------------------
    "type-mismatch": Code(
        "error", "something else is expected", "The value has another type than this place asks for."
    ),
    "type-compare": Code("error", "these two are never the same", "`is` compares values of one type."),
    "type-arguments": Code("error", "wrong arguments", "The number or the types of the arguments don't fit."),
    "type-index": Code("error", "wrong index", "The number or the types of the indexes don't fit."),
    "type-range": Code("error", "outside its range", "The value can't lie in the declared range."),
    "type-rounding": Code(
        "error", "division must say how it rounds", "Write `rounded down` or `rounded up`."
    ),
    "type-target": Code(
        "error", "can't be changed", "Only variables and attributes under `keeps` can be assigned."
    ),
    "type-zone": Code("error", "a zone is expected", "A single zone must stand here, with all its indexes."),
    "type-holds": Code(
        "error", "the zone doesn't hold this kind", "`holds` names the kinds that may lie in a zone."
    ),
    "type-unguarded": Code(
        "error", "may be `none`", "The answer to an optional question may be `none`; ask first."
    ),
    "type-aggregate": Code("error", "a part that doesn't fit", "Each aggregate takes its own parts."),
    "type-set": Code(
        "error", "a set can't stand here", "Sets are iterated, counted, tested and moved; they aren't stored."
    ),
    "type-start": Code("error", "a start value is missing", "Give one with `=`."),
    # -- finite -----------------------------------------------------------------------------------
    "finite-recursion": Code(
        "error", "rules that use themselves", "Functions, procedures and actions do not recurse."
    ),
    "finite-table": Code("error", "a gap or an overlap in a table", "Every index value has exactly one row."),
    "finite-options": Code("error", "too many options", "A list of options has at most 4,096 entries."),
    "finite-guard": Code(
        "note",
        "options may become too many",
        "In play a list above 4,096 options stops the game; the bound isn't proved.",
    ),
    "finite-loop": Code(
        "error", "a loop without an end", "`repeat:` needs an `end loop`, `end …` or `wins` inside."
    ),
    "finite-deal": Code("error", "a deal can fall short", "Set-up asks for more than there is."),
    "finite-load": Code(
        "error", "can't be played like this", "The ruleset fails for this number of players or parameter."
    ),
    # -- decisions --------------------------------------------------------------------------------
    "decide-together": Code(
        "error", "not inside `together`", "What a joint decision may contain is listed in 6.3."
    ),
    "decide-anytime": Code(
        "error", "not in an action at any time", "Such an action changes variables, shows or speaks, no more."
    ),
    "decide-end": Code("error", "nothing to end here", "`end turn` stands in a turn, `end loop` in a loop."),
    "decide-phase": Code(
        "error",
        "a phase that can't end",
        "A phase with `turns` needs `rounds`, `until`, or an `end`/`wins` inside.",
    ),
    "decide-empty": Code(
        "warning", "there may be nothing to choose", "Say `if any`, or make sure there is something."
    ),
    "decide-unused": Code("warning", "an action in no list", "No `takes one of` names it."),
    "decide-on-turn": Code(
        "warning", "somebody else's turn", "A procedure with `on_turn` begins for who is on turn."
    ),
    # -- chance -----------------------------------------------------------------------------------
    "chance-weight": Code(
        "error", "no positive weight", "At least one weight of a distribution is positive."
    ),
    "chance-name": Code(
        "error", "two chance points of one name", "A chance point is named by its rule and its local name."
    ),
    "chance-pile": Code(
        "error", "reads a shuffled pile", "The order of a shuffled pile is only looked at by drawing."
    ),
    # -- hidden information -----------------------------------------------------------------------
    "info-option": Code(
        "error", "an option list tells a secret", "Options may read only what the decider sees now."
    ),
    "info-prompt": Code(
        "error", "a prompt tells a secret", "Prompts may read only what the decider sees now."
    ),
    "info-announce": Code(
        "error",
        "an announcement tells a secret",
        "What is said aloud may read only what the speaker sees now.",
    ),
    "info-asked": Code(
        "error", "who is asked tells a secret", "Whom and whether to ask may read only what everyone sees."
    ),
    "info-move": Code(
        "error", "what happens tells a secret", "Write `reveal` if the rulebook makes it known."
    ),
    "info-store": Code(
        "error",
        "a public fact tells a secret",
        "Variables are seen by everyone; what is stored may read only what everyone sees.",
    ),
    "info-end": Code(
        "error",
        "an end tells a secret",
        "When something ends may depend only on what everyone sees, else `reveal`.",
    ),
    "info-late-read": Code(
        "error",
        "read before it is seen",
        "The same line would be fine behind the one that lays the card open.",
    ),
    "info-idle-reveal": Code("warning", "`reveal` of what everyone sees", "The word isn't needed here."),
    "info-open-roll": Code(
        "warning",
        "a roll that everyone sees is hidden afterwards",
        "Everyone sees what chance chooses; only a component that is drawn is seen just where it lands.",
    ),
    "reveal-place": Code(
        "error",
        "`reveal` can't stand here",
        "It stands at the beginning of a condition or a `let`, or is a whole text hole.",
    ),
    # -- components -------------------------------------------------------------------------------
    "component-homeless": Code("warning", "a kind that no zone holds", "Its components never leave the box."),
    "component-row": Code("error", "a card row doesn't fit", "Each row fills the attributes under `has`."),
    "component-same": Code(
        "warning",
        "two cards look the same",
        "Cards that differ should show it; equal ones are told apart by number.",
    ),
    # -- reading ----------------------------------------------------------------------------------
    "text-missing": Code("note", "a rule without its sentence", "A long condition deserves a `text`."),
    "number-in-rule": Code(
        "note", "a number stands in a rule", "A number of the rulebook is a constant and stands once."
    ),
    "text-number": Code("note", "a number in a text", "The text says another number than the rule reads."),
    "tie-seat": Code(
        "note", "a tie falls to the earlier seat", "Add a key that decides it, if the rulebook does."
    ),
    "phase-order": Code(
        "note", "phases in another order", "`flow` decides the order; the file reads better in the same."
    ),
    "ranked-key": Code(
        "note", "a key that never decides", "What stands before it never ties, or it is the same for all."
    ),
    "text-translation": Code(
        "error", "a translation with other holes", "A translation uses the holes of its original."
    ),
    # -- faults in play ---------------------------------------------------------------------------
    "fault-gap": Code(
        "error",
        "nothing applies",
        "Play came to a rule whose condition doesn't hold, or that has no case for this.",
    ),
    "fault-deadlock": Code(
        "error",
        "nothing to choose",
        "Play came to a choice without options: say `if any`, or see to it that there is one.",
    ),
    "fault-loop": Code(
        "error",
        "goes round for ever",
        "Rules repeat without a stop. Raise `limits: {steps: …}` only if they do end.",
    ),
    "fault-limit": Code(
        "error",
        "a limit was passed",
        "The game went on longer than `limits` allows, or a list had too many options.",
    ),
    "fault-range": Code(
        "error",
        "outside its range",
        "A value left the range it was declared with. A range is a promise: to limit something, write the rule.",
    ),
    "fault-none": Code(
        "error",
        "nobody or nothing there",
        "A rule used a player or component that was `none`: ask `is not none` first.",
    ),
    "fault-index": Code("error", "no such place", "An index or a position lies outside the place."),
    "fault-supply": Code("error", "none is left", "All slips of a kind are in use: give it more `copies`."),
    "fault-turn": Code("error", "not in this turn", "A rule that belongs to a turn was used outside it."),
    # -- drafts -----------------------------------------------------------------------------------
    "overlay-base": Code(
        "error", "the draft it extends can't be read", "`extends` names a ruleset file beside the draft."
    ),
    "overlay-header": Code(
        "error", "a draft says what it is and why", "`draft` and `why` are required beside `extends`."
    ),
    "overlay-change": Code(
        "error", "nothing of that name to change", "`change` meets an existing name at every level."
    ),
    "overlay-add": Code("error", "it exists already", "`add` brings a new name; an existing one is changed."),
    "overlay-remove": Code(
        "error",
        "nothing of that name to remove",
        "`remove` lists existing names by section, and keys under their names.",
    ),
    "overlay-rename": Code(
        "error", "can't be renamed like this", "`rename` maps an existing name to a new one, by section."
    ),
}
