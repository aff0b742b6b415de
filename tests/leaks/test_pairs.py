"""States that look and are known alike to an observer, in all shipped rulesets: nothing tells them apart."""

from __future__ import annotations

from random import Random

import pytest

from leaks import toy
from leaks.alike import Tally, met, play, strangers, telling
from leaks.pairs import pair
from oracle import shipped
from rulewright.cli.play.transcript import opening
from rulewright.dsl.check import run as check
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.read import read_ruleset
from rulewright.dsl.resolve import resolve
from rulewright.dsl.source import Source
from rulewright.interpreter.analysis import asked
from rulewright.interpreter.engines.reference.places import Places
from rulewright.interpreter.engines.reference.sight import Sight
from rulewright.interpreter.game import Game


def hides(name: str) -> bool:
    """Tell whether a ruleset has a zone that not everybody sees into."""
    return any(zone.seen_by != "everyone" for zone in shipped.rules(name).zones.values())


@pytest.mark.parametrize("name", shipped.names())
def test_what_looks_alike_stays_alike(name: str) -> None:
    """P1, P2, P3, and P5 where notes are forbidden: views, questions, refusals, logs and masks are the same."""
    low, high = shipped.rules(name).written.players
    tally = Tally()
    games, every = (6, 1) if name.startswith("classics/") else (1, 7)
    for players in sorted({low, min(high, low + 1)}):
        for seed in range(games):
            assert list(play(shipped.game(name, players), seed, steps=45, every=every, tally=tally)) == []
    if not hides(name):
        assert tally.pairs == 0
        return
    assert tally.differ >= 8, f"too few pairs differ: {tally}"
    assert tally.impossible <= tally.steps // 4, f"too many pairs that no play can reach: {tally}"
    assert tally.through >= tally.steps // 3, f"too few steps could be compared to their end: {tally}"


@pytest.mark.parametrize("name", shipped.names())
def test_no_log_names_what_its_seat_never_saw(name: str) -> None:
    """P7: a cheap search in the texts of each seat's log, the audience's too, after set-up: there all lies open in
    the box, and is told by name until it is shuffled."""
    game = shipped.game(name, shipped.rules(name).written.players[0])
    r, state, playing = Random(4), game.new(4), False
    ever: list[set[int]] = [set() for _ in range(game.players + 1)]
    searched = 0
    for _ in range(120):
        events = state.log or []
        events = events if playing else events[opening(events) :]
        playing = playing or bool(events)
        if playing:
            for seat, known in enumerate(ever):
                texts = [event.for_seat(seat) for event in events]
                assert strangers(state, seat, known, texts) == []
                searched += len(telling(state).keys() - known)
        who = asked(state)
        if who is None:
            break
        state.log = []
        if who == game.players:
            state.draw()
        else:
            state.apply(who, r.randrange(len(state.options(who))))
    if name in ("bbqp_draft14", "garcon", "usagi_curry"):
        assert searched > 1000, "there was nothing to search for"


def test_a_name_in_a_log_is_found() -> None:
    """The name of a card that lies face down in the deck is no word for a log."""
    state = shipped.game("usagi_curry", 2).new(1)
    state.draw_all()
    hidden = next(name for c, name in telling(state).items() if c not in met(state, 0))
    assert strangers(state, 0, set(), [f"P2 takes {hidden} and leaves"]) == [hidden]
    assert strangers(state, 0, set(), [f"P2 takes {hidden}x and leaves"]) == []


def test_a_joint_decision_shows_nobody_what_others_have_done() -> None:
    """Behind the curtain each sees its own moves, and nothing of the others' until the block ends."""
    game = toy.game(("pass_twice",), 2, hands=2, laid=0, blues=3)
    state = game.new(1)
    state.draw_all()
    state.apply(0, 0)
    state.draw_all()
    before = [state.observe(seat).zones for seat in range(3)]
    state.apply(0, 0)
    state.apply(1, 0)
    after = [state.observe(seat).zones for seat in range(3)]
    assert before[2] == after[2]
    assert before[0] != after[0]
    assert [event.for_seat(0) for event in state.own(0)]
    assert all(event.by == 0 for event in state.own(0))
    assert state.own(2) == []
    counts = {zone.indexes: zone.count for zone in after[0] if zone.name == "hand"}
    assert counts == {(0,): 1, (1,): 3}


# -- mutants --------------------------------------------------------------------------------------


def sorted_by_number(self: Places, s: list[int], spot: int) -> list[int]:
    """Lay cards out in component order."""
    return sorted(listed(self, s, spot))


listed = Places.listed


def test_sorted_cards_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The place of a card in a list that is sorted by number tells which card it is."""
    monkeypatch.setattr(Places, "listed", sorted_by_number)
    assert any_difference("garcon")


def test_an_option_that_names_a_hidden_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that names what its reader doesn't see tells pairs apart."""
    monkeypatch.setattr(Sight, "sees", lambda *_: True)
    assert any_difference("garcon")


def any_difference(name: str) -> bool:
    """Tell whether a few games of a ruleset tell pairs apart."""
    game = shipped.game(name, shipped.rules(name).written.players[0])
    return any(True for seed in range(3) for _ in play(game, seed, steps=60, every=2, tally=Tally()))


SWAPS = [
    ("classics/kuhn_poker", "owner", 0, "everyone"),
    ("classics/kuhn_poker", "owner", 0, "others"),
    ("classics/leduc_poker", "owner", 0, "everyone"),
    ("classics/goofspiel", "owner", 0, "everyone"),
    ("usagi_curry", "owner", 0, "everyone"),
    ("usagi_curry", "owner", 0, "nobody"),
    ("chaos_terria", "owner", 0, "everyone"),
    ("garcon", "nobody", 2, "everyone"),
]
"""A ruleset, which `seen_by: …` of it (counted from 0), and what it becomes. In the last all know what it hides."""


@pytest.mark.parametrize(("name", "was", "number", "becomes"), SWAPS)
def test_a_swapped_seen_by_is_caught(name: str, was: str, number: int, becomes: str) -> None:
    """A ruleset that lets others see what it should not fails its check, or tells pairs of the right one apart."""
    path = shipped.FOLDER / f"{name}.yaml"
    head, *tail = path.read_text().split(f"seen_by: {was}")
    pieces = [head]
    for place, piece in enumerate(tail):
        pieces += [f"seen_by: {becomes if place == number else was}", piece]
    report = Report()
    tree = read_ruleset(Source(path.name, "".join(pieces)), report, path.parent)
    rules = None if tree is None or report.failed else resolve(tree, report)
    if rules is not None and not report.failed:
        check(rules, report)
    if report.failed or rules is None:
        return
    players = rules.written.players[0]
    wrong, right = Game.of(rules, players), shipped.game(name, players)
    assert wrong.graph.cells.size == right.graph.cells.size
    r, state = Random(2), right.new(2)
    for _ in range(60):
        for seat in range(players + 1):
            made = pair(state, seat, r, forgetful=number == 2)
            if made is not None:
                here, there = (repr(wrong.at(one.cells).observe(seat)) for one in (state, made[0]))
                if here != there:
                    return
        who = asked(state)
        assert who is not None, "the game ended before anybody saw too much"
        if who == players:
            state.draw()
        else:
            state.apply(who, r.randrange(len(state.options(who))))
    raise AssertionError("nobody noticed")
