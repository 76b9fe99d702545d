"""Two worlds that differ in what a player must not know look the same to that player, whatever has happened.

`_twins.yaml` beside a game's cases holds `twins`: `who` looks, `worlds` are two of `{given, when}` on top of what both
share. What is hidden in one world must be hidden in the other, too, so both hold the same cards in other places.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases.harness import HERE, Case, played, read_map

TWINS = [
    pytest.param(path, number, twin, id=f"{path.parent.name}: {twin['says']}")
    for path in sorted(HERE.glob("*/_twins.yaml"))
    for number, twin in enumerate(read_map(path)["cases"])
]


@pytest.mark.parametrize(("path", "number", "twin"), TWINS)
def test_twins_look_the_same(path: Path, number: int, twin: dict[str, Any]) -> None:
    """Observations are equal to the last number; where a twin says `differs`, they are not."""
    first, second = (_seen(path, number, twin, world) for world in twin["worlds"])
    different = sorted(key for key in first if first[key] != second[key])
    assert different == twin.get("differs", [])


def _seen(path: Path, number: int, twin: dict[str, Any], world: dict[str, Any]) -> dict[str, Any]:
    given = dict(twin.get("given", {}))
    for player, zones in world.get("given", {}).items():
        given[player] = {**given.get(player, {}), **zones}
    data = {"rules": twin["rules"], "says": twin["says"], "given": given, "when": world["when"]}
    table = played(Case(path, number, data))
    return _renumbered(dict(table.game.observation(table.player(twin["who"])).data))


def _renumbered(seen: dict[str, Any]) -> dict[str, Any]:
    """Hidden things of a zone in the order of what is public about them: their numbers are dealt at random anyway."""
    rows = [seen[name] for name in ("flags", "visit", "facing", "owner")] + seen["counters"] + seen["relations"]
    for zone in seen["zones"]:
        hidden = sorted(o for o in zone if seen["card"][o] < 0)
        values = sorted([row[o] for row in rows] for o in hidden)
        for o, value in zip(hidden, values, strict=True):
            for row, entry in zip(rows, value, strict=True):
                row[o] = entry
    return seen
