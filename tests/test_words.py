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
GAMES = sorted(
    path
    for top in ("cards", "tests/games")
    for name in ("game", "block")
    for path in ROOT.glob(f"{top}/**/{name}.yaml")
)
FILES = sorted([*ROOT.glob("terrus_dsl/**/*.py"), *(path for path in ROOT.glob("grammar/*") if path.is_file())])
KERNEL_LIST = ROOT / "terrus_dsl" / "language" / "kernel_words.py"
GENERAL = {form for word in KERNEL_WORDS for form in (word, word + "s")}

# The parts of a game.yaml or block.yaml whose keys are words of the game.
SECTIONS = {
    "adjectives", "costs", "counters", "defined_relations", "fields", "keywords", "labels", "nouns", "periods",
    "phases", "relations", "resources", "roles", "states", "stats", "subtypes", "types", "verbs", "windows", "zones",
}  # fmt: skip
# Those of them whose values are sentences and not further forms of the word.
SENTENCES = {"keywords", "roles"}
# The properties of such a word that are further words: its inflections and other names.
FORMS = {"controls", "field", "forms", "noun", "past", "plural", "third"}
WORD = re.compile(r"[A-Za-z][A-Za-z' -]+")
PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

# Python and JSON Schema have words of their own, which nobody here chose.
BORROWED = {
    *keyword.kwlist,
    *dir(builtins),
    *(name for kind in (dict, list, set, str, tuple, int, bytes) for name in dir(kind)),
    "items", "properties", "required", "object", "array", "string", "number", "integer", "title", "description",
}  # fmt: skip
# Names that others prescribe letter by letter: SARIF, the standard library, mypy.
FOREIGN = re.compile(
    r"\b(?:artifactLocation|physicalLocation|locations|fix_missing_locations|spec_from_file_location|list-item)\b"
)


def words_of(data: Any) -> Iterator[str]:
    """Every word that a game.yaml declares, wherever its section lies."""
    if isinstance(data, list):
        for entry in data:
            yield from words_of(entry)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in SECTIONS:
                yield from declared(value, key)
            elif key == "players":
                yield from forms(value)
            else:
                yield from words_of(value)


def declared(section: Any, name: str) -> Iterator[str]:
    """The words that one section declares, with their forms."""
    if not isinstance(section, dict):
        yield from strings(section)
        return
    for word, properties in section.items():
        yield word
        if name in ("types", "counters", "nouns"):
            yield word + "s"
        if name == "subtypes":
            yield from declared(properties, "members")
        elif isinstance(properties, dict):
            yield from forms(properties)
        elif name not in SENTENCES:
            yield from strings(properties)


def forms(properties: dict[str, Any]) -> Iterator[str]:
    """The further words among the properties of a word."""
    for key, value in properties.items():
        if key in FORMS:
            yield from strings(value)
        elif key in SECTIONS:
            yield from declared(value, key)


def strings(data: Any) -> Iterator[str]:
    """The strings of a nested list."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for entry in data:
            yield from strings(entry)


def pieces(text: str) -> str:
    """A text as lower-case words between spaces; names such as `card_name` and `CardName` come apart."""
    return f" {' '.join(piece.lower() for piece in PIECE.findall(text))} "


def vocabulary(game: Path) -> set[str]:
    """The words of a game that code may not use."""
    findings = Findings()
    top = load(game.read_text(encoding="utf-8"), str(game), findings)
    assert top is not None and len(findings) == 0, [*findings]
    words = {pieces(word).strip() for word in words_of(plain(top)) if WORD.fullmatch(str(word))}
    return {word for word in words if len(word) > 1} - GENERAL - BORROWED


def strangers(text: str, words: set[str]) -> list[str]:
    """Which of the words occur in a text."""
    said = pieces(FOREIGN.sub("", text))
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
    game = {
        "zones": {"goblin den": {"plural": "goblin dens", "shape": "pile"}},
        "types": {"griffin": {"fields": ["wingspan"]}},
        "subtypes": {"races": {"gnome": None, "elf": "elves"}},
        "verbs": {"fledge": ["fledges", "fledged"]},
        "players": {"noun": "keeper", "count": 2, "controls": [["tame", "tamed"]]},
        "keywords": {"airborne": "It flies."},
        "note": "nothing",
    }
    words = set(words_of(game))
    said = "goblin den, goblin dens, griffin, griffins, wingspan, races, gnome, elf, elves, fledge, fledges, fledged"
    assert words == {*said.split(", "), "keeper", "tame", "tamed", "airborne"}
    assert strangers("class GriffinCard: goblin_den = 1", words) == ["goblin den", "griffin"]
    assert strangers("griffinic, in a den of goblins", words) == []
