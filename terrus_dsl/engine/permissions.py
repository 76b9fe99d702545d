"""What may be done: prohibitions, and permissions that lift those of rules."""

from __future__ import annotations

from terrus_dsl.engine.state import State
from terrus_dsl.lower.hooks import CAN, CANNOT

__all__ = ["able", "forbidden", "happened"]


def able(S: State, verb: int, you: int, o: int, target: int = -1) -> bool:
    """Whether nothing forbids it; what a card forbids cannot be permitted, what a rule forbids can."""
    entries = S.on.get(CANNOT + verb)
    if entries:
        hooks = S.G.hooks
        for e in entries:
            holds = hooks[e[2]](S, e[0], e[1], e[4], you, o, target)
            if holds and (e[0] >= 0 or e[5] is not None or not _permitted(S, verb, you, o, target)):
                return False
    gate = S.G.gates.get(verb)
    return True if gate is None else bool(gate(S, you, o))


def _permitted(S: State, verb: int, you: int, o: int, target: int) -> bool:
    hooks = S.G.hooks
    return any(hooks[e[2]](S, e[0], e[1], e[4], you, o, target) for e in S.on.get(CAN + verb, ()))


def forbidden(S: State, verb: int, you: int, o: int, target: int) -> bool:
    """Whether a verb that is about to be performed may not be."""
    entries = S.on.get(CANNOT + verb)
    if not entries:
        return False
    hooks = S.G.hooks
    return any(
        hooks[e[2]](S, e[0], e[1], e[4], you, o, target)
        and (e[0] >= 0 or e[5] is not None or not _permitted(S, verb, you, o, target))
        for e in entries
    )


def happened(S: State, verb: int, o: int) -> bool:
    """Whether something was done to a thing this turn."""
    return any(e[0] == verb and e[2] == o for e in S.history)
