"""A position laid out by words: zones hold named cards, counters and relations are set, all of it through the engine.

Nothing here knows a game. Zones, counters, relations, states, stats and roles are the ones that the sheet declares;
a player is called what the case file calls him.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from terrus_dsl.compile.program import Deck, Program
from terrus_dsl.engine import ops
from terrus_dsl.engine.game import Game, new_game
from terrus_dsl.engine.state import State
from terrus_dsl.engine.zones import leave_zone
from terrus_dsl.lower.book import FIRST_STATE

__all__ = ["Table", "deal"]

SEEDS = 200
CENTRE = 500  # the row and column of the first space of a grid
_COUNTED = re.compile(r"(\d+) (.+)")


def deal(program: Program, seats: dict[str, str | int], *, seed: int = 1, deck: dict[str, Any] | None = None,
         decks: Sequence[str] | None = None, format: str | None = None, first: int | None = 0) -> Table:
    """A new game at its first decision; where a player is known by a role, the first seed that gives him his seat."""
    made = _deck(program, deck) if deck else None
    chosen = [made] * len(seats) if made else decks
    for number in range(seed, seed + SEEDS):
        game = new_game(program, seed=number, decks=chosen, players=len(seats), format=format, first=first, log=True)
        table = Table(game, list(seats))
        if all(seat == (table.role(by) if isinstance(by, str) else by) for seat, by in enumerate(seats.values())):
            return table
    raise AssertionError(f"no seed from {seed} to {seed + SEEDS - 1} seats the players as {seats}")


def _deck(program: Program, sections: dict[str, Any]) -> Deck:
    listed = tuple((section, tuple((_card(program, name), count) for name, count in cards.items()))
                   for section, cards in sections.items())
    return Deck("case", "case", "", listed)


def _card(program: Program, name: str) -> int:
    number = program.names.get(name)
    assert number is not None, f"no card is called {name!r}"
    return number


class Table:
    """A game and the names that a case gives its players."""

    def __init__(self, game: Game, seats: list[str]) -> None:
        self.game = game
        self.sheet = game.program.sheet
        self.seats = seats

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.game.state

    # ------------------------------------------------------------ names

    def role(self, name: str) -> int:
        """Who or what has a role."""
        return self.state.roles[list(self.sheet.roles).index(name)]

    def player(self, name: str) -> int:
        """A player's number."""
        assert name in self.seats, f"no player is called {name!r}; players: {', '.join(self.seats)}"
        return self.seats.index(name)

    def zone(self, name: str, player: int) -> int:
        """A zone's index in the state."""
        zone = self.sheet.zones.get(name)
        assert zone is not None, f"no zone is called {name!r}; zones: {', '.join(self.sheet.zones)}"
        return zone.number * self.sheet.stride + (player if zone.of_player and player >= 0 else 0)

    def title(self, o: int) -> str:
        """What is printed on a thing."""
        return self.state.G.cards[self.state.card[o]].name

    def things(self, name: str, player: int) -> list[int]:
        """The things in a zone: of a pile the top one first."""
        index = self.zone(name, player)
        pile = self.state.G.zone_shape[index] == "pile" and self.state.G.zone_faces[index] == "none"
        found = self.state.zones[index]
        return found[::-1] if pile else found[:]

    def find(self, words: str, player: int) -> int:
        """A thing by its place: `ZONE NUMBER` or `ZONE NAME`, led by a player's name where it is another one's."""
        first, _, rest = words.partition(" ")
        if first in self.seats:
            player, words = self.player(first), rest
        name = next((z for z in sorted(self.sheet.zones, key=len, reverse=True) if words.startswith(z + " ")), "")
        assert name, f"{words!r} names no thing: write ZONE NUMBER or ZONE NAME"
        which = words[len(name) + 1:]
        things = self.things(name, player)
        if which.isdigit():
            assert 0 < int(which) <= len(things), f"{words!r}: the zone holds {len(things)}"
            return things[int(which) - 1]
        fitting = [o for o in things if self.title(o) == which]
        assert fitting, f"{words!r}: the zone holds {[self.title(o) for o in things]}"
        return fitting[0]

    # ------------------------------------------------------------ laying out

    def lay_out(self, given: dict[str, Any]) -> None:
        """Rearrange the position; a zone that is named holds what is listed and nothing else."""
        later: list[tuple[int, dict[str, Any], int]] = []
        for who, what in given.items():
            if who == "roles":
                continue
            player = -1 if who == "game" else self.player(who)
            for key, value in what.items():
                if key in self.sheet.zones:
                    later += self._fill(key, player, value)
        for who, what in given.items():
            if who == "roles":
                for role, thing in what.items():
                    place = self.player(thing) if thing in self.seats else self.find(thing, -1)
                    ops.set_role(self.state, list(self.sheet.roles).index(role), place)
                continue
            player = -1 if who == "game" else self.player(who)
            for key, value in what.items():
                if key not in self.sheet.zones:
                    self._count(key, player, value)
        for o, traits, player in later:
            for key, value in traits.items():
                self._trait(o, key, value, player)
        self._forget()

    def _fill(self, name: str, player: int, items: list[Any]) -> list[tuple[int, dict[str, Any], int]]:
        state = self.state
        index = self.zone(name, player)
        for o in list(state.zones[index]):
            leave_zone(state, o, index, index)
            state.zone[o] = -1
        made = []
        for title, traits in _listed(items):
            number = _card(self.game.program, title)
            (o,) = ops.create(state, number, 1, index, _place(traits.pop("at", "")), 0)
            if "owner" in traits:
                state.owner[o] = self.player(traits.pop("owner"))
            made.append((o, traits, player))
        if state.G.zone_shape[index] == "pile" and state.G.zone_faces[index] == "none":
            state.zones[index].reverse()
        return made

    def _count(self, key: str, player: int, value: Any) -> None:
        state = self.state
        counter, _, zone = key.partition(" of ")
        number = self._counter(counter)
        if not zone:
            ops.set_tally(state, number, player, value)
            return
        row = [int(n) for n in str(value).split()]
        things = self.things(zone, player)
        assert len(row) == len(things), f"{key}: {len(row)} numbers for {len(things)} things"
        for o, n in zip(things, row, strict=True):
            ops.set_counters(state, number, o, n)

    def _counter(self, name: str) -> int:
        assert name in self.sheet.counters, f"{name!r} is neither a zone nor a counter of this game"
        return self.sheet.counters[name].number

    def _trait(self, o: int, key: str, value: Any, player: int) -> None:
        state = self.state
        if key in self.sheet.relations:
            ops.relate(state, self.sheet.relations.index(key), o, self.find(value, player))
        elif key in self.sheet.states:
            ops.set_state(state, o, FIRST_STATE + self.sheet.states.index(key), value)
        else:
            ops.set_counters(state, self._counter(key), o, value)

    def _forget(self) -> None:
        """What laying out set off has not happened."""
        state = self.state
        state.pending = ()
        state.history = ()
        state.log = ()
        state.used = {}
        state.uses = ()
        self.game = Game.load(self.game.program, self.game.save())  # without anything that was worked out before

    # ------------------------------------------------------------ reading

    def value(self, o: int, key: str, player: int) -> Any:
        """A counter, state, relation or stat of a thing, its owner or its row and column."""
        state = self.state
        if key == "at":
            return f"{state.at[o] // 1000 - CENTRE} {state.at[o] % 1000 - CENTRE}"
        if key == "owner":
            return self.seats[state.owner[o]] if state.owner[o] >= 0 else "nobody"
        if key in self.sheet.relations:
            return state.relations[self.sheet.relations.index(key)][o]
        if key in self.sheet.states:
            return bool(state.flags[o] >> FIRST_STATE + self.sheet.states.index(key) & 1)
        if key in self.sheet.stats:
            return ops.stat(state, o, list(self.sheet.stats).index(key))
        return state.counters[self._counter(key)][o]

    def read(self, key: str, player: int) -> Any:
        """The row of a counter in a zone as words, or what a player or the game has of it."""
        state = self.state
        counter, _, zone = key.partition(" of ")
        number = self._counter(counter)
        if zone:
            return " ".join(str(state.counters[number][o]) for o in self.things(zone, player))
        return state.totals[number] if player < 0 else state.tallies[number][player]


def _place(words: str) -> int:
    """A space of a grid from its row and column."""
    if not words:
        return -1
    row, column = (int(word) for word in words.split())
    return (row + CENTRE) * 1000 + column + CENTRE


def _listed(items: list[Any]) -> list[tuple[str, dict[str, Any]]]:
    """The names and traits in a list of `NAME`, `COUNT NAME` and `NAME: {trait: value}`."""
    out: list[tuple[str, dict[str, Any]]] = []
    for item in items:
        words, traits = next(iter(item.items())) if isinstance(item, dict) else (item, {})
        counted = _COUNTED.fullmatch(words)
        count, title = (int(counted[1]), counted[2]) if counted else (1, words)
        out += [(title, dict(traits or {})) for _ in range(count)]
    return out


def named(items: list[Any]) -> list[tuple[str, dict[str, Any]]]:
    """The same for what is expected."""
    return _listed(items)


__all__ += ["named"]
