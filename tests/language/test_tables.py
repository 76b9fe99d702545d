"""The parser's tables are kept between starts; whatever happens to the file, parsing goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = "from terrus_dsl.language.parse import kinds; print(len(kinds()))"


def start(cache: str) -> str:
    """What a fresh process prints that parses with this cache folder."""
    done = subprocess.run([sys.executable, "-c", CODE], env={**os.environ, "TERRUS_CACHE": cache}, text=True,
                          capture_output=True, check=True)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("fault", ["nothing", "rubbish", "half"])
def test_tables_are_read_or_made_again(fault: str, tmp_path: Path) -> None:
    """A second start reads what the first has kept; a damaged file is replaced in silence."""
    first = start(str(tmp_path))
    (kept,) = tmp_path.glob("grammar-*.lark")
    whole = kept.read_bytes()
    if fault != "nothing":
        kept.write_bytes(b"rubbish" if fault == "rubbish" else whole[: len(whole) // 2])
    assert start(str(tmp_path)) == first
    assert kept.stat().st_size > len(whole) * 0.9  # the order of sets makes it a little longer or shorter


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    """A file where the folder should be: the tables are made for this start only."""
    (tmp_path / "file").write_text("")
    assert start(str(tmp_path / "file")).strip().isdigit()
