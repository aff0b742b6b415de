"""A revealed value -> the sentence everyone hears of it: about whom or what, by its label, the value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl import typed
from rulewright.dsl.cells import NONE
from rulewright.dsl.types import Bool, Player, Thing
from rulewright.interpreter.engines.reference.places import State

if TYPE_CHECKING:
    from rulewright.interpreter.engines.reference.effects import Effects

OWN_WORDS = 60
"""Up to how many signs of an expression are shown where nothing names what is revealed."""


def telling(effects: Effects, s: State, found: typed.Expr, value: Any) -> tuple[int, str]:
    """Return about which player something is revealed (or nobody), and the sentence.

    Of a function or an attribute: `P2, holds only items: no`. What not everyone can tell stays out of it.
    """
    said = effects.heard(s, found.type, value)
    if isinstance(found, typed.Call):
        label, given = found.function.name, list(found.arguments)
        about = given.pop(0) if found.function.subject is not None else None
    elif isinstance(found, typed.AttributeRef):
        label, about, given = found.attributes[0].name, found.of, []
    elif isinstance(found.type, Bool):
        words = " ".join(found.span.text.split())
        shown = words if len(words) <= OWN_WORDS else words[: OWN_WORDS - 1] + "…"
        return NONE, effects.writer.told("of", shown, said)
    else:
        return NONE, said
    sentence = " ".join(filter(None, [effects.writer.label(label), *(part(effects, s, e) for e in given)]))
    if about is None:
        return NONE, effects.writer.told("of", sentence, said)
    of = part(effects, s, about)
    who = effects.compiler.root(about)(s) if isinstance(about.type, Player) else NONE
    return who, effects.writer.told("of", f"{of}, {sentence}" if of else sentence, said)


def part(effects: Effects, s: State, of: typed.Expr) -> str:
    """Return what an expression stands for, if everyone can tell; else nothing."""
    hearing = effects.hearing
    if isinstance(of, typed.LocalRef) and of.local in hearing.seats:
        followed = True
    else:
        followed = hearing.points(of) if isinstance(of.type, Thing) else hearing.open(of)
    return effects.heard(s, of.type, effects.compiler.root(of)(s)) if followed else ""
