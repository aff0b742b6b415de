"""Any form of a ruleset -> stable text, for people who work on rules or on the language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulewright.dsl import graph as g
from rulewright.dsl import tree, typed
from rulewright.dsl.cells import Slot
from rulewright.dsl.source import RuleText, Source, Span
from rulewright.dsl.types import Type

HIDDEN = ("span", "source", "written", "quoted", "flow", "names")
"""Fields that say where something stands, not what it is."""

NAMED = (
    typed.Kind,
    typed.Zone,
    typed.Variable,
    typed.Function,
    typed.Procedure,
    typed.Action,
    typed.Phase,
    typed.Constant,
    typed.Parameter,
    typed.Odds,
    typed.Attribute,
    typed.EnumDecl,
    typed.ScoreLine,
)
"""What is declared: inside something else it is shown by its name."""

NOTHING: tuple[object, ...] = (None, (), {}, "", tree.Notes())

WIDTH = 100


def show_tree(ruleset: tree.Ruleset) -> Iterator[str]:
    """Yield the ruleset as it was read, rule strings not yet parsed."""
    for section in attrs.fields(tree.Ruleset):
        if section.name in (*HIDDEN, "keys"):
            continue
        value = getattr(ruleset, section.name)
        if value not in NOTHING:
            yield from entry(section.name, value, 0)


def show_typed(rules: typed.Rules) -> Iterator[str]:
    """Yield the typed rules, section by section."""
    for section in attrs.fields(typed.Rules):
        value = getattr(rules, section.name)
        if section.name in HIDDEN or value in NOTHING:
            continue
        yield f"{section.name}:"
        if isinstance(value, dict):
            for name, thing in value.items():
                yield from body(str(name), thing, 1)
        else:
            yield from body("", value, 1)


def show_graph(graph: g.Graph) -> Iterator[str]:
    """Yield the control graph: the number of each instruction, the instruction, the line of its rule."""
    size = len(str(len(graph.code)))
    rule = ""
    for number, instruction in enumerate(graph.code):
        if graph.rules[number] != rule:
            rule = graph.rules[number]
            yield f"{rule}:"
        text = line(instruction)
        place = f"  line {instruction.span.line}" if instruction.span.source.text else ""
        yield f"  {number:>{size}}  {text}{place}"


def body(name: str, value: Any, depth: int) -> Iterator[str]:
    """Yield something declared with its fields, or any other value."""
    if isinstance(value, NAMED):
        yield f"{'  ' * depth}{name or value.name}: {type(value).__name__}"
        for one in attrs.fields(type(value)):
            found = getattr(value, one.name)
            if one.name not in (*HIDDEN, "name") and found not in (*NOTHING, False):
                yield from entry(one.name, found, depth + 1)
        return
    yield from entry(name, value, depth)


def entry(name: str, value: Any, depth: int) -> Iterator[str]:
    """Yield one field: on one line where it fits, else its parts below it."""
    start = "  " * depth + (f"{name}: " if name else "")
    text = line(value)
    if len(start) + len(text) <= WIDTH or not parts(value):
        yield start + text
        return
    heading = start + (type(value).__name__ if attrs.has(type(value)) else "")
    if heading.strip():
        yield heading.rstrip()
    for key, part in parts(value):
        if isinstance(part, NAMED) and depth == 0:
            yield from body(key, part, depth + 1)
        else:
            yield from entry(key, part, depth + 1)


def parts(value: Any) -> list[tuple[str, Any]]:
    """Return the parts of a value with their names."""
    match value:
        case tuple() | list():
            return [(own_name(part), part) for part in value]
        case dict():
            return [(line(key), part) for key, part in value.items()]
        case tree.Mapping(pairs=pairs):
            return [(key.text, part) for key, part in pairs]
        case tree.Sequence(items=items):
            return [("-", part) for part in items]
    if attrs.has(type(value)) and not isinstance(value, (*LEAVES, *NAMED)):
        return [(one.name, getattr(value, one.name)) for one in fields(value)]
    return []


def own_name(value: Any) -> str:
    """Return the name of an entry, or a dash."""
    name = getattr(value, "name", None)
    return name.value if isinstance(name, tree.Word) else name if isinstance(name, str) else "-"


LEAVES = (Span, Source, RuleText, tree.Word, tree.Literal, Type, Slot, g.Label, typed.Local)


def fields(value: Any) -> list[attrs.Attribute[Any]]:
    """Return the fields of a value that are shown: those that say something."""
    shown = [one for one in attrs.fields(type(value)) if one.name not in HIDDEN]
    return [one for one in shown if getattr(value, one.name) not in NOTHING]


def line(value: Any) -> str:
    """Return any value on one line."""
    match value:
        case None:
            return "none"
        case str():
            return f'"{value}"' if not value.isidentifier() else value
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case tuple() | list():
            return "[" + ", ".join(line(part) for part in value) + "]"
        case dict():
            return "{" + ", ".join(f"{line(key)}: {line(part)}" for key, part in value.items()) + "}"
        case _:
            return thing(value)


def thing(value: Any) -> str:
    """Return one of our own values on one line."""
    match value:
        case tree.Word() | tree.Literal():
            return str(value.value)
        case RuleText(text=text):
            return "«" + " ⏎ ".join(text.strip().splitlines()) + "»"
        case tree.Text(values=values):
            return " / ".join(f"{language or '-'} {text.strip()!r}" for language, text in values.items())
        case tree.Scalar(text=text, quoted=quoted):
            return repr(text) if quoted or not text else text
        case tree.Mapping(pairs=pairs):
            return "{" + ", ".join(f"{key.text}: {line(part)}" for key, part in pairs) + "}"
        case tree.Sequence(items=items):
            return "[" + ", ".join(line(part) for part in items) + "]"
        case Span():
            return f"line {value.line}"
        case g.Label(at=at):
            return f"@{at}"
        case Slot(cell=cell):
            return (
                f"cell {cell}" + (" set" if value.is_set else "") + ("" if value.member is None else " each")
            )
        case g.Frame():
            return f"frame {value.name or '?'}"
        case g.PhaseFrame():
            return f"phase {value.phase.name}"
        case g.JointFrame():
            return f"joint frame {value.cell}"
        case typed.Local():
            return value.name
        case typed.Value(value=known):
            return line(known)
        case typed.LocalRef(local=local):
            return local.name
        case typed.Words():
            return f'"{value.raw}"'
        case Type():
            return kind(value)
    if isinstance(value, NAMED):
        return value.name
    if not attrs.has(type(value)):
        return str(value)
    inner = [part(one.name, getattr(value, one.name)) for one in fields(value) if one.name != "type"]
    return f"({' '.join([type(value).__name__, *inner])})"


def part(name: str, value: Any) -> str:
    """Return a field on one line; plain words carry their name, the rest speaks for itself."""
    text = line(value)
    return f"{name}={text}" if isinstance(value, bool | int | str) else text


def kind(value: Type) -> str:
    """Return a type on one line."""
    inner = [
        line(getattr(value, one.name))
        for one in attrs.fields(type(value))
        if one.name != "optional" and getattr(value, one.name) not in (None, (), "")
    ]
    text = " ".join([type(value).__name__.lower(), *inner])
    return f"{text} or none" if value.optional else text
