"""Numbers of things and players with everything that changes them; costs."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.places import controller
from terrus_dsl.engine.state import State
from terrus_dsl.lower.hooks import COST, STAT

__all__ = ["cost_of", "player_stat", "special", "stat", "stat_total"]


def stat(S: State, o: int, k: int) -> int:
    """A number of a thing: printed, then every change in the order in which it began; standing settings last."""
    if o < 0:
        return 0
    value: int = S.G.stats[S.card[o]][k]
    entries = S.on.get(STAT + k)
    if not entries:
        return value
    cached = S.cached
    if cached is None or S.stale & S.G.stat_looks:
        cached = S.cached = {}
        S.stale = 0
    key = o << 8 | k
    known = cached.get(key)
    if known is None:
        known = cached[key] = _modified(S, entries, value, o)
    return known


def stat_total(S: State, items: list[int], k: int) -> int:
    """The sum of a number of several things; what is known of each is looked up here, for this is asked often."""
    if not S.on.get(STAT + k):
        stats, card = S.G.stats, S.card
        return sum([stats[card[o]][k] for o in items])
    known = {} if S.cached is None or S.stale & S.G.stat_looks else S.cached
    total = 0
    for o in items:
        value = known.get(o << 8 | k)
        total += stat(S, o, k) if value is None else value
    return total


def player_stat(S: State, player: int, k: int) -> int:
    """A number of a player."""
    value: int = S.G.player_stats[k]
    entries = S.on.get(STAT + k)
    return _modified(S, entries, value, player) if entries else value


def _modified(S: State, entries: tuple[Any, ...], value: int, o: int) -> int:
    hooks = S.G.hooks
    last = None
    for e in entries:
        change = hooks[e[2]](S, e[0], e[1], e[4], o)
        if change is not None:
            if e[3] == 0:
                value += change
            elif e[5] is None:
                last = change
            else:
                value = change
    return value if last is None else last


def cost_of(S: State, o: int, k: int) -> tuple[Any, ...]:
    """A printed cost of a thing after everything that changes it."""
    if o < 0:
        return ((), 0, 0)
    cost: tuple[Any, ...] = S.G.costs[S.card[o]][k]
    entries = S.on.get(COST + S.G.cost_verbs[k]) if S.G.cost_verbs[k] >= 0 else None
    if not entries:
        return cost
    amounts = dict(cost[0])
    free = cost[1]
    for e in entries:
        change = S.G.hooks[e[2]](S, e[0], e[1], e[4], controller(S, o), o)
        if change is not None:
            counter, delta = change
            if counter in amounts or delta > 0:
                amounts[counter] = max(0, amounts.get(counter, 0) + delta)
            else:
                free = max(0, free + delta)
    return (tuple((c, n) for c, n in amounts.items() if n), free, cost[2])


def special(amount: int) -> tuple[Any, ...]:
    """A cost that is paid by the game's own means of payment."""
    return ((), 0, amount)
