"""Questions: the leaves that ask a player, and their options computed again from the state."""

from __future__ import annotations

from typing import Any

from terrus_dsl.engine.payment import any_unit, payment_units
from terrus_dsl.engine.places import SPACE
from terrus_dsl.engine.questions import NEXT, ONE, OPTIONAL, PAUSE, SITE_RESPONSE, SITE_USE, STOP, UNIT, YES_NO
from terrus_dsl.engine.state import State
from terrus_dsl.engine.waiting import replacement_options, waiting_triggers
from terrus_dsl.engine.windows import responses, usable

__all__ = [
    "confirm",
    "options_of",
    "pick",
    "pick_next",
    "pick_optional",
    "pick_response",
    "pick_unit",
    "pick_use",
    "shares",
]


def pick(S: State, you: int, site: int, args: Any) -> Any:
    """Ask for one of the options; nothing to choose from gives -1, a sole option is taken."""
    options = _options(S, you, site, args)
    if len(options) < 2:
        return options[0] if options else -1
    S.ask = (ONE, you, site, args)
    S.offered = options
    return PAUSE


def pick_optional(S: State, you: int, site: int, args: Any) -> Any:
    """Ask for one of the options or none."""
    options = _options(S, you, site, args)
    if not options:
        return -1
    S.ask = (OPTIONAL, you, site, args)
    S.offered = [STOP, *options]
    return PAUSE


def pick_next(S: State, you: int, site: int, args: Any, chosen: tuple[int, ...], low: int, high: int) -> Any:
    """Ask for the next of several things; things come in canonical order, so that no choice is offered twice."""
    options = _next_options(S, you, site, args, chosen, low)
    if len(options) == 1:
        return options[0]
    if not options:
        return STOP
    S.ask = (NEXT, you, site, args, chosen, low)
    S.offered = options
    return PAUSE


def pick_unit(S: State, you: int, site: int, args: Any, units: tuple[int, ...]) -> Any:
    """Ask where the next unit of a division goes."""
    options = _unit_options(S, site, args, units)
    if len(options) < 2:
        return options[0] if options else STOP
    S.ask = (UNIT, you, site, args, units)
    return PAUSE


def _unit_options(S: State, site: int, args: Any, units: tuple[int, ...]) -> list[int]:
    every: list[int] = S.G.sites[site](S, *args)
    return every[every.index(units[-1]) :] if units and units[-1] in every else every


def shares(units: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Units as amounts for each thing."""
    return tuple((o, units.count(o)) for o in dict.fromkeys(units))


def confirm(S: State, you: int, site: int, args: Any) -> Any:
    """Ask whether an offer is taken."""
    S.ask = (YES_NO, you, site, args)
    return PAUSE


def pick_use(S: State, you: int, window: int) -> Any:
    """Ask what to do in a window; a player who can only pass is not asked."""
    options = usable(S, you, window)
    if not options:
        return STOP
    S.ask = (OPTIONAL, you, SITE_USE, (you, window))
    S.offered = [STOP, *options]
    return PAUSE


def pick_response(S: State, you: int) -> Any:
    """Ask for an answer to what lies on the chain."""
    options = responses(S, you)
    if not options:
        return STOP
    S.ask = (OPTIONAL, you, SITE_RESPONSE, (you,))
    S.offered = [STOP, *options]
    return PAUSE


def options_of(S: State) -> list[int]:
    """The legal options of the question that is open, in canonical order; computed from the state."""
    kind, you, site, args = S.ask[:4]
    if kind == ONE:
        return _options(S, you, site, args)
    if kind == OPTIONAL:
        return [STOP, *_options(S, you, site, args)]
    if kind == NEXT:
        return _next_options(S, you, site, args, S.ask[4], S.ask[5])
    if kind == UNIT:
        return _unit_options(S, site, args, S.ask[4])
    return [0, 1]


def _options(S: State, you: int, site: int, args: Any) -> list[int]:
    if site >= 0:
        found = S.G.sites[site](S, *args)
        return _distinct(S, you, found) if len(found) > 1 and S.G.site_objects[site] else found
    return list(_KERNEL[-site](S, *args))


def _next_options(S: State, you: int, site: int, args: Any, chosen: tuple[int, ...], low: int) -> list[int]:
    every = S.G.sites[site](S, *args) if site >= 0 else _KERNEL[-site](S, *args)
    alike = site >= 0 and S.G.site_objects[site]
    if alike and len(every) > 2:
        every = _grouped(S, you, every)
    start = 0
    if chosen:
        last = chosen[-1]
        start = every.index(last) + 1 if last in every else 0
    missing = max(0, low - len(chosen))
    rest = every[start:]
    if missing > 1:
        rest = rest[: len(rest) - missing + 1] or every[start:]
    if len(rest) > 1 and alike:
        rest = _distinct(S, you, rest)
    return rest if missing else [STOP, *rest] if rest else []


def _distinct(S: State, you: int, items: list[int]) -> list[int]:
    """Things that nothing tells apart are one option."""
    seen: set[Any] = set()
    kept = []
    for o in items:
        key = _face(S, you, o)
        if key not in seen:
            seen.add(key)
            kept.append(o)
    return kept


def _grouped(S: State, you: int, items: list[int]) -> list[int]:
    """Things that nothing tells apart side by side, so that no set of them can be chosen in two ways."""
    first: dict[Any, int] = {}
    for index, o in enumerate(items):
        first.setdefault(_face(S, you, o), index)
    return sorted(items, key=lambda o: first[_face(S, you, o)])


def _face(S: State, you: int, o: int) -> Any:
    """What tells a thing apart for a player: itself in play, elsewhere its card, if known, and what is on it."""
    if not 0 <= o < SPACE or S.G.zone_distinct[S.zone[o]]:
        return o
    card = S.card[o] if S.facing[o] >> you & 1 else -1
    return (card, S.zone[o], S.flags[o], S.facing[o], *[c[o] for c in S.counters], *[r[o] for r in S.relations])


def _rest(S: State, rest: tuple[int, ...]) -> list[int]:
    return list(rest)


_KERNEL: dict[int, Any] = {
    1: usable,
    2: responses,
    3: waiting_triggers,
    4: _rest,
    5: any_unit,
    6: payment_units,
    7: replacement_options,
}
