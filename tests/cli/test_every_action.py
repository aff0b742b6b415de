"""One full turn of each kind of action of each game, played by what the screen shows and nothing else."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.at_screen import AtScreen
from cli.pseudo import Person
from rulewright.cli import bundled


@contextmanager
def at_screen(state: Path, game: str, *arguments: str, seed: int, players: int) -> Iterator[AtScreen]:
    """Sit down as Ann in the first seat, who begins, against bots."""
    seats = ("--seed", str(seed), "--players", str(players), "--names", "Ann", "--first", "1")
    with Person("run", game, *seats, *arguments, state=state, columns=80, rows=60) as person:
        screen = AtScreen(person)
        screen.look()
        yield screen


def test_chaos_terria(tmp_path: Path) -> None:
    """Order, serve, ring the bell at a return and correct it, return dishes."""
    with at_screen(tmp_path, "chaos_terria", seed=3, players=2) as screen:
        for _ in range(5):
            assert re.search(r"Order .* \(upper\) or .* \(lower\)\?", screen.asked)
            screen.choose("upper")
        assert "serving phase" in screen.text
        assert "Serve or return?" in screen.asked
        assert "not now: pass" in screen.asked
        screen.choose("serve", "shrimp cocktail / crab cocktail")
        assert "Which name, shrimp cocktail or crab cocktail?" in screen.asked
        assert re.search(r"the claim +1\. Ann: for P2", screen.text)
        screen.choose("lower")
        assert 'Ann: "crab cocktail"' in screen.text
        assert 'P2: "I did not order that dish"' in screen.text
        assert "Ring the bell?" in screen.asked
        screen.choose("Ring the bell", "correct it", "Ann", "upper")
        assert 'Ann: "Ann ordered it, french fries"' in screen.text
        assert "you see Ann side orders: grilled corn / grilled zucchini" in screen.text
        while "Serve or return?" not in screen.asked:
            screen.choose("stay quiet")
        screen.choose("return dishes")
        assert 'Ann: "I return dishes"' in screen.text
        for dish in ("red coleslaw / white coleslaw", "hot chocolate / iced chocolate"):
            assert "Return which dish?" in screen.asked
            screen.choose(dish)
            assert f'Ann: "Nobody ordered {dish}"' in screen.text


def test_chaos_terria_stays_silent(tmp_path: Path) -> None:
    """Who rings and then has nothing to say is told what that costs."""
    with at_screen(tmp_path, "chaos_terria", seed=3, players=2) as screen:
        screen.first_until("Serve or return")
        screen.choose("serve", "shrimp cocktail / crab cocktail", "upper", "Ring the bell")
        assert re.search(r"say nothing +Say nothing\. That is a foul and costs a complaint", screen.asked)
        screen.choose("say nothing")
        assert re.search(r"complaints +2 +0", screen.text)


def test_chaos_terria_nobody_ordered_it(tmp_path: Path) -> None:
    """Who rings while another serves may say that nobody ordered the dish, and gets it if that is so."""
    with at_screen(tmp_path, "chaos_terria", "--first", "2", seed=1, players=2) as screen:
        screen.first_until(r"Ring the bell\?")
        assert re.search(r"the claim +1\. P2: for Ann", screen.text)
        screen.choose("Ring the bell")
        assert re.search(r"nobody ordered it +Say that nobody ordered the dish", screen.asked)
        screen.choose("nobody ordered it")
        assert 'Ann: "Nobody ordered it"' in screen.text
        assert 'Ann: "I did not order that dish"' in screen.text
        assert "baked beans / green beans: tray → Ann collection" in screen.text
        assert re.search(r"complaints +0 +1", screen.text)


def test_chaos_terria_pass(tmp_path: Path) -> None:
    """Who can neither serve nor return passes. Only tables of ten players need that; here it is a table of two at
    which nothing may be returned."""
    draft = tmp_path / "chaos_terria.yaml"
    text = bundled.find("chaos_terria").read_text(encoding="utf-8")
    assert "2..4: 3" in text
    draft.write_text(text.replace("2..4: 3", "2: 0, 3..4: 3"), encoding="utf-8")
    shutil.copytree(bundled.find("chaos_terria").with_suffix(""), tmp_path / "chaos_terria")
    with at_screen(tmp_path, str(draft), "--set", "kitchen_size=1", seed=33, players=2) as screen:
        for _ in range(20):
            if 'Ann: "I pass"' in screen.text:
                break
            screen.person.type("2" if "Ring the bell" in screen.asked else "1")
            screen.look()
        assert "Ann: pass" in screen.text
        assert 'Ann: "I pass"' in screen.text
        assert "P2's turn" in screen.text


def test_garcon(tmp_path: Path) -> None:
    """Take an order, lay each of the events, serve with a recital item by item."""
    with at_screen(tmp_path, "garcon", seed=3, players=3) as screen:
        assert "take an order: Which order do you take?" in screen.asked
        screen.choose("O47")
        assert "Ann: take an order · O47: lemonade 2, beer 1, croissant 1 (tip 4)" in screen.text
        assert "P2: Customers gone · card 1" in screen.text
        screen.choose("O16")
        assert re.search(r"taken, not served +\[order\] ", screen.text)
        screen.choose("Notepad")
        assert "O16: lemonade 2, orange juice 1 (tip 2) is turned face up" in screen.text
        screen.choose("Same again")
        assert "Ann: Same again · O16" in screen.text
        assert re.search(r"Customers gone +Another waiter loses an order", screen.asked)
        screen.choose("serve")
        for thing in ("lemonade", "lemonade", "orange juice", "nothing"):
            assert "What is the next thing of this order?" in screen.asked
            screen.choose(thing)
        assert 'Ann: "lemonade 2, orange juice 1"' in screen.text
        assert "* Correct: 4" in screen.text
        assert re.search(r"tips +4 +0 +0", screen.text)
        screen.choose("Customers gone")
        while "What do you do?" not in screen.asked:
            assert re.search(r"Customers gone.*: (On|Which)", screen.asked)
            screen.choose(".*")
        assert "Ann: Customers gone · O39" in screen.text


def test_garcon_with_the_clock(tmp_path: Path) -> None:
    """In the advanced game the clock takes the place of the order on its right; the new one lies on its left."""
    with at_screen(tmp_path, "garcon", "--set", "with_clock=true", seed=3, players=2) as screen:
        assert re.search(r"Orders in the middle +clock · O47: ", screen.text)
        assert "clock" not in screen.asked
        screen.choose("O47")
        assert re.search(r"Orders in the middle +O46: [^·]+ · clock\n +O34: ", screen.text)
        screen.choose("O46")
        assert re.search(r"Orders in the middle +O16: [^·]+ · clock\n +O34: ", screen.text)
        screen.choose("take an order", "O34")
        assert re.search(
            r"Orders in the middle +O16: .+\n +O22: tea 2, sandwich 2 \(tip 2\) · clock\n", screen.text
        )


def test_a_la_carte(tmp_path: Path) -> None:
    """Cook, turn up the heat, season, take coffee breaks, finish a dish, lay and flip the crêpe."""
    with at_screen(tmp_path, "a_la_carte", seed=3, players=2) as screen:
        assert "cook a dish: Which dish?" in screen.asked
        screen.choose("Y2 Lemon Ice")
        assert "not now: flip the crêpe, serve, end the turn (? why)" in screen.asked
        screen.choose("coffee break")
        assert re.search(r"spoons left +6", screen.text)
        screen.choose("season", "lemon")
        assert "How many grains fall out? 0" in screen.text
        screen.choose("season", "lemon")
        assert "Which grains fell? salt, lemon" in screen.text
        assert "Y2 Lemon Ice (lemon 1) 0-0, x1, 1p: Ann dish in the pan → Ann finished dishes" in screen.text
        screen.choose("lay the crêpe")
        assert "Ann: flip the crêpe" in screen.text
        assert "Flip the crêpe: picture up in the pan" in screen.text
        screen.choose("G1 Carrot Broth")
        screen.choose("turn up the heat")
        assert "Roll the heat die: " in screen.text


def test_a_la_carte_ends_a_turn(tmp_path: Path) -> None:
    """Who has used all spoons ends the turn; what is no longer possible is named."""
    with at_screen(tmp_path, "a_la_carte", seed=3, players=2) as screen:
        screen.choose("Y1 Plain Rice", "season", "lemon", "season", "pepper", "season", "herbs")
        assert "not now: turn up the heat, season, flip the crêpe, serve (? why)" in screen.asked
        screen.choose("end the turn")
        assert "P2's turn" in screen.text


@pytest.mark.parametrize(
    ("seed", "cup", "asks"),
    [
        (1, "exchange stoves", ""),
        (5, "cool down", "How much cooler?"),
        (6, "season another dish", "Which bottle?"),
    ],
)
def test_a_la_carte_cups(tmp_path: Path, seed: int, cup: str, asks: str) -> None:
    """The cups that do something to stoves and pans are used in a coffee break."""
    with at_screen(tmp_path, "a_la_carte", seed=seed, players=2) as screen:
        assert re.search(rf"coffee cups +{cup}", screen.text)
        screen.choose("Y1 Plain Rice", "coffee break")
        if asks:
            assert asks in screen.asked
            screen.choose(".*")
        assert f"{cup}: Ann coffee cups → used cups" in screen.text


def test_a_la_carte_serves_by_choice(tmp_path: Path) -> None:
    """Where serving is left to the cook, a complete dish waits until it is served."""
    with at_screen(tmp_path, "a_la_carte", "--set", "serving=by_choice", seed=3, players=2) as screen:
        screen.choose("Y2 Lemon Ice", "season", "lemon", "season", "lemon")
        screen.choose("serve")
        assert "Ann: serve" in screen.text
        assert "Ann dish in the pan → Ann finished dishes" in screen.text


BATTLE, DRAFT = "Play which cards", "Pass which card to your right"


def test_usagi_curry(tmp_path: Path) -> None:
    """Opening, draft, a battle with two cards and one with one."""
    with at_screen(tmp_path, "usagi_curry", seed=3, players=3) as screen:
        assert "Play which card" in screen.asked
        screen.choose("3A")
        assert "* P2 takes the open tiles" in screen.text
        assert DRAFT in screen.asked
        screen.choose("4C")
        assert "4C: Ann hand → P3 hand" in screen.text
        assert "revealed: P2, holds only items: no" in screen.text
        assert BATTLE in screen.asked
        screen.choose(r"5D \+ 5A")
        assert "5D, 5A: Ann hand → Ann played" in screen.text
        screen.choose("garam masala A")
        assert BATTLE in screen.asked
        screen.choose("7C")
        assert "7C: Ann hand → Ann played" in screen.text
        assert "* garam masala S takes effect" in screen.text
        assert "* Ann takes the open tiles" in screen.text


def test_usagi_curry_redraft(tmp_path: Path) -> None:
    """Who holds only items may show the hand and ask for a second draft."""
    with at_screen(tmp_path, "usagi_curry", seed=4, players=2) as screen:
        screen.choose("1A", "4B", "7C", "1S", "lassi C")
        assert "Show your hand and ask for a second draft?" in screen.asked
        assert "1 yes" in screen.asked
        screen.choose("yes")
        assert DRAFT in screen.asked


def test_bbqp_before_the_first_round(tmp_path: Path) -> None:
    """Exchange meat, lay out the meat; dice are rolled before everybody's eyes."""
    with at_screen(tmp_path, "bbqp_draft14", seed=3, players=3) as screen:
        assert "Exchange meat?" in screen.asked
        screen.choose("yes")
        assert "Exchange which meat? (3)" in screen.asked
        screen.several("lamb 6", "beef 1")
        assert "Choose 3, not 2." in screen.text
        screen.several("lamb 6", "beef 1", "pork 3")
        assert "Exchange one more?" in screen.asked
        screen.choose("no")
        assert "Which become side dishes? (1-4)" in screen.asked
        screen.several(r"beef 5", r"lamb 5")
        assert "Ann rolls a d4: 3, 4" in screen.text
        assert "side dish: " in screen.text
        assert re.search(r"^Your move\?$", screen.asked, re.MULTILINE)


def worker_placed(screen: AtScreen, action: str, area: str) -> str:
    """Place a worker at an area and settle everything up to the next turn; return what was written."""
    screen.choose(action)
    if f"{action}: Which worker?" in screen.asked:
        screen.choose("d")
    heard = screen.first_until(r"^Your move\?$")
    assert re.search(rf"Ann workers → {area}", heard)
    return heard


@pytest.mark.parametrize("dish", ["main", "side dish"])
def test_bbqp_appeal_takes_meat(dish: str, tmp_path: Path) -> None:
    """The shown meat is taken as a main or as a side dish, whichever is chosen."""
    with at_screen(tmp_path, "bbqp_draft14", seed=3, players=3) as screen:
        screen.choose("no")
        screen.several("lamb 6 3")
        screen.choose("appeal", "d4:3")
        assert re.search(rf"take as {dish} +Take a shown meat card as a {dish}\.", screen.asked)
        screen.choose(f"take as {dish}")
        assert f"take as {dish}: Which meat?" in screen.asked
        screen.choose("pork 2 4")
        assert f"Ann: take as {dish} · pork 2 4" in screen.text
        assert re.search(rf"pork 2 4\*: meat cards → Ann (?:dishes|{dish})", screen.text), screen.text


def test_bbqp_areas(tmp_path: Path) -> None:
    """An idea, then a worker in each of the areas and at the own grill."""
    with at_screen(tmp_path, "bbqp_draft14", seed=3, players=3) as screen:
        screen.choose("no")
        screen.several("lamb 6 3")
        screen.choose("play an idea")
        assert "Ann: play an idea · apprentice" in screen.text
        screen.choose("d4:3")
        assert "d6:3: Ann stock → Ann workers" in screen.text
        heard = worker_placed(screen, "prep", "3 Prep at the areas")
        assert "Change which die by 2?" in heard
        assert "Which main gets the value token?" in heard
        heard = worker_placed(screen, "sauce", "5 BBQ Sauce at the areas")
        assert "airflow: idea pile → Ann ideas" in heard
        assert re.search(r"Grow d\d:\d", heard)
        heard = worker_placed(screen, "heat", "2 Heat at the areas")
        assert "not now: Leave the heat (? why)" in heard
        heard = worker_placed(screen, "grill", "Ann in the Grill")
        assert "Plus or minus?" in heard
        assert "Roast which? (1-2)" in heard
        assert "Keep only one of the cards added this round?" in heard
        heard = worker_placed(screen, "side dish", "4 Side Dish at the areas")
        assert "Flip which die?" in heard
        screen.choose("appeal", "d")
        assert re.search(r"take stock card +Take a shown stock card", screen.asked)
        screen.choose("take stock card", "thermometer")
        assert "thermometer: stock cards → Ann tools" in screen.text
        screen.first_until(r"^Your move\?$")
        screen.choose("use the thermometer", "d8:6")
        screen.first_until(r"^Your move\?$")
        assert "not now: heat, side dish, sauce, use the thermometer (? why)" in screen.asked
