"""Checked rules -> a file in the user's cache folder and back, so that a warm start skips the whole front end.

An entry is found by the ruleset's bytes, the name it is called by and the code of this package; it also holds what
else was read (card tables, the rulesets a draft extends), and counts only while those are unchanged. A stale or
damaged entry is no entry, and a folder that can't be written is no harm.
"""

from __future__ import annotations

import pickle
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.files_read import digest, note_file
from rulewright.dsl.grammar_cache import cache_file, keep_tables, key_of, load_tables
from rulewright.dsl.typed import Rules

Checked = tuple[Rules | None, list[Diagnostic]]


@cache
def fingerprint() -> str:
    """Return what tells this package's code from another version of it."""
    folder = Path(__file__).parent
    files = sorted(p for p in folder.rglob("*") if p.suffix in (".py", ".lark", ".tables"))
    stats = [f"{p.relative_to(folder)} {p.stat().st_size} {p.stat().st_mtime_ns}" for p in files]
    return sha256("\n".join([sys.version, *stats]).encode()).hexdigest()


def entry_of(path: Path) -> tuple[Path, bytes] | None:
    """Return where a ruleset's entry lies and the line it must begin with."""
    place = cache_file()
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if place is None or len(content) > 4_000_000:
        return None
    key = key_of(fingerprint(), str(path), str(path.resolve()), sha256(content).hexdigest())
    return place.parent / "rulesets" / sha256(str(path.resolve()).encode()).hexdigest()[:24], key


def recall(path: Path) -> Checked | None:
    """Return the rules and findings kept for a ruleset, or None; what was read for them counts as read."""
    entry = entry_of(path)
    kept = load_tables(*entry) if entry is not None else None
    if kept is None:
        return None
    try:
        others, rules, found = pickle.loads(kept)
        if all(digest(Path(name)) == known for name, known in others):
            for name, _ in others:
                note_file(Path(name))
            return rules, found
    except Exception:
        return None
    return None


def keep(path: Path, others: list[Path], rules: Rules | None, found: list[Diagnostic]) -> None:
    """Keep the rules and findings of a ruleset and what else was read for them."""
    entry = entry_of(path)
    if entry is None:
        return
    known = [(str(p), digest(p)) for p in dict.fromkeys(others) if p.resolve() != path.resolve()]
    try:
        kept = pickle.dumps((known, rules, found), protocol=pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, RecursionError, TypeError, AttributeError):
        return
    keep_tables(*entry, kept)
