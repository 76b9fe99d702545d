"""All measurements of one game."""

from __future__ import annotations

from pathlib import Path

from terrus_dsl.compile import compile_game
from terrus_dsl.compile.program import Program
from terrus_dsl.engine.chance import Dice
from terrus_dsl.engine.game import new_game
from terrus_dsl.playtest.bench import SECONDS, Playable, Speed, compare, load_pairs, measure, per_second
from terrus_dsl.playtest.contest import deck_ids

__all__ = ["speed_of"]


def speed_of(
    program: Program, folder: Path, blocks: tuple[Path, ...], sentences: int, by_hand: Path, seconds: float = SECONDS
) -> Speed:
    """Random play between the game's decks, copies, the compiler, and effects beside hand-written ones."""
    decks, players = deck_ids(program), program.sheet.default_players

    def start(number: int) -> Playable:
        seats = [decks[(number + seat) % len(decks)] for seat in range(players)] if decks else None
        return new_game(program, seed=number + 1, decks=seats, players=players)

    play = measure(start, Dice(1), seconds)

    def compile_again() -> int:
        compile_game(folder, blocks=blocks)
        return sentences

    return Speed(
        game=program.sheet.id,
        games=play.games,
        decisions_per_second=play.decisions / play.seconds,
        games_per_second=play.games / play.seconds,
        decisions_per_game=play.decisions / play.games,
        options=play.options / max(1, play.decisions),
        clone_microseconds=play.clone_seconds * 1e6,
        sentences=sentences,
        sentences_per_second=per_second(compile_again, seconds),
        comparisons=tuple(compare(pair) for pair in load_pairs(by_hand, program.sheet.id, program)),
    )
