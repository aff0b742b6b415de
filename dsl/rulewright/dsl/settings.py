"""What a table sets -> values of parameters, or complaints."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl import typed
from rulewright.dsl.diagnostics import nearest
from rulewright.dsl.known import Known
from rulewright.dsl.types import Bool, Enum, Int, Private


def settings_of(rules: typed.Rules, given: Mapping[str, str]) -> tuple[dict[str, Known], list[str]]:
    """Return the value of every parameter, defaults where nothing is given, and complaints about what is given."""
    settings: dict[str, Known] = {}
    wrong: list[str] = []
    for name in given:
        if name not in rules.parameters:
            near = nearest(name, rules.parameters)
            wrong.append(f"no parameter is named `{name}`" + (f"; did you mean `{near}`?" if near else ""))
    for parameter in rules.parameters.values():
        default = parse_setting(rules, parameter, str(parameter.written.default.value))
        settings[parameter.name] = default[0]
        if parameter.name in given:
            value, complaint = parse_setting(rules, parameter, given[parameter.name])
            if complaint:
                wrong.append(complaint)
            else:
                settings[parameter.name] = value
    return settings, wrong


def parse_setting(rules: typed.Rules, parameter: typed.Parameter, text: str) -> tuple[Known, str]:
    """Return the value that a text gives a parameter, or a complaint."""
    kind = parameter.type
    if text == "none" and kind.optional:
        return None, ""
    if isinstance(kind, Bool):
        words = {"true": 1, "yes": 1, "false": 0, "no": 0}
        return (
            (words[text], "")
            if text in words
            else (None, f"`{parameter.name}` is true or false, not `{text}`")
        )
    if isinstance(kind, Int):
        if not text.lstrip("-").isdigit():
            return None, f"`{parameter.name}` is a number, not `{text}`"
        value = int(text)
        low = kind.low if isinstance(kind.low, int) else None
        high = kind.high if isinstance(kind.high, int) else None
        if parameter.values is not None and value not in parameter.values:
            return None, f"`{parameter.name}` is one of {', '.join(map(str, parameter.values))}, not {value}"
        if (low is not None and value < low) or (high is not None and value > high):
            return None, f"`{parameter.name}` is a number {low}..{high}, not {value}"
        return value, ""
    if isinstance(kind, Private):
        words_ = [str(v) for v in parameter.values or ()]
        if text in words_:
            return words_.index(text), ""
        return None, f"`{parameter.name}` is one of {', '.join(words_)}, not `{text}`"
    if isinstance(kind, Enum):
        enum = rules.enums[kind.name]
        allowed = enum.parts[kind.part] if kind.part else enum.values
        if text in allowed:
            return enum.values.index(text), ""
        return None, f"`{parameter.name}` is one of {', '.join(allowed)}, not `{text}`"
    return None, f"`{parameter.name}` can't be set to `{text}`"
