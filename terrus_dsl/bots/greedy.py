"""Looks one ply ahead: tries each option in a made-up world and takes the one after which it stands best.

It knows no card and no game: how a player stands is what the game itself calls worth.
"""

from __future__ import annotations

from typing import Any

from terrus_dsl.bots.base import Dice, Imagine, Question, World, is_pass

__all__ = ["GreedyBot"]

WORLDS = 1 << 48  # that an observation may be made up into
WON = 1e9  # more than any position is worth
STEPS = 12  # decisions that are played on by default before a position is judged


class GreedyBot:
    """One ply of search over one world that fits the observation."""

    looks = True

    def __init__(self, imagine: Imagine, dice: Dice) -> None:
        self._imagine = imagine
        self._dice = dice

    def choose(self, observation: Any, decision: Question) -> int:
        """The option of the highest value; among equals any."""
        if decision.count < 2:
            return 0
        world = self._imagine(observation, self._dice.below(WORLDS))
        values = [self._value(world.clone(), option, decision.player) for option in range(decision.count)]
        best = max(values)
        equals = [option for option, value in enumerate(values) if value == best]
        return equals[self._dice.below(len(equals))] if len(equals) > 1 else equals[0]

    def _value(self, world: World, option: int, me: int) -> float:
        world.apply_action(option)
        for _ in range(STEPS):
            if world.is_terminal() or world.current_player() != me:
                break
            world.apply_action(_default(world.decision()))
        return _standing(world, me)


def _default(decision: Question) -> int:
    """What is taken without thinking: nothing, where that is possible, else the first."""
    return next((option for option in range(decision.count) if is_pass(decision, option)), 0)


def _standing(world: World, me: int) -> float:
    if world.is_terminal():
        return WON * world.returns()[me]
    others = [world.worth(player) for player in range(len(world.returns())) if player != me]
    return world.worth(me) - max(others, default=0.0)
