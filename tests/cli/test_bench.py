"""`rules bench` and `rules show --stage program`: what they say and in which form; never how long anything takes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.golden import same_as_golden
from engines.drafts import GRABS, with_grammar
from rulewright.cli.main import main
from rulewright.cli.output import Exit

ENGINES = ("wasm", "python", "reference")


@pytest.fixture
def grabs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a small ruleset in the folder of the test, in which some games end in a fault."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(with_grammar(tmp_path / "cache")))
    monkeypatch.chdir(tmp_path)
    Path("grabs.yaml").write_text(GRABS)
    return "grabs.yaml"


def test_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    """`--format json` is a list with an object for each engine."""
    assert main(["bench", "kuhn_poker", "--seconds", "0", "--format", "json"]) == Exit.HOLDS
    rows = json.loads(capsys.readouterr().out)
    assert [row["engine"] for row in rows] == list(ENGINES)
    for row in rows:
        assert (row["players"], row["seed"], row["faults"]) == (2, 1, 0)
        assert row["games"] > 0
        assert row["games_per_second"] == row["games"] / row["cpu_seconds"]
        assert row["decisions_per_second"] == row["decisions"] / row["cpu_seconds"]
        assert row["decisions_per_game"] == row["decisions"] / row["games"]
        assert 2 <= row["decisions_per_game"] <= 3
        assert row["games_against_reference"] == row["games_per_second"] / rows[-1]["games_per_second"]
        assert row["first_game_new_seconds"] > 0
        assert row["first_game_again_seconds"] > 0
        assert row["state_cells"] == rows[0]["state_cells"]
        assert row["state_bytes"] == row["state_cells"] * (4 if row["engine"] == "wasm" else 8)
        assert row["copy_seconds"] >= 0
        assert (row["call_seconds"] > 0) == (row["engine"] != "reference")


def test_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    """As text it is a table whose columns stand under their heads; an engine can be asked for by name."""
    asked = ["--engine", "python", "--engine", "wasm", "--seconds", "0", "--players", "3", "--seed", "4"]
    assert main(["bench", "kuhn_poker", *asked]) == Exit.HOLDS
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"kuhn_poker\.yaml, 3 players, seed 4: \d\.\d decisions a game", lines[0])
    said = re.fullmatch(r"a state has (.+) cells: (.+) bytes in python, (.+) bytes in wasm", lines[1])
    assert said is not None
    cells, lists, words = (int(part.replace(",", "")) for part in said.groups())
    assert (lists, words) == (8 * cells, 4 * cells)
    assert lines[2] == ""
    assert lines[3].split("  ")[0] == "engine"
    assert lines[3].split()[1:] == ["games/s", "decisions/s", "ratio", "first", "game", "again", "copy"]
    assert [line.split()[0] for line in lines[4:]] == ["python", "wasm"]
    assert all(line.split()[3] == "–" for line in lines[4:])
    assert all(re.fullmatch(r".*\d m?s +[\d.]+ m?s +(< )?\d.* (ns|µs|ms)", line) for line in lines[4:])
    assert len({len(line) for line in lines[3:]}) == 1


def test_game_is_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    """One game of a series ends the same on every engine; its number and seed choose it."""
    found = []
    for engine in ENGINES:
        asked = ["--engine", engine, "--game", "5", "--seed", "2", "--players", "3", "--format", "json"]
        assert main(["bench", "kuhn_poker", *asked]) == Exit.HOLDS
        data = json.loads(capsys.readouterr().out)
        assert data.pop("engine") == engine
        assert data.pop("cpu_seconds") > 0
        data.pop("program_from_cache")
        found.append(data)
    assert found[0] == found[1] == found[2]
    assert (found[0]["seed"], found[0]["game"]) == (2, 5)
    assert len(found[0]["totals"]) == len(found[0]["returns"]) == 3
    assert all(1 <= seat <= 3 for seat in found[0]["winners"])


def test_game_as_text(grabs: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A game is told in five lines."""
    assert main(["bench", grabs, "--game", "0"]) == Exit.HOLDS
    first = capsys.readouterr().out
    assert first.splitlines()[:2] == ["game 0 of seed 1: 6 decisions", "outcome  draw"]
    assert re.fullmatch(r"CPU      [\d.]+ s since the command began", first.splitlines()[4])
    assert main(["bench", grabs, "--game", "0", "--engine", "wasm"]) == Exit.HOLDS
    assert capsys.readouterr().out.splitlines()[:4] == first.splitlines()[:4]
    assert main(["bench", grabs, "--game", "0"]) == Exit.HOLDS
    again = capsys.readouterr().out.splitlines()
    assert again[:4] == first.splitlines()[:4]
    assert again[4].endswith("; its program was in the cache")


@pytest.mark.parametrize("engine", ENGINES)
def test_game_with_a_fault(grabs: str, engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault names the rule, shows the place, and says how it is played again; on every engine, also from the cache."""
    for _ in range(2):
        assert main(["bench", grabs, "--game", "3", "--engine", engine]) == Exit.FAULT
        found = capsys.readouterr()
        assert found.out == ""
        same_as_golden("bench_fault", found.err)
    assert main(["bench", grabs, "--game", "3", "--engine", engine, "--format", "json"]) == Exit.FAULT
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["fault"]) == (3, "range")
    if engine != "reference":
        assert (data["rule"], data["place"]) == ("actions.grab", "grabs.yaml:11:9")


def test_faults_in_a_table(grabs: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Faults are counted, and each is shown once; the games that end are measured all the same."""
    assert main(["bench", grabs, "--engine", "python", "--seconds", "0.2", "--format", "json"]) == Exit.FAULT
    found = capsys.readouterr()
    (row,) = json.loads(found.out)
    assert row["faults"] > 0
    assert row["games"] > 0
    shown, _, last = found.err.rstrip("\n").rpartition("\n")
    same_as_golden("bench_fault", shown + "\n")
    games = row["games"] + row["faults"]
    assert last == f"rules: python: {row['faults']:,} of {games:,} games ended in a fault"


def test_what_cannot_be_measured(grabs: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Slips are told in the designer's words, before anything is measured."""
    for arguments, code, said in (
        (["nowhere.yaml"], Exit.NOT_LOADED, "there is no file"),
        ([grabs, "--players", "7"], Exit.USAGE, "2 to 3 players, not 7"),
        ([grabs, "--set", "lapse=2"], Exit.USAGE, "did you mean `laps`?"),
        ([grabs, "--set", "laps"], Exit.USAGE, "write NAME=VALUE"),
        ([grabs, "--engine", "cobol"], Exit.USAGE, "'cobol' is not one of 'wasm', 'python', 'reference'"),
        ([grabs, "--game", "-1"], Exit.USAGE, "-1 is not in the range"),
    ):
        assert main(["bench", *arguments]) == code
        found = capsys.readouterr()
        assert said in found.err
        assert found.out == ""


def test_game_to_look_at(grabs: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A game is kept for `rules replay`; one that a fault has ended up to the answer that led to it."""
    assert main(["bench", grabs, "--game", "3", "--save", "three.save"]) == Exit.FAULT
    assert main(["bench", grabs, "--game", "1", "--save", "none.save", "--players", "3"]) == Exit.HOLDS
    capsys.readouterr()
    assert main(["replay", grabs, "--save", "three.save", "--full"]) == Exit.HOLDS
    same_as_golden("bench_replay", capsys.readouterr().out)
    assert main(["replay", grabs, "--save", "none.save"]) == Exit.HOLDS
    whole = capsys.readouterr().out
    assert "P3" in whole
    Path("letter.txt").write_text("Dear grandmother")
    for arguments, said in (
        (["--save", "three.save"], "it needs --game"),
        (["--game", "0", "--save", "letter.txt"], "letter.txt is something else already"),
        (["--game", "0", "--save", "letter.txt/x"], "letter.txt"),
    ):
        assert main(["bench", grabs, *arguments]) == Exit.USAGE
        assert said in capsys.readouterr().err
    assert Path("letter.txt").read_text() == "Dear grandmother"


# -- the program as text --------------------------------------------------------------------------


def test_show_program(grabs: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The program form has the faults with their places and the functions with the rules they come from."""
    assert main(["show", grabs, "--stage", "program"]) == Exit.HOLDS
    out = capsys.readouterr().out
    assert re.match(r"memory of \d+ words\ncalled from outside: start, ", out)
    assert re.search(r"^fault \d+: range  grabs\.yaml:11:9$", out, re.MULTILINE)
    assert re.search(r"^at_\d+\(\)  actions\.grab$", out, re.MULTILINE)
    main(["show", grabs, "--stage", "program"])
    assert capsys.readouterr().out == out
    main(["show", grabs, "--stage", "program", "--players", "3"])
    assert capsys.readouterr().out != out
    main(["show", grabs, "--stage", "program", "--set", "laps=1"])
    assert capsys.readouterr().out != out
    assert main(["show", grabs, "--stage", "program", "--players", "9"]) == Exit.USAGE
    assert "2 to 3 players, not 9" in capsys.readouterr().err
