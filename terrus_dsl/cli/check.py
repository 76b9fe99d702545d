"""`terrus check`: every finding of one run."""

from __future__ import annotations

import click

from terrus_dsl.check import wording
from terrus_dsl.cli.loading import compiled, words_of
from terrus_dsl.cli.places import Target, resolve, targets_of, with_option
from terrus_dsl.diagnostics import Findings, render


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@with_option
@click.option("--format", "form", type=click.Choice(sorted(render.FORMATS)), default="text", show_default=True)
def check(paths: tuple[str, ...], more: tuple[str, ...], form: str) -> int:
    """Check games and blocks of cards: every finding, with its place and what to try.

    PATH is a game, a block, a file of either or a folder that has some; without PATH, the working directory.
    """
    targets = _targets(paths, more)
    findings = Findings()
    cards = 0
    for target in targets:
        made = compiled(target)
        findings.extend(list(made.findings))
        wording.check(((subject, line.node) for subject, line, _ in made.texts), words_of(made), findings)
        cards += len(made.cards)
    click.echo(render.FORMATS[form](findings), nl=False)
    if form == "text":
        click.echo(f"{len(targets)} game{'s' * (len(targets) != 1)}, {cards} cards: {render.summary(findings)}")
    return 1 if findings.errors else 0


def _targets(paths: tuple[str, ...], more: tuple[str, ...]) -> list[Target]:
    targets = targets_of(paths)
    return list(dict.fromkeys(resolve(target, more) for target in targets)) if more else targets
