"""Numbers of the hooks to which static abilities, triggers and replacements listen."""

from __future__ import annotations

__all__ = [
    "ACTS",
    "BEFORE",
    "BEGINS",
    "BORROWED",
    "CAN",
    "CANNOT",
    "COST",
    "ENDS",
    "ENTERS",
    "EVENT",
    "FIRST_GAME_VERB",
    "IF_IT_LEAVES",
    "KERNEL_EVENTS",
    "LEAVES",
    "STAT",
    "WOULD",
    "parameters",
]

#: A stat's modifiers: STAT + stat number.
STAT = 0
#: Changes of what a verb costs: COST + verb number.
COST = 1_000
#: Something happened: EVENT + verb number.
EVENT = 10_000
#: It would happen, and something else happens instead.
WOULD = 20_000
#: It cannot happen.
CANNOT = 30_000
#: It may happen although a rule forbids it.
CAN = 40_000
#: Objects that enter or leave a kind of zone.
ENTERS = 50_000
LEAVES = 51_000
#: Periods that begin and end.
BEGINS = 52_000
ENDS = 53_000
#: Activated abilities granted to objects.
ACTS = 54_000
#: Instead of one ability's number: all labelled abilities of the cards that the function lists.
BORROWED = -1

#: When a trigger looks at the things of an event: before it happens, or before it if they leave by it.
BEFORE, IF_IT_LEAVES = 2, 1

#: Verbs that the kernel itself performs, in the order of `KERNEL_VERBS`; a game's own verbs follow.
KERNEL_EVENTS = 100
FIRST_GAME_VERB = 100


def parameters(hook: int) -> str:
    """The parameters of a function that listens to a hook."""
    if CANNOT <= hook < ENTERS:
        return "S, me, you, bound, by, o, target"
    if EVENT <= hook < ACTS:
        return "S, me, you, bound, by, it, amount, target, was"
    return "S, me, you, bound, by, o" if COST <= hook < EVENT else "S, me, you, bound, o"
