"""What lines of text give: abilities by number, entries that listen, limits on decks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from terrus_dsl.lower.events import Entry

__all__ = ["Ability", "DeckLimit", "Made"]


@dataclass(slots=True)
class Ability:
    """An activated ability: when and from where it may be used, what it costs, and its programs."""

    number: int
    text: str
    source: str
    rule: str
    labels: tuple[int, ...]
    zones: tuple[int, ...]
    limit: int
    ok: int
    cost: tuple[Any, ...]
    counter_costs: tuple[tuple[int, int], ...]
    slots: tuple[tuple[int, tuple[str, ...], int, int, bool], ...]
    effect: int
    response: bool
    answers: bool  # used as an answer alone
    before: str = ""
    after: str = ""
    yields: tuple[int, ...] = ()  # resource and amount, where that is all the text does
    pays: int = -1  # the program of a cost in words
    at_once: bool = False
    own: bool = False  # only the card that prints it uses it


@dataclass(frozen=True, slots=True)
class DeckLimit:
    """A condition on a deck: how many cards of some kind; a kind is alternatives of bits that must all be there."""

    bound: str  # at most, at least, exactly
    amount: int
    kinds: tuple[tuple[int, ...], ...]
    text: str

    def admits(self, deck: Iterable[tuple[int, int]]) -> bool:
        """Whether a deck, given as (tags, copies), satisfies it."""
        count = sum(n for tags, n in deck if any(all(tags & mask for mask in kind) for kind in self.kinds))
        return {"at most": count <= self.amount, "at least": count >= self.amount}.get(self.bound, count == self.amount)


@dataclass
class Made:
    """What one line of text gives: abilities by number, entries that listen, and types that it adds."""

    activated: list[int] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    tags: int = 0
    limits: list[DeckLimit] = field(default_factory=list)

    def keep(self) -> None:
        """Make all of it the printing card's own."""
        self.entries = [replace(entry, own=True) for entry in self.entries]

    def add(self, other: Made) -> None:
        """Take over what another line gives."""
        self.activated += other.activated
        self.entries += other.entries
        self.tags |= other.tags
        self.limits += other.limits
