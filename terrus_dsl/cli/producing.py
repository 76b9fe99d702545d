"""Which cards do nothing but make resources: nobody needs to be asked about them."""

from __future__ import annotations

from collections.abc import Callable

from terrus_dsl.compile import Compiled
from terrus_dsl.language.tree import Leaf, Node

__all__ = ["producing"]

# What a sentence that only makes resources consists of, beside the grammar's own words.
_PARTS = {"VERB", "NUMBER", "DIGITS", "COUNTER"}
# Of the kernel's verbs, those that take resources away.
_TAKING = {"lose", "pay", "spend", "remove"}


def producing(game: Compiled) -> Callable[[str], bool]:
    """Says of a card's name whether all its texts only make resources, at no cost."""
    texts: dict[str, list[Node]] = {}
    for subject, _, tree in game.texts:
        texts.setdefault(subject, []).append(tree)
    resources = {name for name, counter in game.sheet.counters.items() if counter.resource} if game.sheet else set()
    cards = {card.name for card in game.cards}
    found = {name for name in cards if name in texts and all(_makes(tree, resources) for tree in texts[name])}
    return found.__contains__


def _makes(tree: Node, resources: set[str]) -> bool:
    inner = tree.children[0] if tree.kind == "ability" else tree
    if not isinstance(inner, Node):
        return False
    header: list[Leaf] = []
    if inner.kind == "labelled":
        header = list(inner.children[0].leaves()) if isinstance(inner.children[0], Node) else []
        body = inner.children[-1]
    else:
        body = inner
    leaves = [leaf for leaf in body.leaves() if not leaf.literal] if isinstance(body, Node) else []
    made = [leaf.id for leaf in leaves if leaf.terminal == "COUNTER"]
    verbs = {leaf.id for leaf in leaves if leaf.terminal == "VERB"}
    only_parts = all(leaf.terminal in _PARTS for leaf in leaves) and all(leaf.terminal == "LABEL" for leaf in header)
    return only_parts and bool(made) and set(made) <= resources and not verbs & _TAKING
