"""Who knows what after each statement: one scenario for each row of the table of updates."""

from __future__ import annotations

from leaks import toy
from rulewright.interpreter.game import Chance, State

A, B, AUDIENCE = 0, 1, 2


def at(*operations: str, **dealt: int) -> State:
    """Return a toy game of two, dealt by luck, before the first player's action."""
    state = toy.game(operations, 2, **dealt).new(3)
    state.draw_all()
    return state


def do(state: State, wanted: str) -> None:
    """Take the first option that begins so, then let luck answer for chance."""
    stop = state.stop
    assert not isinstance(stop, Chance)
    seat = stop.player if hasattr(stop, "player") else stop.players[0]  # type: ignore[union-attr]
    texts = [option.text for option in state.options(seat)]
    state.apply(seat, next(n for n, text in enumerate(texts) if text.startswith(wanted)))
    state.draw_all()


def knowing(state: State, zone: str, *index: int) -> list[set[int]]:
    """Return who knows each card in a zone."""
    spot = state.game.load.spot_at[zone, index]
    ids = state.game.machine.places.stored(state.cells, spot)
    return [{seat for seat in range(3) if state.knows(seat, c)} for c in ids]


def test_top_of_a_pile_is_followed() -> None:
    """A card looked at on the deck is still known when somebody draws it."""
    state = at("peek", "draw")
    do(state, "peek")
    do(state, "draw")
    assert knowing(state, "hand", B)[-1] == {A, B}


def test_a_card_from_a_hand_is_not_followed() -> None:
    """Moved on unseen from a hand: nothing is known of it, nor of those that stay."""
    state = at("show_all", "place", "draw", hands=2, laid=0, blues=3)
    do(state, "show all")
    assert knowing(state, "hand", A) == [{A, B, AUDIENCE}] * 2
    do(state, "nothing")
    do(state, "place")
    assert knowing(state, "hand", A) == [{A}]
    assert knowing(state, "line") == [{A}]


def test_a_card_played_openly_spends_equal_claims() -> None:
    """A face seen to leave a hand known to hold it leaves no claim about that hand's equal cards."""
    state = at("show_all", "play", hands=2, laid=0, blues=4)
    spot = state.game.load.spot_at["hand", (A,)]
    faces = state.game.machine.effects.sight.faces
    ids = state.game.machine.places.stored(state.cells, spot)
    do(state, "show all")
    do(state, "nothing")
    do(state, "play")
    stays = state.game.machine.places.stored(state.cells, spot)[0]
    equal = faces[ids[0]] == faces[ids[1]]
    assert knowing(state, "hand", A) == [{A} if equal else {A, B, AUDIENCE}]
    assert stays in ids
    assert knowing(state, "discard") == [{A, B, AUDIENCE}]


def test_a_shuffle_clears_for_everyone() -> None:
    """Even who has just looked the pile through knows nothing of it."""
    state = at("peek", "shuffle_deck", blues=4)
    do(state, "peek")
    assert {A} in knowing(state, "deck")
    do(state, "shuffle")
    assert not any(knowing(state, "deck"))


def test_searching_a_pile_leaves_only_what_was_taken() -> None:
    """Who searched and shuffled knows the card taken, the others nothing."""
    state = at("search")
    do(state, "search")
    do(state, "")
    assert knowing(state, "hand", A)[-1] == {A}
    assert not any(knowing(state, "deck"))


def test_recycling_forgets_what_all_have_seen() -> None:
    """Cards of the open discard are unknown once they are shuffled into the deck."""
    state = at("play", "recycle", hands=2, laid=0, blues=3)
    do(state, "play")
    do(state, "recycle")
    assert len(knowing(state, "deck")) == 2
    assert not any(knowing(state, "deck"))


def test_turned_down_in_place_is_still_known() -> None:
    """A card turned up is known to all, and stays so face down, though nobody sees it."""
    state = at("turn_up", "turn_down")
    do(state, "turn up")
    assert knowing(state, "line") == [{A, B, AUDIENCE}]
    do(state, "turn down")
    assert knowing(state, "line") == [{A, B, AUDIENCE}]
    component = state.game.machine.places.stored(state.cells, state.game.load.spot_at["line", ()])[0]
    assert not any(state.game.machine.effects.sight.sees(state.cells, seat, component) for seat in range(3))


def test_rotating_a_row_carries_knowledge() -> None:
    """An open shift of face-down cards is followed."""
    state = at("peek_line", "rotate", laid=2)
    do(state, "peek line · card 1")
    do(state, "rotate")
    assert knowing(state, "line") == [set(), {A}]


def test_hands_swapped_keep_what_is_known_of_them() -> None:
    """Swapped hands are seen by their new holders; a former holder still knows what it gave away."""
    state = at("trade_hands")
    do(state, "trade hands")
    assert knowing(state, "hand", A) == [{A, B}]
    assert knowing(state, "hand", B) == [{A, B}]


def test_passing_in_one_block_is_exact() -> None:
    """Everybody passes a card at once: giver and taker know it, and what stays isn't forgotten by its holder."""
    state = at("pass_right", hands=2, laid=0, blues=3)
    do(state, "pass right")
    do(state, "")
    do(state, "")
    assert sorted(map(sorted, knowing(state, "hand", A))) == [[A], [A, B]]
    assert sorted(map(sorted, knowing(state, "hand", B))) == [[A, B], [B]]


def test_one_card_shown_out_of_a_hand() -> None:
    """The one it is shown to knows it; the audience doesn't."""
    state = at("show_one")
    do(state, "show one")
    assert knowing(state, "hand", A) == [{A, B}]


def test_a_hand_laid_on_a_pile_in_no_order_that_others_know() -> None:
    """A hand shown and then laid on the deck: its holder knows the places, the others don't."""
    state = at("show_all", "unload", hands=2, laid=0, blues=3)
    do(state, "show all")
    do(state, "nothing")
    do(state, "unload")
    assert knowing(state, "deck")[-2:] == [{A}, {A}]


def test_an_answer_that_tells_a_face_teaches_it() -> None:
    """Only one face is blue: who hears that a card is blue knows it; red may be two."""
    state = at("colour_of_first")
    component = state.game.machine.places.stored(state.cells, state.game.load.spot_at["line", ()])[0]
    blue = state.game.load.cards[component].values["colour"] == (0,)
    do(state, "colour")
    assert knowing(state, "line") == [{A, B, AUDIENCE} if blue else set()]


def facet(state: State, zone: str) -> list[int]:
    """Return who knows the mark of each card in a zone, as a mask."""
    m, cells = state.game.machine, state.game.graph.cells
    start = cells.known + cells.facets["card", "mark"] * len(state.game.load.cards)
    return [state.cells[start + c] for c in m.places.stored(state.cells, state.game.load.spot_at[zone, ()])]


def test_a_hidden_value_by_rule_is_public() -> None:
    """A constant that a rule sets is known to all, though the face isn't."""
    state = at("place_marked")
    do(state, "place marked")
    assert facet(state, "line")[-1] == 0b111
    assert knowing(state, "line")[-1] == {A}


def test_a_hidden_value_by_choice_is_not() -> None:
    """A value chosen in secret is known to nobody once the card lies face down; a change clears the old one."""
    state = at("place_secret", "mark_line", "mark_one", laid=1)
    do(state, "place secret")
    assert facet(state, "line")[-1] == 0
    do(state, "mark line")
    assert facet(state, "line") == [0b111, 0b111]
    do(state, "mark one")
    assert facet(state, "line") == [0, 0]


def test_a_revealed_value_is_known() -> None:
    """A hidden value read aloud is known to all who can point at its card."""
    state = at("mark_of_first")
    do(state, "mark of first")
    assert facet(state, "line") == [0b111]
    assert knowing(state, "line") == [set()]


def test_what_lies_on_a_card_goes_with_it() -> None:
    """A token looked at under a card is lost with the card, when that leaves a hand unfollowed."""
    state = at("bean_on_line", "peek_bean", "grab", "place", hands=1, laid=1)
    do(state, "bean")
    do(state, "peek bean")
    bean = state.game.load.first["bean"]
    beans = [c for c in (bean, bean + 1) if state.knows(B, c)]
    assert len(beans) == 1
    do(state, "grab")
    do(state, "nothing")
    do(state, "place")
    assert not state.knows(B, beans[0])


def test_the_box_keeps_what_was_seen() -> None:
    """A card that goes to the box face down stays as secret as it was."""
    state = at("remove", hands=2, laid=0)
    do(state, "remove")
    gone = [
        c for c in range(len(state.game.load.cards)) if state.cells[state.game.graph.cells.spot_of + c] == 0
    ]
    assert [{seat for seat in range(3) if state.knows(seat, c)} for c in gone] == [{A}]
