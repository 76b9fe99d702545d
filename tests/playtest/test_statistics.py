"""Shares with their intervals, and what a set of records tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from terrus_dsl.playtest.referee import Record
from terrus_dsl.playtest.statistics import share, spread, summarise, wilson

RECORD = Record(0, 1, (0, 1), "win", (0,), (0,), "1.1", (), 0, 10, 30, ((("Oak", 2),), ()))


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (0, 0, 0.0, 1.0)],
)
def test_wilson_as_published(successes: int, trials: int, low: float, high: float) -> None:
    """Values of Newcombe (1998), method 3, and the textbook's small samples."""
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_wilson_holds_the_rate_and_narrows() -> None:
    """The rate lies inside; ten times the games, a narrower interval; never outside of 0 and 1."""
    for trials in (1, 7, 100, 10_000):
        for successes in range(0, trials + 1, max(1, trials // 7)):
            low, high = wilson(successes, trials)
            assert 0 <= low <= successes / trials <= high <= 1
            wide, narrow = (low, high), wilson(successes * 10, trials * 10)
            assert narrow[1] - narrow[0] < wide[1] - wide[0]


def test_share_of_nothing() -> None:
    """No games give no rate and the widest interval."""
    assert (share(0, 0).rate, share(0, 0).low, share(0, 0).high) == (0.0, 0.0, 1.0)


def test_spread() -> None:
    """Least, median, mean, the ninth tenth, most."""
    of = spread(range(1, 11))
    assert (of.least, of.median, of.mean, of.tenth_longest, of.most) == (1, 5, 5.5, 9, 10)
    assert spread([]).most == 0


def test_wins_belong_to_entrants_and_beginning_to_places() -> None:
    """The same entrant wins from both seats: it has two wins, who begins has one."""
    swapped = replace(RECORD, index=1, seats=(1, 0), winning_seats=(1,))
    drawn = replace(RECORD, index=2, kind="draw", winners=(), winning_seats=())
    told = summarise([RECORD, swapped, drawn], ["A", "B"])
    assert [(one.name, one.wins.count, one.wins.of) for one in told.entrants] == [("A", 2, 3), ("B", 0, 3)]
    assert (told.first.count, told.first.of, told.games, told.decided) == (1, 2, 3, 2)
    assert [(one.kind, one.share.count) for one in told.endings] == [("win", 2), ("draw", 1)]


def test_cards_count_players_not_copies() -> None:
    """A card is played or not by a player of a game, however often."""
    lost = replace(RECORD, index=1, winners=(1,), winning_seats=(1,))
    told = summarise([RECORD, lost], ["A", "B"], {"A": {"Oak": 3}, "B": {"Elm": 3}})
    oak, elm = sorted(told.cards, key=lambda card: card.name, reverse=True)
    assert (oak.played.count, oak.played.of, oak.times, oak.wins.count, oak.wins.of) == (2, 2, 4, 1, 2)
    assert (oak.usual, elm.usual) == (0.5, 0.5)
    assert (elm.played.count, elm.played.of, elm.wins.of) == (0, 2, 0)


def test_cards_without_decks() -> None:
    """Where nobody brings a deck, everybody could have played what anybody played."""
    (oak,) = summarise([RECORD], ["A", "B"]).cards
    assert (oak.played.count, oak.played.of) == (1, 2)


def test_limits_name_their_cards() -> None:
    """Games that stalled say which cards kept them going."""
    stopped = replace(RECORD, kind="stall", winners=(), winning_seats=(), cards=(("Oak", 400), ("Elm", 3)))
    assert summarise([stopped, RECORD], ["A", "B"]).loops == (("Elm", 1), ("Oak", 1))
