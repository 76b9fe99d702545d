"""Where the games and the grammar lie; the only module that knows."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from terrus_dsl.diagnostics import Findings, Place

_PACKAGE = Path(__file__).resolve().parent.parent


@lru_cache(maxsize=1)
def _home() -> Path:
    # A wheel carries both folders inside the package; a checkout has them beside it.
    shipped = _PACKAGE / "_data"
    return shipped if shipped.is_dir() else _PACKAGE.parent


def cards_dir() -> Path:
    """The folder that holds one folder for each game."""
    return _home() / "cards"


def grammar_dir() -> Path:
    """The folder of the Lark grammar and the JSON Schemas."""
    return _home() / "grammar"


def pages_dir() -> Path:
    """The folder that holds one page for each code of the catalogue."""
    return _PACKAGE / "diagnostics" / "pages"


def cache_dir() -> Path:
    """The folder for what can be made again at any time; whoever writes there must not mind that it cannot be done."""
    own = os.environ.get("TERRUS_CACHE")
    return Path(own) if own else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "terrus_dsl"


def read_text(path: Path, findings: Findings) -> str | None:
    """The text of a file; None means that a finding says why not."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as fault:
        line = fault.object.count(b"\n", 0, fault.start) + 1
        findings.add("file-encoding", "the file is not UTF-8 text", Place(str(path), line, 1))
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        findings.add("file-missing", f"cannot read {str(path)!r}: {reason}", Place(str(path), 1, 1))
    return None


def game_folder(name_or_path: str | Path) -> Path | None:
    """The folder of a game, given as a folder with a game.yaml or as the name of a shipped game."""
    given = Path(name_or_path)
    try:
        if (given / "game.yaml").is_file():
            return given
        named = cards_dir() / given
        # A bare name only: "../x" must not lead out of the folder of games.
        return named if given.name == str(given) and (named / "game.yaml").is_file() else None
    except (OSError, ValueError):
        return None


def game_names() -> list[str]:
    """The names of the shipped games."""
    return sorted(path.parent.name for path in cards_dir().glob("*/game.yaml"))


def cases_folder(game: Path) -> Path | None:
    """The cases of a game in a checkout: tests/cases/NAME for cards/NAME."""
    found = game.resolve().parent.parent / "tests" / "cases" / game.resolve().name
    return found if found.is_dir() else None


def yaml_files(folder: Path) -> list[Path]:
    """All YAML files below a folder in one order on every machine."""
    found = [*folder.rglob("*.yaml"), *folder.rglob("*.yml")]
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))
