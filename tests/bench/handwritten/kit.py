"""What the hand-written effects of every game need: the compiled function of a rule or card, and positions for it.

A twin runs on the same state as the function it is compared with, but against a machine of its own, in which the
options, modifiers, tests of triggers and programs that a twin replaces are hand-written, too.
"""

# ruff: noqa: N803, N806 (S is the state, as in the engine)
from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

from terrus_dsl.compile.program import Program
from terrus_dsl.engine.asking import options_of
from terrus_dsl.engine.chance import Dice
from terrus_dsl.engine.ending import GameOver
from terrus_dsl.engine.game import new_game
from terrus_dsl.engine.machine import load
from terrus_dsl.engine.ops import PAUSE, SPACE, create, spaces
from terrus_dsl.engine.state import State
from terrus_dsl.lower.book import FIRST_STATE
from terrus_dsl.playtest.bench import Pair

__all__ = ["Kit", "answer", "asked"]

POSITIONS = 4
START = 40  # decisions of random play before a position counts as the middle of a game

Arrange = Callable[[State, int], tuple[Any, ...] | None]


def answer(S: State) -> int:
    """The last option: it never declines."""
    options = S.offered if S.offered is not None else options_of(S)
    S.ask = ()
    S.offered = None
    return options[-1]


def asked(S: State, value: Any) -> Any:
    """What an ask leaf returned, or the answer where it asks."""
    return answer(S) if value is PAUSE else value


def _driven(function: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled function that is resumed with answers until it is done."""

    def run(S: State, *args: Any) -> Any:
        value = function(S, *args)
        if value is not PAUSE:
            return value
        frames, resume = S.frames, S.G.resume
        while True:
            frames.extend(reversed(S.paused))
            S.paused.clear()
            value = answer(S)
            while frames:
                number, label, saved = frames.pop()
                value = resume[number](S, label, saved, value)
                if value is PAUSE:
                    break
            else:
                return value

    return run


class Kit:
    """One game: its numbers by name, its compiled functions by rule or card, and the pairs made so far."""

    def __init__(self, program: Program, seed: int = 1, positions: int = POSITIONS) -> None:
        self.program, self.sheet = program, program.sheet
        self.machine = load(program)
        self.hand = copy.copy(self.machine)
        for table in ("hooks", "sites", "programs", "resume"):
            setattr(self.hand, table, list(getattr(self.machine, table)))
        self.seed, self.positions = seed, positions
        self.pairs: list[Pair] = []

    # ---------------------------------------------------------------- numbers

    def zone(self, name: str) -> int:
        """The first zone of a kind."""
        return int(self.sheet.zones[name].number) * int(self.machine.stride)

    def counter(self, name: str) -> int:
        return int(self.sheet.counters[name].number)

    def mask(self, noun: str) -> int:
        """The bits of a type, noun or subtype."""
        return int(self.sheet.mask(noun))

    def stat(self, name: str) -> int:
        return list(self.sheet.stats).index(name)

    def verb(self, name: str) -> int:
        return int(self.program.verbs[name])

    def state(self, name: str) -> int:
        """The bit number of an adjective that is set and cleared."""
        return FIRST_STATE + self.sheet.states.index(name)

    def role(self, name: str) -> int:
        return list(self.sheet.roles).index(name)

    def relation(self, name: str) -> int:
        return list(self.sheet.relations).index(name)

    def card(self, name: str) -> int:
        return int(self.program.names[name])

    # ---------------------------------------------------------------- compiled functions

    def name(self, subject: str, kind: str, nth: int = 0) -> str:
        """The name of a function that was compiled from a card's text or a rule."""
        found = [
            name
            for name, place in self.program.places.items()
            if subject in (place[0], place[1]) and re.fullmatch(rf"{kind}_\d+|{kind}", name)
        ]
        return sorted(found, key=lambda name: int(name.rpartition("_")[2]))[nth]

    def function(self, subject: str, kind: str, nth: int = 0) -> Any:
        return self.machine.space[self.name(subject, kind, nth)]

    def do(self, verb: str) -> Any:
        """What carries out a verb."""
        return self.machine.verb_functions[self.verb(verb)]

    def sites(self, function: Any) -> list[int]:
        """The questions that a function asks, in the order of its text."""
        source = self.program.plain[function.__name__]
        asks = re.finditer(r"(?:pick|pick_\w+|confirm|distribute|kept)\(S, .*?, (\d+), \(", source)
        return [int(found[1]) for found in asks]

    def instead(self, table: str, subject: str, kind: str, twin: Any, nth: int = 0) -> int:
        """Put a hand-written function where the twins' machine has a compiled one; the result is its number."""
        names = {"hooks": self.program.hooks, "programs": self.program.programs}[table]
        number = names.index(self.name(subject, kind, nth))
        getattr(self.hand, table)[number] = twin
        return number

    def options(self, site: int, twin: Any) -> int:
        """Hand-written options of a question."""
        self.hand.sites[site] = twin
        return site

    # ---------------------------------------------------------------- positions

    def put(self, S: State, name: str, zone: int) -> int:
        """A new object of a card in a zone; in a grid on the first space that is free."""
        at = spaces(S, zone)[0] % SPACE if self.machine.zone_shape[zone] == "grid" else -1
        return create(S, self.card(name), 1, zone, at, 0)[0]

    def add(
        self,
        kind: str,
        name: str,
        compiled: Callable[..., Any],
        by_hand: Callable[..., Any],
        arrange: Arrange,
        *,
        pauses: bool = False,
    ) -> None:
        """An effect twice; `arrange` makes a position fit and returns the arguments, or None where it cannot."""
        found: list[tuple[State, tuple[Any, ...]]] = []

        def positions() -> list[tuple[State, tuple[Any, ...]]]:
            if not found:
                found.extend(self._positions(arrange))
            return found

        def setups(machine: Any) -> Callable[[], tuple[Any, ...]]:
            turn: Iterator[tuple[State, tuple[Any, ...]]] | None = None

            def setup() -> tuple[Any, ...]:
                nonlocal turn
                turn = turn or cycle(positions())
                base, args = next(turn)
                S = base.clone()
                S.G = machine
                return (S, *args)

            return setup

        run = _driven(compiled) if pauses else compiled
        self.pairs.append(Pair(name, run, by_hand, setups(self.machine), setups(self.hand), kind, pauses))

    def _positions(self, arrange: Arrange) -> list[tuple[State, tuple[Any, ...]]]:
        found = []
        for number in range(self.seed, self.seed + 200):
            position = self._middle(number, arrange)
            if position is not None:
                found.append(position)
            if len(found) == self.positions:
                return found
        raise LookupError("no position is fit for the effect")

    def _middle(self, number: int, arrange: Arrange) -> tuple[State, tuple[Any, ...]] | None:
        decks = sorted(self.program.decks)
        players = self.sheet.default_players
        seats = [decks[(number + seat) % len(decks)] for seat in range(players)] if decks else None
        game = new_game(self.program, seed=number, decks=seats, players=players)
        dice = Dice(number)
        for count in range(400):
            if game.is_terminal():
                return None
            if count >= START and count % 4 == 0:
                S = _still(game.state)
                try:
                    args = arrange(S, S.active)
                except GameOver:
                    args = None
                if args is not None:
                    S.dirty = 0
                    S.pending = ()
                    S.cached = None
                    return S, args
            legal = game.legal_actions()
            game.apply_action(legal[dice.below(len(legal))])
        return None


def _still(state: State) -> State:
    S = state.clone()
    S.ask, S.frames, S.offered, S.pending, S.chain, S.responding = (), [], None, (), (), 0
    return S
