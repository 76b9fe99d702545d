"""What every game owes its players and tools, whatever its rules: all games play the same tests.

TERRUS_GAMES says how many random games each format plays to the end (50 unless told); tests that stop at every decision
of a game do so for ten times as many decisions.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from terrus_dsl.engine.chance import Dice
from terrus_dsl.engine.game import Game
from terrus_dsl.engine.observe import hidden_from, redeal
from terrus_dsl.engine.zones import listen
from tests.conformance.games import FORMATS, play_on, random_game, start

GAMES = int(os.environ.get("TERRUS_GAMES", "50"))
STOPS = 10 * GAMES
SEEDS = (1, 2, 3)
#: So many worlds of a game are played to their end.
WORLDS = 12

every_format = pytest.mark.parametrize(("folder", "name"), FORMATS)


def decisions(folder: Path, name: str, seed: int) -> Iterator[Game]:
    """A game of random choices, stopped at every decision."""
    game, dice = start(folder, name, seed), Dice(seed)
    for _ in range(STOPS):
        if game.is_terminal():
            return
        yield game
        game.apply_action(dice.below(len(game.legal_actions())))


@every_format
def test_random_games_end(folder: Path, name: str) -> None:
    """Random games end without an error and with a result."""
    for seed in range(GAMES):
        game, _ = random_game(folder, name, seed)
        assert game.result is not None
        assert game.current_player() == -1
        assert game.legal_actions() == []
        assert len(game.returns()) == game.state.n


@every_format
def test_the_others_play_on(folder: Path, name: str) -> None:
    """Players who give up at any moment own nothing any more and are asked nothing, and the game comes to an end."""
    for seed in range(GAMES):
        game, dice = start(folder, name, seed, crowded=True), Dice(seed)
        state = game.state
        while not game.is_terminal():
            if dice.below(60) == 0:
                game.concede(state.alive[dice.below(len(state.alive))])
                gone = set(range(state.n)) - set(state.alive)
                assert game.is_terminal() or not any(state.owner[o] in gone for zone in state.zones for o in zone)
            else:
                game.apply_action(dice.below(len(game.legal_actions())))
            assert game.is_terminal() or (game.current_player() in state.alive and len(game.legal_actions()) >= 2)


@every_format
def test_legal_actions_are_legal(folder: Path, name: str) -> None:
    """There is always something to do before the end, all of it can be done, and a clone leaves the game alone."""
    for game in decisions(folder, name, SEEDS[0]):
        legal = game.legal_actions()
        assert len(legal) >= 2, "a sole option is taken without asking"
        before = game.save()
        for action in legal:
            game.clone().apply_action(action)
        assert game.save() == before
        with pytest.raises(IndexError):
            game.clone().apply_action(len(legal))


@every_format
@pytest.mark.parametrize("seed", SEEDS)
def test_saved_at_every_decision(folder: Path, name: str, seed: int) -> None:
    """A game that is saved and resumed at every decision is the game that never was."""
    straight, actions = random_game(folder, name, seed)
    game = start(folder, name, seed)
    for number, action in enumerate(actions):
        if number < STOPS:
            text = game.save()
            game = Game.load(game.program, text)
            assert game.save() == text
        game.apply_action(action)
    assert game.save() == straight.save()


@every_format
@pytest.mark.parametrize("seed", SEEDS)
def test_replayed(folder: Path, name: str, seed: int) -> None:
    """Seed and choices are the whole game, bit for bit."""
    first, actions = random_game(folder, name, seed)
    again = start(folder, name, seed)
    for action in actions:
        again.apply_action(action)
    assert again.save() == first.save()


@every_format
def test_decisions_are_data(folder: Path, name: str) -> None:
    """Every decision goes to JSON and back, and a resumed game asks the same in the same words."""
    for game in decisions(folder, name, SEEDS[1]):
        asked = _plain(game)
        assert json.loads(json.dumps(asked)) == asked
        assert _plain(Game.load(game.program, game.save())) == asked


@every_format
def test_hidden_faces_change_no_observation(folder: Path, name: str) -> None:
    """Two hidden cards of one owner change places, and who sees neither observes the same."""
    for number, game in enumerate(decisions(folder, name, SEEDS[2])):
        player = number % game.state.n
        pair = _hidden_pair(game, player)
        if pair is not None:
            other = _swapped(game, *pair)
            assert other.observation(player).data == game.observation(player).data


@every_format
def test_dealt_anew(folder: Path, name: str) -> None:
    """At every decision a world made up from the observation offers the same choice, and goes on to an end."""
    total = sum(1 for _ in decisions(folder, name, SEEDS[0]))
    every = max(1, total // WORLDS)
    for number, game in enumerate(decisions(folder, name, SEEDS[0])):
        world = redeal(game.observation(game.current_player()), number + 1, game.program)
        assert world.current_player() == game.current_player()
        assert world.legal_actions() == game.legal_actions(), game.decision().question
        if number % every == 0:
            play_on(world, Dice(number))


@every_format
def test_dealt_anew_looks_the_same(folder: Path, name: str) -> None:
    """A world made up from an observation gives this observation."""
    for number, game in enumerate(decisions(folder, name, SEEDS[1])):
        player = number % game.state.n
        world = redeal(game.observation(player), number + 1, game.program)
        assert world.observation(player).data == game.observation(player).data, game.decision().question


@every_format
def test_numbers_of_hidden_cards_say_nothing(folder: Path, name: str) -> None:
    """The number by which a hidden card is known does not tell its face, neither from the deck nor from before."""
    faces: dict[tuple[int, int], set[int]] = {}
    followed: list[bool] = []
    for seed in range(4):
        seen: dict[tuple[int, int], int] = {}
        for turn, game in enumerate(decisions(folder, name, seed)):
            state = game.state
            for player in range(state.n):
                for o in hidden_from(state, player):
                    if turn == 0:
                        faces.setdefault((player, o), set()).add(state.card[o])
                    if (player, o) in seen:
                        followed.append(seen[player, o] == state.card[o])
                for o, facing in enumerate(state.facing):
                    if facing >> player & 1:
                        seen[player, o] = state.card[o]
    told = sum(len(cards) == 1 for cards in faces.values())
    assert 2 * told <= len(faces), f"{told} of {len(faces)} hidden cards have the face that their deck lists there"
    assert not followed or not all(followed), "a card that was seen and then shuffled can be followed by its number"


def _plain(game: Game) -> dict[str, object]:
    decision = game.decision()
    legal = game.legal_actions()
    assert decision.count == len(legal)
    return {
        "kind": decision.kind,
        "player": decision.player,
        "question": decision.question,
        "options": [decision.words(i) for i in legal],
        "cards": [decision.card(i) for i in legal],
    }


def _hidden_pair(game: Game, player: int) -> tuple[int, int] | None:
    """Two hidden cards of one owner with different faces; if it can be, one of them has a text that works by itself."""
    state = game.state
    found = None
    first: dict[int, int] = {}
    for o in sorted(hidden_from(state, player), key=lambda o: (not state.G.entries[state.card[o]], o)):
        a = first.setdefault(state.owner[o], o)
        if found is None and state.card[a] != state.card[o]:
            found = a, o
    return found


def _swapped(game: Game, a: int, b: int) -> Game:
    """The same game, had two cards been dealt the other way round."""
    state = game.state.clone()
    for hook, entries in state.on.items():
        state.on[hook] = tuple(e for e in entries if e[0] not in (a, b) or e[5] is not None)
    state.card[a], state.card[b] = state.card[b], state.card[a]
    state.tags[a], state.tags[b] = state.tags[b], state.tags[a]
    for o in (a, b):
        listen(state, o)
    return Game(game.program, game.machine, state)
