"""Several people at one screen: what each is shown alone, races, the save, and what a killed game shows again."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from cli.pseudo import SCREEN, Person
from rulewright.cli.main import main
from rulewright.cli.output import Exit
from rulewright.cli.play import save

ASKED, REACTS = r"q quit\) > $", r"Enter nobody > $"
CONFIRMED = (r"Enter when ready (?:> )?$", r"Enter for more[^\n]*$", r"\(Enter keeps [^)]*\) > $")
LOOK = r"Enter clears it $"
BBQP = ("bbqp_draft14", "--seed", "3", "--set", "extra_challenge=false")
CHAOS = ("chaos_terria", "--seed", "7", "--set", "fouls=false", "--set", "agreed_fouls=false")


def people(state: Path, *game: str, names: str, players: int = 3) -> Person:
    """Return people at one screen; the first of them begins."""
    seats = [f"{n}=human" for n in range(1, names.count(",") + 2)]
    flags = [flag for seat in seats for flag in ("--seat", seat)]
    return Person(
        *("run", *game, "--players", str(players), "--names", names, "--first", "1", *flags),
        state=state,
        rows=60,
    )


def page(person: Person, *until: str) -> str:
    """Read on to a question, past what only has to be confirmed, and return the last page."""
    while True:
        text = SCREEN.sub(
            "", person.wait_for(*(until or (ASKED, REACTS)), *CONFIRMED).rpartition("\x1b[3J")[2]
        )
        if not any(re.search(pattern, text) for pattern in CONFIRMED):
            return text.replace("\r", "")
        person.type("")


def answers(person: Person, *typed: str) -> str:
    """Type one answer after the other and return the page of the question that follows."""
    found = ""
    for one in typed:
        person.type(one)
        found = page(person)
    return found


def test_own_part_of_a_joint_decision(tmp_path: Path) -> None:
    """Before the next question of a joint decision each is shown what came of its own answers, and nobody else is;
    when all have answered it isn't told again."""
    with people(tmp_path, *BBQP, names="Ann,Bob") as person:
        page(person)
        assert "Exchange which meat? (3)" in answers(person, "1", "1")
        assert "BOB (you)" in answers(person, "1 2 3")
        ann = answers(person, "1 2 3")
        assert "ANN (you)" in ann
        assert "lamb 6 3*, lamb 5 3*, beef 1 4*: Ann hand → exchanged" in ann
        drawn = re.search(r"^  (.+): meat pile → Ann hand$", ann, re.MULTILINE)
        assert drawn is not None
        assert drawn[1] == "pork 2 4*, beef 6 3*, pork 4 3*"
        assert "Bob hand → exchanged" not in ann
        bob = answers(person, "2")
        assert "BOB (you)" in bob
        assert "game 4 3*, game 6 3*, game 5 3*: Bob hand → exchanged" in bob
        assert "Ann hand" not in bob
        assert not set(drawn[1].split(", ")) & set(re.findall(r"\w+ \d \d\*", bob))
        split = answers(person, "2")
        assert "Which become side dishes?" in split
        assert "Ann hand →" not in split


def test_own_part_stands_in_the_own_log(tmp_path: Path) -> None:
    """The own log goes on behind the curtain."""
    with people(tmp_path, *BBQP, names="Ann,Bob") as person:
        page(person)
        answers(person, "1", "1", "1 2 3", "1 2 3")
        person.type("l")
        log = page(person)
        assert "pork 2 4*, beef 6 3*, pork 4 3*: meat pile → Ann hand" in log
        assert "Bob hand → exchanged" not in log


def served(person: Person) -> str:
    """Play the orders and serve the first dish to the first player."""
    found = page(person)
    while "Serve or return?" not in found:
        found = answers(person, "1")
    return answers(person, "1", "1", "1")


def claimed(person: Person) -> None:
    """Play on until a claim stands and nobody has rung."""
    served(person)
    assert "Which name" in answers(person, "")
    assert "Who reacts?" in answers(person, "1")
    person.type("")


def test_two_ring_at_once(tmp_path: Path) -> None:
    """Two want to react: the order of the race decides, not the order of typing; claims stand in numbered lines."""
    with people(tmp_path, *CHAOS, names="Ann,Bob,Cid") as person:
        first = served(person)
        assert re.search(r"^the claim  1\. Ann: for Bob, name said: nothing$", first, re.MULTILINE)
        assert "Who reacts? 1 Bob · 2 Cid · Enter nobody > " in first
        person.type("1 2")
        handed = SCREEN.sub("", person.wait_for(r"Enter when ready "))
        assert "Cid: Ring the bell" in handed
        assert "Bob: Ring the bell" not in handed
        assert "Give the screen to Cid." in handed
        person.type("")
        assert "What becomes of the dish?" in page(person)
        second = answers(person, "1", "1", "1")
        assert re.search(
            r"^the claim  1\. Ann: for Bob, name said: nothing\n"
            r" {11}2\. Cid: for Ann, name said: upper$",
            second,
            re.MULTILINE,
        )
        assert "Who reacts? 1 Ann · 2 Bob · Enter nobody > " in second
        assert "There is no such number: 1 to 2." in answers(person, "1 3")
        person.type("2,1")
        assert "Bob: Ring the bell" in SCREEN.sub("", person.wait_for(r"Enter when ready "))


def test_nobody_rings(tmp_path: Path) -> None:
    """Enter is nobody; whom a look is for is told to all, the face to that one alone, and it is cleared."""
    with people(tmp_path, *CHAOS, names="Ann,Bob,Cid") as person:
        claimed(person)
        before = SCREEN.sub("", person.wait_for(r"Enter when ready "))
        assert "Give the screen to Bob" in before
        assert "Bob is shown something. Others look away." in before
        person.type("")
        look = person.wait_for(LOOK)
        face = re.search(r"you see Bob \w+ orders: (.+?)\r?\n", SCREEN.sub("", look))
        assert face is not None, look
        person.type("")
        after = person.wait_for(ASKED, REACTS, *CONFIRMED)
        assert after.lstrip("\r\n").startswith("\x1b[H\x1b[2J\x1b[3J")
        assert face[1] not in after


def killed(person: Person) -> None:
    """End a game as if the power had gone."""
    person.process.send_signal(signal.SIGKILL)
    person.process.wait()


def test_a_look_cut_off_comes_again(tmp_path: Path) -> None:
    """Who was about to look when the process was killed looks after going on; who has looked doesn't look again."""
    with people(tmp_path, *CHAOS, names="Ann,Bob,Cid") as person:
        claimed(person)
        look = page(person, LOOK)
        killed(person)
    with Person("run", "chaos_terria", "--resume", state=tmp_path, rows=60) as person:
        again = page(person, LOOK)
        assert again == look
        person.type("")
        asked = person.wait_for(ASKED, REACTS, *CONFIRMED)
        killed(person)
    with Person("run", "chaos_terria", "--resume", state=tmp_path, rows=60) as person:
        assert "Enter clears it" not in page(person)
        assert asked


def test_news_cut_off_comes_again(tmp_path: Path) -> None:
    """What stood on the screen, unanswered, when the process was killed stands there again."""
    arguments = ("usagi_curry", "--seed", "7", "--players", "4", "--names", "Ann", "--first", "1")
    with Person("run", *arguments, state=tmp_path, rows=60) as person:
        page(person)
        before = answers(person, "1")
        assert "Ann hand → Ann played" in before
        killed(person)
    with Person("run", "usagi_curry", "--resume", state=tmp_path, rows=60) as person:
        assert page(person).splitlines()[-12:] == before.splitlines()[-12:]
        person.type("l")
        assert "Ann hand → Ann played" in page(person)
    with Person("run", "usagi_curry", "--resume", state=tmp_path, rows=60) as person:
        assert "Ann hand → Ann played" in page(person)


HOOK = """
import os, signal, sys
event, number = os.environ["KILLED_AT"].split(":")
left = int(number)

def hook(name, arguments):
    global left
    if name == event and ".save" in str(arguments[0]) and str(arguments[0]).endswith(str(os.getpid())):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(hook)
"""
"""Ends the process, as if the power had gone, when it is about to do something to a half-written save."""


@pytest.mark.parametrize(
    ("moment", "typed", "question"),
    [
        ("open:3", 2, "Pass which card to your right"),
        ("os.rename:2", 1, "Play which card"),
        ("os.rename:3", 2, "Pass which card to your right"),
        ("os.remove:2", 1, "Pass which card to your right"),
        ("os.remove:3", 2, "Play which cards"),
    ],
)
def test_killed_while_saving(moment: str, typed: int, question: str, tmp_path: Path) -> None:
    """Killed before, while or after a save takes its place, the game goes on where it was, or one answer before."""
    (tmp_path / "sitecustomize.py").write_text(HOOK, encoding="utf-8")
    arguments = ("usagi_curry", "--seed", "7", "--players", "4", "--names", "Ann", "--first", "1")
    hooked = {"PYTHONPATH": str(tmp_path), "KILLED_AT": moment}
    with Person("run", *arguments, state=tmp_path, columns=80, rows=60, **hooked) as person:
        for _ in range(typed):
            person.wait_for(ASKED)
            person.type("1")
        assert person.end() == -signal.SIGKILL
    with Person("run", "usagi_curry", "--resume", state=tmp_path, rows=60) as person:
        assert question in page(person)


def test_the_save_of_one_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the save stands no face, sealed or not; the game replayed before its end shows what all saw and no more;
    the seed isn't told when people leave."""
    hands: dict[str, list[str]] = {}
    with people(tmp_path, "usagi_curry", "--seed", "3", names="Ann,Bob") as person:
        shown = page(person)
        for _ in range(4):
            hands |= {name: hand_of(shown) for name in ("ANN", "BOB") if f"{name} (you)" in shown}
            shown = answers(person, "1")
        person.type("q")
        person.wait_for(r"\(y/N\) ")
        person.type("y")
        assert person.end() == Exit.HOLDS
        assert "--resume" in person.rest
        assert "plays this game again" not in person.heard
        behind = person.heard.rpartition("\x1b[?1049l")[2]
    faces = {card for cards in hands.values() for card in cards}
    assert len(faces) >= 4
    assert not any(card in behind for card in faces)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    place = save.usual_place("usagi_curry")
    sealed, opened = place.read_bytes(), repr(save.read(place))
    assert [path.name for path in place.parent.iterdir()] == [place.name]
    assert not any(card.encode() in sealed or card in opened for card in faces)
    assert main(["replay", "usagi_curry"]) == Exit.HOLDS
    assert "card: Ann hand → P3 hand" in capsys.readouterr().out
    assert main(["replay", "usagi_curry", "--seat", "Ann"]) == Exit.USAGE


def hand_of(page: str) -> list[str]:
    """Return the cards of the one hand that a page shows."""
    rows = re.findall(r"^hand .*$", page, re.MULTILINE)
    return [
        card for row in rows for cell in re.split(r" {2,}", row) for card in cell.split(" · ") if "·" in cell
    ]


@pytest.mark.parametrize("names", ["Ann,Bob", "Ann"])
def test_a_fault_tells_no_seed_that_several_could_use(tmp_path: Path, names: str) -> None:
    """Several people are told how to come to the fault again; one alone, who has no one to look at, the seed."""
    path = tmp_path / "hot.yaml"
    path.write_text(
        "rules: 1\ngame: hot\nplayers: 2\nvariables: {heat: 0..1}\nphases:\n  main:\n"
        "    turns: clockwise from first_player\n    rounds: 1\n"
        '    turn: |\n      me chooses n from 1..2 "How much?"\n      heat += n\nflow: |\n  do main\n'
    )
    with people(tmp_path, str(path), "--seed", "5", names=names, players=2) as person:
        page(person)
        person.type("2")
        assert person.end() == Exit.FAULT
        assert "`heat` becomes 2" in person.rest
        saved = "2 players, saved: `rules run hot.yaml --resume` comes to it again"
        alone = "2 players, seed 5 plays it again"
        told, kept = (saved, alone) if "," in names else (alone, saved)
        assert told in " ".join(person.rest.split())
        assert kept not in person.rest
