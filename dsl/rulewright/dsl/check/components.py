"""Typed rules + load -> findings about components: kinds without a home, faces that look alike."""

from __future__ import annotations

from rulewright.dsl import tree, typed
from rulewright.dsl.check.loads import Case
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.faces import Card
from rulewright.dsl.known import Known
from rulewright.dsl.types import Words

Printed = tuple[object, ...]


def check(rules: typed.Rules, cases: list[Case], report: Report) -> None:
    """Look at every kind; printed forms are those of the first load."""
    housed = {kind for zone in rules.zones.values() for kind in zone.kinds}
    for kind in rules.kinds.values():
        if kind.name not in housed:
            report.add(
                "component-homeless",
                f"no zone holds a {kind.name}",
                kind.written.name.span,
                help=f"name it under `holds` of a zone: `holds: {kind.name}`",
            )
        if cases and kind.has:
            alike(kind, [c for c in cases[0].load.cards if c.kind is kind], rules.written.language, report)


def alike(kind: typed.Kind, cards: list[Card], language: str, report: Report) -> None:
    """Report two cards with different attributes that look the same."""
    forms: dict[Printed, Card] = {}
    for card in cards:
        form = printed(kind, card, language)
        if form is None:
            return
        other = forms.setdefault(form, card)
        if face(kind, other) != face(kind, card):
            different = [name for name in kind.has if one(other, name) != one(card, name)]
            row = kind.rows[card.row].span if kind.rows else kind.written.name.span
            report.add(
                "component-same",
                f"two cards of `{kind.name}` look the same but differ in `{different[0]}`",
                kind.written.shown_as.span if kind.written.shown_as is not None else row,
                help=f'print it too: `shown_as: "… {{{different[0]}}}"`',
            )
            return


def printed(kind: typed.Kind, card: Card, language: str) -> Printed | None:
    """Return what is printed on a card, or None when a function of the rules decides it."""
    if kind.shown_as is None:
        name = next(
            (a for a in ("called", "name") if a in kind.has and isinstance(kind.has[a].type, Words)), None
        )
        return (text(card, name, language),) if name is not None else face(kind, card)
    parts: list[object] = []
    for part in kind.shown_as.parts:
        match part:
            case str():
                parts.append(part)
            case typed.AttributeRef(of=typed.LocalRef(local=local), attributes=attributes, indexes=()) if (
                local is kind.this
            ):
                if not attributes[0].fixed:
                    continue
                words = isinstance(attributes[0].type, Words)
                parts.append(
                    text(card, attributes[0].name, language) if words else one(card, attributes[0].name)
                )
            case _:
                return None
    return tuple(parts)


def face(kind: typed.Kind, card: Card) -> Printed:
    """Return the values of all fixed attributes that rules can read."""
    return tuple(
        one(card, name) for name, attribute in kind.has.items() if not isinstance(attribute.type, Words)
    )


def one(card: Card, name: str) -> tuple[Known, ...] | None:
    """Return the values of one attribute."""
    return card.values.get(name)


def text(card: Card, name: str, language: str) -> tuple[str, ...]:
    """Return the texts of one attribute."""
    found: tuple[tree.Text, ...] = card.texts.get(name, ())
    return tuple(t.in_language(language, language) for t in found)
