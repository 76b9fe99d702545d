"""A game in progress: one decision at a time, in OpenSpiel's terms."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from terrus_dsl.compile.program import Deck, Program
from terrus_dsl.engine import chance, save
from terrus_dsl.engine.asking import options_of
from terrus_dsl.engine.ending import GameOver, lose_all
from terrus_dsl.engine.leaving import instead, unwind
from terrus_dsl.engine.machine import Machine, load
from terrus_dsl.engine.questions import NEXT, OPTIONAL, PAUSE, STOP, YES_NO
from terrus_dsl.engine.setup import set_up
from terrus_dsl.engine.state import State
from terrus_dsl.engine.waiting import stalled
from terrus_dsl.engine.words import card_of, option_words, question_words

__all__ = ["Decision", "Game", "Result", "new_game"]


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one player: its options are 0 to count - 1, their words are made on request."""

    kind: str
    player: int
    question: str
    count: int
    words: Callable[[int], str]
    card: Callable[[int], str | None]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: `win`, `draw` or `stall`, the winners, the rule, and for a stall the cards used."""

    kind: str
    winners: tuple[int, ...]
    reason: str
    cards: tuple[tuple[str, int], ...] = ()


_KINDS = {OPTIONAL: "optional", NEXT: "several", YES_NO: "confirm"}


class Game:
    """One game; `apply_action` runs it to the next decision."""

    __slots__ = ("machine", "program", "state")

    def __init__(self, program: Program, machine: Machine, state: State) -> None:
        self.program = program
        self.machine = machine
        self.state = state

    def current_player(self) -> int:
        """The player who must decide; -1 at the end."""
        return -1 if self.state.result else int(self.state.ask[1])

    def legal_actions(self) -> list[int]:
        """The indices of the options, in canonical order."""
        return list(range(len(self._enumerate())))

    def apply_action(self, action: int) -> None:
        """Take an option and run to the next decision."""
        S = self.state
        options = self._enumerate()
        if not 0 <= action < len(options):
            raise IndexError(f"action {action} of {len(options)}")
        value = options[action]
        S.ask = ()
        S.offered = None
        self._resume(value)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.result)

    def returns(self) -> list[float]:
        """1 for a winner, -1 for a loser, 0 for all in a draw."""
        S = self.state
        if not S.result or not S.result[1]:
            return [0.0] * S.n
        return [1.0 if p in S.result[1] else -1.0 for p in range(S.n)]

    def clone(self) -> Game:
        """An independent copy."""
        return Game(self.program, self.machine, self.state.clone())

    def concede(self, player: int) -> None:
        """A player gives up, which is always possible and never an action; what was asked is asked anew."""
        S = self.state
        if S.result or player not in S.alive:
            return
        try:
            lose_all(S, (player,), "concede")
        except GameOver:
            self._over()
            return
        S.offered = None
        value = instead(S)
        if value is not PAUSE:
            self._resume(value)

    @property
    def played(self) -> dict[int, dict[str, int]]:
        """How often each player has played or used each card, where the game was started with `track`."""
        found: dict[int, dict[str, int]] = {}
        for player, card in self.state.tracked or ():
            mine = found.setdefault(player, {})
            name = self.machine.cards[card].name
            mine[name] = mine.get(name, 0) + 1
        return found

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return self.state.turn

    @property
    def result(self) -> Result | None:
        """How the game ended."""
        r = self.state.result
        if not r:
            return None
        cards = tuple((self.machine.cards[c].name, n) for c, n in r[3])
        return Result(r[0], tuple(r[1]), r[2], cards)

    def decision(self) -> Decision:
        """The open question."""
        S = self.state
        options = self._enumerate()
        kind = _KINDS.get(S.ask[0], "one")
        return Decision(
            kind,
            S.ask[1],
            question_words(S),
            len(options),
            lambda i: option_words(S, options[i]),
            lambda i: card_of(S, options[i]),
        )

    def worth(self, player: int) -> float:
        """How good the position is for a player, by the sheet's sentence."""
        return float(self.machine.worth(self.state, player)) if self.machine.worth is not None else 0.0

    def information_state(self, player: int) -> str:
        """Everything that a player knows, as JSON."""
        from terrus_dsl.engine.observe import observe

        return json.dumps(observe(self, player).data, separators=(",", ":"))

    def observation(self, player: int) -> Any:
        """Everything that a player knows, as plain data."""
        from terrus_dsl.engine.observe import observe

        return observe(self, player)

    def report(self) -> list[str]:
        """The log as a game report."""
        from terrus_dsl.engine.words import report_lines

        return report_lines(self.state)

    def save(self) -> str:
        """The whole state as JSON."""
        return save.dump(self.state)

    @classmethod
    def load(cls, program: Program, text: str) -> Game:
        """A game from what `save` wrote."""
        machine = load(program)
        return cls(program, machine, save.restore(machine, text))

    # ------------------------------------------------------------ running

    def start(self, verb: int) -> None:
        """Run to the first decision."""
        try:
            result = self.machine.space["play"](self.state, verb)
            self._settle(result)
        except GameOver:
            self._over()

    def _resume(self, value: Any) -> None:
        S = self.state
        frames = S.frames
        resume = self.machine.resume
        try:
            while True:
                number, label, saved = frames.pop()
                value = resume[number](S, label, saved, value)
                if value is PAUSE:
                    if S.exit < 0:
                        frames.extend(reversed(S.paused))
                        S.paused = []
                        value = PAUSE if len(S.alive) == S.n else instead(S)
                        if value is PAUSE:
                            self._counted()
                            return
                    else:
                        value = unwind(S)
        except GameOver:
            self._over()

    def _settle(self, value: Any) -> None:
        S = self.state
        if value is PAUSE:
            if S.exit >= 0:
                self._resume(unwind(S))
                return
            S.frames.extend(reversed(S.paused))
            S.paused = []
            self._counted()

    def _counted(self) -> None:
        S = self.state
        S.decisions += 1
        stalled(S)

    def _over(self) -> None:
        S = self.state
        S.frames = []
        S.paused = []
        S.ask = ()
        S.look = None
        S.offered = None

    def _enumerate(self) -> list[int]:
        S = self.state
        if S.offered is None:
            S.offered = options_of(S) if S.ask else []
        return S.offered


def new_game(
    program: Program,
    *,
    seed: int = 1,
    decks: Sequence[str | Deck] | None = None,
    players: int | None = None,
    format: str | None = None,
    first: int | None = None,
    log: bool = False,
    track: bool = False,
) -> Game:
    """Set up a game and run it to the first decision."""
    machine = load(program)
    sheet = program.sheet
    count = players or (len(decks) if decks and len(decks) > 1 else sheet.default_players)
    state = State(machine, count)
    state.seed = chance.mix(seed & ((1 << 64) - 1)) or 1
    if log:
        state.log = ()
    format_name = format or next(iter(sheet.formats), "")
    set_up(state, _decks(program, decks, count), format_name)
    state.active = chance.below(state, count) if first is None else first
    game = Game(program, machine, state)
    if track:
        state.tracked = ()
    verb = sheet.formats.get(format_name, {}).get("start", next(iter(sheet.verbs)))
    game.start(program.verbs[verb])
    return game


def _decks(program: Program, decks: Sequence[str | Deck] | None, count: int) -> list[Deck | None]:
    if not program.decks and not decks:
        return [None] * count
    ids = sorted(program.decks)
    chosen: list[Deck | None] = []
    for i in range(count):
        wanted = decks[i % len(decks)] if decks else ids[i % len(ids)]
        chosen.append(wanted if isinstance(wanted, Deck) else _find(program, wanted))
    return chosen


def _find(program: Program, name: str) -> Deck:
    if name in program.decks:
        return program.decks[name]
    matches = [d for key, d in program.decks.items() if name in key or name.lower() == d.name.lower()]
    if len(matches) == 1:
        return matches[0]
    raise KeyError(f"no deck is called {name!r}; decks: {', '.join(sorted(program.decks))}")


__all__ += ["STOP"]
