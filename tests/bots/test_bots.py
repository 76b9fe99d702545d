"""Bots choose legal options, the same ones from the same seed, and the greedy one sees what is best."""

from __future__ import annotations

from dataclasses import replace

import pytest

from terrus_dsl.bots.base import ConcedeError
from terrus_dsl.bots.greedy import GreedyBot
from terrus_dsl.bots.human import HumanBot
from terrus_dsl.bots.random_bot import RandomBot
from terrus_dsl.playtest.referee import play_out
from tests.playtest.fake import FakeDecision, FakeDice, FakeGame, imagine


@pytest.mark.parametrize("heap", [4, 5, 7, 8, 20, 21])
def test_greedy_takes_the_best_option(heap: int) -> None:
    """One ply ahead is all that this game needs: leave a multiple of three."""
    game, bot = FakeGame(heap), GreedyBot(imagine, FakeDice(1))
    action = bot.choose(game.observation(0), game.decision())
    assert heap % 3 == 0 or (heap - action - 1) % 3 == 0


def test_greedy_beats_random() -> None:
    """Nine of ten games at least, from both seats."""
    wins = 0
    for seed in range(40):
        game, bots = FakeGame(20 + seed % 9), [RandomBot(FakeDice(seed)), GreedyBot(imagine, FakeDice(seed))]
        play_out(game, bots)
        wins += game.returns()[1] > 0
    assert wins >= 36


def test_ties_follow_the_seed() -> None:
    """Among equal options the seed decides, not their order."""
    game = FakeGame(6)
    chosen = [GreedyBot(imagine, FakeDice(seed)).choose(game.observation(0), game.decision()) for seed in range(20)]
    again = [GreedyBot(imagine, FakeDice(seed)).choose(game.observation(0), game.decision()) for seed in range(20)]
    assert chosen == again and set(chosen) == {0, 1}


def person(*answers: str) -> tuple[HumanBot, list[str]]:
    """Somebody who gives these answers, and what they were told."""
    told: list[str] = []
    remaining = iter(answers)

    def ask(question: str) -> str:
        told.append(question)
        return next(remaining)

    return HumanBot(ask, told.append, lambda seen: f"you see {seen}", lambda card: card == "Well"), told


def test_a_person_is_asked_until_the_answer_makes_sense() -> None:
    """Nonsense is answered with help, ? with what the player knows."""
    bot, told = person("", "3", "-1", "²", "9" * 5000, "?", " 2 ")
    assert bot.choose("a heap", FakeDecision(0, 2)) == 1
    assert told[:3] == ["How many?", "  1. take 1", "  2. take 2"] and "you see a heap" in told


def test_a_person_can_concede() -> None:
    """Giving up is no option of the game, yet always possible."""
    bot, _ = person("concede")
    with pytest.raises(ConcedeError):
        bot.choose(None, FakeDecision(0, 2))
    game = FakeGame(9)
    play_out(game, [person("concede")[0], RandomBot(FakeDice(1))])
    assert game.result.reason == "conceded" and game.result.winners == (1,)


@pytest.mark.parametrize(
    ("cards", "asked"),
    [((None, "Well"), False), ((None, "Well", "Well"), False), ((None, "Well", "Oak"), True), (("Well", "Well"), True),
     ((None, None, "Well"), True)],
)  # fmt: skip
def test_a_person_is_spared_what_nobody_thinks_about(cards: tuple[str | None, ...], asked: bool) -> None:
    """Where only spared cards stand beside passing, the person passes unasked."""
    bot, told = person("2")
    decision = replace(FakeDecision(0, len(cards)), card=lambda option: cards[option])
    assert bot.choose(None, decision) == (1 if asked else 0)
    assert bool(told) is asked
