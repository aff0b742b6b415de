"""The table view on a screen: what is shown, where, and that it fits at any width."""

from __future__ import annotations

import io
import re
from itertools import combinations

import pytest

from cli.golden import same_as_golden
from rulewright.cli import bundled
from rulewright.cli.columns import width
from rulewright.cli.play.layout import Look, table
from rulewright.cli.play.prompts import Prompter, chosen
from rulewright.cli.play.terminal import Terminal
from rulewright.dsl.compile import check_file
from rulewright.interpreter.bots import Random, question
from rulewright.interpreter.game import Chance, Decision, Game, State
from rulewright.interpreter.questions import Answer, Asked
from rulewright.interpreter.table_view import Grid, table_view


def played(name: str, players: int, stops: int, *, language: str = "") -> State:
    """Return a state after some random answers."""
    rules, report = check_file(bundled.find(name))
    assert rules is not None, report.sorted()
    state = Game.of(rules, players, language=language).new(7)
    bot = Random(3)
    for turn in range(stops * 20):
        stop = state.stop
        if state.over or len([a for a in state.answers if a[0] < players]) >= stops:
            break
        if isinstance(stop, Chance):
            state.draw()
            continue
        seat = stop.player if isinstance(stop, Decision) else stop.players[0]
        state.apply(seat, bot.choose(question(state, seat, turn)))
    return state


SHOWN = [
    ("usagi_curry", 4, 20, 80, "en"),
    ("usagi_curry", 5, 20, 60, "ja"),
    ("connect_four", 2, 14, 80, "en"),
    ("leduc_poker", 2, 2, 40, "en"),
]


@pytest.mark.parametrize(("name", "players", "stops", "columns", "language"), SHOWN)
def test_tables(name: str, players: int, stops: int, columns: int, language: str) -> None:
    """The table of some games is as in its golden file."""
    state = played(name, players, stops, language=language)
    lines = table(table_view(state, 0), Look(columns, language), "seat 1 looks")
    same_as_golden(f"{name}-{players}-{columns}-{language}", "\n".join(lines) + "\n")


@pytest.mark.parametrize("name", ["usagi_curry", "chaos_terria", "bbqp_draft14", "garcon", "a_la_carte"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_fits(name: str, language: str) -> None:
    """At every width from 40 to 120 columns no line is wider than the screen, for each observer."""
    rules, _ = check_file(bundled.find(name))
    assert rules is not None
    players = rules.written.players[1]
    state = played(name, players, 60, language=language)
    for columns in (40, 57, 80, 120):
        for seat in (0, players - 1, players):
            lines = table(table_view(state, seat), Look(columns, language, whole=True))
            assert max(width(line) for line in lines) <= columns


@pytest.mark.parametrize("name", ["usagi_curry", "chaos_terria", "goofspiel"])
def test_others_see_backs(name: str) -> None:
    """What only its owner sees is a back or a number for the others and the audience."""
    state = played(name, 4 if name != "goofspiel" else 2, 12)
    load = state.game.load
    hidden = [
        zone.name for zone in load.rules.zones.values() if zone.seen_by == "owner" and zone.dot is not None
    ]
    assert hidden
    for observer in range(1, state.game.players + 1):
        rows = dict(table_view(state, observer).rows)
        for zone in hidden:
            label = state.game.machine.writer.label(zone)
            if label not in rows:
                continue
            for seat, line in enumerate(rows[label]):
                items = [item for _, group in line.groups for item in group]
                if seat != observer:
                    assert all(re.fullmatch(r"\[.*\]", item) for item in items), (zone, items)


def test_slips_are_numbered_from_the_first() -> None:
    """A pile of slips prints itself as numbered lines, the first at the top."""
    rules, _ = check_file(bundled.find("chaos_terria"))
    assert rules is not None
    game = Game.of(rules, 4)
    state = game.new(7, first_player=0)
    bot = Random(5)
    for turn in range(4000):
        stop = state.stop
        view = table_view(state, 4)
        chain = next(
            (line for line in view.table if not isinstance(line, Grid) and line.form == "numbered"), None
        )
        if chain is not None and len(chain.groups[0][1]) > 1:
            lines = table(view, Look(100, "en"))
            first = next(n for n, line in enumerate(lines) if " 1. " in line)
            assert " 2. " in "\n".join(lines[first + 1 :])
            return
        if isinstance(stop, Chance):
            state.draw()
            continue
        seat = stop.player if isinstance(stop, Decision) else stop.players[0]  # type: ignore[union-attr]
        state.apply(seat, bot.choose(question(state, seat, turn)))
    raise AssertionError("no chain of claims came about")


def test_unused_lines_are_left_out() -> None:
    """A place that is empty has no line, unless it is always shown."""
    view = table_view(played("usagi_curry", 3, 1), 0)
    labels = [line.label for line in view.table]
    assert "discards" not in labels
    assert "deck" in labels


def test_order_of_screen() -> None:
    """`screen` orders the lines of the table and of the players."""
    view = table_view(played("usagi_curry", 3, 30), 0)
    labels = [line.label for line in view.table]
    wanted = ["tiles face down", "open tiles", "deck", "discards"]
    assert [label for label in labels if label in wanted] == [label for label in wanted if label in labels]
    assert view.rows[0][0] == "hand"


def test_numbers_are_typed_as_they_stand() -> None:
    """Where all options are numbers, one is typed itself, not its place in the list."""
    assert [chosen(typed, ["0", "1", "2"]) for typed in ("0", "2", "3", "")] == [0, 2, None, None]
    assert chosen("3", ["2", "3"]) == 1
    assert chosen("1", ["2", "3"]) is None
    assert chosen("1", ["2 coins", "3"]) == 0
    assert chosen("2", ["1", "1"]) == 1


def test_the_answer_that_declines_is_said_in_the_language_of_play() -> None:
    """A fixed text is put into words; a component that is called the same is not."""
    answers = tuple(Answer(n, text, (text,)) for n, text in enumerate(("nothing", "beer", "nothing")))
    asked = Asked(0, "Encore ?", "list", answers, 0, "actions.serve", {})
    found = Prompter(Terminal(), "fr", lambda *_: None).in_words(asked)
    assert [answer.text for answer in found.answers] == ["rien", "beer", "nothing"]
    quiet = Asked(0, "ベル？", "race", (*answers[:2], Answer(2, "stay quiet", ("stay quiet",))), 2, "r", {})
    assert Prompter(Terminal(), "ja", lambda *_: None).in_words(quiet).answers[2].text == "反応しない"


def test_what_is_wrong_with_several_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Too many or too few: how many are wanted; the right number that isn't offered: that these don't go together."""
    pairs = [pair for pair in combinations("abcdef", 2) if pair != ("a", "b")]
    asked = Asked(
        0, "Which?", "set", tuple(Answer(n, "", pair) for n, pair in enumerate(pairs)), None, "r", {}
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("1 2 3\n1\n1 6\n1 2\n"))
    assert pairs[Prompter(Terminal(), "en", lambda *_: None).members(asked)] == ("a", "c")
    out = capsys.readouterr().out
    told = ["Choose 2, not 3.", "Choose 2, not 1.", "These can't be chosen together."]
    assert re.findall(r"Choose \d, not \d\.|These can't be chosen together\.", out) == told
