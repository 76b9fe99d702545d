"""begin, end, skip, stop: periods of the game, and leaving them early."""

from __future__ import annotations

from terrus_dsl.language.tree import Node
from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["begin", "end"]


def _period(u: Unit, action: Action) -> tuple[str, int]:
    arg = action.arg
    leaf = next((leaf for leaf in arg.leaves() if leaf.terminal == "PERIOD"), None) if isinstance(arg, Node) else None
    if leaf is None:
        raise Problem("type-mismatch", f"{action.verb} which period?", action.node)
    return leaf.id, u.book.periods[leaf.id]


def begin(u: Unit, action: Action, subject: Value | None) -> str | None:
    """A period begins: what lasts until then ends, and what waits for it triggers."""
    _, number = _period(u, action)
    u.line(f"begin_period(S, {number}, {u.scope.you})")
    return "1"


def end(u: Unit, action: Action, subject: Value | None) -> str | None:
    """A period that a procedure spans is left at once; any other simply ends."""
    name, number = _period(u, action)
    if name in u.book.sheet.spans:
        u.line(f"return leave(S, {number})")
    else:
        u.line(f"end_period(S, {number}, {u.scope.you})")
    return "1"


def skip(u: Unit, action: Action, subject: Value | None) -> str | None:
    """The next such period of a player does not take place."""
    _, number = _period(u, action)
    u.line(f"S.skips = (*S.skips, ({number}, {u.scope.you}))")
    return "1"
