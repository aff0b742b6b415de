"""`rules diff` as a command: inputs, forms, exit codes, git."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from diffs.drafts import EDITS, edited, rules_of, shipped
from rulewright.cli import main
from rulewright.cli.diff_pages.against import play_against, with_names
from rulewright.cli.diff_pages.page import page
from rulewright.cli.output import Exit
from rulewright.dsl.diff import SEVERITIES, diff
from rulewright.dsl.diff.as_data import schema
from rulewright.interpreter.scenarios import run, run_tests

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "diff"
SCHEMA = ROOT / "docs" / "diff.schema.json"
BASE = (CASES / "base.yaml").read_text(encoding="utf-8")


@pytest.fixture
def drafts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder with some drafts of one game."""
    texts = {
        "one": BASE,
        "two": BASE.replace("  tip: 1\n", "  tip: 2\n"),
        "words": BASE.replace("    text: Sell a crate of your hand.\n", "    text: Sell one crate.\n"),
        "translated": BASE.replace("ja: 市場", "ja: いちば"),
        "broken": BASE.replace("from me.hand", "from me.hnad"),
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["one", "one"], Exit.HOLDS),
        (["one", "translated"], Exit.HOLDS),
        (["one", "words"], Exit.FINDINGS),
        (["one", "two"], Exit.FINDINGS),
        (["one", "words", "--fail-on", "tune"], Exit.HOLDS),
        (["one", "two", "--fail-on", "tune"], Exit.FINDINGS),
        (["one", "two", "--fail-on", "rule"], Exit.HOLDS),
        (["one", "broken"], Exit.NOT_LOADED),
        (["broken", "one"], Exit.NOT_LOADED),
        (["one", "nothing_there"], Exit.NOT_LOADED),
        (["one"], Exit.USAGE),
        (["one", "two", "words"], Exit.USAGE),
        (["one", "two", "--tests", "--format", "overlay"], Exit.USAGE),
    ],
)
@pytest.mark.usefixtures("drafts")
def test_exit_codes(arguments: list[str], code: Exit) -> None:
    assert main.main(["diff", *arguments]) == code


@pytest.mark.usefixtures("drafts")
def test_a_broken_draft_never_reads_as_no_changes(capsys: pytest.CaptureFixture[str]) -> None:
    main.main(["diff", "one", "broken"])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "`hnad`" in captured.err
    assert "nothing was compared" in captured.err


@pytest.mark.usefixtures("drafts")
def test_json_follows_the_published_schema(capsys: pytest.CaptureFixture[str]) -> None:
    """UPDATE_CASES=1 writes the published schema anew."""
    if os.environ.get("UPDATE_CASES"):
        SCHEMA.write_text(json.dumps(schema(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    published = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert published == schema()
    jsonschema.Draft202012Validator.check_schema(published)
    for arguments in (
        ["one", "one"],
        ["one", "two", "--tests"],
        ["words", "two"],
        [str(ROOT / "rulesets/garcon.yaml"), "one"],
    ):
        main.main(["diff", *arguments, "--format", "json"])
        jsonschema.validate(json.loads(capsys.readouterr().out), published)


@pytest.mark.usefixtures("drafts")
def test_changes_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    main.main(["diff", "one", "two", "--format", "json"])
    (change,) = json.loads(capsys.readouterr().out)["changes"]
    assert (change["id"], change["severity"], change["before"], change["now"]) == (
        "constants.tip",
        "tune",
        "1",
        "2",
    )
    assert change["now_span"]["line"] == BASE[: BASE.index("  tip: 1")].count("\n") + 1


class Tags(HTMLParser):
    """Notes which tags are open and what is loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.elsewhere: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta",):
            self.opened.append(tag)
        self.elsewhere += [str(v) for k, v in attrs if k in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag


@pytest.mark.parametrize("drafts_", [("one", "two"), ("one", "words"), ("one", "one")])
@pytest.mark.usefixtures("drafts")
def test_html_stands_alone(drafts_: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """Every tag is closed, nothing comes from elsewhere."""
    main.main(["diff", *drafts_, "--format", "html"])
    out = capsys.readouterr().out
    tags = Tags()
    tags.feed(out)
    assert tags.opened == []
    assert tags.elsewhere == []
    assert "url(" not in out
    assert "@import" not in out


@pytest.mark.usefixtures("drafts")
def test_markdown_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    main.main(["diff", "one", "two", "--format", "markdown"])
    out = capsys.readouterr().out
    assert out.startswith("# Market, draft 1 -> 1\n")
    assert "- **Tip**: 2 instead of 1 (1 more)." in out


def test_notes_name_every_rule_change(drafts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By id or by name; what is missing is listed, and words alone need no note."""
    notes = drafts / "CHANGES.md"
    for text, code in (("* Tip is 2 now.", 0), ("* constants.tip", 0), ("* tipping is fun", 1), ("", 1)):
        notes.write_text(text, encoding="utf-8")
        assert main.main(["diff", "one", "two", "--check-notes", "CHANGES.md"]) == code
        assert ("not in the notes: constants.tip" in capsys.readouterr().err) is bool(code)
    assert main.main(["diff", "one", "words", "--check-notes", "CHANGES.md"]) == Exit.HOLDS


def test_severities_are_in_order() -> None:
    assert SEVERITIES == ("text", "tune", "rule", "structure")


# -- git ----------------------------------------------------------------------------------------


def git(folder: Path, *arguments: str, **environment: str) -> str:
    """Run git in a folder and return what it writes."""
    who = {
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }
    done = subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, check=True, text=True, encoding="utf-8",
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, **who, **environment},
    )  # fmt: skip
    return done.stdout


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a repository with a ruleset that takes its cards from a table and a draft that extends it."""
    folder = tmp_path / "games"
    folder.mkdir()
    whole = BASE.replace(
        "    cards:\n      - {fruit: each, weight: 1..2, copies: 3}\n", "    cards: crates.csv\n"
    )
    rows = [f"{fruit},{weight}" for fruit in ("apple", "pear", "plum") for weight in (1, 2) for _ in range(3)]
    (folder / "game.yaml").write_text(whole, encoding="utf-8")
    (folder / "crates.csv").write_text("\n".join(["fruit,weight", *rows]) + "\n", encoding="utf-8")
    overlay = 'extends: game.yaml\ndraft: "2"\nwhy: Tips are low.\nchange:\n  constants: {tip: 2}\n'
    (folder / "game2.yaml").write_text(overlay, encoding="utf-8")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    (folder / "game.yaml").write_text(
        whole.replace("hand_size: {is: 3", "hand_size: {is: 2"), encoding="utf-8"
    )
    (folder / "crates.csv").write_text("\n".join(["fruit,weight", *rows, "plum,3"]) + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("repository")
def test_a_revision_is_read_with_its_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """The table as it was then, the table as it lies there now."""
    assert main.main(["diff", "HEAD:games/game.yaml", "games/game.yaml", "--format", "json"]) == Exit.FINDINGS
    found = json.loads(capsys.readouterr().out)
    assert [c["id"] for c in found["changes"]] == ["constants.hand_size", "components.crate.cards"]
    assert main.main(["diff", "HEAD:games/game.yaml", "HEAD:games/game.yaml"]) == Exit.HOLDS


def test_a_revision_is_read_with_what_it_extends(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository / "games")
    assert main.main(["diff", "HEAD:./game.yaml", "HEAD:./game2.yaml", "--format", "json"]) == Exit.FINDINGS
    assert [c["id"] for c in json.loads(capsys.readouterr().out)["changes"]] == ["constants.tip"]


@pytest.mark.usefixtures("repository")
def test_a_revision_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["diff", "HEAD:games/gone.yaml", "games/game.yaml"]) == Exit.NOT_LOADED
    assert "git has no `HEAD:games/gone.yaml`" in capsys.readouterr().err


def test_the_lines_of_the_docs_make_git_speak_rules(repository: Path) -> None:
    """The two lines of docs/diff.md, as they stand there."""
    docs = (ROOT / "docs" / "diff.md").read_text(encoding="utf-8")
    attribute = next(line for line in docs.splitlines() if line.endswith("diff=rules"))
    config = next(line for line in docs.splitlines() if line.startswith("git config diff.rules.command"))
    (repository / ".gitattributes").write_text(attribute + "\n", encoding="utf-8")
    key, value = config.removeprefix("git config ").split(" ", 1)
    command = value.strip('"').replace("rules ", f"{sys.executable} -m rulewright.cli ", 1)
    git(repository, "config", key, command)
    out = git(repository, "diff", "--", "games/game.yaml")
    assert "rules diff games/game.yaml" in out
    assert "2 instead of 3 (1 less)" in out
    (repository / "games" / "game.yaml").write_text("rules: 1\n", encoding="utf-8")
    out = git(repository, "diff", "--", "games/game.yaml")
    assert "can't be read, so nothing was compared" in out


# -- bounded work -------------------------------------------------------------------------------


def long_rules(count: int, changed: str) -> str:
    """Return a ruleset with many procedures and one long block."""
    procedures = "".join(
        f"  p_{n}:\n    each: player\n    text: Step {n}.\n    do: |\n      me.luck += {n % 7}\n      do me.earn({n % 5})\n"
        for n in range(count)
    )
    steps = "".join(f"  for p in players:\n      do p.p_{n}\n" for n in range(count))
    text = BASE.replace("  may_tip:\n", procedures + "  may_tip:\n", 1).replace(
        "  do lay_out\n", "  do lay_out\n" + steps
    )
    return text.replace("    do: me.luck += 1\n", changed)


def test_thousands_of_lines_within_bounded_steps() -> None:
    """Every second step turned round, in files of more than 2,000 lines: few calls of Python for each line."""
    one = long_rules(280, "    do: me.luck += 1\n")
    assert one.count("\n") > 2000
    lines = one.splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if line.strip() == "do lay_out") + 1
    for n in range(start, start + 500, 4):
        lines[n : n + 4] = [*lines[n + 2 : n + 4], *lines[n : n + 2]]
    before, now = rules_of(one), rules_of("".join(lines))
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        found = diff(before, now)
    finally:
        sys.setprofile(None)
    assert [c.section for c in found.rules] == ["setup"]
    assert calls < 60_000_000


def test_two_unrelated_games_get_a_clear_answer() -> None:
    found = diff(shipped("garcon"), shipped("chaos_terria"))
    assert len({c.id for c in found.changes}) == len(found.changes)
    assert {"added", "removed"} <= {c.kind for c in found.changes}
    assert page(found, None).summary.startswith("two different games: ")


# -- tests of a draft under another -------------------------------------------------------------


def test_tests_against_another_draft() -> None:
    """A test with another result is listed with what differs; the others are not."""
    before = rules_of(BASE)
    now = rules_of(BASE.replace("do: me.luck += 1\n", "do: me.luck += 2\n"))
    found = play_against(before, now)
    assert found.total == 2
    assert [(t.name, t.before, t.now, t.message) for t in found.changed] == [
        ("luck", "pass", "fail", "P1.luck: expected 1, found 2")
    ]


def test_tests_follow_a_name_that_is_new() -> None:
    """What the tests call by its old name is found under the new one."""
    now = rules_of(BASE.replace("luck", "fortune").replace("Nothing, and trust in fortune", "Nothing"))
    assert play_against(rules_of(BASE), now).changed == ()


@pytest.mark.usefixtures("drafts")
def test_test_against(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["test", "one", "--against", "two"]) == Exit.HOLDS
    assert "one.yaml: 0 of 2 have another result under two" in capsys.readouterr().out


DECLARED = {
    "E1": {"BT-13", "BT-28", "BT-51", "BT-57", "BT-59"},
    "E2": {"BT-58"},
    "E3": {"BT-51", "BT-59"},
    "E4a": {"BT-16", "BT-17", "BT-65", "BT-66"},
    "E4b": {"BT-21", "BT-26", "BT-65", "BT-66"},
    "E5": set(),
}
"""What the inventory of BBQP declares, as far as the scenarios are written. BT-66 begins where the golden round
stands, so it is lost with it."""


@pytest.mark.slow
def test_dt6_exactly_the_declared_tests_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draft 14's scenarios under each single edit; `BT-51b` belongs to BT-51, the golden round to BT-65.

    One seed is enough for whatever luck is left: that none of them depends on luck is tested with the ruleset.
    """
    monkeypatch.setattr(run, "SEEDS", (1,))
    before = shipped("bbqp_draft14")
    assert before.written.tests is not None
    then = run_tests(before)
    assert {outcome.status for outcome in then} == {"pass"}
    for edit in EDITS:
        now = edited(edit)
        tests = with_names(before.written.tests, diff(before, now))
        today = run_tests(now, tests=tests)
        changed = {declared_name(b.name) for a, b in zip(then, today, strict=True) if a.status != b.status}
        assert changed == DECLARED[edit], edit


def declared_name(name: str) -> str:
    """Return the number that a scenario has in the inventory."""
    return "BT-65" if name.startswith("GOLD") else name.rstrip("abcdefgh")


def test_the_changes_as_a_draft(drafts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed, saved, is the later draft."""
    assert main.main(["diff", "one", "two", "--format", "overlay"]) == Exit.FINDINGS
    told = capsys.readouterr().out
    assert (
        told
        == """\
extends: one.yaml
draft: "1"
why: The first draft.

change:
  constants:
    tip: 2

tests:
  a_sale: {like: a_sale}
  luck: {like: luck}
"""
    )
    (drafts / "saved.yaml").write_text(told, encoding="utf-8")
    assert main.main(["diff", "saved", "two"]) == Exit.HOLDS
    assert main.main(["test", "saved"]) == Exit.HOLDS
    assert main.main(["diff", "one", "one", "--format", "overlay"]) == Exit.HOLDS
    assert "change:" not in capsys.readouterr().out


@pytest.mark.usefixtures("drafts")
def test_no_draft_comes_of_what_cannot_be_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing but the reason is printed."""
    for name in ("base", "later"):
        head = (
            ""
            if name == "base"
            else 'extends: base.yaml\ndraft: "2"\nwhy: More.\ntests: {rain: {like: rain}}\n'
        )
        text = head or BASE.replace("  a_sale:\n", "  rain:\n")
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    assert main.main(["diff", "one", "later", "--format", "overlay"]) == Exit.NOT_LOADED
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "there is no such overlay: the test `rain` of the later draft is like" in captured.err


def test_a_draft_extends_a_file(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of a git revision is none; a draft is named as seen from the later one."""
    sides = ["HEAD:games/game.yaml", "games/game.yaml"]
    assert main.main(["diff", *sides, "--format", "overlay"]) == Exit.USAGE
    assert "`git show HEAD:games/game.yaml > FILE.yaml`" in capsys.readouterr().err
    (repository / "two.yaml").write_text(BASE, encoding="utf-8")
    main.main(["diff", "games/game.yaml", "two.yaml", "--format", "overlay"])
    assert capsys.readouterr().out.startswith("extends: games/game.yaml\n")
