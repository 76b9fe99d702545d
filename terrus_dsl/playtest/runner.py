"""Many games over several processes, with a result that does not depend on how many there are.

What a game is depends on its number alone: its seed, who sits where, which decks. Processes only compute.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from multiprocessing import get_context
from typing import Protocol

from terrus_dsl.playtest.referee import Record

__all__ = ["Contest", "Fixture", "GameFault", "Player", "cores", "fixture", "run"]

CHUNK = 4  # games that a process takes at once


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played: its number, its seed, and which entrant sits at which seat."""

    index: int
    seed: int
    seats: tuple[int, ...]


class Player(Protocol):
    """Plays one fixture."""

    def __call__(self, fixture: Fixture, /) -> Record: ...


class Contest(Protocol):
    """What is played. Every process gets it, so it is plain, hashable data; `open` does the costly rest there."""

    @property
    def entrants(self) -> int: ...

    @property
    def players(self) -> int: ...

    @property
    def seed(self) -> int: ...

    def open(self) -> Player: ...

    def __hash__(self) -> int: ...


class GameFault(Exception):
    """A game stopped with an error of the engine."""

    def __init__(self, fixture: Fixture, reason: str) -> None:
        super().__init__(fixture, reason)
        self.fixture, self.reason = fixture, reason


def fixture(contest: Contest, index: int) -> Fixture:
    """The game of a number: the games of one pairing share a seed, and each entrant sits once at each seat."""
    players = contest.players
    number, turned = divmod(index, players)
    pairings = _pairings(contest.entrants, players)
    pairing = pairings[number % len(pairings)]
    return Fixture(index, contest.seed * 1_000_003 + number, pairing[turned:] + pairing[:turned])


@cache
def _pairings(entrants: int, players: int) -> tuple[tuple[int, ...], ...]:
    if entrants >= players:
        return tuple(combinations(range(entrants), players))
    return (tuple(seat % entrants for seat in range(players)),)


def cores() -> int:
    """How many processes may run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    contest: Contest, games: int, jobs: int = 1, progress: Callable[[int], None] = lambda done: None
) -> list[Record]:
    """Play the games of a contest; `progress` is told how many are done."""
    _opened(contest)  # before other processes begin: they inherit it, and its faults are told plainly
    fixtures = [fixture(contest, index) for index in range(games)]
    records: list[Record] = []
    for record in _one_by_one(contest, fixtures) if jobs == 1 or games < 2 else _side_by_side(contest, fixtures, jobs):
        records.append(record)
        progress(len(records))
    return sorted(records, key=lambda record: record.index)


def _one_by_one(contest: Contest, fixtures: list[Fixture]) -> Iterator[Record]:
    for one in fixtures:
        yield _finished(_play((contest, one)))


def _side_by_side(contest: Contest, fixtures: list[Fixture], jobs: int) -> Iterator[Record]:
    tasks = [(contest, one) for one in fixtures]
    size = max(1, min(CHUNK, len(tasks) // (4 * jobs)))
    with get_context().Pool(min(jobs, len(tasks)), _undisturbed) as pool:
        # Leaving the block, by a fault or an interruption too, stops the processes.
        yield from map(_finished, pool.imap_unordered(_play, tasks, size))


def _undisturbed() -> None:
    # Ctrl-C goes to every process of the terminal; only the first one answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@cache
def _opened(contest: Contest) -> Player:
    return contest.open()


def _play(task: tuple[Contest, Fixture]) -> Record | GameFault:
    contest, one = task
    try:
        return _opened(contest)(one)
    except Exception as fault:
        # Whatever went wrong, the report must say in which game; an exception would not survive the way home.
        return GameFault(one, f"{type(fault).__name__}: {fault}")


def _finished(done: Record | GameFault) -> Record:
    if isinstance(done, GameFault):
        raise done
    return done
