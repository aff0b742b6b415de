"""Bots: what they are told, that they decline, and that the same game is the same game."""

from __future__ import annotations

from pathlib import Path

from rulewright.cli import bundled
from rulewright.cli.play.match import Match
from rulewright.dsl.compile import check_file
from rulewright.interpreter.bots import Careful, Random, question
from rulewright.interpreter.game import Game, Race, State

DECLINING = (
    "rules: 1\ngame: small\nplayers: 2\nvariables: {taken: 0..any}\n"
    "phases:\n  play:\n    turns: clockwise from first_player\n    rounds: 40\n    turn: |\n"
    '      me may "Take one":\n          taken += 1\n'
    "flow: |\n  do play\n"
)


def state_of(path: Path) -> State:
    """Return the first state of a small ruleset."""
    rules, report = check_file(path)
    assert rules is not None, report.sorted()
    return Game.of(rules, 2).new(1)


def test_careful_mostly_declines(tmp_path: Path) -> None:
    """A careful bot accepts about once in four times, a random one about every other time."""
    path = tmp_path / "small.yaml"
    path.write_text(DECLINING)
    taken = {}
    for bot in (Careful(5), Random(5)):
        state = state_of(path)
        turns = [0, 0]
        while not state.over:
            seat = state.stop.player  # type: ignore[union-attr]
            asked = question(state, seat, turns[seat])
            assert asked.declines == 1
            state.apply(seat, bot.choose(asked))
            turns[seat] += 1
        taken[type(bot)] = dict(state.observe(0).variables)["taken"][0] or 0
    assert 5 <= taken[Careful] <= 35
    assert 25 <= taken[Random] <= 55
    assert taken[Careful] < taken[Random]


def test_careful_is_quiet_in_races() -> None:
    """Careful bots never react first."""
    rules, _ = check_file(bundled.find("chaos_terria"))
    assert rules is not None
    game = Game.of(rules, 3)
    match = Match(game, 3, ["careful"] * 3, game.new(3))
    races = 0
    while len(match.state.answers) < 400:
        races += isinstance(match.state.stop, Race)
        if not match.step():
            break
    assert races > 20
    assert not any(
        event.kind == "takes" and event.text == "Ring the bell?" for event in match.state.log or []
    )


def test_a_bot_sees_what_its_seat_sees() -> None:
    """The question holds the observation of the seat, made only when the bot looks."""
    rules, _ = check_file(bundled.find("goofspiel"))
    assert rules is not None
    state = Game.of(rules, 2).new(1)
    state.draw_all()
    asked = question(state, 1, 0)
    assert asked.seen == state.observe(1)
    assert asked.count == len(asked.seen.options) == 4


def test_choices_depend_on_seed_seat_and_turn_only(tmp_path: Path) -> None:
    """The same bot in the same seat at the same turn chooses the same place."""
    path = tmp_path / "small.yaml"
    path.write_text(DECLINING)
    state = state_of(path)
    answers = {seed: [Random(seed).choose(question(state, 0, turn)) for turn in range(20)] for seed in (1, 2)}
    assert answers[1] == [Random(1).choose(question(state, 0, turn)) for turn in range(20)]
    assert answers[1] != answers[2]
    assert {0, 1} == set(answers[1])
