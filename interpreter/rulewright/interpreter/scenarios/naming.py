"""Words in tests -> components and values: by printed form or by the values of `has` in order (section 12)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from attrs import define, field, frozen

from rulewright.dsl import typed
from rulewright.dsl.cells import NONE
from rulewright.dsl.known import word_of
from rulewright.dsl.load import Load
from rulewright.dsl.types import Bool, Enum, Int, Player, Private, Set, Thing, Type, Words
from rulewright.dsl.walk import expressions
from rulewright.interpreter.engines.reference.machine import Machine
from rulewright.interpreter.engines.reference.places import State

Tokens = tuple[str, ...]
FILLERS = ("to", "for", "with", "on")


def tokens(text: str) -> Tokens:
    """Return the words of an answer: brackets, commas and dots between are for the eye."""
    plain = unicodedata.normalize("NFC", text)
    return tuple(t for t in re.split(r"[\s,:;·()+/\[\]{}]+", plain) if t and t not in ("-", "–"))


@frozen
class Item:
    """One entry of a content: `3 of hidden`, `hidden marked`, `red 5 value 1`, `...`."""

    count: int
    words: Tokens
    hidden: bool = False
    rest: bool = False


def item(text: str) -> Item:
    """Read one entry of a content."""
    text = text.strip()
    if text in ("...", "…"):
        return Item(0, (), rest=True)
    match = re.fullmatch(r"(\d+) of (.+)", text)
    count, words = (int(match.group(1)), match.group(2)) if match else (1, text)
    return Item(count, tokens(words), hidden=words.split()[:1] == ["hidden"])


@frozen
class Reading:
    """How far words name a component, and what they say of its changing attributes."""

    end: int
    says: tuple[tuple[str, int], ...]


@define(eq=False)
class Names:
    """Reads words as components, values and players of one game."""

    machine: Machine
    aliases: dict[str, Tokens]
    load: Load = field(init=False)
    for_good: dict[str, bool] = field(factory=dict)
    """For a kind: whether nothing that changes is printed on its components."""
    printed: dict[tuple[int, str], list[Tokens]] = field(factory=dict)
    """The forms of components, with what is printed on them now where that changes."""
    readings_kept: dict[tuple[int, str, Tokens], Reading | None] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.load = self.machine.compiler.load

    def forms(self, s: State, component: int) -> list[Tokens]:
        """Return the printed form of a component and the texts on it."""
        now = self.changing(s, component)
        key = (component, now)
        if key not in self.printed:
            card = self.load.cards[component]
            texts = [now or self.machine.writer.component(s, component)]
            texts += [
                t for entries in card.texts.values() for entry in entries for t in entry.values.values()
            ]
            self.printed[key] = [tokens(text) for text in texts]
        return self.printed[key]

    def changing(self, s: State, component: int) -> str:
        """Return what is printed on a component now, nothing where it is the same for good."""
        fixed = self.fixed(self.load.cards[component].kind)
        return "" if fixed else self.machine.writer.component(s, component)

    def fixed(self, kind: typed.Kind) -> bool:
        """Tell whether nothing that changes in play is printed on the components of a kind."""
        if kind.name not in self.for_good:
            self.for_good[kind.name] = kind.shown_as is None or printed_for_good(kind.shown_as)
        return self.for_good[kind.name]

    def expand(self, found: Tokens) -> Tokens:
        """Put the long names of short ones in."""
        return tuple(word for token in found for word in self.aliases.get(token, (token,)))

    # -- components -------------------------------------------------------------------------------

    def readings(self, s: State, component: int, words: Tokens, start: int = 0) -> list[Reading]:
        """Return all ways in which words from `start` on name a component, longest first."""
        card = self.load.cards[component]
        found: dict[int, None] = {}
        for begin in self.after_kind(card.kind, words, start):
            for end in self.face_ends(s, component, words, begin):
                found[end] = None
            if begin > start:
                found[begin] = None
        readings = [r for end in found for r in self.with_attributes(card.kind, words, end)]
        return sorted(readings, key=lambda r: -r.end)

    def after_kind(self, kind: typed.Kind, words: Tokens, start: int) -> list[int]:
        """Return where a name may begin: with the kind in front or without."""
        begins = [start]
        if words[start : start + 1] == (kind.name,):
            begins.append(start + 1)
        return begins

    def face_ends(self, s: State, component: int, words: Tokens, start: int) -> Iterator[int]:
        """Yield where the printed form, a text on it, or the first values of `has` end."""
        card = self.load.cards[component]
        for parts in self.forms(s, component):
            if parts and alike(words[start : start + len(parts)], parts):
                yield start + len(parts)
        end = start
        for attribute in card.kind.has.values():
            if attribute.each:
                continue
            if isinstance(attribute.type, Words):
                texts = card.texts.get(attribute.name, ())
                parts = tokens(next(iter(texts[0].values.values()), "")) if texts else ()
            else:
                parts = self.spelled(attribute.type, card.values[attribute.name][0], words[end : end + 1])
            if not parts or not alike(words[end : end + len(parts)], parts):
                if isinstance(attribute.type, Words):
                    continue
                return
            end += len(parts)
            yield end

    def word(self, kind: Type, value: int | None) -> str:
        """Return a value as it is written in tests."""
        if isinstance(kind, Player) and value is not None and value != NONE:
            return self.machine.writer.seat(value)
        return word_of(self.load, kind, None if value == NONE else value)

    def spelled(self, kind: Type, value: int | None, found: Tokens) -> Tokens:
        """Return the spelling of a value that a test uses: its name, or its short form."""
        name = self.word(kind, value)
        short = self.machine.writer.label(name, short=True)
        return found if found and found[0] in (name, short) else (name,)

    def with_attributes(self, kind: typed.Kind, words: Tokens, start: int) -> list[Reading]:
        """Return the readings that changing attributes may follow."""
        found = [Reading(start, ())]
        at, says = start, ()
        while at < len(words):
            step = self.attribute(kind, words, at)
            if step is None:
                break
            at, said = step
            says = (*says, said)  # type: ignore[assignment]
            found.append(Reading(at, says))
        return found

    def attribute(self, kind: typed.Kind, words: Tokens, at: int) -> tuple[int, tuple[str, int]] | None:
        """Read `worth 3`, `added`, `not added`, an enum value."""
        word = words[at]
        following = words[at + 1] if at + 1 < len(words) else ""
        if word == "not" and following in kind.keeps and isinstance(kind.keeps[following].type, Bool):
            return at + 2, (following, 0)
        attribute = kind.keeps.get(word)
        if attribute is not None and not attribute.each:
            value = self.value_of(attribute.type, following)
            if value is not None:
                return at + 2, (word, value)
            if isinstance(attribute.type, Bool):
                return at + 1, (word, 1)
        for name, other in kind.keeps.items():
            if isinstance(other.type, Enum) and not other.each:
                value = self.value_of(other.type, word)
                if value is not None and value != NONE:
                    return at + 1, (name, value)
        return None

    def value_of(self, kind: Type, word: str) -> int | None:
        """Return the value a word stands for in a type, or None."""
        if word in ("none", "nothing") and kind.optional:
            return NONE
        match kind:
            case Int():
                return int(word) if re.fullmatch(r"-?\d+", word) else None
            case Bool():
                return {"yes": 1, "true": 1, "no": 0, "false": 0}.get(word)
            case Player():
                return next(
                    (p for p in range(self.load.players) if self.machine.writer.seat(p) == word), None
                )
            case Enum() | Private():
                for value in self.load.values(kind):
                    written = word_of(self.load, kind, value)
                    if word in (written, self.machine.writer.label(written)):
                        return value
                return None
            case _:
                return None

    def says(self, s: State, component: int, reading: Reading) -> bool:
        """Tell whether a component's changing attributes are as said."""
        return all(self.kept(s, component, name) == value for name, value in reading.says)

    def kept(self, s: State, component: int, name: str) -> int:
        """Return a changing attribute of a component."""
        card = self.load.cards[component]
        cells = self.machine.graph.cells
        return s[cells.keeps[card.kind.name, name] + component - self.load.first[card.kind.name]]

    def named(self, s: State, component: int, words: Tokens) -> Reading | None:
        """Return the reading in which all the words name a component, what they say of it left unchecked."""
        key = (component, self.changing(s, component), words)
        if key not in self.readings_kept:
            self.readings_kept[key] = next(
                (r for r in self.readings(s, component, words) if r.end == len(words)), None
            )
        return self.readings_kept[key]

    def beside(self, component: int, words: Tokens) -> tuple[tuple[str, int], ...] | None:
        """Return what `hidden …` says of the attributes that everyone sees beside an unseen face."""
        kind = self.load.cards[component].kind
        reading = next((r for r in self.with_attributes(kind, words, 1) if r.end == len(words)), None)
        if reading is None or not all(kind.keeps[name].open for name, _ in reading.says):
            return None
        return reading.says

    def fits_beside(self, s: State, component: int, words: Tokens) -> bool:
        """Tell whether `hidden …` is true of a component whose face isn't seen."""
        said = self.beside(component, words)
        return said is not None and all(self.kept(s, component, name) == value for name, value in said)

    def fits(self, s: State, component: int, words: Tokens) -> bool:
        """Tell whether all the words are true of a component."""
        return any(
            r.end == len(words) and self.says(s, component, r) for r in self.readings(s, component, words)
        )

    # -- values in answers ------------------------------------------------------------------------

    def consume(self, s: State, kind: Type, value: object, words: Tokens, start: int) -> list[int]:
        """Return where words that name a value can end, longest first; nothing if they don't name it."""
        if isinstance(kind, Set):
            return self.consume_set(s, kind.of, value if isinstance(value, list) else [], words, start)
        if value == NONE:
            return [start + 1] if words[start : start + 1] in (("nothing",), ("none",)) else []
        assert isinstance(value, int)
        if isinstance(kind, Thing):
            return [r.end for r in self.readings(s, value, words, start) if self.says(s, value, r)]
        if start < len(words) and isinstance(kind, Int | Bool | Player | Enum | Private):
            if self.value_of(kind, words[start]) == value:
                return [start + 1]
            label = tokens(self.machine.writer.value(s, kind, value))
            if label and alike(words[start : start + len(label)], label):
                return [start + len(label)]
        return []

    def consume_set(self, s: State, kind: Type, values: list[int], words: Tokens, start: int) -> list[int]:
        """Read `5A and 5B`, `2 of red`, `nothing` as a set."""
        if not values:
            return [start + 1] if words[start : start + 1] in (("nothing",), ("none",)) else []
        ends: list[int] = []
        for position, value in enumerate(values):
            others = values[:position] + values[position + 1 :]
            for end in self.consume(s, kind, value, words, start):
                if not others:
                    ends.append(end)
                elif words[end : end + 1] == ("and",):
                    ends += self.consume_set(s, kind, others, words, end + 1)
        if re.fullmatch(r"\d+", words[start] if start < len(words) else "") and words[
            start + 1 : start + 2
        ] == ("of",):
            ends += self.consume_many(s, kind, values, words, start)
        return sorted(set(ends), reverse=True)

    def consume_many(self, s: State, kind: Type, values: list[int], words: Tokens, start: int) -> list[int]:
        """Read `2 of red and blue`."""
        count = int(words[start])
        like = [v for v in values if self.consume(s, kind, v, words, start + 2)]
        if len(like) < count:
            return []
        rest = [v for v in values if v not in like[:count]]
        ends = []
        for end in self.consume(s, kind, like[0], words, start + 2):
            if not rest:
                ends.append(end)
            elif words[end : end + 1] == ("and",):
                ends += self.consume_set(s, kind, rest, words, end + 1)
        return ends


STEADY = (
    typed.AttributeRef,
    typed.LocalRef,
    typed.ConstantRef,
    typed.ParameterRef,
    typed.Value,
    typed.Call,
    typed.Arithmetic,
    typed.Minus,
    typed.Compare,
    typed.Same,
    typed.Not,
    typed.And,
    typed.Or,
    typed.Either,
)
"""Expressions that come to something else only where what they are made of does."""


def printed_for_good(form: object) -> bool:
    """Tell whether a printed form, or the body of a function that it calls, reads nothing that changes in play."""
    for e in expressions(form):
        if not isinstance(e, STEADY):
            return False
        if isinstance(e, typed.AttributeRef) and not all(a.fixed for a in e.attributes):
            return False
        if isinstance(e, typed.Call) and not printed_for_good(e.function.body):
            return False
    return True


def alike(left: Tokens, right: Tokens) -> bool:
    """Compare words, capitals and underscores aside."""
    return len(left) == len(right) and all(
        a == b or a.casefold().replace("_", " ") == b.casefold().replace("_", " ")
        for a, b in zip(left, right, strict=True)
    )
