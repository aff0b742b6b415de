"""Programs ready to play series -> files in the user's cache folder and back, so that a warm start needs no front end.

An entry is found by the ruleset's name and what was asked for (players, parameters); it begins with a line that stands
for these, the ruleset's bytes and the code of this software, and with a checksum. It also holds what else was read for
the ruleset, and counts only while that is unchanged. What is wrong with a file or the folder is no harm.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.dsl import source
from rulewright.dsl.files_read import changed_since, digest
from rulewright.dsl.grammar_cache import cache_file, keep_tables, key_of, load_tables

if TYPE_CHECKING:
    from rulewright.interpreter.program.form import Program

KEPT = 64
"""So many programs are kept."""


@frozen
class Ready:
    """What it takes to play games and to say where a rule failed.

    `rules` has the path of the rule for each instruction of the control graph, `places` where in the ruleset each fault
    of the program stands, as text. From the cache the program comes without its functions and tables: `wasm` stands for
    them.
    """

    program: Program
    rules: tuple[str, ...]
    places: tuple[str, ...]
    wasm: bytes | None
    from_cache: bool = False


@frozen
class Request:
    """Which program of a ruleset is meant: as it was asked for, so that the ruleset needn't be read to tell.

    `entry` is where it is kept and the line it must begin with, as the ruleset was at the moment `begun`.
    """

    path: Path
    players: int | None
    settings: tuple[tuple[str, str], ...]
    entry: tuple[Path, bytes] | None
    begun: int

    @classmethod
    def of(cls, path: Path, players: int | None, settings: Mapping[str, str]) -> Request:
        """Return a request made now, before the ruleset is read; the order of the parameters is nothing."""
        begun, ordered = time_ns(), tuple(sorted(settings.items()))
        return cls(path, players, ordered, entry_of(path, players, ordered), begun)


def made(program: Program, rules: Sequence[str], wasm: bytes | None = None) -> Ready:
    """Return a program that was made just now."""
    places = tuple("" if site.span is None else str(site.span) for site in program.sites)
    return Ready(program, tuple(rules), places, wasm)


def recall(request: Request) -> Ready | None:
    """Return the program kept for a request, or None."""
    kept = load_tables(*request.entry) if request.entry is not None else None
    if request.entry is None or kept is None:
        return None
    try:
        head, _, wasm = kept.partition(b"\n")
        found = json.loads(head)
        if any(digest(Path(name)) != known for name, known in found["others"]):
            return None
        ready = unpacked(found, wasm)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None
    with suppress(OSError):
        os.utime(request.entry[0])
    return ready


def keep(request: Request, others: Sequence[Path], ready: Ready) -> None:
    """Keep a program with its module and what else was read for it, and drop what wasn't used for longest. What was
    written to since the request isn't kept: nobody knows which of it was read."""
    entry = entry_of(request.path, request.players, request.settings)
    if entry is None or ready.wasm is None:
        return
    if entry != request.entry or changed_since([request.path, *others], request.begun):
        return
    own = request.path.resolve()
    known = [[str(p), digest(p)] for p in dict.fromkeys(others) if p.resolve() != own]
    keep_tables(*entry, json.dumps({"others": known, **packed(ready)}).encode() + b"\n" + ready.wasm)
    with suppress(OSError):
        files = sorted((file.stat().st_mtime_ns, file) for file in entry[0].parent.iterdir())
        for _, file in files[:-KEPT]:
            file.unlink()


def packed(ready: Ready) -> dict[str, object]:
    """Return all but the module as data."""
    names = list(dict.fromkeys(ready.rules))
    numbers = {name: number for number, name in enumerate(names)}
    program = ready.program
    return {
        "words": program.words,
        "entries": program.entries,
        "names": program.names,
        "sites": [[site.code, place] for site, place in zip(program.sites, ready.places, strict=True)],
        "rule_names": names,
        "rules": [numbers[rule] for rule in ready.rules],
    }


def unpacked(found: dict[str, Any], wasm: bytes) -> Ready:
    """Return what `packed` has packed."""
    from rulewright.interpreter.program.form import Program, Site

    names = {str(name): int(number) for name, number in found["names"].items()}
    sites = [Site(str(code), None) for code, _ in found["sites"]]
    program = Program(sites=sites, words=int(found["words"]), entries=tuple(found["entries"]), names=names)
    rules = tuple(str(found["rule_names"][number]) for number in found["rules"])
    return Ready(program, rules, tuple(str(place) for _, place in found["sites"]), wasm, from_cache=True)


def entry_of(
    path: Path, players: int | None, settings: tuple[tuple[str, str], ...]
) -> tuple[Path, bytes] | None:
    """Return where a program lies and the line it must begin with."""
    place = cache_file()
    try:
        content = path.read_bytes()
        own = str(path.resolve())
    except OSError:
        return None
    if place is None:
        return None
    asked = (str(players), *(f"{name}={value}" for name, value in settings))
    key = key_of(code_of_this(), str(path), own, sha256(content).hexdigest(), *asked)
    return place.parent / "programs" / sha256("\0".join((own, *asked)).encode()).hexdigest()[:24], key


@cache
def code_of_this() -> str:
    """Return what tells the code that makes programs from another version of it."""
    folders = (Path(source.__file__).parent, Path(__file__).parents[1])
    stats = [line for folder in folders for line in files_below(str(folder))]
    return sha256("\n".join(stats).encode()).hexdigest()


def files_below(folder: str) -> Iterator[str]:
    """Yield the source files below a folder, each with its size and time."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                yield from files_below(entry.path)
            elif entry.name.endswith((".py", ".lark", ".tables")):
                stat = entry.stat()
                yield f"{entry.name} {stat.st_size} {stat.st_mtime_ns}"
