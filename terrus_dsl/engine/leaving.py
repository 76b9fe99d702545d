"""Procedures that are left before they are done: a text ends them, or a player has left the game."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.asking import options_of
from terrus_dsl.engine.chain import undo
from terrus_dsl.engine.periods import end_period
from terrus_dsl.engine.questions import PAUSE, SITE_ORDER, SITE_REPLACEMENTS, STOP, YES_NO
from terrus_dsl.engine.state import State

__all__ = ["instead", "unwind"]


def unwind(S: State) -> int:
    """Leave every procedure inside the one that is to be left; that one goes on at its end."""
    S.frames.extend(reversed(S.paused))
    S.paused = []
    kept = len(S.frames)
    while kept and S.frames[kept - 1][0] != S.exit:
        kept -= 1
    S.exit = -1
    return _abandon(S, kept)


def instead(S: State) -> Any:
    """What happens instead of a question, now that somebody has left: PAUSE where it is asked all the same."""
    kept = _overdue(S)
    if kept < 0 and S.ask[1] not in S.alive:
        kept = _announcing(S)
    value = _abandon(S, kept) if kept >= 0 else _unasked(S)
    if value is not PAUSE:
        S.ask = ()
        S.offered = None
    return value


def _abandon(S: State, kept: int) -> int:
    """Drop all frames but the first ones: periods of theirs end, and what lies on a chain of theirs is gone."""
    dropped = [frame[0] for frame in reversed(S.frames[kept:])]
    del S.frames[kept:]
    for number in dropped:
        for period in S.G.spanned.get(number, ()):
            end_period(S, period, S.active)
    if S.G.numbers["respond"] in dropped:
        S.responding = 0
        undo(S, S.chain)
        S.chain = ()
    S.replacing = S.copying = ()
    return 0


def _overdue(S: State) -> int:
    """The innermost procedure that needs a player who has left: how many frames are below it, or -1."""
    for index in range(len(S.frames) - 1, -1, -1):
        for role in S.G.needs.get(S.frames[index][0], ()):
            if S.roles[role] >= 0 and S.roles[role] not in S.alive:
                return index
    return -1


def _announcing(S: State) -> int:
    """What a player who has left was about to use or to pay: how many frames are below it, or -1."""
    numbers = S.G.numbers
    for index in range(len(S.frames) - 1, -1, -1):
        number = S.frames[index][0]
        if number == numbers["use"]:
            return index
        if number in (numbers["resolve"], numbers["respond"], numbers["checkpoint"]):
            return -1
    return -1


def _unasked(S: State) -> Any:
    """The answer to what a player who has left would be asked, or to what has one answer or none left."""
    kind, you, site = S.ask[:3]
    if you in S.alive:
        S.offered = S.offered or options_of(S)
        return PAUSE if len(S.offered) > 1 else S.offered[0] if S.offered else STOP
    if kind == YES_NO:
        return 0
    return options_of(S)[0] if site in (SITE_ORDER, SITE_REPLACEMENTS) else STOP
