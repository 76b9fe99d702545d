"""How fast a game runs on one core, and how near its compiled sentences come to hand-written Python."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import geometric_mean, median
from time import process_time
from typing import Any, NamedTuple, Protocol

from terrus_dsl.bots.base import Dice, World

__all__ = ["Comparison", "Pair", "Playable", "Speed", "compare", "load_pairs", "mean_ratio", "measure", "per_second"]

SECONDS = 2.0  # of the processor, for each measurement
ROUNDS = 9  # in which compiled and hand-written run by turns
MOST_LOOPS = 512  # in a round: every run has a state of its own
CLONES = 2000


class Playable(World, Protocol):
    """A game that can be asked for its options without their words."""

    def legal_actions(self) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True)
class Comparison:
    """One effect, compiled and by hand: nanoseconds a run, and how many times as long the compiled one takes."""

    name: str
    compiled: float
    by_hand: float
    ratio: float
    kind: str = ""
    pauses: bool = False


@dataclass(frozen=True, slots=True)
class Speed:
    """What random play of a game costs."""

    game: str
    games: int
    decisions_per_second: float
    games_per_second: float
    decisions_per_game: float
    options: float
    clone_microseconds: float
    sentences: int
    sentences_per_second: float
    comparisons: tuple[Comparison, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """The same as dictionaries and lists."""
        return asdict(self) | {"ratio": mean_ratio(self.comparisons)}


def mean_ratio(comparisons: Sequence[Comparison]) -> float | None:
    """The geometric mean of the ratios."""
    return geometric_mean(one.ratio for one in comparisons) if comparisons else None


class Pair(NamedTuple):
    """An effect twice, as compiled and by hand; a setup makes fresh arguments for one run.

    The hand-written one may need a setup of its own. `pauses` says that the compiled one can stop at a decision.
    """

    name: str
    compiled: Callable[..., object]
    by_hand: Callable[..., object]
    setup: Callable[[], tuple[Any, ...]]
    by_hand_setup: Callable[[], tuple[Any, ...]] | None = None
    kind: str = ""
    pauses: bool = False


class Play(NamedTuple):
    """What random play has counted and how long it took."""

    games: int
    decisions: int
    options: int
    seconds: float
    clone_seconds: float


def measure(start: Callable[[int], Playable], dice: Dice, seconds: float = SECONDS) -> Play:
    """Random games until the seconds are used up; `start` makes the game of a number."""
    games = decisions = options = 0
    spent = 0.0
    samples: list[float] = []
    with _collector_paused():
        while spent < seconds or games < 2:
            begun = process_time()
            one_decisions, one_options = _play(start(games), dice)
            spent += process_time() - begun
            games, decisions, options = games + 1, decisions + one_decisions, options + one_options
            if len(samples) < 5:
                samples.append(_clone_cost(start(games), dice, one_decisions // 2))
            if games % 64 == 0:
                gc.collect()
    return Play(games, decisions, options, spent, median(samples))


def _play(game: Playable, dice: Dice) -> tuple[int, int]:
    decisions = options = 0
    below = dice.below
    while not game.is_terminal():
        legal = game.legal_actions()
        count = len(legal)
        game.apply_action(legal[below(count)])
        decisions += 1
        options += count
    return decisions, options


def _clone_cost(game: Playable, dice: Dice, depth: int) -> float:
    """Seconds for each copy of a game that is half over."""
    for _ in range(depth):
        if game.is_terminal():
            break
        legal = game.legal_actions()
        game.apply_action(legal[dice.below(len(legal))])
    start = process_time()
    for _ in range(CLONES):
        game.clone()
    return (process_time() - start) / CLONES


def per_second(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """How many things a second a function does that returns how many it did."""
    done, start = 0, process_time()
    while (spent := process_time() - start) < seconds or not done:
        done += work()
    return done / max(spent, 1e-9)


def compare(pair: Pair, seconds: float = SECONDS / 4) -> Comparison:
    """Run both by turns, so that a noisy machine is equally noisy for both; the least of the rounds counts."""
    by_hand_setup = pair.by_hand_setup or pair.setup
    loops = _loops(pair.by_hand, by_hand_setup, seconds / (2 * ROUNDS))
    compiled, by_hand = [], []
    with _collector_paused():
        for _ in range(ROUNDS):
            compiled.append(_run(pair.compiled, pair.setup, loops))
            by_hand.append(_run(pair.by_hand, by_hand_setup, loops))
    one, other = min(compiled), max(min(by_hand), 1e-12)
    return Comparison(pair.name, one * 1e9, other * 1e9, one / other, pair.kind, pair.pauses)


def _loops(effect: Callable[..., object], setup: Callable[[], tuple[Any, ...]], seconds: float) -> int:
    loops = 8
    while loops < MOST_LOOPS and _run(effect, setup, loops) * loops < seconds:
        loops *= 2
    return loops


def _run(effect: Callable[..., object], setup: Callable[[], tuple[Any, ...]], loops: int) -> float:
    """Seconds for each run, the making of the arguments not counted."""
    runs = [setup() for _ in range(loops)]
    start = process_time()
    for arguments in runs:
        effect(*arguments)
    return (process_time() - start) / loops


def load_pairs(folder: Path, game: str, program: Any) -> list[Pair]:
    """The hand-written effects of a game, from `<folder>/<game>.py`; none where there is no such file.

    The file defines `pairs(program)`, which returns a `Pair` for each effect; it can import its neighbours.
    """
    path = folder / f"{game}.py"
    spec = spec_from_file_location(f"handwritten_{game}", path) if path.is_file() else None
    if spec is None or spec.loader is None:
        return []
    module = module_from_spec(spec)
    sys.path.insert(0, str(folder))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(folder))
    return [Pair(*entry) for entry in module.pairs(program)]


@contextmanager
def _collector_paused() -> Iterator[None]:
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
