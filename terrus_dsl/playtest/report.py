"""A summary as listings of text, for whoever prints them, and as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from terrus_dsl.playtest.statistics import CardRate, Ending, Share, Spread, Summary

__all__ = ["Listing", "as_json", "listings"]

ENDINGS = {"win": "won", "draw": "drawn", "stall": "stopped: nothing moves"}


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines of text under headings; columns from `numbers` on are numbers."""

    title: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    numbers: int = 1
    note: str = ""


def as_json(summary: Summary, about: dict[str, Any]) -> str:
    """The whole summary with what was played; the same bytes for the same games."""
    return json.dumps({**about, **summary.as_data()}, indent=2, ensure_ascii=True) + "\n"


def listings(summary: Summary) -> list[Listing]:
    """What a designer reads, the most important first."""
    found = [_wins(summary), _lengths(summary), _endings(summary)]
    if summary.loops:
        found.append(_loops(summary))
    if summary.cards:
        found.append(_cards(summary))
    return found


def percent(rate: float) -> str:
    """A rate as people write it."""
    return f"{100 * rate:.1f} %"


def interval(share: Share) -> str:
    """The interval of a share."""
    return f"{100 * share.low:.0f} – {100 * share.high:.0f} %" if share.of else "–"


def _wins(summary: Summary) -> Listing:
    lines = [(one.name, *_three(one.wins)) for one in summary.entrants]
    lines.append(("who begins", *_three(summary.first)))
    open_games = summary.games - summary.decided
    note = f"{open_games} of {summary.games} games had no winner" if open_games else ""
    return Listing("Wins", ("", "won", "rate", "95 %"), tuple(lines), 1, note)


def _three(share: Share) -> tuple[str, str, str]:
    return f"{share.count} of {share.of}", percent(share.rate) if share.of else "–", interval(share)


def _lengths(summary: Summary) -> Listing:
    lines = (_spread("turns", summary.turns), _spread("decisions", summary.decisions))
    return Listing("Length", ("", "least", "median", "mean", "9 of 10", "most"), lines)


def _spread(name: str, of: Spread) -> tuple[str, ...]:
    return name, str(of.least), str(of.median), f"{of.mean:.1f}", str(of.tenth_longest), str(of.most)


def _endings(summary: Summary) -> Listing:
    lines = tuple(_ending(one) for one in summary.endings)
    return Listing("Outcomes", ("", "by rule", "games", "rate", "95 %"), lines, 2)


def _ending(one: Ending) -> tuple[str, ...]:
    games, rate, likely = str(one.share.count), percent(one.share.rate), interval(one.share)
    return ENDINGS.get(one.kind, one.kind), one.reason, games, rate, likely


def _loops(summary: Summary) -> Listing:
    lines = tuple((name, str(games)) for name, games in summary.loops)
    return Listing("Cards in games that were stopped", ("card", "games"), lines)


def _cards(summary: Summary) -> Listing:
    lines = tuple(_card(one) for one in summary.cards)
    note = "+ or -: who played it won more or less often than the same decks do in all, and not by chance alone (95 %)"
    return Listing("Cards", ("card", "decks", "played", "times", "wins when played", "95 %", ""), lines, 1, note)


def _card(one: CardRate) -> tuple[str, ...]:
    played = percent(one.played.rate) if one.played.of else "–"
    wins = percent(one.wins.rate) if one.wins.of else "–"
    sign = "+" if one.wins.low > one.usual else "-" if one.wins.high < one.usual else ""
    return one.name, str(one.decks), played, str(one.times), wins, interval(one.wins), sign if one.wins.of else "never"
