"""Verbs that take what they are done to out of play: what they were done to is not looked for where it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.source.sheet import Sheet

__all__ = ["departing"]

_MOVES = frozenset({"put", "return"})


def departing(definitions: Iterable[Node], sheet: Sheet) -> frozenset[str]:
    """The verbs whose definition moves the thing itself to a zone that is not in play, by itself or by another verb."""
    found: set[str] = set()
    actions = {_verb(tree): list(_actions(tree)) for tree in definitions}
    grown = True
    while grown:
        grown = False
        for verb, done in actions.items():
            if verb not in found and any(_leaves(action, found, sheet) for action in done):
                found.add(verb)
                grown = True
    return frozenset(found)


def _verb(definition: Node) -> str:
    return next(leaf.id for leaf in definition.leaves() if leaf.terminal == "VERB")


def _actions(definition: Node) -> Iterator[Node]:
    """What is done to “it” or “that …” alone in any case, under no condition and by nobody's choice."""
    body = definition.first("body")
    for sentence in body.children if body is not None else ():
        plain = sentence.first("plain_statement") if isinstance(sentence, Node) else None
        for clause in plain.walk() if plain is not None else ():
            if clause.kind == "imperative":
                yield from (node for node in clause.walk() if node.kind == "act_on" and _of_itself(node))


def _of_itself(action: Node) -> bool:
    return next((leaf.id for leaf in action.leaves() if leaf.terminal != "VERB"), "") in ("it", "that")


def _leaves(action: Node, found: set[str], sheet: Sheet) -> bool:
    verb = action.children[0]
    assert isinstance(verb, Leaf)
    if verb.id not in _MOVES:
        return verb.id in found
    zones = [leaf.id for leaf in action.leaves() if leaf.terminal == "ZONE"]
    return bool(zones) and not any(sheet.zones[zone].play for zone in zones)
