"""The stopwatch counts what happens; how long it takes is not tested."""

from __future__ import annotations

from pathlib import Path

from terrus_dsl.playtest.bench import Pair, compare, load_pairs, measure, per_second
from tests.playtest.fake import FakeDice, FakeGame


class Playable(FakeGame):
    """The heap game with options as numbers."""

    def legal_actions(self) -> list[int]:
        return list(range(min(2, self.heap)))

    def clone(self) -> FakeGame:
        return Playable(self.heap, self.player)


def test_random_play_is_counted() -> None:
    """Ten matches are gone after five to ten decisions of one or two options."""
    play = measure(lambda number: Playable(10), FakeDice(1), 0.01)
    assert play.games >= 2 and 5 <= play.decisions / play.games <= 10
    assert play.decisions <= play.options <= 2 * play.decisions
    assert play.seconds > 0 and play.clone_seconds > 0


def test_work_is_counted() -> None:
    """A function says how much it did."""
    assert per_second(lambda: 1000, 0.01) > 1000


def test_compiled_and_by_hand_get_fresh_arguments() -> None:
    """Neither run sees what the other one has done."""
    seen: list[int] = []

    def effect(argument: list[int]) -> None:
        seen.append(len(argument))
        argument.append(1)

    assert compare(Pair("loop", effect, effect, lambda: ([],)), 0.01).ratio > 0
    assert set(seen) == {0}


def test_hand_written_effects_are_loaded(tmp_path: Path) -> None:
    """A file for each game; a game without one has nothing to compare."""
    (tmp_path / "heap.py").write_text("def pairs(program):\n    return [('x', program, program, list)]\n")
    (pair,) = load_pairs(tmp_path, "heap", len)
    assert pair.name == "x" and pair.compiled([1]) == 1
    assert load_pairs(tmp_path, "other", len) == []
