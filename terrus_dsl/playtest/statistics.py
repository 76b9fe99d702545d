"""Records of games to numbers; every share comes with the interval that its sample allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

from terrus_dsl.playtest.referee import Record

__all__ = ["CardRate", "Ending", "Entrant", "Share", "Spread", "Summary", "share", "spread", "summarise", "wilson"]

Z = 1.959964  # of the 95 % interval


def wilson(successes: int, trials: int, z: float = Z) -> tuple[float, float]:
    """The Wilson score interval of a share; all of [0, 1] where nothing was tried."""
    if trials == 0:
        return 0.0, 1.0
    rate, square = successes / trials, z * z
    middle = (rate + square / (2 * trials)) / (1 + square / trials)
    half = z / (1 + square / trials) * sqrt(rate * (1 - rate) / trials + square / (4 * trials * trials))
    # Where the scale begins or stops the bound is 0 or 1 itself, which rounding would miss by a hair.
    low = 0.0 if successes == 0 else middle - half
    high = 1.0 if successes == trials else middle + half
    return low, high


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the 95 % interval of the rate behind it."""

    count: int
    of: int
    rate: float
    low: float
    high: float


def share(count: int, of: int) -> Share:
    """A share with its Wilson interval."""
    low, high = wilson(count, of)
    return Share(count, of, count / of if of else 0.0, low, high)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number is distributed over games."""

    least: int
    median: int
    mean: float
    tenth_longest: int
    most: int


def spread(values: Iterable[int]) -> Spread:
    """Least, median, mean, the value that a tenth of the games exceed, most."""
    ordered = sorted(values)
    if not ordered:
        return Spread(0, 0, 0.0, 0, 0)
    last = len(ordered) - 1
    return Spread(ordered[0], ordered[last // 2], sum(ordered) / len(ordered), ordered[last * 9 // 10], ordered[last])


@dataclass(frozen=True, slots=True)
class Entrant:
    """One of those who compete (a deck, or a seat where a game has no decks) and its wins."""

    name: str
    wins: Share


@dataclass(frozen=True, slots=True)
class Ending:
    """One outcome of games: won, drawn or stopped, and by which rule."""

    kind: str
    reason: str
    share: Share


@dataclass(frozen=True, slots=True)
class CardRate:
    """How often a card was used and what came of it; one trial is one player in one game.

    `wins` are those of players who used it, `usual` how often the same decks win in all.
    """

    name: str
    decks: int
    played: Share
    times: int
    wins: Share
    usual: float


@dataclass(frozen=True, slots=True)
class Summary:
    """All that a set of games tells."""

    games: int
    decided: int
    entrants: tuple[Entrant, ...]
    first: Share
    turns: Spread
    decisions: Spread
    endings: tuple[Ending, ...]
    cards: tuple[CardRate, ...]
    loops: tuple[tuple[str, int], ...] = field(default=())

    def as_data(self) -> dict[str, Any]:
        """The same as dictionaries and lists."""
        return asdict(self)


def summarise(
    records: Sequence[Record], entrants: Sequence[str], decks: Mapping[str, Mapping[str, int]] | None = None
) -> Summary:
    """Take records apart; `decks` says which cards an entrant has, so that a card that nobody used shows as such."""
    decided = [record for record in records if record.winners]
    return Summary(
        games=len(records),
        decided=len(decided),
        entrants=tuple(_entrant(number, name, records) for number, name in enumerate(entrants)),
        first=share(sum(record.first in record.winning_seats for record in decided), len(decided)),
        turns=spread(record.turns for record in records),
        decisions=spread(record.decisions for record in records),
        endings=_endings(records),
        cards=_cards(records, entrants, decks or {}),
        loops=_loops(records),
    )


def _entrant(number: int, name: str, records: Sequence[Record]) -> Entrant:
    seats = sum(record.seats.count(number) for record in records)
    wins = sum(record.winners.count(number) for record in records)
    return Entrant(name, share(wins, seats))


def _endings(records: Sequence[Record]) -> tuple[Ending, ...]:
    counts = Counter((record.kind, record.reason) for record in records)
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return tuple(Ending(kind, reason, share(count, len(records))) for (kind, reason), count in ordered)


def _loops(records: Sequence[Record]) -> tuple[tuple[str, int], ...]:
    """The cards that games that stalled name, and how many such games name each."""
    named = Counter(name for record in records if record.kind == "stall" for name, _ in record.cards)
    return tuple(sorted(named.items(), key=lambda entry: (-entry[1], entry[0])))


@dataclass(slots=True)
class _Tally:
    decks: int = 0
    trials: int = 0
    played: int = 0
    times: int = 0
    wins: int = 0
    trials_won: int = 0


def _cards(
    records: Sequence[Record], entrants: Sequence[str], decks: Mapping[str, Mapping[str, int]]
) -> tuple[CardRate, ...]:
    tallies: dict[str, _Tally] = {}
    # What no deck lists (where there are no decks, everything) could have been used by everybody.
    anybody = {card for record in records for used in record.played for card, _ in used}
    anybody -= {card for cards in decks.values() for card in cards}
    listed = [{*decks.get(name, ()), *anybody} for name in entrants]
    for name in entrants:
        for card in decks.get(name, ()):
            tallies.setdefault(card, _Tally()).decks += 1
    for record in records:
        for seat, number in enumerate(record.seats):
            used = dict(record.played[seat])
            won = seat in record.winning_seats
            for card in listed[number]:
                _count(tallies.setdefault(card, _Tally()), used.get(card, 0), won)
    rates = [_rate(name, tally) for name, tally in tallies.items()]
    return tuple(sorted(rates, key=lambda rate: (-rate.wins.rate if rate.played.count else 1.0, rate.name)))


def _count(tally: _Tally, times: int, won: bool) -> None:
    tally.trials += 1
    tally.trials_won += won
    if times:
        tally.played += 1
        tally.times += times
        tally.wins += won


def _rate(name: str, tally: _Tally) -> CardRate:
    played, wins = share(tally.played, tally.trials), share(tally.wins, tally.played)
    return CardRate(name, tally.decks, played, tally.times, wins, share(tally.trials_won, tally.trials).rate)
