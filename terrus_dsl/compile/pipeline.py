"""`compile_game`: source, syntax, check, lower, program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from terrus_dsl.check import decks as deck_check
from terrus_dsl.check import names as name_check
from terrus_dsl.check import sheet as sheet_check
from terrus_dsl.compile.assemble import assemble
from terrus_dsl.compile.cache import through_cache
from terrus_dsl.compile.program import Program
from terrus_dsl.compile.read import parse_texts
from terrus_dsl.compile.translate import translate
from terrus_dsl.diagnostics import Findings, Place
from terrus_dsl.language.game_words import game_vocabulary
from terrus_dsl.language.vocabulary import Vocabulary
from terrus_dsl.source.load import CardSource, Files, TextLine, load
from terrus_dsl.source.sheet import Sheet

__all__ = ["Card", "Compiled", "compile_game"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card as a tool shows it."""

    id: str
    name: str
    type: str
    text_lines: tuple[str, ...]
    place: Place
    data: dict[str, Any]


@dataclass
class Compiled:
    """What came of a game: its program unless something is wrong, and everything that was found."""

    findings: Findings
    program: Program | None = None
    sheet: Sheet | None = None
    words: Vocabulary | None = None
    cards: list[Card] = field(default_factory=list)
    texts: list[tuple[str, TextLine, Any]] = field(default_factory=list)
    decks: list[str] = field(default_factory=list)


def compile_game(folder: Path, *, blocks: Sequence[Path] = (), cache: bool = True) -> Compiled:
    """Compile a game folder and further blocks, or read what they compiled to before."""
    if cache:
        return through_cache(folder, blocks, lambda: compile_game(folder, blocks=blocks, cache=False))
    return _compile(folder, blocks)


def _compile(folder: Path, blocks: Sequence[Path]) -> Compiled:
    """All stages, one after the other; all findings come back together."""
    findings = Findings()
    files = load(folder, blocks, findings)
    if files is None:
        return Compiled(findings)
    sheet_check.check(files, findings)
    name_check.check(files, findings)
    words = game_vocabulary(files.sheet, _nouns(files))
    words.unsaid = frozenset(card.name for card in files.cards if "plural" not in card.data)
    name_check.clashes(words, files, findings)
    texts = parse_texts(files, words, findings)
    if any(f.code == "unknown-name" for f in findings.errors):
        return Compiled(findings, None, files.sheet, words)  # what a sheet does not declare cannot be lowered
    draft, rules, cards = translate(files, words, texts, findings)
    decks = deck_check.check(files, findings, [(card.tags, card.limits) for card in cards])
    result = Compiled(
        findings,
        None,
        files.sheet,
        words,
        [_card(c) for c in files.cards],
        [(t.subject, t.line, t.tree) for t in texts],
        list(decks),
    )
    if not findings.errors:
        result.program = assemble(files, draft, rules, cards, decks)
    return result


def _nouns(files: Files) -> list[tuple[str, str]]:
    return [(c.name, str(c.data["plural"])) for c in files.cards if "plural" in c.data]


def _card(card: CardSource) -> Card:
    from terrus_dsl.source.node import place

    return Card(
        card.id, card.name, " ".join(card.types), tuple(line.text for line in card.lines), place(card.node), card.data
    )
