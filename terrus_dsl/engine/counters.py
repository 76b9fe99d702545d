"""Counters of things, players and the game."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.ending import check_losses
from terrus_dsl.engine.listening import COUNTS, TALLIES, fire
from terrus_dsl.engine.state import State
from terrus_dsl.lower.hooks import EVENT

__all__ = ["count", "gain", "gain_all", "lose", "put_counters", "remove_counters", "set_counters", "set_tally"]


def put_counters(S: State, you: int, items: Any, number: int, amount: int) -> int:
    """Put counters on things."""
    if amount <= 0:
        return 0
    column = S.counters[number]
    for o in items:
        column[o] += amount
    S.dirty |= COUNTS
    S.stale |= COUNTS
    if number in S.G.loss_counters and S.look is None:
        check_losses(S)
    return amount if items else 0


def remove_counters(S: State, you: int, o: int, number: int, amount: int) -> int:
    """Remove counters from a thing; not more than there are."""
    if o < 0 or amount <= 0:
        return 0
    floor = S.G.floors[number]
    have = S.counters[number][o]
    taken = amount if floor is None else min(amount, have - floor)
    S.counters[number][o] = have - taken
    S.dirty |= COUNTS
    S.stale |= COUNTS
    if number in S.G.loss_counters and S.look is None:
        check_losses(S)
    return taken


def set_counters(S: State, number: int, o: int, value: int) -> None:
    """Set how many counters a thing has."""
    S.counters[number][o] = value
    S.dirty |= COUNTS
    S.stale |= COUNTS
    if number in S.G.loss_counters and S.look is None:
        check_losses(S)


def gain(S: State, you: int, number: int, amount: int) -> int:
    """A player gains something counted."""
    if amount <= 0 or you < 0:
        return 0
    S.tallies[number][you] += amount
    S.dirty |= TALLIES
    S.stale |= TALLIES
    fire(S, EVENT + S.G.gain_verb, you, -1, amount, number, you)
    if number in S.G.loss_counters and S.look is None:
        check_losses(S)
    return amount


def gain_all(S: State, you: int, players: Any, number: int, amount: int) -> None:
    """Several players gain something counted."""
    for player in players:
        gain(S, player, number, amount)


def lose(S: State, you: int, number: int, amount: int) -> int:
    """A player loses something counted; not more than there is, where it has a floor."""
    if amount <= 0 or you < 0:
        return 0
    floor = S.G.floors[number]
    have = S.tallies[number][you]
    taken = amount if floor is None else min(amount, have - floor)
    if taken <= 0:
        return 0
    S.tallies[number][you] = have - taken
    S.dirty |= TALLIES
    S.stale |= TALLIES
    fire(S, EVENT + S.G.lose_verb, you, -1, taken, number, you)
    if number in S.G.loss_counters and S.look is None:
        check_losses(S)
    return taken


def set_tally(S: State, number: int, player: int, value: int) -> None:
    """Set how much of something a player has."""
    S.tallies[number][player] = value
    S.dirty |= TALLIES
    S.stale |= TALLIES
    if number in S.G.loss_counters and S.look is None:
        check_losses(S)


def count(S: State, number: int, change: int) -> None:
    """Change something the game counts."""
    S.totals[number] += change
    S.dirty |= TALLIES
    S.stale |= TALLIES
