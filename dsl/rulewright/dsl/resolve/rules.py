"""Ruleset tree -> typed rules: declarations first, then every body."""

from __future__ import annotations

from rulewright.dsl import tree, typed
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.parse import parse_block, parse_choice, parse_expression, parse_order, parse_text
from rulewright.dsl.resolve import deeds, expressions, functions
from rulewright.dsl.resolve.choices import choice
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import check, condition, number, source
from rulewright.dsl.resolve.declare import declare
from rulewright.dsl.resolve.local_names import local_name
from rulewright.dsl.resolve.orders import order
from rulewright.dsl.resolve.public import public
from rulewright.dsl.resolve.statements import block
from rulewright.dsl.resolve.texts import anchored
from rulewright.dsl.source import RuleText
from rulewright.dsl.types import BAD, BOOL, INT, PLAYER, Int, Private, Thing, Type


def resolve(ruleset: tree.Ruleset, report: Report) -> typed.Rules:
    """Return the typed rules of a ruleset. Every mistake is reported; what is wrong is left out."""
    context = Context(typed.Rules(ruleset), report)
    declare(context)
    rules = context.rules
    rules.names = context
    for function in rules.functions.values():
        if function.result is None:
            functions.type_function(context, function)
    for procedure in rules.procedures.values():
        type_procedure(context, procedure)
    for action in rules.actions.values():
        type_action(context, action)
    for phase in rules.phases.values():
        type_phase(context, phase)
    rules.setup = typed_block(context, ruleset.setup, Scope())
    rules.flow = typed_block(context, ruleset.flow, Scope())
    type_results(context)
    type_display(context)
    settle_public(context)
    for word, literal in ruleset.limits:
        if isinstance(literal.value, int):
            rules.limits[word.value] = literal.value
    return rules


def type_outside(
    rules: typed.Rules, text: RuleText, locals_: dict[str, typed.Local], report: Report
) -> typed.Expr | None:
    """Type an expression that stands outside the rules (in a test, a metric), with some names of its own."""
    context = rules.names
    assert isinstance(context, Context)
    before, context.report = context.report, report
    written = parse_expression(text, report)
    found = (
        source(context, written, Scope(None, dict(locals_)), function=True) if written is not None else None
    )
    context.report = before
    return found


def typed_block(context: Context, text: RuleText | None, scope: Scope) -> typed.Block:
    """Type a block, if there is one."""
    written = parse_block(text, context.report) if text is not None else None
    return block(context, written, scope) if written is not None else ()


def typed_expression(
    context: Context, text: RuleText | None, scope: Scope, wanted: Type, what: str
) -> typed.Expr | None:
    """Type an expression of a key, if there is one."""
    written = parse_expression(text, context.report) if text is not None else None
    if written is None:
        return None
    return (
        condition(context, written, scope, what)
        if wanted is BOOL
        else check(context, written, scope, wanted, what)
    )


def subject_scope(subject: typed.Local | None, given: tuple[typed.Local, ...], inside: str = "") -> Scope:
    """Return the scope of a procedure's texts."""
    scope = Scope(inside=inside)
    for local in (*([subject] if subject else []), *given):
        scope.locals[local.name] = local
    return scope


def type_procedure(context: Context, procedure: typed.Procedure) -> None:
    """Type what a procedure says."""
    written = procedure.written
    scope = subject_scope(procedure.subject, procedure.given)
    when = subject_scope(procedure.subject, procedure.given, "when")
    procedure.when = typed_expression(context, written.when, when, BOOL, "`when`")
    procedure.on_turn = typed_expression(context, written.on_turn, scope, PLAYER, "`on_turn`")
    procedure.do = typed_block(context, written.do, scope)


def type_action(context: Context, action: typed.Action) -> None:
    """Type the parts, the condition and the effect of an action."""
    scope = Scope(inside="choose")
    scope.locals["me"] = action.me
    parts = []
    for part in action.written.choose:
        local_name(context, part.name.value, part.name.span)
        local = typed.Local(part.name.value, BAD, part.name.span)
        written = parse_choice(part.choice, context.report)
        if written is not None:
            parts.append((local, choice(context, written, scope, local)))
        scope.locals[local.name] = local
        if isinstance(local.type, Int):
            local.type = INT
    action.parts = tuple(parts)
    before = Scope(inside="when")
    before.locals["me"] = action.me
    before.locals.update(scope.locals)
    action.when = typed_expression(context, action.written.when, before, BOOL, "`when`")
    action.anytime = typed_expression(
        context, action.written.anytime, Scope(None, {"me": action.me}), BOOL, "`anytime`"
    )
    body = Scope()
    body.locals = dict(scope.locals)
    action.do = typed_block(context, action.written.do, body)


def type_phase(context: Context, phase: typed.Phase) -> None:
    """Type what a phase says."""
    written = phase.written
    outside = Scope(inside="phase")
    phase.when = typed_expression(context, written.when, outside, BOOL, "`when`")
    phase.do = typed_block(context, written.do, Scope())
    if written.turns is not None:
        order_node = parse_order(written.turns, context.report)
        phase.member = typed.Local("me", PLAYER, written.turns.whole)
        scope = Scope(inside="phase")
        scope.locals["me"] = phase.member
        if order_node is not None:
            phase.turns = order(context, order_node, scope, phase.member)
    turn = Scope()
    turn.locals["me"] = phase.me
    phase.turn = typed_block(context, written.turn, turn)
    skip = Scope(inside="phase")
    skip.locals["me"] = phase.me
    rounds = parse_expression(written.rounds, context.report) if written.rounds is not None else None
    phase.rounds = number(context, rounds, outside, "`rounds`") if rounds is not None else None
    phase.until = typed_expression(context, written.until, outside, BOOL, "`until`")
    phase.skip = typed_expression(context, written.skip, skip, BOOL, "`skip`")


def type_results(context: Context) -> None:
    """Type score lines, winner and returns."""
    rules, ruleset = context.rules, context.rules.written
    for line in ruleset.score:
        me = typed.Local("me", PLAYER, line.name.span)
        scope = Scope(None, {"me": me}, inside="score")
        value = typed_expression(context, line.value, scope, INT, f"the score line `{line.name.value}`")
        if value is not None:
            rules.score[line.name.value] = typed.ScoreLine(line.name.value, me, value, line.name.span)
    if ruleset.winner is not None:
        rules.winner = type_winner(context, ruleset.winner)
    if ruleset.returns is not None:
        me = typed.Local("me", PLAYER, ruleset.returns.whole)
        value = typed_expression(
            context, ruleset.returns, Scope(None, {"me": me}, inside="score"), INT, "`returns`"
        )
        if value is not None:
            rules.returns = (me, value)


def type_winner(context: Context, written: tree.Winner) -> typed.Winner:
    """Type the ranking."""
    me = typed.Local("me", PLAYER, written.span)
    scope = Scope(None, {"me": me}, inside="score")
    node = parse_order(written.ranked, context.report) if written.ranked is not None else None
    return typed.Winner(
        me,
        typed_expression(context, written.rematch_if, Scope(inside="score"), BOOL, "`rematch_if`"),
        typed_expression(context, written.among, scope, BOOL, "`among`"),
        order(context, node, scope, me) if node is not None else None,
        outcome(context, written.if_tied),
        outcome(context, written.if_nobody),
    )


def outcome(context: Context, word: tree.Word | None) -> str | typed.Expr:
    """Return what a tie means: a word, or a parameter with those words."""
    words = ("shared", "rematch", "nobody")
    if word is None:
        return "shared"
    if word.value in words:
        return word.value
    parameter = context.rules.parameters.get(word.value)
    if parameter is None:
        context.unknown("outcome or parameter", word.value, word.span, [*words, *context.rules.parameters])
        return "shared"
    wrong = [v for v in parameter.values or ("?",) if v not in words]
    if wrong or not isinstance(parameter.type, Private):
        context.error(
            "type-mismatch", f"`{word.value}` must have values among shared, rematch, nobody", word.span
        )
        return "shared"
    return typed.ParameterRef(word.span, parameter.type, parameter)


def type_display(context: Context) -> None:
    """Type `shown_as` of kinds and `arranged` of zones: attributes stand there by bare name."""
    rules = context.rules
    for kind in rules.kinds.values():
        written = kind.written.shown_as
        if written is None:
            continue
        scope = Scope(None, {"this": kind.this}, bare=kind.this, inside="score")
        by_language: dict[str, tuple[str | typed.Expr, ...]] = {}
        for language, string in written.values.items():
            found = parse_text(anchored(string, written.span), context.report)
            if found is not None:
                by_language[language] = tuple(
                    p if isinstance(p, str) else source(context, p, scope, function=True) for p in found.parts
                )
        first = next(iter(by_language.values()), ())
        main = by_language.get("", by_language.get(rules.written.language, first))
        kind.shown_as = typed.Words(written.span, "", main, by_language)
    for zone_written in rules.written.zones:
        zone = rules.zones[zone_written.name.value]
        if zone_written.arranged is None:
            continue
        node = parse_order(zone_written.arranged, context.report)
        member = typed.Local("this", Thing(False, tuple(sorted(zone.kinds))), zone_written.arranged.whole)
        scope = Scope(None, {"this": member}, bare=member, inside="score")
        if node is not None:
            zone.member, zone.arranged = member, order(context, node, scope, member)


def settle_public(context: Context) -> None:
    """Decide for every action list, now that all conditions are typed, whether its emptiness is public."""
    rules = context.rules
    rules.public_actions = {
        a.name: public(rules, a.when) and all(c.public for _, c in a.parts) for a in rules.actions.values()
    }


__all__ = ["deeds", "expressions", "resolve", "type_outside"]
