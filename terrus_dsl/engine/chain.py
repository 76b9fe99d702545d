"""What waits on the chain."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.listening import ELSEWHERE
from terrus_dsl.engine.state import State

__all__ = [
    "cancel",
    "cancellable",
    "cancelling",
    "last_resolved",
    "take_undone",
    "undo",
    "used",
]


def cancel(S: State, you: int, test: int) -> int:
    """Take the nearest thing that fits off the chain; the result is whether there was one."""
    index = _nearest(S, you, test)
    if index < 0:
        return 0
    entry = S.chain[index]
    S.chain = S.chain[:index] + S.chain[index + 1 :]
    undo(S, (entry,))
    return 1


def undo(S: State, entries: tuple[Any, ...]) -> None:
    """What comes off the chain without resolving goes where it would go afterwards, at the next checkpoint."""
    S.undone = (*S.undone, *(entry for entry in entries if entry[5] and entry[2] >= 0))
    S.dirty |= ELSEWHERE


def take_undone(S: State) -> tuple[Any, ...]:
    """Take the first thing that came off the chain without resolving."""
    entry: tuple[Any, ...] = S.undone[0]
    S.undone = S.undone[1:]
    return entry


def _nearest(S: State, you: int, test: int) -> int:
    for index in range(len(S.chain) - 1, -1, -1):
        kind, _, source, by = S.chain[index][:4]
        if S.G.hooks[test](S, S.me, you, kind, by, source):
            return index
    return -1


def cancelling(S: State, you: int, test: int) -> int:
    """The card of the nearest thing that fits, or -1."""
    index = _nearest(S, you, test)
    return int(S.chain[index][2]) if index >= 0 else -1


def cancellable(S: State, you: int, test: int) -> bool:
    """Whether there is something on the chain that fits."""
    return _nearest(S, you, test) >= 0


def last_resolved(S: State, you: int, test: int) -> tuple[Any, ...]:
    """The last thing that resolved in this turn, if it fits."""
    if not S.last:
        return ()
    kind, _, source, by = S.last[:4]
    return tuple(S.last) if S.G.hooks[test](S, S.me, you, kind, by, source) else ()


def used(S: State, you: int, me: int) -> None:
    """Count the use of a card for the report of a stall."""
    S.decisions += 1
