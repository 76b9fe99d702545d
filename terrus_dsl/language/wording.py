"""The canonical wording of a text, laid out in the lines that its author chose."""

from __future__ import annotations

from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Leaf
from terrus_dsl.language.vocabulary import Vocabulary

__all__ = ["canonical"]


def canonical(text: str, vocabulary: Vocabulary) -> str | None:
    """The canonical wording of one ability, which may run over several lines; None where it does not parse."""
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


def _laid_out(wording: str, text: str, old: list[Leaf], new: list[Leaf]) -> str:
    breaks = set()
    behind = 0
    for before, after in zip(old, new, strict=True):
        if "\n" in text[behind : before.start]:
            breaks.add(wording.rfind(" ", 0, after.start + 1))
        # A phrase of several words is one leaf, and may be broken too.
        inner = text[before.start : before.end]
        if "\n" in inner:
            words = len(inner[: inner.index("\n")].split())
            spaces = [at for at in range(after.start, after.end) if wording[at] == " "]
            breaks.update(spaces[words - 1 : words])
        behind = before.end
    return "".join("\n" if at in breaks else char for at, char in enumerate(wording))
