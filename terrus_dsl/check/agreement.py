"""Do noun, verb and number agree? The grammar takes any form of a word, so that the fault can be named."""

from __future__ import annotations

from collections.abc import Iterator

from terrus_dsl.language.parse import AGREEING, SyntaxProblem, parse
from terrus_dsl.language.show import show
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.language.vocabulary import Vocabulary

__all__ = ["disagreements"]

_INFLECTED = frozenset({"VERB", "CONTROL", "COUNTER"})
_AUXILIARY = frozenset(AGREEING.values()) - {"a"}
#: Here a number is spoken of, and usage wavers.
_NUMBERS = frozenset({"number_test", "set_number", "become_number", "become_count"})


def disagreements(tree: Node, text: str, vocabulary: Vocabulary) -> list[tuple[Leaf, str]]:
    """The words of a text whose form is wrong, each with the right one."""
    wording = show(tree, vocabulary)
    if wording == text:
        return []
    again = parse(wording, vocabulary)
    if isinstance(again, SyntaxProblem):
        return []
    pairs = zip(_inflected(tree), _inflected(again), strict=False)
    return [(written, wording[right.start : right.end]) for written, right in pairs
            if (written.terminal, written.id) == (right.terminal, right.id) and written.form != right.form]


def _inflected(tree: Node) -> Iterator[Leaf]:
    for child in tree.children:
        if isinstance(child, Node):
            yield from _inflected(child)
        elif child.terminal in _INFLECTED or (
            child.literal and child.id in _AUXILIARY and tree.kind not in _NUMBERS
        ):
            yield child
