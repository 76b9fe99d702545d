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
SEEN_THROUGH = 3  # options that are judged a second time, the best at first sight
STEPS = 2  # idle decisions, of anybody, that are played on; many more see more, and cost more


class GreedyBot:
    """One ply of search over one world that fits the observation."""

    looks = True

    def __init__(self, imagine: Imagine, dice: Dice) -> None:
        self._imagine = imagine
        self._dice = dice
        self._turn, self._tried = -1, set[str]()
        self._opening = ""  # what was asked when it was last free to pass

    def choose(self, observation: Any, decision: Question) -> int:
        """The option of the highest value; among equals any."""
        if decision.count < 2:
            return 0
        world, count = self._world(observation, decision.count)
        if decision.kind == "optional":
            self._opening, until = decision.question, ""
        else:
            until = self._opening  # all options lead back there, where what was begun is done
        values = self._values(world, count, decision.player, until)
        best = max(values.values())
        equals = [option for option, value in values.items() if value == best]
        if len(equals) == 1:
            return equals[0]
        return self._any(equals, decision, world.turn)

    def _any(self, equals: list[int], decision: Question, turn: int) -> int:
        """One of several equals. What was no better than passing is not tried again in the same turn."""
        passing = decision.kind == "optional" and equals[0] == 0
        if passing:
            if turn != self._turn:
                self._turn, self._tried = turn, set()
            equals = [option for option in equals if not option or decision.words(option) not in self._tried]
        chosen = equals[self._dice.below(len(equals))]
        if passing and chosen:
            self._tried.add(decision.words(chosen))
        return chosen

    def _world(self, observation: Any, count: int) -> tuple[World, int]:
        """A made-up world and how many of the options it has; what is hidden may decide what is possible."""
        for _ in range(TRIES):
            world = self._imagine(observation, self._dice.below(WORLDS))
            found = world.decision().count
            if found == count:
                break
        return world, min(found, count)

    def _values(self, world: World, count: int, me: int, until: str) -> dict[int, float]:
        """How it stands right after each option, and for the best of them again when everybody has been idle a while.

        The one sees what is soon lost again, the other what shows its effect only later. Passing is always seen
        through.
        """
        after = []
        for option in range(count):
            tried = world.clone()
            tried.apply_action(option)
            after.append((_standing(tried, me), -option, tried))
        best = sorted(after, key=lambda entry: entry[:2], reverse=True)[:SEEN_THROUGH]
        if after[0] not in best:
            best.append(after[0])
        return {-minus: near + self._later(tried, world.turn, me, until) for near, minus, tried in best}

    def _later(self, world: World, turn: int, me: int, until: str) -> float:
        for _ in range(STEPS):
            if world.is_terminal() or world.turn != turn:
                break
            if until and world.current_player() == me and world.decision().question == until:
                break
            world.apply_action(0)
        return _standing(world, me)


def _standing(world: World, me: int) -> float:
    if world.is_terminal():
        return WON * world.returns()[me]
    others = [world.worth(player) for player in range(len(world.returns())) if player != me]
    return world.worth(me) - max(others, default=0.0)
