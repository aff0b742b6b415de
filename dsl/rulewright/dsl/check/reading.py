"""Typed rules -> notes for the reader: sentences that are missing, numbers in rules, ties, orders (14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import frozen

from rulewright.dsl import tree, typed
from rulewright.dsl.check.calls import reached
from rulewright.dsl.diagnostics import Related, Report
from rulewright.dsl.resolve.public import children
from rulewright.dsl.source import Span
from rulewright.dsl.types import Int, Player
from rulewright.dsl.walk import expressions, inner_blocks

PLAIN = range(-1, 3)
"""Numbers that may stand in a rule: counting, stepping, halving."""

COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: number for number, word in enumerate(COUNTS, 1)} | {"twice": 2, "double": 2, "thrice": 3}
"""The numbers of English texts."""


@frozen(eq=False)
class Passage:
    """One entry of a ruleset: its name, its notes, and the expressions and blocks of its rules."""

    name: tree.Word
    notes: tree.Notes
    exprs: tuple[object, ...]
    blocks: tuple[typed.Block, ...]

    @property
    def whole(self) -> tuple[object, ...]:
        """Everything of it."""
        return (*self.exprs, *self.blocks)


def check(rules: typed.Rules, report: Report) -> None:
    """Note what makes rules hard to read or easy to change wrongly."""
    for passage in passages(rules):
        unexplained(passage, report)
        numbers(f"`{passage.name.value}`", passage.whole, report)
        text_numbers(passage, rules.written.language, report)
        ties(passage.whole, report)
    numbers("`setup`", (rules.setup,), report)
    numbers("`flow`", (rules.flow,), report)
    ties((rules.setup, rules.flow), report)
    phase_order(rules, report)
    ranking(rules, report)


def passages(rules: typed.Rules) -> Iterator[Passage]:
    """Yield every entry that holds rules."""
    for f in rules.functions.values():
        yield Passage(f.written.name, f.written.notes, (f.body,), ())
    for p in rules.procedures.values():
        yield Passage(p.written.name, p.written.notes, (p.when, p.on_turn), (p.do,))
    for a in rules.actions.values():
        yield Passage(
            a.written.name, a.written.notes, (a.when, a.anytime, tuple(c for _, c in a.parts)), (a.do,)
        )
    for h in rules.phases.values():
        exprs = (h.when, h.rounds, h.until, h.skip, h.turns)
        yield Passage(h.written.name, h.written.notes, exprs, (h.do, h.turn))
    for written, line in zip(rules.written.score, rules.score.values(), strict=False):
        yield Passage(written.name, written.notes, (line.value,), ())


# -- sentences that are missing -------------------------------------------------------------------


def unexplained(passage: Passage, report: Report) -> None:
    """Note a long condition in an entry without a `text`."""
    if passage.notes.text is not None:
        return
    for found in tops(passage):
        words = sum(len(e.items) - 1 for e in expressions(found) if isinstance(e, typed.And | typed.Or))
        nested = next((e for e in expressions(found) if isinstance(e, typed.Over) and has_inner(e)), None)
        if words > 2 or nested is not None:
            why = f"{words} `and` and `or`" if words > 2 else "one set inside another"
            report.add(
                "text-missing",
                f"`{passage.name.value}` has no `text`, and its condition is long: {why}",
                passage.name.span,
                help="say in one sentence what it means: `text: …`",
                related=[Related(found.span, "this condition")],
            )
            return


def tops(passage: Passage) -> Iterator[typed.Expr]:
    """Yield the whole expressions of an entry."""
    pending: list[object] = [*passage.whole]
    while pending:
        node = pending.pop(0)
        if isinstance(node, typed.Expr):
            yield node
        elif isinstance(node, tuple):
            pending = [*node, *pending]
        elif hasattr(node, "__attrs_attrs__") and not isinstance(
            node, typed.Local | typed.Procedure | typed.Action
        ):
            if isinstance(node, typed.Phase | typed.Attribute | typed.Kind):
                continue
            pending = [*(getattr(node, a.name) for a in node.__attrs_attrs__), *pending]


def has_inner(over: typed.Over) -> bool:
    """Tell whether another aggregate with a condition stands inside the condition or value of one."""
    return any(isinstance(e, typed.Over) for part in (over.where, over.value) for e in expressions(part))


# -- numbers --------------------------------------------------------------------------------------


def numbers(where: str, nodes: tuple[object, ...], report: Report) -> None:
    """Note the numbers of the rulebook that stand in a rule, once for each rule."""
    found = [
        e
        for node in nodes
        for e in expressions(node)
        if isinstance(e, typed.Value) and isinstance(e.type, Int) and e.value not in (*PLAIN, None)
    ]
    if found:
        values = sorted({e.value for e in found if e.value is not None})
        listed = " and ".join(filter(None, (", ".join(map(str, values[:-1])), str(values[-1]))))
        number = f"the number {listed} stands" if len(values) == 1 else f"the numbers {listed} stand"
        more = [e for e in found[1:] if e.span.line != found[0].span.line]
        report.add(
            "number-in-rule",
            f"{number} in {where}",
            found[0].span,
            help="give it a name under `constants`, so that the next draft can change it in one place",
            related=[Related(e.span, "here too") for e in more[:2]],
        )


def text_numbers(passage: Passage, language: str, report: Report) -> None:
    """Note a text that says another number than the one constant which its rule reads."""
    text = passage.notes.text
    if text is None or passage.blocks:
        return
    read = {
        e.constant.name: e.constant
        for node in passage.exprs
        for e in expressions(node)
        if isinstance(e, typed.ConstantRef) and not e.constant.by and isinstance(e.constant.type, Int)
    }
    said = [
        n for word in text.in_language("en", language).lower().split() if (n := number_of(word)) is not None
    ]
    if len(read) != 1 or len(said) != 1:
        return
    constant = next(iter(read.values()))
    value = constant.value.value if isinstance(constant.value, typed.Value) else None
    if value is not None and value != said[0] and value > 0:
        report.add(
            "text-number",
            f"the text says {said[0]}, but the rule reads `{constant.name}`, which is {value}",
            text.span,
            help="change the one that is wrong",
            related=[Related(constant.written.name.span, "declared here")],
        )


def number_of(word: str) -> int | None:
    """Return the number that a word of a text means."""
    plain = word.strip(".,;:!?()\"'")
    if plain.isdigit():
        return int(plain)
    return NUMBERS.get(plain)


# -- ties and orders ------------------------------------------------------------------------------


def ties(nodes: tuple[object, ...], report: Report) -> None:
    """Note where the best of the players is taken and equals fall to the earlier seat."""
    for node in nodes:
        for found in expressions(node):
            match found:
                case typed.Over(fn="first", binders=((local, _),), order=typed.Order(keys=keys)):
                    if not isinstance(local.type, Player) or any(isinstance(k, typed.Seats) for k in keys):
                        continue
                    if not unique(found):
                        report.add(
                            "tie-seat",
                            "of players who are equal here the one in the earlier seat is found",
                            found.span,
                            help="add who comes first, such as `, clockwise from first_player`",
                        )
                case _:
                    pass


def unique(found: typed.Over) -> bool:
    """Tell whether the members are already compared with each other, so that ties were thought of."""
    asked = [
        e for e in expressions(found.where) if isinstance(e, typed.Call) and e.function.subject is not None
    ]
    return any(compares(call.function, set()) for call in asked)


def compares(function: typed.Function, seen: set[typed.Function]) -> bool:
    """Tell whether a function of a player looks at the other players."""
    if function in seen:
        return False
    seen.add(function)
    for e in expressions(function.body):
        if isinstance(e, typed.Everyone) or (isinstance(e, typed.Call) and compares(e.function, seen)):
            return True
    return False


def phase_order(rules: typed.Rules, report: Report) -> None:
    """Note phases that are written in another order than `flow` comes to them."""
    played: list[typed.Phase] = []
    for statement in in_order(rules.flow):
        if isinstance(statement, typed.DoPhase) and statement.phase not in played:
            played.append(statement.phase)
    written = [p for p in rules.phases.values() if p in played]
    for before, after in pairwise(written):
        if played.index(after) < played.index(before):
            report.add(
                "phase-order",
                f"`{after.name}` stands behind `{before.name}`, but is played before it",
                after.written.name.span,
                help="the order under `phases` means nothing; write them as they are played",
                related=[Related(before.written.name.span, "played later")],
            )
            return


def in_order(block: typed.Block) -> Iterator[typed.Statement]:
    """Yield the statements of a block as they are written, procedures where they are carried out."""
    for statement in block:
        yield statement
        if isinstance(statement, typed.DoProcedure):
            yield from reached(tuple(s for deed in statement.deeds for s in deed.do))
        for inner in inner_blocks(statement):
            yield from in_order(inner)


def ranking(rules: typed.Rules, report: Report) -> None:
    """Note keys of `ranked` that can never decide: the same for all, said before, behind one without ties."""
    winner = rules.winner
    if winner is None or winner.ranked is None:
        return
    seen: list[tuple[object, ...]] = []
    final: Span | None = None
    for key in winner.ranked.keys:
        value = key.value if isinstance(key, typed.SortKey) else key.start
        shape = form(value) if isinstance(key, typed.SortKey) else ("seat",)
        personal = isinstance(key, typed.Seats) or any(
            isinstance(e, typed.LocalRef) and e.local is winner.me for e in expressions(value)
        )
        if final is not None:
            why, related = (
                "no two players are ever equal in the one before it",
                [Related(final, "never a tie")],
            )
        elif shape in seen:
            why, related = "it stands before already", []
        elif not personal:
            why, related = "it is the same for all players", []
        else:
            seen.append(shape)
            if isinstance(key, typed.Seats) or isinstance(value.type, Player):
                final = value.span
            continue
        report.add(
            "ranked-key",
            f"this key can never decide: {why}",
            value.span,
            help="leave it out",
            related=related,
        )


def form(found: typed.Expr) -> tuple[object, ...]:
    """Return an expression without its places, to compare it with another."""
    own = [
        getattr(found, a.name)
        for a in found.__attrs_attrs__
        if a.name not in ("span", "type") and not isinstance(getattr(found, a.name), typed.Expr | tuple)
    ]
    return (type(found).__name__, *map(id_or_value, own), *map(form, children(found)))


def id_or_value(value: object) -> object:
    """Return something comparable for a field."""
    return value if value is None or isinstance(value, str | int | bool) else id(value)
