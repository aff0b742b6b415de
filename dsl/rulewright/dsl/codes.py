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
    "file-unreadable": Code("error", "the file can't be read", "It is missing, a folder, or may not be read."),
    "file-not-text": Code("error", "the file isn't text", "A ruleset is a UTF-8 text file."),
    "file-empty": Code("error", "the file is empty", "A ruleset needs at least `rules`, `game`, `players` and `flow`."),
    "file-too-large": Code("error", "the file is too large", "A ruleset may have at most 2 MB."),
    "yaml-syntax": Code("error", "the YAML can't be read", "Something breaks the layout of the file."),
    "yaml-tab": Code("error", "a tab can't indent YAML", "Indent with blanks."),
    "yaml-duplicate": Code("error", "a key is written twice", "The second would silently replace the first."),
    "yaml-alias": Code("error", "aliases grow too large", "Anchors and aliases may not multiply a file or point at themselves."),
    "yaml-depth": Code("error", "nested too deeply", "A ruleset never needs more than 40 levels."),
    # -- the shape --------------------------------------------------------------------------------
    "shape-key": Code("error", "unknown key", "Unknown keys are errors; your own notes start with `x-`."),
    "shape-missing": Code("error", "a key is missing", "The entry can't be understood without it."),
    "shape-content": Code("error", "wrong content", "Something else is expected at this place."),
    "shape-name": Code("error", "not a name", "Names have letters, digits and `_`, and don't begin with a digit."),
    "shape-cite": Code("error", "unknown section", "`cite` names a section listed under `source`."),
    "shape-braces": Code("error", "a rule inside braces", "YAML takes commas and brackets there as its own."),
    "shape-comment": Code("error", "`#` began a comment", "Quote the text, or leave no blank before `#`."),
    "table-csv": Code("error", "a card table can't be read", "The CSV file is missing or a column doesn't fit."),
    # -- the rule language ------------------------------------------------------------------------
    "syntax": Code("error", "the rule can't be read", "The parser stopped at this place."),
    "syntax-slip": Code("error", "written as in another language", "The message says how it is written here."),
    "syntax-text": Code("error", "a text hole can't be read", "Holes hold one expression: `{dish}`."),
}
