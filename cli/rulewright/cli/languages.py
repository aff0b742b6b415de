"""Ruleset -> the languages it has texts in."""

from __future__ import annotations

from rulewright.cli.output import Ended, Exit
from rulewright.dsl.tree import Ruleset


def languages(written: Ruleset) -> list[str]:
    """Return the languages of a ruleset, its own first."""
    texts = [written.title, written.first_player, *(entry.text for entry in written.words)]
    texts += [parameter.asks for parameter in written.parameters]
    found = {key for text in texts if text is not None for key in text.values if key}
    return [written.language, *sorted(found - {written.language})]


def wanted_language(written: Ruleset, lang: str | None) -> str:
    """Return the language of play; one that a ruleset has no texts in is a mistake of usage."""
    if lang is None:
        return written.language
    known = languages(written)
    if lang not in known:
        raise Ended(Exit.USAGE, f"rules: --lang: the ruleset has texts in {', '.join(known)}, not in {lang}")
    return lang
