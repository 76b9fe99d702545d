"""Whole games, kept as text, are played again byte for byte.

Where this fails after a change that was meant: `python -m tests.transcripts.rewrite`, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.transcripts.transcript import HERE, PLAYED, path_of, program, read, replayed

TRANSCRIPTS = sorted(HERE.glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_replayed(path: Path) -> None:
    """The same choices meet the same questions and come to the same end."""
    text = path.read_text(encoding="utf-8")
    setup, actions = read(text)
    made = program(setup.game)
    assert made is not None, f"{setup.game} does not compile"
    assert replayed(made, setup, actions) == text


def test_all_are_kept() -> None:
    """Every game that is to be kept has its transcript, and no other is there."""
    assert {path.name for path in TRANSCRIPTS} == {path_of(setup).name for setup in PLAYED}
