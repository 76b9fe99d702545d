"""No word of a game's vocabulary occurs in the package or the grammar: two games prove it only if this holds."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.kernel_words import KERNEL_WORDS
from terrus_dsl.source.yaml import load, plain

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted([*ROOT.glob("cards/*/game.yaml"), *ROOT.glob("tests/games/*/game.yaml")])
FILES = sorted([*ROOT.glob("terrus_dsl/**/*.py"), *(path for path in ROOT.glob("grammar/*") if path.is_file())])
KERNEL_LIST = ROOT / "terrus_dsl" / "language" / "kernel_words.py"

# The parts of a game.yaml whose keys are words of the game.
SECTIONS = {
    "counters", "fields", "keywords", "labels", "phases", "players", "relations", "resources", "roles", "states",
    "stats", "subtypes", "types", "verbs", "windows", "zones",
}  # fmt: skip
# The properties of such a word that are further words: its inflections and other names.
FORMS = {
    "abbreviation", "adjective", "forms", "gerund", "name", "noun", "participle", "past", "person", "plural",
    "possessive", "singular", "third", "word",
}  # fmt: skip
WORD = re.compile(r"[A-Za-z][A-Za-z' -]+")
PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

# Python and JSON Schema have words of their own, which nobody here chose.
BORROWED = {
    *keyword.kwlist,
    *dir(builtins),
    *(name for kind in (dict, list, set, str, tuple, int, bytes) for name in dir(kind)),
    "items", "properties", "required", "object", "array", "string", "number", "integer", "title", "description",
}  # fmt: skip


def words_of(data: Any) -> Iterator[str]:
    """Every word that a game.yaml declares, wherever its section lies."""
    if isinstance(data, list):
        for entry in data:
            yield from words_of(entry)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from declared(value) if key in SECTIONS else words_of(value)


def declared(section: Any) -> Iterator[str]:
    """The names that one section declares, with their forms."""
    if isinstance(section, str):
        yield from (part.strip() for part in section.split(","))
    elif isinstance(section, list):
        for entry in section:
            yield from [entry] if isinstance(entry, str) else forms(entry)
    elif isinstance(section, dict):
        for name, properties in section.items():
            yield name
            yield from forms(properties)


def forms(properties: Any) -> Iterator[str]:
    """The further words among the properties of a word."""
    if not isinstance(properties, dict):
        return
    for key, value in properties.items():
        if key in FORMS:
            yield from [value] if isinstance(value, str) else value if isinstance(value, list) else []
        elif key in SECTIONS:
            yield from declared(value)


def pieces(text: str) -> str:
    """A text as lower-case words between spaces; names such as `card_name` and `CardName` come apart."""
    return f" {' '.join(piece.lower() for piece in PIECE.findall(text))} "


def vocabulary(game: Path) -> set[str]:
    """The words of a game that code may not use."""
    findings = Findings()
    top = load(game.read_text(encoding="utf-8"), str(game), findings)
    assert top is not None and len(findings) == 0, [*findings]
    words = {pieces(word).strip() for word in words_of(plain(top)) if WORD.fullmatch(str(word))}
    return {word for word in words if len(word) > 1} - KERNEL_WORDS.keys() - BORROWED


def strangers(text: str, words: set[str]) -> list[str]:
    """Which of the words occur in a text."""
    said = pieces(text)
    return sorted(word for word in words if f" {word} " in said)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_word_of_a_game_in_code_or_grammar(path: Path) -> None:
    """Words of a game come from its own folder only."""
    if path == KERNEL_LIST:
        return
    words = set().union(*(vocabulary(game) for game in GAMES))
    assert strangers(path.read_text(encoding="utf-8"), words) == []


def test_the_kernel_has_few_words() -> None:
    """The list of general words cannot become a way around the law."""
    assert len(KERNEL_WORDS) <= 40
    assert list(KERNEL_WORDS) == sorted(KERNEL_WORDS)
    assert all(sense.strip() for sense in KERNEL_WORDS.values())


def test_the_search_would_notice() -> None:
    """Words are found in identifiers, in capitals, and as phrases; parts of other words are not."""
    game = {"zones": {"goblin den": {"plural": "goblin dens"}}, "types": ["griffin"], "note": "ruler"}
    words = set(words_of(game))
    assert words == {"goblin den", "goblin dens", "griffin"}
    assert strangers("class GriffinCard: goblin_den = 1", words) == ["goblin den", "griffin"]
    assert strangers("griffins in a den of goblins", words) == []
