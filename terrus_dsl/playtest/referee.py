"""One game between bots: the referee hands each bot what its player knows and writes down what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, Protocol

from terrus_dsl.bots.base import Bot, ConcedeError, World

__all__ = ["Course", "FullGame", "Outcome", "Record", "play_out", "record_of"]


class Outcome(Protocol):
    """How a game came out."""

    @property
    def kind(self) -> str: ...

    @property
    def winners(self) -> tuple[int, ...]: ...

    @property
    def reason(self) -> str: ...

    @property
    def cards(self) -> tuple[tuple[str, int], ...]: ...


class Course(NamedTuple):
    """What the referee counted: decisions, and the seat that took the first turn."""

    decisions: int
    first: int


class FullGame(World, Protocol):
    """A game as the referee sees it."""

    def observation(self, player: int, /) -> Any: ...

    def concede(self, player: int, /) -> None: ...

    @property
    def result(self) -> Outcome | None: ...

    @property
    def turn(self) -> int: ...

    @property
    def state(self) -> Any: ...

    @property
    def played(self) -> Mapping[int, Mapping[str, int]] | None: ...


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept of a game: enough to play it again and to count it.

    `seats` says which entrant sat at which seat; `winners` are entrants, `first` is a seat.
    """

    index: int
    seed: int
    seats: tuple[int, ...]
    kind: str
    winners: tuple[int, ...]
    winning_seats: tuple[int, ...]
    reason: str
    cards: tuple[tuple[str, int], ...]
    first: int
    turns: int
    decisions: int
    played: tuple[tuple[tuple[str, int], ...], ...]

    def as_data(self) -> dict[str, Any]:
        """The same as dictionaries and lists."""
        return asdict(self)


def play_out(game: FullGame, bots: Sequence[Bot], watch: Callable[[], None] | None = None) -> Course:
    """Play a whole game from where it stands."""
    decisions, first = 0, -1
    while not game.is_terminal():
        if first < 0 and game.turn:
            first = game.state.active
        decision = game.decision()
        bot = bots[decision.player]
        try:
            action = bot.choose(game.observation(decision.player) if bot.looks else None, decision)
        except ConcedeError:
            game.concede(decision.player)
        else:
            game.apply_action(action)
        decisions += 1
        if watch is not None:
            watch()
    return Course(decisions, first)


def record_of(game: FullGame, index: int, seed: int, seats: tuple[int, ...], course: Course) -> Record:
    """The record of a finished game."""
    result, played = game.result, game.played or {}
    assert result is not None, "the game is not over"
    return Record(
        index=index,
        seed=seed,
        seats=seats,
        kind=result.kind,
        winners=tuple(sorted(seats[seat] for seat in result.winners)),
        winning_seats=tuple(sorted(result.winners)),
        reason=result.reason,
        cards=tuple((name, uses) for name, uses in result.cards),
        first=course.first,
        turns=game.turn,
        decisions=course.decisions,
        played=tuple(tuple(sorted(played.get(seat, {}).items())) for seat in range(len(seats))),
    )
