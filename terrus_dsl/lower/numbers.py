"""Numbers: amounts, stats and counters of things, counts and totals of what a phrase admits."""

from __future__ import annotations

import re

from terrus_dsl.language.tree import Leaf, Node, Tree
from terrus_dsl.lower import measures, references, whose
from terrus_dsl.lower.filters import Filter, candidates
from terrus_dsl.lower.nouns import amount_code, phrase
from terrus_dsl.lower.unit import Problem, Unit

__all__ = ["counters", "listing", "metric_code", "number_code", "thing", "value_code"]


def number_code(u: Unit, node: Node) -> str:
    """The code of a `number`, `sum`, `term` or `atom`."""
    if node.kind in ("number", "term") and len(node.parts) == 1 and len(node.children) == 1:
        return number_code(u, node.children[0]) if isinstance(node.children[0], Node) else ""  # pragma: no branch
    if node.kind == "sum":
        return _sum(u, node)
    if node.kind == "term":
        inner = number_code(u, next(c for c in node.children if isinstance(c, Node)))
        words = {c.id for c in node.children if isinstance(c, Leaf)}
        if "twice" in words:
            return f"2 * {inner}"
        return f"-(-({inner}) // 2)" if ", rounded up" in words else f"({inner}) // 2"
    if node.kind == "atom":
        return _atom(u, node)
    return value_code(u, node)


def _sum(u: Unit, node: Node) -> str:
    if len(node.children) == 1:
        return number_code(u, node.children[0])  # type: ignore[arg-type]
    left, sign, right = node.children
    assert isinstance(sign, Leaf)
    operator = "+" if sign.id == "plus" else "-"
    return f"({number_code(u, left)} {operator} {number_code(u, right)})"  # type: ignore[arg-type]


def value_code(u: Unit, node: Node) -> str:
    """The code of a `value`, `bound` or `amount`."""
    if node.kind == "amount":
        return amount_code(u, node)
    first = node.children[0]
    if isinstance(first, Leaf):
        name = u.scope.names.get(first.id)
        if name is None:
            raise Problem(
                "dangling-reference", f"“{first.id}” has no value here", node, f"say “let {first.id} be …” first"
            )
        return name
    if first.kind == "amount":
        return amount_code(u, first)
    return _property(u, node)


def _property(u: Unit, node: Node) -> str:
    poss, what = node.children[0], node.children[1]
    assert isinstance(poss, Node)
    own = poss if poss.kind == "own" else poss.children[0]
    assert isinstance(own, Node)
    if isinstance(what, Leaf):  # COUNTER
        spec = u.book.sheet.counters[what.id]
        if spec.of == "player":
            holder = whose.player_of(u, poss if poss.kind == "poss" else Node("poss", (own,)))
        else:
            holder = thing(u, own)
        return measures.counter_code(u, what, holder)
    word = next(what.leaves()).id
    if word in u.book.player_stats:
        holder = whose.player_of(u, poss if poss.kind == "poss" else Node("poss", (own,)))
        return f"player_stat(S, {holder}, {u.book.player_stats[word]})"
    return measures.stat_code(u, what, thing(u, own))


def thing(u: Unit, own: Node) -> str:
    """The code of the thing whose number is meant."""
    if own.kind == "own":
        word = own.children[0].id  # type: ignore[union-attr]
        if word == "its":
            return references.it(u, own).code
        if u.scope.them is not None and word == "their":
            return u.scope.them.code
        raise Problem("type-mismatch", f"“{word}” names a player, who has no such number", own)
    p = phrase(u, own)
    if p.value is not None:
        return p.value.code
    if u.scope.names.get("§subject") is not None:
        return u.scope.names["§subject"]
    raise Problem("ambiguous-reference", "say of which thing, with something named before", own)


def _atom(u: Unit, node: Node) -> str:
    first = node.children[0]
    if isinstance(first, Node):
        return value_code(u, first) if first.kind == "value" else _property(u, node)
    if first.id == "the result":
        return "total(S.dice)"
    if first.id == "the":
        counter = node.children[1]
        assert isinstance(counter, Leaf)
        return measures.counter_code(u, counter, u.scope.you)
    np = node.children[-1]
    assert isinstance(np, Node)
    if first.id == "the number of":
        return f"len({listing(u, np)})"
    what = node.children[1]
    code = _measured(u, what, "z", np)
    if first.id == "the total":
        plain = re.fullmatch(r"stat\(S, z, (\d+)\)", code)
        if plain is not None:
            return f"stat_total(S, {listing(u, np)}, {plain[1]})"
        return f"sum([{code} for z in {listing(u, np)}])"
    which = "max" if first.id == "the highest" else "min"
    return f"{which}([{code} for z in {listing(u, np)}], default=0)"


def _measured(u: Unit, what: Tree, var: str, np: Node) -> str:
    if isinstance(what, Leaf):
        return measures.counter_code(u, what, var)
    return measures.stat_code(u, what, var)


def listing(u: Unit, np: Node) -> str:
    """The code of the list of what a noun phrase admits, whatever its determiner."""
    p = phrase(u, np)
    if p.value is not None:
        return p.value.code if p.value.many else f"one({p.value.code})"
    assert p.filter is not None
    if p.filter.domain == "object" and not p.filter.sources and p.filter.among is None:
        hand = u.book.hand()
        p.filter.sources = [(hand, u.scope.they or u.scope.you)] if p.filter.noun == "card" and hand else []
    return candidates(u, p.filter)


def metric_code(u: Unit, metric: Node, f: Filter, var: str) -> str:
    """The code of what a superlative compares, for the thing in `var`."""
    if metric.kind == "stat_metric":
        return measures.stat_code(u, metric.children[0], var)  # type: ignore[arg-type]
    if metric.kind == "counter_metric":
        return measures.counter_code(u, metric.children[0], var)  # type: ignore[arg-type]
    bare = metric.children[-1]
    assert isinstance(bare, Node)
    saved = u.scope
    u.scope = saved.copy()
    if f.domain == "player":
        u.scope.they = var
    p = phrase(u, bare)
    if p.filter is not None and f.domain == "player" and not any(pl == var for _, pl in p.filter.sources):
        p.filter.sources = [(zone, var) for zone, _ in p.filter.sources]
    code = p.value.code if p.value is not None else candidates(u, p.filter)  # type: ignore[arg-type]
    u.scope = saved
    code = re.sub(r"\bo\b", "w", code)
    if metric.kind == "number_metric":
        return f"len({code})"
    stat = metric.first("stat")
    assert stat is not None
    return f"sum([{measures.stat_code(u, stat, 'w')} for w in {code}])"


def counters(u: Unit, node: Node) -> tuple[str, Leaf]:
    """Amount and kind of a `counters` phrase."""
    counter = next(c for c in node.children if isinstance(c, Leaf) and c.terminal == "COUNTER")
    first = node.children[0]
    if isinstance(first, Node) and first.kind == "amount":
        return amount_code(u, first), counter
    if isinstance(first, Node) and first.kind == "a":
        return "1", counter
    number = node.children[-1]
    assert isinstance(number, Node)
    return number_code(u, number), counter
