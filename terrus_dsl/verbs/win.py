"""win, lose: the end of the game for a player."""

from __future__ import annotations

from terrus_dsl.language.tree import Node
from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["lower"]


def lower(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Write the end."""
    if not isinstance(action.arg, Node) or not any(leaf.id == "game" for leaf in action.arg.leaves()):
        raise Problem("type-mismatch", f"{action.verb} what?", action.node, "a player wins or loses the game")
    function = "win_all" if action.verb == "win" else "lose_all"
    u.line(f"{function}(S, one({u.scope.you}), {u.rule or u.subject!r})")
    return "1"
