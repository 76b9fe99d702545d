"""What only the whole of a game shows: words that no rule defines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from terrus_dsl.compile import compile_game

HEARTS = Path(__file__).parents[1] / "games" / "hearts"
TERRUS = Path(__file__).parents[2] / "cards" / "terrus"


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


IT = "what was named before is not there if that was not done"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Day: If it is summer, you may bury a beast you rule. If you do, return it to your hand.", []),
        ("Day: If it is summer, you may bury a beast you rule. If you don't, draw a card.", []),
        ("Day: If it is summer, you may bury a beast you rule. If you don't, fatigue it.", [IT]),
        ("Day: If it is summer, you may bury a beast you rule. If you don't, fatigue this structure.", []),
    ],
)
def test_what_a_branch_names_is_not_there_without_it(tmp_path: Path, text: str, told: list[str]) -> None:
    """“It” is never the card itself just because what was named is not there."""
    assert _findings(tmp_path, text) == [("ambiguous-reference", message) for message in told]


@pytest.mark.parametrize(
    ("text", "told"),
    [("Day: Shuffle your den.", []), ("Day: Shuffle your hand.", [("no-executor", "only a rule can shuffle a hand")])],
)
def test_only_a_rule_mixes_a_hand(tmp_path: Path, text: str, told: list[tuple[str, str]]) -> None:
    """Between effects nothing speaks of the cards of a hand by their numbers."""
    assert _findings(tmp_path, text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Day: If a beast was buried this turn, draw a card.", []),
        ("Day: If a beast in your hand was buried this turn, draw a card.", ["where something was is not remembered"]),
        ("Whenever you bury a beast in your hand, draw a card.", []),
        ("When a beast in your hand enters the ravine, draw a card.", ["what enters a zone is no longer where it was"]),
    ],
)
def test_where_something_was(tmp_path: Path, text: str, told: list[str]) -> None:
    """A text can ask it of an event as it happens, and gets a finding where nothing could tell."""
    assert _findings(tmp_path, text) == [("no-executor", message) for message in told]


def _findings(block: Path, text: str) -> list[tuple[str, str]]:
    (block / "block.yaml").write_text("{name: Made up, game: terrus}", encoding="utf-8")
    card = f'- {{name: Gate, type: structure, market: 1, build: [1], DEF: 1, text: "{text}"}}'
    (block / "cards.yaml").write_text(card, encoding="utf-8")
    findings = compile_game(TERRUS, blocks=[block], cache=False).findings
    return [(f.code, f.message) for f in findings.errors]
