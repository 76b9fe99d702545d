"""The decks of the House Fleet: what its Constraints and “is a” statements say about a deck."""

from __future__ import annotations

import pytest
import yaml

from terrus_dsl.compile import compile_game
from tests.cases.harness import folder_of

FOLDER = folder_of("tides")
TENTH_FUSE = yaml.safe_load((FOLDER / "decks" / "tenth-fuse.yaml").read_text(encoding="utf-8"))["cards"]
BIRDS = "Albatross does not allow this deck: Constraint: Your deck has at most 3 Birds."
BOMBERS = "Warhead One does not allow this deck: Constraint: Your deck has at least 10 Bombers."
CHORUS = "Dawn Chorus does not allow this deck: Constraint: Your deck has at least 5 Birds."
DEMONS = "Iron Abbess does not allow this deck: Constraint: Your deck has at most 0 Demons."

# Changes to Tenth Fuse, which has 11 Bombers, 4 of them by an “is a” statement, and 2 Birds: what comes, what goes, and
# what is found then.
CHANGES: dict[str, tuple[dict[str, int], dict[str, int], list[str]]] = {
    "nothing": ({}, {}, []),
    "a third Bird": ({"Carrion Kite": 1}, {"Raincaller": 1}, []),
    "a third and a fourth Bird": ({"Carrion Kite": 2}, {"Raincaller": 2}, [BIRDS]),
    "a Bomber less": ({"Flying Surgeon": 1}, {"Rust Rocket": 1}, []),
    "two Bombers less": ({"Flying Surgeon": 2}, {"Rust Rocket": 2}, [BOMBERS]),
    "a card that wants more Birds": ({"Dawn Chorus": 1}, {"Sky Serpent": 1}, [CHORUS]),
    "a card that wants no Demons": ({"Iron Abbess": 1}, {"Sky Serpent": 1}, []),
    "and a Demon": ({"Iron Abbess": 1, "Ember Priest": 1}, {"Sky Serpent": 1, "Raincaller": 1}, [DEMONS]),
    "a Bird too many and a Bomber too few": (
        {"Carrion Kite": 2, "Flying Surgeon": 2}, {"Raincaller": 2, "Rust Rocket": 2}, [BIRDS, BOMBERS],
    ),
    "a card of the Reserves": (
        {"Shard": 1}, {"Pathfinder": 1},
        ["Shard is abiding and not allowed in cards", "credits of cards add up to 74, not 75"],
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What is wrong with each changed deck, all of them checked in one run."""
    block = tmp_path_factory.mktemp("changed")
    (block / "block.yaml").write_text("{name: Changed decks, game: tides}", encoding="utf-8")
    (block / "decks").mkdir()
    for number, (name, (comes, goes, _)) in enumerate(CHANGES.items()):
        listed = {card: TENTH_FUSE.get(card, 0) + comes.get(card, 0) - goes.get(card, 0) for card in TENTH_FUSE | comes}
        deck = {"name": name, "game": "tides", "cards": {card: count for card, count in listed.items() if count}}
        (block / "decks" / f"changed-{number}.yaml").write_text(yaml.safe_dump(deck), encoding="utf-8")
    errors = compile_game(FOLDER, blocks=[block]).findings.errors
    assert {finding.subject for finding in errors} <= set(CHANGES)
    return {name: sorted(error.message for error in errors if error.subject == name) for name in CHANGES}


@pytest.mark.parametrize("change", list(CHANGES))
def test_what_a_deck_may_hold(change: str, found: dict[str, list[str]]) -> None:
    """Every violation is reported, and nothing else."""
    assert found[change] == CHANGES[change][2]


def test_the_ready_made_decks_hold_nothing_else() -> None:
    """Both consist of the block's own cards, 30 for 75 credits."""
    program = compile_game(FOLDER).program
    assert program is not None
    for name in ("tenth-fuse", "chapel-and-crypt"):
        (cards,) = [cards for section, cards in program.decks[f"tides/{name}"].sections if section == "cards"]
        assert sum(count for _, count in cards) == 30
        assert sum(program.cards[number].stats[0] * count for number, count in cards) == 75
        assert all(program.cards[number].id.startswith("tides/house-fleet/") for number, _ in cards)
