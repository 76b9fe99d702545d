"""A whole game as text: how it was set up, every decision with its options, what was chosen, and how it ended.

    game: tides
    format: standard
    decks: bone-tide, iron-reef
    seed: 1
    bots: greedy, random

    1. player 1: the attack window
       pass
     > Attack

    result: win, player 1, by objective.island, in turn 12

The chosen options are all that a replay reads of the decisions; it must write the same text again, byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from terrus_dsl.bots.roster import BOTS
from terrus_dsl.compile import compile_game
from terrus_dsl.compile.program import Program
from terrus_dsl.engine.game import Game, new_game
from terrus_dsl.source.files import game_folder

__all__ = ["HERE", "PLAYED", "Setup", "path_of", "played", "program", "read", "replayed"]

HERE = Path(__file__).resolve().parent
APART = 1_000_003  # between the seeds of bots


@dataclass(frozen=True)
class Setup:
    """What a game starts from, and who played it."""

    game: str
    format: str
    decks: tuple[str, ...]
    seed: int
    bots: tuple[str, ...]


#: The games that are kept.
PLAYED = (
    Setup("terrus", "constructed", ("canine-council", "equine-charge"), 1, ("random", "random")),
    Setup("terrus", "constructed", ("equine-charge", "canine-council"), 2, ("greedy", "greedy")),
    Setup("tides", "standard", ("bone-tide", "iron-reef"), 1, ("random", "random")),
    Setup("tides", "standard", ("iron-reef", "bone-tide"), 2, ("greedy", "greedy")),
)


@lru_cache
def program(game: str) -> Program | None:
    """The program of a game; none while it does not compile."""
    folder = game_folder(game)
    assert folder is not None, f"no game is called {game!r}"
    return compile_game(folder).program


def path_of(setup: Setup) -> Path:
    """Where the transcript of a game lies."""
    return HERE / f"{setup.game}-{setup.seed}.txt"


def played(setup: Setup) -> str:
    """The transcript of a game that its bots play."""
    made = program(setup.game)
    assert made is not None, f"{setup.game} does not compile"
    game = _start(made, setup)
    bots = [BOTS[name](made, seat * APART + setup.seed) for seat, name in enumerate(setup.bots)]
    lines = _head(setup)
    while not game.is_terminal():
        decision = game.decision()
        bot = bots[decision.player]
        seen = game.observation(decision.player) if bot.looks else None
        lines += _take(game, bot.choose(seen, decision), len(lines))
    return _text(lines, game)


def replayed(made: Program, setup: Setup, actions: list[int]) -> str:
    """The transcript of the same choices, made again."""
    game = _start(made, setup)
    lines = _head(setup)
    for action in actions:
        assert not game.is_terminal(), "the game ends before its last choice"
        assert action < len(game.legal_actions()), f"option {action + 1} is not there:\n" + "\n".join(lines[-3:])
        lines += _take(game, action, len(lines))
    return _text(lines, game)


def read(text: str) -> tuple[Setup, list[int]]:
    """The setup and the choices in a transcript."""
    head, *decisions = text.split("\n\n")[:-1]
    said = dict(line.split(": ", 1) for line in head.splitlines())
    setup = Setup(said["game"], said["format"], tuple(said["decks"].split(", ")), int(said["seed"]),
                  tuple(said["bots"].split(", ")))
    return setup, [_chosen(block) for block in decisions]


def _chosen(block: str) -> int:
    return next(i for i, line in enumerate(block.splitlines()[1:]) if line.startswith(" > "))


def _start(made: Program, setup: Setup) -> Game:
    return new_game(made, seed=setup.seed, format=setup.format, decks=setup.decks)


def _head(setup: Setup) -> list[str]:
    return [f"game: {setup.game}\nformat: {setup.format}\ndecks: {', '.join(setup.decks)}\nseed: {setup.seed}\n"
            f"bots: {', '.join(setup.bots)}"]


def _take(game: Game, action: int, number: int) -> list[str]:
    """One decision, which is then made."""
    decision = game.decision()
    noun = game.program.sheet.player[0]
    options = [f" {'>' if i == action else ' '} {decision.words(i)}" for i in game.legal_actions()]
    game.apply_action(action)
    return ["\n".join([f"{number}. {noun} {decision.player + 1}: {decision.question}", *options])]


def _text(lines: list[str], game: Game) -> str:
    result = game.result
    if result is None:
        return "\n\n".join([*lines, "result: none\n"])
    noun = game.program.sheet.player[0]
    winners = " and ".join(f"{noun} {p + 1}" for p in result.winners) or "nobody"
    return "\n\n".join([*lines, f"result: {result.kind}, {winners}, by {result.reason}, in turn {game.turn}\n"])
