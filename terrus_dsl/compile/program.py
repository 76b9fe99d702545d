"""The program of a game: frozen tables and Python source; all that the engine needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from terrus_dsl.lower.events import Entry
from terrus_dsl.lower.made import Ability, DeckLimit
from terrus_dsl.source.sheet import Sheet

__all__ = ["CardDef", "Deck", "Program"]


@dataclass(frozen=True, slots=True)
class CardDef:
    """A printed card as the engine sees it; shared by every object made from it."""

    number: int
    id: str
    name: str
    type: str
    tags: int
    stats: tuple[int, ...]
    costs: tuple[tuple[Any, ...], ...]
    abilities: tuple[int, ...]
    entries: tuple[Entry, ...]
    works: tuple[int, ...]
    text: tuple[str, ...] = ()
    token: bool = False
    limits: tuple[DeckLimit, ...] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck list: named sections of (card number, count)."""

    id: str
    name: str
    format: str
    sections: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


@dataclass
class Program:
    """A compiled game."""

    sheet: Sheet
    source: str
    cards: list[CardDef]
    abilities: list[Ability]
    sites: list[tuple[tuple[str, ...], str]]  # parameters and question
    questions: list[tuple[tuple[str, ...], str, str]]  # parameters, question, what the options are
    hooks: list[str]
    looks: dict[int, int]  # hooks that ask how it was before the event
    bearers: dict[int, int]  # relation -> bits of what can come to stand in it; -1 for anything
    recalls: bool  # whether some text reads what things last were
    lent_entries: dict[int, tuple[tuple[int, int, int], ...]]  # such a hook -> hooks, functions, effects for a while
    lent: dict[int, dict[int, tuple[int, ...]]]  # hook that lists lenders -> card -> abilities, where words differ
    programs: list[str]
    said: dict[int, str]  # program -> the text that it comes from
    functions: list[str]  # functions with a resume half, by number
    rule_abilities: tuple[int, ...]
    rule_entries: tuple[Entry, ...]
    checks: tuple[int, ...]
    losses: tuple[int, ...]
    loss_counters: frozenset[int]
    before_priority: tuple[int, ...]
    hot: frozenset[int]
    remembered: frozenset[int]
    verbs: dict[str, int]
    names: dict[str, int]
    decks: dict[str, Deck] = field(default_factory=dict)
    places: dict[str, tuple[str, str]] = field(default_factory=dict)
    plain: dict[str, str] = field(default_factory=dict)  # function -> readable source
    span_bodies: dict[int, str] = field(default_factory=dict)
    worth: str = ""
    rules_of: dict[str, str] = field(default_factory=dict)  # verb -> rule that defines it
    player_verbs: frozenset[int] = frozenset()  # verbs that are done to a player
    gates: dict[int, str] = field(default_factory=dict)  # verb -> function that says whether it can be begun
    means: list[tuple[str, str, str]] = field(default_factory=list)  # verb, candidates, worth
