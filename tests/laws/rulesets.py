"""A random number generator -> a small ruleset that ends, as YAML, and through the whole pipeline."""

from __future__ import annotations

from pathlib import Path
from random import Random

from attrs import define, evolve

from laws.effects import Lines, Place, indented
from laws.sentences import Sentences
from laws.values import Scope
from rulewright.dsl import typed
from rulewright.dsl.check import run as run_checks
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.read import read_ruleset
from rulewright.dsl.resolve import resolve
from rulewright.dsl.source import Source


@define(eq=False)
class Made:
    """A made-up ruleset: its text, and which kinds of statement are in it."""

    text: str
    used: set[str]

    def typed(self) -> tuple[typed.Rules | None, Report]:
        """Return it read and typed, with everything reported on the way."""
        report = Report()
        tree = read_ruleset(Source("made-up.yaml", self.text), report, Path("."))
        return (None if tree is None or report.failed else resolve(tree, report)), report

    def checked(self) -> tuple[typed.Rules | None, Report]:
        """Return it typed and checked."""
        rules, report = self.typed()
        if rules is not None and not report.failed:
            run_checks(rules, report)
        return rules, report


def make(r: Random) -> Made:
    """Return a random ruleset."""
    writer = Sentences(r)
    writer.hidden_hands = writer.often(40)
    writer.daring = r.choice([0, 0, 0, 2])
    parts = [
        head(writer),
        components(writer),
        zones(writer),
        rules(writer),
        ending(writer),
    ]
    return Made("\n".join(line for part in parts for line in part) + "\n", writer.used)


def head(w: Sentences) -> Lines:
    """Write what a game begins with, and its values."""
    lines = ["rules: 1", "game: made_up", "title: Made up", f"players: {w.r.choice(['2', '3', '2..3'])}"]
    if w.often(40):
        lines.append("first_player: Who began last?")
    lines += [
        "parameters:",
        f"  extra: {{is: bool, default: {w.r.choice(['true', 'false'])}, asks: Extra?}}",
        f"  mode: {{one_of: [slow, fast], default: {w.r.choice(['slow', 'fast'])}, asks: How?}}",
        "constants:",
        f"  small: {w.r.randint(1, 3)}",
        "  by_count: {by: players, 2..3: 1, otherwise: 2}",
        "  players_here: {by: mode, slow: 2, fast: 3}",
        "  worth: {by: colour, red: 1, green: 3, blue: 0}",
        "types:",
        "  colour: [red, green, blue]",
        "  warm: {part_of: colour, without: [blue]}",
        "odds:",
        f"  die: {{1: {w.r.randint(1, 2)}, 2: small, 3: {w.r.randint(0, 2)}}}",
        "  coin:",
        "    by: colour",
        "    red: {red: 1, blue: 2}",
        "    green: {green: 1}",
        "    blue: {green: small, red: 1}",
        "  dice_by_mode:",
        "    by: mode",
        "    slow: {1: 1, 0: 3}",
        "    fast: {2: 1}",
        "variables:",
        f"  tally: 0..9 = {w.r.randint(0, 3)}",
        "  level: -2000..2000 = 0",
        "  clock_hand: 0..50",
        "  flag: bool",
        "  mood: colour = red",
        "  tone: warm = red",
        "  leader: player",
        "  holder: player or none",
        "  chosen: card or none",
        "  coins: 0..9 each player",
        "  ready: bool each player",
        "  grid: 0..5 each 1..2, colour",
    ]
    return lines


def components(w: Sentences) -> Lines:
    """Write the components."""
    one, two = w.r.choice([("effect_0", "effect_1"), ("effect_1", "effect_0"), ("effect_0", "effect_0")])
    rows = w.r.choice(
        [
            [f"colour: each, rank: 1..2, effect: {one}", f"colour: red, rank: 3, effect: {two}"],
            [f"colour: each, rank: 1, effect: {one}", f"colour: red, rank: [2, 3], copies: 2, effect: {two}"],
            [
                f"colour: [red, blue], rank: each, effect: {two}",
                f"colour: green, rank: 3, copies: 3, effect: {one}",
            ],
        ]
    )
    back = ["    back: [colour]"] if w.often(30) else []
    start = ["    starts_in: deck"] if w.often(50) else []
    return [
        "components:",
        "  card:",
        "    is: card",
        "    has: {colour: colour, rank: 1..3, effect: procedure}",
        *back,
        f"    keeps: {{mark: 0..9 = {w.r.randint(0, 2)}, tint: colour or none, needs: 0..3 each colour = 0}}",
        '    shown_as: "{colour} {rank}"',
        *start,
        "    cards:",
        *(f"      - {{{row}}}" for row in rows),
        "  clock: {is: token, starts_in: track}",
        f"  bean: {{is: token, copies: {w.r.randint(2, 4)}}}",
        f"  disc: {{is: token, each: player, copies: {w.r.randint(1, 2)}, starts_in: {w.r.choice(['pool', 'tray'])}}}",
        "  note: {is: slip, keeps: {author: player, word: colour or none, about: card or none}, copies: 5}",
    ]


def zones(w: Sentences) -> Lines:
    """Write the zones, of all forms."""
    deck = w.r.choice(
        ["", ", refill: {from: discard, when: empty}", ", refill: {from: discard, when: needed}"]
    )
    form = w.r.choice(["set", "row", "pile"])
    hand = "owner" if w.hidden_hands else "everyone"
    return [
        "zones:",
        f"  deck: {{holds: card, as: pile, seen_by: nobody{deck}}}",
        "  discard: {holds: card, as: pile}",
        "  stack: {holds: card, as: pile}",
        "  market: {holds: card, as: row}",
        f"  reserve: {{holds: card, as: pile, seen_by: {w.r.choice(['nobody', 'nobody', 'everyone'])}}}",
        "  track: {holds: [clock, bean], as: row}",
        "  ground: {holds: [card, bean]}",
        f"  hand: {{each: player, holds: card, seen_by: {hand}, as: {w.r.choice(['set', 'set', 'row'])}}}",
        f"  store: {{each: [player, colour], holds: card, as: {form}}}",
        "  cell: {each: 1..2, holds: card}",
        f"  on_it: {{each: card, holds: bean, as: {w.r.choice(['set', 'set', 'row', 'pile'])}}}",
        "  bag: {holds: bean, as: pile, seen_by: nobody, refill: {from: jar, when: needed}}",
        "  jar: {holds: bean}",
        "  dish: {each: player, holds: bean}",
        "  pool: {holds: disc}",
        "  tray: {each: player, holds: disc}",
        f"  slips: {{holds: note, as: {w.r.choice(['set', 'row', 'pile'])}}}",
    ]


def rules(w: Sentences) -> Lines:
    """Write functions, procedures, actions, set-up, phases and flow, each using only what stands above it."""
    lines, scope = functions(w)
    deeds: tuple[tuple[str, str, bool], ...] = ()
    actions: tuple[str, ...] = ()
    lines += ["procedures:", *effects(w, scope)]
    for number in range(w.r.randint(2, 4)):
        each, stops = w.r.choice(["player", "card", ""]), w.often(50)
        name = f"deed_{number}"
        at = Place(stops=stops, deeds=deeds, effects=True)
        inner = scope.child(me=each == "player")
        inner.locals["amount"] = "int"
        if each == "card":
            inner.locals["this"] = "card"
        lines.append(f"  {name}:")
        if each:
            lines.append(f"    each: {each}")
        if each == "player" and w.often(w.daring * 10):
            lines.append("    on_turn: me")
        lines.append("    given: {amount: 0..any}")
        if w.often(50):
            lines += ["    when: >", f"      {w.truth(inner)}"]
        lines += ["    do: |", *indented(["  " + x for x in w.block(inner, at, 3, 2)])]
        deeds = (*deeds, (name, each, stops))
        scope.deeds = (*scope.deeds, (name, each))
    lines.append("actions:")
    for number in range(w.r.randint(1, 3)):
        lines += action(w, scope, f"act_{number}", Place(deeds=deeds, effects=True))
        actions = (*actions, f"act_{number}")
    lines += ["setup: |", *indented(set_up(w, scope, deeds))]
    return lines + phases(w, scope, deeds, actions)


def effects(w: Sentences, scope: Scope) -> Lines:
    """Write the procedures printed on cards."""
    lines: Lines = []
    for number in range(2):
        inner = scope.child()
        inner.locals |= {"this": "card", "amount": "int"}
        lines += [f"  effect_{number}:", "    each: card", "    given: {amount: 0..any}"]
        if w.often(60):
            lines += ["    when: >", f"      {w.truth(inner)}"]
        lines += ["    do: |", *indented(["  " + x for x in w.block(inner, Place(stops=False), 2, 1)])]
    return lines


def functions(w: Sentences) -> tuple[Lines, Scope]:
    """Write some functions; return the scope in which they can be called."""
    lines = ["functions:", "  many:", "    given: {some: set of card}", "    is: >"]
    inner = Scope({"some": "cards"})
    lines.append(f"      {w.truth(inner)}")
    scope = Scope()
    for number in range(w.r.randint(1, 4)):
        name, each = f"value_{number}", w.r.choice(["player", "card", ""])
        gives = w.r.choice(["int", "bool", "cards"])
        inner = scope.child(me=each == "player")
        if each == "card":
            inner.locals["this"] = "card"
        lines.append(f"  {name}:")
        if each:
            lines.append(f"    each: {each}")
        else:
            inner.locals["given_number"] = "int"
            lines.append("    given: {given_number: 0..any}")
        body = {"int": w.number, "bool": w.truth, "cards": w.cards}[gives](inner)
        lines += ["    is: >", f"      {body}"]
        scope.functions = (*scope.functions, (name, each, gives))
    return lines, scope


def action(w: Sentences, scope: Scope, name: str, at: Place) -> Lines:
    """Write an action with some parts."""
    lines = [f"  {name}:"]
    inner = scope.child(me=True)
    count = w.r.randint(0, 2)
    if count:
        lines.append("    choose:")
    for number in range(count):
        part, kind = f"part_{number}", "cards"
        source, one = w.source(inner)
        quantity = ""
        if w.often(20):
            source, quantity = "me.hand", w.r.choice(["1 to 2 ", "up to 2 ", "2 "])
        else:
            kind = one
        chosen = inner.child()
        chosen.locals[part] = kind
        where = f" where {w.truth(chosen, 1)}" if w.often(40) and kind != "cards" else ""
        lines += [f"      {part}: >", f'        {quantity}from {source}{where} "Which?"']
        inner.locals[part] = kind
    if w.often(40):
        lines += ["    when: >", f"      {w.truth(inner, 1)}"]
    return [*lines, "    do: |", *indented(["  " + x for x in w.block(inner, at, 3, 2)])]


def set_up(w: Sentences, scope: Scope, deeds: tuple[tuple[str, str, bool], ...]) -> Lines:
    """Write the set-up: most things are dealt out, so that there is something to play with."""
    card, seat = w.fresh(), w.fresh()
    lines = [
        f"move all {card} in box where {card} is a card to deck",
        *w.r.choice(
            [["shuffle deck"], ["shuffle deck"], ["shuffle deck", "move top of deck to stack"], ["nothing"]]
        ),
        f"for {seat} in players:",
        f"    move top of deck to {seat}.hand",
        "move top 2 of deck to market",
    ]
    bean = w.fresh()
    lines.append(f"move all {bean} in box where {bean} is a bean to {w.r.choice(['bag', 'jar'])}")
    return [*lines, *w.block(scope, Place(deeds=deeds), 2, 1)]


def phases(
    w: Sentences, scope: Scope, deeds: tuple[tuple[str, str, bool], ...], actions: tuple[str, ...]
) -> Lines:
    """Write phases and the flow that does them."""
    lines, names = ["phases:"], []
    for number in range(w.r.randint(1, 3)):
        name = f"phase_{number}"
        inner = tuple(names) if w.often(20) else ()
        at = Place(phase=True, deeds=deeds, actions=actions, phases=inner, effects=True)
        lines.append(f"  {name}:")
        if w.often(25):
            lines += ["    when: >", f"      {w.truth(scope)}"]
        if w.often(25):
            lines += ["    do: |", *indented(["  " + x for x in w.block(scope, at, 5, 2)])]
            names.append(name)
            continue
        member = scope.child(me=True)
        lines += [
            "    turns: >",
            "      " + w.order(member, "me", seats=True).strip(),
            f"    rounds: {w.r.randint(1, 3)}",
        ]
        if w.often(50):
            lines += ["    until: >", f"      {w.truth(scope, 1)}"]
            if w.often(50):
                lines.append("    finish_round: true")
        if w.often(30):
            lines += ["    skip: >", f"      {w.truth(member, 1)}"]
        at = evolve(at, turn=True)
        lines += ["    turn: |", *indented(["  " + x for x in w.block(scope.child(me=True), at, 5, 2)])]
        names.append(name)
    at = Place(deeds=deeds, actions=actions, phases=tuple(names), effects=True)
    flow = [f"do {name}" for name in names]
    if w.often(50):
        flow = [f"repeat {w.r.randint(1, 2)} times:", *indented([*flow, *w.block(scope, at, 3, 2)])]
    return [*lines, "flow: |", *indented([*flow, *w.block(scope, at, 3, 2)])]


def ending(w: Sentences) -> Lines:
    """Write limits, score, winner and returns."""
    scope = Scope(me=True)
    most = w.r.choice([10, *[400] * 30])
    lines = [f"limits: {{stops: {most}, steps: {w.r.choice([30, *[3000] * 30])}}}", "score:"]
    for number in range(w.r.randint(1, 2)):
        lines += [f"  line_{number}: >", f"    {w.number(scope)}"]
    if w.often(70):
        lines += [
            "winner:",
            f"  ranked: by me.score {w.r.choice(['ascending', 'descending'])}{w.r.choice(['', ', me.coins descending'])}",
        ]
        if w.often(30):
            lines += ["  among: >", f"    {w.truth(scope, 1)}"]
        if w.often(20):
            lines += ["  rematch_if: >", f"    {w.truth(Scope(), 1)}"]
        lines.append(f"  if_tied: {w.r.choice(['shared', 'rematch', 'nobody'])}")
    if w.often(30):
        lines += ["returns: >", f"  {w.number(scope)}{w.r.choice(['', ' - me.score'])}"]
    return lines
