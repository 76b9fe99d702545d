"""Abilities that other things grant: whoever bears them is looked up when they matter."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.listening import register
from terrus_dsl.engine.places import controller
from terrus_dsl.engine.state import State

__all__ = ["bearers", "carried", "carried_event", "carried_rule", "lent", "register_lent"]


def carried(S: State, function: int, holds: int, me: int, you: int, bound: Any, *what: int) -> Any:
    """A granted modifier: the bearer is each thing to which the ability is granted."""
    G = S.G
    for h in bearers(S):
        if G.hooks[holds](S, me, you, bound, h):
            change = G.hooks[function](S, h, controller(S, h), (), *what)
            if change is not None:
                return change
    return None


def carried_rule(
    S: State, function: int, holds: int, me: int, you: int, bound: Any, by: int, o: int, target: int
) -> Any:
    """A granted restriction or permission."""
    G = S.G
    return any(
        G.hooks[holds](S, me, you, bound, h) and G.hooks[function](S, h, controller(S, h), (), by, o, target)
        for h in bearers(S)
    )


def carried_event(
    S: State,
    function: int,
    holds: int,
    me: int,
    you: int,
    bound: Any,
    by: int,
    it: int,
    amount: int,
    target: int,
    was: int,
) -> Any:
    """A granted trigger: the list of its bearers for which the event fits."""
    G = S.G
    return [
        h
        for h in bearers(S)
        if G.hooks[holds](S, me, you, bound, h)
        and G.hooks[function](S, h, controller(S, h), (), by, it, amount, target, was)
    ]


def lent(S: State, lenders: int, card: int, me: int, you: int, bound: Any, o: int) -> bool:
    """Whether a thing has the abilities of a card now, by the function that lists whose it has."""
    return any(S.card[z] == card for z in S.G.hooks[lenders](S, me, you, bound, o) or ())


def register_lent(S: State, lenders: int, me: int, you: int, bound: Any, expiry: Any) -> None:
    """What the cards listen to whose abilities something has for a while."""
    for hook, function, effect in S.G.lent_entries.get(lenders, ()):
        register(S, hook, function, me, you, bound, expiry, effect)


def bearers(S: State) -> list[int]:
    """Everything that may bear a granted ability: all things in zones where texts work."""
    return [o for z in S.G.work_zones for o in S.zones[z]]
