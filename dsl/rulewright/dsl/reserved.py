"""The words of the rule language: which can't be names."""

from __future__ import annotations

RESERVED: frozenset[str] = frozenset(
    """
    a all an and announce any at bottom by can chance choose chooses clockwise counterclockwise do else empty
    end false first_player for from if in is let may me mod move none not nothing of on one or otherwise
    players position race repeat reveal rounded says show shuffle swap take takes then this times to together
    top true turn until up weighted where while wins with write
    ascending descending box count first max min only sum
    """.split()
)
"""Words that can't be names of values, types, kinds or deeds; after a dot every word is allowed."""

VALUE_WORDS: frozenset[str] = frozenset(
    "any box chance false first_player me none players this true".split()
)
"""Reserved words that stand for a value."""

AGGREGATES: frozenset[str] = frozenset("all any count first max min only sum".split())
"""Reserved words that are written before a parenthesis."""
