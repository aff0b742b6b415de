"""`rules check`: verdicts, exit codes, JSON, and never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli.main import main
from rulewright.cli.output import Exit

HEAD = "rules: 1\ngame: small\nplayers: 2\n"
FLOW = "flow: |\n  nothing\n"


def bomb() -> str:
    """Return a file whose aliases would grow without end."""
    lines = ["x-a: &a [x, x, x, x, x, x, x, x, x]"]
    for n in range(9):
        names = ", ".join([f"*{chr(97 + n)}"] * 9)
        lines.append(f"x-{chr(98 + n)}: &{chr(98 + n)} [{names}]")
    return HEAD + "\n".join(lines) + "\n" + FLOW


WRONG = {
    "empty": (b"", "file-empty", Exit.NOT_LOADED),
    "binary": (bytes(range(256)) * 20, "file-not-text", Exit.NOT_LOADED),
    "latin": ("rules: 1\ngame: ä\n".encode("latin-1"), "file-not-text", Exit.NOT_LOADED),
    "large": (b"# " + b"x" * 10_000_000, "file-too-large", Exit.NOT_LOADED),
    "bomb": (bomb().encode(), "yaml-alias", Exit.FINDINGS),
    "tab": (f"{HEAD}constants:\n\tone: 1\n{FLOW}".encode(), "yaml-tab", Exit.FINDINGS),
    "twice": (f"{HEAD}game: again\n{FLOW}".encode(), "yaml-duplicate", Exit.FINDINGS),
    "bracket": (f"{HEAD}x-a: [1, 2\n{FLOW}".encode(), "yaml-syntax", Exit.FINDINGS),
    "list": (b"- a\n- b\n", "shape-content", Exit.FINDINGS),
    "key": (f"{HEAD}zone: {{}}\n{FLOW}".encode(), "shape-key", Exit.FINDINGS),
    "csv": (
        f"{HEAD}components:\n  card:\n    is: card\n    has: {{rank: 1..3}}\n    cards: none.csv\n"
        f"zones:\n  deck: {{holds: card}}\n{FLOW}".encode(),
        "table-csv",
        Exit.FINDINGS,
    ),
    "equals": (
        f"{HEAD}variables: {{heat: 0..3}}\nflow: |\n  if heat == 3:\n      nothing\n".encode(),
        "syntax-slip",
        Exit.FINDINGS,
    ),
    "recursion": (
        f"{HEAD}functions:\n  left_half: {{is: right_half}}\n  right_half: {{is: left_half}}\n{FLOW}".encode(),
        "finite-recursion",
        Exit.FINDINGS,
    ),
    "table": (
        f"{HEAD}constants:\n  hand: {{by: players, 3: 2}}\nflow: |\n  repeat hand times:\n      nothing\n".encode(),
        "finite-table",
        Exit.FINDINGS,
    ),
}


@pytest.mark.parametrize("name", list(WRONG))
def test_wrong_files(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every kind of wrong file gets its code, its exit code, and a frame; nothing goes to standard error."""
    content, code, exit_code = WRONG[name]
    path = tmp_path / f"{name}.yaml"
    path.write_bytes(content)
    assert main(["check", str(path)]) == exit_code
    captured = capsys.readouterr()
    assert f"error[{code}]" in captured.out
    assert f"rules explain {code}" in captured.out
    assert not captured.err


@pytest.mark.parametrize("name", list(WRONG))
def test_wrong_files_are_not_played(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What has errors isn't played: exit code 3, the findings on standard error."""
    content, code, _ = WRONG[name]
    path = tmp_path / f"{name}.yaml"
    path.write_bytes(content)
    for verb in ("run", "test", "gaps"):
        assert main([verb, str(path)]) == Exit.NOT_LOADED
        captured = capsys.readouterr()
        assert f"error[{code}]" in captured.err
        assert not captured.out


def test_missing_file_and_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file and a folder can't be read; a name like a shipped one is recognised."""
    assert main(["check", str(tmp_path)]) == Exit.NOT_LOADED
    assert main(["check", str(tmp_path / "none.yaml")]) == Exit.NOT_LOADED
    assert capsys.readouterr().out.count("error[file-unreadable]") == 2
    assert main(["check", "usagi_cury"]) == Exit.NOT_LOADED
    assert "did you mean the shipped ruleset `usagi_curry`?" in capsys.readouterr().out


def test_all_independent_mistakes_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two wrong rules give two findings in one run, in the order of the file."""
    path = tmp_path / "two.yaml"
    path.write_text(
        f"{HEAD}variables: {{heat: 0..3}}\nprocedures:\n"
        "  warm:\n    do: |\n      heta = 1\n  cool:\n    do: |\n      heat = cold\n"
        "flow: |\n  do warm\n  do cool\n"
    )
    assert main(["check", str(path)]) == Exit.FINDINGS
    out = capsys.readouterr().out
    assert out.index("`heta`") < out.index("`cold`")
    assert out.rstrip().endswith("two.yaml: 2 errors")


def test_case_of_a_load_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A finding that shows only with another value of a parameter says with which."""
    path = tmp_path / "some.yaml"
    path.write_text(
        f"{HEAD}parameters:\n  most: {{is: 2..4, default: 3}}\n"
        "components:\n  piece:\n    is: token\n    has: {rank: 1..most}\n    cards:\n      - {rank: 3}\n"
        "zones:\n  heap: {holds: piece}\n"
        "flow: |\n  move all of box to heap\n"
    )
    assert main(["check", str(path)]) == Exit.FINDINGS
    out = capsys.readouterr().out
    assert "error[type-range]" in out
    assert "with `most` set to 2" in out
    assert out.count("error[") == 1


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON has an entry for each file, with places counted from 1."""
    path = tmp_path / "slip.yaml"
    path.write_text(f"{HEAD}zone: 1\n{FLOW}")
    assert main(["check", "--format", "json", "kuhn_poker", str(path)]) == Exit.FINDINGS
    good, bad = json.loads(capsys.readouterr().out)
    assert good["holds"] is True
    assert good["game"] == "kuhn_poker"
    assert good["players"] == [2, 3]
    assert bad["holds"] is False
    assert bad["findings"][0]["code"] == "shape-key"
    assert bad["findings"][0]["line"] == 4


def test_strict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings are shown but fail only with `--strict`."""
    path = tmp_path / "idle.yaml"
    path.write_text(f"{HEAD}actions:\n  wait: {{do: nothing}}\n{FLOW}")
    assert main(["check", str(path)]) == Exit.HOLDS
    out = capsys.readouterr().out
    assert "warning[decide-unused]" in out
    assert out.rstrip().endswith("idle.yaml: holds (2 players, 1 rule); 1 warning")
    assert main(["check", "--strict", str(path)]) == Exit.FINDINGS


def test_shipped_rulesets_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """Every shipped ruleset passes its own check."""
    from rulewright.cli import bundled

    files = [str(path) for path in bundled.shipped()]
    assert len(files) >= 10
    assert main(["check", *files]) == Exit.HOLDS, capsys.readouterr().out
