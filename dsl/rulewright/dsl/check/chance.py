"""Typed rules -> findings about chance: looks at shuffled piles, points of one name, refills in the open."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.diagnostics import Related, Report
from rulewright.dsl.resolve.public import children
from rulewright.dsl.source import Span
from rulewright.dsl.walk import blocks, chance_points, expressions, statements


def check(rules: typed.Rules, report: Report) -> None:
    """Look for what 7.2 forbids, and for chance points that can't be told apart."""
    for expr in outside(rules):
        looks(expr, report)
    for _, block in blocks(rules):
        for statement in statements(block):
            in_statement(statement, report)
    points(rules, report)
    for zone in rules.zones.values():
        if zone.refill_from is not None and not zone.lazy:
            report.add(
                "chance-pile",
                f"`{zone.name}` is refilled, and somebody sees it",
                zone.span,
                help="say `seen_by: nobody`: the shuffled cards of an open pile would all be known at once",
            )


def outside(rules: typed.Rules) -> list[typed.Expr | None]:
    """Return the expressions of keys: functions, conditions, score, winner."""
    found: list[typed.Expr | None] = [f.body for f in rules.functions.values()]
    for procedure in rules.procedures.values():
        found += [procedure.when, procedure.on_turn]
    for action in rules.actions.values():
        found += [action.when, action.anytime]
        for _, choice in action.parts:
            found += [*inside(choice.source), choice.where, *in_words(choice.prompt)]
    for phase in rules.phases.values():
        found += [phase.when, phase.rounds, phase.until, phase.skip, *(sort_keys(phase.turns))]
    found += [line.value for line in rules.score.values()]
    if rules.winner is not None:
        found += [rules.winner.rematch_if, rules.winner.among, *sort_keys(rules.winner.ranked)]
    if rules.returns is not None:
        found.append(rules.returns[1])
    return found


def sort_keys(order: typed.Order | None) -> list[typed.Expr]:
    """Return the values by which an order sorts."""
    return [key.value for key in order.keys if isinstance(key, typed.SortKey)] if order is not None else []


def in_words(words: typed.Words | None) -> list[typed.Expr]:
    """Return the holes of a text."""
    return [part for part in words.parts if isinstance(part, typed.Expr)] if words is not None else []


def inside(found: typed.Expr) -> list[typed.Expr]:
    """Return what stands inside an end of a pile that a statement draws from, or the whole expression."""
    return children(found) if isinstance(found, typed.EndOf | typed.EndsOf) else [found]


def in_statement(statement: typed.Statement, report: Report) -> None:
    """Check the expressions of one statement; a few places may draw."""
    rest: list[typed.Expr | None] = []
    match statement:
        case typed.Move(what=typed.Expr() as what, to=to, at=at, fields=fields):
            rest = [*inside(what), to, at, *(value for _, value in fields)]
        case typed.Show(what=typed.Expr() as what, to=to):
            rest = [*inside(what), to]
        case typed.Turn(what=typed.Expr() as what):
            rest = [*inside(what)]
        case typed.Let(value=value):
            rest = [] if ends(value) else [value]
        case typed.For(binders=binders, where=where, order=order):
            for _, source in binders:
                if lazy(source) is not None:
                    whole(source, "`for`", report)
                rest += inside(source)
            rest += [where, *sort_keys(order)]
        case typed.Choose(choice=choice, who=who):
            rest = [*inside(choice.source), choice.where, choice.weighted, who, *in_words(choice.prompt)]
        case typed.If(branches=branches):
            rest = [condition for condition, _ in branches]
        case typed.Together(source=source, where=where):
            rest = [source, where]
        case typed.Repeat(value=value):
            rest = [value]
        case typed.Menu(who=who, cases=cases, prompt=prompt):
            rest = [who, *(case.condition for case in cases), *in_words(prompt)]
        case typed.Offer(who=who, prompt=prompt):
            rest = [who, *in_words(prompt)]
        case _:
            rest = [e for e in expressions(statement) if isinstance(e, typed.EndOf | typed.EndsOf)]
            rest += [e for e in expressions(statement) if isinstance(e, typed.Over)]
    for expr in rest:
        looks(expr, report)


def ends(found: typed.Expr) -> bool:
    """Tell whether an expression begins with an end of a pile: `(top of deck).value`."""
    match found:
        case typed.EndOf() | typed.EndsOf():
            return True
        case typed.AttributeRef(of=of):
            return ends(of)
        case _:
            return False


def lazy(found: typed.Expr) -> typed.Zone | None:
    """Return the shuffled pile that a source lists as a whole, if it is one."""
    return (
        found.zone if isinstance(found, typed.Place) and found.zone is not None and found.zone.lazy else None
    )


def looks(found: typed.Expr | None, report: Report) -> None:
    """Report every look at the order of a shuffled pile inside an expression."""
    for expr in expressions(found):
        match expr:
            case typed.EndOf(of=of, top=top) | typed.EndsOf(of=of, top=top):
                zone = lazy(of)
                if zone is not None:
                    end = "top" if top else "bottom"
                    report.add(
                        "chance-pile",
                        f"the {end} of `{zone.name}` isn't known before it is drawn",
                        expr.span,
                        help=f"draw it first: `let card = {end} of {of.span.text}`, or lay it open",
                        related=[Related(zone.span, "a pile that nobody sees and that is shuffled")],
                    )
            case typed.Over(fn="first", binders=((_, source), *_)) if lazy(source) is not None:
                whole(source, "`first`", report)
            case typed.Position(of=typed.LocalRef(local=typed.Local(source=typed.Expr() as source))):
                if lazy(source) is not None:
                    whole(source, "`position of`", report)
            case _:
                pass


def whole(source: typed.Expr, word: str, report: Report) -> None:
    """Report something that would need the order of a whole shuffled pile."""
    zone = lazy(source)
    if zone is not None:
        report.add(
            "chance-pile",
            f"{word} needs the order of `{zone.name}`, and nobody knows it",
            source.span,
            help=f"draw the cards, or say how many: `top 3 of {source.span.text}`",
            related=[Related(zone.span, "a pile that nobody sees and that is shuffled")],
        )


def points(rules: typed.Rules, report: Report) -> None:
    """Report two chance points of one name."""
    first: dict[str, Span] = {}
    for name, statement in chance_points(rules):
        if statement is None:
            continue
        if name in first:
            short = statement.name
            report.add(
                "chance-name",
                f"two chance points of this rule are called `{short}`",
                statement.span,
                help=f"give one of them another name: `chance chooses second_{short} …`",
                note="each point draws its own luck by its name, so that two drafts can be compared",
                related=[Related(first[name], "the first one")],
            )
        first.setdefault(name, statement.span)
