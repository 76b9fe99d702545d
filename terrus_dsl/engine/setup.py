"""Setting up: every card of every deck becomes an object in its first zone."""

from __future__ import annotations

from typing import Any

from terrus_dsl.compile.program import Deck
from terrus_dsl.engine.state import State
from terrus_dsl.engine.zones import NOBODY, NOT_YET, enter, new_object

__all__ = ["set_up"]

CENTRE = 500_500


def set_up(S: State, decks: list[Deck | None], format_name: str) -> None:
    """Register the rules and lay out all cards."""
    for entry in S.G.rule_entries:
        S.sequence += 1
        S.on[entry.hook] = (
            *S.on.get(entry.hook, ()),
            (-1, -1, entry.function, entry.effect, (), None, S.sequence, 2 if entry.per_turn else 0),
        )
    names = S.G.program.names
    for section, spec in S.G.sheet.sections.items():
        for player, deck in enumerate(decks):
            for number, count in _listed(deck, section):
                _lay(S, number, count, spec, player)
            for name, count in spec.get("each", {}).items():
                _lay(S, names[name], count, spec, player)
        for name, count in reversed(list(spec.get("once", {}).items())):
            _lay(S, names[name], count, spec, NOBODY)


def _listed(deck: Deck | None, section: str) -> tuple[tuple[int, int], ...]:
    return dict(deck.sections).get(section, ()) if deck is not None else ()


def _lay(S: State, number: int, count: int, spec: dict[str, Any], player: int) -> None:
    zone = S.G.sheet.zones[spec["to"]]
    index = zone.number * S.G.stride + (player if zone.of_player and player >= 0 else 0)
    for _ in range(count):
        owner = player if zone.of_player or player == NOBODY else NOT_YET
        o = new_object(S, number, owner)
        enter(S, o, index, CENTRE if zone.shape == "grid" else -1, 0)
