"""The sheet of a game: what `game.yaml` (and its blocks) declare, as numbered tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

__all__ = ["CardType", "Counter", "Label", "Sheet", "Window", "Zone", "add_block", "read_sheet"]


#: Keys of a sheet that are lists of words.
LISTS = ("states", "adjectives", "relations", "defined_relations", "periods", "own_periods", "unlent")


@dataclass(slots=True)
class Zone:
    """A place for objects: whose it is, who sees the faces, whether things there are in play, and its shape."""

    name: str
    number: int
    of_player: bool
    faces: str  # all, owner, none
    play: bool
    shape: str  # pile, hand, row, grid
    supply: bool = False
    back: int | None = None
    entry: str = ""  # the phrase for the space that a thing takes which is put here without one
    renew: dict[str, str] = field(default_factory=dict)  # from: zone; by: verb its player does when it is empty


@dataclass(slots=True)
class CardType:
    """A printed type: its noun, the zones its noun means, where its text works, and how plain text is used."""

    name: str
    plural: str
    tag: int
    home: tuple[str, ...]
    works: tuple[str, ...]
    fields: tuple[str, ...]
    parents: tuple[str, ...]
    text: dict[str, Any]


@dataclass(slots=True)
class Counter:
    """Something counted on objects, on players or in the game; `resource` ones pay costs."""

    name: str
    number: int
    of: str  # object, player, game
    start: int
    resource: bool = False
    floor: int | None = 0


@dataclass(slots=True)
class Label:
    """A word before the colon: in which windows it is offered, from where, how often, and what sets it off."""

    name: str
    number: int
    zones: tuple[str, ...]
    limit: str
    condition: str
    on: str
    optional: bool
    response: bool
    at_once: bool
    types: tuple[str, ...] = ()  # the kinds of cards that can use it; empty for all


@dataclass(slots=True)
class Window:
    """A time at which labels are offered; with a chain, what is used waits for responses."""

    name: str
    number: int
    offers: tuple[str, ...]
    chain: bool
    yielding: bool  # whether cards that do nothing but yield are offered, although they also pay by themselves
    priority: bool  # whether who is asked there gets priority


@dataclass(slots=True)
class Sheet:
    """All that a game declares outside its sentences."""

    id: str
    name: str
    player: tuple[str, str] = ("player", "players")
    counts: tuple[int, int] = (2, 2)
    default_players: int = 2
    controls: list[tuple[str, str]] = field(default_factory=list)
    zones: dict[str, Zone] = field(default_factory=dict)
    types: dict[str, CardType] = field(default_factory=dict)
    unions: dict[str, tuple[str, str, tuple[str, ...]]] = field(default_factory=dict)  # noun -> plural, home.., members
    tags: dict[str, int] = field(default_factory=dict)  # noun or adjective -> bit number
    printed: dict[str, dict[str, Any]] = field(default_factory=dict)  # field -> needed, blank, unless, least, most
    groups: dict[str, dict[str, str]] = field(default_factory=dict)  # subtype group -> singular -> plural
    stats: dict[str, str] = field(default_factory=dict)  # word -> field
    unset: dict[str, dict[str, int]] = field(default_factory=dict)  # word -> type -> what tokens without it have
    player_stats: dict[str, int] = field(default_factory=dict)  # word -> value before changes
    costs: dict[str, str] = field(default_factory=dict)  # word -> field
    spans: dict[str, str] = field(default_factory=dict)  # period -> verb that spans it
    own_periods: list[str] = field(default_factory=list)  # periods of one player at a time
    unlent: list[str] = field(default_factory=list)  # subtypes: only the printing card uses what names such a card
    track_spans: dict[str, str] = field(default_factory=dict)  # period -> group whose change ends it
    counters: dict[str, Counter] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    states: list[str] = field(default_factory=list)
    adjectives: list[str] = field(default_factory=list)
    relations: list[str] = field(default_factory=list)
    defined_relations: list[str] = field(default_factory=list)
    roles: dict[str, str] = field(default_factory=dict)
    periods: list[str] = field(default_factory=list)
    tracks: dict[str, tuple[str, str]] = field(default_factory=dict)  # value -> group, role
    labels: dict[str, Label] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    response: str = ""
    verbs: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)
    keywords: dict[str, str] = field(default_factory=dict)
    sections: dict[str, dict[str, Any]] = field(default_factory=dict)
    formats: dict[str, dict[str, Any]] = field(default_factory=dict)
    payments: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    leaving: dict[str, Any] = field(default_factory=dict)  # to: zone of others' things; ends: verb -> roles it needs
    worth: list[tuple[int, str]] = field(default_factory=list)  # weight and number of each part

    @property
    def stride(self) -> int:
        """How many slots each kind of zone has: one for each possible player."""
        return self.counts[1]

    def tag(self, word: str) -> int:
        """The bit of a noun or printed adjective, made on first use."""
        return self.tags.setdefault(word, len(self.tags))

    def counter(self, name: str, plural: str, **more: Any) -> None:
        """Declare something counted."""
        if name not in self.counters:
            self.counters[name] = Counter(name, len(self.counters), **more)
            self.plurals[name] = plural

    def mask(self, noun: str) -> int:
        """All bits that make an object one of these."""
        if noun in self.unions:
            total = 0
            for member in self.unions[noun][2]:
                total |= self.mask(member)
            return total
        return 1 << self.tags[noun] if noun in self.tags else 0

    def kinds(self, noun: str) -> frozenset[str]:
        """The types that a noun stands for: of a type's own, that type."""
        if noun not in self.unions:
            return frozenset({noun})
        return frozenset().union(*(self.kinds(member) for member in self.unions[noun][2]))


def read_sheet(data: dict[str, Any]) -> Sheet:
    """The sheet of a validated `game.yaml`."""
    sheet = Sheet(str(data.get("game", "")), str(data.get("name", "")))
    _players(sheet, data.get("players", {}))
    for name, spec in data.get("zones", {}).items():
        sheet.zones[name] = _zone(name, len(sheet.zones), spec or {})
    for name, spec in data.get("types", {}).items():
        add_type(sheet, name, spec or {})
    for name, spec in data.get("nouns", {}).items():
        sheet.unions[name] = (spec["plural"], ",".join(spec.get("home", [])), tuple(spec["of"]))
    for group, members in data.get("subtypes", {}).items():
        add_subtypes(sheet, group, members)
    _numbers(sheet, data)
    _times(sheet, data)
    for list_name in LISTS:
        getattr(sheet, list_name).extend(data.get(list_name, []))
    for name, forms in data.get("verbs", {}).items():
        sheet.verbs[name] = tuple(forms) if forms else (None, None)
    for table in ("printed", "roles", "keywords", "sections", "formats", "payments", "limits", "leaving"):
        getattr(sheet, table).update(data.get(table, {}))
    worth = data.get("worth", [])
    parts = worth if isinstance(worth, list) else [{"times": 1, "of": worth}]
    sheet.worth = [(part.get("times", 1), str(part["of"])) for part in parts]
    return sheet


def _players(sheet: Sheet, players: dict[str, Any]) -> None:
    sheet.player = (players.get("noun", "player"), players.get("plural", "players"))
    counts = players.get("count", [2, 2])
    counts = counts if isinstance(counts, list) else [counts, counts]
    sheet.counts = (counts[0], counts[-1])
    sheet.default_players = int(players.get("default") or counts[0])
    sheet.controls = [tuple(pair) for pair in players.get("controls", [])]


def _zone(name: str, number: int, spec: dict[str, Any]) -> Zone:
    return Zone(
        name, number, spec.get("of", "player") == "player", spec.get("faces", "all"), spec.get("play", False),
        spec.get("shape", "pile"), spec.get("supply", False), spec.get("back"), spec.get("entry", ""),
        spec.get("renew", {}),
    )  # fmt: skip


def _numbers(sheet: Sheet, data: dict[str, Any]) -> None:
    """Stats, costs, counters and resources."""
    for name, declared in data.get("stats", {}).items():
        stat = declared or {}
        if stat.get("of") == "player":
            sheet.player_stats[name] = stat.get("start", 0)
        else:
            sheet.stats[name] = stat.get("field", name)
            sheet.unset[name] = stat.get("unset", {})
    for name, spec in data.get("costs", {}).items():
        sheet.costs[name] = (spec or {}).get("field", name)
    for name, spec in data.get("counters", {}).items():
        add_counter(sheet, name, spec or {})
    for name, plural in _pairs(data.get("resources", {})):
        sheet.counter(name, plural, of="player", start=0, resource=True)


def _times(sheet: Sheet, data: dict[str, Any]) -> None:
    """Spans and tracks, labels and windows."""
    for period, span in data.get("spans", {}).items():
        if isinstance(span, dict):
            sheet.track_spans[period] = span["track"]
        else:
            sheet.spans[period] = span
    for group, role in data.get("tracks", {}).items():
        for value in sheet.groups.get(group, {}):
            sheet.tracks[value] = (group, role)
    for name, spec in data.get("labels", {}).items():
        add_label(sheet, name, spec or {})
    for name, spec in data.get("windows", {}).items():
        sheet.windows[name] = Window(
            name, len(sheet.windows), tuple(spec["offers"]), spec.get("chain", False), spec.get("yielding", True),
            spec.get("priority", True),
        )
    sheet.response = data.get("response", "")


def add_block(sheet: Sheet, data: dict[str, Any]) -> None:
    """Add what a block declares: subtypes, types, counters, states, labels, verbs and keywords."""
    for group, members in data.get("subtypes", {}).items():
        add_subtypes(sheet, group, members)
    for name, spec in data.get("types", {}).items():
        add_type(sheet, name, spec or {})
    for name, spec in data.get("counters", {}).items():
        add_counter(sheet, name, spec or {})
    for name, spec in data.get("labels", {}).items():
        add_label(sheet, name, spec or {})
    for name, forms in data.get("verbs", {}).items():
        sheet.verbs.setdefault(name, tuple(forms) if forms else (None, None))
    for list_name in LISTS:
        known = getattr(sheet, list_name)
        known.extend(x for x in data.get(list_name, []) if x not in known)
    sheet.keywords.update(data.get("keywords", {}))
    sheet.printed.update(data.get("printed", {}))


def add_type(sheet: Sheet, name: str, spec: dict[str, Any]) -> None:
    """Declare a card type."""
    home = tuple(spec.get("home", []))
    sheet.types[name] = CardType(name, spec.get("plural", name + "s"), sheet.tag(name), home,
                                 tuple(spec.get("works", home)), tuple(spec.get("fields", [])),
                                 tuple(spec.get("parents", [])), dict(spec.get("text", {})))


def add_subtypes(sheet: Sheet, group: str, members: dict[str, str] | list[str]) -> None:
    """Declare the words of one group of subtypes."""
    table = sheet.groups.setdefault(group, {})
    for name, plural in _pairs(members):
        table[name] = plural
        sheet.tag(name)


def add_counter(sheet: Sheet, name: str, spec: dict[str, Any]) -> None:
    """Declare a counter."""
    sheet.counter(name, spec.get("plural", name + "s"), of=spec.get("of", "object"), start=spec.get("start", 0),
                  floor=spec.get("floor", 0))


def add_label(sheet: Sheet, name: str, spec: dict[str, Any]) -> None:
    """Declare a label."""
    if name not in sheet.labels:
        sheet.labels[name] = Label(name, len(sheet.labels), tuple(spec.get("from", [])), spec.get("limit", ""),
                                   spec.get("only if", ""), spec.get("on", ""), spec.get("optional", True),
                                   spec.get("response", False), spec.get("at once", False),
                                   tuple(spec.get("types", [])))


def _pairs(members: dict[str, str] | list[str]) -> Iterable[tuple[str, str]]:
    if isinstance(members, dict):
        return [(k, v or k) for k, v in members.items()]
    return [(m, m) for m in members]
