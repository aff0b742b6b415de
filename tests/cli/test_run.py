"""`rules run` without a terminal: a transcript that is always the same, the score sheet, faults."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.golden import same_as_golden
from rulewright.cli.main import main
from rulewright.cli.output import Exit


def transcript(*arguments: str, hash_seed: str = "0") -> bytes:
    """Return what a run without a terminal writes."""
    done = subprocess.run(
        [sys.executable, "-m", "rulewright.cli", "run", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        timeout=300,
        check=False,
    )
    assert done.returncode == Exit.HOLDS, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["usagi_curry", "chaos_terria"])
def test_same_bytes(name: str) -> None:
    """The same seed writes the same bytes under any hash seed."""
    assert transcript(name, "--seed", "7", hash_seed="1") == transcript(name, "--seed", "7", hash_seed="2")


def test_fixed_seed_without_a_terminal() -> None:
    """Without `--seed` and without a terminal every run is the same game."""
    assert transcript("kuhn_poker") == transcript("kuhn_poker")
    assert transcript("usagi_curry") != transcript("usagi_curry", "--seed", "2")


def test_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The transcript goes from set-up to score sheet, ranking and result; the seed is told at the end."""
    assert (
        main(["run", "usagi_curry", "--seed", "7", "--players", "3", "--names", "Ann,Bob,Cleo"]) == Exit.HOLDS
    )
    captured = capsys.readouterr()
    assert "-- opening contest --" in captured.out
    assert "Ann hand → Ann played" in captured.out
    last = captured.out.rstrip().splitlines()
    assert last[-1].endswith(("wins.", "share the win.", "played again."))
    assert any(line.startswith("tiles ") for line in last[-10:])
    assert any(line.startswith("1. ") for line in last[-6:])
    assert captured.err == "seed 7 plays this game again\n"


def test_golden_transcript(capsys: pytest.CaptureFixture[str]) -> None:
    """A short game, line by line."""
    assert main(["run", "leduc_poker", "--seed", "11"]) == Exit.HOLDS
    same_as_golden("leduc_poker-11", capsys.readouterr().out)


def test_audience_sees_no_hands(capsys: pytest.CaptureFixture[str]) -> None:
    """In a transcript cards that are drawn and passed are backs."""
    assert main(["run", "usagi_curry", "--seed", "3"]) == Exit.HOLDS
    out = capsys.readouterr().out
    passed = [line for line in out.splitlines() if "hand → " in line and line.rstrip().endswith(" hand")]
    drawn = [line for line in out.splitlines() if "deck → " in line]
    assert passed
    assert drawn
    assert all(line.strip().startswith("card") for line in (*passed, *drawn))


def test_settings_and_language(capsys: pytest.CaptureFixture[str]) -> None:
    """Parameters and the language of texts can be set."""
    assert main(["run", "usagi_curry", "--set", "tiles=1", "--lang", "ja"]) == Exit.HOLDS
    out = capsys.readouterr().out
    assert "新装開店勝負" in out
    assert "辛党, 甘党" in out or "辛党" in out


def test_french_has_a_blank_before_its_colons(capsys: pytest.CaptureFixture[str]) -> None:
    """Who does what, what goes where, what is said of a thing: the colon stands apart, as French wants it."""
    main(["run", "garcon", "--lang", "fr"])
    out = capsys.readouterr().out
    assert "P1 : prendre une commande" in out
    assert ": " in out
    assert re.findall(r"\S: ", out) == []


def test_random_bots_play_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    """Who sits in a seat makes a difference."""
    main(["run", "chaos_terria", "--players", "2"])
    careful = capsys.readouterr().out
    main(["run", "chaos_terria", "--players", "2", "--seat", "1=random", "--seat", "2=random"])
    assert careful != capsys.readouterr().out


def test_fault_in_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault ends with 4; the message names the rule, the line and the seed that plays it again."""
    path = tmp_path / "hot.yaml"
    path.write_text(
        "rules: 1\ngame: hot\nplayers: 2\nvariables: {heat: 0..3}\nprocedures:\n  warm:\n    do: |\n"
        "      heat += 1\nflow: |\n  repeat 9 times:\n      do warm\n"
    )
    assert main(["run", str(path), "--seed", "5"]) == Exit.FAULT
    err = capsys.readouterr().err
    assert "error[fault-range]: `heat` becomes 4, outside 0..3" in err
    assert "hot.yaml:8:7" in err
    assert "in `procedures.warm`; 2 players, seed 5 plays it again" in err
