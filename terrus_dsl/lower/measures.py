"""Numbers that things have, and what is said of them: how many, at least as much, the same as another."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.unit import Problem, Unit

__all__ = ["counter_code", "measure", "same_test", "stat_code"]


def measure(u: Unit, node: Node, subject: str) -> str:
    """Whether the thing given by code has what a measure says."""
    if node.kind == "stat_measure":
        stat, limit = node.children
        assert isinstance(stat, Node) and isinstance(limit, Node)
        return _bounded(u, limit, stat_code(u, stat, subject))
    counter = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "COUNTER")
    have = counter_code(u, counter, subject)
    if node.kind == "some_counter":
        return f"{have} > 0"
    if node.kind == "no_counter":
        return f"{have} <= 0"
    bound = node.children[0]
    assert isinstance(bound, Node)
    return _bounded(u, bound, have)


def _bounded(u: Unit, limit: Node, code: str) -> str:
    from terrus_dsl.lower.numbers import value_code

    bound = limit.first("bound") or limit.first("amount")
    assert bound is not None
    number = value_code(u, bound)
    return {"or_more": f"{code} >= {number}", "or_less": f"{code} <= {number}", "equal_to": f"{code} == {number}"}[
        limit.kind
    ]


def stat_code(u: Unit, stat: Node, subject: str) -> str:
    """The code of a stat of the thing given by code."""
    word = next(stat.leaves())
    number = u.book.stats.get(word.id)
    if number is None:
        raise Problem("type-mismatch", f"“{word.id}” is no number", stat)
    return f"stat(S, {subject}, {number})"


def counter_code(u: Unit, counter: Leaf, subject: str, domain: str | None = None) -> str:
    """The code of how many counters a thing or player has."""
    spec = u.book.sheet.counters[counter.id]
    if spec.of == "game":
        return f"S.totals[{spec.number}]"
    if spec.of == "player":
        return f"S.tallies[{spec.number}][{subject}]"
    return f"S.counters[{spec.number}][{subject}]"


def same_test(u: Unit, node: Node, subject: str) -> str:
    """Whether the thing given by code shares a number or a group of subtypes with another."""
    stat, bare = node.first("stat"), node.first("bare")
    assert stat is not None and bare is not None
    p = phrase(u, bare)
    if p.value is None:
        raise Problem("ambiguous-reference", "compare with one thing named before", bare)
    word = next(stat.leaves()).id
    if word in u.book.sheet.groups:
        mask = 0
        for member in u.book.sheet.groups[word]:
            mask |= u.book.sheet.mask(member)
        return f"alike(S, {subject}, {p.value.code}, {mask})"
    return f"{stat_code(u, stat, subject)} == {stat_code(u, stat, p.value.code)}"
