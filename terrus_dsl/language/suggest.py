"""What could stand where a text stops making sense, and which known word was probably meant."""

from __future__ import annotations

import difflib

from terrus_dsl.language.lexer import Word
from terrus_dsl.language.parse import SyntaxProblem, terminal_words
from terrus_dsl.language.vocabulary import Entry, Vocabulary

__all__ = ["other_forms", "spoken", "suggestion", "wrong_number"]

_SPOKEN = {
    "NOUN": "a noun", "NOUNS": "a plural noun", "VERB": "a verb", "PAST": "a past participle", "ZONE": "a zone",
    "STAT": "a stat", "COUNTER": "a counter", "ADJ": "an adjective", "RELATION": "a relation", "ROLE": "a role",
    "DIGITS": "a number", "PERIOD": "a period", "LABEL": "a label", "KEYWORD": "a keyword",
    "CONTROL": "a verb of control", "SIGNED": "+N or -N", "WINDOW": "a window", "PREP": "a preposition",
    "OPEN": "a quoted ability",
}


#: Terminals between which a word changes by its form alone.
_FORMS = (("NOUN", "NOUNS"), ("VERB", "PAST"))
_NEAR = 0.7
_MOST = 3
_PIECE = 3  # letters that part of a phrase must have more than, to be taken for what was meant


def spoken(terminal: str) -> str:
    """What people call a kind of word."""
    return _SPOKEN.get(terminal, terminal.lower())


def wrong_number(problem: SyntaxProblem, words: Vocabulary) -> tuple[Word, str] | None:
    """The noun that stands in the wrong number, and the right form: `2 card`, `an otters`."""
    word, before = problem.word, problem.before
    if word is not None and word.terminal in ("NOUN", "NOUNS"):
        forms = other_forms(problem, words)
        return (word, forms[0]) if forms else None
    # One noun may stand before another; if nothing else could follow, the last one should have been the plural.
    if before is not None and before.terminal == "NOUN" and set(problem.expected) == {"NOUN", "NOUNS"}:
        plural = words.spelled.get(("NOUNS", before.id, "base"))
        return (before, plural) if plural else None
    return None


def other_forms(problem: SyntaxProblem, words: Vocabulary) -> list[str]:
    """The word that stands there in the forms that could stand there."""
    if problem.word is None:
        return []
    mine = problem.word.terminal
    wanted = [t for pair in _FORMS if mine in pair for t in pair if t != mine and t in problem.expected]
    return [words.spelled[t, problem.word.id, "base"] for t in wanted if (t, problem.word.id, "base") in words.spelled]


def suggestion(problem: SyntaxProblem, words: Vocabulary, text: str = "") -> str:
    """One line: what was probably meant, else what may stand there."""
    near = other_forms(problem, words) or _misspelt(problem, words) or _garbled(problem, text)
    if near:
        return "did you mean " + " or ".join(f"“{w}”" for w in near) + "?"
    names = terminal_words()
    options = [_SPOKEN.get(t) or (f"“{names[t]}”" if t in names else "") for t in problem.expected]
    options = sorted({o for o in options if o})
    if not options:
        return ""
    shown = ", ".join(options[:8])
    return f"here could stand {shown}" + (", …" if len(options) > 8 else "")


def _misspelt(problem: SyntaxProblem, words: Vocabulary) -> list[str]:
    """For a word that nothing knows: phrases that hold it, are like it, or hold a word like it; fitting ones first."""
    if problem.word is None or problem.word.terminal not in ("UNKNOWN", "TITLE"):
        return []
    word = problem.word.id.lower()
    names = terminal_words()
    fitting = {names.get(terminal, terminal) for terminal in problem.expected}
    entries = sorted(words.entries(), key=lambda entry: entry.terminal.removeprefix("=") not in fitting)
    holding = [entry for entry in entries if len(entry.words) > 1 and word in entry.words]
    if holding:
        return _spelled(holding, words)
    whole: dict[str, Entry] = {}
    pieces: dict[str, Entry] = {}
    for entry in entries:
        whole.setdefault(" ".join(entry.words), entry)
        for piece in entry.words:
            if len(piece) > _PIECE:
                pieces.setdefault(piece, entry)
    likely = {phrase: entry for phrase, entry in whole.items() if entry.terminal.removeprefix("=") in fitting}
    for table in (likely, whole, pieces):
        near = difflib.get_close_matches(word, list(table), _MOST, _NEAR)
        if near:
            return _spelled([table[piece] for piece in near], words)
    return []


def _spelled(entries: list[Entry], words: Vocabulary) -> list[str]:
    """As a card prints them, each once."""
    return list(dict.fromkeys(
        entry.id if entry.terminal.startswith("=") else words.spell(entry.terminal, entry.id, entry.form)
        for entry in entries))[:_MOST]


def _garbled(problem: SyntaxProblem, text: str) -> list[str]:
    """For known words in the wrong place: the phrase of the language that they are most like."""
    if problem.word is None or not text:
        return []
    names = terminal_words()
    found = text[problem.word.start :].lower().split()
    phrases = {names[t]: " ".join(found[: len(names[t].split())]) for t in problem.expected if " " in names.get(t, "")}
    best = max(phrases, key=lambda p: difflib.SequenceMatcher(None, p, phrases[p]).ratio(), default="")
    return [best] if best and difflib.SequenceMatcher(None, best, phrases[best]).ratio() > _NEAR else []
