"""Asks a person. What is asked and answered goes through two functions, so that it need not be a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from terrus_dsl.bots.base import ConcedeError, Question

__all__ = ["HumanBot"]

HELP = "a number takes that option; ? shows what you know; concede loses the game"


class HumanBot:
    """A person, who is spared the questions that nobody thinks about."""

    looks = True

    def __init__(
        self,
        ask: Callable[[str], str],
        tell: Callable[[str], None],
        show: Callable[[Any], str],
        spared: Callable[[str], bool] = lambda card: False,
    ) -> None:
        """`show` puts an observation into words; `spared` says of a card that it need not be asked about."""
        self._ask, self._tell, self._show, self._spared = ask, tell, show, spared

    def choose(self, observation: Any, decision: Question) -> int:
        """What the person answers; nonsense is asked again."""
        passing = self._passing(decision)
        if passing is not None:
            return passing
        self._tell(decision.question)
        for option in range(decision.count):
            self._tell(f"  {option + 1}. {decision.words(option)}")
        while True:
            answer = self._ask(f"1-{decision.count}, ? or concede").strip().lower()
            if answer == "concede":
                raise ConcedeError
            if answer == "?":
                self._tell(self._show(observation))
            elif answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= decision.count:
                return int(answer) - 1
            else:
                self._tell(HELP)

    def _passing(self, decision: Question) -> int | None:
        """The option that passes, where all others use cards that need not be asked about."""
        passing = [option for option in range(decision.count) if decision.card(option) is None]
        if len(passing) != 1 or decision.count < 2:
            return None
        cards = [decision.card(option) for option in range(decision.count) if option != passing[0]]
        return passing[0] if all(card is not None and self._spared(card) for card in cards) else None
