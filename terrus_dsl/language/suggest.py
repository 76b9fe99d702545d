"""What could stand where a text stops making sense, and which known word was probably meant."""

from __future__ import annotations

import difflib

from terrus_dsl.language.lexer import Word
from terrus_dsl.language.parse import SyntaxProblem, parse, terminal_words
from terrus_dsl.language.vocabulary import Entry, Vocabulary
from terrus_dsl.language.words import EVERYDAY, inflect

__all__ = ["meant", "other_forms", "spoken", "suggestion", "unsaid_name", "wrong_number"]

_SPOKEN = {
    "NOUN": "a noun", "NOUNS": "a plural noun", "VERB": "a verb", "PAST": "a past participle", "ZONE": "a zone",
    "STAT": "a stat", "COUNTER": "a counter", "ADJ": "an adjective", "RELATION": "a relation", "ROLE": "a role",
    "DIGITS": "a number", "PERIOD": "a period", "LABEL": "a label", "KEYWORD": "a keyword",
    "CONTROL": "a verb of control", "SIGNED": "+N or -N", "WINDOW": "a window", "PREP": "a preposition",
    "OPEN": "a quoted ability",
}


#: Terminals between which a word changes by its form alone.
_FORMS = (("NOUN", "NOUNS"), ("VERB", "PAST"))
#: What stands before a thing to which something is done.
_GOVERNING = ("VERB", "CONTROL", "PREP", "RELATION")
#: Words of the grammar that people put for each other.
_CONFUSED = {"gets": "has", "get": "have", "has": "gets", "have": "get"}
_NEAR = 0.7
_NEARER = 0.8  # for a single word that cannot stand there, or stands in a phrase
_MOST = 3
_FEW = 6  # words of a kind that are listed, where only this many kinds could stand there:
_FEW_KINDS = 3
_PIECE = 3  # letters that part of a phrase must have more than, to be taken for what was meant


def spoken(terminal: str) -> str:
    """What people call a kind of word."""
    return _SPOKEN.get(terminal, terminal.lower())


def meant(words: list[str]) -> str:
    """The question whether one of these was meant."""
    return "did you mean " + " or ".join(f"“{word}”" for word in words) + "?"


def wrong_number(problem: SyntaxProblem, words: Vocabulary, text: str) -> tuple[Word, list[str]] | None:
    """The noun that stands in the wrong number or has no article, and the right forms: `2 card`, `an otters`."""
    word, before = problem.word, problem.before
    if word is not None and word.terminal in ("NOUN", "NOUNS"):
        forms = other_forms(problem, words)
        noun = word
    # One noun may stand before another; if nothing else could follow, the last one should have been the plural.
    elif before is not None and before.terminal == "NOUN" and set(problem.expected) == {"NOUN", "NOUNS"}:
        plural = words.spelled.get(("NOUNS", before.id, "base"))
        forms = [plural] if plural else []
        noun = before
    else:
        return None
    if forms and noun.terminal == "NOUN":
        forms = _with_article(noun, forms, words, text)
    return (noun, forms) if forms else None


def _with_article(noun: Word, plurals: list[str], words: Vocabulary, text: str) -> list[str]:
    """What a lone noun was meant to be: one or each who does something, one or several to which it is done."""
    one = words.spell("NOUN", noun.id)
    article = "an" if one[0].lower() in "aeiou" else "a"
    head, rest = text[: noun.start], text[noun.end :]
    if head.lower().rstrip().endswith((" 1", " one")):
        return [f"{article} {one}"]  # “1 card” is “a card”
    if not _goes_on(f"{head}{article} {one}", rest, words):
        return plurals
    before = parse(head, words)
    last = before.before if isinstance(before, SyntaxProblem) else None
    done_to = last is not None and last.terminal in _GOVERNING
    return [f"{article} {one}", *(plurals if done_to else [f"each {one}"])]


def _goes_on(head: str, rest: str, words: Vocabulary) -> bool:
    """Whether a text makes sense at least as far as its first part."""
    tree = parse(head + rest, words)
    return not isinstance(tree, SyntaxProblem) or tree.word is None or tree.word.start >= len(head)


def unsaid_name(problem: SyntaxProblem, words: Vocabulary, text: str) -> tuple[int, int] | None:
    """Where the name of a card stands around the problem, if texts cannot say it because it has no plural."""
    stops = [word.start for word in (problem.word, problem.before) if word is not None]
    for name in sorted(words.unsaid, key=len, reverse=True):
        start = text.find(name)
        while start >= 0:
            end = start + len(name)
            whole = not (text[:start][-1:].isalnum() or text[end:][:1].isalnum())
            if whole and any(start <= stop < end for stop in stops):
                return start, end
            start = text.find(name, end)
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
    near = (
        other_forms(problem, words)
        or _everyday(problem, words)
        or _confused(problem, words, text)
        or _misspelt(problem, words, text)
        or _garbled(problem, text)
    )
    if near:
        return meant(near)
    names = terminal_words()
    options = [_option(t, problem, words) or (f"“{names[t]}”" if t in names else "") for t in problem.expected]
    options = sorted({o for o in options if o})
    if not options:
        return ""
    shown = ", ".join(options[:8])
    return f"here could stand {shown}" + (", …" if len(options) > 8 else "")


def _option(terminal: str, problem: SyntaxProblem, words: Vocabulary) -> str:
    """A kind of word, and which ones there are if that helps."""
    kind = _SPOKEN.get(terminal, "")
    if not kind or len(problem.expected) > _FEW_KINDS:
        return kind
    those = list(dict.fromkeys(words.spell(e.terminal, e.id) for e in words.entries() if e.terminal == terminal))
    return f"{kind} (" + " or ".join(f"“{one}”" for one in those) + ")" if 0 < len(those) <= _FEW else kind


def _everyday(problem: SyntaxProblem, words: Vocabulary) -> list[str]:
    """The verb of the kernel for which an everyday word stands."""
    if problem.word is None or problem.word.terminal != "UNKNOWN" or not {"VERB", "PAST"} & set(problem.expected):
        return []
    word = problem.word.id.lower()
    for said, verb in EVERYDAY.items():
        forms = inflect(said)
        for form in ("base", "third", "past"):
            if word == getattr(forms, form):
                past = words.spell("PAST", verb)
                return ([] if past == verb else [past]) if form == "past" else [words.spell("VERB", verb, form)]
    return []


def _confused(problem: SyntaxProblem, words: Vocabulary, text: str) -> list[str]:
    """For a word of the grammar that stands before: the one with which the sentence makes sense."""
    before = problem.before
    other = _CONFUSED.get(before.id) if before is not None else None
    if before is None or other is None or problem.word is None:
        return []
    return [other] if _reads(text[: before.start] + other, text[before.end :], words) else []


def _reads(head: str, rest: str, words: Vocabulary) -> bool:
    """Whether a text makes sense to the end of its sentence; the second part ends that sentence."""
    return not isinstance(parse(head + rest[: rest.find(".") + 1], words), SyntaxProblem)


def _misspelt(problem: SyntaxProblem, words: Vocabulary, text: str) -> list[str]:
    """For a word that nothing knows: phrases that hold it, are like it, or hold a word like it; fitting ones first."""
    if problem.word is None or problem.word.terminal not in ("UNKNOWN", "TITLE"):
        return []
    word = problem.word.id.lower()
    names = terminal_words()
    fitting = {names.get(terminal, terminal) for terminal in problem.expected}
    entries = sorted(words.entries(), key=lambda entry: not _fits(entry, fitting))
    holding = [entry for entry in entries if len(entry.words) > 1 and word in entry.words]
    if holding and _fits(holding[0], fitting):
        return _spelled(holding, words)
    whole: dict[str, Entry] = {}
    pieces: dict[str, Entry] = {}
    for entry in entries:
        whole.setdefault(" ".join(entry.words), entry)
        for piece in entry.words:
            if len(piece) > _PIECE:
                pieces.setdefault(piece, entry)
    likely = {phrase: entry for phrase, entry in whole.items() if _fits(entry, fitting)}
    phrases = {phrase: entry for phrase, entry in whole.items() if len(entry.words) > 1}
    near = _like(word, likely, _NEAR, words) or _like(word, whole, _NEARER, words) or _like(word, phrases, _NEAR, words)
    return near or _dropped(problem, words, text) or _spelled(holding, words) or _like(word, pieces, _NEARER, words)


def _fits(entry: Entry, fitting: set[str]) -> bool:
    return entry.terminal.removeprefix("=") in fitting


def _like(word: str, table: dict[str, Entry], least: float, words: Vocabulary) -> list[str]:
    return _spelled([table[piece] for piece in difflib.get_close_matches(word, list(table), _MOST, least)], words)


def _dropped(problem: SyntaxProblem, words: Vocabulary, text: str) -> list[str]:
    """The sentence without a word behind a number, if it makes sense so and goes on."""
    word, before = problem.word, problem.before
    if word is None or before is None or before.terminal != "DIGITS":
        return []
    head, rest = text[: before.end], text[word.end :]
    if not rest[:1].isspace() or '"' in text or not _reads(head, rest, words):
        return []
    begin = max(head.rfind(mark) for mark in ".:") + 1
    return [(head[begin:] + rest[: rest.find(".") + 1]).strip()]


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
