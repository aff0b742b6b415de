"""Typed rules -> findings about decisions: what is forbidden, phases without end, actions in no list."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.check.calls import Rule, body, called, inner_blocks, reach, reached, stops
from rulewright.dsl.diagnostics import Related, Report
from rulewright.dsl.source import Span
from rulewright.dsl.walk import blocks, statements

QUIET = typed.Let | typed.Store | typed.Show | typed.Announce | typed.Say | typed.Pass
"""What an action at any time may do itself; `if`, `for` and `repeat` hold more of it."""


def check(rules: typed.Rules, report: Report) -> None:
    """Look for what joint decisions, actions at any time, phases and lists of actions may not be."""
    for _, block in blocks(rules):
        for statement in statements(block):
            if isinstance(statement, typed.Together):
                together(statement, report)
            if isinstance(statement, typed.Take):
                listed(statement, report)
    for action in rules.actions.values():
        if action.anytime is not None:
            anytime(action, action.do, report, None)
    phases(rules, report)
    unused(rules, report)
    on_turn(rules, report)


# -- joint decisions ------------------------------------------------------------------------------


def together(statement: typed.Together, report: Report) -> None:
    """Check everything inside a joint decision."""
    joint(statement.body, statement, report, looped=False)


def joint(block: typed.Block, whole: typed.Together, report: Report, *, looped: bool) -> None:
    """Check a block inside a joint decision; `looped` inside a loop of its own."""
    name = whole.local.name
    for statement in block:
        word = forbidden(statement)
        if word:
            report.add(
                "decide-together",
                f"{word} can't stand inside `together`",
                statement.span,
                help="players answer unseen by each other there: choose inside, and do this behind the block",
            )
            continue
        match statement:
            case typed.Choose(who=who) | typed.Menu(who=who) | typed.Offer(who=who):
                if looped:
                    report.add(
                        "decide-together",
                        "a choice in a loop can't stand inside `together`",
                        statement.span,
                        help=f"write the choices one below the other, or let `{name}` choose several at once",
                    )
                if not (isinstance(who, typed.LocalRef) and who.local is whole.local):
                    report.add(
                        "decide-together",
                        f"only `{name}` decides inside this `together`",
                        who.span if who is not None else statement.span,
                        related=[Related(whole.span, "the joint decision")],
                    )
            case typed.DoProcedure(deeds=deeds):
                for deed in deeds:
                    through(deed, statement.span, report)
            case _:
                pass
        inside_loop = looped or isinstance(statement, typed.For | typed.Repeat)
        for inner in inner_blocks(statement):
            joint(inner, whole, report, looped=inside_loop)


def forbidden(statement: typed.Statement) -> str:
    """Return the designer's words for a statement that no joint decision may contain, or nothing."""
    match statement:
        case typed.End(what=what):
            return f"`end {what}`"
        case typed.Wins():
            return "`wins`"
        case typed.Take():
            return "`takes one of`"
        case typed.Choose(who=None):
            return "`chance chooses`"
        case typed.Race():
            return "`race`"
        case typed.Together():
            return "a second `together`"
        case typed.DoPhase():
            return "`do` with a phase"
        case _:
            return ""


def through(deed: typed.Procedure, call: Span, report: Report) -> None:
    """Check a procedure that is carried out inside a joint decision: it may neither stop nor end anything."""
    for statement in reached(deed.do):
        loop_inside = isinstance(statement, typed.End) and statement.what == "loop"
        if (forbidden(statement) and not loop_inside) or stops(statement):
            report.add(
                "decide-together",
                f"`{deed.name}` can't be carried out inside `together`",
                call,
                help="procedures without decisions can; choose inside the block itself",
                related=[Related(statement.span, "because of this")],
            )
            return


# -- actions at any time --------------------------------------------------------------------------


def anytime(action: typed.Action, block: typed.Block, report: Report, call: Span | None) -> None:
    """Check that an action at any time changes variables, shows and speaks, and does no more."""
    for statement in block:
        match statement:
            case typed.Store(target=typed.AttributeRef()):
                ok = False
            case typed.DoProcedure():
                ok = True
                for deed in called(statement):
                    anytime(action, body(deed), report, call or statement.span)
            case typed.If() | typed.For() | typed.Repeat():
                ok = True
                for inner in inner_blocks(statement):
                    anytime(action, inner, report, call)
            case typed.End(what="loop"):
                ok = True
            case _:
                ok = isinstance(statement, QUIET)
        if not ok:
            report.add(
                "decide-anytime",
                f"`{action.name}` can be taken at any time, so it can't do this",
                call or statement.span,
                help="such an action changes variables, shows and speaks; everything else waits for a turn",
                related=[Related(statement.span, "because of this")] if call is not None else [],
            )


def listed(statement: typed.Take, report: Report) -> None:
    """Report an action at any time that stands in a list."""
    for action in statement.actions:
        if action.anytime is not None:
            report.add(
                "decide-anytime",
                f"`{action.name}` can be taken at any time, so it stands in no list",
                statement.span,
                help="take it out of the list, or take `anytime:` away",
                related=[Related(action.written.name.span, "declared here")],
            )


# -- phases, actions, turns -----------------------------------------------------------------------


def phases(rules: typed.Rules, report: Report) -> None:
    """Report phases with turns that nothing ends."""
    for phase in rules.phases.values():
        if phase.turns is None or phase.rounds is not None or phase.until is not None:
            continue
        if not ends_phase(phase):
            report.add(
                "decide-phase",
                f"nothing ever ends the phase `{phase.name}`",
                phase.written.name.span,
                help="say how many turns each has (`rounds: 1`) or when it is over (`until: deck is empty`)",
            )


def ends_phase(phase: typed.Phase) -> bool:
    """Tell whether an `end phase`, `end game` or `wins` can be reached in a turn."""
    own = reached(phase.turn, lambda rule: not isinstance(rule, typed.Phase))
    if any(isinstance(s, typed.End) and s.what == "phase" for s in own):
        return True
    return any(
        isinstance(s, typed.Wins) or (isinstance(s, typed.End) and s.what == "game")
        for s in reached(phase.turn)
    )


def unused(rules: typed.Rules, report: Report) -> None:
    """Report actions that no list names."""
    named: set[int] = set()
    for _, block in blocks(rules):
        for statement in statements(block):
            if isinstance(statement, typed.Take):
                named |= {id(action) for action in statement.actions}
    for action in rules.actions.values():
        if id(action) not in named and action.anytime is None:
            report.add(
                "decide-unused",
                f"nobody can ever take the action `{action.name}`",
                action.written.name.span,
                help=f"put it into a list: `me takes one of {action.name}, …`",
            )


def on_turn(rules: typed.Rules, report: Report) -> None:
    """Report calls by which a procedure with `on_turn` begins for somebody who isn't on turn."""
    within = reach(rules)
    everything: list[tuple[Rule | None, typed.Block]] = [(None, rules.setup), (None, rules.flow)]
    callers: list[Rule] = [*rules.procedures.values(), *rules.actions.values(), *rules.phases.values()]
    everything += [(rule, body(rule)) for rule in callers]
    for owner, block in everything:
        turn = isinstance(owner, typed.Phase) and owner.turns is not None
        for statement in statements(block):
            if not isinstance(statement, typed.DoProcedure):
                continue
            for deed in statement.deeds:
                if deed.on_turn is None:
                    continue
                if not turn and (owner is None or id(owner) not in within.in_turn):
                    message = f"`{deed.name}` is done by who is on turn, and nobody is on turn here"
                elif other_player(deed, statement):
                    message = f"`{deed.name}` is done by who is on turn; this may be somebody else"
                else:
                    continue
                report.add(
                    "decide-on-turn",
                    message,
                    statement.span,
                    help="an `end turn` in it would end another's turn",
                    related=[Related(deed.on_turn.span, "said here")],
                )


def other_player(deed: typed.Procedure, call: typed.DoProcedure) -> bool:
    """Tell whether the player who must be on turn is given as somebody other than `me`."""
    asked = deed.on_turn
    if not isinstance(asked, typed.LocalRef):
        return False
    given = [*([deed.subject] if deed.subject is not None else []), *deed.given]
    place = next((n for n, local in enumerate(given) if local is asked.local), None)
    if place is None or place >= len(call.arguments):
        return False
    value = call.arguments[place]
    return not (isinstance(value, typed.LocalRef) and value.local.name == "me")
