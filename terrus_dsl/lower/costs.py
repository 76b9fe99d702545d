"""Costs: printed costs, resources, counters and what a header writes in parentheses."""

from __future__ import annotations

from terrus_dsl.language.tree import Leaf, Node
from terrus_dsl.lower import measures
from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.choices import pick
from terrus_dsl.lower.filters import VAR, candidates
from terrus_dsl.lower.nouns import phrase
from terrus_dsl.lower.numbers import counters, thing
from terrus_dsl.lower.unit import Problem, Unit

__all__ = ["cost_code", "has_counters", "payable", "resource_cost"]


def cost_code(u: Unit, action: Action) -> str:
    """The code of the cost that `pay …` names: a printed cost of a thing, or an amount of a resource."""
    arg = action.arg
    assert isinstance(arg, Node)
    if arg.kind == "counters":
        amount, counter = counters(u, arg)
        return resource_cost(u, amount, counter)
    for node in arg.walk():
        if node.kind in ("value", "atom", "bound") and len(node.children) == 2 and isinstance(node.children[1], Node):
            stat = next(node.children[1].leaves())
            poss = node.children[0]
            assert isinstance(poss, Node)
            own = poss if poss.kind == "own" else poss.children[0]
            assert isinstance(own, Node)
            number = u.book.costs.get(stat.id)
            if number is not None:
                return f"cost_of(S, {thing(u, own)}, {number})"
            return f"special({measures.stat_code(u, node.children[1], thing(u, own))})"
    raise Problem("type-mismatch", "only a printed cost or an amount of a resource can be paid", arg)


def resource_cost(u: Unit, amount: str, counter: Leaf) -> str:
    """An amount of one resource as a cost."""
    spec = u.book.sheet.counters[counter.id]
    if spec.of != "player":
        raise Problem("type-mismatch", f"{counter.id} is nothing that a player has", counter)
    return f"((({spec.number}, {amount}),), 0, 0)"


def payable(u: Unit, action: Action) -> str:
    """The code of whether the actor can pay."""
    return f"can_pay(S, {u.scope.you}, {cost_code(u, action)})"


def has_counters(u: Unit, action: Action) -> str:
    """The code of whether as many counters can be removed."""
    assert isinstance(action.arg, Node)
    if next(action.arg.leaves()).id == "X":
        return "True"
    amount, counter = counters(u, action.arg)
    spec = u.book.sheet.counters[counter.id]
    if spec.of == "player":
        return f"S.tallies[{spec.number}][{u.scope.you}] >= {amount}"
    if action.source is None:
        return "True"
    p = phrase(u, action.source)
    if p.value is not None:
        return f"S.counters[{spec.number}][{p.value.code}] >= {amount}"
    assert p.filter is not None
    p.filter.conditions.append(f"S.counters[{spec.number}][{VAR}] >= {amount}")
    return f"bool({candidates(u, p.filter)})"


def holder(u: Unit, action: Action, amount: str, number: int) -> str:
    """The thing from which counters are removed; only one that has enough may be chosen."""
    assert action.source is not None
    return pick(u, action.source, condition=f"S.counters[{number}][{VAR}] >= {amount}").code
