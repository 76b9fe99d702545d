"""What `playtest` plays: decks of one game against each other, every seat with the same sort of bot."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from terrus_dsl.bots.roster import BOTS
from terrus_dsl.compile import compile_game
from terrus_dsl.compile.program import Program
from terrus_dsl.engine.game import new_game
from terrus_dsl.playtest.referee import Record, play_out, record_of
from terrus_dsl.playtest.runner import Fixture, Player

__all__ = ["DeckContest", "deck_ids", "deck_lists"]

_APART = 1_000_003  # between seeds, so that neither bots nor games share one


@dataclass(frozen=True, slots=True)
class DeckContest:
    """Plain data; each process compiles the game itself, mostly from the cache."""

    folder: Path
    blocks: tuple[Path, ...]
    decks: tuple[str, ...]  # none where the game has no decks
    players: int
    bot: str
    seed: int

    @property
    def entrants(self) -> int:
        """One for each deck; without decks one for each seat."""
        return len(self.decks) or self.players

    def open(self) -> Player:
        """Compile the game."""
        program = compile_game(self.folder, blocks=self.blocks).program
        if program is None:
            raise ValueError(f"{self.folder} does not compile")
        return _Hall(self, program)


class _Hall:
    """Plays fixtures of one contest."""

    def __init__(self, contest: DeckContest, program: Program) -> None:
        self._contest, self._program = contest, program

    def __call__(self, one: Fixture) -> Record:
        contest = self._contest
        decks = [contest.decks[number] for number in one.seats] if contest.decks else None
        game = new_game(self._program, seed=one.seed, decks=decks, players=contest.players, track=True)
        # A pair's second game is not the first again: its bots have seeds of their own.
        seeds = [(one.index * contest.players + seat) * _APART + one.seed for seat in range(contest.players)]
        bots = [BOTS[contest.bot](self._program, seed) for seed in seeds]
        return record_of(game, one.index, one.seed, one.seats, play_out(game, bots))


def deck_ids(program: Program) -> tuple[str, ...]:
    """The decks that can meet: those of the game's first format."""
    first = next(iter(program.sheet.formats), "")
    return tuple(sorted(deck.id for deck in program.decks.values() if deck.format == first))


def deck_lists(program: Program) -> dict[str, dict[str, int]]:
    """The cards of each deck, under its name; of all its parts together."""
    lists = {}
    for number in deck_ids(program):
        deck = program.decks[number]
        cards: Counter[str] = Counter()
        for _, entries in deck.sections:
            cards.update({program.cards[card].name: count for card, count in entries})
        lists[deck.name] = dict(cards)
    return lists
