"""Typed rules -> what everyone can follow in them: values that are public, components that are named aloud."""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from rulewright.dsl import typed
from rulewright.dsl.load import Load
from rulewright.dsl.resolve.public import place_of, public, zone_of
from rulewright.dsl.types import Player, Thing, Words
from rulewright.dsl.walk import blocks, expressions, inner_blocks
from rulewright.interpreter.engines.reference.sight import Sight


@define(eq=False)
class Hearing:
    """Tells for the statements of one load what an observer who knows the rules can follow."""

    load: Load
    sight: Sight
    steady: set[typed.Local] = field(factory=set)
    """Locals whose value everyone can tell: of loops over places that can be followed, and of public values."""
    seats: set[typed.Local] = field(factory=set)
    """Locals of loops over players, in an order of seats that everyone can tell: whose turn it is is seen."""
    named: dict[int, tuple[bool, frozenset[typed.Local]]] = field(factory=dict)
    """By move (its id): whether the face of what moves has just been said to all, and which locals with it."""

    def __attrs_post_init__(self) -> None:
        for _, block in blocks(self.load.rules):
            self.enter(block, {})

    def enter(self, block: typed.Block, said: dict[typed.Local, set[typed.Local]]) -> None:
        """Go through a block in order; `said` are the components whose faces have been heard, with the locals
        heard with them."""
        said = dict(said)
        for statement in block:
            if (
                isinstance(statement, typed.For)
                and self.open(statement.where)
                and self.seated(statement.order)
            ):
                self.seats |= {local for local, _ in statement.binders if isinstance(local.type, Player)}
            match statement:
                case typed.Let(local=local, value=value) if self.open(value):
                    self.steady.add(local)
                case typed.For(binders=binders, where=where, order=None) if self.open(where):
                    self.steady |= {local for local, source in binders if self.followed(source)}
                case typed.Say(text=text, to=None) | typed.Announce(text=text):
                    for local, heard in self.faces_in(text):
                        said.setdefault(local, set()).update(heard)
                case typed.Move(what=typed.LocalRef(local=local)):
                    if local in said:
                        self.named[id(statement)] = (True, frozenset(said[local]))
                case _:
                    pass
            for inner in inner_blocks(statement):
                self.enter(inner, said)

    def seated(self, order: typed.Order | None) -> bool:
        """Tell whether an order goes by seats from a place that everyone knows."""
        keys = order.keys if order is not None else ()
        return all(isinstance(key, typed.Seats) and self.open(key.start) for key in keys)

    def followed(self, source: typed.Expr) -> bool:
        """Tell whether everyone can point at the members of a source."""
        if not self.open(source):
            return False
        if not (isinstance(source.type, Thing) or zone_of(source) is not None):
            return True
        zone = zone_of(source)
        return zone is not None and (zone.form == "row" or zone.seen_by in ("everyone", "nobody"))

    def open(self, found: typed.Expr | None) -> bool:
        """Tell whether everyone can tell a value from the rules and what everyone sees."""
        if found is None:
            return True
        inner: set[typed.Local] = set()
        for e in expressions(found):
            if isinstance(e, typed.Over):
                inner |= {local for local, _ in e.binders}
            elif isinstance(e, typed.Every):
                inner.add(e.local)
        free = {e.local for e in expressions(found) if isinstance(e, typed.LocalRef)} - inner
        known = all(local in self.steady or self.acts(local) for local in free)
        return known and public(self.load.rules, found)

    def acts(self, local: typed.Local) -> bool:
        """Tell whether a local is the player who acts."""
        return local.name == "me" and isinstance(local.type, Player)

    def points(self, found: typed.Expr) -> bool:
        """Tell whether everyone can point at the component of an expression."""
        if isinstance(found, typed.Single):
            return True
        if isinstance(found, typed.LocalRef):
            return found.local in self.steady
        zone = place_of(found)
        tracked = zone is not None and (zone.form != "set" or zone.seen_by in ("everyone", "nobody"))
        return tracked and self.open(found)

    def faces_in(self, text: typed.Words) -> list[tuple[typed.Local, set[typed.Local]]]:
        """Return the components whose face a text tells whatever they are, and the indexes heard with it."""
        found: list[tuple[typed.Local, set[typed.Local]]] = []
        for part in text.parts:
            if isinstance(part, typed.LocalRef) and isinstance(part.type, Thing):
                if len({self.load.rules.kinds[k].name for k in part.type.kinds}) == 1 and self.prints(
                    part.type
                ):
                    found.append((part.local, set()))
            elif isinstance(part, typed.AttributeRef) and isinstance(part.of, typed.LocalRef):
                attribute = part.attributes[0]
                if len(part.attributes) == 1 and attribute.fixed and self.tells(attribute, part.indexes):
                    indexes = {e.local for e in part.indexes if isinstance(e, typed.LocalRef)}
                    found.append((part.of.local, indexes))
        return found

    def prints(self, kind: Thing) -> bool:
        """Tell whether the printed form of a kind tells its face: it has no texts but the one that names it."""
        return not any(
            isinstance(a.type, Words)
            for k in kind.kinds
            for a in self.load.rules.kinds[k].has.values()
            if a.name not in ("called", "name")
        )

    def tells(self, attribute: typed.Attribute, indexes: tuple[typed.Expr, ...]) -> bool:
        """Tell whether every value of an attribute, at any index, belongs to one face only."""
        if not isinstance(attribute.type, Words) or not all(isinstance(e, typed.LocalRef) for e in indexes):
            return False
        pairs = {
            (self.sight.faces[card.id], place, text.in_language("", self.load.rules.written.language))
            for card in self.load.cards
            if card.kind.name == attribute.kind
            for place, text in enumerate(card.texts.get(attribute.name, ()))
        }
        counts = Counter(text for _, _, text in pairs)
        return bool(counts) and max(counts.values()) == 1
