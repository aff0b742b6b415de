"""Rule text -> the first thing in it that other languages or word processors write."""

from __future__ import annotations

import re
from unicodedata import decimal, normalize

from attrs import frozen

from rulewright.dsl.build_expressions import DEPTH, too_deep
from rulewright.dsl.mistakes import Mistake
from rulewright.dsl.written import INSIDE, Written


@frozen
class Slip:
    """Something that never stands in a rule outside quotes.

    `{0}` in `message` and `help` is what was found, `{1}` its first part, `{plain}` the same in plain letters
    and digits.
    """

    written: str
    message: str
    help: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """What it looks like."""
        return re.compile(self.written)


SLIPS = (
    Slip(r"[“”„‟«»「」『』]", "`{0}` isn't the quotation mark of rules", 'write `"`'),
    Slip(r"\b(\w+)['’]s[ ]+(\w+)", "what belongs to somebody stands behind a dot", "write `{1}.{2}`"),
    Slip(r"\b(?:is|are|does|was)n['’]t\b", "`{0}` isn't written here", "write `is not`"),
    Slip(rf"'([^'{INSIDE}\n]*)'", "a text stands in double quotes", 'write `"{1}"`'),
    Slip(r"‘([^’\n]*)’", "a text stands in double quotes", 'write `"{1}"`'),
    Slip(
        r"['‘’`´]",
        "`{0}` isn't used in rules",
        'a text stands in `"`, what belongs to p behind a dot: `p.hand`',
    ),
    Slip(r"\t", "a tab stands here", "write blanks; a block is indented by four"),
    Slip(r"\u3000", "a full-width blank stands here", "write an ordinary blank"),
    Slip(
        r"[\u00a0\u00ad\u2000-\u200f\u2028\u2029\u202f\u2060\ufeff]",
        "an invisible character stands here",
        "write an ordinary blank, or nothing",
    ),
    Slip(r"[！-～]+", "`{0}` is written full-width", "write `{plain}`"),
    Slip(r"(?<!\w)(?![0-9])\d+", "`{0}` isn't written with the digits 0 to 9", "write `{plain}`"),
    Slip(r"[、،]", "`{0}` isn't the comma of rules", "write `,`"),
    Slip(r"[;。]", "a statement doesn't end with `{0}`", "start the next statement on a new line"),
    Slip(
        r"=>", "`=>` isn't written here", "write `>=` for “at least”; a line that opens a block ends with `:`"
    ),
    Slip(r"->|→|⇒", "`{0}` isn't written here", "a line that opens a block ends with `:`"),
    Slip(r"=<", "`=<` isn't written here", "write `<=`"),
    Slip(r"!==?|<>|≠|=/=|/=", "`{0}` isn't written here", "write `is not`"),
    Slip(r"===?", "`{0}` isn't written here", "write `is` to compare, `=` to change something"),
    Slip(r":=", "`:=` isn't written here", "write `=`"),
    Slip(r"≥", "`≥` isn't written here", "write `>=`"),
    Slip(r"≤", "`≤` isn't written here", "write `<=`"),
    Slip(r"&&?|∧", "`{0}` isn't written here", "write `and`"),
    Slip(r"\|\|?|∨", "`{0}` isn't written here", "write `or`"),
    Slip(r"!|¬", "`{0}` isn't written here", "write `not`"),
    Slip(
        r"\?",
        "`?` isn't written here",
        'a question stands in `"`; one value or another is `if CONDITION then VALUE else VALUE`',
    ),
    Slip(
        r"/\*|\*/|//+",
        "`{0}` isn't written here",
        "a comment begins with `#`, a division is `a / b rounded down`",
    ),
    Slip(r"\*\*|\^", "there are no powers here", "multiply: `a * a`"),
    Slip(r"[*/]=", "`{0}` isn't written here", "write it out: `n = n * 2`"),
    Slip(r"[×·∙]", "`{0}` isn't written here", "write `*`"),
    Slip(r"÷", "`÷` isn't written here", "write `a / b rounded down` or `a / b rounded up`"),
    Slip(r"[−–—]", "`{0}` isn't the minus sign of rules", "write `-`"),
    Slip(r"=\+", "`=+` isn't written here", "write `+=`"),
    Slip(r"([\w.]+)[ ]*\+\+", "`++` isn't written here", "write `{1} += 1`"),
    Slip(r"([\w.]+)[ ]*--[ ]*(?=\n|$)", "`--` isn't written here", "write `{1} -= 1`"),
    Slip(r"…|\.{3,}", "`{0}` isn't written here", "a range has two dots: `1..4`"),
    Slip(
        r"(?<![\w.])\d+\.\d+",
        "numbers are whole, `{0}` isn't",
        "count in smaller units; chances are weights under `odds`",
    ),
    Slip(
        r"(?<!\w)\d+[ ]*%(?![ ]*[\w(])",
        "there are no percentages here",
        "chances are weights under `odds`, such as 3 to 7",
    ),
    Slip(r"%", "`%` isn't written here", "the rest of a division is `a mod b`"),
    Slip(
        r"""(?:(?<![\w.])announce|(?<=[ ])says)[ ]+[^\n"'“”„‟«»「」『』‘’]*\{[^\n]*""",
        "a text stands in double quotes",
        'write `announce "…"` or `me says "…"`, values inside it in holes: `{{me}}`',
    ),
    Slip(
        r"[{}]",
        "no braces stand in rules",
        "a line that opens a block ends with `:`; the block is indented by four",
    ),
    Slip(
        r"(?<!\w)\d+[dD]\d+\b",
        "dice aren't written `{0}`",
        "write `chance chooses pips from 1..6` for each die",
    ),
    Slip(r"(?<!\w)\d+[^\W\d]\w*", "`{0}` is neither a number nor a name", "names begin with a letter"),
    Slip(r"(?<![\w.])(?:True|False|None)\b", "`{0}` isn't written here", "write `{lower}`"),
)
"""In doubt the earlier one is meant, so longer signs stand before the shorter ones they begin with."""

_SUSPECT = re.compile(
    rf"""[^{INSIDE}\r\n A-Za-z0-9_"(),.:\[\]+<>=*/-]|[0-9](?:[A-Za-z_]|\.[0-9])|\b(?:True|False|None)\b"""
)
_SIGNS = re.compile(r"[.:+<>=*/-]{2,}")
_OWN_SIGNS = frozenset({"..", "+=", "-=", "<=", ">="})

_BRACKET = re.compile(r"[()\[\]]")
_LOOSE_QUOTE = re.compile(rf'"(?:{INSIDE}*")?')
_PAIRS = {")": "(", "]": "["}


def find_slip(written: Written) -> Mistake | None:
    """Return the first slip of a rule text, else an unclosed text or bracket, else None."""
    if not suspicious(written.plain):
        return _unclosed_text(written) or _brackets(written)
    first: tuple[int, re.Match[str], Slip] | None = None
    for slip in SLIPS:
        found = slip.pattern.search(written.plain)
        if found and (first is None or found.start() < first[0]):
            first = found.start(), found, slip
    if first is None:
        return _unclosed_text(written) or _brackets(written)
    _, found, slip = first
    return Mistake("syntax-slip", _filled(slip.message, found), *found.span(), help=_filled(slip.help, found))


def suspicious(plain: str) -> bool:
    """Tell whether there may be a slip in a text: most texts are only of letters, numbers and the signs of rules."""
    return bool(_SUSPECT.search(plain)) or not _OWN_SIGNS.issuperset(_SIGNS.findall(plain))


def _filled(words: str, found: re.Match[str]) -> str:
    parts = [part or "" for part in (found[0], *found.groups())]
    plain = normalize("NFKC", "".join(str(decimal(char, char)) for char in found[0]))
    return words.format(*parts, plain=plain, lower=found[0].lower())


def _unclosed_text(written: Written) -> Mistake | None:
    for found in _LOOSE_QUOTE.finditer(written.plain):
        if found[0] == '"':
            return Mistake(
                "syntax-bracket",
                "this text isn't closed",
                found.start(),
                written.line_end(found.start()),
                help='write `"` at its end, on the same line; a text holds no other `"`',
            )
    return None


def _brackets(written: Written) -> Mistake | None:
    opened: list[re.Match[str]] = []
    for found in _BRACKET.finditer(written.plain):
        bracket = found[0]
        if bracket not in _PAIRS:
            opened.append(found)
            if len(opened) > DEPTH:
                return too_deep(*found.span())
        elif not opened:
            return Mistake(
                "syntax-bracket",
                f"this `{bracket}` closes nothing",
                *found.span(),
                help="leave it out, or open it",
            )
        elif opened[-1][0] != _PAIRS[bracket]:
            start, end = opened[-1].span()
            return Mistake(
                "syntax-bracket",
                f"`{opened[-1][0]}` is closed by `{bracket}`",
                *found.span(),
                help=f"write `{_closing(opened[-1][0])}`",
                opened=(start, end, "opened here"),
            )
        else:
            opened.pop()
    if opened:
        return Mistake(
            "syntax-bracket",
            f"this `{opened[0][0]}` isn't closed",
            *opened[0].span(),
            help=f"write `{_closing(opened[0][0])}` where it ends",
        )
    return None


def _closing(bracket: str) -> str:
    return ")" if bracket == "(" else "]"
