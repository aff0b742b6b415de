"""Claims and masks against every possible world of a toy game, one campaign for each family of operations."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from leaks import toy
from leaks.worlds import campaign
from rulewright.interpreter.engines.reference.sight import Sight

FAMILIES: dict[str, tuple[tuple[str, ...], dict[str, int]]] = {
    "cards": (("draw", "play", "place", "grab", "give"), {"hands": 1}),
    "hands": (("draw", "give", "steal", "show_one", "show_all", "play"), {"hands": 1}),
    "deck": (("draw", "draw_bottom", "bury", "top_deck", "peek", "shuffle_deck", "play"), {"hands": 1}),
    "search": (("draw", "search", "play", "peek", "recycle"), {"hands": 2, "laid": 0}),
    "desk": (("search_back", "pick_up", "lay_out", "unload", "show_all", "draw"), {"hands": 1}),
    "line": (
        ("place", "place_first", "grab", "peek_line", "rotate", "turn_up", "turn_down"),
        {"laid": 2, "blues": 3},
    ),
    "swaps": (("trade_hands", "trade_line", "place", "show_one", "draw"), {"hands": 1}),
    "turned": (("flash", "unflash", "play", "give", "draw", "show_one"), {"hands": 2, "laid": 0}),
    "told": (("colour_of_first", "rank_of_first", "rotate", "place", "grab"), {"laid": 2, "blues": 3}),
    "marks": (
        ("mark", "place_marked", "place_secret", "mark_line", "mark_one", "mark_of_first", "grab"),
        {"laid": 2},
    ),
    "attached": (("bean_on_line", "peek_bean", "grab", "place", "rotate"), {"laid": 2}),
    "boxed": (("remove", "play", "show_one", "draw", "give"), {"hands": 1}),
    "passed": (("pass_right", "show_one", "draw"), {"hands": 1}),
    "passed_twice": (("pass_twice", "show_all", "draw", "place"), {"hands": 1}),
    "passed_or_placed": (("pass_or_place", "show_one", "grab"), {"hands": 1}),
    "shown_together": (("show_together", "draw", "play"), {"hands": 1}),
}
"""Operations that have something to do with each other, and how the toy is dealt."""


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("players", [2, 3])
def test_every_claim_holds_in_every_world(name: str, players: int) -> None:
    """No bit is false in any world an observer must reckon with, and no mask tells two of them apart."""
    operations, dealt = FAMILIES[name]
    checks, wrong = campaign(toy.game(operations, players, **dealt), seed=players, games=2, steps=14)
    assert wrong == []
    assert checks >= 40


@pytest.mark.parametrize("name", ["cards", "hands", "line"])
def test_backs_tell_cards_apart(name: str) -> None:
    """The same with backs: what shows on the back is followed."""
    operations, dealt = FAMILIES[name]
    checks, wrong = campaign(toy.game(operations, 2, back=True, **dealt), seed=5, games=2, steps=14)
    assert wrong == []
    assert checks >= 40


# -- mutants --------------------------------------------------------------------------------------


def followed_always(
    self: Sight, s: list[int], spot: int, rest: list[int], seen: int, *, followed: bool
) -> int:
    """Arriving adds viewers, shuffling clears, and that is all."""
    return 0


def only_what_moved(
    self: Sight, s: list[int], component: int, rest: list[int], lost: int, named: int = 0
) -> None:
    """Those that stay keep their claims."""
    arrive(self, s, component, [], lost, named)


def copies_keep(self: Sight, s: list[int], component: int, rest: list[int], witnesses: int) -> None:
    """An earlier claim is kept when the same face comes out."""


def changed_and_kept(
    self: Sight, s: list[int], component: int, facet: int, *, public: bool, pointed: bool
) -> None:
    """A hidden value is set, and whoever knew the old one thinks it is still there."""


def never_mixed(self: Sight, s: list[int], components: list[int]) -> None:
    """Shuffling clears nothing."""


def learned_by_all(self: Sight, s: list[int], components: list[int], mask: int) -> None:
    """A private look is taken for a public one."""
    show(self, s, components, self.all)


def load_left_behind(self: Sight, s: list[int], components: object) -> list[int]:
    """What lies on a component isn't thought of."""
    assert isinstance(components, list | tuple)
    return list(components)


def no_segments(self: Sight, s: list[int], component: int, spot: int) -> list[int]:
    """Halfway through a passing round what has just arrived counts as what could be passed on."""
    return [c for c in self.places.stored(s, spot) if self.backs[c] == self.backs[component]]


arrive, show = Sight.arrive, Sight.show

MUTANTS: list[tuple[str, Callable[..., object], str]] = [
    ("leave", followed_always, "hands"),
    ("arrive", only_what_moved, "hands"),
    ("spend", copies_keep, "hands"),
    ("changed", changed_and_kept, "marks"),
    ("mixed", never_mixed, "deck"),
    ("mixed", never_mixed, "search"),
    ("show", learned_by_all, "hands"),
]
"""Which rule, what it becomes, and the family in which that must show."""


@pytest.mark.parametrize(("rule", "mutant", "family"), MUTANTS)
def test_a_wrong_rule_is_caught(
    rule: str, mutant: Callable[..., object], family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each rule of the table that is left out makes a claim false or lets a mask tell worlds apart."""
    monkeypatch.setattr(Sight, rule, mutant)
    operations, dealt = FAMILIES[family]
    _, wrong = campaign(toy.game(operations, 2, **dealt), seed=1, games=40, steps=14)
    assert wrong, f"{rule} can be wrong unnoticed"
