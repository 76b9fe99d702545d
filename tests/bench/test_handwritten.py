"""Every hand-written effect leaves the same state behind as the compiled one, from several positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from terrus_dsl.compile import compile_game
from terrus_dsl.compile.program import Program
from terrus_dsl.engine.save import dump
from terrus_dsl.playtest.bench import Pair, load_pairs

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent / "handwritten"
GAMES = {"terrus": "cards/terrus", "tides": "cards/tides", "hearts": "tests/games/hearts", "uno": "tests/games/uno"}
LEAST = 10  # twins of each game
RUNS = 8


def program_of(game: str) -> Program:
    made = compile_game(ROOT / GAMES[game])
    assert made.program is not None, made.findings
    return made.program


@pytest.mark.parametrize("game", GAMES)
def test_by_hand_is_as_compiled(game: str) -> None:
    """The state and the result are the same."""
    pairs = load_pairs(HERE, game, program_of(game))
    assert len({pair.name for pair in pairs}) >= LEAST
    for pair in pairs:
        for run in range(RUNS):
            assert_equal(pair, run)


def assert_equal(pair: Pair, run: int) -> None:
    arguments = pair.setup()
    before = dump(arguments[0])
    result = pair.compiled(*arguments)
    assert pair.by_hand_setup is not None
    twin = pair.by_hand_setup()
    assert dump(twin[0]) == before and twin[1:] == arguments[1:], f"{pair.name}: the setups differ"
    by_hand = pair.by_hand(*twin)
    assert dump(arguments[0]) == dump(twin[0]), f"{pair.name}, position {run}"
    if isinstance(by_hand, bool):
        result = bool(result)
    assert by_hand is None or result == by_hand, f"{pair.name}, position {run}"
