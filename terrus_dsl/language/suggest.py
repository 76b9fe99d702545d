"""What could stand where a text stops making sense, and which known word was probably meant."""

from __future__ import annotations

import difflib

from terrus_dsl.language.parse import SyntaxProblem, terminal_words
from terrus_dsl.language.vocabulary import Vocabulary

__all__ = ["other_forms", "spoken", "suggestion"]

_SPOKEN = {
    "NOUN": "a noun", "NOUNS": "a plural noun", "VERB": "a verb", "PAST": "a past participle", "ZONE": "a zone",
    "STAT": "a stat", "COUNTER": "a counter", "ADJ": "an adjective", "RELATION": "a relation", "ROLE": "a role",
    "DIGITS": "a number", "PERIOD": "a period", "LABEL": "a label", "KEYWORD": "a keyword",
    "CONTROL": "a verb of control", "SIGNED": "+N or -N", "WINDOW": "a window", "PREP": "a preposition",
    "OPEN": "a quoted ability",
}


#: Terminals between which a word changes by its form alone.
_FORMS = (("NOUN", "NOUNS"), ("VERB", "PAST"))


def other_forms(problem: SyntaxProblem, words: Vocabulary) -> list[str]:
    """The word that stands there in the forms that could stand there."""
    if problem.word is None:
        return []
    mine = problem.word.terminal
    wanted = [t for pair in _FORMS if mine in pair for t in pair if t != mine and t in problem.expected]
    return [words.spelled[t, problem.word.id, "base"] for t in wanted if (t, problem.word.id, "base") in words.spelled]


def spoken(terminal: str) -> str:
    """What people call a kind of word."""
    return _SPOKEN.get(terminal, terminal.lower())


def suggestion(problem: SyntaxProblem, words: Vocabulary) -> str:
    """One line: the nearest known word or the fitting form of the word itself, else what may stand there."""
    forms = other_forms(problem, words)
    if forms:
        return "did you mean " + " or ".join(f"“{w}”" for w in forms) + "?"
    if problem.word is not None and problem.word.terminal in ("UNKNOWN", "TITLE"):
        near = difflib.get_close_matches(problem.word.id.lower(), list(words.phrases()), 3, 0.7)
        if near:
            return "did you mean " + " or ".join(f"“{w}”" for w in near) + "?"
    names = terminal_words()
    options = [_SPOKEN.get(t) or (f"“{names[t]}”" if t in names else "") for t in problem.expected]
    options = sorted({o for o in options if o})
    if not options:
        return ""
    shown = ", ".join(options[:8])
    return f"here could stand {shown}" + (", …" if len(options) > 8 else "")

