"""Events, and the entries that listen to them: triggers, replacements, effects that last."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.places import SPACE, controller, shown
from terrus_dsl.engine.state import State
from terrus_dsl.lower.hooks import BEFORE, EVENT

__all__ = [
    "COUNTS",
    "EFFECTS",
    "ELSEWHERE",
    "MOVES",
    "PLAYER",
    "STATES",
    "TALLIES",
    "affects",
    "bound_to",
    "emit",
    "fire",
    "foresee",
    "happening",
    "note",
    "register",
    "set_off",
    "told",
    "unregister",
]

#: What has changed since the last state check.
MOVES, COUNTS, EFFECTS, STATES, TALLIES, ELSEWHERE = 1, 2, 4, 8, 16, 32


#: In the log, the first player; what verbs are done to may be a player.
PLAYER = -10


def happening(S: State, verb: int, by: int, it: int, amount: int, target: int) -> tuple[Any, ...]:
    """What must be known before something happens: who listens, who controls the thing, whose test looks back."""
    seen = (S.look if S.look is not None else S.on).get(EVENT + verb, ())
    was = controller(S, it) if 0 <= it < SPACE else -1
    return seen, was, foresee(S, seen, by, it, amount, target, was) if seen else None


def emit(S: State, before: tuple[Any, ...], verb: int, by: int, it: int, amount: int, target: int) -> None:
    """Record that something happened and set off what listens."""
    seen, was, foreseen = before
    if verb in S.G.remembered:
        S.history = (*S.history, (verb, by, it, amount, target, was))
    now = S.on.get(EVENT + verb, ())
    if seen or now:
        set_off(S, seen, by, it, amount, target, was, foreseen)
        if now is not seen:
            set_off(S, tuple(e for e in now if e not in seen), by, it, amount, target, was)
    if S.log is not None:
        note(S, verb, by, it, amount)


def told(S: State, verb: int, by: int, items: Any) -> None:
    """Tell what listens to it, or looks back at it, that the kernel has done this to each of these things.

    Nothing was moved or changed by it that a test could ask about, so that no test needs to look before it.
    """
    seen = S.on.get(EVENT + verb, ())
    if seen or verb in S.G.remembered:
        for o in items:
            emit(S, ((), controller(S, o), None), verb, by, o, 1, -1)


def note(S: State, verb: int, by: int, it: int, amount: int) -> None:
    """Write what happened into the log of a game that keeps one."""
    assert S.log is not None
    what = PLAYER - it if verb in S.G.player_verbs and it >= 0 else shown(S, it)
    S.log = (*S.log, ("event", verb, by, what, amount))


def foresee(
    S: State, entries: tuple[Any, ...], by: int, it: int, amount: int, target: int, was: int
) -> dict[int, Any] | None:
    """What the tests that look back say before the event, by number of the entry; None where no test does.

    Where something was, and how it was when it left, nobody can tell afterwards. What did not leave by the event is
    looked at afterwards, unless the text says where it was.
    """
    looks = S.G.looks
    found: dict[int, Any] | None = None
    for e in entries:
        if e[2] in looks:
            found = {} if found is None else found
            you = e[1] if e[1] >= 0 else by if by >= 0 else S.active
            found[e[6]] = S.G.hooks[e[2]](S, e[0], you, e[4], by, it, amount, target, was)
    if found is not None:
        found[_VISIT] = S.visit[it] if 0 <= it < SPACE else 0
    return found


#: The visit of the thing, beside the numbers of entries.
_VISIT = 1 << 62


def set_off(
    S: State,
    entries: tuple[Any, ...],
    by: int,
    it: int,
    amount: int,
    target: int,
    was: int,
    foreseen: dict[int, Any] | None = None,
) -> None:
    """What listens and fits the event waits for its turn."""
    hooks = S.G.hooks
    left = foreseen is not None and _left(S, it, foreseen[_VISIT])
    for e in entries:
        you = e[1] if e[1] >= 0 else by if by >= 0 else S.active
        if foreseen is not None and e[6] in foreseen and (left or S.G.looks[e[2]] == BEFORE):
            found = foreseen[e[6]]
        else:
            found = hooks[e[2]](S, e[0], you, e[4], by, it, amount, target, was)
        if not found:
            continue
        if e[7] == 2 and not _first_this_turn(S, e):
            continue
        for bearer in found if isinstance(found, list) else (e[0],):
            if isinstance(found, list):
                you = was if bearer == it and left else controller(S, bearer)
            visit = S.visit[bearer] if bearer >= 0 else 0
            S.pending = (*S.pending, (e[3], bearer, you, it, by, amount, e[4], target, visit))
        if e[7] == 1:
            unregister(S, e)


def _left(S: State, it: int, visit: int) -> bool:
    return 0 <= it < SPACE and S.visit[it] != visit and not (S.zone[it] >= 0 and S.G.zone_play[S.zone[it]])


def _first_this_turn(S: State, e: tuple[Any, ...]) -> bool:
    key = (-1, e[6])
    if key in S.used:
        return False
    S.used[key] = 1
    return True


def fire(S: State, hook: int, by: int, it: int, amount: int, target: int, was: int) -> None:
    """Set off what listens to a hook of the kernel's own events."""
    entries = S.on.get(hook)
    if entries:
        set_off(S, entries, by, it, amount, target, was)


def register(
    S: State, hook: int, function: int, me: int, you: int, bound: Any, expiry: Any, effect: int, once: bool = False
) -> None:
    """Add an entry that listens to a hook until it expires."""
    S.sequence += 1
    S.dirty |= EFFECTS
    S.stale |= EFFECTS
    entry = (me, you, function, effect, bound, expiry, S.sequence, 1 if once else 0)
    S.on[hook] = (*S.on.get(hook, ()), entry)


def unregister(S: State, entry: tuple[Any, ...]) -> None:
    """Remove an entry from wherever it listens."""
    for hook, entries in S.on.items():
        if entry in entries:
            S.on[hook] = tuple(e for e in entries if e is not entry)
            return


def bound_to(S: State, items: Any) -> tuple[Any, ...]:
    """What an effect is fixed to: things with the visit in which they were found."""
    items = tuple(items)
    return items, tuple(S.visit[o] for o in items)


def affects(S: State, bound: Any, o: int) -> bool:
    """Whether a thing is one that an effect was fixed to, and has not left since."""
    return o in bound[0] and S.visit[o] == bound[1][bound[0].index(o)]
