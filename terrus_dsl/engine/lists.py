"""Small helpers over listings of things, as compiled sentences use them."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.state import State

__all__ = [
    "bottom_of", "first", "highest_all", "highest_of", "joined", "lowest_all", "lowest_of", "one", "top_of", "total",
    "unlike", "without",
]  # fmt: skip


def first(items: Any) -> int:
    """The first of a listing, or -1."""
    for thing in items:
        return int(thing)
    return -1


def one(thing: int) -> tuple[int, ...]:
    """A thing as a listing; nothing as an empty one."""
    return (thing,) if thing >= 0 else ()


def joined(lists: Any) -> list[int]:
    """Several zones as one listing."""
    return [o for zone in lists for o in zone]


def top_of(pile: list[int], count: int) -> list[int]:
    """The top cards of a pile, topmost first."""
    return pile[: -count - 1 : -1] if count > 0 else []


def bottom_of(pile: list[int], count: int) -> list[int]:
    """The bottom cards of a pile, lowest first."""
    return pile[: max(0, count)]


def unlike(S: State, zone: list[int]) -> list[int]:
    """One of each kind of card, as others know it; a card with anything on it stands for itself."""
    card, flags, facing = S.card, S.flags, S.facing
    known: set[int] = set()
    out = []
    for o in zone:
        if flags[o]:
            out.append(o)
        elif (key := card[o] << 8 | facing[o]) not in known:
            known.add(key)
            out.append(o)
    return out


def without(items: Any, taken: Any) -> list[int]:
    """What is left of a listing."""
    return [o for o in items if o not in taken]


def highest_of(items: list[int], key: Any) -> list[int]:
    """The one with the highest value; nobody on a tie."""
    return _extreme(items, key, max)


def highest_all(items: list[int], key: Any) -> list[int]:
    """All with the highest value."""
    return _extremes(items, key, max)


def lowest_of(items: list[int], key: Any) -> list[int]:
    """The one with the lowest value; nobody on a tie."""
    return _extreme(items, key, min)


def lowest_all(items: list[int], key: Any) -> list[int]:
    """All with the lowest value."""
    return _extremes(items, key, min)


def _extreme(items: list[int], key: Any, choose: Any) -> list[int]:
    found = _extremes(items, key, choose)
    return found if len(found) == 1 else []


def _extremes(items: list[int], key: Any, choose: Any) -> list[int]:
    values = [key(o) for o in items]
    best = choose(values, default=0)
    return [o for o, value in zip(items, values, strict=True) if value == best]


def total(dice: tuple[int, ...]) -> int:
    """The sum of dice."""
    return sum(dice)
