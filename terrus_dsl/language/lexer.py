"""Text to typed terminals: words are looked up in the vocabulary, the longest phrase wins."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from terrus_dsl.language.words import NUMBER_WORDS

if TYPE_CHECKING:
    from terrus_dsl.language.vocabulary import Entry, Vocabulary

__all__ = ["Lexeme", "Word", "scan", "words"]

_LEXEME = re.compile(r"""[A-Za-z][A-Za-z-]*(?:'t\b)?|'s\b|\d+(?:/\d+)*|[+-](?:\d+|X\b)|"|\S""")
_SIGNED = re.compile(r"[+-](?:\d+|X)\Z")
_SINGULAR = frozenset({
    "a", "an", "another", "each", "this", "that", "the", "the top", "the bottom", "a random", "for each", "up to 1",
})
_BEFORE_NOUN = frozenset({"ADJ", "RELATION", "PAST", "NOUN"})


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


def words(text: str, vocabulary: Vocabulary, literals: dict[str, str],
          accepts: Callable[[str], bool] = lambda terminal: True) -> Iterator[Word]:
    """The terminals of one ability line; a word that is not known becomes the terminal `UNKNOWN`.

    The kernel has homonyms, such as “even”: `accepts` says whether the sentence can go on with a terminal.
    """
    return _Reader(text, vocabulary, literals, accepts).read()


class _Reader:
    """Reads a line from left to right: where it stands, and what that means for the next word."""

    def __init__(self, text: str, vocabulary: Vocabulary, literals: dict[str, str],
                 accepts: Callable[[str], bool]) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.literals = literals
        self.accepts = accepts
        self.lexemes = scan(text)
        self.at = 0
        self.header = _has_header(self.lexemes, 0, False)
        self.quoted = self.outer = False
        self.determiner = ""  # what says the number of the next noun
        self.named = False  # whether that noun has come

    def read(self) -> Iterator[Word]:
        while self.at < len(self.lexemes):
            raw = self.lexemes[self.at].text
            if raw == '"':
                yield from self.quote()
            elif raw in "()":
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
            self.outer, self.header = self.header, _has_header(self.lexemes, self.at, True)
            return
        self.header = self.outer
        ended = before == "." and (self.at == len(self.lexemes) or _begins(self.lexemes[self.at].text))
        if ended and self.accepts(self.literals["."]):
            # The inner full stop also ends the outer sentence.
            yield Word(self.literals["."], ".", "base", mark.end, mark.end)

    def phrase(self) -> Word:
        """The longest phrase that begins here."""
        entry = self.label() or _longest(self.lexemes, self.at, self.vocabulary.body)
        if entry is None:
            lexeme = self.lexemes[self.at]
            inside = self.at > 0 and self.lexemes[self.at - 1].text not in '.:"'
            self.at += 1
            word = _loose(lexeme, inside)
            if word.terminal == "DIGITS":
                self.determiner = word.id
            return word
        return self.typed(entry)

    def label(self) -> Entry | None:
        """The label that is a part of the header by itself."""
        before = self.lexemes[self.at - 1].text.lower() if self.at else '"'
        entry = _longest(self.lexemes, self.at, self.vocabulary.header) if self.header else None
        if entry is None or entry.terminal != "LABEL" or before not in (",", '"', "unlimited"):
            return None
        behind = self.at + len(entry.words)
        ends = behind < len(self.lexemes) and self.lexemes[behind].text in ",:("
        other = _longest(self.lexemes, self.at, self.vocabulary.body)
        return entry if ends or other is None or other.terminal != "VERB" else None  # a cost may begin with that word

    def typed(self, entry: Entry) -> Word:
        """What a phrase is where it stands."""
        size = len(entry.words)
        name = self.vocabulary.attributive.get(entry.words)
        if name is not None and self.attributive(entry):
            entry = name
        if entry.terminal.startswith("="):
            row = self.vocabulary.body[entry.words[0]]
            other = next((one for one in row if one.words == entry.words and one is not entry), None)
            if other is not None and not self.accepts(self.literals[entry.id]) and self.accepts(other.terminal):
                return self.word(other.terminal, other.id, other.form, size)
            if entry.id != "or":
                self.determiner, self.named = entry.id, False
            return self.word(self.literals[entry.id], entry.id, entry.form, size)
        terminal = entry.terminal
        if (self.named and terminal != "NOUN") or terminal not in _BEFORE_NOUN:
            self.determiner, self.named = "", False
        if entry.form == "both":
            following = _longest(self.lexemes, self.at + size, self.vocabulary.body)
            more = following is not None and following.terminal in ("NOUN", "NOUNS")
            terminal = "NOUN" if more or self.determiner in _SINGULAR else "NOUNS"
        self.named = terminal == "NOUN"
        return self.word(terminal, entry.id, entry.form, size)


    def attributive(self, entry: Entry) -> bool:
        """Whether a word that is also a name stands as that: with a capital letter and before a noun."""
        begins = self.at == 0 or self.lexemes[self.at - 1].text in '.:"'
        named = entry.terminal in ("ZONE", "COUNTER", "STAT", "PERIOD")  # a verb may begin a sentence, these do not
        following = _longest(self.lexemes, self.at + len(entry.words), self.vocabulary.body)
        return (
            self.lexemes[self.at].text[0].isupper()
            and following is not None
            and (following.terminal in ("NOUN", "NOUNS", "ADJ") or following.words in self.vocabulary.attributive)
            and self.accepts("ADJ")
            and (named or not begins or not self.accepts(self.literals.get(entry.id, entry.terminal)))
        )


def _begins(text: str) -> bool:
    """Whether a word can begin a sentence."""
    return text[0].isupper() or text[0].isdigit() or text[0] in "+-"


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


def _has_header(lexemes: list[Lexeme], i: int, quoted: bool) -> bool:
    """Whether a colon comes before the first full stop: what stands before it may be labels, costs and limits."""
    while i < len(lexemes):
        text = lexemes[i].text
        if text in ":.":
            return text == ":"
        if text == '"':
            if quoted and lexemes[i - 1].text != "named":
                return False
            i = next((j for j in range(i + 1, len(lexemes)) if lexemes[j].text == '"'), len(lexemes))
        i += 1
    return False
