"""What a player knows, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from terrus_dsl.compile.program import Program
from terrus_dsl.engine.observe import Observation

__all__ = ["board"]


def board(program: Program, seen: Observation) -> str:
    """The zones with the cards that are known in them, then what players have of each thing that is counted."""
    data = seen.data
    return "\n".join([*_zones(program, data), *_counted(program, data)])


def _zones(program: Program, data: dict[str, Any]) -> Iterator[str]:
    sheet = program.sheet
    for zone in sheet.zones.values():
        for player in range(data["n"] if zone.of_player else 1):
            objects = data["zones"][zone.number * sheet.stride + player]
            if objects:
                whose = f" of {sheet.player[0]} {player + 1}" if zone.of_player else ""
                yield f"  {zone.name}{whose}: {_names(program, [data['card'][o] for o in objects])}"


def _names(program: Program, cards: list[int]) -> str:
    known = [program.cards[card].name for card in cards if card >= 0]
    hidden = len(cards) - len(known)
    return ", ".join([*known, *[f"{hidden} hidden"] * bool(hidden)])


def _counted(program: Program, data: dict[str, Any]) -> Iterator[str]:
    sheet = program.sheet
    for player in range(data["n"]):
        amounts = [(name, data["tallies"][c.number][player]) for name, c in sheet.counters.items() if c.of == "player"]
        said = ", ".join(f"{amount} {name}" for name, amount in amounts if amount)
        if said:
            yield f"  {sheet.player[0]} {player + 1} has {said}"
