"""Programs are kept for the next start, only while everything they come from is unchanged, and no damage does harm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from engines.drafts import CARDS, GRABS, rules, with_grammar
from rulewright.cli.bench.programs import Subject
from rulewright.dsl.grammar_cache import keep_tables
from rulewright.interpreter.engines import kept
from rulewright.interpreter.series import Played, series

TABLE = "points\n1\n2\n3\n4\n"
OVERLAY = 'extends: cards.yaml\ndraft: "2"\nwhy: Longer.\nchange:\n  phases:\n    play:\n      rounds: 2\n'


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small ruleset, and let everything be kept in a folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(with_grammar(tmp_path / "cache")))
    path = tmp_path / "cards.yaml"
    path.write_text(CARDS)
    (tmp_path / "cards.csv").write_text(TABLE)
    return path


def subject(path: Path, players: int | None = None, **settings: str) -> Subject:
    """Return what is played."""
    return Subject(str(path), players, settings)


def entry(path: Path) -> Path:
    """Return where the program of a ruleset lies."""
    found = subject(path).request.entry
    assert found is not None
    return found[0]


def games(path: Path) -> list[object]:
    """Play some games of a ruleset."""
    return list(series(subject(path).running("").runner, 4, 0, 5))


def from_cache(path: Path) -> bool:
    """Tell whether there is a program of a ruleset that can be used."""
    return kept.recall(subject(path).request) is not None


def test_kept(cards: Path) -> None:
    """The second start finds what the first has made, and plays the same; nothing is written again."""
    assert not from_cache(cards)
    first = games(cards)
    assert from_cache(cards)
    before = entry(cards).stat().st_ino
    assert games(cards) == first
    assert entry(cards).stat().st_ino == before
    ready = subject(cards).ready("")
    assert ready.from_cache
    assert ready.program.functions == {}
    fresh = subject(cards).fresh(native=True)
    assert evolve(ready, program=fresh.program, from_cache=False) == fresh
    assert [site.code for site in ready.program.sites] == [site.code for site in fresh.program.sites]
    assert (ready.program.words, ready.program.entries, ready.program.names) == (
        fresh.program.words,
        fresh.program.entries,
        fresh.program.names,
    )


def test_python_needs_the_whole(cards: Path) -> None:
    """What is kept is a module, so Python gets a program made anew."""
    played = games(cards)
    running = subject(cards).running("python")
    assert running.engine == "python"
    assert not running.ready.from_cache
    assert list(series(running.runner, 4, 0, 5)) == played


def test_changed_ruleset(cards: Path) -> None:
    """Another ruleset under the same name is another program."""
    games(cards)
    cards.write_text(CARDS.replace("rounds: 1", "rounds: 2"))
    assert not from_cache(cards)
    changed = games(cards)
    assert [record.decisions for record in changed] == [4] * 5  # type: ignore[attr-defined]
    assert from_cache(cards)


def test_changed_table(cards: Path) -> None:
    """A table of cards counts too, also where the typed rules came from their cache."""
    before = games(cards)
    entry(cards).unlink()
    assert games(cards) == before
    cards.with_name("cards.csv").write_text(TABLE.replace("4", "9"))
    assert not from_cache(cards)
    assert games(cards) != before


def test_changed_draft_below(cards: Path) -> None:
    """And so does the ruleset that a draft extends."""
    draft = cards.with_name("draft.yaml")
    draft.write_text(OVERLAY)
    before = games(draft)
    assert from_cache(draft)
    cards.write_text(CARDS.replace("me.score descending", "me.score ascending"))
    assert not from_cache(draft)
    assert games(draft) != before


def test_each_its_own(cards: Path) -> None:
    """Players and parameters have programs of their own; the order of parameters is nothing."""
    grabs = cards.with_name("grabs.yaml")
    grabs.write_text(GRABS)
    asked = [(players, laps) for players in (None, 2, 3) for laps in ("1", "2", "")]
    for _ in range(2):
        for players, laps in asked:
            work = Subject(str(grabs), players, {"laps": laps} if laps else {})
            records = series(work.running("").runner, 1, 0, 50)
            lengths = {record.decisions for record in records if isinstance(record, Played)}
            assert lengths == {(players or 2) * int(laps or 3)}
    assert len(list(entry(grabs).parent.iterdir())) == len(asked)
    here = kept.Request.of(grabs, 2, {"a": "1", "b": "2"})
    assert here.entry == kept.Request.of(grabs, 2, {"b": "2", "a": "1"}).entry
    assert here.entry != kept.Request.of(grabs, 2, {"a": "2", "b": "1"}).entry


def test_changed_on_the_way(cards: Path) -> None:
    """What is written to after the command has begun isn't kept, neither under its old bytes nor under its new."""
    for path, text in ((cards, CARDS), (cards.with_name("cards.csv"), TABLE)):
        work = subject(cards)
        assert work.game.players == 2
        path.write_text(text.replace("1", "2", 1))
        work.fresh(native=True)
        assert not from_cache(cards)
        path.write_text(text)
        assert not from_cache(cards)
    games(cards)
    assert from_cache(cards)


def damages(good: bytes) -> list[bytes]:
    """Return files that are no good, made from one that is."""
    key, checksum, rest = good.split(b"\n", 2)
    return [
        b"",
        good[:40],
        good[:-1],
        good[: len(good) // 2],
        good + b"\0",
        good[:-50] + bytes([good[-50] ^ 1]) + good[-49:],
        b"\n".join([b"0" * 64, checksum, rest]),
        b"\n".join([key, b"0" * 64, rest]),
        b"a shopping list\nmilk\n",
    ]


def test_damaged(cards: Path) -> None:
    """An entry that was cut off, changed in one place, emptied, or is something else is made again."""
    played = games(cards)
    for damage in damages(entry(cards).read_bytes()):
        entry(cards).write_bytes(damage)
        assert not from_cache(cards)
        assert games(cards) == played
        assert from_cache(cards)


def test_whole_but_wrong(cards: Path) -> None:
    """An entry whose checksum is right but whose content is none is no entry."""
    played = games(cards)
    found = subject(cards).request.entry
    assert found is not None
    good = entry(cards).read_bytes().split(b"\n", 2)[2]
    head, _, wasm = good.partition(b"\n")
    without = {key: value for key, value in json.loads(head).items() if key != "names"}
    for content in (
        b"",
        b"[]\n",
        b"{}\n" + wasm,
        b"no JSON\n" + wasm,
        json.dumps(without).encode() + b"\n" + wasm,
    ):
        keep_tables(*found, content)
        assert not from_cache(cards)
        assert games(cards) == played
    keep_tables(*found, head + b"\nno module")
    assert from_cache(cards)
    assert games(cards) == played
    assert entry(cards).read_bytes().split(b"\n", 2)[2] == good


def test_of_another_ruleset(cards: Path) -> None:
    """What was kept for another ruleset isn't used."""
    other = cards.with_name("other.yaml")
    other.write_text(CARDS.replace("rounds: 1", "rounds: 2"))
    games(other)
    played = games(cards)
    entry(cards).write_bytes(entry(other).read_bytes())
    assert not from_cache(cards)
    assert games(cards) == played


def test_no_folder(cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be kept, everything is made: a file lies in the way of the folder, a folder in that of a file."""
    played = games(cards)
    in_the_way = entry(cards)
    in_the_way.unlink()
    in_the_way.mkdir()
    assert games(cards) == played
    assert not from_cache(cards)
    (tmp_path / "file").write_text("in the way")
    for place in (str(tmp_path / "file"), "/dev/null/nowhere"):
        monkeypatch.setenv("XDG_CACHE_HOME", place)
        assert games(cards) == played
        assert not from_cache(cards)


def test_makes_room(cards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many programs those used last stay."""
    games(cards)
    folder = entry(cards).parent
    for number in range(kept.KEPT + 5):
        old = folder / f"old {number}"
        old.write_bytes(b"old")
    entry(cards).unlink()
    games(cards)
    assert len(list(folder.iterdir())) == kept.KEPT
    assert from_cache(cards)


def test_two_at_once(cards: Path, tmp_path: Path) -> None:
    """Several processes that fill an empty cache at the same time all play the same, and what they leave is good."""
    cache = tmp_path / "shared"
    cache.mkdir()
    command = [sys.executable, "-m", "rulewright.cli", "bench", str(cards), "--game", "3", "--engine", "wasm"]
    alone = rules("bench", str(cards), "--game", "3", cache=with_grammar(tmp_path / "own"))
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    started = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for process in started:
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, "")
        assert out.splitlines()[:4] == alone.stdout.splitlines()[:4]
    again = rules("bench", str(cards), "--game", "3", cache=cache)
    assert "its program was in the cache" in again.stdout
    assert again.stdout.splitlines()[:4] == alone.stdout.splitlines()[:4]
