"""Name -> path: shipped rulesets are found by bare name from any folder, in a checkout and in a wheel."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".yaml"


def roots() -> list[Path]:
    """Return the folders of shipped rulesets: of the checkout or the wheel, and their classics."""
    here = Path(__file__).resolve()
    for folder in (here.parents[3] / "rulesets", here.parents[1] / "rulesets"):
        if folder.is_dir():
            return [folder, folder / "classics"]
    return []


def shipped() -> list[Path]:
    """Return all shipped rulesets, the games first, then the classics."""
    return [path for folder in roots() for path in sorted(folder.glob(f"*{SUFFIX}")) if not auxiliary(path)]


def auxiliary(path: Path) -> bool:
    """Tell whether a file lies beside a ruleset without being one (metrics and targets)."""
    return path.name.endswith(f".targets{SUFFIX}")


def find(name: str) -> Path:
    """Return the file that is meant: a path, with or without its suffix, or a shipped ruleset's name.

    What isn't found anywhere is returned as it stands, for the loader to say so.
    """
    path = Path(name)
    written = [path] if path.suffix in (SUFFIX, ".yml") else [Path(name.rstrip("/") + SUFFIX), path]
    for candidate in written:
        if candidate.is_file():
            return candidate
    if not path.is_absolute() and not path.exists():
        for folder in roots():
            for candidate in written:
                if (folder / candidate).is_file():
                    return folder / candidate
    return path
