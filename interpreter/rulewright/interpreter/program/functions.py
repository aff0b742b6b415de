"""Functions of the rules -> functions of the program, written when first met; with sets they are written in place."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import typed
from rulewright.dsl.types import Set
from rulewright.interpreter.program.build import const, negate, op, pick
from rulewright.interpreter.program.context import Code, Each, Lowering
from rulewright.interpreter.program.dispatch import SOURCES, VALUES, each, plain, sure, value
from rulewright.interpreter.program.folds import any_member
from rulewright.interpreter.program.form import Call, Value
from rulewright.interpreter.program.walk import size_of


def call(c: Code, e: typed.Call) -> Value:
    function = e.function
    sets = any(isinstance(g.type, Set) for g in function.given) or isinstance(function.result, Set)
    if sets or small(c.work, function):
        body = inlined(c, e)
        assert function.body is not None
        return value(body, function.body)
    given = list(e.arguments)
    arguments = [
        sure(c, given[0]) if n == 0 and function.subject is not None else value(c, a)
        for n, a in enumerate(given)
    ]
    return Call(function_name(c.work, function), tuple(arguments))


SMALL = 60
"""Functions of at most so many values and steps are written in place of a call."""


def small(work: Lowering, function: typed.Function) -> bool:
    """Tell whether a function is so small that it is written in place of a call."""
    return size_of(work.program.functions[function_name(work, function)].body) <= SMALL


def function_name(work: Lowering, function: typed.Function) -> str:
    """Return the name of a function of the rules, written when it is first met."""
    if function not in work.functions:
        code = work.code(f"fn_{function.name}", f"functions.{function.name}")
        work.functions[function] = code.b.name
        for name in (*([function.subject] if function.subject else []), *function.given):
            code.bound(name, code.b.parameter(name.name))
        assert function.body is not None
        code.b.give(value(code, function.body))
        work.finish(code)
    return work.functions[function]


def inlined(c: Code, e: typed.Call) -> Code:
    """Return the place of a call with the function's own locals: its body is written here."""
    function = e.function
    env: dict[typed.Local, Any] = {}
    names = (*([function.subject] if function.subject else []), *function.given)
    for name, argument in zip(names, e.arguments, strict=True):
        known = c.env.get(argument.local) if isinstance(argument, typed.LocalRef) else None
        if isinstance(name.type, Set) and known is not None:
            env[name] = known
        elif isinstance(name.type, Set):
            env[name] = lambda _, do, argument=argument: each(c, argument, do)
        elif name is function.subject:
            env[name] = c.b.held(name.name, sure(c, argument))
        else:
            env[name] = plain(c, argument)
    return c.inner(env)


def can(c: Code, e: typed.Can) -> Value:
    given = [plain(c, a) for a in e.arguments]
    asks = [(deed, Call(may_do(c.work, deed), tuple(given))) for deed in e.deeds]
    if e.through is None:
        return asks[0][1]
    through = plain(c, e.through)
    names = list(c.work.load.rules.procedures)
    found: Value = const(0)
    for deed, ask in asks:
        found = pick(op("==", through, const(names.index(deed.name))), ask, found)
    return found


def may_do(work: Lowering, deed: typed.Procedure) -> str:
    """Return the function that tells whether a procedure can be done."""
    key = ("can", deed)
    if key not in work.functions:
        code = work.code(f"can_{deed.name}", f"procedures.{deed.name}")
        work.functions[key] = code.b.name
        for name in (*([deed.subject] if deed.subject is not None else []), *deed.given):
            code.bound(name, code.b.parameter(name.name))
        if deed.when is not None:
            with code.b.when(negate(value(code, deed.when))):
                code.b.give(const(0))
        first = deed.do[0] if deed.do else None
        if (
            isinstance(first, typed.Choose)
            and not first.may
            and not first.if_any
            and first.choice.quantity is None
        ):
            choice = first.choice
            every = typed.Every(choice.span, choice.source.type, choice.local, choice.source, choice.where)
            code.b.give(any_member(code, every))
        else:
            code.b.give(const(1))
        work.finish(code)
    return work.functions[key]


def members_of_call(c: Code, e: typed.Call, do: Each) -> None:
    body = inlined(c, e)
    assert e.function.body is not None
    each(body, e.function.body, do)


VALUES |= {typed.Call: call, typed.Can: can}
SOURCES[typed.Call] = members_of_call
