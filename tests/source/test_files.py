"""Where files lie, and that a file which cannot be read is a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.files import cards_dir, game_folder, grammar_dir, pages_dir, read_text, yaml_files


def test_the_folders_exist() -> None:
    """A checkout and a wheel both bring games, grammar and pages."""
    assert cards_dir().is_dir() and grammar_dir().is_dir() and pages_dir().is_dir()


@pytest.mark.parametrize("name", ["nowhere.yaml", "", "a\0b", "x" * 5000])
def test_a_file_that_is_not_there(tmp_path: Path, name: str) -> None:
    """Whatever a path looks like, the answer is a finding."""
    findings = Findings()
    assert read_text(tmp_path / name, findings) is None
    assert [found.code for found in findings] == ["file-missing"]


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    """The line of the first wrong byte is known."""
    (tmp_path / "a.yaml").write_bytes(b"a: 1\nb: \xe9\n")
    findings = Findings()
    assert read_text(tmp_path / "a.yaml", findings) is None
    (found,) = findings
    assert found.code == "file-encoding" and found.place is not None and found.place.line == 2


@pytest.mark.parametrize("name", ["..", "../cards", "/", "", "nothing", "a\0b", "x" * 5000])
def test_what_is_no_game_is_none(name: str) -> None:
    """A name does not lead out of the folder of games."""
    assert game_folder(name) is None


def test_a_folder_with_a_game_file_is_a_game(tmp_path: Path) -> None:
    """A game may lie anywhere."""
    (tmp_path / "game.yaml").write_text("name: x\n", encoding="utf-8")
    assert game_folder(tmp_path) == tmp_path


def test_yaml_files_come_in_one_order(tmp_path: Path) -> None:
    """Findings and ids do not depend on the file system; hidden folders are not cards."""
    for name in ("b.yaml", "a.yml", ".git/c.yaml", "d/a.yaml", "note.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [path.relative_to(tmp_path).as_posix() for path in yaml_files(tmp_path)] == ["a.yml", "b.yaml", "d/a.yaml"]
