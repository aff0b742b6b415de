"""Components of two loads -> what must be printed anew: what stands in `shown_as` counts as printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import frozen

from rulewright.dsl import tree, typed
from rulewright.dsl import types as t
from rulewright.dsl.diff.align import said
from rulewright.dsl.diff.changes import Printed
from rulewright.dsl.diff.entries import Named
from rulewright.dsl.diff.evaluate import Unknown, member, value
from rulewright.dsl.diff.facets import Side, face_word
from rulewright.dsl.diff.tell import label
from rulewright.dsl.faces import Card
from rulewright.dsl.known import word_of


@frozen(eq=False)
class Face:
    """One face of a kind: what it is (attributes by name), what is printed on it, the words on it, how many."""

    values: tuple[tuple[str, str], ...]
    printed: str
    words: tuple[str, ...]
    numbers: tuple[int | None, ...]
    count: int


def reprint(
    before: Side, now: Side, pairs: list[tuple[Named, Named]], gone: list[Named], come: list[Named]
) -> tuple[tuple[Printed, ...], tuple[str, ...]]:
    """Return what is printed anew, kind by kind, and the names of kinds that stay as they are."""
    found: list[Printed] = []
    same: list[str] = []
    for was, became in pairs:
        one = compared(before, now, was, became)
        if one.changed or one.added or one.removed or one.reworded or one.count_before != one.count_now:
            found.append(one)
        else:
            same.append(one.title)
    for kind in gone:
        faces = faces_of(before, kind.entry)
        found.append(
            Printed(kind.name, title_of(before, kind.entry), removed=each(faces), count_before=total(faces))
        )
    for kind in come:
        faces = faces_of(now, kind.entry)
        found.append(Printed(kind.name, title_of(now, kind.entry), added=each(faces), count_now=total(faces)))
    return tuple(found), tuple(same)


def title_of(side: Side, kind: object) -> str:
    """Return what a kind is called, with the word for what it is made of."""
    assert isinstance(kind, typed.Kind)
    called, thing = label(side, kind.name), kind.written.is_.value
    return called if thing not in ("card", "tile") or thing in called.lower() else f"{called} {thing}"


def each(faces: list[Face]) -> tuple[str, ...]:
    """Return the printed forms of faces."""
    return tuple(face.printed for face in faces)


def total(faces: list[Face]) -> int:
    """Return how many components there are."""
    return sum(face.count for face in faces)


def compared(before: Side, now: Side, was: Named, became: Named) -> Printed:
    """Compare the components of one kind face by face."""
    mine, theirs = faces_of(before, was.entry), faces_of(now, became.entry)
    partners = partner(mine, theirs)
    changed, reworded = [], []
    touched: list[Face] = []
    same = 0
    for a, b in partners:
        old, new = mine[a], theirs[b]
        if old.printed != new.printed:
            changed += [(old.printed, new.printed)] * new.count
            touched.append(new)
        elif old.words != new.words:
            reworded.append(new.printed)
        else:
            same += min(old.count, new.count)
    left = {a for a, _ in partners}
    right = {b for _, b in partners}
    untouched = [theirs[b] for _, b in partners if theirs[b] not in touched]
    return Printed(
        became.name,
        title_of(now, became.entry),
        tuple(changed),
        tuple(f.printed for n, f in enumerate(theirs) if n not in right for _ in range(f.count)),
        tuple(f.printed for n, f in enumerate(mine) if n not in left for _ in range(f.count)),
        same,
        tuple(reworded),
        total(mine),
        total(theirs),
        sums(was.entry, became.entry, mine, theirs),
        in_common(touched, untouched),
    )


def partner(mine: list[Face], theirs: list[Face]) -> list[tuple[int, int]]:
    """Return places of faces that belong together: with the same attributes, else with most of them, else printed alike."""
    found: list[tuple[int, int]] = []
    free = dict.fromkeys(range(len(theirs)))
    waiting = []
    for a, face in enumerate(mine):
        b = next(
            (n for n in free if theirs[n].values == face.values and theirs[n].words[:1] == face.words[:1]),
            None,
        )
        if b is None:
            b = next((n for n in free if theirs[n].values == face.values), None)
        if b is None:
            waiting.append(a)
            continue
        found.append((a, b))
        del free[b]
    for a in waiting:
        best = max(free, key=lambda n: (shared(mine[a], theirs[n]), -abs(n - a)), default=None)
        if best is not None and shared(mine[a], theirs[best]) > 0.5:
            found.append((a, best))
            del free[best]
    return sorted(found)


def shared(left: Face, right: Face) -> float:
    """Return which part of two faces is the same."""
    mine = Counter([*left.values, *(("", w) for w in left.words)])
    theirs = Counter([*right.values, *(("", w) for w in right.words)])
    total = max(sum(mine.values()), sum(theirs.values()))
    return sum((mine & theirs).values()) / total if total else float(left.printed == right.printed)


def in_common(touched: list[Face], untouched: list[Face]) -> tuple[str, ...]:
    """Return which values single out the faces that change: `rank 2, 4, 5`."""
    if not touched or not untouched:
        return ()
    names = [name for name, _ in touched[0].values]
    for place, name in enumerate(names):
        inside = {f.values[place][1] for f in touched}
        if not inside & {f.values[place][1] for f in untouched}:
            listed = list(dict.fromkeys(f.values[place][1] for f in touched))
            return (name, *listed)
    return ()


def sums(
    was: object, became: object, mine: list[Face], theirs: list[Face]
) -> tuple[tuple[str, int, int], ...]:
    """Return the sums of printed numbers that change."""
    found = []
    for place, name in enumerate(number_holes(was)):
        if place >= len(number_holes(became)):
            break
        old = [(f.numbers[place], f.count) for f in mine]
        new = [(f.numbers[place], f.count) for f in theirs]
        if old != new and all(n is not None for n, _ in (*old, *new)):
            found.append((name, sum((n or 0) * c for n, c in old), sum((n or 0) * c for n, c in new)))
    return tuple(found)


def number_holes(kind: object) -> list[str]:
    """Return the names of the numbers in what is shown of a kind."""
    if not isinstance(kind, typed.Kind) or kind.shown_as is None:
        return []
    return [hole_name(p) for p in kind.shown_as.parts if not isinstance(p, str) and isinstance(p.type, t.Int)]


def hole_name(e: typed.Expr) -> str:
    """Return what a hole shows, in a word."""
    match e:
        case typed.Call(function=function):
            return function.name.replace("_", " ")
        case typed.AttributeRef(attributes=attributes):
            return attributes[0].name.replace("_", " ")
        case typed.ConstantRef(constant=constant):
            return constant.name.replace("_", " ")
        case _:
            return e.span.text


def faces_of(side: Side, kind: object) -> list[Face]:
    """Return the faces of a kind with their numbers, in order."""
    assert isinstance(kind, typed.Kind)
    found: dict[tuple[object, ...], list[Card]] = {}
    for card in side.load.cards:
        if card.kind is kind:
            found.setdefault((tuple(card.values.items()), words_on(side, kind, card)), []).append(card)
    return [face(side, kind, cards) for cards in found.values()]


def face(side: Side, kind: typed.Kind, cards: list[Card]) -> Face:
    """Return what is printed on equal cards."""
    card = cards[0]
    own = f"components.{kind.name}"
    values = tuple(
        (side.naming.of(own, name), " ".join(str(face_word(side, kind, name, v)) for v in inside))
        for name, inside in card.values.items()
    )
    text, numbers = shown(side, kind, card)
    each_player = side.load.players if kind.each_player else 1
    return Face(values, text, words_on(side, kind, card), numbers, len(cards) // each_player)


def words_on(side: Side, kind: typed.Kind, card: Card) -> tuple[str, ...]:
    """Return the texts on a card: its own, and those of the effects it names."""
    found = [in_language(side, text) for texts in card.texts.values() for text in texts]
    for name, attribute in kind.has.items():
        if isinstance(attribute.type, t.Deed):
            for v in card.values.get(name, ()):
                if v is not None:
                    deed = list(side.rules.procedures.values())[v]
                    found.append(said(side, deed.written.notes.text))
    return tuple(found)


def in_language(side: Side, text: tree.Text) -> str:
    """Return a text in the draft's own language."""
    return said(side, text)


def shown(side: Side, kind: typed.Kind, card: Card) -> tuple[str, tuple[int | None, ...]]:
    """Return the printed form of a card, and the numbers in it."""
    if kind.shown_as is None:
        texts = [in_language(side, card.texts[n][0]) for n in ("called", "name") if n in card.texts]
        words = [label(side, str(face_word(side, kind, n, v))) for n, vs in card.values.items() for v in vs]
        return (texts[0] if texts else " ".join(words) or label(side, kind.name)), ()
    pieces: list[str] = []
    numbers: list[int | None] = []
    for part in kind.shown_as.parts:
        if isinstance(part, str):
            pieces.append(part)
            continue
        if isinstance(part, typed.AttributeRef) and len(part.attributes) == 1:
            listed = attribute_shown(side, part, card)
            if listed is not None:
                pieces.append(listed)
                continue
        try:
            found = value(side.load, part, {kind.this: card})
        except Unknown:
            pieces.append(f"({part.span.text})")
            numbers += [None] if isinstance(part.type, t.Int) else []
            continue
        known = found if not isinstance(found, Card) else None
        numbers += [known] if isinstance(part.type, t.Int) else []
        pieces.append(label(side, word_of(side.load, part.type, known)))
    return "".join(pieces), tuple(numbers)


def attribute_shown(side: Side, part: typed.AttributeRef, card: Card) -> str | None:
    """Return a text on a card, or a family of attributes by its entries that aren't zero; None for one value."""
    attribute = part.attributes[0]
    texts = card.texts.get(attribute.name)
    if texts is not None:
        try:
            place = member(side.load, attribute, part.indexes, {})
        except Unknown:
            place = None
        return in_language(side, texts[place or 0])
    if not attribute.each or part.indexes or not attribute.fixed:
        return None
    families = side.load.families(attribute.each)
    shown_ = []
    for index, known in zip(families, card.values[attribute.name], strict=True):
        if known:
            words = [
                label(side, word_of(side.load, k, v)) for k, v in zip(attribute.each, index, strict=True)
            ]
            shown_.append(" ".join([*words, label(side, word_of(side.load, attribute.type, known))]))
    return ", ".join(shown_)


def kinds_that_show(rules: typed.Rules, mentioned: dict[str, dict[str, None]], id: str) -> Iterator[str]:
    """Yield the kinds on which something is printed that reads an entry."""
    for kind in rules.kinds.values():
        waiting = [f"components.{kind.name}"] if kind.shown_as is not None else []
        seen: set[str] = set()
        while waiting:
            one = waiting.pop()
            if one == id:
                yield kind.name
                break
            if one not in seen:
                seen.add(one)
                inner = mentioned.get(one, {})
                waiting += [i for i in inner if i.split(".")[0] in ("functions", "constants", "parameters")]
