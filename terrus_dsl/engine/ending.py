"""The end of the game for one player or all."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.state import State
from terrus_dsl.engine.zones import move, vanish
from terrus_dsl.lower.hooks import ACTS, ENTERS, EVENT, WOULD

__all__ = ["GameOver", "batch_over", "check_losses", "lose_all", "win_all"]


class GameOver(Exception):
    """The game has ended; raised wherever that happens and caught by the driver alone."""


def win_all(S: State, players: Any, reason: str) -> None:
    """These players win, and the game ends."""
    winners = tuple(p for p in players if p in S.alive)
    if winners:
        S.result = ("win", winners, reason, ())
        raise GameOver


def lose_all(S: State, players: Any, reason: str) -> None:
    """These players lose at the same time; the last one left wins, nobody left is a draw."""
    losers = set(players)
    left = tuple(p for p in S.alive if p not in losers)
    if left == S.alive:
        return
    S.alive = left
    if len(left) <= 1:
        S.result = ("win", left, reason, ()) if left else ("draw", (), reason, ())
        raise GameOver
    for player in losers:
        _depart(S, player)


def _depart(S: State, player: int) -> None:
    """Who leaves takes along what they own; what others own goes to where the sheet says."""
    G = S.G
    for o, zone in enumerate(S.zone):
        if zone < 0 or player not in (S.owner[o], G.zone_player[zone]):
            continue
        if G.leavings >= 0 and S.owner[o] in S.alive:
            move(S, player, o, G.leavings + S.owner[o])
        else:
            vanish(S, o)
    _hush(S, player)
    S.dirty = S.unseen = S.stale = 63


def _hush(S: State, player: int) -> None:
    """What waits to happen for a player who has left does not; what they changed about others stays changed."""
    S.pending = tuple(trigger for trigger in S.pending if trigger[2] != player)
    S.chain = tuple(entry for entry in S.chain if entry[3] != player)
    for hook, entries in S.on.items():
        if EVENT <= hook < WOULD or ENTERS <= hook < ACTS:
            S.on[hook] = tuple(e for e in entries if e[1] != player)


def batch_over(S: State) -> None:
    """What happened at once is over: players who have lost by it lose together."""
    S.look = None
    if S.G.loss_counters:
        check_losses(S)


def check_losses(S: State) -> None:
    """Look for players who have lost, after a change of what that depends on."""
    for program in S.G.losses:
        S.G.programs[program](S)
