"""What a path means: a shipped game, a game's folder, a block wherever it lies, a folder of several."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from terrus_dsl.cli.places import Target, found_below, resolve, targets_of
from terrus_dsl.source.files import cards_dir


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games, one with a block inside, and a lone block that names one of them."""
    for file, text in {
        "shelf/heap/game.yaml": "game: heap\n",
        "shelf/heap/first/block.yaml": "name: First\ngame: heap\n",
        "shelf/heap/first/cards.yaml": "[]\n",
        "shelf/pit/game.yaml": "game: pit\n",
        "shelf/lone/block.yaml": "name: Lone\ngame: heap\n",
        "shelf/stray/block.yaml": "name: Stray\ngame: ../../etc\n",
        "shelf/broken/block.yaml": "name: [\n",
        "empty/note.txt": "",
    }.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_shipped_game_by_name() -> None:
    """A name alone means the game that came with the package."""
    assert resolve("terrus") == Target(cards_dir() / "terrus")


def test_folders(here: Path) -> None:
    """A game's folder, a block inside it, and a block beside it."""
    heap = Path("shelf/heap")
    assert resolve("shelf/heap") == Target(heap)
    assert resolve("shelf/heap/first") == Target(heap)
    assert resolve("shelf/lone") == Target(heap, (Path("shelf/lone"),))


def test_more_blocks(here: Path) -> None:
    """A block that the game has anyway is not added twice."""
    lone = Path("shelf/lone")
    assert resolve("shelf/heap", ["shelf/lone", "shelf/lone", "shelf/heap/first"]).blocks == (lone,)
    assert resolve("shelf/lone", ["shelf/lone"]).blocks == (lone,)


@pytest.mark.parametrize("path", ["shelf/stray", "shelf/broken", "empty", "nowhere", "../x", "a" * 5000, "\0", ""])
def test_what_is_no_game(here: Path, path: str) -> None:
    """A message and no traceback, whatever was typed."""
    with pytest.raises(click.UsageError):
        resolve(path)


def test_a_folder_of_several(here: Path) -> None:
    """Everything below, each once; a block inside its game is part of it."""
    for folder in ("stray", "broken"):
        (here / "shelf" / folder / "block.yaml").unlink()
    found = found_below(Path("shelf"))
    assert [target.folder.name for target in found] == ["heap", "pit", "heap"]
    assert [target.blocks for target in found] == [(), (), (Path("shelf/lone"),)]
    assert found_below(Path("shelf/heap/first/cards.yaml")) == [Target(Path("shelf/heap"))]
    assert targets_of(["shelf/heap", "shelf/heap/first"]) == [Target(Path("shelf/heap"))]


@pytest.mark.parametrize("path", ["empty", "nowhere", "shelf/stray", "a" * 5000, "\0"])
def test_a_folder_of_none(here: Path, path: str) -> None:
    """Checking nothing is not clean."""
    with pytest.raises(click.UsageError):
        found_below(Path(path))
