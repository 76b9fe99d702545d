"""A game in twenty lines: take one or two matches from a heap, whoever takes the last one wins."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from terrus_dsl.bots.base import Bot
from terrus_dsl.bots.random_bot import RandomBot
from terrus_dsl.playtest.referee import Record, play_out, record_of
from terrus_dsl.playtest.runner import Fixture, Player

CARDS = ("One", "Two")


class FakeDice:
    """Numbers for bots, from Python's generator."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, count: int) -> int:
        return self._random.randrange(count)


@dataclass(frozen=True)
class FakeDecision:
    """One or two."""

    player: int
    count: int
    kind: str = "act"
    question: str = "How many?"
    words: Callable[[int], str] = field(default=lambda option: f"take {option + 1}")
    card: Callable[[int], str | None] = field(default=lambda option: CARDS[option])


@dataclass(frozen=True)
class FakeResult:
    """Who took the last one."""

    kind: str
    winners: tuple[int, ...]
    reason: str
    cards: tuple[tuple[str, int], ...] = ()


@dataclass
class FakeGame:
    """The heap is all there is to know."""

    heap: int
    player: int = 0
    turn: int = 1
    gone: int | None = None
    played: dict[int, Counter[str]] = field(default_factory=lambda: {0: Counter(), 1: Counter()})

    def current_player(self) -> int:
        return self.player

    def decision(self) -> FakeDecision:
        return FakeDecision(self.player, min(2, self.heap))

    def observation(self, player: int) -> int:
        return self.heap * 2 + self.player

    def apply_action(self, action: int) -> None:
        self.heap -= action + 1
        self.played[self.player][CARDS[action]] += 1
        self.player, self.turn = 1 - self.player, self.turn + 1

    def concede(self, player: int) -> None:
        self.gone = player

    def is_terminal(self) -> bool:
        return self.heap == 0 or self.gone is not None

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0, 0.0]
        winner = self.result.winners[0]
        return [1.0 if player == winner else -1.0 for player in (0, 1)]

    def worth(self, player: int) -> float:
        # A heap of three lost for whoever must take from it.
        return 1.0 if self.heap % 3 == 0 and player != self.player else 0.0

    def clone(self) -> FakeGame:
        played = {player: Counter(used) for player, used in self.played.items()}
        return FakeGame(self.heap, self.player, self.turn, self.gone, played)

    @property
    def state(self) -> FakeGame:
        return self

    @property
    def active(self) -> int:
        return self.player

    @property
    def result(self) -> FakeResult:
        if self.gone is not None:
            return FakeResult("win", (1 - self.gone,), "conceded")
        return FakeResult("win", (1 - self.player,), "1.1")


def imagine(observation: int, seed: int) -> FakeGame:
    """Nothing is hidden, so there is one world only."""
    return FakeGame(observation // 2, observation % 2)


@dataclass(frozen=True)
class FakeContest:
    """Random against random."""

    seed: int = 1
    entrants: int = 2
    players: int = 2
    faulty: int = -1

    def open(self) -> Player:
        return self._play

    def _play(self, one: Fixture) -> Record:
        if one.index == self.faulty:
            raise ValueError("the heap fell over")
        game = FakeGame(7 + one.seed % 5)
        bots: list[Bot] = [RandomBot(FakeDice(one.seed * 2 + seat)) for seat in one.seats]
        return record_of(game, one.index, one.seed, one.seats, play_out(game, bots))
