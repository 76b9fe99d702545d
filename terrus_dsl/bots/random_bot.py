"""Takes any option: the measure that every other bot must beat, and the quickest way through all rules."""

from __future__ import annotations

from typing import Any

from terrus_dsl.bots.base import Dice, Question

__all__ = ["RandomBot"]


class RandomBot:
    """Every option is as likely as every other."""

    looks = False

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def choose(self, observation: Any, decision: Question) -> int:
        """Any of the options."""
        return self._dice.below(decision.count)
