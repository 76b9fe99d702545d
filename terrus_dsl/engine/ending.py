"""The end of the game for one player or all."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.state import State
from terrus_dsl.engine.zones import _GONE, leave_zone

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
    G = S.G
    for kind in range(G.zone_kinds):
        if G.zone_player[kind * G.stride] < 0:
            continue
        for o in list(S.zones[kind * G.stride + player]):
            leave_zone(S, o, S.zone[o], S.zone[o])
            S.zone[o] = _GONE


def batch_over(S: State) -> None:
    """What happened at once is over: players who have lost by it lose together."""
    S.look = None
    if S.G.loss_counters:
        check_losses(S)


def check_losses(S: State) -> None:
    """Look for players who have lost, after a change of what that depends on."""
    for program in S.G.losses:
        S.G.programs[program](S)
