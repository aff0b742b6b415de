"""Entries -> the beginnings of changes: ids, places, values as they are written."""

from __future__ import annotations

from rulewright.dsl import tree, typed
from rulewright.dsl.diff.align import clean, said
from rulewright.dsl.diff.changes import Change
from rulewright.dsl.diff.entries import Named
from rulewright.dsl.diff.facets import Side
from rulewright.dsl.diff.tell import label, sentence
from rulewright.dsl.known import word_of
from rulewright.dsl.source import Span


def base(
    before: Side,
    now: Side,
    was: Named,
    became: Named,
    kind: str,
    severity: str,
    told: str,
    old: str = "",
    new: str = "",
    *,
    proof: str = "",
    suffix: str = "",
) -> Change:
    """Return a change of an entry with its name, places, citations and reason."""
    why = said(now, became.notes.why)
    cite = tuple(dict.fromkeys(w.value for n in (became, was) for w in n.notes.cite))
    id = f"{became.section}.{became.name}" + (f".{suffix}" if suffix else "")
    return Change(
        id, became.section, became.name, was.name, kind, severity, told, old, new,
        cite=cite, title=label(now, became.name), before_span=place_of(was), now_span=place_of(became),
        why=why if why != said(before, was.notes.why) and severity != "text" else "", proof=proof,
        option=became.section == "parameters",
        assumed=became.notes.assumed is not None
        or (isinstance(became.entry, typed.Parameter) and became.entry.written.because is not None),
    )  # fmt: skip


def place_of(named: Named) -> Span:
    """Return where the content of an entry stands: in a draft by overlay that may be another file than its name."""
    match named.entry:
        case typed.Constant(written=written) if isinstance(written.value, tree.Literal | tree.Table):
            return written.value.span
        case typed.Function(written=written):
            return written.is_.whole
        case typed.Procedure(written=written) | typed.Action(written=written):
            return written.do.whole
        case _:
            return named.span


def value_of(side: Side, named: Named) -> str:
    """Return the value of a constant or the default of a parameter in words; else nothing."""
    match named.entry:
        case typed.Constant(value=value) if value is not None:
            return plain(side, value)
        case typed.Constant(items=items) if items is not None:
            return ", ".join(plain(side, i) for i in items)
        case typed.Parameter(written=written):
            return str(written.default.value)
        case _:
            return ""


def plain(side: Side, e: typed.Expr) -> str:
    """Return an expression in a table or row as a word."""
    match e:
        case typed.Value(value=value, type=kind):
            return word_of(side.load, kind, value)
        case typed.ConstantRef(constant=constant):
            return constant.name
        case typed.ParameterRef(parameter=parameter):
            return parameter.name
        case _:
            return clean(e.span.text)


def readers(side: Side, id: str) -> list[str]:
    """Return who reads an entry, with the sentence of each that has one."""
    found = []
    for user in side.users.get(id, []):
        section, _, name = user.partition(".")
        written = {w.name.value: w for w in getattr(side.rules.written, section)} if name else {}
        text = said(side, written[name].notes.text) if name in written else ""
        called = label(side, name or section)
        found.append(f"{called}: {sentence(text)}" if text else called)
    return found
