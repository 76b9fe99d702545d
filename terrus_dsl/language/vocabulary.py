"""The words of one game as typed terminals: a table from phrases to (terminal, id), longest phrase first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from terrus_dsl.language.words import (
    ADVERBS,
    ALIASES,
    KERNEL_ADJECTIVES,
    KERNEL_NOUNS,
    KERNEL_RELATIONS,
    KERNEL_VERBS,
    NUMBER_WORDS,
    PREPOSITIONS,
    Inflection,
)

__all__ = ["Clash", "Entry", "Vocabulary"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One phrase: the terminal it is, the id it stands for, and its form (`base`, `third`, `past`, `both`)."""

    words: tuple[str, ...]
    terminal: str
    id: str
    form: str = "base"


@dataclass(frozen=True, slots=True)
class Clash:
    """A phrase that two entries claim."""

    phrase: str
    first: Entry
    second: Entry


@dataclass
class Vocabulary:
    """All phrases of a game; `body` is used in sentences, `header` before the colon of an ability."""

    body: dict[str, list[Entry]] = field(default_factory=dict)
    header: dict[str, list[Entry]] = field(default_factory=dict)
    spelled: dict[tuple[str, str, str], str] = field(default_factory=dict)
    attributive: dict[tuple[str, ...], Entry] = field(default_factory=dict)  # names that mean something else alone
    clashes: list[Clash] = field(default_factory=list)
    unsayable: list[Entry] = field(default_factory=list)
    _known: dict[tuple[bool, tuple[str, ...]], Entry] = field(default_factory=dict)
    own: bool = True  # while the kernel's own words are added
    unsaid: frozenset[str] = frozenset()  # names of cards that are no nouns

    @classmethod
    def kernel(cls, literals: list[str]) -> Vocabulary:
        """The vocabulary before any game: the grammar's own literals and the shared words."""
        vocabulary = cls()
        for literal in literals:
            vocabulary.literal(literal)
        for verb in KERNEL_VERBS:
            vocabulary.verb(verb)
        for noun, plural in KERNEL_NOUNS.items():
            vocabulary.noun(noun, plural)
        for phrase, literal in ALIASES.items():
            vocabulary._add(Entry(split_phrase(phrase), "=" + literal, literal), literal, header=True)
        for phrase in PREPOSITIONS:
            vocabulary.word("PREP", phrase)
        for phrase in ADVERBS:
            vocabulary.word("ADVERB", phrase)
        for phrase in KERNEL_RELATIONS:
            vocabulary.word("RELATION", phrase)
        for phrase in KERNEL_ADJECTIVES:
            vocabulary.word("ADJ", phrase)
        vocabulary.clashes.clear()  # the kernel's own homonyms are told apart by what follows
        vocabulary.own = False
        return vocabulary

    def literal(self, text: str) -> None:
        """A phrase of the grammar itself; its terminal is `=text` until the parser names it."""
        self._add(Entry(split_phrase(text), "=" + text, text), text, header=True)

    def noun(self, singular: str, plural: str, id: str | None = None) -> None:
        """A noun in both numbers; one form for both numbers is told apart by what stands before it."""
        name = id or singular
        if singular == plural:
            self._add(Entry(split_phrase(singular), "NOUN", name, "both"), singular)
            self.spelled["NOUNS", name, "base"] = plural
            return
        self._add(Entry(split_phrase(singular), "NOUN", name), singular)
        self._add(Entry(split_phrase(plural), "NOUNS", name), plural)

    def verb(self, verb: Inflection, id: str | None = None) -> None:
        """A verb in its three forms."""
        name = id or verb.base
        self._add(Entry(split_phrase(verb.base), "VERB", name), verb.base)
        self._add(Entry(split_phrase(verb.third), "VERB", name, "third"), verb.third)
        if verb.past == verb.base:
            self.spelled["PAST", name, "base"] = verb.past
            return
        self._add(Entry(split_phrase(verb.past), "PAST", name), verb.past)

    def counter(self, singular: str, plural: str, id: str | None = None) -> None:
        """Something counted; both numbers are one terminal, the printer picks the form."""
        name = id or singular
        for header in (False, True):
            self._add(Entry(split_phrase(singular), "COUNTER", name), singular, header=header)
            if plural != singular:
                self._add(Entry(split_phrase(plural), "COUNTER", name, "many"), plural, header=header)
        self.spelled.setdefault(("COUNTER", name, "many"), plural)

    def word(self, terminal: str, phrase: str, id: str | None = None, *, header: bool = False) -> None:
        """A phrase with one form."""
        self._add(Entry(split_phrase(phrase), terminal, id or phrase), phrase, header=header)

    def kind(self, name: str) -> None:
        """An adjective that is a name; where the word means something else by itself, it is one only before a noun."""
        entry = Entry(split_phrase(name), "ADJ", name)
        if name[:1].isupper() and (False, entry.words) in self._known:
            self.attributive[entry.words] = entry
            self.spelled["ADJ", name, "base"] = name
        else:
            self._add(entry, name)

    def spell(self, terminal: str, id: str, form: str = "base") -> str:
        """How a terminal is printed."""
        text = self.spelled.get((terminal, id, form))
        return text if text is not None else self.spelled.get((terminal, id, "base"), id)

    def entries(self) -> Iterator[Entry]:
        """Everything that a text may say."""
        for table in (self.body, self.header):
            for row in table.values():
                yield from row
        yield from self.attributive.values()

    def copy(self) -> Vocabulary:
        """A vocabulary to which one text may add its own names."""
        return Vocabulary({k: list(v) for k, v in self.body.items()}, {k: list(v) for k, v in self.header.items()},
                          dict(self.spelled), dict(self.attributive), [], [], dict(self._known), False,
                          self.unsaid)

    def overlaps(self) -> Iterator[Entry]:
        """Nouns and other names that are made of other phrases, a word of the language among them."""
        for entries in self.body.values():
            for entry in entries:
                if entry.terminal in _NAMES and len(entry.words) > 1 and self._in_pieces(entry.words, False):
                    yield entry

    def without(self, entry: Entry) -> Vocabulary:
        """A vocabulary that lacks one phrase."""
        other = self.copy()
        other.body[entry.words[0]] = [one for one in other.body[entry.words[0]] if one is not entry]
        return other

    def _in_pieces(self, words: tuple[str, ...], grammar: bool) -> bool:
        if not words:
            return grammar
        if words[0].isdigit() or words[0] in NUMBER_WORDS:
            return self._in_pieces(words[1:], True)
        for entry in self.body.get(words[0], ()):
            size = len(entry.words)
            joins = entry.terminal in _GRAMMAR or entry.terminal.startswith("=")
            if entry.words == words[:size] and self._in_pieces(words[size:], grammar or joins):
                return True
        return False

    def _add(self, entry: Entry, spelling: str, *, header: bool = False) -> None:
        if not self.own and not _sayable(entry.words):
            self.unsayable.append(Entry((spelling,), entry.terminal, entry.id))
            return
        literal = entry.terminal.startswith("=")
        known = self._known.get((header, entry.words))
        if known is not None and not (self.own and known.terminal.startswith("=")):
            if (known.terminal, known.id) != (entry.terminal, entry.id):
                self.clashes.append(Clash(spelling, known, entry))
            return
        for key in ((False, entry.words), (True, entry.words)) if literal else ((header, entry.words),):
            self._known[key] = entry
        self.spelled.setdefault((entry.terminal, entry.id, entry.form if entry.form != "both" else "base"), spelling)
        tables = (self.header, self.body) if literal else (self.header,) if header else (self.body,)
        for table in tables:
            row = table.setdefault(entry.words[0], [])
            row.append(entry)
            row.sort(key=lambda e: -len(e.words))


#: Terminals that name something; a role, a window or a verb may well be made of other words.
_NAMES = frozenset({"NOUN", "NOUNS", "ADJ", "STAT", "COUNTER", "ZONE", "KEYWORD", "PERIOD"})
#: Terminals of the kernel that hold a sentence together.
_GRAMMAR = frozenset({"PREP", "ADVERB"})
_MARKS = frozenset('.:;,()"')


def _sayable(words: tuple[str, ...]) -> bool:
    """Whether a sentence can say a phrase: it has no mark that holds sentences together and is no number."""
    number = len(words) == 1 and (words[0].isdigit() or words[0] in NUMBER_WORDS or words[0][0] in "+-")
    return bool(words) and not _MARKS.intersection(words) and not number


def split_phrase(text: str) -> tuple[str, ...]:
    """The lower-case words and marks of a phrase, as the lexer sees them."""
    from terrus_dsl.language.lexer import scan

    return tuple(lexeme.text.lower() for lexeme in scan(text))
