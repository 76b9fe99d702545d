"""Saving and restoring: a state is plain data, so JSON holds all of it."""

from __future__ import annotations

import json
from typing import Any

from terrus_dsl.engine.state import State

__all__ = ["dump", "restore"]

_SKIP = frozenset({"G", "paused", "cached", "offered", "stale", "unseen"})


def dump(S: State) -> str:
    """The state as JSON text; equal states give equal text."""
    data = {name: _plain(getattr(S, name)) for name in State.__slots__ if name not in _SKIP}
    return json.dumps(data, separators=(",", ":"))


def restore(machine: Any, text: str) -> State:
    """A state from JSON text."""
    data = json.loads(text)
    S = State(machine, data["n"])
    for name, value in data.items():
        setattr(S, name, _typed(name, value))
    return S


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return [[_plain(k), _plain(v)] for k, v in value.items()]
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    return value


#: Lists stay lists; everything else that is a sequence is a tuple.
_LISTS = frozenset({"zone", "at", "card", "tags", "owner", "visit", "flags", "facing", "roles", "totals"})
_NESTED = frozenset({"zones", "counters", "tallies", "relations"})


def _typed(name: str, value: Any) -> Any:
    if name in _LISTS:
        return value
    if name in _NESTED:
        return value
    if name in ("on", "used", "left", "known") or (name == "look" and value is not None):
        return {_tuple(k): _tuple(v) for k, v in value}
    if name == "frames":
        return [_tuple(frame) for frame in value]
    return _tuple(value)


def _tuple(value: Any) -> Any:
    return tuple(_tuple(v) for v in value) if isinstance(value, list) else value
