"""The canonical wording of a text, laid out in the lines that its author chose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Leaf
from terrus_dsl.language.vocabulary import Vocabulary

__all__ = ["Words", "canonical", "reworded"]

#: The vocabulary of a text: a text may bring words of its own.
Words: TypeAlias = Callable[[str], Vocabulary]


def canonical(text: str, words: Words) -> str | None:
    """The canonical wording of one ability, which may run over several lines; None where it does not parse."""
    vocabulary = words(text)
    tree = parse(text, vocabulary)
    if isinstance(tree, SyntaxProblem):
        return None
    wording = show(tree, vocabulary)
    if "\n" not in text:
        return wording
    again = parse(wording, vocabulary)
    if isinstance(again, SyntaxProblem):
        return None
    # Both trees have the same shape: each word of the one has its partner in the other, and a line break goes along.
    partners = list(tree.leaves()), list(again.leaves())
    return _laid_out(wording, text, *partners) if len(partners[0]) == len(partners[1]) else None


def reworded(text: str, words: Words) -> str:
    """A whole text, ability by ability; what does not parse stays as it is."""
    whole = canonical(text.rstrip("\n"), words) if text.startswith("To ") else None
    if whole is not None:
        return whole + text[len(text.rstrip("\n")) :]
    lines, done, at = text.split("\n"), [], 0
    while at < len(lines):
        wording, size = _shortest(lines[at:], words)
        done.append(wording)
        at += size
    return "\n".join(done)


def _shortest(lines: list[str], words: Words) -> tuple[str, int]:
    """The first line, with as many of the next ones as it takes to make an ability of it."""
    for size in range(1, len(lines) + 1):
        text = "\n".join(lines[:size])
        if not text.strip() or not lines[size - 1].strip():
            break
        wording = canonical(text, words)
        if wording is not None:
            return wording, size
    return lines[0], 1


def _laid_out(wording: str, text: str, old: list[Leaf], new: list[Leaf]) -> str:
    breaks = set()
    behind = 0
    for before, after in zip(old, new, strict=True):
        if "\n" in text[behind : before.start]:
            breaks.add(wording.rfind(" ", 0, after.start + 1))
        # A phrase of several words is one leaf, and may be broken too.
        inner = text[before.start : before.end]
        if "\n" in inner:
            size = len(inner[: inner.index("\n")].split())
            spaces = [at for at in range(after.start, after.end) if wording[at] == " "]
            breaks.update(spaces[size - 1 : size])
        behind = before.end
    return "".join("\n" if at in breaks else char for at, char in enumerate(wording))
