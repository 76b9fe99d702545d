"""Can every rule come to its end? A definition that does itself first, whatever happens, never does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from terrus_dsl.diagnostics import Findings
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.source.load import TextLine

__all__ = ["check"]


def check(texts: Iterable[tuple[str, TextLine, Node]], findings: Findings) -> None:
    """Report definitions that lead back to themselves with no condition, choice or other thing in between."""
    calls: dict[str, set[str]] = {}
    places: dict[str, tuple[str, TextLine, Node]] = {}
    for rule, line, tree in texts:
        if tree.kind == "definition":
            defined = _verb(tree).id
            calls.setdefault(defined, set()).update(_always(tree))
            places.setdefault(defined, (rule, line, tree))
    for verb, (rule, line, tree) in places.items():
        circle = _circle(verb, calls)
        if circle:
            at = _verb(tree)
            findings.add("rule-impossible", f"to {' is to '.join(circle)}, which never ends",
                         line.place(at.start, at.end - at.start), subject=f"rule {rule}", rule=rule,
                         hint="say under which condition it goes on")


def _verb(definition: Node) -> Leaf:
    return next(leaf for leaf in definition.leaves() if leaf.terminal == "VERB")


def _always(tree: Node) -> Iterator[str]:
    """The verbs that a definition does in any case, each to what it was itself done to."""
    body = tree.first("body")
    for sentence in body.children if body is not None else ():
        statement = sentence.children[0] if isinstance(sentence, Node) else sentence
        if not isinstance(statement, Node) or statement.kind != "plain_statement":
            return
        for clause in statement.walk():
            if clause.kind != "imperative":
                continue
            action = next((node for node in clause.walk() if node.kind in ("act_alone", "act_on")), None)
            verb = action.children[0] if action is not None else None
            if action is not None and isinstance(verb, Leaf) and _same_thing(action):
                yield verb.id


def _same_thing(action: Node) -> bool:
    """`do it`, `discard that card`, `draw`: nothing new comes in that may run out."""
    if action.kind == "act_alone":
        return True
    leaves = [leaf for leaf in action.leaves() if leaf.terminal != "VERB"]
    return bool(leaves) and leaves[0].id in ("it", "that") and not any(node.kind == "prep" for node in action.walk())


def _circle(verb: str, calls: dict[str, set[str]]) -> list[str]:
    """The way from a verb back to itself."""
    ways = [[verb]]
    seen: set[str] = set()
    while ways:
        way = ways.pop()
        for other in sorted(calls.get(way[-1], ())):
            if other == verb:
                return [*way, verb]
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return []
