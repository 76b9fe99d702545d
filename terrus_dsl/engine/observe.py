"""What a player knows: the state without hidden faces and without the generator; worlds that agree with it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from terrus_dsl.compile.program import Program
from terrus_dsl.engine import chance, save
from terrus_dsl.engine.game import Game
from terrus_dsl.engine.machine import load
from terrus_dsl.engine.ops import _enter
from terrus_dsl.engine.state import State

__all__ = ["Observation", "observe", "redeal"]


@dataclass(frozen=True, slots=True)
class Observation:
    """Plain data: the player, everything public or known, and the pools of cards that are somewhere hidden."""

    player: int
    data: dict[str, Any]


def observe(game: Game, player: int) -> Observation:
    """What a player knows at this moment."""
    S = game.state
    hidden = hidden_from(S, player)
    data = json.loads(save.dump(S))
    pools: dict[int, list[int]] = {}
    for o in sorted(hidden):
        pools.setdefault(S.owner[o], []).append(S.card[o])
        data["card"][o] = -1
        data["tags"][o] = 0
    data["seed"] = 0
    data["log"] = None
    for index, zone in enumerate(data["zones"]):
        if S.G.zone_faces[index] == "none":
            known = [o for o in zone if o not in hidden]
            unknown = sorted(o for o in zone if o in hidden)
            data["zones"][index] = _merge(zone, hidden, unknown) if known else unknown
    data["on"] = [[hook, [e for e in entries if not (e[0] in hidden and e[5] is None)]] for hook, entries in data["on"]]
    data["pools"] = [[owner, sorted(cards)] for owner, cards in sorted(pools.items())]
    data["player"] = player
    return Observation(player, data)


def _merge(zone: list[int], hidden: set[int], unknown: list[int]) -> list[int]:
    left = iter(unknown)
    return [next(left) if o in hidden else o for o in zone]


def hidden_from(S: State, player: int) -> set[int]:
    """The things whose faces a player does not know."""
    return {o for o, facing in enumerate(S.facing) if S.zone[o] >= 0 and not facing >> player & 1}


def redeal(observation: Observation, seed: int, program: Program) -> Game:
    """A world that agrees with an observation: hidden cards are dealt anew among their owner's hidden places."""
    machine = load(program)
    data = dict(observation.data)
    pools = {owner: list(cards) for owner, cards in data.pop("pools")}
    data.pop("player")
    S = save.restore(machine, json.dumps(data))
    S.seed = chance.mix(seed) or 1
    hidden = [o for o, card in enumerate(S.card) if card < 0]
    for cards in pools.values():
        chance.shuffle(S, cards)
    for o in hidden:
        card = pools[S.owner[o]].pop()
        S.card[o] = card
        S.tags[o] = machine.tags[card]
    for o in hidden:
        if machine.entries[S.card[o]] and S.zone[o] >= 0:
            _listen(S, o)
    return Game(program, machine, S)


def _listen(S: State, o: int) -> None:
    """Let a dealt card's static abilities work where it lies."""
    zone, at, facing, flags = S.zone[o], S.at[o], S.facing[o], S.flags[o]
    place = S.zones[zone].index(o)
    _enter(S, o, zone, at, 0)
    S.zones[zone].pop()
    S.zones[zone][place] = o
    S.at[o], S.facing[o], S.flags[o] = at, facing, flags
