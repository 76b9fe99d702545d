"""Every kind of finding has one line here; nothing may be reported under a name that is missing.

The first digit says which stage speaks: 1 files, 2 sentences, 3 meaning, 4 names, 5 rules, 6 decks, 7 advice.
A number is never given to another code, so that an old report stays readable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: its number for tools, its spoken name for people."""

    id: str
    name: str
    severity: Severity
    summary: str


def _error(number: str, name: str, summary: str) -> Code:
    return Code(number, name, "error", summary)


def _warning(number: str, name: str, summary: str) -> Code:
    return Code(number, name, "warning", summary)


CODES: tuple[Code, ...] = (
    _error("T101", "yaml-syntax", "the file is not YAML 1.2"),
    _error("T102", "yaml-duplicate-key", "a mapping holds the same key twice"),
    _error("T103", "yaml-alias", "aliases or nesting grow beyond what a card file needs"),
    _error("T104", "file-missing", "a file or folder that is named does not exist"),
    _error("T105", "file-encoding", "a file is not UTF-8 text"),
    _error("T106", "unknown-key", "a key that this kind of file does not have"),
    _error("T107", "missing-key", "a key that this kind of file must have is absent"),
    _error("T108", "wrong-type", "a value is of the wrong kind"),
    _error("T109", "wrong-value", "a value is of the right kind and still not allowed"),
    _error("T110", "text-too-long", "a file or text is longer than a card can be"),
    _error("T111", "hostile-name", "a name holds characters that no card can print"),
    _error("T201", "unknown-word", "a word that neither the language nor this game knows"),
    _error("T202", "unexpected-word", "a known word where the sentence cannot continue with it"),
    _error("T203", "unfinished-sentence", "the text ends before the sentence does"),
    _error("T204", "bad-number", "noun, verb and number do not agree"),
    _error("T301", "dangling-reference", "a reference that no earlier sentence binds"),
    _error("T302", "ambiguous-reference", "a reference that could mean two things"),
    _error("T303", "type-mismatch", "a phrase of one type where another is needed"),
    _error("T304", "no-executor", "the sentence is understood but the engine cannot run it"),
    _error("T401", "unknown-field", "a card has a field that its type does not declare"),
    _error("T402", "unknown-type", "a card type that this game does not declare"),
    _error("T403", "duplicate-name", "two things of one kind have the same name"),
    _error("T404", "unknown-name", "a name that nothing in this game has"),
    _error("T405", "keyword-cycle", "keywords define each other in a circle"),
    _error("T406", "keyword-unknown", "the text that a keyword stands for is not understood"),
    _error("T407", "vocabulary-clash", "one word with two meanings in a game's vocabulary"),
    _error("T501", "rule-duplicate", "two rules define the same verb"),
    _error("T502", "rule-impossible", "a rule that can never end"),
    _error("T601", "deck-size", "a deck has too few or too many cards"),
    _error("T602", "deck-copies", "a deck has too many copies of a card"),
    _error("T603", "deck-unknown-card", "a deck names a card that does not exist"),
    _error("T604", "deck-forbidden", "a deck holds a card that its format forbids"),
    _error("T605", "deck-total", "a total over the deck is outside what its format allows"),
    _error("T606", "deck-missing", "a deck lacks a part that its format requires"),
    _error("T607", "deck-limit", "a card in a deck prints a limit that the deck exceeds"),
    _warning("T701", "unused-name", "a name is declared and never used"),
    _warning("T702", "not-canonical", "the text is understood but not in its canonical wording"),
    _warning("T703", "missing-field", "a card lacks a field that each card of its type prints"),
    _warning("T704", "unusable-label", "a card has an ability under a label that cards of its type cannot use"),
)

BY_NAME: dict[str, Code] = {code.name: code for code in CODES}


def lookup(word: str) -> Code | None:
    """Find a code by its spoken name or its number, as a person types it."""
    word = word.strip()
    return BY_NAME.get(word.lower()) or next((code for code in CODES if code.id == word.upper()), None)
