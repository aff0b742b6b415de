"""Real games played on side by side with games that look alike, saved, and replayed for every seat.

`LEAK_SEEDS=50` plays as many games of each ruleset; one is enough for the gate.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from leaks.replays import bots_play, hidden_from, replayed, strangers
from leaks.test_worlds import followed_always, never_mixed, only_what_moved
from leaks.twins import Count, side_by_side
from oracle import shipped
from rulewright.interpreter.engines.reference.sight import Sight

SEEDS = int(os.environ.get("LEAK_SEEDS", "1"))


def hides(name: str) -> bool:
    """Tell whether a ruleset has a zone that not everybody sees into."""
    return any(zone.seen_by != "everyone" for zone in shipped.rules(name).zones.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped.names())
def test_claims_hold_in_games_that_look_alike(name: str) -> None:
    """P4: what a bit claims is so in every game that its observer can't tell from this one, followed for as long as
    it can't; and its bits and the lines it reads are the same in both."""
    low, high = shipped.rules(name).written.players
    count = Count()
    for seed in range(SEEDS):
        players = low + seed % (min(high, 5) - low + 1)
        assert list(side_by_side(shipped.game(name, players), seed, 40, count)) == []
    if hides(name):
        assert count.further > count.steps // 4 > 0, f"too few games could be followed: {count}"
    else:
        assert count.steps == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped.names())
def test_logs_bear_out_what_is_known(name: str) -> None:
    """P4, P7: whenever a bit is set the seat sees or hears the name of the component; the game replayed from its
    save reads as it was played, and names nothing that the seat never saw."""
    low, high = shipped.rules(name).written.players
    for seed in range(SEEDS):
        players = low + seed % (min(high, 5) - low + 1)
        match, seats, wrong = bots_play(shipped.game(name, players), seed, 120)
        assert wrong == []
        for witness in seats:
            again, lines, before = replayed(match, witness.seat)
            assert again == lines
            assert strangers(match, witness, again[before:]) == []


@pytest.mark.parametrize(
    ("rule", "mutant"), [("leave", followed_always), ("arrive", only_what_moved), ("mixed", never_mixed)]
)
def test_a_wrong_rule_shows_in_a_real_game(
    rule: str, mutant: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule of what is known that is left out makes a claim false, or a mask tell games apart, in Rabbit Curry."""
    monkeypatch.setattr(Sight, rule, mutant)
    game = shipped.game("usagi_curry", 2)
    assert any(True for seed in range(3) for _ in side_by_side(game, seed, 60, Count()))


def test_a_bit_without_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is taken to know a face that nothing in their log or sight has told them is found."""
    monkeypatch.setattr(Sight, "learn", learned_by_everybody)
    _, _, wrong = bots_play(shipped.game("usagi_curry", 2), 0, 60)
    assert wrong


learn = Sight.learn


def learned_by_everybody(self: Sight, s: list[int], component: int, mask: int) -> None:
    """Take a face that somebody sees to be known to all."""
    learn(self, s, component, self.all if mask else 0)


def test_a_name_never_heard_is_found() -> None:
    """A line that names a hidden card is no replay of what its reader saw."""
    match, seats, _ = bots_play(shipped.game("garcon", 3), 1, 30)
    hidden = hidden_from(match, seats[0])
    assert len(hidden) > 20
    again, _, before = replayed(match, seats[0].seat)
    assert strangers(match, seats[0], [*again[before:], f"  {hidden[0]}: order", "pile → row"]) == hidden[:1]
