"""A hand is mixed: its owner knows the cards, and nobody else knows any more which of them is which.

What others have seen stays known as cards that the hand holds. Whatever speaks of a thing in the hand follows it.
"""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine import chance
from terrus_dsl.engine.state import State
from terrus_dsl.engine.zones import listen, stop_listening

__all__ = ["mix"]


def mix(S: State, zone: int) -> None:
    """Give the things of a hand new numbers at random."""
    pile, G = S.zones[zone], S.G
    seen = [S.card[o] for o in pile if S.facing[o] == G.everybody]
    if seen:
        S.known = {**S.known, zone: tuple(sorted((*S.known.get(zone, ()), *seen)))}
    ids, rows = sorted(pile), pile[:]
    chance.shuffle(S, rows)
    for o in pile:
        stop_listening(S, o)
    for row in (S.card, S.tags, S.owner, S.visit, S.flags, *S.counters, *S.relations):
        for o, value in zip(ids, [row[o] for o in rows], strict=True):
            row[o] = value
    for o in ids:
        S.facing[o] = 1 << G.zone_player[zone]
    S.zones[zone] = ids
    _follow(S, dict(zip(rows, ids, strict=True)))
    for o in ids:
        listen(S, o)
    S.cached, S.stale = None, 63


def _follow(S: State, now: dict[int, int]) -> None:
    """Let everything that speaks of a thing by its old number speak of its new one."""
    for row in S.relations:
        row[:] = [now.get(o, o) for o in row]
    for role in S.G.object_roles:
        S.roles[role] = now.get(S.roles[role], S.roles[role])
    S.used = {_used(key, now): times for key, times in S.used.items()}
    S.on = {hook: tuple(_entry(e, now) for e in entries) for hook, entries in S.on.items()}
    S.pending = tuple(
        (t[0], now.get(t[1], t[1]), t[2], now.get(t[3], t[3]), *t[4:6], _bound(t[6], now), *t[7:]) for t in S.pending
    )
    done_to_players = S.G.player_verbs
    S.history = tuple(e if e[0] in done_to_players else (*e[:2], now.get(e[2], e[2]), *e[3:]) for e in S.history)
    S.left = {o: known for o, known in S.left.items() if o not in now}


def _used(key: tuple[int, ...], now: dict[int, int]) -> tuple[int, ...]:
    if len(key) == 4:
        return (*key[:2], now.get(key[2], key[2]), key[3])
    o = -key[1] - 1 >> 6  # what a text does the first time in a turn, by the number of its entry
    return (key[0], -(now[o] << 6 | -key[1] - 1 & 63) - 1) if key[1] < 0 and o in now else key


def _entry(e: tuple[Any, ...], now: dict[int, int]) -> tuple[Any, ...]:
    if e[5] is None:  # a printed text, which is put in force anew
        return e
    return (now.get(e[0], e[0]), *e[1:4], _bound(e[4], now), *e[5:])


def _bound(bound: Any, now: dict[int, int]) -> Any:
    if len(bound) > 1 and bound[1]:  # things with their visits; players have none
        bound = (tuple(now.get(o, o) for o in bound[0]), *bound[1:])
    if len(bound) > 2:
        bound = (*bound[:2], tuple(_thing(thing, now) for thing in bound[2]), *bound[3:])
    return bound


def _thing(thing: Any, now: dict[int, int]) -> Any:
    return tuple(now.get(o, o) for o in thing) if isinstance(thing, tuple) else now.get(thing, thing)
