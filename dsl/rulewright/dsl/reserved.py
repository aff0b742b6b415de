"""The words of the rule language: which can't be names."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


RESERVED = _words(
    """
    a all an and announce any at bottom by can chance choose chooses clockwise counterclockwise do else empty
    end false first_player for from if in is let may me mod move none not nothing of on one or otherwise
    players position race repeat reveal rounded says show shuffle swap take takes then this times to together
    top true turn until up weighted where while wins with write
    ascending descending box count first max min only sum
    """
)
"""Words that can't be names of values, types, kinds or deeds; after a dot every word is allowed."""

VALUE_WORDS = _words("any box chance false first_player me none players this true")
"""Reserved words that stand for a value; `any` is one in a list of values, such as those of a parameter."""

AGGREGATES = _words("all any count first max min only sum")
"""Reserved words that are written before a bracket."""
