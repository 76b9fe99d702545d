"""Looks one ply ahead: tries each option in a made-up world and takes the one after which it stands best.

It knows no card and no game: how a player stands is what the game itself calls worth.
"""

from __future__ import annotations

from typing import Any

from terrus_dsl.bots.base import Dice, Imagine, Question, World

__all__ = ["GreedyBot"]

WORLDS = 1 << 48  # that an observation may be made up into
WON = 1e9  # more than any position is worth
TRIES = 4  # worlds that are made up where the options differ
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
        world, count = self._world(observation, decision.count)
        values = [self._value(world.clone(), option, decision.player) for option in range(count)]
        best = max(values)
        equals = [option for option, value in enumerate(values) if value == best]
        return equals[self._dice.below(len(equals))] if len(equals) > 1 else equals[0]

    def _world(self, observation: Any, count: int) -> tuple[World, int]:
        """A made-up world and how many of the options it has; what is hidden may decide what is possible."""
        for _ in range(TRIES):
            world = self._imagine(observation, self._dice.below(WORLDS))
            found = world.decision().count
            if found == count:
                break
        return world, min(found, count)

    def _value(self, world: World, option: int, me: int) -> float:
        world.apply_action(option)
        for _ in range(STEPS):
            if world.is_terminal() or world.current_player() != me:
                break
            world.apply_action(0)  # of several options the first one is to pass, to decline or to stop
        return _standing(world, me)


def _standing(world: World, me: int) -> float:
    if world.is_terminal():
        return WON * world.returns()[me]
    others = [world.worth(player) for player in range(len(world.returns())) if player != me]
    return world.worth(me) - max(others, default=0.0)
