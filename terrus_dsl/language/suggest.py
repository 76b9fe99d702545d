"""What could stand where a text stops making sense, and which known word was probably meant."""

from __future__ import annotations

import difflib

from terrus_dsl.language.parse import SyntaxProblem, literals, terminal_words
from terrus_dsl.language.vocabulary import Vocabulary

__all__ = ["suggestion"]

_SPOKEN = {
    "NOUN": "a noun", "NOUNS": "a plural noun", "VERB": "a verb", "PAST": "a past participle", "ZONE": "a zone",
    "STAT": "a stat", "COUNTER": "a counter", "ADJ": "an adjective", "RELATION": "a relation", "ROLE": "a role",
    "DIGITS": "a number", "PERIOD": "a period", "LABEL": "a label", "KEYWORD": "a keyword", "CONTROL": "a verb of control",
    "SIGNED": "+N or -N", "WINDOW": "a window", "PREP": "a preposition", "OPEN": "a quoted ability",
}


def suggestion(problem: SyntaxProblem, words: Vocabulary) -> str:
    """One line: the nearest known word, else what may stand there."""
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


__all__ += ["literals"]
