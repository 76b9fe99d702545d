"""What a path on the command line means: a game, a block of one, or a folder of several."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.files import game_folder, game_names, read_text, yaml_files

__all__ = [
    "Target", "found_below", "game_argument", "games_of", "known_targets", "resolve", "targets_of", "with_option",
    "working_targets",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Target:
    """A game and the blocks from elsewhere that are to be added to it."""

    folder: Path
    blocks: tuple[Path, ...] = ()


def game_argument(command: F) -> F:
    """The argument GAME."""
    return click.argument("game", metavar="GAME")(command)


def with_option(command: F) -> F:
    """The option --with."""
    text = "Add a block from this folder. Can be repeated."
    return click.option("--with", "more", metavar="FOLDER", multiple=True, help=text)(command)


def resolve(game: str | Target, more: Iterable[str] = ()) -> Target:
    """The target that GAME and --with name: a shipped game's name, a game's folder, or a block's."""
    target = game if isinstance(game, Target) else _target(game)
    added = [folder for folder in map(_added, more) if not _inside(folder, target.folder)]
    return Target(target.folder, tuple(dict.fromkeys((*target.blocks, *added))))


def games_of(more: Iterable[str]) -> list[Target]:
    """The games to which the blocks of --with belong, where no GAME is named."""
    blocks: dict[Path, tuple[Path, ...]] = {}
    for target in (_of_block(_added(name)) for name in more):
        folder = target.folder.resolve()
        blocks[folder] = (*blocks.get(folder, ()), *target.blocks)
    return [Target(_short(folder), tuple(dict.fromkeys(found))) for folder, found in blocks.items()]


def _added(name: str) -> Path:
    folder = Path(name)
    if not _is_file(folder / "block.yaml"):
        raise click.UsageError(f"--with {name[:200]}: this folder has no block.yaml")
    return folder


def _target(game: str) -> Target:
    folder = game_folder(game)
    if folder is not None:
        return Target(folder)
    path = Path(game)
    if _is_file(path / "block.yaml"):
        return _of_block(path)
    known = ", ".join(game_names()) or "none"
    raise click.UsageError(f"{game[:200]!r} is neither a game, nor the folder of one or of a block; shipped: {known}")


def _of_block(block: Path) -> Target:
    named = _named_game(block)
    for above in block.resolve().parents:
        if (above / "game.yaml").is_file():
            return Target(_short(above))  # a block inside its game's folder belongs to it anyway
    beside = [block.parent / named, block.parent.parent / named, Path("cards") / named, Path(named)] if named else []
    for folder in beside:
        if (home := game_folder(folder)) is not None:
            return Target(home, (block,))
    raise click.UsageError(f"{block}: its block.yaml names the game {named!r}, which is not found")


def _named_game(block: Path) -> str:
    from terrus_dsl.source.yaml import load

    path, findings = block / "block.yaml", Findings()
    text = read_text(path, findings)
    top = load(text, str(path), findings) if text is not None else None
    named = top.get("game") if top is not None else None
    name = named.value if named is not None else None
    # A bare name only, as everywhere: a block's file must not reach other folders.
    return name if isinstance(name, str) and Path(name).name == name else ""


def found_below(path: Path) -> list[Target]:
    """Every game and every lone block in a folder; where it lies inside a game or block, that one."""
    if not _exists(path):
        if (named := game_folder(path)) is not None:
            return [Target(named)]
        raise click.UsageError(f"{str(path)[:200]!r}: there is no such file or folder")
    start = path if path.is_dir() else path.parent
    games = [file.parent for file in yaml_files(start) if file.name == "game.yaml"]
    blocks = [file.parent for file in yaml_files(start) if file.name == "block.yaml"]
    targets = [Target(folder) for folder in games]
    lone = [block for block in blocks if not any(_inside(block, folder) for folder in games)]
    targets += [_of_block(block) for block in lone]
    return list(dict.fromkeys(targets)) or _enclosing(start)


def targets_of(paths: Iterable[str]) -> list[Target]:
    """What the paths of a command stand for; without paths, the working directory."""
    named = [target for path in paths for target in found_below(Path(path))]
    return list(dict.fromkeys(named or working_targets()))


def known_targets() -> list[Target]:
    """Every game that can be named here: those of the working directory, then the shipped ones."""
    try:
        found = working_targets()
    except click.UsageError:
        found = []
    at_hand = {target.folder.resolve() for target in found}
    shipped = [folder for name in game_names() if (folder := game_folder(name)) is not None]
    return found + [Target(folder) for folder in shipped if folder.resolve() not in at_hand]


def working_targets() -> list[Target]:
    """What a command without a path works on: the games of a checkout, else all below the working directory."""
    here = Path()
    checkout = here / "cards"
    return found_below(checkout if checkout.is_dir() and any(checkout.glob("*/game.yaml")) else here)


def _enclosing(path: Path) -> list[Target]:
    for above in (path.resolve(), *path.resolve().parents):
        if (above / "game.yaml").is_file():
            return [Target(_short(above))]
        if (above / "block.yaml").is_file():
            return [_of_block(_short(above))]
    raise click.UsageError(f"{path}: no game.yaml and no block.yaml in, below or above it")


def _short(path: Path) -> Path:
    """As a person standing here would write it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _inside(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _is_file(path: Path) -> bool:
    return _exists(path) and path.is_file()


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that is too long, or none at all
        return False
