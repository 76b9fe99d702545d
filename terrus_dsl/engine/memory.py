"""What left play, as it was: for the text that took it out, or that waited for it to go."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.state import State
from terrus_dsl.engine.stats import stat

__all__ = ["last_counter", "last_flags", "last_relation", "last_stat", "remember"]

_STATS, _COUNTERS, _RELATIONS, _FLAGS = range(1, 5)


def remember(S: State, o: int) -> None:
    """Keep what a thing is that is about to leave play; until it moves again or the turn is over."""
    S.left = {
        **S.left,
        o: (
            S.visit[o] + 1,
            tuple(stat(S, o, k) for k in range(len(S.G.stats[S.card[o]]))),
            tuple(row[o] for row in S.counters),
            tuple(row[o] for row in S.relations),
            S.flags[o],
        ),
    }


def last_stat(S: State, o: int, k: int) -> int:
    """A number of a thing, now or when it left."""
    known = _known(S, o)
    return stat(S, o, k) if known is None else int(known[_STATS][k])


def last_counter(S: State, k: int, o: int) -> int:
    """How many counters a thing has, or had when it left."""
    known = _known(S, o)
    return S.counters[k][o] if known is None else int(known[_COUNTERS][k])


def last_relation(S: State, k: int, o: int) -> int:
    """What a thing stands in a relation to, or did when it left."""
    known = _known(S, o)
    return S.relations[k][o] if known is None else int(known[_RELATIONS][k])


def last_flags(S: State, o: int) -> int:
    """The adjectives of a thing, now or when it left."""
    known = _known(S, o)
    return S.flags[o] if known is None else int(known[_FLAGS])


def _known(S: State, o: int) -> Any:
    if o not in S.left:
        return None
    known = S.left[o]
    return known if known[0] == S.visit[o] else None
