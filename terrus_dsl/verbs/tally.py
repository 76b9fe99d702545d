"""gain, lose, add, remove, spend: counters of players and of things."""

from __future__ import annotations

from terrus_dsl.language.tree import Node
from terrus_dsl.lower.actions import Action
from terrus_dsl.lower.costs import holder
from terrus_dsl.lower.numbers import counters
from terrus_dsl.lower.unit import Problem, Unit, Value

__all__ = ["lower"]

NAMES = ("gain", "lose", "add", "remove", "spend")


def lower(u: Unit, action: Action, subject: Value | None) -> str | None:
    """Write the change."""
    arg = action.arg
    if not isinstance(arg, Node) or arg.kind != "counters":
        return _other(u, action)
    if _asks_x(u, arg):
        ask_x(u, arg)
    amount, counter = counters(u, arg)
    spec = u.book.sheet.counters[counter.id]
    gains = action.verb in ("gain", "add")
    if spec.of == "game":
        u.line(f"count(S, {spec.number}, {amount if gains else f'-({amount})'})")
        return "1"
    if spec.of == "player":
        code = (
            f"gain(S, {u.scope.you}, {spec.number}, {amount})"
            if gains
            else f"lose(S, {u.scope.you}, {spec.number}, {amount})"
        )
        u.scope.amount = u.temp(code)
        return u.scope.amount
    if action.source is not None:
        thing = holder(u, action, amount, spec.number)
    elif subject is not None:
        thing = subject.code
    else:
        thing = u.scope.me or "-1"
    code = (
        f"put_counters(S, {u.scope.you}, one({thing}), {spec.number}, {amount})"
        if gains
        else f"remove_counters(S, {u.scope.you}, {thing}, {spec.number}, {amount})"
    )
    u.scope.amount = u.temp(code)
    return u.scope.amount


def _asks_x(u: Unit, arg: Node) -> bool:
    return next(arg.leaves()).id == "X" and u.scope.x is None


def ask_x(u: Unit, arg: Node) -> None:
    """X is chosen as it is paid: from 0 to all that the player has."""
    counter = next(leaf for leaf in arg.leaves() if leaf.terminal == "COUNTER")
    number = u.book.sheet.counters[counter.id].number
    site, args = u.options(f"list(range(0, S.tallies[{number}][{u.scope.you}] + 1))", "X")
    u.scope.x = u.temp(f"pick(S, {u.scope.you}, {site.number}, {args})")


def _other(u: Unit, action: Action) -> str | None:
    """`lose the game` belongs to `win`; anything else needs an amount."""
    from terrus_dsl.verbs import win

    if (
        action.verb == "lose"
        and isinstance(action.arg, Node)
        and any(leaf.id == "game" for leaf in action.arg.leaves())
    ):
        return win.lower(u, action, None)
    if action.verb == "gain" and isinstance(action.arg, Node) and action.arg.kind == "np":
        raise Problem(
            "no-executor", "say into which zone it goes", action.node, "define the verb in the rulebook or use “put”"
        )
    raise Problem("type-mismatch", f"{action.verb} how much of what?", action.node)
