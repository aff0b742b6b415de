"""What a test expects, compared with what is."""

from __future__ import annotations

import random
import re
from fractions import Fraction

from rulewright.dsl import tree, typed
from rulewright.dsl.cells import ACTOR, NONE
from rulewright.dsl.types import Set, Thing, Type
from rulewright.interpreter.game import Race, Terminal
from rulewright.interpreter.results import Result
from rulewright.interpreter.scenarios.answers import choose
from rulewright.interpreter.scenarios.contents import items, same
from rulewright.interpreter.scenarios.given import Given
from rulewright.interpreter.scenarios.model import Wrong, number, scalar, words
from rulewright.interpreter.scenarios.naming import tokens
from rulewright.interpreter.scenarios.play import Failed, Play, asked
from rulewright.interpreter.scenarios.table import Table


def expect(play: Play, wanted: dict[str, tree.Data], *, last: bool = False) -> list[str]:
    """Return a line for every expectation that doesn't hold; `last` after all steps."""
    play.settle(races=last)
    lines = []
    for key, data in wanted.items():
        try:
            line = check(play, key, data)
        except Failed as failed:
            line = str(failed)
        if line:
            lines.append(line)
    return lines


def check(play: Play, key: str, data: tree.Data) -> str:
    """Check one expectation; returns what differs, or nothing."""
    sees = re.fullmatch(r"(\w+) (sees|knows) (.+)", key)
    if sees is not None and play.table.seat(sees.group(1)) is not None:
        return seen(play, key, sees.group(1), sees.group(2), sees.group(3), data)
    match key:
        case "next":
            return compare(key, scalar(data), next_seat(play))
        case "winner":
            return compare_winner(play, data)
        case "outcome":
            return compare(key, scalar(data), play.state.result().outcome)
        case "returns":
            return compare_returns(play, data)
        case "heard":
            return compare_heard(play, data)
        case _:
            return compare_value(play, key, data)


def compare(key: str, wanted: str, found: str) -> str:
    """Compare two words."""
    return "" if wanted == found else f"{key}: expected {wanted}, found {found}"


def next_seat(play: Play) -> str:
    """Return whose turn it is, or the first who is asked where nobody's turn is on."""
    state = play.state
    if isinstance(state.stop, Terminal):
        return "nobody: the game is over"
    actor = state.cells[ACTOR]
    if actor != NONE:
        return play.name(actor)
    return play.name(asked(state.stop)[0])


def compare_winner(play: Play, data: tree.Data) -> str:
    """Compare the winners, or the outcome without one."""
    result = play.state.result()
    wanted = words(data)
    found = result_words(play, result)
    over = "" if isinstance(play.state.stop, Terminal) else " (the game isn't over)"
    if sorted(wanted) == sorted(found) and not over:
        return ""
    return f"winner: expected {', '.join(wanted)}, found {', '.join(found)}{over}"


def result_words(play: Play, result: Result) -> list[str]:
    """Return the winners' names, or `rematch`, `nobody`, `draw`."""
    return [play.name(p) for p in result.winners] or [result.outcome]


def compare_returns(play: Play, data: tree.Data) -> str:
    """Compare what the result is worth."""
    if not isinstance(data, tree.Mapping):
        raise Wrong("`returns` is a mapping: SEAT → number", data.span)
    found = play.state.result().returns
    wrong = []
    for key, value in data.pairs:
        seat = play.table.seat(key.text)
        if seat is None:
            raise Wrong(f"`{key.text}` is no seat", key.span)
        if Fraction(scalar(value)) != found[seat]:
            wrong.append(f"{key.text} {found[seat]}, not {scalar(value)}")
    return f"returns: {'; '.join(wrong)}" if wrong else ""


def compare_heard(play: Play, data: tree.Data) -> str:
    """Compare what was said since the last step: all of it in order, or with `...` among other things."""
    play.finish()
    wanted, found = words(data), play.heard()
    some = "..." in wanted
    listed = [w for w in wanted if w != "..."]
    rest = iter(found)
    holds = all(any(w == f for f in rest) for w in listed) if some else listed == found
    return "" if holds else f"heard: expected {show(listed)}, found {show(found)}"


def show(texts: list[str]) -> str:
    """Return a list of texts for a message."""
    return "[" + ", ".join(texts) + "]" if texts else "nothing"


# -- values ---------------------------------------------------------------------------------------


def compare_value(play: Play, key: str, data: tree.Data) -> str:
    """Compare the value of an expression."""
    play.finish()
    found = play.table.expression(key, data.span)
    if isinstance(found, typed.Place) and isinstance(data, tree.Mapping):
        return compare_family(play, found, data)
    value = play.table.evaluate(found)
    return compare_typed(play, key, found, value, data)


def compare_typed(play: Play, key: str, found: typed.Expr, value: object, data: tree.Data) -> str:
    """Compare a value by its type."""
    table = play.table
    if isinstance(found.type, Set) and isinstance(value, list):
        if (
            isinstance(data, tree.Scalar)
            and re.fullmatch(r"\d+", data.text.strip())
            and isinstance(found.type.of, Thing)
        ):
            return compare(f"count({key})", data.text.strip(), str(len(value)))
        if isinstance(found.type.of, Thing):
            ordered = isinstance(found, typed.Place) and found.zone is not None and found.zone.form != "set"
            if same(table.names, play.state.cells, items(data), value, ordered=ordered):
                return ""
            return f"{key}: expected {plain(data)}, found {contents(play, value)}"
        wanted = [read_value(table, found.type.of, scalar_of(d)) for d in list_of(data)]
        if sorted(map(str, wanted)) == sorted(map(str, value)):
            return ""
        return f"{key}: expected {plain(data)}, found {table.game.machine.writer.value(play.state.cells, found.type, value)}"
    if isinstance(found.type, Thing):
        wanted_items = items(data)
        real = [value] if value != NONE and isinstance(value, int) else []
        if same(table.names, play.state.cells, wanted_items, real, ordered=True):
            return ""
        return f"{key}: expected {plain(data)}, found {contents(play, real)}"
    text = scalar(data)
    spanned = re.fullmatch(r"(-?\d+)\s*\.\.\s*(-?\d+)", text)
    if spanned and isinstance(value, int):
        return (
            ""
            if int(spanned.group(1)) <= value <= int(spanned.group(2))
            else f"{key}: expected {text}, found {value}"
        )
    if read_value(table, found.type, text) == value:
        return ""
    shown = table.names.word(found.type, value) if isinstance(value, int) else str(value)
    return f"{key}: expected {text}, found {shown}"


def list_of(data: tree.Data) -> list[tree.Data]:
    """Return the entries of a list, or one entry alone."""
    return (
        list(data.items)
        if isinstance(data, tree.Sequence)
        else []
        if scalar(data) in ("", "nothing")
        else [data]
    )


def scalar_of(data: tree.Data) -> str:
    """Return a single word."""
    return scalar(data)


def read_value(table: Table, kind: Type, text: str) -> object:
    """Return the value a word stands for, or the word itself when it stands for none."""
    value = table.names.value_of(kind, text)
    if value is None and text in ("none", "nothing"):
        return NONE
    return text if value is None else value


def plain(data: tree.Data) -> str:
    """Return what a test says, for a message."""
    if isinstance(data, tree.Sequence):
        return "[" + ", ".join(plain(d) for d in data.items) + "]"
    if isinstance(data, tree.Mapping):
        return "{" + ", ".join(f"{k.text}: {plain(v)}" for k, v in data.pairs) + "}"
    return data.text


def contents(play: Play, ids: list[int]) -> str:
    """Return components with what changes on them, for a message."""
    machine, s = play.table.game.machine, play.state.cells
    shown = []
    for component in ids:
        shown.append(" ".join([machine.writer.component(s, component), *machine.writer.notes(s, component)]))
    return "[" + ", ".join(shown) + "]"


def compare_family(play: Play, place: typed.Place, data: tree.Mapping) -> str:
    """Compare a family of places, index by index; the members a test leaves out must be empty."""
    members = Given(play.table, random.Random(0)).members(place, data)
    wrong = []
    machine = play.table.game.machine
    for spot, wanted in members:
        found = machine.places.listed(play.state.cells, spot)
        ordered = machine.places.forms[spot] != "set"
        if not same(play.table.names, play.state.cells, items(wanted), found, ordered=ordered):
            wrong.append(
                f"{machine.effects.spot_name(spot)}: expected {plain(wanted)}, found {contents(play, found)}"
            )
    return "; ".join(wrong)


def seen(play: Play, key: str, seat_name: str, verb: str, place_text: str, data: tree.Data) -> str:
    """Compare what a seat sees or knows of a place."""
    play.finish()
    table = play.table
    seat = table.seat(seat_name)
    assert seat is not None
    found = table.expression(place_text, data.span)
    value = table.evaluate(found)
    ids = [int(v) for v in value] if isinstance(value, list) else [value] if isinstance(value, int) else []
    state = play.state
    sight = table.game.machine.effects.sight
    if verb == "sees":
        ordered = isinstance(found, typed.Place) and found.zone is not None and found.zone.form != "set"
        if same(
            table.names,
            state.cells,
            items(data),
            ids,
            ordered=ordered,
            seen=lambda c: sight.sees(state.cells, seat, c),
        ):
            return ""
        writer = table.game.machine.writer
        shown = [
            contents(play, [c])[1:-1]
            if sight.sees(state.cells, seat, c)
            else " ".join(["hidden", *writer.notes(state.cells, c, only_open=True)])
            for c in ids
        ]
        return f"{key}: expected {plain(data)}, found {show(shown)}"
    known = [c for c in ids if state.knows(seat, c)]
    if same(table.names, state.cells, items(data), known, ordered=False):
        return ""
    return f"{key}: expected {plain(data)}, found {contents(play, known)}"


# -- options --------------------------------------------------------------------------------------


def check_options(play: Play, wanted: dict[str, tree.Data]) -> list[str]:
    """Return a line for every list of options that isn't as stated."""
    lines = []
    for key, data in wanted.items():
        line = check_list(play, key, data)
        if line:
            lines.append(line)
    return lines


def check_list(play: Play, key: str, data: tree.Data) -> str:
    """Check the options of a seat: whole, of one action, or one part of it. A question with one answer, which tests
    don't write, is passed over if it isn't the one that is meant."""
    first = check_here(play, key, data)
    line = first
    for _ in range(20):
        stop = play.state.stop
        seat = play.table.seat(key.partition(".")[0])
        if (
            not line
            or seat not in asked(stop)
            or (len(play.state.options(seat)) > 1 and not isinstance(stop, Race))
        ):
            break
        play.yielding()
        line = check_here(play, key, data)
    return first if line else ""


def check_here(play: Play, key: str, data: tree.Data) -> str:
    """Check the options at the next question a seat is asked."""
    seat_name, _, rest = key.partition(".")
    action, _, part = rest.partition(".")
    seat = play.table.seat(seat_name)
    if seat is None:
        raise Wrong(f"`{seat_name}` is no seat", data.span)
    bring(play, seat)
    options = play.state.options(seat)
    if not action:
        return whole_list(play, key, seat, data)
    mine = [o for o in options if o.form == "action" and o.name == action]
    if not part:
        if isinstance(data, tree.Scalar) and re.fullmatch(r"\d+", data.text.strip()):
            return compare(f"options of {key}", str(number(data)), str(len(mine)))
        texts = [entry if entry.startswith(action) else f"{action} {entry}" for entry in words(data)]
        return match_list(play, key, [n for n, o in enumerate(options) if o in mine], seat, texts)
    names = [p for p, _ in declared_parts(play, action)]
    if part not in names:
        raise Wrong(f"`{action}` has no part `{part}`; it has {', '.join(names)}", data.span)
    kind = mine[0].types[names.index(part)] if mine else None
    values = list({str(o.value[names.index(part)]): o.value[names.index(part)] for o in mine}.values())
    if isinstance(data, tree.Scalar) and re.fullmatch(r"\d+", data.text.strip()):
        return compare(f"options of {key}", str(number(data)), str(len(values)))
    return match_values(play, key, kind, values, words(data))


def bring(play: Play, seat: int) -> None:
    """Bring play to where a seat is asked, forcing and declining nothing that matters."""
    for _ in range(1000):
        play.finish()
        stop = play.state.stop
        if seat in asked(stop):
            return
        if isinstance(stop, Terminal) or not play.yielding():
            raise Failed(f"{play.name(seat)} isn't asked: {play.where()}")
    raise Failed(f"{play.name(seat)} is never asked")


def declared_parts(play: Play, action: str) -> list[tuple[str, Type]]:
    """Return the parts of an action."""
    found = play.table.game.rules.actions.get(action)
    if found is None:
        raise Wrong(f"no action is called `{action}`")
    return [(local.name, local.type) for local, _ in found.parts]


def whole_list(play: Play, key: str, seat: int, data: tree.Data) -> str:
    """Check a seat's whole list."""
    options = play.state.options(seat)
    if isinstance(data, tree.Scalar) and re.fullmatch(r"\d+", data.text.strip()):
        return compare(f"options of {key}", str(number(data)), str(len(options)))
    return match_list(play, key, list(range(len(options))), seat, words(data))


def match_list(play: Play, key: str, among: list[int], seat: int, wanted: list[str]) -> str:
    """Match entries with options: each entry names at least one, each option is named, unless `...` stands there."""
    options = play.state.options(seat)
    named: set[int] = set()
    problems = []
    for entry in wanted:
        text = entry.strip()
        if text in ("...", "…"):
            continue
        refused = text.startswith("not ")
        text = text.removeprefix("not ").removesuffix("...").strip()
        found = [n for n in choose(play.table.names, play.state.cells, options, text) if n in among]
        if refused and found:
            problems.append(f"{text} is there")
        elif not refused and not found:
            problems.append(f"{text} isn't there")
        if not refused:
            named.update(found)
    others = [n for n in among if n not in named]
    if others and not any(e.strip() in ("...", "…") for e in wanted):
        problems.append("not named: " + ", ".join(options[n].text for n in others[:12]))
    return f"options of {key}: {'; '.join(problems)} (the list: {play.listed(seat)})" if problems else ""


def match_values(play: Play, key: str, kind: Type | None, values: list[object], wanted: list[str]) -> str:
    """Match entries with the values of one part."""
    names, s = play.table.names, play.state.cells
    problems, named = [], set()
    for entry in wanted:
        text = entry.strip()
        if text in ("...", "…"):
            continue
        refused = text.startswith("not ")
        found = names.expand(tokens(text.removeprefix("not ")))
        hits = [
            n
            for n, v in enumerate(values)
            if kind is not None and len(found) in names.consume(s, kind, v, found, 0)
        ]
        if refused and hits:
            problems.append(f"{text.removeprefix('not ')} is there")
        elif not refused and not hits:
            problems.append(f"{text} isn't there")
        if not refused:
            named.update(hits)
    others = [v for n, v in enumerate(values) if n not in named]
    if others and kind is not None and not any(e.strip() in ("...", "…") for e in wanted):
        shown = ", ".join(play.table.game.machine.writer.value(s, kind, v) for v in others[:12])
        problems.append(f"not named: {shown}")
    return f"options of {key}: {'; '.join(problems)}" if problems else ""
