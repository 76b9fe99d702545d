"""What a bot is, and what it is shown of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

__all__ = ["Bot", "ConcedeError", "Dice", "Imagine", "Question", "World"]


class Question(Protocol):
    """A decision as a player sees it: who must decide, what for, and the options in words.

    The first option is the idle one: of an `optional` decision to pass or to decline, else to stop or just the first.
    """

    @property
    def kind(self) -> str: ...

    @property
    def player(self) -> int: ...

    @property
    def question(self) -> str: ...

    @property
    def count(self) -> int: ...

    @property
    def words(self) -> Callable[[int], str]: ...

    @property
    def card(self) -> Callable[[int], str | None]: ...


class World(Protocol):
    """A game that a bot may play on in its head; it was made up from an observation, so nothing hidden is in it."""

    def current_player(self) -> int: ...

    def decision(self) -> Question: ...

    def apply_action(self, action: int, /) -> None: ...

    def is_terminal(self) -> bool: ...

    def returns(self) -> list[float]: ...

    @property
    def turn(self) -> int: ...

    def worth(self, player: int, /) -> float: ...

    def clone(self) -> World: ...


class Dice(Protocol):
    """Where a bot's chance comes from; its own, so that a game does not depend on who plays it."""

    def below(self, count: int, /) -> int:
        """A number from 0 to count - 1."""


#: Makes up a world that an observation allows; the number says which of them.
Imagine = Callable[[Any, int], World]


class Bot(Protocol):
    """A player. One bot sits at one seat of one game."""

    #: Whether `choose` reads the observation; it is costly, so a bot that plays blind gets None.
    looks: bool

    def choose(self, observation: Any, decision: Question) -> int:
        """The index of the option that it takes."""


class ConcedeError(Exception):
    """Raised by a bot instead of choosing: its player has had enough."""
