"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable

from terrus_dsl.bots.base import Bot
from terrus_dsl.bots.greedy import GreedyBot
from terrus_dsl.bots.random_bot import RandomBot
from terrus_dsl.compile.program import Program
from terrus_dsl.engine.chance import Dice
from terrus_dsl.engine.observe import redeal

__all__ = ["BOTS", "bot"]


def _greedy(program: Program, seed: int) -> Bot:
    return GreedyBot(lambda observation, world: redeal(observation, world, program), Dice(seed))


#: Those that play by themselves; a person is seated by whoever has a terminal.
BOTS: dict[str, Callable[[Program, int], Bot]] = {
    "greedy": _greedy,
    "random": lambda program, seed: RandomBot(Dice(seed)),
}


def bot(name: str, program: Program, seed: int) -> Bot:
    """A bot by its name."""
    return BOTS[name](program, seed)
