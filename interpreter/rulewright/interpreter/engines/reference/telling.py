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
    match found:
        case typed.Call(function=function, arguments=(about, *others)) if function.subject is not None:
            pass
        case typed.Call(function=function, arguments=tuple(others)):
            about = None
        case typed.AttributeRef(of=about):
            function, others = None, []
        case _:
            if not isinstance(found.type, Bool):
                return NONE, said
            words = " ".join(found.span.text.split())
            return NONE, f"{words if len(words) <= OWN_WORDS else words[: OWN_WORDS - 1] + '…'}: {said}"
    name = function.name if function is not None else found.attributes[0].name
    label = effects.writer.label(name)
    parts = [part for part in (argument(effects, s, other) for other in others) if part]
    of = argument(effects, s, about) if about is not None else ""
    sentence = " ".join([label, *parts])
    actor = effects.compiler.root(about)(s) if of and isinstance(about.type, Player) else NONE
    return actor, f"{of}, {sentence}: {said}" if of else f"{sentence}: {said}"


def argument(effects: Effects, s: State, of: typed.Expr) -> str:
    """Return what an expression stands for, if everyone can tell; else nothing."""
    followed = effects.hearing.points(of) if isinstance(of.type, Thing) else effects.hearing.open(of)
    return effects.heard(s, of.type, effects.compiler.root(of)(s)) if followed else ""
