"""Costs: what can be paid, and with what."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.listening import TALLIES
from terrus_dsl.engine.state import State
from terrus_dsl.engine.windows import _CODE

__all__ = [
    "can_pay",
    "is_counter",
    "means_card",
    "means_counter",
    "means_verb",
    "spend",
    "worth_of",
    "yielder",
    "yielding_ability",
]


def can_pay(S: State, you: int, cost: Any, card: int = -1) -> bool:
    """Whether a player can pay a cost in full, from what they have and with purely yielding cards in hand."""
    if not (cost[0] or cost[1] or cost[2]):
        return True
    tallies = S.tallies
    fixed, free, due = cost
    made: dict[int, int] | None = None
    for number, amount in fixed:
        have = tallies[number][you]
        if have < amount:
            if made is None:
                made = _made_in_hand(S, you, card)
            if have + made.get(number, 0) < amount:
                return False
    if not free and not due:
        return True
    spare = -free
    for number in S.G.resources:
        spare += tallies[number][you]
    for _, amount in fixed:
        spare -= amount
    if free and spare < 0:
        if made is None:
            made = _made_in_hand(S, you, card)
        if spare + sum(made.values()) < 0:
            return False
    spare = max(0, spare)
    # A card that yields can also be given away, but not both.
    return bool(spare >= due or spare + _other_means(S, you, card, due - spare) >= due)


def _made_in_hand(S: State, you: int, card: int) -> dict[int, int]:
    """What the purely yielding cards in a player's hand would give."""
    made: dict[int, int] = {}
    yielders = S.G.yielders
    if yielders:
        for o in S.zones[S.G.yielder_zone + you]:
            gives = yielders.get(S.card[o])
            if gives is not None and o != card:
                made[gives[0]] = made.get(gives[0], 0) + gives[1]
    return made


def yielder(S: State, you: int, number: int) -> int:
    """A card in hand that does nothing but yield a resource."""
    for o in S.zones[S.G.yielder_zone + you]:
        gives = S.G.yielders.get(S.card[o])
        if gives is not None and gives[0] == number:
            return int(o)
    return -1


def yielding_ability(S: State, o: int) -> int:
    """The ability of a purely yielding card."""
    return int(S.G.yielders[S.card[o]][2])


def is_counter(unit: int) -> bool:
    """Whether a unit of payment is a resource, not a card."""
    return unit < _CODE


def _other_means(S: State, you: int, card: int, enough: int) -> int:
    found = 0
    taken: set[int] = set()
    for _, candidates, worth in S.G.means:
        for o in candidates(S, you):
            if o != card and o not in taken:
                taken.add(o)
                found += int(worth(S, you, o))
                if found >= enough:
                    return found
    return found


def _worth(S: State, you: int, o: int, worth: Any) -> int:
    return int(worth(S, you, o))


def spend(S: State, you: int, number: int, amount: int) -> None:
    """Take resources from a player."""
    S.tallies[number][you] -= amount
    S.dirty |= TALLIES
    S.stale |= TALLIES


def any_unit(S: State, you: int) -> list[int]:
    """What a unit of any resource can be paid with."""
    out = [number for number in S.G.resources if S.tallies[number][you] > 0]
    if S.G.yielders:
        cards: set[int] = set()
        for o in S.zones[S.G.yielder_zone + you]:
            if S.card[o] in S.G.yielders and S.card[o] not in cards:
                cards.add(S.card[o])
                out.append(_CODE + o)
    return out


def payment_units(S: State, you: int, due: int, least: int, card: int) -> list[int]:
    """Units that may be paid next; a payment may be too large only if every part of it is needed."""
    out = [number for number in S.G.resources if S.tallies[number][you] > 0] if S.G.spends_any else []
    taken: set[int] = set()
    cards: set[int] = set()
    for _, candidates, worth in S.G.means:
        for o in candidates(S, you):
            if o == card or o in taken:
                continue
            taken.add(o)
            over = _worth(S, you, o, worth) - due
            if (over <= 0 or over < least) and S.card[o] not in cards:
                cards.add(S.card[o])
                out.append(_CODE + o)
    return out


def worth_of(S: State, you: int, unit: int) -> int:
    """How much of the cost a unit pays."""
    if unit < _CODE:
        return 1
    o = unit - _CODE
    return max(_worth(S, you, o, worth) for _, candidates, worth in S.G.means if o in candidates(S, you))


def means_verb(S: State, you: int, unit: int) -> int:
    """The verb with which a card pays; -1 for a resource."""
    if unit < _CODE:
        return -1
    return int(next(verb for verb, candidates, _ in S.G.means if unit - _CODE in candidates(S, you)))


def means_card(unit: int) -> int:
    """The card of a unit."""
    return unit - _CODE


def means_counter(unit: int) -> int:
    """The resource of a unit."""
    return unit
