"""The cache of checked rulesets: never a wrong result, whatever happens to its files."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from rulewright.dsl import ruleset_cache
from rulewright.dsl.compile import check_file
from rulewright.dsl.files_read import files_read

GAME = """\
rules: 1
game: tiny
players: 2
constants: {prize: 1}
components:
  card: {is: card, has: {rank: 1..9}, cards: cards.csv, starts_in: pile}
zones:
  pile: {holds: card}
flow: |
  nothing
score:
  prize: prize + sum(c.rank for c in pile)
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset with a card table, and a cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "cards.csv").write_text("rank\n1\n2\n", encoding="utf-8")
    path = tmp_path / "tiny.yaml"
    path.write_text(GAME, encoding="utf-8")
    return path


def entries(path: Path) -> list[Path]:
    """Return the files the cache holds for rulesets."""
    return sorted((path.parent / "cache" / "rulewright" / "rulesets").glob("*"))


def test_a_second_check_comes_from_the_cache(game: Path) -> None:
    """The same findings and rules, without reading again."""
    first, report = check_file(game)
    assert first is not None
    assert len(entries(game)) == 1
    recalled = ruleset_cache.recall(game)
    assert recalled is not None
    assert recalled[0] is not None
    assert list(recalled[0].constants) == ["prize"]
    assert [d.message for d in recalled[1]] == [d.message for d in report.found]


def test_findings_are_kept_too(game: Path) -> None:
    """A ruleset with an error gives the same error from the cache."""
    game.write_text(GAME.replace("prize + sum", "prise + sum"), encoding="utf-8")
    first = check_file(game)
    second = check_file(game)
    assert first[0] is None
    assert second[0] is None
    assert [d.code for d in second[1].found] == ["name-unknown"]


@pytest.mark.parametrize("changed", ["tiny.yaml", "cards.csv"])
def test_a_changed_file_is_read_anew(game: Path, changed: str) -> None:
    """Ruleset and card table both count."""
    check_file(game)
    file = game.parent / changed
    file.write_text(file.read_text(encoding="utf-8").replace("1", "3", 1), encoding="utf-8")
    assert ruleset_cache.recall(game) is None


@pytest.mark.parametrize("damage", [b"", b"\x00" * 40, b"key\nsum\ngarbage"])
def test_a_damaged_entry_is_no_entry(game: Path, damage: bytes) -> None:
    """Truncated or foreign files are ignored and written anew."""
    check_file(game)
    entries(game)[0].write_bytes(damage)
    rules, report = check_file(game)
    assert rules is not None
    assert not report.failed
    assert ruleset_cache.recall(game) is not None


def test_a_folder_that_cannot_be_written_is_no_harm(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a usable cache folder everything is done afresh."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(game))
    assert check_file(game)[0] is not None
    assert check_file(game)[0] is not None


@pytest.mark.parametrize("rewritten", ["tiny.yaml", "cards.csv"])
def test_saved_while_it_is_read(game: Path, rewritten: str) -> None:
    """A file that is written to during a check: what was found isn't kept for what stands there now."""
    cards, saved = game.with_name("cards.csv"), game.with_name("saved.csv")
    cards.unlink()
    os.mkfifo(cards)

    def feed() -> None:
        with cards.open("w", encoding="utf-8") as reader:  # waits until the check reads the table
            if rewritten == "tiny.yaml":
                game.write_text(GAME.replace("prize: 1", "prize: 2"), encoding="utf-8")
            saved.write_text("rank\n1\n2\n", encoding="utf-8")
            if rewritten == "tiny.yaml":
                os.utime(saved, (1, 1))
                os.utime(game, (1, 1))  # as some editors and copies do: the time says nothing
            saved.replace(cards)
            reader.write("rank\n1\n3\n")

    feeder = threading.Thread(target=feed)
    feeder.start()
    rules, _ = check_file(game)
    feeder.join()
    assert rules is not None
    assert ruleset_cache.recall(game) is None
    assert check_file(game)[0] is not None
    assert ruleset_cache.recall(game) is not None


def test_of_what_was_kept_the_files_count_as_read(game: Path) -> None:
    """Whoever asks which files are read hears it also of rules that come from the cache."""
    for _ in range(2):
        with files_read() as files:
            check_file(game)
        assert game.with_name("cards.csv") in files
