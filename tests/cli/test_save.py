"""Saved games: sealed, written in one piece, refused when they aren't whole."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.cli import bundled
from rulewright.cli.main import main
from rulewright.cli.output import Exit
from rulewright.cli.play import resume, save
from rulewright.cli.play.dialogue import Plan
from rulewright.cli.play.match import Match
from rulewright.dsl.compile import check_file
from rulewright.dsl.typed import Rules
from rulewright.interpreter.game import Game, Joint

SAVE = save.Save(
    "small", "0" * 32, 2, ["A", "B"], ["human", "careful"], {}, 7, 0, "en", [[0, 1], [2, 0]], [0, 0, 0], False
)


def rules_of(name: str) -> Rules:
    """Return the checked rules of a shipped ruleset."""
    rules, _ = check_file(bundled.find(name))
    assert rules is not None
    return rules


def played_match(rules: Rules, answers: int) -> tuple[Match, Plan]:
    """Return a match of bots, stopped after some answers."""
    plan = Plan(3, ["A", "B", "C"], ["careful"] * 3, {"tiles": "2"}, 1)
    game = Game.of(rules, 3, plan.settings, seats=plan.names)
    match = Match(game, 7, plan.seats, game.new(7, first_player=1))
    while len(match.state.answers) < answers and match.step():
        pass
    return match, plan


def test_there_and_back() -> None:
    """A save comes back as it was, and can't be read by eye."""
    content = save.packed(SAVE)
    assert save.unpacked(content) == SAVE
    assert b"answers" not in content
    assert b"human" not in content


@given(st.integers(0, 10_000), st.integers(0, 255))
def test_any_changed_byte_is_noticed(place: int, value: int) -> None:
    """A changed byte is refused (or changes nothing)."""
    content = bytearray(save.packed(SAVE))
    place %= len(content)
    if content[place] == value:
        return
    content[place] = value
    with pytest.raises(save.NoSave):
        save.unpacked(bytes(content))


@given(st.integers(0, 10_000))
def test_any_truncation_is_noticed(length: int) -> None:
    """A save cut off anywhere is refused."""
    content = save.packed(SAVE)
    with pytest.raises(save.NoSave):
        save.unpacked(content[: length % len(content)])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"PK\x03\x04", "isn't a saved game"),
        (b"rulewright save 99\nxxxx", "newer version"),
        (b"rulewright save x\n", "damaged"),
        (save.packed(SAVE)[:-1], "damaged or incomplete"),
    ],
)
def test_refused_and_left_alone(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What can't be gone on from is refused with a clear message and left as it was."""
    path = tmp_path / "some.save"
    path.write_bytes(content)
    assert main(["replay", "kuhn_poker", "--save", str(path)]) == Exit.NOT_LOADED
    assert said in capsys.readouterr().err
    assert path.read_bytes() == content
    assert not save.free(path)
    assert save.place_for_new(path) == tmp_path / "some-2.save"
    assert path.read_bytes() == content


def test_unfinished_game_is_kept(tmp_path: Path) -> None:
    """A new game takes the usual place; the unfinished one there stays beside it."""
    path = tmp_path / "small.save"
    save.write(path, SAVE)
    assert not save.free(path)
    assert save.place_for_new(path) == path
    assert save.read(tmp_path / "small.previous.save") == SAVE
    assert [found.name for found in tmp_path.iterdir()] == ["small.previous.save"]


def killed_at(line: int, work: Callable[[Callable[[int], None]], None]) -> tuple[int, bool]:
    """Do some work in a process of its own that dies, as if the power had gone, before a numbered line of the module
    that writes saves; return the last number it reported and whether it died."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        seen = 0

        def lines(frame: FrameType, event: str, _: object) -> Callable[..., object] | None:
            nonlocal seen
            if frame.f_code.co_filename != save.__file__:
                return None
            seen += event == "line"
            if seen == line:
                os.kill(os.getpid(), signal.SIGKILL)
            return lines

        sys.settrace(lines)
        work(lambda number: os.write(writing, bytes([number])) and None)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        reported = told.read()
    _, status = os.waitpid(child, 0)
    return (reported[-1] if reported else 0), os.WIFSIGNALED(status)


def numbered(number: int) -> save.Save:
    """Return a save that can be told from others."""
    return attrs.evolve(SAVE, answers=[[0, 1]] * number)


def test_killed_between_any_two_lines(tmp_path: Path) -> None:
    """Wherever a process dies while it saves, the file holds the last save or the one before: at most what was being
    saved is lost. What is left half written is swept away later."""
    path = tmp_path / "small.save"

    def work(report: Callable[[int], None]) -> None:
        for number in range(1, 4):
            save.write(path, numbered(number))
            report(number)

    line, died, lost = 0, True, 0
    while died:
        line += 1
        path.unlink(missing_ok=True)
        done, died = killed_at(line, work)
        if not path.exists():
            assert done == 0
            continue
        found = len(save.read(path).answers)
        assert found in (done, done + 1)
        lost += found == done < 3
    assert line > 60
    assert lost > 20
    left = [file for file in tmp_path.iterdir() if file != path]
    assert left
    save.sweep(path)
    assert all(file.exists() for file in left)
    for file in left:
        os.utime(file, (0, 0))
    other = tmp_path / ".small.save.mine"
    other.write_text("not ours")
    save.sweep(path)
    assert sorted(tmp_path.iterdir()) == [other, path]
    assert len(save.read(path).answers) == 3


def test_killed_while_a_new_game_takes_the_place(tmp_path: Path) -> None:
    """Wherever a process dies while a new game takes the place of an unfinished one, one of the two files holds that."""
    path, kept = tmp_path / "small.save", tmp_path / "small.previous.save"

    def work(report: Callable[[int], None]) -> None:
        save.write(save.place_for_new(path), numbered(2))
        report(2)

    line, died = 0, True
    while died:
        line += 1
        for file in tmp_path.iterdir():
            file.unlink()
        save.write(path, numbered(1))
        _, died = killed_at(line, work)
        found = [len(save.read(file).answers) for file in (path, kept) if file.exists()]
        assert 1 in found
        assert found in ([1], [2, 1])
    assert line > 30


def test_match_goes_on_as_it_would_have() -> None:
    """A match taken up from its save ends exactly as the match that was never left."""
    rules = rules_of("usagi_curry")
    whole, _ = played_match(rules, 10_000)
    part, plan = played_match(rules, 60)
    kept = save.unpacked(save.packed(resume.saved(part, plan, "en", [0, 0, 0, 0])))
    again = resume.match_of(rules, kept, "en")
    assert again.state.cells == part.state.cells
    assert again.turns == part.turns
    while again.step():
        pass
    assert again.state.answers == whole.state.answers
    assert again.state.result() == whole.state.result()


def test_other_rules_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game can't go on by another draft, nor by another game."""
    rules = rules_of("usagi_curry")
    match, plan = played_match(rules, 30)
    path = tmp_path / "u.save"
    save.write(path, resume.saved(match, plan, "en", [0, 0, 0, 0]))
    draft = tmp_path / "usagi_curry.yaml"
    text = bundled.find("usagi_curry").read_text(encoding="utf-8")
    draft.write_text(text.replace("hand_size: 3", "hand_size: 4", 1), encoding="utf-8")
    assert main(["replay", str(draft), "--save", str(path)]) == Exit.NOT_LOADED
    assert "another draft" in capsys.readouterr().err
    assert main(["replay", "kuhn_poker", "--save", str(path)]) == Exit.NOT_LOADED
    assert "a saved game of usagi_curry, not of kuhn_poker" in capsys.readouterr().err


def test_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A finished game is shown to the audience, to a seat, or in full; an unfinished one to the audience only."""
    rules = rules_of("usagi_curry")
    match, plan = played_match(rules, 10_000)
    path = tmp_path / "u.save"
    save.write(path, resume.saved(match, plan, "en", [0] * 4, finished=True))
    assert main(["replay", "usagi_curry", "--save", str(path)]) == Exit.HOLDS
    public = capsys.readouterr().out
    assert main(["replay", "usagi_curry", "--save", str(path), "--seat", "B"]) == Exit.HOLDS
    own = capsys.readouterr().out
    assert main(["replay", "usagi_curry", "--save", str(path), "--full"]) == Exit.HOLDS
    full = capsys.readouterr().out
    assert "card: deck → B hand" in public
    assert "card: deck → B hand" not in own
    assert "card: deck → A hand" in own
    assert "card: deck" not in full
    assert "seed 7" in full
    assert "seed 7" not in public + own
    assert " answers " in full
    save.write(path, resume.saved(match, plan, "en", [0] * 4))
    assert main(["replay", "usagi_curry", "--save", str(path), "--full"]) == Exit.USAGE


def test_what_is_answered_behind_the_curtain_is_in_no_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Saves that differ only in what others have answered to a joint decision still open are replayed alike."""
    rules = rules_of("usagi_curry")
    match, plan = played_match(rules, 30)
    while not (isinstance(match.state.stop, Joint) and len(match.state.stop.players) == 3):
        assert match.step()
    told = set()
    for place in range(len(match.state.options(0))):
        state = match.state.clone()
        state.apply(0, place)
        found = attrs.evolve(
            resume.saved(match, plan, "en", [0] * 4), answers=[list(answer) for answer in state.answers]
        )
        path = tmp_path / "u.save"
        save.write(path, found)
        assert main(["replay", "usagi_curry", "--save", str(path)]) == Exit.HOLDS
        told.add(capsys.readouterr().out)
    assert len(match.state.options(0)) > 1
    assert len(told) == 1


def test_answers_that_never_were(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A whole save whose answers don't fit is refused, not a traceback."""
    rules = rules_of("usagi_curry")
    match, plan = played_match(rules, 30)
    found = resume.saved(match, plan, "en", [0] * 4)
    path = tmp_path / "u.save"
    for answers in ([[0, 99]], [[9, 0]], [[-1, 0]], [*found.answers, [0, 4000]]):
        save.write(path, attrs.evolve(found, answers=answers))
        assert main(["replay", "usagi_curry", "--save", str(path)]) == Exit.NOT_LOADED
        assert "damaged" in capsys.readouterr().err
