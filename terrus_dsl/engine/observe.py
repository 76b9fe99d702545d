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
from terrus_dsl.lower.book import RELATED

__all__ = ["Observation", "observe", "redeal"]


#: A limit that somebody has used up with a hidden thing: period, player, ability.
Spent = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything public or known to a player, and the pools of cards that are somewhere hidden, by owner.

    It holds a copy of the state from which every hidden face is gone; `data` is the same as plain data.
    """

    player: int
    _seen: State
    _pools: dict[int, list[int]]
    _spent: tuple[Spent, ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        """All of it as dictionaries, lists and numbers."""
        data: dict[str, Any] = json.loads(save.dump(self._seen))
        data["pools"] = [[owner, cards] for owner, cards in sorted(self._pools.items())]
        data["spent"] = [list(limit) for limit in self._spent]
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
    S.seed = S.decisions = 0  # how often a player was asked tells what that player could do
    S.log = None
    S.left = {o: known for o, known in S.left.items() if o not in hidden}
    for index, zone in enumerate(S.zones):
        if S.G.zone_faces[index] == "none" and not hidden.isdisjoint(zone):
            S.zones[index] = _merge(zone, hidden, sorted(o for o in zone if o in hidden))
    # The static abilities of a hidden card work, and yet nobody knows whose they are, nor when they came into force.
    shown = {hook: tuple(e for e in S.on[hook] if not (e[0] in hidden and e[5] is None)) for hook in sorted(S.on)}
    S.on = {hook: entries for hook, entries in shown.items() if entries}
    # Nor is it known which of the hidden things it was that an ability was used with; that one was used is.
    spent = sorted((key[0], key[1], key[3]) for key in S.used if len(key) == 4 and key[2] in hidden)
    S.used = {key: times for key, times in sorted(S.used.items()) if not _tells(key, hidden)}
    return Observation(player, S, pools, tuple(spent))


def _tells(key: tuple[int, ...], hidden: set[int]) -> bool:
    o = key[2] if len(key) == 4 else -key[1] - 1 >> 6 if key[1] < 0 else -1
    return o in hidden


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
    _place_known(S, pools, hidden)
    for o in hidden:
        if S.card[o] < 0:
            _put(S, o, pools[S.owner[o]].pop())
    for o in hidden:
        if machine.entries[S.card[o]] and S.zone[o] >= 0:
            listen(S, o)
    for period, player, ability in observation._spent:
        _spend(S, hidden, period, player, ability)
    return Game(program, machine, S)


def _put(S: State, o: int, card: int) -> None:
    S.card[o] = card
    S.tags[o] = S.G.tags[card]


def _place_known(S: State, pools: dict[int, list[int]], hidden: list[int]) -> None:
    """First the cards that a hand is known to hold, then those of which something is known by what they stand in."""
    related = [o for o in hidden if S.flags[o] & 1 << RELATED]
    for zone, cards in sorted(S.known.items()):
        places = [o for o in S.zones[zone] if S.card[o] < 0]
        chance.shuffle(S, places)
        for card in cards:
            o = next((p for p in places if S.card[p] < 0 and card in pools[S.owner[p]] and _may_be(S, p, card)), -1)
            if o >= 0:
                pools[S.owner[o]].remove(card)
                _put(S, o, card)
    for o in related:
        pool = pools[S.owner[o]]
        card = next((c for c in reversed(pool) if _may_be(S, o, c)), -1) if S.card[o] < 0 else -1
        if card >= 0:
            pool.remove(card)
            _put(S, o, card)


def _may_be(S: State, o: int, card: int) -> bool:
    """Whether a hidden thing may be a card, by the relations in which it stands."""
    tags = S.G.tags[card]
    return all(S.relations[relation][o] < 0 or tags & bits for relation, bits in S.G.bearers.items())


def _spend(S: State, hidden: list[int], period: int, player: int, ability: int) -> None:
    """Somebody has used an ability of a hidden thing: one of those that have it now."""
    for o in hidden:
        if ability in S.G.card_abilities[S.card[o]] and (period, player, o, ability) not in S.used:
            S.used[period, player, o, ability] = 1
            return
