"""Save -> match: the same game again, answer by answer."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.cli.play.dialogue import Plan
from rulewright.cli.play.luck import drawn_event
from rulewright.cli.play.match import Match, asked
from rulewright.cli.play.save import NoSave, Save, fingerprint
from rulewright.dsl.typed import Rules
from rulewright.interpreter.faults import Fault, Refused
from rulewright.interpreter.game import Chance, Game, State, Terminal


def match_of(rules: Rules, save: Save, language: str) -> Match:
    """Return the match of a save, played to where it stopped."""
    game = game_of(rules, save, language)
    match = Match(game, save.seed, list(save.seats), game.new(save.seed, first_player=save.first))
    match.at_table, match.drawn = save.table, list(save.drawn)
    replay(match.state, save)
    match.turns = [sum(player == seat for player, _ in match.state.answers) for seat in range(save.players)]
    return match


def game_of(rules: Rules, save: Save, language: str) -> Game:
    """Return the game of a save; `NoSave` when the rules aren't those it was played by."""
    if save.game != rules.written.game.value:
        raise NoSave(f"this is a saved game of {save.game}, not of {rules.written.game.value}")
    if save.rules != fingerprint(rules):
        raise NoSave("the game was played by another draft of these rules, so it can't go on by this one")
    try:
        return Game.of(rules, save.players, save.settings, language=language, seats=list(save.names))
    except ValueError:
        raise NoSave("the saved game is damaged") from None


def replay(state: State, save: Save, before: Callable[[State, int, int], None] | None = None) -> None:
    """Give the answers of a save once more; `before` sees each before it is given."""
    drawn = frozenset(save.drawn)
    for number, (seat, place) in enumerate(save.answers):
        if seat not in expected(state):
            raise NoSave("the saved game is damaged")
        try:
            if before is not None:
                before(state, seat, place)
            if number in drawn and state.log is not None:
                state.log.append(drawn_event(state))
            state.apply(seat, place)
        except (Refused, Fault, IndexError):
            raise NoSave("the saved game is damaged") from None


def expected(state: State) -> tuple[int, ...]:
    """Return who may answer now; chance is the number of players."""
    stop = state.stop
    match stop:
        case Terminal():
            return ()
        case Chance():
            return (state.game.players,)
        case _:
            return asked(stop)


def plan_of(save: Save) -> Plan:
    """Return how a saved game was set up."""
    return Plan(save.players, list(save.names), list(save.seats), dict(save.settings), save.first)


def saved(match: Match, plan: Plan, language: str, shown: list[int], *, finished: bool = False) -> Save:
    """Return the save of a match as it stands."""
    return Save(
        match.game.rules.written.game.value,
        fingerprint(match.game.rules),
        match.game.players,
        plan.names,
        plan.seats,
        plan.settings,
        match.seed,
        plan.first,
        language,
        [list(answer) for answer in match.state.answers],
        list(shown),
        finished,
        match.at_table,
        list(match.drawn),
    )
