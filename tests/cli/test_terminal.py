"""People at a pseudo-terminal: a whole round, help, leaving, several people at one screen, going on after a kill."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from cli.pseudo import SCREEN, Person
from rulewright.cli.output import Exit

PROMPT = r"q quit\) > "
CARD = re.compile(r"\b\d[A-DS]\b")
ALTERNATE, ORDINARY = "\x1b[?1049h", "\x1b[?1049l"


def test_start_dialogue(tmp_path: Path) -> None:
    """Players, names, who begins: asked one after another; Enter takes what is proposed."""
    with Person("run", "usagi_curry", "--seed", "7", state=tmp_path) as person:
        person.wait_for(r"How many players \(2 to 5\)\? \[4\] ")
        person.type("3")
        person.wait_for(r"commas between \[P1\] ")
        person.type("Ann")
        asked = person.wait_for(r"Enter: by lot\) ")
        assert "Who has gone longest without eating curry?" in asked
        assert "1 Ann   2 P2   3 P3" in asked
        person.type("2")
        table = person.wait_for(PROMPT)
        assert "ANN (you)" in table
        assert "Play which card" in table


def test_a_whole_round(tmp_path: Path) -> None:
    """A person plays the opening, the draft and a battle against bots, and sees what happened."""
    arguments = ("run", "usagi_curry", "--seed", "7", "--players", "4", "--names", "Ann", "--first", "1")
    with Person(*arguments, state=tmp_path) as person:
        opening = person.wait_for(PROMPT)
        assert "-- opening contest --" in opening
        assert re.search(r"hand +(\w+ · ){2}\w+ +\[card\] ×3", opening)
        person.type("1")
        draft = person.wait_for(PROMPT)
        assert "Ann hand → Ann played" in draft
        assert "-- cooking draft --" in draft
        assert "Pass which card to your right" in draft
        person.type("1")
        battle = person.wait_for(r"Play which cards(.|\n)*" + PROMPT)
        assert "-- curry battle --" in battle
        person.type("1")
        following = person.wait_for(r"Pass which card to your right(.|\n)*" + PROMPT)
        assert "the open tiles" in following
        assert "-- replenishing --" in following
        person.type("q")
        person.wait_for(r"Leave the game\? \(y/N\) ")
        person.type("y")
        assert person.end() == Exit.HOLDS
        assert "rules run usagi_curry.yaml --resume" in person.rest
        assert "seed 7 plays this game again" in person.rest


def test_a_game_to_its_end(tmp_path: Path) -> None:
    """A short game is played to its score sheet."""
    with Person(
        "run", "kuhn_poker", "--seed", "1", "--players", "2", "--names", "Ann", state=tmp_path
    ) as person:
        for _ in range(5):
            text = person.wait_for(PROMPT, r"seed 1 plays this game again")
            if "seed 1" in text:
                break
            person.type("1")
        assert person.end() == Exit.HOLDS
        assert re.search(r"chips +-?\d +-?\d", person.heard)
        assert "wins." in person.heard


def test_wrong_keys_and_help(tmp_path: Path) -> None:
    """A wrong key is answered, `?` explains the question, `t` shows the table, `l` what was heard."""
    arguments = ("run", "usagi_curry", "--seed", "7", "--players", "4", "--names", "Ann", "--first", "1")
    with Person(*arguments, state=tmp_path) as person:
        person.wait_for(PROMPT)
        person.type("9")
        assert "There is no such number: 1 to 3." in person.wait_for(PROMPT)
        person.type("zzz")
        assert "Type a number of the list" in person.wait_for(PROMPT)
        person.type("?")
        help_page = person.wait_for(PROMPT)
        assert "Asked by: " in help_page
        assert "l shows" in help_page
        person.type("t")
        assert "RABBIT CURRY" in person.wait_for(PROMPT)
        person.type("l")
        assert "deck: shuffled" in person.wait_for(PROMPT)
        person.type("u")
        assert "can't be taken back" in person.wait_for(PROMPT)


def test_why_not(tmp_path: Path) -> None:
    """`?` says why an action isn't offered, in the words of the rule."""
    path = tmp_path / "kitchen.yaml"
    path.write_text(
        "rules: 1\ngame: kitchen\nplayers: 2\nvariables: {heat: 0..9}\n"
        "functions:\n  hot:\n    text: The stove is hot.\n    is: heat > 5\n"
        "actions:\n  wait: {do: nothing}\n"
        "  cook:\n    when: hot\n    do: heat = 0\n"
        "phases:\n  play:\n    turns: clockwise from first_player\n    rounds: 1\n"
        "    turn: |\n      me takes one of wait, cook\n"
        "flow: |\n  do play\n"
    )
    with Person(
        "run", str(path), "--names", "Ann", "--seat", "2=human", "--seat", "1=human", state=tmp_path
    ) as person:
        person.wait_for("Enter when ready")
        person.type("")
        assert "not now: cook (? why)" in person.wait_for("ready > ")
        person.type("?")
        text = person.wait_for("Keys:")
        assert "cook: The stove is hot. (line 12)" in text


def test_parts_and_back(tmp_path: Path) -> None:
    """An action is asked part by part; `b` goes back to the part before."""
    with Person("run", "tic_tac_toe", "--seed", "1", "--names", "Ann", state=tmp_path) as person:
        assert "Which row?" in person.wait_for(PROMPT)
        person.type("2")
        column = person.wait_for(PROMPT)
        assert "mark · 2: Which column?" in column
        assert "b back" in column
        person.type("b")
        assert "Which row?" in person.wait_for(PROMPT)
        person.type("3")
        person.wait_for(PROMPT)
        person.type("1")
        assert re.search(r"3 +\S+ +P?1?A?n?n?", person.wait_for(PROMPT))


def test_undo(tmp_path: Path) -> None:
    """An answer is taken back while nobody has learned anything from it; bots' answers go with it."""
    with Person("run", "tic_tac_toe", "--seed", "1", "--names", "Ann", state=tmp_path) as person:
        person.wait_for(PROMPT)
        person.type("2")
        person.wait_for(PROMPT)
        person.type("2")
        assert "2  .   Ann ." in person.wait_for(PROMPT)
        person.type("u")
        table = person.wait_for(r"Which row\?(.|\n)*" + PROMPT)
        assert "Taken back." in table
        assert "Ann ." not in table


def test_interrupt(tmp_path: Path) -> None:
    """Ctrl-C ends with 130 and without a traceback."""
    with Person("run", "kuhn_poker", "--players", "2", "--names", "Ann", state=tmp_path) as person:
        person.wait_for(PROMPT)
        person.press(b"\x03")
        assert person.end() == Exit.INTERRUPTED
        assert "Traceback" not in person.heard


def test_end_of_input(tmp_path: Path) -> None:
    """Ctrl-D leaves the game in order."""
    with Person("run", "kuhn_poker", "--players", "2", "--names", "Ann", state=tmp_path) as person:
        person.wait_for(PROMPT)
        person.press(b"\x04")
        assert person.end() == Exit.HOLDS
        assert "--resume" in person.rest


def test_killed_and_resumed(tmp_path: Path) -> None:
    """After SIGKILL the game goes on where it was: nothing but the answer being typed is lost."""
    arguments = ("run", "usagi_curry", "--seed", "7", "--players", "4", "--names", "Ann", "--first", "1")
    with Person(*arguments, state=tmp_path) as person:
        person.wait_for(PROMPT)
        person.type("1")
        before = person.wait_for(r"Pass which card to your right(.|\n)*" + PROMPT)
        person.process.send_signal(signal.SIGKILL)
        person.process.wait()
    with Person("run", "usagi_curry", "--resume", state=tmp_path) as person:
        after = person.wait_for(PROMPT)
        assert "Pass which card to your right" in after
        hand = re.compile(r"hand .*")
        assert hand.findall(before)[-1] == hand.findall(after)[-1]
        person.type("1")
        person.wait_for(r"Play which cards(.|\n)*" + PROMPT)


def test_unfinished_game_is_offered(tmp_path: Path) -> None:
    """Without flags an unfinished game is offered first."""
    with Person(
        "run", "kuhn_poker", "--players", "2", "--names", "Ann", "--seed", "1", state=tmp_path
    ) as person:
        person.wait_for(PROMPT)
        person.press(b"\x04")
        person.end()
    with Person("run", "kuhn_poker", state=tmp_path) as person:
        person.wait_for(r"Go on with it\? \(Y/n\) ")
        person.type("")
        assert "ANN (you)" in person.wait_for(PROMPT)


@pytest.fixture
def shared_screen(tmp_path: Path) -> Person:
    """Return two people at one screen, playing with a bot."""
    return Person(
        *("run", "usagi_curry", "--seed", "3", "--players", "3", "--names", "Ann,Bob", "--first", "2"),
        *("--seat", "1=human", "--seat", "2=human"),
        state=tmp_path,
    )


def test_hand_over(shared_screen: Person) -> None:
    """The screen is handed over; nobody sees another's cards; nothing stays in the scroll-back."""
    with shared_screen as person:
        hands: dict[str, set[str]] = {}
        for name in ("Ann", "Bob", "Ann", "Bob"):
            person.wait_for(f"Give the screen to {name}")
            person.wait_for("Enter when ready ")
            person.type("")
            screen = person.wait_for(PROMPT)
            for other, cards in hands.items():
                assert other == name or not cards & set(CARD.findall(screen)), (name, other)
            assert f"{name.upper()} (you)" in screen
            row = re.search(r"hand +.*", SCREEN.sub("", screen))
            assert row is not None
            cards = CARD.findall(row[0])
            assert cards
            hands[name] = set(cards[1:])
            person.type("1")
        assert ALTERNATE in person.heard
        person.wait_for("Enter when ready ")
        person.type("q")
        person.wait_for("Leave the game")
        person.type("y")
        assert person.end() == Exit.HOLDS
        assert ORDINARY in person.heard


def test_memory_game_leaves_no_trace(tmp_path: Path) -> None:
    """Where notes are forbidden every page is cleared, what was said comes once, and there is no log."""
    arguments = ("run", "chaos_terria", "--seed", "7", "--players", "3", "--names", "Ann", "--first", "1")
    with Person(*arguments, "--set", "fouls=false", "--set", "agreed_fouls=false", state=tmp_path) as person:
        for _ in range(5):
            page = person.wait_for(PROMPT)
            assert "Order " in page
            person.type("1")
        heard = person.wait_for("Enter for more")
        said = re.findall(r'P\d: "I order ([^"]+)"', heard)
        assert said
        person.type("")
        while True:
            page = person.wait_for("Enter for more", PROMPT)
            if not page.endswith("> "):
                said += re.findall(r'P\d: "I order ([^"]+)"', page)
                person.type("")
                continue
            break
        visible = page.rpartition("\x1b[3J")[2]
        assert "Serve or return?" in visible
        assert "I order" not in visible
        person.type("l")
        assert "No notes in this game" in person.wait_for(PROMPT)
        person.press(b"\x03")
        assert person.end() == Exit.INTERRUPTED
        after = person.heard.rpartition(ORDINARY)[2]
        assert not any(name in after for name in said)


def test_bell_on_one_screen(tmp_path: Path) -> None:
    """With several people a race is asked on one screen; who reacts is named by a number, Enter is nobody."""
    arguments = ("run", "chaos_terria", "--seed", "7", "--players", "2", "--names", "Ann,Bob", "--first", "1")
    seats = ("--seat", "1=human", "--seat", "2=human", "--set", "fouls=false", "--set", "agreed_fouls=false")
    with Person(*arguments, *seats, state=tmp_path, rows=60) as person:
        rung = False
        for _ in range(60):
            page = person.wait_for(
                "Enter when ready ", "Enter for more", PROMPT, "Enter nobody > ", "Enter clears it "
            )
            if page.endswith("nobody > "):
                assert "Ring the bell?" in page
                assert re.search(r"Who reacts\? 1 (Ann|Bob)", page)
                if rung:
                    break
                rung = True
                person.type("1")
            elif page.endswith("quit) > "):
                person.type("1")
            else:
                person.type("")
        assert rung
