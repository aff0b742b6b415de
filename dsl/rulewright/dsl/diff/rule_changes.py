"""Functions, procedures, actions, phases, score lines, set-up and the end -> the steps that differ, told in words."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import typed
from rulewright.dsl.diff.align import Aligner, clean, optional
from rulewright.dsl.diff.changes import Change, Step
from rulewright.dsl.diff.draft import base
from rulewright.dsl.diff.entries import Named
from rulewright.dsl.diff.facets import Facets, Side
from rulewright.dsl.diff.saves import only_stores
from rulewright.dsl.diff.tell import label, listed, sentence
from rulewright.dsl.walk import statements

LONGEST_CHAIN = 8
LONGEST_NAME = 28
CALLED = {
    "is": "its value",
    "when": "when it may be done",
    "until": "when it ends",
    "skip": "who is passed over",
    "turns": "the order of turns",
    "rounds": "how many rounds it has",
    "choose": "what is chosen",
    "given": "what it is given",
    "on_turn": "whose turn it must be",
    "anytime": "when it may be called at any time",
    "finish_round": "whether the round is finished",
    "among": "who can win",
    "ranked": "the ranking",
    "if_tied": "what a tie means",
    "if_nobody": "what it means when nobody can win",
    "rematch_if": "when the game is played again",
}


def rule(before: Side, now: Side, was: Named, became: Named, keys: list[str]) -> Change:
    """Return the change of a rule: its steps, and what stands apart from them."""
    steps = steps_of(before, now, was, became)
    expressions = [k for k in keys if k not in ("do", "turn")]
    for key in expressions:
        a, b = expression_text(was.entry, key), expression_text(became.entry, key)
        if a != b:
            steps.insert(0, Step("changed", a, b, was.span, became.span, told=CALLED.get(key, key)))
    told = told_steps(steps)
    change = base(before, now, was, became, "changed", "rule", told)
    blocks = main_block(was.entry), main_block(became.entry)
    old, new = chains(before, now, *blocks) if any(k in ("do", "turn") for k in keys) else ("", "")
    if not old and len(steps) == 1:
        old, new = steps[0].before, steps[0].now
    return evolve(
        change, steps=tuple(steps), before=old, now=new, notes=tuple(shared_notes(before, now, steps, became))
    )


def expression_text(entry: object, key: str) -> str:
    """Return a part of a rule as it is written."""
    match entry, key:
        case typed.Function(body=body), "is":
            return clean(body.span.text) if body is not None else ""
        case typed.ScoreLine(value=value), "is":
            return clean(value.span.text)
        case typed.Action(parts=parts), "choose":
            return "; ".join(f"{local.name}: {clean(choice.span.text)}" for local, choice in parts)
        case typed.Function(given=given) | typed.Procedure(given=given), "given":
            from rulewright.dsl.types import named

            return ", ".join(f"{local.name}: {named(local.type)}" for local in given) or "nothing"
        case typed.Phase(written=written), _:
            text = getattr(written, key, None)
            return (
                str(text).lower()
                if isinstance(text, bool)
                else clean(text.text)
                if text is not None
                else "nothing"
            )
        case typed.Action(written=written) | typed.Procedure(written=written), _:
            text = getattr(written, key, None)
            return clean(text.text) if text is not None and hasattr(text, "text") else "nothing"
        case _:
            return ""


def steps_of(before: Side, now: Side, was: Named, became: Named) -> list[Step]:
    """Return the steps that differ between two rules."""
    left, right = main_block(was.entry), main_block(became.entry)
    if left is None or right is None:
        return []
    aligner = Aligner(before, now, given_of(was.entry), given_of(became.entry))
    return aligner.steps(left, right)


def main_block(entry: object) -> typed.Block | None:
    """Return the block of a rule that has one."""
    match entry:
        case typed.Procedure(do=do) | typed.Action(do=do):
            return do
        case typed.Phase(do=do, turn=turn):
            return turn or do
        case _:
            return None


def given_of(entry: object) -> tuple[typed.Local | None, tuple[typed.Local, ...]]:
    """Return the subject and arguments of a rule."""
    match entry:
        case typed.Procedure(subject=subject, given=given):
            return subject, given
        case typed.Action(me=me, parts=parts):
            return me, tuple(local for local, _ in parts)
        case typed.Phase(me=me):
            return me, ()
        case _:
            return None, ()


def whole_steps(before: Side, now: Side, section: str) -> list[Step]:
    """Return the steps that differ in set-up or flow."""
    if section not in ("setup", "flow"):
        return []
    return Aligner(before, now, (None, ()), (None, ())).steps(
        getattr(before.rules, section), getattr(now.rules, section)
    )


def whole(before: Side, now: Side, section: str, old: Facets, new: Facets) -> list[Change]:
    """Return what differs in a section that is one entry."""
    spans = before.rules.written.keys.get(section), now.rules.written.keys.get(section)
    title = {"setup": "set-up"}.get(section, section)
    if section in ("setup", "flow"):
        steps = whole_steps(before, now, section)
        change = Change(
            section, section, "", "", "changed", "rule", told_steps(steps), title=title,
            before_span=spans[0], now_span=spans[1], steps=tuple(steps),
        )  # fmt: skip
        a, b = chains(before, now, getattr(before.rules, section), getattr(now.rules, section))
        return [evolve(change, before=a, now=b, breaks_saves=True)]
    found = []
    for key in dict.fromkeys((*old, *new)):
        if old.get(key) == new.get(key):
            continue
        was, became = whole_text(before, section, key), whole_text(now, section, key)
        what = CALLED.get(key, key) if section == "winner" else f"{section} {key}"
        severity = "tune" if section == "limits" else "rule"
        told = f"{what}: {became}, it was {was}"
        found.append(
            Change(
                f"{section}.{key}",
                section,
                key,
                key,
                "changed",
                severity,
                told,
                was,
                became,
                title=title,
                before_span=spans[0],
                now_span=spans[1],
            )
        )
    return found


def whole_text(side: Side, section: str, key: str) -> str:
    """Return a part of winner, returns or limits as it is written."""
    written = side.rules.written
    if section == "limits":
        return str(side.rules.limits.get(key, "no limit"))
    if section == "returns":
        return clean(written.returns.text) if written.returns is not None else "the usual"
    value = getattr(written.winner, key, None)
    if value is None:
        return "nothing said"
    return clean(value.text) if hasattr(value, "text") else str(value.value).replace("_", " ")


def told_steps(steps: list[Step]) -> str:
    """Return what differs in one or two sentences."""
    said = []
    for step in steps:
        name = f"`{first_line(step.now or step.before)}`"
        if step.kind == "added":
            about = f": {sentence(step.told)}" if step.told else f": {name}."
            said.append(("New, optional" if step.optional else "New") + about)
        elif step.kind == "removed":
            about = f": {sentence(step.told)}" if step.told else f": {name}."
            said.append("Gone" + about)
        elif step.kind == "moved":
            said.append(f"{name} comes at another point.")
        elif step.told in CALLED.values():
            about = f": {step.now}, it was {step.before}" if len(steps) > 1 else ""
            said.append(f"{step.told[:1].upper()}{step.told[1:]} is another{about}.")
        else:
            said.append(f"{name} instead of `{first_line(step.before)}`.")
    if len(said) > 6:
        said = [*said[:5], f"{len(said) - 5} more steps differ."]
    return " ".join(said) or "another rule"


def first_line(text: str) -> str:
    """Return the first line of a statement."""
    return text.splitlines()[0] if text else ""


def chains(before: Side, now: Side, left: typed.Block | None, right: typed.Block | None) -> tuple[str, str]:
    """Return both blocks as chains of their steps, where they are short enough to be read."""
    if left is None or right is None:
        return "", ""
    mine, theirs = [step_name(before, s) for s in left], [step_name(now, s) for s in right]
    if mine == theirs or max(len(mine), len(theirs)) > LONGEST_CHAIN:
        return "", ""
    return " -> ".join(mine), " -> ".join(theirs)


def step_name(side: Side, s: typed.Statement) -> str:
    """Return a step in a few words; one that may be declined has a question mark."""
    tail = "?" if optional(s) else ""
    match s:
        case typed.DoProcedure(deeds=deeds) if len(deeds) == 1:
            return label(side, deeds[0].name) + tail
        case typed.DoPhase(phase=phase):
            return label(side, phase.name)
        case typed.Store(target=target):
            head = (
                target.variable.name if isinstance(target, typed.VariableRef) else target.attributes[0].name
            )
            return label(side, head) + tail
        case _:
            words = clean(s.span.text).rstrip(":").split(" with ")[0]
            if len(words) > LONGEST_NAME:
                words = words.split(" to ")[0] if isinstance(s, typed.Move) else words
                words = (
                    words
                    if len(words) <= LONGEST_NAME
                    else " ".join(words[:LONGEST_NAME].split()[:-1]) + " ..."
                )
            return words + tail


def shared_notes(before: Side, now: Side, steps: list[Step], became: Named) -> list[str]:
    """Return notes about procedures that a rule does now or no longer, and that are themselves as before."""
    found = []
    then, today = before.users, now.users
    block = main_block(became.entry) or ()
    for s in statements(block):
        if isinstance(s, typed.DoProcedure) and len(s.deeds) == 1:
            id = f"procedures.{s.deeds[0].name}"
            if (
                any(step.kind == "added" and step.now_span == s.span for step in steps)
                and s.deeds[0].name in before.rules.procedures
            ):
                who = [label(now, u.partition(".")[2] or u) for u in today.get(id, [])]
                others = [w for w in who if w != label(now, became.name)]
                told = f"{label(now, s.deeds[0].name)} itself is as before"
                if others:
                    does = "does" if len(others) == 1 else "do"
                    told += f"; {listed(others)} {does} it too, now {len(who)} rules instead of {len(then.get(id, []))}"
                found.append(told)
    return found


def only_counts(before: Side, now: Side, change: Change) -> bool:
    """Tell whether the steps of a change only store what nothing but the score reads."""
    if change.section not in ("procedures", "actions", "phases") or not change.steps:
        return False
    stored: dict[str, set[str]] = {"before": set(), "now": set()}
    for step in change.steps:
        if step.told in CALLED.values():
            return False
        old = statement_at(before.rules, step.before_span)
        new = statement_at(now.rules, step.now_span)
        found = only_stores(old, new)
        if found is None or (step.before_span and old is None) or (step.now_span and new is None):
            return False
        stored["before"] |= found if old is not None else set()
        stored["now"] |= found if new is not None else set()
    return not any(
        side.influence.reaches(ids) for side, ids in ((before, stored["before"]), (now, stored["now"])) if ids
    )


def statement_at(rules: typed.Rules, span: object) -> typed.Statement | None:
    """Return the statement that stands at a place."""
    from rulewright.dsl.walk import blocks

    if span is None:
        return None
    for _, block in blocks(rules):
        for s in statements(block):
            if s.span is span:
                return s
    return None
