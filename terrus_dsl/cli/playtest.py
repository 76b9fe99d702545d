"""`terrus playtest`: many games between bots, and what they tell a designer."""

from __future__ import annotations

import sys

import click

from terrus_dsl.cli.listing import print_listings
from terrus_dsl.cli.loading import Ready, ready
from terrus_dsl.cli.places import game_argument, resolve, with_option
from terrus_dsl.diagnostics.render import clean
from terrus_dsl.playtest.contest import DeckContest, deck_ids, deck_lists
from terrus_dsl.playtest.referee import Record
from terrus_dsl.playtest.report import as_json, listings
from terrus_dsl.playtest.runner import GameFault, cores, run
from terrus_dsl.playtest.statistics import summarise

BOTS = ("greedy", "random")


@click.command()
@game_argument
@with_option
@click.option("--games", type=click.IntRange(1, 10_000_000), default=200, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed, the same report.")
@click.option("--bot", type=click.Choice(BOTS), default=BOTS[0], show_default=True, help="Who plays every seat.")
@click.option("--jobs", type=click.IntRange(1, 4096), default=None, help="Processes; all cores. Changes no result.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def playtest(game: str, more: tuple[str, ...], games: int, seed: int, bot: str, jobs: int | None, form: str) -> int:
    """Validate GAME, play its decks against each other in seat-swapped pairs and report.

    Rates come with their 95 % Wilson intervals.
    """
    loaded = ready(resolve(game, more))
    contest = _contest(loaded, bot, seed)
    try:
        records = _played(contest, games, jobs or cores())
    except GameFault as fault:
        one = fault.fixture
        click.echo(f"game {one.index} (seed {one.seed}, seats {one.seats}) stopped: {fault.reason}", err=True)
        return 1
    lists = deck_lists(loaded.program)
    names = list(lists) or [f"player {seat + 1}" for seat in range(contest.players)]
    summary = summarise(records, names, lists)
    about = {"game": loaded.program.sheet.id, "bot": bot, "seed": seed}
    if form == "json":
        click.echo(as_json(summary, about), nl=False)
    else:
        click.echo(f"{clean(loaded.program.sheet.name)}: {games} games of {bot} bots, seed {seed}\n")
        print_listings(listings(summary))
    return 0


def _contest(loaded: Ready, bot: str, seed: int) -> DeckContest:
    program, target = loaded.program, loaded.target
    return DeckContest(target.folder, target.blocks, deck_ids(program), program.sheet.default_players, bot, seed)


def _played(contest: DeckContest, games: int, jobs: int) -> list[Record]:
    if not sys.stderr.isatty():
        return run(contest, games, jobs)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        return run(contest, games, jobs, lambda done: bar.update(task, completed=done))
