"""Compiled games on disk, by the content of every file that went into them and of this package."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from terrus_dsl.source.files import cache_dir, grammar_dir

if TYPE_CHECKING:
    from terrus_dsl.compile.pipeline import Compiled

__all__ = ["through_cache"]


def through_cache(folder: Path, blocks: Sequence[Path], compile_now: Callable[[], Compiled]) -> Compiled:
    """What a game compiles to; read from disk where nothing has changed."""
    path = cache_dir() / f"{_key(folder, blocks)}.game"
    try:
        # Written by this program into the user's own cache, under a name that only the same sources give.
        return pickle.loads(path.read_bytes())  # type: ignore[no-any-return]
    except Exception:
        compiled = compile_now()
    _store(path, compiled)
    return compiled


def _key(folder: Path, blocks: Sequence[Path]) -> str:
    digest = hashlib.sha256(_package().encode())
    for top in (folder, *blocks):
        for path in sorted(top.rglob("*.yaml")):
            digest.update(str(path.resolve()).encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:32]


@lru_cache(maxsize=1)
def _package() -> str:
    """A fingerprint of the code and the grammar."""
    here = Path(__file__).resolve().parent.parent
    files = sorted([*here.rglob("*.py"), *grammar_dir().iterdir()])
    return sys.version + "".join(f"{p}{(s := p.stat()).st_size}{s.st_mtime_ns}" for p in files)


def _store(path: Path, compiled: Compiled) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            pickle.dump(compiled, file, protocol=pickle.HIGHEST_PROTOCOL)
        Path(name).replace(path)
    except (OSError, pickle.PicklingError):
        return
