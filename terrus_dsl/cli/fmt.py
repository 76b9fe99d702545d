"""`terrus fmt`: texts in their canonical wording."""

from __future__ import annotations

from difflib import unified_diff
from itertools import groupby
from pathlib import Path

import click

from terrus_dsl.check.wording import rewordings
from terrus_dsl.cli.loading import compiled, words_of
from terrus_dsl.cli.places import Target, targets_of
from terrus_dsl.source.edit import reword


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--check", "only_check", is_flag=True, help="Change nothing; fail where a file would change.")
@click.option("--diff", "only_diff", is_flag=True, help="Change nothing; print what would change.")
def fmt(paths: tuple[str, ...], only_check: bool, only_diff: bool) -> int:
    """Rewrite texts in their canonical wording; everything else in a file stays as it is.

    PATH is a game, a block or a file of either; without PATH, the working directory. A text that does not parse is left
    alone: `terrus check` says what is wrong with it.
    """
    keep = only_check or only_diff
    changed = [one for target in targets_of(paths) for one in _changes(target) if _chosen(one[0], paths)]
    for file, before, after in changed:
        if only_diff:
            click.echo(_diff(str(file), before, after), nl=False)
        if not keep:
            # As bytes, so that no system changes what breaks a line.
            file.write_bytes(after.encode("utf-8"))
        click.echo(f"{'would change' if keep else 'changed'}: {file}", err=only_diff)
    if not changed:
        click.echo("all texts are canonical", err=only_diff)
    return 1 if changed and keep else 0


def _changes(target: Target) -> list[tuple[Path, str, str]]:
    """The files of a game that would change, before and after."""
    made = compiled(target)
    nodes = rewordings((line.node for _, line, _ in made.texts), words_of(made))
    nodes.sort(key=lambda change: change[0].file)
    found = []
    for name, changes in groupby(nodes, key=lambda change: change[0].file):
        file = Path(name)
        before = file.read_bytes().decode("utf-8")
        after = reword(before, changes)
        if after != before:
            found.append((file, before, after))
    return found


def _chosen(file: Path, paths: tuple[str, ...]) -> bool:
    """A path inside a game stands for the files below it, though the whole game is read for its words."""
    below = [Path(path).resolve() for path in paths if Path(path).exists()]
    return not below or any(file.resolve().is_relative_to(path) for path in below)


def _diff(name: str, before: str, after: str) -> str:
    lines = unified_diff(before.splitlines(True), after.splitlines(True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ no newline here\n" for line in lines)
