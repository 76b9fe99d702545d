"""Cards that nobody needs to be asked about make resources, at no cost, and do nothing else."""

from __future__ import annotations

from terrus_dsl.cli.producing import producing
from terrus_dsl.compile import compile_game
from terrus_dsl.source.files import cards_dir


def test_only_producing_cards_are_spared() -> None:
    """Basic resources are; what cancels, or costs something, is not."""
    spared = producing(compile_game(cards_dir() / "terrus"))
    assert all(map(spared, ("Plant", "Bug", "Meat", "Wood", "Stone", "Crystal")))
    assert not any(map(spared, ("Legal Objection", "Canine Clade", "no such card")))
