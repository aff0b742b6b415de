"""Words of a step -> the option they mean."""

from __future__ import annotations

from rulewright.dsl.types import Set, Type
from rulewright.interpreter.engines.reference.options import Option
from rulewright.interpreter.engines.reference.places import State
from rulewright.interpreter.scenarios.naming import FILLERS, Names, Tokens, alike, tokens


def match(names: Names, s: State, option: Option, answer: str) -> str:
    """Return `whole` if an answer names an option with all its parts, `part` if the first of them, else ``."""
    text = answer.strip()
    words = names.expand(tokens(text))
    match option.form:
        case "nothing":
            return "whole" if text in ("nothing", "none", "no", "nobody") else ""
        case "yes" | "no":
            shown = tokens(option.text)
            return "whole" if text == option.form or alike(words, shown) else ""
        case "react":
            return "whole" if words == (option.name,) or alike(words, tokens(option.text)) else ""
        case "quiet":
            return "whole" if text in ("quiet", "stay quiet", "nothing", "nobody", "no") else ""
        case "case":
            forms = (option.text, option.name)
            return "whole" if any(alike(tokens(text), tokens(form)) for form in forms) else ""
        case "action":
            return action(names, s, option, words)
        case _:
            ends = names.consume(s, option.types[0], option.value, words, 0)
            return "whole" if len(words) in ends else ""


def action(names: Names, s: State, option: Option, words: Tokens) -> str:
    """Match an action with its parts; a part may have several readings."""
    start = action_name(names, option, words)
    if start is None:
        return ""
    found = parts(names, s, list(zip(option.types, option.value, strict=True)), words, start)
    if found == "whole" and not option.value and start == len(words):
        return "whole"
    return found


def action_name(names: Names, option: Option, words: Tokens) -> int | None:
    """Return where the parts of an action begin: its name has been said."""
    if words[:1] == (option.name,):
        return 1
    for form in (option.name.replace("_", " "), names.machine.writer.label(option.name)):
        shown = tokens(form)
        if shown and alike(words[: len(shown)], shown):
            return len(shown)
    return None


def parts(names: Names, s: State, wanted: list[tuple[Type, object]], words: Tokens, start: int) -> str:
    """Match the rest of an action."""
    if start == len(words):
        return "whole" if not wanted else "part"
    best = ""
    if words[start] in FILLERS and start + 1 <= len(words):
        best = parts(names, s, wanted, words, start + 1)
        if best == "whole":
            return best
    if not wanted:
        return best
    (kind, value), rest = wanted[0], wanted[1:]
    for end in names.consume(s, kind, value, words, start):
        found = parts(names, s, rest, words, end)
        if found == "whole":
            return found
        best = found or best
    if isinstance(kind, Set) and isinstance(value, list) and not value:
        best = best or parts(names, s, rest, words, start)
    return best


def choose(names: Names, s: State, options: list[Option], answer: str) -> list[int]:
    """Return the places of the options an answer can mean: complete ones, else those written exactly so (a card that
    the decider can't see is `card 2`), else those it begins."""
    found = [match(names, s, option, answer) for option in options]
    whole = [n for n, how in enumerate(found) if how == "whole"]
    if not whole:
        words = tokens(answer)
        whole = [n for n, option in enumerate(options) if words and alike(words, tokens(option.text))]
    return whole or [n for n, how in enumerate(found) if how == "part"]
