"""pay: printed costs and amounts of resources."""

from __future__ import annotations

from terrus_dsl.language.tree import Node
from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.costs import cost_code
from terrus_dsl.lower.unit import Problem, Unit, Value
from terrus_dsl.verbs import tally

__all__ = ["lower"]


def lower(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Pay in full or not at all."""
    arg = action.arg
    if not isinstance(arg, Node):
        raise Problem("unfinished-sentence", "pay what?", action.node)
    if arg.kind == "counters" and next(arg.leaves()).id == "X" and u.scope.x is None:
        tally.ask_x(u, arg)
    card = u.scope.known.code if u.scope.known is not None else u.scope.me or "-1"
    return u.temp(f"pay(S, {u.scope.you}, {cost_code(u, action)}, {card})")
