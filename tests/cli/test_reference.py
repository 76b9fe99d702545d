"""The language reference of each shipped game: current, complete, and every example compiles."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from terrus_dsl.cli import reference
from terrus_dsl.cli.loading import Ready, ready
from terrus_dsl.cli.main import run
from terrus_dsl.cli.places import resolve
from terrus_dsl.compile.read import local_words
from terrus_dsl.language.parse import kinds
from terrus_dsl.language.show import show
from terrus_dsl.source.files import game_names

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"


@cache
def game(name: str) -> Ready:
    """A shipped game, compiled without a fault."""
    return ready(resolve(name))


@pytest.mark.parametrize("name", game_names())
def test_the_page_is_current(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """If this fails: terrus reference GAME > docs/language-GAME.md."""
    assert run(["reference", name]) == 0
    assert capsys.readouterr().out == (DOCS / f"language-{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", game_names())
def test_every_example_compiles(name: str) -> None:
    """Each is a text of the game, which has no fault, or one of those that were compiled with it and had none."""
    words = game(name).compiled.words
    assert words is not None
    compiled = {show(tree, local_words(line.text, words)) for _, line, tree in game(name).compiled.texts}
    compiled |= {text for text, _ in reference.compiled_sentences(game(name))}
    page = (DOCS / f"language-{name}.md").read_text(encoding="utf-8")
    shown = {line.removeprefix("> ") for line in page.splitlines() if line.startswith("> ")}
    assert shown - compiled == set()


@pytest.mark.parametrize("name", game_names())
def test_every_construct_is_explained(name: str) -> None:
    """Each node of the grammar has its heading; few have no sentence, because the game has no words for one."""
    page = (DOCS / f"language-{name}.md").read_text(encoding="utf-8")
    assert {kind for kind in kinds() if f"\n### {kind.replace('_', ' ')}\n" not in page} == set()
    assert page.count("\nNothing in this game says it.\n") <= 12
