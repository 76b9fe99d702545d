"""Text to typed terminals: words are looked up in the vocabulary, the longest phrase wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from terrus_dsl.language.words import NUMBER_WORDS

if TYPE_CHECKING:
    from terrus_dsl.language.vocabulary import Entry, Vocabulary

__all__ = ["Lexeme", "Word", "scan", "words"]

_LEXEME = re.compile(r"""[A-Za-z][A-Za-z-]*(?:'t\b)?|'s\b|\d+(?:/\d+)*|[+-](?:\d+|X\b)|"|\S""")
_SIGNED = re.compile(r"[+-](?:\d+|X)\Z")
_SINGULAR = frozenset({"a", "an", "another", "each", "this", "that", "the", "the top", "the bottom", "a random", "for each"})


class Lexeme(NamedTuple):
    """A raw piece of text with its offset."""

    text: str
    start: int


class Word(NamedTuple):
    """A typed terminal: what it is, what it stands for, its form, and where it stands in the text."""

    terminal: str
    id: str
    form: str
    start: int
    end: int


def scan(text: str) -> list[Lexeme]:
    """The raw words and marks of a text."""
    return [Lexeme(m.group(), m.start()) for m in _LEXEME.finditer(text)]


def words(text: str, vocabulary: Vocabulary, literals: dict[str, str]) -> Iterator[Word]:
    """The terminals of one ability line; a word that is not known becomes the terminal `UNKNOWN`."""
    lexemes = scan(text)
    i = 0
    header = _has_header(lexemes, 0, vocabulary)
    last_det = ""
    depth = 0
    while i < len(lexemes):
        lexeme = lexemes[i]
        raw = lexeme.text
        end = lexeme.start + len(raw)
        if raw == '"':
            before = lexemes[i - 1].text if i else ""
            if before == "named":
                close = next((j for j in range(i + 1, len(lexemes)) if lexemes[j].text == '"'), None)
                if close is not None:
                    stop = lexemes[close].start
                    yield Word("STRING", text[end:stop], "base", lexeme.start, stop + 1)
                    i = close + 1
                    continue
            opening = depth == 0
            depth = 1 - depth
            yield Word("OPEN" if opening else "CLOSE", raw, "base", lexeme.start, end)
            i += 1
            if not opening and before == "." and (i == len(lexemes) or lexemes[i].text[0].isupper()):
                yield Word(literals["."], ".", "base", end, end)  # the inner full stop also ends the outer sentence
            if opening:
                header = _has_header(lexemes, i, vocabulary)
            continue
        if raw in "()":
            yield Word("LPAR" if raw == "(" else "RPAR", raw, "base", lexeme.start, end)
            i += 1
            continue
        if raw == ":" and header:
            header = False
            yield Word(literals[":"], ":", "base", lexeme.start, end)
            i += 1
            continue
        entry = _longest(lexemes, i, vocabulary.body)
        if header:
            special = _longest(lexemes, i, vocabulary.header)
            if special is not None and (entry is None or len(special.words) >= len(entry.words)):
                entry = special
        if entry is None:
            yield _loose(lexeme, i > 0 and lexemes[i - 1].text not in '.:"')
            i += 1
            continue
        size = len(entry.words)
        last = lexemes[i + size - 1]
        terminal = entry.terminal
        if terminal.startswith("="):
            other = _homonym(lexemes, i, entry, vocabulary)
            if other is not None:
                yield Word(other.terminal, other.id, other.form, lexeme.start, last.start + len(last.text))
                i += size
                continue
            terminal = literals[entry.id]
            last_det = entry.id
        elif entry.form == "both":
            following = _longest(lexemes, i + size, vocabulary.body)
            more = following is not None and following.terminal in ("NOUN", "NOUNS")
            terminal = "NOUN" if more or last_det in _SINGULAR else "NOUNS"
        yield Word(terminal, entry.id, entry.form, lexeme.start, last.start + len(last.text))
        i += size


def _loose(lexeme: Lexeme, inside: bool) -> Word:
    text, start = lexeme
    end = start + len(text)
    if text.isdigit():
        return Word("DIGITS", text, "base", start, end)
    if _SIGNED.match(text):
        return Word("SIGNED", text, "base", start, end)
    number = NUMBER_WORDS.get(text.lower())
    if number:
        return Word("DIGITS", number, "base", start, end)
    if "/" in text:
        return Word("SHAPE", text, "base", start, end)
    if inside and text[0].isupper():
        return Word("TITLE", text, "base", start, end)
    return Word("UNKNOWN", text, "base", start, end)


def _homonym(lexemes: list[Lexeme], i: int, entry: Entry, vocabulary: Vocabulary) -> Entry | None:
    """The adjective of the kernel that is written like a word of the grammar: it stands before a noun."""
    size = len(entry.words)
    row = vocabulary.body[entry.words[0]]
    other = next((one for one in row if one.words == entry.words and one is not entry), None)
    following = _longest(lexemes, i + size, vocabulary.body) if other is not None else None
    return other if following is not None and following.terminal in ("NOUN", "NOUNS", "ADJ") else None


def _longest(lexemes: list[Lexeme], i: int, table: dict[str, list[Entry]]) -> Entry | None:
    if i >= len(lexemes):
        return None
    for entry in table.get(lexemes[i].text.lower(), ()):
        size = len(entry.words)
        if size == 1:
            return entry
        if i + size <= len(lexemes) and all(
            lexemes[i + k].text.lower() == entry.words[k] for k in range(1, size)
        ):
            return entry
    return None


def _has_header(lexemes: list[Lexeme], i: int, vocabulary: Vocabulary) -> bool:
    """Whether what starts at `i` is the header of an ability: a label, a cost or a parenthesis, then a colon."""
    if i >= len(lexemes):
        return False
    first = lexemes[i].text
    entry = _longest(lexemes, i, vocabulary.header)
    label = entry is not None and entry.terminal == "LABEL"
    if not (label or first == "(" or first.lower() == "unlimited" or first.isdigit()):
        return False
    depth = 0
    for lexeme in lexemes[i:]:
        if lexeme.text == ":":
            return True
        if lexeme.text in (".", '"'):
            return False
    return depth == 1
