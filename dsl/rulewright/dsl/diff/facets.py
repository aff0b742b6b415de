"""Entries -> facets: for each thing that can differ, its normal form."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product

from attrs import define, field

from rulewright.dsl import typed, walk
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.diff.effects import Touch
from rulewright.dsl.diff.entries import Named
from rulewright.dsl.diff.naming import Form, Naming, held
from rulewright.dsl.diff.normal import Former
from rulewright.dsl.diff.saves import Influence
from rulewright.dsl.diff.uses import mentions, users
from rulewright.dsl.known import word_of
from rulewright.dsl.load import Load, axis, key_values, load
from rulewright.dsl.settings import settings_of
from rulewright.dsl.types import Int, Private, Type

Facets = dict[str, Form]
DISPLAY = ("arranged", "shown", "shown_as")
"""Facets that rules never read."""


@define(eq=False, slots=False)
class Side:
    """One of the two drafts, with everything the comparison wants to know about it."""

    rules: typed.Rules
    naming: Naming
    load: Load
    touch: Touch
    file: str = ""
    _tables: dict[str, dict[tuple[int, ...], typed.Expr]] = field(factory=dict)
    _sizes: dict[typed.Function | typed.Procedure, int] = field(factory=dict)

    def former(self, *, deep: bool = False) -> Former:
        """Return a maker of normal forms."""
        return Former(self.rules, self.naming, self.touch, deep, sizes=self._sizes)

    @cached_property
    def mentions(self) -> dict[str, dict[str, None]]:
        """Who mentions whom."""
        return mentions(self.rules)

    @cached_property
    def users(self) -> dict[str, list[str]]:
        """Who is mentioned by whom."""
        return users(self.mentions)

    @cached_property
    def influence(self) -> Influence:
        """What reaches the questions of the game."""
        return Influence(self.rules)

    def table(self, constant: typed.Constant) -> dict[tuple[int, ...], typed.Expr]:
        """Return the entries of a table by the numbers of their indexes."""
        if constant.name not in self._tables:
            self._tables[constant.name] = spread(self.load, constant)
        return self._tables[constant.name]

    def facets(self, named: Named, former: Former) -> Facets:
        """Return what an entry is."""
        entry = named.entry
        match entry:
            case typed.Constant():
                return of_constant(self, entry, former)
            case typed.Parameter(type=kind, values=values, written=written):
                shape = () if isinstance(kind, Private) else self.naming.type(kind)
                allowed = None if values is None else tuple(sorted(str(v) for v in values))
                return {"type": shape, "values": allowed, "default": str(written.default.value)}
            case typed.EnumDecl(values=values, parts=parts):
                words = tuple(self.naming.of(f"types.{named.name}", v) for v in values)
                inner = {
                    self.naming.of("types", p): tuple(
                        self.naming.of(f"types.{named.name}", v) for v in inside
                    )
                    for p, inside in parts.items()
                }
                return {"values": words, "parts": tuple(sorted(inner.items()))}
            case typed.Odds():
                return of_odds(self, entry, former)
            case typed.Kind():
                return of_kind(self, entry, former)
            case typed.Zone():
                return of_zone(self, entry, former)
            case typed.Variable():
                former.given(None, ())
                return {
                    "type": self.naming.type(entry.type),
                    "each": tuple(self.naming.type(k) for k in entry.each),
                    "start": former.expr(entry.start),
                    "shown": entry.shown,
                }
            case typed.Function():
                given = former.given(entry.subject, entry.given)
                return {"given": given, "is": former.expr(entry.body)}
            case typed.Procedure():
                return of_procedure(entry, former)
            case typed.Action():
                return of_action(entry, former)
            case typed.Phase():
                return of_phase(entry, former)
            case typed.ScoreLine(me=me, value=value):
                former.given(me, ())
                return {"is": former.expr(value)}


def of_constant(side: Side, entry: typed.Constant, former: Former) -> Facets:
    """Return the facets of a constant; rows of a table one by one, however they are written."""
    former.given(None, ())
    if entry.items is not None:
        return {"is": ("list", former.expr(entry.items))}
    if entry.value is not None:
        return {"is": ("one", former.expr(entry.value))}
    rows = tuple(
        sorted(
            (
                (index_words(side, entry, index), former.expr(value))
                for index, value in side.table(entry).items()
            ),
            key=repr,
        )
    )
    return {"by": tuple(side.naming.index(by) for by in entry.by), "is": ("table", rows)}


def index_words(side: Side, entry: typed.Constant, index: tuple[int, ...]) -> tuple[str, ...]:
    """Return the words of an index of a table, by the names they are compared by."""
    found = []
    for by, value in zip(entry.by, index, strict=True):
        kind = index_type(side.rules, by)
        word = str(value) if kind is None else word_of(side.load, kind, value)
        section = f"types.{getattr(kind, 'name', '')}"
        found.append(side.naming.of(section, word))
    return tuple(found)


def index_type(rules: typed.Rules, by: Type | str) -> Type | None:
    """Return the type of an index; None for a number."""
    kind = rules.parameters[by].type if isinstance(by, str) and by in rules.parameters else by
    return None if isinstance(kind, str | Int) else kind


def spread(made: Load, constant: typed.Constant) -> dict[tuple[int, ...], typed.Expr]:
    """Spread a table over its index values without reading what stands in it."""
    axes = [axis(made, by) for by in constant.by]
    found: dict[tuple[int, ...], typed.Expr] = {}
    for keys, value in constant.rows:
        for index in product(*(key_values(made, k, a) for k, a in zip(keys, axes, strict=True))):
            found[index] = value
    if constant.otherwise is not None:
        for index in product(*axes):
            found.setdefault(index, constant.otherwise)
    return dict(sorted(found.items()))


def of_odds(side: Side, entry: typed.Odds, former: Former) -> Facets:
    """Return the facets of a distribution. Its order is that of the options of chance."""
    former.given(None, ())
    rows = [(former.expr(key), [former.expr(pair) for pair in pairs]) for key, pairs in entry.rows]
    by = None if entry.by is None else side.naming.index(entry.by)
    weights = tuple(sorted(((key, tuple(sorted(pairs, key=repr))) for key, pairs in rows), key=repr))
    order = tuple((key, tuple(pairs)) for key, pairs in rows)
    return {"type": side.naming.type(entry.type), "by": by, "weights": weights, "order": order}


def of_kind(side: Side, entry: typed.Kind, former: Former) -> Facets:
    """Return the facets of a kind of component."""
    former.given(None, ())
    former.bind(entry.this, ("subject",))
    own = f"components.{entry.name}"
    facets: Facets = {"each_player": entry.each_player}
    for word, attributes in (("has", entry.has), ("keeps", entry.keeps)):
        for attribute in attributes.values():
            name = side.naming.of(own, attribute.name)
            facets[f"{word} {name}"] = (
                side.naming.type(attribute.type),
                tuple(side.naming.type(k) for k in attribute.each),
                attribute.open,
                former.expr(attribute.start),
            )
    facets["back"] = None if entry.back is None else tuple(sorted(side.naming.of(own, n) for n in entry.back))
    facets["copies"] = former.expr(
        (entry.copies, tuple(row.copies for row in entry.rows if row.copies is not None))
    )
    facets["starts_in"] = None if entry.starts_in is None else side.naming.of("zones", entry.starts_in.name)
    facets["cards"] = tuple(faces_of(side, entry))
    shown = entry.shown_as
    parts = () if shown is None else tuple(p if isinstance(p, str) else former.expr(p) for p in shown.parts)
    facets["shown_as"] = parts
    return facets


def faces_of(side: Side, entry: typed.Kind) -> Iterator[Form]:
    """Yield the faces of a kind in order, with how many there are of each; texts don't count."""
    own = f"components.{entry.name}"
    last: Form = None
    count = 0
    for card in side.load.cards:
        if card.kind is not entry or (card.owner not in (None, 0)):
            continue
        face = tuple(
            sorted(
                (side.naming.of(own, name), tuple(face_word(side, entry, name, v) for v in values))
                for name, values in card.values.items()
            )
        )
        if face != last and count:
            yield (last, count)
            count = 0
        last = face
        count += 1
    if count:
        yield (last, count)


def face_word(side: Side, entry: typed.Kind, name: str, value: int | None) -> Form:
    """Return a value on a card by the word it is compared by."""
    kind = entry.has[name].type
    word = word_of(side.load, kind, value)
    section = "procedures" if type(kind).__name__ == "Deed" else f"types.{getattr(kind, 'name', '')}"
    return side.naming.of(section, word)


def of_zone(side: Side, entry: typed.Zone, former: Former) -> Facets:
    """Return the facets of a zone. The order of its kinds is that in which components are numbered."""
    former.given(None, ())
    former.bind(entry.member, ("subject",))
    kinds = tuple(side.naming.of("components", k) for k in side.rules.kinds if k in entry.kinds)
    refill = None
    if entry.refill_from is not None:
        refill = (side.naming.of("zones", entry.refill_from.name), entry.refill_when)
    return {
        "holds": kinds,
        "each": tuple(side.naming.type(k) for k in entry.each),
        "form": entry.form,
        "seen_by": entry.seen_by,
        "refill": refill,
        "arranged": former.expr(entry.arranged),
        "shown": entry.shown,
    }


def of_procedure(entry: typed.Procedure, former: Former) -> Facets:
    """Return the facets of a procedure."""
    given = former.given(entry.subject, entry.given)
    facets: Facets = {"given": given, "when": former.expr(entry.when), "on_turn": former.expr(entry.on_turn)}
    if entry.when is not None:
        return {**facets, "do": former.under(entry.when, facets["when"], entry.do)}
    return {**facets, "do": former.block(entry.do)}


def of_action(entry: typed.Action, former: Former) -> Facets:
    """Return the facets of an action."""
    former.given(entry.me, ())
    facets: Facets = {}
    parts = []
    for number, (local, choice) in enumerate(entry.parts):
        parts.append(former.expr(choice))
        former.bind(local, ("part", number))
    facets["choose"] = tuple(parts)
    facets["when"] = former.expr(entry.when)
    facets["anytime"] = former.expr(entry.anytime)
    facets["do"] = former.block(entry.do)
    return facets


def of_phase(entry: typed.Phase, former: Former) -> Facets:
    """Return the facets of a phase."""
    former.given(entry.me, ())
    former.bind(entry.member, ("member",))
    return {
        "when": former.expr(entry.when),
        "do": former.block(entry.do),
        "turns": former.expr(entry.turns),
        "turn": former.block(entry.turn),
        "rounds": former.expr(entry.rounds),
        "until": former.expr(entry.until),
        "finish_round": entry.written.finish_round,
        "skip": former.expr(entry.skip),
    }


def of_whole(side: Side, section: str, former: Former) -> Facets:
    """Return the facets of a section that is one entry."""
    rules = side.rules
    former.given(None, ())
    match section:
        case "setup":
            return {"do": former.block(rules.setup)}
        case "flow":
            return {"do": former.block(rules.flow)}
        case "limits":
            return dict(sorted(rules.limits.items()))
        case "returns":
            if rules.returns is None:
                return {}
            former.bind(rules.returns[0], ("subject",))
            return {"is": former.expr(rules.returns[1])}
        case _:
            winner = rules.winner
            if winner is None:
                return {}
            former.bind(winner.me, ("subject",))
            return {
                "rematch_if": former.expr(winner.rematch_if),
                "among": former.expr(winner.among),
                "ranked": former.expr(winner.ranked),
                "if_tied": former.expr(winner.if_tied),
                "if_nobody": former.expr(winner.if_nobody),
            }


def wordings(node: object) -> Iterator[str]:
    """Yield the prompts and announcements inside a rule, in order."""
    if isinstance(node, typed.Words):
        yield node.raw
    elif isinstance(node, walk.NODES):
        for _, value in held(node):
            yield from wordings(value)
    elif isinstance(node, tuple):
        for item in node:
            yield from wordings(item)


def rule_parts(entry: object) -> tuple[object, ...]:
    """Return what of an entry can hold prompts."""
    match entry:
        case typed.Procedure(when=when, do=do):
            return (when, do)
        case typed.Action(parts=parts, when=when, do=do):
            return (tuple(c for _, c in parts), when, do)
        case typed.Phase(do=do, turn=turn):
            return (do, turn)
        case _:
            return ()


def side_of(rules: typed.Rules, naming: Naming, file: str) -> Side:
    """Return a draft ready to be compared, with its smallest load."""
    settings, _ = settings_of(rules, {})
    report = Report()
    made = load(rules, rules.written.players[0], settings, report)
    if made is None:
        raise ValueError("rules that hold can be loaded")
    return Side(rules, naming, made, Touch(rules), file)
