"""What a sheet says of printed fields and of labels: which cards need them, what they may hold, who can use them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from terrus_dsl.compile import compile_game
from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.node import plain
from terrus_dsl.source.yaml import load

ZOO = Path(__file__).resolve().parent.parent / "language" / "game"
TIDES = Path(__file__).resolve().parent.parent.parent / "cards" / "tides"
SHIP = {"type": "Battleship", "credits": 3, "strength": 1, "resistance": 2}


def findings(game: Path, folder: Path, card: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What is found about a card in a game: code, message, hint."""
    block = folder / "block"
    block.mkdir()
    (block / "block.yaml").write_text(json.dumps({"name": "Block", "game": game.name}))
    (block / "cards.yaml").write_text(json.dumps([{"name": "Example", **card}]))
    found = compile_game(game, blocks=[block], cache=False).findings
    return [(one.code, one.message, one.hint) for one in found if one.subject == "Example"]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"credits": 1},
        {"credits": 5},
        {"strength": None},
        {"credits": None, "reserve": "returning"},
        {"type": ["Battleship", "structure"], "text": "Bounty: Gain 1 windfall."},
        {"text": 'Structures you control have "Bounty: Gain 1 windfall."'},
    ],
)
def test_a_ship_as_it_may_be(change: dict[str, Any], tmp_path: Path) -> None:
    """Limits belong to what is allowed; a dash has its own spelling; quoted abilities are for others."""
    card = {key: value for key, value in {**SHIP, **change}.items() if value is not None or key == "strength"}
    assert findings(TIDES, tmp_path, card) == []


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ({"resistance": None}, "missing-field", "resistance"),
        ({"strength": "gone"}, "missing-field", "write “strength: null”"),
        ({"credits": "gone"}, "missing-field", "only a card with reserve"),
        ({"credits": 6}, "wrong-value", "1 to 5"),
        ({"credits": -1}, "wrong-value", "credits cannot be -1"),
        ({"resistance": -1}, "wrong-value", "at least 0"),
        ({"reserve": "returning"}, "wrong-value", "a card with reserve prints no credits"),
    ],
)
def test_a_ship_as_it_may_not_be(change: dict[str, Any], code: str, said: str, tmp_path: Path) -> None:
    """One finding that says what is wrong, or how it is mended."""
    card = {key: value for key, value in {**SHIP, **change}.items() if value != "gone"}
    ((found, message, hint),) = findings(TIDES, tmp_path, card)
    assert (found, said in f"{message} {hint}") == (code, True)


def test_a_label_for_other_types(tmp_path: Path) -> None:
    """An ability that its card can never use is pointed at."""
    card = {"type": "structure", "credits": 2, "text": "Bounty: Gain 1 windfall."}
    ((code, message, hint),) = findings(TIDES, tmp_path, card)
    assert (code, message) == ("unusable-label", "a structure can never use “Bounty”")
    assert hint == "such an ability is for ships"


def test_a_collective_noun_is_no_type(tmp_path: Path) -> None:
    """It stands for several types, and the hint says which."""
    ((code, _, hint),) = findings(TIDES, tmp_path, {**SHIP, "type": "Ship"})
    assert code == "unknown-type"
    assert hint.endswith("Battleship, Aircraft, Ironclad, Submarine")


@pytest.mark.parametrize(
    ("section", "more", "message"),
    [
        ("printed", {"wet": {"needed": True}}, "no field is called “wet”"),
        ("printed", {"wit": {"unless": "wat"}}, "no field is called “wat”"),
        ("labels", {"Herding": {"types": ["baest"]}}, "no type is called “baest”"),
    ],
)
def test_names_in_these_parts_of_a_sheet(section: str, more: dict[str, Any], message: str, tmp_path: Path) -> None:
    """What is limited or needed must be declared."""
    game = tmp_path / "zoo"
    shutil.copytree(ZOO, game)
    top = load((game / "game.yaml").read_text(encoding="utf-8"), "game.yaml", Findings())
    assert top is not None
    sheet = plain(top)
    sheet[section] = {**sheet[section], **more}
    (game / "game.yaml").write_text(json.dumps(sheet))
    found = compile_game(game, cache=False).findings
    assert ("unknown-name", message) in [(one.code, one.message) for one in found]
