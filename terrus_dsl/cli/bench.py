"""`terrus bench`: how fast games run here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from terrus_dsl.cli.listing import print_listings
from terrus_dsl.cli.loading import Ready, ready
from terrus_dsl.cli.places import Target, found_below, known_targets, resolve
from terrus_dsl.playtest.bench import Comparison, Speed, mean_ratio
from terrus_dsl.playtest.report import Listing
from terrus_dsl.playtest.speed import speed_of

# A checkout has more games, and effects written by hand, among its tests.
MORE_GAMES = Path("tests") / "games"
BY_HAND = Path("tests") / "bench" / "handwritten"


@click.command()
@click.argument("game", metavar="[GAME|FOLDER]", required=False)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def bench(game: str | None, form: str) -> None:
    """Measure random play on one core, in processor seconds: of GAME, of all games in FOLDER, or of all that are known.

    A decision has at least two options. Effects are compiled and hand-written Python on the same state, by turns.
    """
    speeds = [_measured(ready(target)) for target in _targets(game)]
    if form == "json":
        click.echo(json.dumps([speed.as_data() for speed in speeds], indent=2))
    else:
        print_listings(_listings(speeds))


def _targets(game: str | None) -> list[Target]:
    if game is None:
        more = found_below(MORE_GAMES) if MORE_GAMES.is_dir() else []
        return list(dict.fromkeys([*known_targets(), *more]))
    folder = Path(game)
    if folder.is_dir() and not any((folder / name).is_file() for name in ("game.yaml", "block.yaml")):
        return found_below(folder)
    return [resolve(game)]


def _measured(loaded: Ready) -> Speed:
    click.echo(f"measuring {loaded.program.sheet.id} …", err=True)
    sentences = sum(max(1, text.text.count(". ") + 1) for _, text, _ in loaded.compiled.texts)
    return speed_of(loaded.program, loaded.target.folder, loaded.target.blocks, sentences, BY_HAND)


def _listings(speeds: list[Speed]) -> list[Listing]:
    headings = ("game", "decisions/s", "games/s", "decisions/game", "options", "µs/clone", "sentences/s")
    found = [Listing("Random play, one core, processor seconds", headings, tuple(_line(one) for one in speeds))]
    for speed in speeds:
        if speed.comparisons:
            title = f"{speed.game}: compiled beside hand-written"
            lines = (*(_effect(one) for one in speed.comparisons), *_means(speed.comparisons))
            found.append(Listing(title, ("effect", "kind", "compiled ns", "by hand ns", "ratio"), lines))
    return found


def _line(one: Speed) -> tuple[str, ...]:
    return (
        one.game, f"{one.decisions_per_second:,.0f}", f"{one.games_per_second:,.1f}", f"{one.decisions_per_game:,.1f}",
        f"{one.options:.2f}", f"{one.clone_microseconds:.1f}", f"{one.sentences_per_second:,.0f}",
    )  # fmt: skip


def _effect(one: Comparison) -> tuple[str, ...]:
    return one.name, one.kind, f"{one.compiled:,.0f}", f"{one.by_hand:,.0f}", f"{one.ratio:.2f}"


def _means(comparisons: tuple[Comparison, ...]) -> Iterator[tuple[str, ...]]:
    groups = {
        "geometric mean": comparisons,
        "· where nothing can pause": [one for one in comparisons if not one.pauses],
        "· where something can": [one for one in comparisons if one.pauses],
    }
    for title, group in groups.items():
        if (ratio := mean_ratio(group)) is not None:
            yield title, "", "", "", f"{ratio:.2f}"
