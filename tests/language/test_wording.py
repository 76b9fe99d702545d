"""Canonical wording keeps the lines that the author chose."""

from __future__ import annotations

import pytest

from terrus_dsl.language.game_words import game_vocabulary
from terrus_dsl.language.wording import Words, canonical, reworded
from terrus_dsl.source.sheet import read_sheet

GAME = {
    "game": "heap",
    "types": {"stone": {"home": ["hand"]}},
    "zones": {"hand": {"shape": "hand", "faces": "owner"}, "heap": {"of": "game"}},
    "counters": {"point": {"of": "player"}},
    "verbs": {"settle": None, "polish": ["polishes", "polished"]},
}


@pytest.fixture(scope="module")
def words() -> Words:
    """A vocabulary of half a dozen words."""
    vocabulary = game_vocabulary(read_sheet(GAME))
    return lambda text: vocabulary


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Draw a card.", "Draw a card."),
        ("draw an card.", "Draw a card."),
        ("Draw two  cards.", "Draw 2 cards."),
        ("To settle:\ndraw an card.\nPolish each stone, then\ndraw  2 cards.",
         "To settle:\ndraw a card.\nPolish each stone, then\ndraw 2 cards."),
        ("To settle:\n  draw two cards,\n  then draw a card.", "To settle:\ndraw 2 cards,\nthen draw a card."),
    ],
)  # fmt: skip
def test_canonical(words: Words, text: str, wanted: str) -> None:
    """Articles, numbers, capitals and spaces; a line break stays before the word that it stood before."""
    assert canonical(text, words) == wanted
    assert canonical(wanted, words) == wanted


def test_what_does_not_parse_has_no_wording(words: Words) -> None:
    """It is reported elsewhere, and left alone."""
    assert canonical("Draw a kard.", words) is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("draw an card.\nDraw a kard.\ndraw two cards.\n", "Draw a card.\nDraw a kard.\nDraw 2 cards.\n"),
        ("To settle:\ndraw an card.\n", "To settle:\ndraw a card.\n"),
        ("Draw a card,\nthen draw an card.\n\nDraw an card.", "Draw a card,\nthen draw a card.\n\nDraw a card."),
        ("", ""),
    ],
)
def test_a_text_is_reworded_ability_by_ability(words: Words, text: str, wanted: str) -> None:
    """One bad line does not keep the others from being put right, and line breaks at the bottom stay."""
    assert reworded(text, words) == wanted
