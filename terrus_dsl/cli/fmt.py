"""`terrus fmt`: texts in their canonical wording."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import click

from terrus_dsl.cli.places import targets_of
from terrus_dsl.compile.wording import reworded_files


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--check", "only_check", is_flag=True, help="Change nothing; fail where a file would change.")
@click.option("--diff", "only_diff", is_flag=True, help="Change nothing; print what would change.")
def fmt(paths: tuple[str, ...], only_check: bool, only_diff: bool) -> int:
    """Rewrite texts in their canonical wording; everything else in a file stays as it is.

    PATH is a game, a block or a file of either; without PATH, the working directory. A text that does not parse is left
    alone: `terrus check` says what is wrong with it.
    """
    changed = 0
    for target in targets_of(paths):
        for file, before, after in reworded_files(target.folder, target.blocks):
            if before == after or not _chosen(file, paths):
                continue
            changed += 1
            if only_diff:
                click.echo(_diff(str(file), before, after), nl=False)
            if not (only_check or only_diff):
                # As bytes, so that no system changes what breaks a line.
                file.write_bytes(after.encode("utf-8"))
            click.echo(f"{'would change' if only_check or only_diff else 'changed'}: {file}", err=only_diff)
    if not changed:
        click.echo("all texts are canonical", err=only_diff)
    return 1 if changed and (only_check or only_diff) else 0


def _chosen(file: Path, paths: tuple[str, ...]) -> bool:
    """A path inside a game stands for the files below it, though the whole game is read for its words."""
    below = [Path(path).resolve() for path in paths if Path(path).exists()]
    return not below or any(file.resolve().is_relative_to(path) for path in below)


def _diff(name: str, before: str, after: str) -> str:
    lines = unified_diff(before.splitlines(True), after.splitlines(True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ no newline here\n" for line in lines)
