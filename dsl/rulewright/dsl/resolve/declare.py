"""Ruleset tree -> declarations: names and types of everything, bodies not yet read."""

from __future__ import annotations

from rulewright.dsl import tree, typed
from rulewright.dsl.diagnostics import Related
from rulewright.dsl.resolve.card_rows import declare_cards
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.local_names import check_name, local_name
from rulewright.dsl.resolve.tables import declare_constant, declare_odds
from rulewright.dsl.resolve.types_of import (
    index_word,
    literal,
    named_type,
    read_type,
    start_value,
)
from rulewright.dsl.types import (
    BAD,
    INT,
    PLAYER,
    Bad,
    Bool,
    Enum,
    Int,
    Player,
    Private,
    Set,
    Thing,
    Type,
    is_bad,
)


def declare(context: Context) -> None:
    """Declare everything in the order in which the sections need each other."""
    written = context.rules.written
    for enum in sorted(written.types, key=lambda enum: enum.part_of is not None):
        declare_enum(context, enum)
    for kind in written.components:
        check_name(context, kind.name)
        if kind.name.value in context.types:
            context.error("name-twice", f"`{kind.name.value}` is declared twice", kind.name.span)
        context.types[kind.name.value] = (Thing(False, (kind.name.value,)), kind.name.span)
    for parameter in written.parameters:
        declare_parameter(context, parameter)
    for constant in written.constants:
        declare_constant(context, constant)
    for parameter in written.parameters:
        settle_parameter(context, parameter)
    for procedure in written.procedures:
        check_name(context, procedure.name)
        context.rules.procedures[procedure.name.value] = typed.Procedure(
            procedure.name.value, None, (), procedure
        )
    for kind in written.components:
        declare_kind(context, kind)
    for zone in written.zones:
        declare_zone(context, zone)
    settle_zones(context)
    for variable in written.variables:
        declare_variable(context, variable)
    for odds in written.odds:
        declare_odds(context, odds)
    for function in written.functions:
        check_name(context, function.name)
        subject, given = signature(context, function.each, function.given)
        found = typed.Function(function.name.value, subject, given, function)
        context.rules.functions[found.name] = found
        if subject is None:
            context.declare(found.name, found, function.name.span)
    for procedure in written.procedures:
        found_procedure = context.rules.procedures[procedure.name.value]
        found_procedure.subject, found_procedure.given = signature(context, procedure.each, procedure.given)
    for action in written.actions:
        check_name(context, action.name)
        me = typed.Local("me", PLAYER, action.name.span)
        context.rules.actions[action.name.value] = typed.Action(action.name.value, me, action)
    for phase in written.phases:
        check_name(context, phase.name)
        if phase.name.value in context.rules.procedures:
            context.error(
                "name-twice",
                f"`{phase.name.value}` is a procedure too",
                phase.name.span,
                help="`do` must know which is meant: give one of them another name",
            )
        me = typed.Local("me", PLAYER, phase.name.span)
        context.rules.phases[phase.name.value] = typed.Phase(phase.name.value, me, phase)
    for declared_kind in context.rules.kinds.values():
        declare_cards(context, declared_kind)


def declare_enum(context: Context, written: tree.EnumType) -> None:
    """Declare an enum, or a part of one."""
    name = written.name.value
    check_name(context, written.name)
    if name in context.types:
        context.error("name-twice", f"`{name}` is declared twice", written.name.span)
        return
    if written.part_of is None:
        enum = typed.EnumDecl(name, tuple(v.value for v in written.values), {}, written.name.span)
        context.rules.enums[name] = enum
        context.types[name] = (Enum(False, name), written.name.span)
        for number, value in enumerate(written.values):
            check_name(context, value)
            if value.value in context.enum_values:
                other = context.enum_values[value.value][0]
                context.error(
                    "name-twice",
                    f"`{value.value}` is a value of two types",
                    value.span,
                    help="give one of them another name",
                    related=[Related(other.span, "the other type")],
                )
            context.enum_values[value.value] = (enum, number)
        return
    whole = context.rules.enums.get(written.part_of.value)
    if whole is None:
        context.unknown("list of values", written.part_of.value, written.part_of.span, context.rules.enums)
        context.types[name] = (BAD, written.name.span)
        return
    without = set()
    for word in written.without:
        if word.value not in whole.values:
            context.unknown(f"value of `{whole.name}`", word.value, word.span, whole.values)
        without.add(word.value)
    whole.parts[name] = tuple(v for v in whole.values if v not in without)
    context.types[name] = (Enum(False, whole.name, name), written.name.span)


def declare_parameter(context: Context, written: tree.Parameter) -> None:
    """Declare a parameter's name and type."""
    name = written.name.value
    check_name(context, written.name)
    if written.one_of is not None:
        values = tuple(v.value for v in written.one_of)
        if len(set(values)) < len(values):
            context.error("name-twice", f"`{name}` lists a value twice", written.name.span)
        if all(isinstance(v, int) for v in values):
            kind: Type = INT
        elif set(values) == {"true", "false"}:
            kind = Bool()
            values = ("false", "true")
        else:
            kind = Private(False, name)
        found = typed.Parameter(name, kind, values, written)
    else:
        found = typed.Parameter(name, BAD, None, written)
    context.rules.parameters[name] = found
    context.declare(name, found, written.name.span)


def settle_parameter(context: Context, written: tree.Parameter) -> None:
    """Read a parameter's type string, now that constants are known, and check the default."""
    parameter = context.rules.parameters[written.name.value]
    if written.type is not None:
        parameter.type = read_type(context, written.type).type
    if parameter.values is not None and isinstance(parameter.type, Int):
        if written.default.value not in parameter.values:
            context.error("type-range", "the default isn't one of the values", written.default.span)
    else:
        literal(context, written.default, parameter.type)


def declare_kind(context: Context, written: tree.Component) -> None:
    """Declare a kind of component and its attributes."""
    name = written.name.value
    this = typed.Local("this", Thing(False, (name,)), written.name.span)
    back = None if written.back is None else tuple(w.value for w in written.back)
    kind = typed.Kind(name, written.each_player, {}, {}, back, None, this, written)
    for attribute in written.has:
        found = read_type(context, attribute.type, kind=name)
        if found.open:
            context.error("shape-content", "`open` belongs to attributes under `keeps`", attribute.name.span)
        kind.has[attribute.name.value] = typed.Attribute(
            name, attribute.name.value, found.type, found.each, True, False, None, attribute.name.span
        )
    for attribute in written.keeps:
        found = read_type(context, attribute.type)
        key = attribute.name.value
        if key in kind.has:
            context.error(
                "name-twice",
                f"`{key}` stands under `has` already",
                attribute.name.span,
                help="give one of them another name",
            )
        start = start_value(context, found, key, attribute.type.whole, slip=written.is_.value == "slip")
        kind.keeps[key] = typed.Attribute(
            name, key, found.type, found.each, False, found.open, start, attribute.name.span
        )
    for word in written.back or ():
        if word.value not in kind.has:
            context.unknown(f"attribute of `{name}` under `has`", word.value, word.span, kind.has)
    context.rules.kinds[name] = kind
    if (
        written.cards is None
        and (written.copies is None or written.copies.value == 1)
        and not written.each_player
    ):
        context.declare(name, kind, written.name.span)


def declare_zone(context: Context, written: tree.Zone) -> None:
    """Declare a zone or family of zones."""
    name = written.name.value
    check_name(context, written.name)
    each = tuple(index_word(context, word) for word in written.each)
    kinds = []
    for word in written.holds:
        if isinstance(context.types.get(word.value, (None,))[0], Thing):
            kinds.append(word.value)
        else:
            context.unknown(
                "kind of component",
                word.value,
                word.span,
                [c.name.value for c in context.rules.written.components],
            )
    zone = typed.Zone(
        name,
        tuple(kinds),
        each,
        written.as_,
        written.seen_by,
        dotted(each),
        written.name.span,
        shown=written.shown,
    )
    if len(kinds) < len(written.holds) or any(is_bad(i) for i in each):
        context.lost.add(name)
    elif written.seen_by in ("owner", "others") and not any(isinstance(i, Player | Thing) for i in each):
        context.error(
            "shape-content",
            f"nobody owns `{name}`",
            written.name.span,
            help="`seen_by: owner` needs `each: player`",
        )
    context.rules.zones[name] = zone
    if name in context.types:
        context.error(
            "name-twice",
            f"`{name}` is a type too",
            written.name.span,
            help="a zone may not be called like a type",
        )
    if zone.dot is None:
        context.declare(name, zone, written.name.span)


def settle_zones(context: Context) -> None:
    """Look up what zones say of each other."""
    for written in context.rules.written.zones:
        zone = context.rules.zones[written.name.value]
        if written.refill is None:
            continue
        source = context.rules.zones.get(written.refill.from_.value)
        if source is None:
            context.unknown(
                "zone", written.refill.from_.value, written.refill.from_.span, context.rules.zones
            )
        elif zone.form != "pile":
            context.error(
                "shape-content",
                f"`{zone.name}` is no pile",
                written.name.span,
                help="only piles are refilled",
            )
        else:
            zone.refill_from, zone.refill_when = source, written.refill.when.value
            zone.lazy = zone.seen_by == "nobody"


def dotted(each: tuple[Type, ...]) -> int | None:
    """Return which index is written as a dot: the first of a player or a kind."""
    return next((n for n, i in enumerate(each) if isinstance(i, Player | Thing)), None)


def declare_variable(context: Context, written: tree.Variable) -> None:
    """Declare a variable or family of variables."""
    name = written.name.value
    check_name(context, written.name)
    found = read_type(context, written.type)
    kind = found.type
    if isinstance(kind, Set):
        context.error("type-set", "a set can't be stored", written.type.whole, help="use a zone")
        kind = found.type = BAD
    start = start_value(context, found, name, written.type.whole)
    variable = typed.Variable(
        name, kind, found.each, dotted(found.each), start, written.name.span, written.shown
    )
    context.rules.variables[name] = variable
    if variable.dot is None:
        context.declare(name, variable, written.name.span)


def signature(
    context: Context, each: tree.Word | None, given: tuple[tree.Given, ...]
) -> tuple[typed.Local | None, tuple[typed.Local, ...]]:
    """Return the subject (`me` or `this`) and the arguments of a function or procedure."""
    subject = None
    if each is not None:
        kind = named_type(context, each.value, each.span)
        if isinstance(kind, Player):
            subject = typed.Local("me", PLAYER, each.span)
        elif isinstance(kind, Thing):
            subject = typed.Local("this", kind, each.span)
        elif not isinstance(kind, Bad):
            context.error("shape-content", "`each` takes `player` or a kind", each.span)
    arguments = []
    for argument in given:
        name = argument.name.value
        if name != "me":
            local_name(context, name, argument.name.span)
        found = read_type(context, argument.type)
        arguments.append(typed.Local(name, found.type, argument.name.span))
    return subject, tuple(arguments)
