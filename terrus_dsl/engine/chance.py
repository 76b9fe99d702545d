"""Chance: the only place that draws random numbers; a 64-bit integer in the state is all that it needs."""

from __future__ import annotations

from typing import Any

__all__ = ["Dice", "below", "mix", "shuffle"]

_MASK = (1 << 64) - 1


def mix(value: int) -> int:
    """A well-mixed 64-bit number from a state (the finaliser of SplitMix64)."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def below(holder: Any, bound: int) -> int:
    """A number from 0 to bound - 1; `holder.seed` moves on."""
    holder.seed = (holder.seed * 6364136223846793005 + 1442695040888963407) & _MASK
    return (mix(holder.seed) * bound) >> 64


def shuffle(holder: Any, items: list[Any]) -> None:
    """Shuffle a list in place (Fisher and Yates)."""
    seed = holder.seed
    for i in range(len(items) - 1, 0, -1):
        # As `below` does; a bot shuffles a hundred hidden cards for each decision.
        seed = (seed * 6364136223846793005 + 1442695040888963407) & _MASK
        value = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
        j = ((value ^ (value >> 31)) * (i + 1)) >> 64
        items[i], items[j] = items[j], items[i]
    holder.seed = seed


class Dice:
    """A generator outside a game, for bots and drafts."""

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = mix(seed & _MASK) or 1

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        return below(self, bound)

    def shuffle(self, items: list[int]) -> None:
        """Shuffle a list in place."""
        shuffle(self, items)
