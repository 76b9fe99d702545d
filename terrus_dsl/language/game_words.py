"""The vocabulary of one game: the grammar's literals, the kernel's words, then all that its sheet declares."""

from __future__ import annotations

from collections.abc import Iterable

from terrus_dsl.language.parse import literals
from terrus_dsl.language.vocabulary import Vocabulary
from terrus_dsl.language.words import inflect
from terrus_dsl.source.sheet import Sheet

__all__ = ["game_vocabulary"]


def game_vocabulary(sheet: Sheet, nouns: Iterable[tuple[str, str]] = ()) -> Vocabulary:
    """All words of a game; `nouns` are the card names that texts may use, with their plurals."""
    words = Vocabulary.kernel(literals())
    _people(words, sheet)
    for card_type in sheet.types.values():
        words.noun(card_type.name, card_type.plural)
    for noun, (plural, _, _) in sheet.unions.items():
        words.noun(noun, plural)
    for value in sheet.tracks:
        words.word("TRACK", f"it is {value}", value)
    for name, plural in nouns:
        words.noun(name, plural)
    _things(words, sheet)
    _times(words, sheet)
    _subtypes(words, sheet)
    return words


def _people(words: Vocabulary, sheet: Sheet) -> None:
    noun, plural = sheet.player
    words.noun(noun, plural, "player")
    words.word("PERSON", f"its {noun}", "controller")
    words.word("PERSON", "its owner", "owner")
    for base, third in sheet.controls:
        words.word("CONTROL", base, base)
        words.word("CONTROL", third, base)
        words.spelled["CONTROL", base, "third"] = third
    for role in sheet.roles:
        words.word("ROLE", role)


def _things(words: Vocabulary, sheet: Sheet) -> None:
    for zone in sheet.zones:
        words.word("ZONE", zone)
    for stat in (*sheet.stats, *sheet.player_stats, *sheet.costs):
        words.word("STAT", stat)
    for group in sheet.groups:
        words.word("STAT", group)
    for name in sheet.counters:
        words.counter(name, sheet.plurals[name])
    for adjective in (*sheet.states, *sheet.adjectives):
        words.word("ADJ", adjective)
    for relation in (*sheet.relations, *sheet.defined_relations):
        words.word("RELATION", relation)
    for verb, (third, past) in sheet.verbs.items():
        words.verb(inflect(verb, third, past))
    for keyword in sheet.keywords:
        words.word("KEYWORD", keyword)


def _subtypes(words: Vocabulary, sheet: Sheet) -> None:
    for group, members in sheet.groups.items():
        tracked = any(group == owner for owner, _ in sheet.tracks.values())
        for name, plural in members.items():
            if tracked or name == plural:
                words.kind(name)
            else:
                words.noun(name, plural)


def _times(words: Vocabulary, sheet: Sheet) -> None:
    for period in sheet.periods:
        words.word("PERIOD", period)
    for label in sheet.labels:
        words.word("LABEL", label, header=True)
        if label not in sheet.periods and not any(label.lower() == w for w in (*sheet.verbs, *sheet.periods)):
            words.word("LABELNOUN", label)
    for window in sheet.windows:
        words.word("WINDOW", window)
