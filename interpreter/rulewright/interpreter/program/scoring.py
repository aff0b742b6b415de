"""Score lines, ranking and winners -> functions of the program (2.12); the program's side of `results.py`."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.cells import NONE, WINNER
from rulewright.dsl.types import PLAYER, Set
from rulewright.interpreter.program.build import cell, const, op, pick
from rulewright.interpreter.program.context import Code, Lowering
from rulewright.interpreter.program.dispatch import VALUES, each, value
from rulewright.interpreter.program.folds import key
from rulewright.interpreter.program.form import Call, Get, Value
from rulewright.interpreter.series import OUTCOMES

WIN, SHARED, REMATCH, DRAW = map(OUTCOMES.index, ("win", "shared", "rematch", "draw"))


def score_line(work: Lowering, line: typed.ScoreLine) -> str:
    """Return the function of one line of the score sheet."""
    if line not in work.functions:
        code = work.code(f"score_{line.name}", f"score.{line.name}")
        work.functions[line] = code.b.name
        code.bound(line.me, code.b.parameter("me"))
        code.b.give(value(code, line.value))
        work.finish(code)
    return work.functions[line]


def score(c: Code, e: typed.Score) -> Value:
    return total(c, c.b.held("of", value(c, e.of)))


def total(c: Code, seat: Value) -> Value:
    """Return a player's score."""
    found: Value = const(0)
    for line in c.work.load.rules.score.values():
        found = op("+", found, Call(score_line(c.work, line), (seat,)))
    return found


def write_result(work: Lowering) -> None:
    """Write `result`: it leaves the mask of the winners in WINNERS, each player's total from TOTALS on and what it is
    worth to each from RETURNS on, as a number over WORTH; it gives back the number of the outcome."""
    code = work.code("result", "winner")
    b, rules, count = code.b, work.load.rules, work.load.players
    for seat in range(count):
        b.put(const(work.cell("TOTALS") + seat), total(code, const(seat)))
    outcome = b.let("outcome", const(DRAW))
    mask = b.let("winners", const(0))
    alone = op("!=", cell(const(WINNER)), const(NONE))
    with b.when(alone):
        b.set(outcome, const(WIN))
        b.set(mask, op("<<", const(1), cell(const(WINNER))))
    if rules.winner is not None:
        with b.when(op("==", cell(const(WINNER)), const(NONE))):
            b.set(mask, Call(first_place(work, rules.winner)))
            standing(code, rules.winner, mask, outcome)
    b.put(const(work.cell("WINNERS")), mask)
    worth(code, mask, outcome)
    b.give(outcome)
    work.finish(code)


def standing(c: Code, winner: typed.Winner, mask: Get, outcome: Get) -> None:
    """Find the outcome where nobody has won alone by a rule; `mask` holds who is first."""
    b = c.b
    everyone = (1 << c.work.load.players) - 1
    tied, nobody = word(c, winner.if_tied), word(c, winner.if_nobody)
    single = op("==", op("&", mask, op("-", mask, const(1))), const(0))
    first = pick(single, const(WIN), const(tied))
    b.set(outcome, pick(op("==", mask, const(0)), const(nobody), first))
    if winner.rematch_if is not None:
        with b.when(value(c, winner.rematch_if)):
            b.set(outcome, const(REMATCH))
            b.set(mask, const(0))
    if nobody == SHARED:
        none_in = pick(op("==", mask, const(0)), op("!=", outcome, const(REMATCH)), const(0))
        with b.when(none_in):
            b.set(mask, const(everyone))
    with b.when(pick(op("==", outcome, const(WIN)), const(0), op("!=", outcome, const(SHARED)))):
        b.set(mask, const(0))


def word(c: Code, outcome: str | typed.Expr) -> int:
    """Return what a tie means in this load, as a number."""
    if isinstance(outcome, str):
        return OUTCOMES.index(outcome)
    assert isinstance(outcome, typed.ParameterRef)
    number = c.work.load.settings[outcome.parameter.name]
    return OUTCOMES.index(str((outcome.parameter.values or ())[number or 0]))


def first_place(work: Lowering, winner: typed.Winner) -> str:
    """Return the function that finds the mask of those who share the first place."""
    code = work.code("first_place", "winner")
    b = code.b
    mask = b.let("mask", const(0))
    best = [b.local("best") for _ in winner.ranked.keys] if winner.ranked is not None else []
    everyone = typed.Everyone(winner.me.span, Set(False, PLAYER))
    source = typed.Every(winner.me.span, everyone.type, winner.me, everyone, winner.among)

    def member(seat: Value, over: str) -> None:
        bit = op("<<", const(1), seat)
        here = [b.let("key", key(code, k)) for k in winner.ranked.keys] if winner.ranked is not None else []
        before: Value = const(0)
        for new, kept in reversed(list(zip(here, best, strict=True))):
            before = pick(op("==", new, kept), before, op("<", new, kept))
        same: Value = const(1)
        for new, kept in zip(here, best, strict=True):
            same = pick(op("==", new, kept), same, const(0))
        empty = op("==", mask, const(0))
        better = b.let("better", pick(empty, const(1), before))
        equal = b.let("equal", pick(empty, const(0), same))
        with b.when(equal):
            b.set(mask, op("|", mask, bit))
        with b.when(better):
            b.set(mask, bit)
            for new, kept in zip(here, best, strict=True):
                b.set(kept, new)

    each(code, source, member)
    b.give(mask)
    return work.finish(code)


def worth(c: Code, mask: Value, outcome: Value) -> None:
    """Leave what the result is worth to each: the ruleset's own number, or n times the share of the win less 1."""
    b, work = c.b, c.work
    rules, count = work.load.rules, work.load.players
    returns, over = work.cell("RETURNS"), work.cell("WORTH")
    b.put(const(over), const(1))
    if rules.returns is not None:
        me, e = rules.returns
        for seat in range(count):
            c.bound(me, const(seat))
            b.put(const(returns + seat), value(c, e))
        return
    winners = b.let("number", const(0))
    for seat in range(count):
        b.put(const(returns + seat), const(0))
        b.set(winners, op("+", op("&", op(">>", mask, const(seat)), const(1)), winners))
    with b.when(winners):
        b.put(const(over), winners)
        for seat in range(count):
            won = op("&", op(">>", mask, const(seat)), const(1))
            share = op("-", op("*", won, const(count)), winners)
            b.put(const(returns + seat), share)


VALUES[typed.Score] = score
