"""The words that every game shares: kernel verbs with their inflections, nouns, prepositions, adverbs."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "ADVERBS", "ALIASES", "EVERYDAY", "KERNEL_ADJECTIVES", "KERNEL_NOUNS", "KERNEL_RELATIONS", "KERNEL_VERBS",
    "NUMBER_WORDS", "PREPOSITIONS", "Inflection", "inflect",
]  # fmt: skip


class Inflection(NamedTuple):
    """The three forms of a verb that the grammar knows."""

    base: str
    third: str
    past: str


def inflect(base: str, third: str | None = None, past: str | None = None) -> Inflection:
    """The forms of a verb phrase; the first word is inflected regularly unless its forms are given."""
    head, _, tail = base.partition(" ")
    tail = f" {tail}" if tail else ""
    return Inflection(base, third or _third(head) + tail, past or _past(head) + tail)


def _third(word: str) -> str:
    if word.endswith(("s", "sh", "ch", "x", "z", "o")):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def _past(word: str) -> str:
    if word.endswith("e"):
        return word + "d"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ied"
    return word + "ed"


KERNEL_VERBS: tuple[Inflection, ...] = (
    inflect("add"),
    inflect("cancel", past="cancelled"),
    inflect("copy"),
    inflect("begin", past="begun"),
    inflect("draw", past="drawn"),
    inflect("end"),
    inflect("gain"),
    inflect("lose", past="lost"),
    inflect("look at"),
    inflect("move"),
    inflect("name", past="named aloud"),
    inflect("pay", past="paid"),
    inflect("prevent"),
    inflect("put", past="put"),
    inflect("remove"),
    inflect("return"),
    inflect("reveal"),
    inflect("roll"),
    inflect("search"),
    inflect("secretly choose", "secretly chooses", "secretly chosen"),
    inflect("shuffle"),
    inflect("skip", past="skipped"),
    inflect("spend", past="spent"),
    inflect("use"),
    inflect("win", past="won"),
)

KERNEL_NOUNS: dict[str, str] = {
    "card": "cards",
    "token": "tokens",
    "object": "objects",
    "space": "spaces",
    "result": "results",
    "die": "dice",
    "ability": "abilities",
    "opponent": "opponents",
    "neighbor": "neighbors",
    "game": "games",
}

KERNEL_RELATIONS: tuple[str, ...] = (
    "adjacent to", "in front of", "in the same row as", "owned by", "to the left of", "to the right of", "beneath",
)

KERNEL_ADJECTIVES: tuple[str, ...] = (
    "face down", "face up", "empty", "even", "odd", "tied",
)

PREPOSITIONS: tuple[str, ...] = (
    "into", "onto", "on", "on top of", "on the bottom of", "against", "for", "at", "as", "around",
    "divided as you choose among", "divided as they choose among",
)

ADVERBS: tuple[str, ...] = (
    ", face down", ", face up", "at random", "in any order", "in a random order", "at once", "in secret",
)

#: Words that the grammar accepts and the printer replaces by another.
ALIASES: dict[str, str] = {"as long as": "while"}

#: What people say for a verb of the kernel; no text may say it, but a finding knows what is meant.
EVERYDAY: dict[str, str] = {
    "clone": "copy", "delete": "remove", "get": "gain", "lay": "put", "negate": "cancel", "peek at": "look at",
    "pick": "choose", "place": "put", "receive": "gain", "replicate": "copy", "select": "choose", "set": "put",
    "show": "reveal", "transfer": "move",
}  # fmt: skip

#: Amounts up to eight may be written in words.
NUMBER_WORDS: dict[str, str] = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
}
