"""Function texts -> bodies and result types, each typed when it is first needed."""

from __future__ import annotations

from rulewright.dsl import typed
from rulewright.dsl.diagnostics import Related
from rulewright.dsl.parse import parse_expression
from rulewright.dsl.resolve.context import Context, Scope
from rulewright.dsl.resolve.core import source
from rulewright.dsl.source import Span
from rulewright.dsl.types import BAD, Set, Type


def result_type(context: Context, function: typed.Function, span: Span) -> Type:
    """Return the result type of a function, typing its body first if that wasn't done yet."""
    if function.result is not None:
        return function.result
    if function in context.typing:
        circle = context.typing[context.typing.index(function) :]
        names = " -> ".join(f"`{f.name}`" for f in [*circle, function])
        context.error(
            "finite-recursion",
            f"`{function.name}` needs its own value: {names}",
            span,
            help="functions do not recurse: a loop in a procedure does",
            related=[Related(f.written.name.span, "part of the circle") for f in circle],
        )
        return BAD
    return type_function(context, function)


def type_function(context: Context, function: typed.Function) -> Type:
    """Type the body of a function."""
    context.typing.append(function)
    scope = Scope(inside="function")
    for local in (*([function.subject] if function.subject else []), *function.given):
        scope.locals[local.name] = local
    written = parse_expression(function.written.is_, context.report)
    result: Type = BAD
    if written is not None:
        body = source(context, written, scope, function=True)
        function.body, result = body, body.type
    else:
        function.body = typed.Value(function.written.is_.whole, BAD, 0)
    if isinstance(result, Set) and result.optional:
        result = Set(False, result.of)
    function.result = result
    context.typing.pop()
    return result
