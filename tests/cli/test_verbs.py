"""The smaller verbs: each says what it promises, as text and as data."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli import bundled
from rulewright.cli.main import main
from rulewright.cli.output import Exit
from rulewright.dsl.codes import CODES

SMALL = (
    "rules: 1\ngame: small\nplayers: 2\n"
    "variables: {taken: 0..any}\n"
    "actions:\n  grab:\n    do: taken += 1\n"
    "phases:\n  play:\n    turns: clockwise from first_player\n    rounds: 1\n    turn: me takes one of grab\n"
    "flow: do play\n"
    "tests:\n"
    "  right: {text: Everybody takes., covers: [S-1], play: [P1: grab, P2: grab], expect: {taken: 2}}\n"
    "  wrong: {text: Nobody takes., play: [P1: grab], expect: {taken: 0}}\n"
    "source:\n  document: none\n  sections: {S-1: Take}\n"
)


@pytest.fixture
def small(tmp_path: Path) -> str:
    """Return a small ruleset with a test that holds and one that doesn't."""
    path = tmp_path / "small.yaml"
    path.write_text(SMALL)
    return str(path)


def test_test(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`test` shows what fails, with what was expected and found, then one line of summary; it answers 1."""
    assert main(["test", small]) == Exit.FINDINGS
    out = capsys.readouterr().out
    assert "FAIL wrong" in out
    assert "Nobody takes." in out
    assert "expected 0, found 1" in out
    assert out.rstrip().endswith("small.yaml: 1 passed, 1 failed")


def test_test_of_some(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`-k` selects by name; nothing selected is a failure and says so."""
    assert main(["test", small, "-k", "right"]) == Exit.HOLDS
    assert capsys.readouterr().out == "small.yaml: 1 passed\n"
    assert main(["test", small, "-k", "nothing*"]) == Exit.FINDINGS
    assert "no test is called like `nothing*`" in capsys.readouterr().err


def test_test_as_data(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--format json` lists name, status, what is covered, and the message."""
    assert main(["test", small, "--format", "json"]) == Exit.FINDINGS
    right, wrong = json.loads(capsys.readouterr().out)
    assert (right["name"], right["status"], right["covers"], right["message"]) == (
        "right",
        "pass",
        ["S-1"],
        [],
    )
    assert wrong["status"] == "fail"
    assert wrong["message"]


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """Every shipped ruleset is listed with its players and title."""
    assert main(["list"]) == Exit.HOLDS
    out = capsys.readouterr().out
    assert all(path.stem in out for path in bundled.shipped())
    assert "usagi_curry" in out
    assert "2-5 players  Rabbit Curry" in out
    assert main(["list", "--format", "json"]) == Exit.HOLDS
    found = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert found["kuhn_poker"]["players"] == [2, 3]


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    """Every code has its page; without a code all are listed."""
    for code in CODES:
        assert main(["explain", code]) == Exit.HOLDS
        assert capsys.readouterr().out.startswith(f"{code}: ")
    assert main(["explain"]) == Exit.HOLDS
    assert len(capsys.readouterr().out.splitlines()) == len(CODES)


def test_gaps(capsys: pytest.CaptureFixture[str]) -> None:
    """Open questions come with default, other readings and reason; assumptions with their place."""
    assert main(["gaps", "usagi_curry"]) == Exit.HOLDS
    out = capsys.readouterr().out
    assert "16 open questions" in out
    assert "ninja_direction: To which neighbour" in out
    assert "right   (of right, left)" in out
    assert main(["gaps", "usagi_curry", "--format", "json", "--lang", "ja"]) == Exit.HOLDS
    data = json.loads(capsys.readouterr().out)
    assert len(data["open_questions"]) == 16
    assert data["open_questions"][0]["asks"] == "タイルは辛党・甘党それぞれ何枚ありますか？"
    assert {entry["section"] for entry in data["assumed"]} >= {"constants", "components", "zones"}
    assert all(entry["assumed"] and entry["line"] for entry in data["assumed"])


def test_gaps_folds_rows(capsys: pytest.CaptureFixture[str]) -> None:
    """Rows of one kind that are assumed for one reason are one entry; as data each has its own."""
    assert main(["gaps", "chaos_terria"]) == Exit.HOLDS
    out = capsys.readouterr().out
    assert out.count("our own pair") <= 4
    assert re.search(r"^components dish, \d\d rows \(line \d+\)$", out, re.MULTILINE)
    assert main(["gaps", "chaos_terria", "--format", "json"]) == Exit.HOLDS
    data = json.loads(capsys.readouterr().out)
    assert sum("our own pair" in entry["assumed"] for entry in data["assumed"]) > 20


def test_perft_and_tree(capsys: pytest.CaptureFixture[str]) -> None:
    """Counts are those of the game, as text and as data."""
    assert main(["perft", "tic_tac_toe", "--depth", "3"]) == Exit.HOLDS
    assert capsys.readouterr().out.split() == ["1", "9", "2", "72", "3", "504"]
    assert main(["perft", "kuhn_poker", "--depth", "2", "--format", "json"]) == Exit.HOLDS
    assert json.loads(capsys.readouterr().out) == [3, 6]
    assert main(["tree", "kuhn_poker", "--format", "json"]) == Exit.HOLDS
    data = json.loads(capsys.readouterr().out)
    assert (data["terminal"], data["information_states"]) == (30, [6, 6])
    assert data["value"] == ["1/8", "-1/8"]
    assert main(["tree", "kuhn_poker"]) == Exit.HOLDS
    assert "information states  12  (P1 6, P2 6)" in capsys.readouterr().out


def test_schema(capsys: pytest.CaptureFixture[str]) -> None:
    """The schema is JSON of the draft it names."""
    assert main(["schema"]) == Exit.HOLDS
    assert json.loads(capsys.readouterr().out)["$schema"].startswith("https://json-schema.org/")


@pytest.mark.parametrize("stage", ["tree", "typed", "graph"])
def test_show_is_stable(stage: str) -> None:
    """Every form is shown the same under any hash seed, and names no object's address."""
    shown = [
        subprocess.run(
            [sys.executable, "-m", "rulewright.cli", "show", "--stage", stage, "chaos_terria"],
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            timeout=120,
            check=True,
        ).stdout.decode()
        for seed in ("1", "2")
    ]
    assert shown[0] == shown[1]
    assert " at 0x" not in shown[0]
    assert len(shown[0].splitlines()) > 100


def test_show_names_what_stands_there(capsys: pytest.CaptureFixture[str]) -> None:
    """The typed form has every procedure; the graph has the rule above its instructions."""
    main(["show", "kuhn_poker"])
    typed = capsys.readouterr().out
    assert "stays_in: Function" in typed
    assert "(Store (VariableRef bettor) me)" in typed
    main(["show", "kuhn_poker", "--stage", "graph"])
    assert "phases.opening:" in capsys.readouterr().out
