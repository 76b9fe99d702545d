"""`terrus play`: one game, by bots or people, told like a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import click

from terrus_dsl.bots.base import Bot
from terrus_dsl.bots.human import HumanBot
from terrus_dsl.bots.roster import BOTS
from terrus_dsl.cli.board import board
from terrus_dsl.cli.loading import Ready, ready
from terrus_dsl.cli.places import game_argument, resolve, with_option
from terrus_dsl.cli.producing import producing
from terrus_dsl.compile.program import Deck
from terrus_dsl.diagnostics.render import clean
from terrus_dsl.engine.game import Game, new_game
from terrus_dsl.playtest.contest import deck_ids
from terrus_dsl.playtest.referee import play_out

KINDS = [*sorted(BOTS), "human"]


@click.command()
@game_argument
@with_option
@click.option("--decks", metavar="NAMES", multiple=True, help="Decks in order of seats, apart by commas.")
@click.option("--bot", "kinds", type=click.Choice(KINDS), multiple=True, help="Who plays, once for each seat.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed is the same game.")
@click.option("--ask", type=click.Choice(["all", "needed"]), default="needed", show_default=True,
              help="Ask a person everything, or not where only a producing card could be used.")
def play(
    game: str, more: tuple[str, ...], decks: tuple[str, ...], kinds: tuple[str, ...], seed: int, ask: str
) -> int:
    """Play one game of GAME and print its report, with the number of the rule beside each line."""
    loaded = ready(resolve(game, more))
    players = loaded.program.sheet.default_players
    bots = [_seated(loaded, kind, seed + 1 + seat, ask) for seat, kind in enumerate(_kinds(kinds, players))]
    started = new_game(loaded.program, seed=seed, decks=_decks(loaded, decks, players), players=players, log=True)
    report = _Reporter(started)
    report()
    play_out(started, bots, report)
    click.echo(_outcome(started))
    return 0


class _Reporter:
    """Prints the lines that are new in a game's log."""

    def __init__(self, game: Game) -> None:
        self._game, self._told = game, 0

    def __call__(self) -> None:
        lines = self._game.report()
        for line in lines[self._told :]:
            click.echo(clean(line))
        self._told = len(lines)


def _kinds(kinds: Sequence[str], players: int) -> list[str]:
    if len(kinds) > players:
        raise click.UsageError(f"--bot: {len(kinds)} bots for {players} seats")
    return [*kinds, *["greedy"] * (players - len(kinds))]


def _decks(loaded: Ready, options: Sequence[str], players: int) -> list[str] | None:
    known = loaded.program.decks
    wanted = [_deck(name.strip(), known) for option in options for name in option.split(",") if name.strip()]
    if not known:
        if wanted:
            raise click.UsageError("--decks: this game has no decks")
        return None
    if wanted and len(wanted) != players:
        raise click.UsageError(f"--decks: {len(wanted)} named, {players} players")
    ready_made = deck_ids(loaded.program)
    return wanted or [ready_made[seat % len(ready_made)] for seat in range(players)]


def _deck(part: str, known: Mapping[str, Deck]) -> str:
    wanted = part.casefold()
    names = {deck.id: (deck.id.casefold(), deck.name.casefold()) for deck in known.values()}
    exact = [deck for deck, called in names.items() if wanted in called]
    found = exact or [deck for deck, called in names.items() if any(wanted in name for name in called)]
    if len(found) != 1:
        meant = " or ".join(found) or "no deck"
        raise click.UsageError(f"--decks: {part!r} means {meant}; there are {', '.join(known)}")
    return found[0]


def _seated(loaded: Ready, kind: str, seed: int, ask: str) -> Bot:
    if kind != "human":
        return BOTS[kind](loaded.program, seed)
    spared: Callable[[str], bool] = (lambda card: False) if ask == "all" else producing(loaded.compiled)
    return HumanBot(_asked, _tell, lambda seen: board(loaded.program, seen), spared)


def _asked(question: str) -> str:
    answer: str = click.prompt(question, type=str, default="", show_default=False)
    return answer


def _tell(said: str) -> None:
    for line in said.splitlines():
        click.echo(clean(line))


def _outcome(game: Game) -> str:
    result = game.result
    assert result is not None, "the game is over"
    winners = " and ".join(f"{game.program.sheet.player[0]} {winner + 1}" for winner in result.winners)
    how = {"win": f"{winners} wins", "draw": "a draw", "stall": "nothing moves"}
    named = "; ".join(f"{clean(name)} ({uses})" for name, uses in result.cards)
    return f"{how[result.kind]} in turn {game.turn} [{clean(result.reason)}]" + (f": {named}" if named else "")
