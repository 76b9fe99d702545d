"""Periods of the game: what begins, ends and starts anew with them."""

from __future__ import annotations

from terrus_dsl.engine.ending import GameOver
from terrus_dsl.engine.listening import EFFECTS, STATES, fire
from terrus_dsl.engine.state import State
from terrus_dsl.lower.hooks import BEGINS, ENDS

__all__ = ["begin_period", "end_period", "set_role"]


def begin_period(S: State, period: int, by: int) -> None:
    """A period begins: what lasts until then ends, limits start anew, what waits for it triggers."""
    _expire(S, 0, period, by)
    _renew(S, period, by)
    if period == S.G.turn_period:
        _limit(S)
        S.active = by
        S.turn += 1
        S.decisions = 0
        if S.log is not None:
            S.log = (*S.log, ("turn", S.turn, by))
        S.history = ()
        S.left = {}
        S.uses = ()
        S.last = ()
    S.periods = (*S.periods, period)
    fire(S, BEGINS + period, by, -1, 0, -1, -1)


def end_period(S: State, period: int, by: int) -> None:
    """A period ends."""
    fire(S, ENDS + period, by, -1, 0, -1, -1)
    _expire(S, 1, period, by)
    _renew(S, period, by)
    if period in S.periods:
        periods = list(S.periods)
        periods.remove(period)
        S.periods = tuple(periods)


def _renew(S: State, period: int, by: int) -> None:
    own = period in S.G.own_periods
    stale = [key for key in S.used if key[0] == period and (not own or key[1] == by)]
    if period == S.G.turn_period:
        stale += [key for key in S.used if key[0] == -1]
    for key in stale:
        del S.used[key]


def _limit(S: State) -> None:
    """A game that has had all its turns is a draw."""
    limit = S.G.limits.get("turns")
    if limit and S.turn >= limit:
        S.result = ("draw", (), "turn limit", ())
        raise GameOver


def _expire(S: State, kind: int, period: int, by: int) -> None:
    for hook, entries in list(S.on.items()):
        for e in entries:
            if e[5] and e[5][0] == kind and e[5][1] == period and e[5][2] in (-1, by):
                S.on[hook] = tuple(
                    x for x in entries if not (x[5] and x[5][0] == kind and x[5][1] == period and x[5][2] in (-1, by))
                )
                S.dirty |= EFFECTS
                S.stale |= EFFECTS
                break


def set_role(S: State, role: int, value: int) -> None:
    """Give a role; a period that lasts as long as a track's value ends when that changes."""
    old = S.roles[role]
    S.roles[role] = value
    S.dirty |= STATES
    S.stale |= STATES
    for tracked, mask, period in S.G.tracks:
        if tracked == role and old >= 0 and value >= 0 and (S.tags[old] ^ S.tags[value]) & mask:
            end_period(S, period, S.active)
