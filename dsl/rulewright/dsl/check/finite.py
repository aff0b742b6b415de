"""Typed rules -> findings about what might never end: circles of rules, loops, `end` at the wrong place."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.check.calls import (
    Reach,
    Rule,
    body,
    called,
    cycles,
    inner_blocks,
    kind_of,
    reach,
    reached,
)
from rulewright.dsl.diagnostics import Related, Report
from rulewright.dsl.walk import statements


def check(rules: typed.Rules, report: Report) -> None:
    """Look for rules that use themselves, loops without an end, and `end` where there is nothing to end."""
    recursion(rules, report)
    within = reach(rules)
    for owner, block in owners(rules):
        loops(block, report)
        ends(owner, block, within, report, 0)


def owners(rules: typed.Rules) -> list[tuple[Rule | None, typed.Block]]:
    """Return every block with the rule it belongs to; set-up and flow belong to none."""
    found: list[tuple[Rule | None, typed.Block]] = [(None, rules.setup), (None, rules.flow)]
    everything: list[Rule] = [*rules.procedures.values(), *rules.actions.values(), *rules.phases.values()]
    return found + [(rule, body(rule)) for rule in everything]


def recursion(rules: typed.Rules, report: Report) -> None:
    """Report every circle of procedures, actions and phases."""
    for circle, places in cycles(rules):
        names = " -> ".join(f"`{rule.name}`" for rule in [*circle, circle[0]])
        alone = len(circle) == 1
        report.add(
            "finite-recursion",
            f"`{circle[0].name}` carries itself out"
            if alone
            else f"`{circle[0].name}` leads back to itself: {names}",
            places[-1],
            help="write it as a loop: `repeat while …:`",
            note="an attribute counts for every procedure that it can name, a list for every action",
            related=[
                Related(rule.written.name.span, f"this {kind_of(rule)} is part of the circle")
                for rule in circle
            ],
        )


def loops(block: typed.Block, report: Report) -> None:
    """Report every bare `repeat:` that nothing inside can leave."""
    for statement in statements(block):
        if (
            isinstance(statement, typed.Repeat)
            and statement.limit is None
            and not leaves(statement.body, True)
        ):
            report.add(
                "finite-loop",
                "nothing ever ends this `repeat:`",
                statement.span,
                help="say when: `repeat until …:`, `repeat while …:`, `repeat 3 times:`, or `end loop`",
            )


def leaves(block: typed.Block, own: bool) -> bool:
    """Tell whether something in the body of a loop can leave it; `own` is False inside a loop of its own."""
    for statement in block:
        match statement:
            case typed.End(what=what):
                if what != "loop" or own:
                    return True
            case typed.Wins():
                return True
            case typed.For(body=inner) | typed.Repeat(body=inner):
                if leaves(inner, False):
                    return True
            case typed.DoPhase(phase=phase):
                if ends_game(body(phase)):
                    return True
            case typed.DoProcedure() | typed.Take():
                if any(leaves_through(rule) for rule in called(statement)):
                    return True
            case _:
                if any(leaves(inner, own) for inner in inner_blocks(statement)):
                    return True
    return False


def leaves_through(rule: Rule) -> bool:
    """Tell whether a procedure or action can end more than itself."""
    inside = reached(body(rule), lambda other: not isinstance(other, typed.Phase))
    return any(
        isinstance(s, typed.Wins)
        or (isinstance(s, typed.End) and s.what != "loop")
        or (isinstance(s, typed.DoPhase) and ends_game(body(s.phase)))
        for s in inside
    )


def ends_game(block: typed.Block) -> bool:
    """Tell whether the game can end inside a block."""
    return any(
        isinstance(s, typed.Wins) or (isinstance(s, typed.End) and s.what == "game") for s in reached(block)
    )


def ends(owner: Rule | None, block: typed.Block, within: Reach, report: Report, depth: int) -> None:
    """Report `end loop` outside loops of the same text, `end turn` and `end phase` outside all of them."""
    for statement in block:
        if isinstance(statement, typed.End):
            end(owner, statement, within, report, depth)
        loop = isinstance(statement, typed.For | typed.Repeat)
        for inner in inner_blocks(statement):
            ends(owner, inner, within, report, depth + loop)


def end(owner: Rule | None, statement: typed.End, within: Reach, report: Report, depth: int) -> None:
    """Check one `end`."""
    if statement.what == "loop" and depth == 0:
        report.add(
            "decide-end",
            "there is no loop here to end",
            statement.span,
            help="`end loop` stands inside a `repeat` or `for` of the same text, never across a procedure",
        )
    unused = owner is not None and not isinstance(owner, typed.Phase) and id(owner) not in within.at_all
    if unused or statement.what not in ("turn", "phase"):
        return
    in_turn = isinstance(owner, typed.Phase) and owner.turns is not None
    if statement.what == "turn" and not in_turn and (owner is None or id(owner) not in within.in_turn):
        report.add(
            "decide-end",
            f"`end turn` {where(owner)}, where nobody is on turn",
            statement.span,
            help="turns are taken in a phase with `turns:`; to leave a loop write `end loop`",
        )
    in_phase = isinstance(owner, typed.Phase) or (owner is not None and id(owner) in within.in_phase)
    if statement.what == "phase" and not in_phase:
        report.add(
            "decide-end",
            f"`end phase` {where(owner)}, outside every phase",
            statement.span,
            help="to leave a loop write `end loop`, to stop for good `end game`",
        )


def where(owner: Rule | None) -> str:
    """Say in what an `end` stands."""
    return "stands here" if owner is None else f"stands in `{owner.name}`"
