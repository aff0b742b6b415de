"""Text -> verdict: what is written is compared with a file that somebody has looked at."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "expected"


def same_as_golden(name: str, text: str) -> None:
    """Compare with the file of a name. A missing file is written, and fails: somebody has to look at it."""
    path = FOLDER / f"{name}.txt"
    if not path.exists():
        path.write_text(text, encoding="utf-8")
        raise AssertionError(f"{path} is new: look at it, then run the test again")
    assert text == path.read_text(encoding="utf-8")
