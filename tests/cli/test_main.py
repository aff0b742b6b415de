"""The command itself: verbs, usage, streams."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from rulewright.cli import bundled, main
from rulewright.cli.output import Exit

COMMAND = [sys.executable, "-m", "rulewright.cli"]


def run(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a shell does, without a terminal."""
    return subprocess.run(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        timeout=300,
        check=False,
    )


def test_every_verb_has_its_file() -> None:
    """The help page lists exactly the verbs that exist."""
    folder = Path(main.__file__).parent / "commands"
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert files == set(main.VERBS)


@pytest.mark.parametrize("verb", list(main.VERBS))
def test_every_verb_explains_itself(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` of a verb begins with its usage and holds a sentence."""
    command = import_module(f"rulewright.cli.commands.{verb}").command
    assert command.help
    assert main.main([verb, "--help"]) == Exit.HOLDS
    assert f"Usage: rules {verb}" in capsys.readouterr().out


def test_help_names_the_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a verb the help page is shown."""
    assert main.main([]) == Exit.HOLDS
    out = capsys.readouterr().out
    assert all(verb in out for verb in main.VERBS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chek"], "did you mean `check`?"),
        (["check"], "Missing argument"),
        (["run", "kuhn_poker", "--players", "9"], "2 to 3 players, not 9"),
        (["run", "kuhn_poker", "--set", "nothing"], "write NAME=VALUE"),
        (["run", "usagi_curry", "--set", "tilse=3"], "did you mean `tiles`?"),
        (["run", "usagi_curry", "--set", "tiles=99"], "1..12, not 99"),
        (["run", "kuhn_poker", "--seat", "1=human"], "without a terminal"),
        (["run", "kuhn_poker", "--seat", "1=dog"], "write human, careful, random, not dog"),
        (["run", "kuhn_poker", "--seat", "7=random"], "2 to 3 players, not 7"),
        (["run", "kuhn_poker", "--names", "A,A"], "two seats are called A"),
        (["run", "kuhn_poker", "--first", "X"], "write a seat"),
        (["run", "kuhn_poker", "--resume"], "without a terminal"),
        (["run", "kuhn_poker", "--lang", "xx"], "texts in en, ja, not in xx"),
        (["explain", "name-unknwon"], "did you mean `name-unknown`?"),
        (["perft", "kuhn_poker", "--players", "7"], "2 to 3 players, not 7"),
        (["replay", "kuhn_poker", "--full", "--seat", "1"], "exclude each other"),
    ],
)
def test_usage(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What can't be meant is refused with 2 and one clear sentence, on standard error."""
    assert main.main(arguments) == Exit.USAGE
    captured = capsys.readouterr()
    assert said in captured.err
    assert not captured.out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """The version is one line."""
    assert main.main(["--version"]) == Exit.HOLDS
    assert capsys.readouterr().out.startswith("rules, Rulewright ")


def test_found_from_anywhere(tmp_path: Path) -> None:
    """A shipped ruleset is found by its bare name, with or without suffix, from any folder."""
    done = run("check", "kuhn_poker", "usagi_curry.yaml", cwd=tmp_path)
    assert done.returncode == Exit.HOLDS, done.stderr
    first, second = done.stdout.decode().splitlines()
    assert first.startswith("kuhn_poker.yaml: holds (2 to 3 players, ")
    assert second.startswith("usagi_curry.yaml: holds (2 to 5 players, ")


def test_folder_beside_a_ruleset() -> None:
    """A name means the ruleset, although a folder of that name lies beside it."""
    found = bundled.find("chaos_terria")
    assert found.name == "chaos_terria.yaml"
    assert found.is_file()


def test_own_file_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file here is meant rather than a shipped one of the same name."""
    (tmp_path / "kuhn_poker.yaml").write_text("rules: 1\n")
    monkeypatch.chdir(tmp_path)
    assert bundled.find("kuhn_poker") == Path("kuhn_poker.yaml")


def test_reader_goes_away() -> None:
    """`| head` ends the command quietly."""
    script = f"{sys.executable} -m rulewright.cli run kuhn_poker --bots-only | true"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {script}"], capture_output=True, timeout=120)
    assert done.returncode == Exit.HOLDS
    assert b"Traceback" not in done.stderr
    assert b"Broken" not in done.stderr


def test_closed_output() -> None:
    """Without standard output the command still ends in order."""
    script = f"{sys.executable} -m rulewright.cli list >&-"
    done = subprocess.run(["bash", "-c", script], capture_output=True, timeout=120)
    assert done.returncode == Exit.HOLDS
    assert not done.stderr


def test_full_disk() -> None:
    """Output that can't be written is said in one line."""
    script = f"{sys.executable} -m rulewright.cli list >/dev/full"
    done = subprocess.run(["bash", "-c", script], capture_output=True, timeout=120)
    assert done.returncode == Exit.NOT_LOADED
    assert done.stderr.decode().count("\n") == 1


def test_utf8_under_plain_locale() -> None:
    """Japanese is written whatever the locale says."""
    done = run(
        "run", "usagi_curry", "--lang", "ja", LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii"
    )
    assert done.returncode == Exit.HOLDS
    assert "タイル" in done.stdout.decode()


def test_bug_is_short() -> None:
    """A mistake of ours is told in a few lines and says how to see more."""
    text = main.bug(KeyError("x"))
    assert "RULEWRIGHT_DEBUG=1" in text
    assert len(text.splitlines()) == 2


def test_start_up_is_light() -> None:
    """The help page imports neither parser nor YAML nor engine."""
    script = "import sys; from rulewright.cli.main import main; main(['--help']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    modules = done.stdout.splitlines()[-1]
    for heavy in ("'lark'", "'yaml'", "'rich'", "'rulewright.interpreter.game'"):
        assert heavy not in modules
