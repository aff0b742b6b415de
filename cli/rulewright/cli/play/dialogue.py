"""Flags, terminal -> how the game is set up: players, names, variants, who begins; flags skip questions."""

from __future__ import annotations

from attrs import define

from rulewright.cli.columns import clean, wrap
from rulewright.cli.output import Ended, Exit, paint
from rulewright.cli.play.match import HUMAN, PLAYERS
from rulewright.cli.play.terminal import Terminal
from rulewright.cli.words import word
from rulewright.dsl.check.loads import words_of
from rulewright.dsl.settings import parse_setting
from rulewright.dsl.tree import Text
from rulewright.dsl.typed import Rules

BOT = "careful"
"""Who takes a seat that nobody asked for."""

USUAL = 4
"""How many players are proposed, where the ruleset allows it."""


@define(eq=False)
class Plan:
    """How a game is set up. `first` is a seat from 0, None for the lot (or for a game that doesn't ask)."""

    players: int
    names: list[str]
    seats: list[str]
    settings: dict[str, str]
    first: int | None


@define(eq=False)
class Flags:
    """What the command line says; None where it says nothing."""

    players: int | None
    names: list[str] | None
    settings: dict[str, str]
    seats: dict[int, str]
    first: str | None
    bots_only: bool

    @property
    def nothing(self) -> bool:
        """Whether the command line leaves everything to be asked."""
        return not (self.players or self.names or self.settings or self.seats or self.first)


def proposed(rules: Rules) -> int:
    """Return the number of players that is proposed."""
    low, high = rules.written.players
    return max(low, min(high, USUAL))


def plain(rules: Rules, flags: Flags) -> Plan:
    """Return the plan without a terminal: bots in all seats, defaults where no flag says otherwise."""
    players = flags.players if flags.players is not None else enough(rules, flags)
    names = seat_names(flags.names or [], players)
    seats = [flags.seats.get(n + 1, BOT) for n in range(players)]
    check_seats(flags, players)
    return Plan(players, names, seats, dict(flags.settings), first_seat(flags.first, names))


def enough(rules: Rules, flags: Flags) -> int:
    """Return the proposed number of players, or as many as the flags name."""
    named = max([len(flags.names or []), *flags.seats])
    return max(proposed(rules), named)


def ask_plan(rules: Rules, flags: Flags, terminal: Terminal, language: str) -> Plan:
    """Ask at the terminal for what no flag says."""
    title(rules, terminal, language)
    low, high = rules.written.players
    players = flags.players
    if players is None:
        players = low if low == high else ask_players(rules, flags, terminal, language)
    names, people = flags.names, [n for n, kind in flags.seats.items() if kind == HUMAN]
    seats = {n: flags.seats.get(n, BOT) for n in range(1, players + 1)}
    if not people and not flags.bots_only:
        here = [name for name in names or [] if name] if names else ask_names(players, terminal, language)
        people = list(range(1, (1 if names else len(here)) + 1))
        names = here
        for seat in people:
            if seat not in flags.seats:
                seats[seat] = HUMAN
    check_seats(flags, players)
    all_names = seat_names(names or [], players)
    settings = dict(flags.settings)
    for name in variants(rules):
        if name not in settings:
            settings[name] = ask_variant(rules, name, terminal, language)
    first = first_seat(flags.first, all_names)
    if rules.written.first_player is not None and flags.first is None and not flags.bots_only:
        first = ask_first(rules, all_names, terminal, language)
    return Plan(players, all_names, [seats[n + 1] for n in range(players)], settings, first)


def title(rules: Rules, terminal: Terminal, language: str) -> None:
    """Write what is played, and how many questions of its rules are open."""
    written = rules.written
    name = said(written.title, rules, language) or written.game.value.replace("_", " ")
    draft = f"  {word(language, 'draft', written.draft.value)}" if written.draft is not None else ""
    terminal.write(["", paint(clean(name + draft), "bold", on=terminal.colour)])
    document = said(written.document, rules, language)
    if document:
        terminal.write(wrap(clean(document), terminal.columns))
    open_questions = sum(p.written.because is not None for p in rules.parameters.values())
    if open_questions:
        text = word(language, "open questions", open_questions, written.game.value)
        terminal.write([paint(line, "dim", on=terminal.colour) for line in wrap(text, terminal.columns)])
    terminal.write([""])


def said(text: Text | None, rules: Rules, language: str) -> str:
    """Return a text of the ruleset in the language of play."""
    return text.in_language(language, rules.written.language).strip() if text is not None else ""


def ask_players(rules: Rules, flags: Flags, terminal: Terminal, language: str) -> int:
    """Ask for the number of players."""
    low, high = rules.written.players
    default = min(enough(rules, flags), high)
    while True:
        typed = terminal.read(word(language, "players?", low, high, default))
        if not typed:
            return default
        if typed.isdigit() and low <= int(typed) <= high:
            return int(typed)
        terminal.write([word(language, "no number", low, high)])


def ask_names(players: int, terminal: Terminal, language: str) -> list[str]:
    """Ask who plays at this screen."""
    default = "P1"
    while True:
        typed = terminal.read(word(language, "names?", default))
        names = [name.strip() for name in typed.replace("、", ",").split(",") if name.strip()] or [default]
        problem = wrong_names(names, players)
        if not problem:
            return names
        terminal.write([problem])


def wrong_names(names: list[str], players: int) -> str:
    """Return what is wrong with names of seats, or nothing."""
    if len(names) > players:
        return f"{len(names)} names for {players} players"
    twice = next((name for n, name in enumerate(names) if name in names[:n]), None)
    return f"two seats are called {twice}" if twice is not None else ""


def seat_names(given: list[str], players: int) -> list[str]:
    """Return a name for every seat; the others are called P1, P2 … by their number."""
    problem = wrong_names(given, players)
    if problem:
        raise Ended(Exit.USAGE, f"rules: --names: {problem}")
    return [given[n] if n < len(given) else f"P{n + 1}" for n in range(players)]


def check_seats(flags: Flags, players: int) -> None:
    """Refuse seats that don't exist and players that nobody knows."""
    for seat, kind in flags.seats.items():
        if not 1 <= seat <= players:
            raise Ended(Exit.USAGE, f"rules: --seat: there are seats 1 to {players}, not {seat}")
        if kind not in PLAYERS:
            raise Ended(Exit.USAGE, f"rules: --seat: write {', '.join(PLAYERS)}, not {kind}")


def variants(rules: Rules) -> list[str]:
    """Return the parameters that players choose: those that don't settle an open question."""
    return [name for name, parameter in rules.parameters.items() if parameter.written.because is None]


def ask_variant(rules: Rules, name: str, terminal: Terminal, language: str) -> str:
    """Ask for one variant; Enter keeps the default."""
    parameter = rules.parameters[name]
    default = str(parameter.written.default.value)
    question = said(parameter.written.asks, rules, language) or name.replace("_", " ")
    values = words_of(rules, parameter)
    terminal.write(
        [paint(line, "bold", on=terminal.colour) for line in wrap(clean(question), terminal.columns)]
    )
    terminal.write([f"  {n} {readable(value)}" for n, value in enumerate(values, 1)])
    while True:
        typed = terminal.read(f"({word(language, 'default', readable(default))}) > ")
        if not typed:
            return default
        if typed in values or not parse_setting(rules, parameter, typed)[1]:
            return typed
        if typed.isdigit() and 1 <= int(typed) <= len(values):
            return values[int(typed) - 1]
        terminal.write([word(language, "no number", 1, len(values))])


def readable(value: str) -> str:
    """Return a value of a parameter as people read it."""
    return {"true": "yes", "false": "no"}.get(value, value.replace("_", " "))


def ask_first(rules: Rules, names: list[str], terminal: Terminal, language: str) -> int | None:
    """Ask the rulebook's question about who begins; Enter leaves it to the lot."""
    question = clean(said(rules.written.first_player, rules, language))
    terminal.write([paint(line, "bold", on=terminal.colour) for line in wrap(question, terminal.columns)])
    terminal.write(["  " + "   ".join(f"{n} {clean(name)}" for n, name in enumerate(names, 1))])
    while True:
        typed = terminal.read(word(language, "first?"))
        if not typed:
            return None
        if typed.isdigit() and 1 <= int(typed) <= len(names):
            return int(typed) - 1
        if typed in names:
            return names.index(typed)
        terminal.write([word(language, "no number", 1, len(names))])


def first_seat(given: str | None, names: list[str]) -> int | None:
    """Return the seat that a flag names, by number or by name."""
    if given is None:
        return None
    if given.isdigit() and 1 <= int(given) <= len(names):
        return int(given) - 1
    if given in names:
        return names.index(given)
    raise Ended(Exit.USAGE, f"rules: --first: write a seat from 1 to {len(names)} or a name, not {given}")


def seats_from(pairs: tuple[str, ...]) -> dict[int, str]:
    """Return `N=WHO` pairs as a mapping."""
    found: dict[int, str] = {}
    for pair in pairs:
        number, sign, who = pair.partition("=")
        if not sign or not number.strip().isdigit():
            raise Ended(Exit.USAGE, f"rules: --seat: write N=human, N=careful or N=random, not {pair}")
        found[int(number)] = who.strip()
    return found
