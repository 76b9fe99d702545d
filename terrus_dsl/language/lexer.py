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
_SINGULAR = frozenset({
    "a", "an", "another", "each", "this", "that", "the", "the top", "the bottom", "a random", "for each",
})


_BEFORE_COST = frozenset({"(", "unlimited", "a", "an", "x", *NUMBER_WORDS})


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
    return _Reader(text, vocabulary, literals).read()


class _Reader:
    """Reads a line from left to right: where it stands, and what that means for the next word."""

    def __init__(self, text: str, vocabulary: Vocabulary, literals: dict[str, str]) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.literals = literals
        self.lexemes = scan(text)
        self.at = 0
        self.header = _has_header(self.lexemes, 0, vocabulary)
        self.quoted = False
        self.parens = 0
        self.determiner = ""

    def read(self) -> Iterator[Word]:
        while self.at < len(self.lexemes):
            raw = self.lexemes[self.at].text
            if raw == '"':
                yield from self.quote()
            elif raw in "()":
                self.parens += 1 if raw == "(" else -1
                yield self.word("LPAR" if raw == "(" else "RPAR", raw)
            elif raw == ":" and self.header:
                self.header = False
                yield self.word(self.literals[":"], ":")
            else:
                yield self.phrase()

    def word(self, terminal: str, id: str, form: str = "base", size: int = 1) -> Word:
        """A terminal of so many pieces; the reader goes on behind it."""
        first, last = self.lexemes[self.at], self.lexemes[self.at + size - 1]
        self.at += size
        return Word(terminal, id, form, first.start, last.start + len(last.text))

    def quote(self) -> Iterator[Word]:
        """A name in quotes, or the beginning or end of a quoted ability."""
        before = self.lexemes[self.at - 1].text if self.at else ""
        close = next((j for j in range(self.at + 1, len(self.lexemes)) if self.lexemes[j].text == '"'), None)
        if before == "named" and close is not None:
            name = self.text[self.lexemes[self.at].start + 1 : self.lexemes[close].start]
            yield self.word("STRING", name, size=close - self.at + 1)
            return
        self.quoted = not self.quoted
        mark = self.word("OPEN" if self.quoted else "CLOSE", '"')
        yield mark
        if self.quoted:
            self.header = _has_header(self.lexemes, self.at, self.vocabulary)
        elif before == "." and (self.at == len(self.lexemes) or self.lexemes[self.at].text[0].isupper()):
            # The inner full stop also ends the outer sentence.
            yield Word(self.literals["."], ".", "base", mark.end, mark.end)

    def phrase(self) -> Word:
        """The longest phrase that begins here."""
        entry = _longest(self.lexemes, self.at, self.vocabulary.body)
        if self.header and self.parens <= 0:
            special = _longest(self.lexemes, self.at, self.vocabulary.header)
            if special is not None and (entry is None or len(special.words) >= len(entry.words)):
                entry = special
        if entry is None:
            lexeme = self.lexemes[self.at]
            inside = self.at > 0 and self.lexemes[self.at - 1].text not in '.:"'
            self.at += 1
            return _loose(lexeme, inside)
        return self.typed(entry)

    def typed(self, entry: Entry) -> Word:
        size = len(entry.words)
        if entry.terminal.startswith("="):
            other = _homonym(self.lexemes, self.at, entry, self.vocabulary)
            if other is not None:
                return self.word(other.terminal, other.id, other.form, size)
            self.determiner = entry.id
            return self.word(self.literals[entry.id], entry.id, entry.form, size)
        terminal = entry.terminal
        if entry.form == "both":
            following = _longest(self.lexemes, self.at + size, self.vocabulary.body)
            more = following is not None and following.terminal in ("NOUN", "NOUNS")
            terminal = "NOUN" if more or self.determiner in _SINGULAR else "NOUNS"
        return self.word(terminal, entry.id, entry.form, size)


def _loose(lexeme: Lexeme, inside: bool) -> Word:
    text, start = lexeme
    end = start + len(text)
    if text.isascii() and text.isdigit():
        return Word("DIGITS", text, "base", start, end)
    if _SIGNED.match(text):
        return Word("SIGNED", text, "base", start, end)
    number = NUMBER_WORDS.get(text.lower())
    if number:
        return Word("DIGITS", number, "base", start, end)
    if "/" in text and text != "/":
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
    known = entry is not None and entry.terminal in ("LABEL", "COUNTER")
    if not (known or first.isdigit() or first.lower() in _BEFORE_COST):
        return False
    depth = 0
    for lexeme in lexemes[i:]:
        if lexeme.text == ":":
            return True
        if lexeme.text in (".", '"'):
            return False
    return depth == 1
