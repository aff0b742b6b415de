"""What names a draft -> checked rules: a file, a shipped ruleset, a file of a git revision."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

from rulewright.cli import bundled
from rulewright.cli.loading import hint_at_shipped
from rulewright.cli.output import show_findings
from rulewright.dsl import check
from rulewright.dsl.compile import check_file
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.read import read_ruleset
from rulewright.dsl.resolve import resolve
from rulewright.dsl.source import Source
from rulewright.dsl.typed import Rules
from rulewright.dsl.yaml_nodes import read_source

NEEDED = re.compile(r"^\s*(?:extends|cards):\s*[\"']?([^\s\"'#{}\[\]]+\.(?:ya?ml|csv))", re.MULTILINE)
"""The files that a ruleset names: the one it extends, its card tables."""


def draft(name: str) -> Rules | None:
    """Return checked rules, or None after showing why there are none."""
    path = bundled.find(name)
    revision, _, inside = name.partition(":")
    if inside and revision and not path.exists():
        return from_git(name, revision, inside)
    rules, report = check_file(path)
    if rules is None:
        hint_at_shipped(name, report)
        show(report)
    return rules


def show(report: Report, stream: IO[str] | None = None) -> None:
    """Show the errors that keep a draft from being compared."""
    errors = [found for found in report.sorted() if found.severity == "error"]
    show_findings(errors, sys.stderr if stream is None else stream)


def read_as(path: Path, name: str, folder: Path) -> tuple[Rules | None, Report]:
    """Read and check a file under another name, with the files it names in a folder."""
    report = Report()
    source = read_source(path, report, name=name)
    if source is None:
        return None, report
    source.folder = folder
    return read_written(source, folder)


def read_written(source: Source, folder: Path) -> tuple[Rules | None, Report]:
    """Read and check what is written in a source, with the files it names in a folder."""
    report = Report()
    written = read_ruleset(source, report, folder)
    if written is None or report.failed:
        return None, report
    rules = resolve(written, report)
    if not report.failed:
        check.run(rules, report)
    return (None if report.failed else rules), report


def from_git(name: str, revision: str, inside: str) -> Rules | None:
    """Return the rules of a file as it was in a revision, with all files it names as they were then."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        top = inside if git("cat-file", "-e", f"{revision}:{inside}") is not None else f"./{inside}"
        if not fetch(revision, top, root):
            sys.stderr.write(f"git has no `{name}`: `git show {name}` says why\n")
            return None
        path = root / plain(top)
        rules, report = read_as(path, name, path.parent)
        if rules is None:
            show(report)
        return rules


def plain(path: str) -> str:
    """Return a path inside the folder that stands for the revision; what lies above the start counts from it."""
    return str(Path("tree") / "/".join("up" if p == ".." else p for p in Path(path).parts if p != "."))


def fetch(revision: str, path: str, root: Path) -> bool:
    """Write a file of a revision and those it names below a folder."""
    waiting, seen = [path], set()
    found = False
    while waiting:
        one = waiting.pop()
        content = git("show", f"{revision}:{one}")
        seen.add(one)
        if content is None:
            continue
        found = found or one == path
        target = root / plain(one)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        if not one.endswith(".csv"):
            parent = Path(one).parent
            for named in NEEDED.findall(content.decode("utf-8", "replace")):
                beside = normal(("./" if one.startswith("./") else "") + str(parent / named))
                if beside not in seen:
                    waiting.append(beside)
    return found


def normal(path: str) -> str:
    """Return a path without detours."""
    start = "./" if path.startswith("./") else ""
    parts: list[str] = []
    for part in Path(path).parts:
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return start + "/".join(parts)


def git(*arguments: str) -> bytes | None:
    """Return what git answers, or None when it refuses or isn't there."""
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
