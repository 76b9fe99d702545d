"""The games that every conformance test plays, each compiled once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from terrus_dsl.compile import compile_game
from terrus_dsl.compile.program import Program
from terrus_dsl.engine.chance import Dice
from terrus_dsl.engine.game import Game, new_game
from terrus_dsl.source.files import game_folder, game_names

__all__ = ["FORMATS", "play_on", "random_game", "start"]

HERE = Path(__file__).resolve().parent


@lru_cache
def program(folder: Path) -> Program | None:
    """A game's program; none while the game does not compile."""
    return compile_game(folder).program


def _folders() -> list[Path]:
    own = [folder for name in game_names() if (folder := game_folder(name)) is not None]
    return [*own, *sorted(path.parent for path in (HERE.parent / "games").glob("*/game.yaml"))]


def _formats() -> list[tuple[Path, str]]:
    out = []
    for folder in _folders():
        made = program(folder)
        out += [(folder, name) for name in made.sheet.formats] if made is not None else [(folder, "")]
    return out


#: Every format of every game, as parameters.
FORMATS = [pytest.param(folder, name, id=f"{folder.name}-{name or 'does not compile'}") for folder, name in _formats()]


def start(folder: Path, format_name: str, seed: int, *, log: bool = False, crowded: bool = False) -> Game:
    """A new game, with as many players as it takes if it shall be crowded."""
    made = program(folder)
    if made is None:
        pytest.skip(f"{folder.name} does not compile")
    return new_game(made, seed=seed, format=format_name, log=log, players=made.sheet.counts[1] if crowded else None)


def play_on(game: Game, dice: Dice) -> list[int]:
    """Random choices to the end; the choices."""
    actions = []
    while not game.is_terminal():
        legal = game.legal_actions()
        assert legal, "nothing can be done and the game is not over"
        actions.append(legal[dice.below(len(legal))])
        game.apply_action(actions[-1])
    return actions


def random_game(folder: Path, format_name: str, seed: int) -> tuple[Game, list[int]]:
    """A whole game of random choices, and the choices."""
    game = start(folder, format_name, seed)
    return game, play_on(game, Dice(seed))
