"""What only the whole of a game shows: words that no rule defines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from terrus_dsl.compile import compile_game

HEARTS = Path(__file__).parents[1] / "games" / "hearts"


@pytest.mark.parametrize(("declared", "missing"), [("[harmless]", ""), ("[harmless, haughty]", "haughty")])
def test_an_adjective_needs_its_rule(tmp_path: Path, declared: str, missing: str) -> None:
    """A word that is declared and defined nowhere is a finding in the sheet, not a fault in the game."""
    folder = tmp_path / "hearts"
    shutil.copytree(HEARTS, folder)
    sheet = folder / "game.yaml"
    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(text.replace("adjectives: [harmless]", f"adjectives: {declared}"), encoding="utf-8")
    findings = compile_game(folder, cache=False).findings
    told = [(f.code, f.message) for f in findings.errors]
    assert told == ([("no-executor", f"no rule says when something is “{missing}”")] if missing else [])
