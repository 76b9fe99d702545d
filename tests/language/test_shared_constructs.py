"""A construct that one card alone needs is a defect of the language: what a card says, others say, too."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from terrus_dsl.compile import compile_game

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(sheet.parent for folder in ("cards", "tests/games") for sheet in (ROOT / folder).glob("*/game.yaml"))
ENOUGH = 3


def users() -> dict[str, set[str]]:
    """The texts of all games by the productions that they use: a card by its name, a rule as `rule NUMBER`."""
    found: dict[str, set[str]] = defaultdict(set)
    for game in GAMES:
        for subject, _, tree in compile_game(game).texts:
            for node in tree.walk():
                found[node.kind].add(f"{game.name}: {subject}")
    return found


def test_what_a_card_says_three_texts_say() -> None:
    """Every production that a card uses is used by three cards or rules, of one game or of several."""
    lonely = {
        kind: sorted(texts)
        for kind, texts in users().items()
        if len(texts) < ENOUGH and not all(": rule " in text for text in texts)
    }
    assert not lonely
