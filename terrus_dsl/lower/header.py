"""The header of a labelled line: labels, costs and limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from terrus_dsl.language.parse import SyntaxProblem, parse
from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower.conditions import condition_code
from terrus_dsl.lower.unit import Problem, Unit

__all__ = ["Header", "label_conditions", "read_header"]


@dataclass
class Header:
    """What stands before the colon of a labelled line."""

    labels: list[str] = field(default_factory=list)
    unlimited: bool = False
    limit: str = ""
    conditions: list[Node] = field(default_factory=list)
    thresholds: list[tuple[str, str]] = field(default_factory=list)
    resources: list[Node] = field(default_factory=list)
    special: int = 0
    response: bool = False
    actions: list[Node] = field(default_factory=list)


def read_header(node: Node) -> Header:
    """The header of a labelled line, taken apart."""
    header = Header()
    for part in node.children:
        if not isinstance(part, Node):
            continue
        if part.kind in ("label_part", "unlimited_part"):
            header.labels.append(next(leaf.id for leaf in part.leaves() if leaf.terminal == "LABEL"))
            header.unlimited |= part.kind == "unlimited_part"
        if part.kind == "action_part":
            header.actions.append(part.children[0])  # type: ignore[arg-type]
        if part.kind == "cost_part":
            header.resources.append(part.children[0])  # type: ignore[arg-type]
        paren = part.first("paren")
        for limit in paren.children if paren is not None else ():
            if isinstance(limit, Node):
                _read_limit(header, limit)
    return header


def _read_limit(header: Header, limit: Node) -> None:
    leaves = [leaf for leaf in limit.leaves() if not leaf.literal]
    if limit.kind == "number_limit":
        header.special += int(leaves[0].id)
    elif limit.kind == "threshold_limit":
        header.thresholds.append((leaves[0].id, leaves[1].id))
    elif limit.kind == "period_limit":
        header.limit = leaves[0].id
    elif limit.kind == "condition_limit":
        header.conditions.append(limit.first("condition"))  # type: ignore[arg-type]
    else:
        header.response = True


def label_conditions(u: Unit, labels: Iterable[str], header: Header) -> list[str]:
    """The tests of what labels and thresholds ask for."""
    tests = []
    for name in labels:
        text = u.book.sheet.labels[name].condition
        if not text:
            continue
        for amount, stat in header.thresholds or [("X", "STAT")]:
            words = " ".join(amount if w == "X" else stat if w == "STAT" else w for w in text.split(" "))
            tree = parse(words, u.book.words, "condition")
            if isinstance(tree, SyntaxProblem):
                raise Problem(
                    "no-executor", f"the condition of label {name} does not parse: {words}", Leaf("LABEL", name)
                )
            tests.append(condition_code(u, tree))
    return tests
