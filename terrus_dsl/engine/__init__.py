"""One engine for every game: state, decisions, events, windows."""

from terrus_dsl.engine.game import Decision, Game, Result, new_game

__all__ = ["Decision", "Game", "Result", "new_game"]
