"""Values -> text: components by their printed form, enum values by `words`, players by seat name (section 10)."""

from __future__ import annotations

from attrs import define, field

from rulewright.dsl import tree, typed
from rulewright.dsl.cells import NONE
from rulewright.dsl.known import word_of
from rulewright.dsl.load import Load
from rulewright.dsl.types import Bool, Deed, Enum, Player, Private, Set, Thing, Type, Words
from rulewright.dsl.walk import expressions
from rulewright.interpreter.engines.reference.compiler import Closure, Compiler, Unit
from rulewright.interpreter.engines.reference.places import State

YES = {
    "en": ("no", "yes"),
    "ja": ("いいえ", "はい"),
    "fr": ("non", "oui"),
    "de": ("nein", "ja"),
    "es": ("no", "sí"),
}
TOLD: dict[str, dict[str, str]] = {
    "en": {
        "shuffled": "{0}: shuffled",
        "turned up": "{0} is turned face up",
        "looks": "{0} looks at {1} of {2}",
        "of": "{0}: {1}",
    },
    "ja": {
        "shuffled": "{0}：シャッフル",
        "turned up": "{0}を表向きにする",
        "looks": "{0}が{2}から{1}枚を見る",
        "of": "{0}: {1}",
    },
    "fr": {
        "shuffled": "{0} : on mélange",
        "turned up": "on retourne {0}",
        "looks": "{0} regarde {2} ({1})",
        "of": "{0} : {1}",
    },
}
"""Fixed sentences of the log, by language; other languages get the English ones."""

NAMES: dict[str, dict[str, str]] = {
    "ja": {"box": "箱", "card": "カード", "nobody": "なし"},
    "fr": {"box": "boîte", "card": "carte", "nobody": "personne"},
}
"""Names that every ruleset has, where it doesn't give them words of its own."""

NIL = {"en": "nothing", "ja": "なし", "fr": "rien", "de": "nichts", "es": "nada"}


@define(eq=False)
class Writer:
    """Writes values in one language, with the seats' names."""

    compiler: Compiler
    language: str
    seats: list[str]
    load: Load = field(init=False)
    labels: dict[str, tree.WordsEntry] = field(init=False)
    shown: dict[str, Closure] = field(factory=dict)
    sizes: dict[str, Unit] = field(factory=dict)
    printing: dict[str, list[typed.Attribute]] = field(factory=dict)
    """For each kind the attributes that its printed form shows."""

    def __attrs_post_init__(self) -> None:
        self.load = self.compiler.load
        self.labels = {w.key.value: w for w in self.load.rules.written.words}

    def label(self, name: str, *, short: bool = False) -> str:
        """Return the display form of a name of the ruleset."""
        entry = self.labels.get(name)
        if entry is not None:
            text = entry.short if short and entry.short is not None else entry.text
            for language in (self.language, "", self.load.rules.written.language):
                if text is not None and language in text.values:
                    return text.values[language]
        return NAMES.get(self.language, {}).get(name) or name.replace("_", " ")

    def text_of(self, text: tree.Text | None) -> str:
        """Return a text in the language of play."""
        return text.in_language(self.language, self.load.rules.written.language) if text is not None else ""

    def told(self, key: str, *holes: object) -> str:
        """Return one of the fixed sentences of the log."""
        return TOLD.get(self.language, TOLD["en"])[key].format(*holes)

    def seat(self, player: int) -> str:
        """Return a player's name."""
        return self.seats[player] if 0 <= player < len(self.seats) else self.label("nobody")

    def value(self, s: State, kind: Type, value: object, *, short: bool = False) -> str:
        """Return a value as it is read; `short` for what stands on a component."""
        if isinstance(kind, Set):
            items = [self.value(s, kind.of, v) for v in value] if isinstance(value, list) else []
            return ", ".join(items) if items else NIL.get(self.language, NIL["en"])
        if value == NONE or not isinstance(value, int):
            return NIL.get(self.language, NIL["en"])
        match kind:
            case Bool():
                return YES.get(self.language, YES["en"])[value]
            case Player():
                return self.seat(value)
            case Enum() | Private():
                return self.label(word_of(self.load, kind, value), short=short)
            case Deed():
                return self.label(word_of(self.load, kind, value))
            case Thing():
                return self.component(s, value)
            case _:
                return str(value)

    def words(self, found: typed.Words) -> Closure:
        """Compile a string with holes into a closure that writes it."""
        parts = found.translations.get(self.language, found.parts)
        unit = Unit()
        pieces = [p if isinstance(p, str) else self.hole(p, unit) for p in parts]

        def write(s: State, r: object = None) -> str:
            registers = [NONE] * unit.size
            return "".join(p if isinstance(p, str) else p(s, registers) for p in pieces)

        return write

    def words_with(self, found: typed.Words, *locals_: typed.Local) -> Closure:
        """Compile a string whose holes read some locals that are given when it is written."""
        parts = found.translations.get(self.language, found.parts)
        unit = Unit()
        for local in locals_:
            unit.take(local)
        pieces = [p if isinstance(p, str) else self.hole(p, unit) for p in parts]

        def write(s: State, values: list[int]) -> str:
            registers = [*values, *([NONE] * (unit.size - len(values)))]
            return "".join(p if isinstance(p, str) else p(s, registers) for p in pieces)

        return write

    def hole(self, e: typed.Expr, unit: Unit, *, short: bool = False) -> Closure:
        """Compile one hole."""
        if isinstance(e, typed.AttributeRef) and e.attributes[0].each and not e.indexes:
            return self.listed_attribute(e, unit)
        if isinstance(e, typed.AttributeRef) and isinstance(e.type, Words):
            of = self.compiler.expr(e.of, unit)
            name = e.attributes[0].name
            offset = self.compiler.offset(e.attributes[0].each, e.indexes, unit, e)
            return lambda s, r: self.printed_text(name, of(s, r), offset(s, r))
        closure, kind = self.compiler.expr(e, unit), e.type
        return lambda s, r: self.value(s, kind, closure(s, r), short=short)

    def printed_text(self, name: str, component: int, place: int = 0) -> str:
        """Return a text attribute of a component."""
        texts = self.load.cards[component].texts.get(name)
        return self.text_of(texts[place]) if texts is not None else ""

    def listed_attribute(self, e: typed.AttributeRef, unit: Unit) -> Closure:
        """Compile an indexed attribute as a list of its entries that aren't zero."""
        of = self.compiler.expr(e.of, unit)
        attribute = e.attributes[0]
        indexes = list(self.load.families(attribute.each))
        cells = self.compiler.graph.cells

        def write(s: State, r: list[object]) -> str:
            component = of(s, r)
            if isinstance(attribute.type, Words):
                return ", ".join(
                    filter(
                        None, (self.printed_text(attribute.name, component, n) for n in range(len(indexes)))
                    )
                )
            if attribute.fixed:
                values = list(self.load.cards[component].values[attribute.name])
            else:
                width = cells.widths[attribute.kind, attribute.name]
                base = (
                    cells.keeps[attribute.kind, attribute.name]
                    + (component - self.load.first[attribute.kind]) * width
                )
                values = list(s[base : base + width])
            shown = []
            for index, value in zip(indexes, values, strict=True):
                if value not in (0, None, NONE):
                    names = " ".join(self.value(s, k, i) for k, i in zip(attribute.each, index, strict=True))
                    shown.append(
                        names
                        if isinstance(attribute.type, Bool)
                        else f"{names} {self.value(s, attribute.type, value)}"
                    )
            return ", ".join(shown) if shown else NIL.get(self.language, NIL["en"])

        return write

    def component(self, s: State, component: int) -> str:
        """Return a component by its printed form."""
        kind = self.load.cards[component].kind
        if kind.name not in self.shown:
            self.compile_kind(kind)
        unit = self.sizes[kind.name]
        return str(self.shown[kind.name](s, [component, *([NONE] * (unit.size - 1))]))

    def compile_kind(self, kind: typed.Kind) -> None:
        """Compile the printed form of a kind: `shown_as`, else `called` or `name`, else its values, else the kind."""
        unit = Unit()
        unit.take(kind.this)
        self.sizes[kind.name] = unit
        if kind.shown_as is not None:
            parts = kind.shown_as.translations.get(self.language, kind.shown_as.parts)
            pieces = [p if isinstance(p, str) else self.hole(p, unit, short=True) for p in parts]
            self.shown[kind.name] = lambda s, r: "".join(p if isinstance(p, str) else p(s, r) for p in pieces)
            return
        for name in ("called", "name"):
            if name in kind.has and isinstance(kind.has[name].type, Words) and not kind.has[name].each:
                self.shown[kind.name] = lambda s, r, name=name: self.printed_text(name, r[0])  # type: ignore[misc]
                return
        names = [a for a in kind.has.values() if not a.each and not isinstance(a.type, Words | Deed)]
        if not names:
            self.shown[kind.name] = lambda s, r: self.label(kind.name)
            return
        self.shown[kind.name] = lambda s, r: " ".join(
            self.value(s, a.type, self.load.cards[r[0]].values[a.name][0]) for a in names
        )

    def notes(self, s: State, component: int, *, only_open: bool = False) -> list[str]:
        """Return the attributes of a component that aren't at their start and aren't printed on it anyway."""
        kind = self.load.cards[component].kind
        found = []
        for attribute in kind.keeps.values():
            if (
                attribute.each
                or (only_open and not attribute.open)
                or (not only_open and self.prints(kind, attribute))
            ):
                continue
            note = self.changed(s, attribute, component)
            if note:
                found.append(note)
        return found

    def prints(self, kind: typed.Kind, attribute: typed.Attribute) -> bool:
        """Tell whether the printed form of a kind shows an attribute."""
        if kind.name not in self.printing:
            parts = kind.shown_as.parts if kind.shown_as is not None else ()
            self.printing[kind.name] = [
                a for e in expressions(parts) if isinstance(e, typed.AttributeRef) for a in e.attributes
            ]
        return attribute in self.printing[kind.name]

    def changed(self, s: State, attribute: typed.Attribute, component: int) -> str:
        """Return a changing attribute that isn't at its start, as people read it."""
        cells = self.compiler.graph.cells
        value = s[cells.keeps[attribute.kind, attribute.name] + component - self.load.first[attribute.kind]]
        start = self.compiler.root(attribute.start)(s) if attribute.start is not None else NONE
        if value in (start, NONE):
            return ""
        label, text = self.label(attribute.name), self.value(s, attribute.type, value)
        if isinstance(attribute.type, Bool):
            return f"({label})"
        return f"({text})" if isinstance(attribute.type, Enum | Thing) else f"({label} {text})"

    def back(self, s: State, component: int) -> str:
        """Return what everyone sees of a face-down component: its kind if that shows, and its back."""
        kind = self.load.cards[component].kind
        if kind.back is None:
            return self.label("card")
        values = [self.value(s, kind.has[n].type, self.load.cards[component].values[n][0]) for n in kind.back]
        return " ".join([self.label(kind.name), *values])
