"""prevent: less of what would happen."""

from __future__ import annotations

from terrus_dsl.lower import nouns
from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.book import python_name
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["lower"]


def lower(u: Unit, action: Action, subject: Value | None) -> str | None:
    """`prevent 2 of them`, `prevent them`: the event happens with less, or not at all."""
    event = u.scope.names.get("§key") or u.scope.names.get("§event")
    if event is None:
        raise Problem("dangling-reference", "prevent what? Only a “would … instead” can be prevented", action.node)
    amount = next((n for n in action.node.walk() if n.kind == "amount"), None)
    if amount is None:
        return "1"
    verb = python_name(event)
    count = nouns.amount_code(u, amount)
    left = u.temp(f"max(0, amount - {count})")
    done = u.temp("0")
    with u.block(f"if {left} > 0:"):
        u.line(f"{done} = do_{verb}(S, me, by, it, {left}, target)")
    return f"({done} or 1)"
