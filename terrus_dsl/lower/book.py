"""The numbers that a game's words stand for, fixed before anything is lowered."""

from __future__ import annotations

from dataclasses import dataclass, field

from terrus_dsl.language.vocabulary import Vocabulary
from terrus_dsl.language.words import KERNEL_VERBS
from terrus_dsl.lower.hooks import FIRST_GAME_VERB
from terrus_dsl.source.sheet import Sheet

__all__ = ["FACE_DOWN", "FIRST_STATE", "Book", "Definition", "python_name"]

#: Bits of an object's flags; the game's own states follow.
FACE_DOWN = 0
TOKEN = 1
RELATED = 2
TARGETED = 3
FIRST_STATE = 4


#: A word of the grammar itself that texts may forbid like a verb.
CHOOSE = "choose"


@dataclass
class Definition:
    """A verb that a rulebook defines: what it takes, in order."""

    verb: str
    rule: str
    params: tuple[tuple[str, str], ...]  # (kind, noun): object, amount, player
    counter: str = ""
    key: str = ""


@dataclass
class Book:
    """Everything a sentence needs to know about its game."""

    sheet: Sheet
    words: Vocabulary
    verbs: dict[str, int] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    adjectives: dict[str, str] = field(default_factory=dict)
    relations: dict[str, str] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)  # card noun -> card number
    name_types: dict[str, str] = field(default_factory=dict)
    titles: dict[str, int] = field(default_factory=dict)  # any card name -> card number
    unlent: set[str] = field(default_factory=set)  # cards: a text that names one is used by its own card alone
    departing: frozenset[str] = frozenset()  # verbs that take things out of play
    parts: set[str] = field(default_factory=set)  # types whose cards come from nowhere

    def __post_init__(self) -> None:
        for number, verb in enumerate(KERNEL_VERBS):
            self.verbs[verb.base] = number
        self.verbs[CHOOSE] = FIRST_GAME_VERB - 1
        for number, name in enumerate(self.sheet.verbs):
            self.verbs[name] = FIRST_GAME_VERB + number
        self.stats = {name: i for i, name in enumerate(self.sheet.stats)}
        self.player_stats = {name: len(self.stats) + i for i, name in enumerate(self.sheet.player_stats)}
        self.costs = {name: i for i, name in enumerate(self.sheet.costs)}
        self.states = {name: FIRST_STATE + i for i, name in enumerate(self.sheet.states)}
        self.relation_numbers = {name: i for i, name in enumerate(self.sheet.relations)}
        self.roles = {name: i for i, name in enumerate(self.sheet.roles)}
        self.periods = {name: i for i, name in enumerate(self.sheet.periods)}

    @property
    def stride(self) -> int:
        """Slots for each kind of zone."""
        return self.sheet.stride

    def zone_base(self, name: str) -> int:
        """Index of the first slot of a kind of zone."""
        return self.sheet.zones[name].number * self.stride

    def home(self, noun: str) -> tuple[str, ...]:
        """The zones that a noun means where the sentence names none."""
        sheet = self.sheet
        if noun in sheet.types:
            return sheet.types[noun].home
        if noun in sheet.unions:
            named = tuple(z for z in sheet.unions[noun][1].split(",") if z)
            return named or _merge(self.home(member) for member in sheet.unions[noun][2])
        if noun in self.names:
            return sheet.types[self.name_types[noun]].home
        for group, members in sheet.groups.items():
            if noun in members:
                return _merge(t.home for t in sheet.types.values() if group in t.fields) or self.play_zones()
        return self.play_zones()

    def play_zones(self) -> tuple[str, ...]:
        """All kinds of zone whose objects are in play."""
        return tuple(z.name for z in self.sheet.zones.values() if z.play)

    def deck(self) -> str:
        """The pile that `draw` draws from: the first pile whose faces nobody sees."""
        return next((z.name for z in self.sheet.zones.values() if z.faces == "none" and z.shape == "pile"), "")

    def hand(self) -> str:
        """The zone that a bare `card` means."""
        return next((z.name for z in self.sheet.zones.values() if z.shape == "hand"), "")


def _merge(homes: object) -> tuple[str, ...]:
    seen: dict[str, None] = {}
    for home in homes:  # type: ignore[attr-defined]
        for zone in home:
            seen[zone] = None
    return tuple(seen)


def python_name(word: str) -> str:
    """A word of a game as a part of a Python name."""
    return "".join(c if c.isalnum() else "_" for c in word)
