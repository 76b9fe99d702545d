"""Effects speak of things that may have left by then: they mean them as they were."""

from __future__ import annotations

import re

__all__ = ["recalling"]

_THING = r"(it|me|v\d+)"
_READS = (
    (re.compile(rf"\bstat\(S, {_THING}, (\d+)\)"), r"last_stat(S, \1, \2)"),
    (re.compile(rf"S\.counters\[(\d+)\]\[{_THING}\]"), r"last_counter(S, \1, \2)"),
    (re.compile(rf"S\.relations\[(\d+)\]\[{_THING}\]"), r"last_relation(S, \1, \2)"),
    (re.compile(rf"S\.flags\[{_THING}\]"), r"last_flags(S, \1)"),
)


def recalling(source: str) -> str:
    """The source of an effect, where what it reads of single things is what they last were."""
    for pattern, last in _READS:
        source = pattern.sub(last, source)
    return source
