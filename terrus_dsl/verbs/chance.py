"""roll: dice."""

from __future__ import annotations

from terrus_dsl.language.tree import Node
from terrus_dsl.lower import nouns
from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["roll"]


def roll(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Roll dice; their results are “the result” and “the number of … results”."""
    if not isinstance(action.arg, Node) or not any(leaf.id == "die" for leaf in action.arg.leaves()):
        raise Problem("type-mismatch", "roll what?", action.node)
    amount = next((n for n in action.arg.walk() if n.kind == "amount"), None)
    count = nouns.amount_code(u, amount) if amount is not None else "1"
    u.line(f"roll(S, {u.scope.you}, {count})")
    return "1"
