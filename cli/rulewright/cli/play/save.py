"""Game in progress -> sealed file and back: compressed, checked, written in one piece or not at all."""

from __future__ import annotations

import json
import os
import time
import zlib
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import attrs
from attrs import field, frozen

from rulewright.dsl.typed import Rules

KIND = b"rulewright save "
VERSION = 1
SEAL = 16
SUFFIX = ".save"

LEFT_BEHIND = 60.0
"""After how many seconds a half-written save belongs to a process that is gone."""


class NoSave(Exception):
    """A file that can't be gone on from; the message says why. The file is left as it is."""


@frozen
class Save:
    """Everything a game needs to be the same again: its rules, how it was set up, its answers.

    `shown` is how much of the log each seat, and the table, had been shown; `table` tells that luck happened
    on a real table, `drawn` which of its answers the program drew all the same.
    """

    game: str
    rules: str
    players: int
    names: list[str]
    seats: list[str]
    settings: dict[str, str]
    seed: int
    first: int | None
    language: str
    answers: list[list[int]]
    shown: list[int]
    finished: bool
    table: bool = False
    drawn: list[int] = field(factory=list)


def fingerprint(rules: Rules) -> str:
    """Return what tells one draft from another: a hash of the file and of the tables it reads."""
    sources = {id(rules.written.source): rules.written.source}
    for kind in rules.kinds.values():
        for row in kind.rows:
            sources.setdefault(id(row.span.source), row.span.source)
    digest = blake2b(digest_size=16)
    for source in sources.values():
        digest.update(source.text.encode() + b"\0")
    return digest.hexdigest()


def usual_place(game: str) -> Path:
    """Return where a game is saved if nothing else is said."""
    folder = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(folder) / "rulewright" / f"{game}{SUFFIX}"


def packed(save: Save) -> bytes:
    """Return the bytes of a save."""
    content = json.dumps(attrs.asdict(save), separators=(",", ":"), ensure_ascii=False).encode()
    payload = zlib.compress(content, 6)
    return KIND + f"{VERSION}\n".encode() + blake2b(payload, digest_size=SEAL).digest() + payload


def unpacked(content: bytes) -> Save:
    """Return the save that some bytes hold, or say why they don't."""
    if not content.startswith(KIND):
        raise NoSave("this isn't a saved game" if content else "the file is empty")
    head, end, rest = content.partition(b"\n")
    version = head[len(KIND) :].decode("ascii", "replace")
    if not end or not version.isdigit():
        raise NoSave("the saved game is damaged")
    if int(version) > VERSION:
        raise NoSave("the game was saved by a newer version of Rulewright; use that one")
    seal, payload = rest[:SEAL], rest[SEAL:]
    if len(seal) < SEAL or blake2b(payload, digest_size=SEAL).digest() != seal:
        raise NoSave("the saved game is damaged or incomplete")
    try:
        found = json.loads(zlib.decompress(payload))
        return checked(found)
    except (zlib.error, ValueError, TypeError, KeyError):
        raise NoSave("the saved game is damaged") from None


def checked(found: Any) -> Save:
    """Return a save from its data; TypeError or KeyError where something has another form."""
    save = Save(**{one.name: found[one.name] for one in attrs.fields(Save)})
    answers = [n for pair in save.answers for n in pair]
    numbers = [save.players, save.seed, *save.shown, *save.drawn, *answers]
    texts = [save.game, save.rules, save.language, *save.names, *save.seats, *save.settings.values()]
    if not all(isinstance(n, int) for n in numbers) or not all(isinstance(t, str) for t in texts):
        raise TypeError
    if any(len(pair) != 2 for pair in save.answers) or len(save.names) != save.players:
        raise TypeError
    return save


def read(path: Path) -> Save:
    """Return the save in a file, or say why there is none."""
    try:
        return unpacked(path.read_bytes())
    except FileNotFoundError:
        raise NoSave("there is no saved game") from None
    except OSError as error:
        raise NoSave(f"the saved game can't be read: {error.strerror}") from None


def write(path: Path, save: Save) -> None:
    """Write a save in one piece: whatever happens, the file holds this save or the one before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(packed(save))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        sync_folder(path.parent)
    finally:
        beside.unlink(missing_ok=True)


def sweep(path: Path) -> None:
    """Remove what killed processes have left half written beside a save."""
    with suppress(OSError):
        for beside in sorted(path.parent.iterdir()):
            ours = beside.name.startswith(f".{path.name}.") and beside.suffix[1:].isdigit()
            if ours and time.time() - beside.stat().st_mtime > LEFT_BEHIND:
                beside.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make sure that a new name in a folder stays, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def place_for_new(path: Path) -> Path:
    """Return where a new game can be saved.

    An unfinished game there is kept beside it; what is no save of ours stays: another name is taken.
    """
    number = 1
    place = path
    while place.exists():
        try:
            if not read(place).finished:
                os.replace(place, place.with_name(f"{place.stem}.previous{place.suffix}"))
            return place
        except NoSave:
            number += 1
            place = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return place


def free(path: Path) -> bool:
    """Tell whether nothing would be lost if a game were saved there."""
    try:
        return not path.exists() or read(path).finished
    except NoSave:
        return False
