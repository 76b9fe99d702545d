"""What a player knows: the state without hidden faces and without the generator; worlds that agree with it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from terrus_dsl.compile.program import Program
from terrus_dsl.engine import chance, save
from terrus_dsl.engine.game import Game
from terrus_dsl.engine.machine import load
from terrus_dsl.engine.state import State
from terrus_dsl.engine.zones import listen

__all__ = ["Observation", "observe", "redeal"]


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything public or known to a player, and the pools of cards that are somewhere hidden, by owner.

    It holds a copy of the state from which every hidden face is gone; `data` is the same as plain data.
    """

    player: int
    _seen: State
    _pools: dict[int, list[int]]

    @property
    def data(self) -> dict[str, Any]:
        """All of it as dictionaries, lists and numbers."""
        data: dict[str, Any] = json.loads(save.dump(self._seen))
        data["pools"] = [[owner, cards] for owner, cards in sorted(self._pools.items())]
        data["player"] = self.player
        return data


def observe(game: Game, player: int) -> Observation:
    """What a player knows at this moment."""
    S = game.state.clone()
    hidden = hidden_from(S, player)
    pools: dict[int, list[int]] = {}
    for o in hidden:
        pools.setdefault(S.owner[o], []).append(S.card[o])
        S.card[o] = -1
        S.tags[o] = 0
    for cards in pools.values():
        cards.sort()
    S.seed = 0
    S.log = None
    S.left = {o: known for o, known in S.left.items() if o not in hidden}
    for index, zone in enumerate(S.zones):
        if S.G.zone_faces[index] == "none" and not hidden.isdisjoint(zone):
            S.zones[index] = _merge(zone, hidden, sorted(o for o in zone if o in hidden))
    # The static abilities of a hidden card work, and yet nobody knows whose they are.
    for hook, entries in S.on.items():
        if any(e[0] in hidden and e[5] is None for e in entries):
            S.on[hook] = tuple(e for e in entries if not (e[0] in hidden and e[5] is None))
    S.on = {hook: entries for hook, entries in S.on.items() if entries}
    return Observation(player, S, pools)


def _merge(zone: list[int], hidden: set[int], unknown: list[int]) -> list[int]:
    left = iter(unknown)
    return [next(left) if o in hidden else o for o in zone]


def hidden_from(S: State, player: int) -> set[int]:
    """The things whose faces a player does not know."""
    return {o for o, facing in enumerate(S.facing) if S.zone[o] >= 0 and not facing >> player & 1}


def redeal(observation: Observation, seed: int, program: Program) -> Game:
    """A world that agrees with an observation: hidden cards change places at random, each owner's among themselves."""
    machine = load(program)
    S = observation._seen.clone()
    S.G = machine
    S.seed = chance.mix(seed) or 1
    pools = {owner: cards[:] for owner, cards in sorted(observation._pools.items())}
    hidden = [o for o, card in enumerate(S.card) if card < 0]
    for cards in pools.values():
        chance.shuffle(S, cards)
    for o in hidden:
        card = pools[S.owner[o]].pop()
        S.card[o] = card
        S.tags[o] = machine.tags[card]
    for o in hidden:
        if machine.entries[S.card[o]] and S.zone[o] >= 0:
            listen(S, o)
    return Game(program, machine, S)

