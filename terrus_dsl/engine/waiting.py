"""Triggers that wait and replacements that apply."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.ending import GameOver
from terrus_dsl.engine.places import SPACE, controller
from terrus_dsl.engine.questions import PAUSE
from terrus_dsl.engine.state import State
from terrus_dsl.lower.hooks import WOULD

__all__ = [
    "affected",
    "drop_lost",
    "endless",
    "finish",
    "first_waiting",
    "leave",
    "positive",
    "replacement_by_sequence",
    "replacements",
    "replacing_player",
    "stalled",
    "take_trigger",
]


def first_waiting(S: State) -> int:
    """The player whose waiting triggers come first: the active one, then the others in turn order."""
    waiting = {t[2] for t in S.pending}
    n = S.n
    return int(min(waiting, key=lambda p: (p - S.active) % n))


def waiting_triggers(S: State, player: int) -> list[int]:
    """Which triggers a player can take next: what the rules do comes first, and in the order in which it came up."""
    seen_: dict[tuple[int, int, int], int] = {}
    for index, t in enumerate(S.pending):
        if t[2] == player:
            if t[1] < 0:
                return [index]
            seen_.setdefault((t[0], S.card[t[1]], -1 if t[3] == t[1] else t[3]), index)
    return list(seen_.values())


def drop_lost(S: State) -> None:
    """Labelled abilities that wait are lost when their card has left the zone where the label works."""
    works = S.G.trigger_works
    if works and S.pending:
        stride = S.G.stride
        S.pending = tuple(
            t
            for t in S.pending
            if t[0] not in works or (S.visit[t[1]] == t[8] and S.zone[t[1]] // stride in works[t[0]])
        )


def take_trigger(S: State, index: int) -> Any:
    """Take one waiting trigger; its card is used by it."""
    trigger = S.pending[index]
    if trigger[1] >= 0:
        S.uses = (*S.uses, S.card[trigger[1]])
    S.pending = S.pending[:index] + S.pending[index + 1 :]
    return trigger


def replacements(S: State, verb: int, by: int, it: int, amount: int, target: int) -> list[Any]:
    """The entries that would replace an event; each replaces it once."""
    entries = S.on.get(WOULD + verb)
    if not entries:
        return []
    hooks = S.G.hooks
    was = controller(S, it) if 0 <= it < SPACE else by
    found = []
    for e in entries:
        if e[6] not in S.replacing:
            fits = hooks[e[2]](S, e[0], e[1] if e[1] >= 0 else by, e[4], by, it, amount, target, was)
            if isinstance(fits, list) and fits:  # granted: whoever bears it
                found.append((fits[0], controller(S, fits[0]), *e[2:]))
            elif fits:
                found.append(e)
    return found


def replacement_options(S: State, verb: int, by: int, it: int, amount: int, target: int) -> list[int]:
    """The numbers of the entries that would replace an event."""
    return [e[6] for e in replacements(S, verb, by, it, amount, target)]


def replacement_by_sequence(S: State, sequence: int, verb: int, by: int, it: int, amount: int, target: int) -> Any:
    """A replacement by its number."""
    return next(e for e in replacements(S, verb, by, it, amount, target) if e[6] == sequence)


def replacing_player(S: State, entry: Any, by: int) -> int:
    """Who is “you” in a replacement."""
    return int(entry[1]) if entry[1] >= 0 else by


def affected(S: State, by: int, it: int) -> int:
    """Who chooses among several replacements: whoever is affected."""
    player = controller(S, it) if 0 <= it < SPACE else by
    return player if player >= 0 else max(0, by)


def positive(done: Any) -> int:
    """A result that says that something was done instead."""
    return max(0, int(done or 0))


def leave(S: State, period: int) -> Any:
    """Leave the procedure that spans a period at once; the driver unwinds to it."""
    S.exit = S.G.span_functions[period]
    return PAUSE


def stalled(S: State) -> None:
    """End the game if one turn asks for more decisions than the game allows."""
    limit = S.G.limits.get("decisions")
    if limit and S.decisions > limit:
        counted: dict[int, int] = {}
        for card in S.uses:
            counted[card] = counted.get(card, 0) + 1
        S.result = ("stall", (), "decisions", tuple(sorted(counted.items(), key=lambda kv: (-kv[1], kv[0]))))
        raise GameOver


def endless(S: State) -> None:
    """State checks that never come to rest end the game as a stall."""
    S.result = ("stall", (), "checks", ())
    raise GameOver


def finish(S: State) -> None:
    """The procedure of the whole game is over: nobody has won."""
    if not S.result:
        S.result = ("draw", (), "end", ())
    raise GameOver
