"""Many games over several processes: what comes out depends on the seed only."""

from __future__ import annotations

import pytest

from terrus_dsl.playtest.runner import GameFault, fixture, run
from tests.playtest.fake import FakeContest


def test_the_number_of_processes_changes_nothing() -> None:
    """One, two or three processes: the same records in the same order."""
    alone = run(FakeContest(), 25, 1)
    assert alone == run(FakeContest(), 25, 2) == run(FakeContest(), 25, 3)
    assert [record.index for record in alone] == list(range(25))
    assert alone != run(FakeContest(seed=2), 25, 1)


def test_games_come_in_swapped_pairs() -> None:
    """The two games of a pair share a seed, and the entrants change seats."""
    for number in range(0, 12, 2):
        one, other = fixture(FakeContest(), number), fixture(FakeContest(), number + 1)
        assert one.seed == other.seed and one.seats == other.seats[::-1]


def test_every_pairing_is_played() -> None:
    """Three entrants for two seats make three pairings, each in both orders."""
    seats = {fixture(FakeContest(entrants=3), number).seats for number in range(6)}
    assert seats == {(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)}


def test_one_entrant_plays_itself() -> None:
    """A single deck is enough to play with."""
    assert fixture(FakeContest(entrants=1), 0).seats == (0, 0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_says_in_which_game(jobs: int) -> None:
    """The seed and number of a game that could not be finished come home, from another process too."""
    with pytest.raises(GameFault) as caught:
        run(FakeContest(faulty=5), 12, jobs)
    assert caught.value.fixture.index == 5 and "fell over" in caught.value.reason


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_counts_every_game(jobs: int) -> None:
    """A progress bar ends where it should."""
    told: list[int] = []
    run(FakeContest(), 9, jobs, told.append)
    assert told == list(range(1, 10))
