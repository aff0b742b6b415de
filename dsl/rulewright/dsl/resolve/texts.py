"""Strings with holes -> typed words, translations included (section 10)."""

from __future__ import annotations

import attrs

from rulewright.dsl import syntax, typed
from rulewright.dsl.parse import parse_text
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import source
from rulewright.dsl.source import RuleText, Span


def words(context: Context, node: syntax.Text, scope: Scope) -> typed.Words:
    """Type the holes of a string and of its translations."""
    inner = scope.child()
    inner.inside = (
        scope.inside if scope.inside in ("function", "where", "when", "choose", "phase", "score") else "hole"
    )
    parts = tuple(p if isinstance(p, str) else source(context, p, inner, function=True) for p in node.parts)
    return typed.Words(node.span, node.raw, parts, translated(context, node.raw, node, inner))


def translated(
    context: Context, raw: str, node: syntax.Text, scope: Scope
) -> dict[str, tuple[str | typed.Expr, ...]]:
    """Return the typed translations of a string that `words` gives."""
    entry = next((w for w in context.rules.written.words if w.key.value == raw), None)
    if entry is None or entry.text is None:
        return {}
    result: dict[str, tuple[str | typed.Expr, ...]] = {}
    original = sorted(hole_text(p) for p in node.parts if not isinstance(p, str))
    for language, string in entry.text.values.items():
        found = parse_text(anchored(string, entry.text.span), context.report)
        if found is None:
            continue
        holes = sorted(hole_text(p) for p in found.parts if not isinstance(p, str))
        if holes != original:
            context.error(
                "text-translation",
                f"the translation into `{language}` has other holes than its original",
                entry.key.span,
                help="use the same holes, in any order",
            )
            continue
        result[language] = tuple(
            p if isinstance(p, str) else source(context, p, scope, function=True) for p in found.parts
        )
    return result


def hole_text(node: object) -> str:
    """Return an expression as a comparable string, places left out."""
    if isinstance(node, syntax.Node):
        parts = [hole_text(getattr(node, a.name)) for a in attrs.fields(type(node)) if "span" not in a.name]
        return f"{type(node).__name__}({', '.join(parts)})"
    if isinstance(node, tuple):
        return "(" + ", ".join(hole_text(n) for n in node) + ")"
    return repr(node)


def anchored(string: str, span: Span) -> RuleText:
    """Return a string as rule text whose every place is the beginning of a span."""
    return RuleText(string, span.source, ((0, span.start),), False)
