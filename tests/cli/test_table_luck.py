"""`rules run --table`: a person says what came out of dice, bottles and decks; only who draws sees the screen."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.at_screen import AtScreen
from cli.pseudo import SCREEN, Person
from rulewright.cli import bundled
from rulewright.cli.main import main
from rulewright.cli.output import Exit
from rulewright.cli.play import save
from rulewright.cli.play.luck import draw_of, knowers, places_of
from rulewright.cli.play.match import Match
from rulewright.dsl.compile import check_file
from rulewright.interpreter.game import Chance, Game
from rulewright.interpreter.scenarios.naming import Names

MOST = 12
"""Of how many chance points of a game the list is looked at."""

PROMPT = r"q quit\) > $"
READY = r"Enter when ready $"


def at_table(state: Path, game: str, *arguments: str, names: str = "Ann") -> Person:
    """Return a person at a real table: Ann in the first seat begins."""
    flags = ("--table", "--seed", "3", "--players", "2", "--first", "1", "--names", names)
    return Person("run", game, *flags, *arguments, state=state, columns=80, rows=60)


def tell(person: Person, what: str, wait: str = PROMPT) -> str:
    """Type a line and return the screen that comes of it."""
    person.type(what)
    return SCREEN.sub("", person.wait_for(wait)).replace("\r", "")


def test_without_a_terminal() -> None:
    """Without a terminal nobody can be asked: a wrong use, with a way out."""
    done = subprocess.run(
        [sys.executable, "-m", "rulewright.cli", "run", "leduc_poker", "--table"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == Exit.USAGE
    assert "--table asks a person what came out of dice and decks, so it needs a terminal" in done.stderr
    assert "leave it out" in done.stderr


def test_a_die_and_a_bottle(tmp_path: Path) -> None:
    """The heat die and a shaken bottle come out as they are said, by name, beginning or number."""
    with at_table(tmp_path, "a_la_carte") as person:
        screen = AtScreen(person)
        assert "Which coffee cup was drawn from the coffee tray?" in screen.look()
        tell(person, "cool down")
        table = tell(person, "three")
        assert re.search(r"coffee cups +cool down +three spoons", table)
        assert "cook a dish: Which dish?" in table
        person.type("1")
        screen.look()
        screen.choose("turn up the heat")
        assert "Roll the heat die" in screen.asked
        assert "own stove +3" in screen.asked
        refused = tell(person, "own stove +7")
        assert "`own stove +7` can't have come out here" in refused
        assert "coffee cup" in refused
        assert "That may be own stove +1, own stove +2" in tell(person, "own")
        heated = tell(person, "every")
        assert "Roll the heat die: every stove +1" in heated
        assert re.search(r"heat +1 +1", heated)
        person.type("2")
        screen.look()
        screen.choose("lemon")
        assert "How many grains fall out?" in screen.asked
        assert "`9` can't have come out here. Possible: 0-4" in tell(person, "9")
        assert "Which grains fell?" in tell(person, "3")
        assert "Not so many are drawn here: only 3. Nothing was taken." in tell(
            person, "2 of salt and 2 of lemon"
        )
        shaken = tell(person, "lemon and 2 of salt")
        assert "Which grains fell? lemon, salt, salt" in shaken


def test_undo_and_what_the_program_draws(tmp_path: Path) -> None:
    """What was said last is taken back; `r` lets the program draw, and the log says so."""
    with at_table(tmp_path, "leduc_poker") as person:
        screen = AtScreen(person)
        screen.look()
        assert "Only P2 may see it" in tell(person, "2 spades")
        again = tell(person, "u")
        assert "Taken back." in again
        assert "2. 1 hearts" in again
        tell(person, "3 hearts")
        table = tell(person, "")
        assert "the program draws: Which card was drawn from the deck?" in table
        assert re.search(r"hand +3 hearts +\[card\]", table)
        back = tell(person, "u", r"Taken back(.|\n)*" + PROMPT)
        assert "Only P2 may see it" in back


def test_deal_and_tile(tmp_path: Path) -> None:
    """A whole deal is typed in one line; a card that lies elsewhere is refused and nothing is lost."""
    with at_table(tmp_path, "usagi_curry", "--set", "tiles=1") as person:
        screen = AtScreen(person)
        assert "Which starter colours are used?" in screen.look()
        packets = tell(person, "red and blue")
        assert "Which starter set was drawn from the packets?" in packets
        heard = packets
        while "which tile was drawn" not in heard.casefold():
            heard = tell(person, "r")
        assert re.search(r"1 \w+ +2 \w+", heard)
        opening = tell(person, "1")
        assert "tiles face down → open tiles" in opening
        assert "Play which card" in opening
        replenishing = tell(person, "1")
        assert "Which card was drawn from the deck?" in replenishing
        assert "`9Z` can't have come out here. Possible: " in tell(person, "9Z")
        assert re.search(r"Only P2 may see it", tell(person, "6D"))
        assert "`6D` can't have come out here" in tell(person, "6D")
        draft = tell(person, "")
        assert "6D: deck → Ann hand" in replenishing + draft or re.search(r"hand.* 6D", draft)
        assert "Pass which card to your right" in draft


def test_going_on(tmp_path: Path) -> None:
    """A game at a real table goes on with all that was said, and with what the program drew."""
    with at_table(tmp_path, "leduc_poker") as person:
        AtScreen(person).look()
        tell(person, "3 hearts")
        tell(person, "r")
        person.press(b"\x04")
        assert person.end() == Exit.HOLDS
    kept = save.read(tmp_path / "rulewright" / "leduc_poker.save")
    assert kept.table
    assert kept.drawn == [1]
    assert [seat for seat, _ in kept.answers] == [2, 2]
    with Person("run", "leduc_poker", "--resume", state=tmp_path) as person:
        screen = AtScreen(person)
        screen.look()
        assert re.search(r"hand +3 hearts +\[card\]", screen.text)
        log = tell(person, "l")
        assert "the program draws: Which card was drawn from the deck?" in log
        screen.choose("call", "call")
        assert "Which card was drawn from the deck?" in screen.asked


def test_only_who_draws_sees(tmp_path: Path) -> None:
    """Several people at the screen: who draws gets it handed over, and no list tells what another holds."""
    humans = ("--seat", "1=human", "--seat", "2=human")
    with at_table(tmp_path, "leduc_poker", *humans, names="Ann,Bob") as person:
        assert "Give the screen to Ann." in person.wait_for(READY)
        assert "Which card was drawn from the deck?" in tell(person, "")
        assert "Give the screen to Bob." in tell(person, "2 spades", READY)
        mine = tell(person, "")
        assert re.search(r"hand +\[card\] +-", mine)
        assert "2 spades" in mine
        assert "2 spades can't have come out: it lies elsewhere" in tell(person, "2 spades")
        assert "Give the screen to Ann." in tell(person, "2 hearts", READY)
        table = tell(person, "")
        assert re.search(r"hand +2 spades +\[card\]", table)
        assert "2 hearts" not in table


def test_help_lists_everything(tmp_path: Path) -> None:
    """`?` says which rule asks, how to answer, and lists all outcomes."""
    with at_table(tmp_path, "leduc_poker") as person:
        AtScreen(person).look()
        page = tell(person, "?")
        assert "Say what came out on the table" in page
        assert "6. 3 hearts" in page


def test_option_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """The help of the command names the option."""
    assert main(["run", "--help"]) == Exit.HOLDS
    assert "--table" in capsys.readouterr().out


@pytest.mark.parametrize("name", [path.stem for path in bundled.shipped()])
def test_every_shipped_game(name: str) -> None:
    """At each chance point of each game the list holds what comes out, and its text is understood."""
    rules, _ = check_file(bundled.find(name))
    assert rules is not None
    game = Game.of(rules, max(rules.written.players[0], min(rules.written.players[1], 3)))
    match = Match(game, 5, ["careful"] * game.players, game.new(5), at_table=True)
    names = Names(game.machine, {})
    asked = 0
    while asked < MOST and (match.step() or isinstance(match.state.stop, Chance)):
        state = match.state
        if not isinstance(state.stop, Chance) or len(state.outcomes()) < 2:
            continue
        asked += 1
        trial = state.clone()
        outcome = state.outcomes()[trial.draw()]
        for viewer in range(game.players + 1):
            draw = draw_of(state, viewer, "en")
            assert outcome.text in draw.listed
            assert "_" not in draw.question
            assert knowers(state) < 1 << game.players + 1
            [place] = places_of(state, names, draw, outcome.text, "en")
            assert state.outcomes()[place].text == outcome.text
        match.draw(place)
